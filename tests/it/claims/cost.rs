//! The numbers of the lesson on cost.

use attention_lab::engine::indicators::{Indicators, RowIndicator, SINK, UNIFORM};
use attention_lab::lessons::Asked;

use super::*;

fn indicators(inputs: &Inputs) -> Indicators {
    Indicators::new(&attend(inputs), |_| true)
}

#[test]
fn cost() {
    let mut claims = Claims::default();
    claims.given("exact, rows, sizes and settings", "0 1 2 4 5 8 9 15 10 24 32 80 128 4096 131072 262144 32768 24576");
    claims.given("years, arXiv ids and versions", "2023 2309.17453 2024 2410.10781 3.1");

    // Coefficients of the formulas, and where attention is as dear as all the rest.
    claims.given("coefficients, and bytes a second of the memory", "16 3e12");
    let long = Model { heads: 32.0, key_heads: 32.0, d_k: 128.0, ..Model::multi_head(131_072.0, 4096.0, 24.0, 2.0) };
    let seconds = |flops: f64| flops / 1e15;
    claims.is("1.10", long.scores() * long.bytes / 1e12);
    claims.all("2.15 51.5", &[long.cache_bytes() / long.layers / 1e9, long.cache_bytes() / 1e9]);
    claims.all("4.222e14 6.755e15 8.444e14", &[long.projections(), long.attention(), long.feed_forward()]);
    claims.all("8.022e15 8.02", &[long.total(false), seconds(long.total(false))]);
    claims.is("84.2", 100.0 * long.attention_share(false));
    claims.is("3.378e15", long.attention_with(true));
    claims.all("4.644e15 4.64", &[long.total(true), seconds(long.total(true))]);
    claims.is("72.7", 100.0 * long.attention_share(true));
    let twice = Model { tokens: 262_144.0, ..long };
    claims.is("2.702e16", twice.attention());
    assert_eq!(twice.attention(), 4.0 * long.attention());
    assert_eq!(twice.projections() + twice.feed_forward(), 2.0 * (long.projections() + long.feed_forward()));

    let milliseconds = |batch: f64| 1e3 * long.decode_seconds(batch, 3e12);
    let parameters = milliseconds(0.0);
    claims.all("17.2 3.2 20.4", &[milliseconds(1.0) - parameters, parameters, milliseconds(1.0)]);
    claims.is("9.66", long.weight_bytes() / 1e9);
    claims.all("49 56.9", &[1e3 / milliseconds(1.0), 8e3 / milliseconds(8.0)]);
    // Eight caches beside the parameters.
    claims.is("422", (8.0 * long.cache_bytes() + long.weight_bytes()) / 1e9);
    claims.is("1", long.decode_intensity());
    let grouped = Model { key_heads: 8.0, ..long };
    claims.all("4 12.9", &[grouped.decode_intensity(), grouped.cache_bytes() / 1e9]);
    claims.all("1 5", &[long.requests(8e10), grouped.requests(8e10)]);

    let short = Model { tokens: 32_768.0, ..long };
    claims.is("7.389e14", short.total(false));
    claims.is("16", long.attention() / short.attention());
    claims.is("4", (long.projections() + long.feed_forward()) / (short.projections() + short.feed_forward()));
    claims.is("6", 24_576.0 / 4096.0);
    claims.is("50", 100.0 * Model { tokens: 24_576.0, ..long }.attention_share(false));
    claims.is("12", 12.0);
    assert!((Model { tokens: 12.0 * 4096.0, ..long }.attention_share(true) - 0.5).abs() < 1e-15);

    let ordinary = indicators(&start("cost", "a"));
    claims.is("0.4", UNIFORM / 5.0);
    claims.is("0.657", ordinary.rows[0].statistics.largest);
    assert_eq!((ordinary.uniform_rows(), ordinary.is_sink()), (0, Some(false)));
    let uniform = indicators(&start("cost", "b"));
    let tops: Vec<f64> = uniform.rows.iter().map(|row| row.statistics.largest).collect();
    claims.all("0.233 0.242", &[tops.iter().copied().fold(1.0, f64::min), tops.iter().copied().fold(0.0, f64::max)]);
    assert_eq!((uniform.uniform_rows(), uniform.is_sink()), (4, Some(false)));
    for score in [9.0, 0.0] {
        let cells: Vec<(usize, usize, f64)> = (1..=5).map(|j| (1, j, score)).collect();
        let weights = row(&attend(&typed(&start("cost", "b"), Name::Scores, &cells)).weights, 0);
        assert!(weights.iter().all(|weight| (weight - 0.2).abs() < 1e-15));
    }
    claims.given("equal shares of five", "0.2");
    let sink = indicators(&start("cost", "c"));
    claims.is("0.813", sink.first_key.expect("a mean"));
    claims.is("0.2", sink.fair_share.expect("a mean"));
    claims.is("0.3", SINK);
    assert_eq!((sink.uniform_rows(), sink.is_sink()), (0, Some(true)));
    assert!(sink.mean_entropy < ordinary.mean_entropy && ordinary.mean_entropy < uniform.mean_entropy);

    let sampled = cases("rows.json");
    let normal = sampled.iter().find(|case| case["kind"] == "normal" && case["sd"] == 1.0).expect("rows");
    claims.expected("8.8", &normal["largest"]);
    claims.is("128", number(&normal["S"]));
    // Standard error 0.03.
    assert!((128.0 * noise().0 - number(&normal["largest"]["mean"])).abs() < 0.1);
    claims.is("0.069", 8.8 / 128.0);
    claims.is("0.016", UNIFORM / 128.0);

    let typed_scores = [-0.693, -1.609, -2.303, -2.303, -2.303];
    claims.given("logarithms typed by the learner", "-0.693 -1.609 -2.303");
    claims.all("-0.693 -1.609 -2.303", &[0.5f64, 0.2, 0.1].map(f64::ln));
    let cells: Vec<(usize, usize, f64)> = typed_scores.iter().enumerate().map(|(j, &s)| (1, j + 1, s)).collect();
    let found = row(&attend(&typed(&start("cost", "a"), Name::Scores, &cells)).weights, 0);
    claims.all("0.500 0.200 0.100 0.100 0.100", &found);
    check("cost", &claims);
}

/// Of 20,000 rows of 128 normal scores: the mean of the largest weight, and how many are called nearly uniform.
fn noise() -> (f64, usize) {
    let (rows, mut random) = (20_000, Stream::new(16, 0));
    let mut draw = || RowIndicator::new(&weights(&(0..128).map(|_| random.gaussian()).collect::<Vec<_>>()), 128);
    (0..rows).map(|_| draw()).fold((0.0, 0), |(mean, count), row| {
        let uniform = usize::from(row.near_uniform == Some(true));
        (mean + row.statistics.largest / rows as f64, count + uniform)
    })
}

#[test]
fn gaussian_scores_are_not_called_uniform() {
    let (mean, uniform) = noise();
    assert_eq!(uniform, 0);
    // What is often quoted is 8.9.
    assert!((128.0 * mean - 8.9).abs() < 0.25, "{}", 128.0 * mean);
}

#[test]
fn logarithms_give_their_weights_back() {
    let wanted = [0.45, 0.3, 0.125, 0.0625, 0.0625];
    let found = weights(&wanted.map(f64::ln));
    assert!(found.iter().zip(wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-15));
}

#[test]
fn the_problems_have_the_numbers_of_their_workings() {
    for (lesson, start, expected) in
        [("properties", "c", vec![4.0, 36.0]), ("cost", "d", vec![268.435456, 9.0, 11.945, 1.0])]
    {
        let lesson = Lesson::from_id(lesson).expect("the lesson");
        let start = lesson.starts.iter().find(|other| other.id == start).expect("the start");
        let puzzles = start.questions.iter().filter_map(|question| match question.asked {
            Asked::Number(puzzle) => Some((puzzle.answer)()),
            Asked::Cell(_) => None,
        });
        let found: Vec<f64> = puzzles.collect();
        assert_eq!(found.len(), expected.len());
        assert!(found.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 5e-4 * b.abs()), "{found:?}");
    }
}
