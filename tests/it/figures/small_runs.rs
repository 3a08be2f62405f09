//! Small runs of the sampled figures, number for number: the stream and all that follows was computed in Python.

use attention_lab::choice::Choice;
use attention_lab::engine::agreement::{AgreementJob, AgreementSettings};
use attention_lab::engine::job::Job;
use attention_lab::engine::random::Stream;
use attention_lab::engine::sampling::Estimate;
use attention_lab::engine::scaling::Scaling;
use attention_lab::figures::Output;
use attention_lab::lessons::figure::Figure;
use attention_lab::plots::lines::{LinePlot, Series};
use serde_json::Value;

use super::{alone, assert_near, assert_relative, column, of, of_kind, point, row, run};
use crate::fixture::numbers;

/// What is summed in another order, from numbers that may differ in the last bit.
const CLOSE: f64 = 1e-9;

/// The settings of a figure under the names of its case.
fn values<'a>(case: &Value, keys: &[(&'a str, &str)]) -> Vec<(&'a str, f64)> {
    keys.iter().map(|&(key, field)| (key, of(case, field))).collect()
}

fn ys(series: &Series) -> Vec<f64> {
    series.points.iter().map(|point| point.y).collect()
}

#[test]
fn a_stream_is_pcg_and_the_polar_method() {
    for case in of_kind("stream") {
        let new = || Stream::new(of(case, "seed") as u32, of(case, "number") as usize);
        let mut stream = new();
        let expected = numbers(&case["uniform"]);
        assert_eq!(expected.iter().map(|_| stream.uniform()).collect::<Vec<_>>(), expected);
        let (mut stream, expected) = (new(), numbers(&case["gaussian"]));
        let found: Vec<f64> = expected.iter().map(|_| stream.gaussian()).collect();
        assert_relative("normal numbers", &found, &expected, 1e-14);
    }
}

#[test]
fn products() {
    for case in of_kind("dot-products") {
        let keys = [("d_k", "d_k"), ("sigma", "sigma"), ("count", "count"), ("seed", "seed")];
        let output = run(Figure::DotProducts, &values(case, &keys));
        let (measured, predicted) = (numbers(&case["measured"]), numbers(&case["predicted"]));
        let table = &output.tables[0];
        assert_relative("measured", &column(table, 0), &measured, CLOSE);
        assert_relative("predicted", &column(table, 1), &predicted, 1e-14);
        let ratios: Vec<f64> = measured.iter().zip(&predicted).map(|(a, b)| a / b).collect();
        assert_relative("ratio", &column(table, 2), &ratios, CLOSE);
        // Density times width is the share.
        let bars = &output.plots[0].series[0];
        let width = bars.bars.expect("bars");
        let expected = numbers(&case["product_shares"]);
        let all = with_ends(&output.plots[0].series, expected.len());
        let shares: Vec<f64> = all.iter().map(|density| density * width).collect();
        shares.iter().zip(expected).for_each(|(found, expected)| assert_near("share", *found, expected, 1e-12));
    }
}

/// So many bars from first to last, of which the outermost are a series of their own where anything is in them.
fn with_ends(series: &[Series], bars: usize) -> Vec<f64> {
    if series[0].points.len() == bars {
        let all = ys(&series[0]);
        assert!(all[0] == 0.0 && all[bars - 1] == 0.0, "open ends that are not told apart");
        return all;
    }
    let [inner, ends] = [&series[0], &series[1]];
    assert_eq!(inner.points.len() + 2, bars);
    assert!(ys(ends).iter().any(|&share| share > 0.0), "a series that shows nothing");
    let [first, last] = ys(ends)[..] else { panic!("two ends") };
    let half = inner.bars.expect("bars") / 2.0;
    let (low, high) = (ends.points[0].x, ends.points[1].x);
    assert!(inner.points.iter().all(|point| low + half < point.x && point.x < high - half));
    [first].into_iter().chain(ys(inner)).chain([last]).collect()
}

/// Compares one curve with its list of estimates.
fn compare(plot: &LinePlot, series: usize, points: &Value, field: &str) {
    let (series, points) = (&plot.series[series], points.as_array().expect("points"));
    assert_eq!(series.points.len(), points.len());
    for expected in points {
        let found = point(series, of(expected, "d_k"));
        let pair = [found.y, found.error.expect("an error")];
        let context = format!("{field} of {} at {}", series.name, found.x);
        let expected = [of(&expected[field], "mean"), of(&expected[field], "error")];
        assert_near(&context, pair[0], expected[0], CLOSE * expected[0].abs().max(expected[1]));
        assert_near(&context, pair[1], expected[1], CLOSE * expected[0].abs().max(expected[1]));
    }
}

#[test]
fn curves() {
    for case in of_kind("curve-run") {
        let keys = [("S", "keys"), ("count", "count"), ("seed", "seed"), ("divisor", "divisor")];
        let output = run(Figure::EntropyCurves, &values(case, &keys));
        let curves = case["curves"].as_array().expect("curves");
        for (plot, field) in output.plots.iter().zip(["entropy", "largest", "score_sd", "jacobian"]) {
            assert_eq!(plot.series.len(), curves.len());
            for (at, curve) in curves.iter().enumerate() {
                compare(plot, at, &curve["points"], field);
            }
        }
    }
}

#[test]
fn agreement() {
    for case in of_kind("agreement-run") {
        let keys = [("rho", "rho"), ("S", "keys"), ("count", "count"), ("seed", "seed")];
        let output = run(Figure::Agreement, &values(case, &keys));
        let curves = case["curves"].as_array().expect("curves");
        let [scores, weights] = &output.plots[..] else { panic!("two plots") };
        // The undivided score is left out of its plot.
        assert_eq!((scores.series.len(), weights.series.len(), curves.len()), (2, 3, 3));
        for (at, curve) in curves.iter().enumerate() {
            assert_eq!(curve["scaling"], Scaling::COMPARED[at].id());
            compare(weights, at, &curve["points"], "weight");
            if at > 0 {
                compare(scores, at - 1, &curve["points"], "score");
            }
        }
        let mut job = AgreementJob::new(AgreementSettings {
            correlation: of(case, "rho"),
            keys: of(case, "keys") as usize,
            count: of(case, "count") as usize,
            seed: of(case, "seed") as u32,
        });
        while !job.is_done() {
            job.advance();
        }
        for (found, expected) in job.points[0].iter().zip(curves[0]["points"].as_array().expect("points")) {
            let Estimate { mean, error } = found.score;
            let expected = [of(&expected["score"], "mean"), of(&expected["score"], "error")];
            assert_near("undivided score", mean, expected[0], CLOSE * expected[0].abs().max(1.0));
            assert_near("its error", error.expect("an error"), expected[1], CLOSE * expected[1]);
        }
    }
}

#[test]
fn gradients() {
    let mut without_ends = 0;
    for case in of_kind("gradient-run") {
        let keys = [("B", "batch"), ("L", "length"), ("d_k", "d_k"), ("seed", "seed")];
        let output: Output = run(Figure::Gradients, &values(case, &keys));
        let table = &output.tables[0];
        let measured = case["measured"].as_array().expect("scalings");
        assert_eq!((table.head.len(), output.plots.len(), measured.len()), (4, 3, 3));
        for (at, expected) in measured.iter().enumerate() {
            let found = column(table, at);
            let context = format!("{} of seed {}", expected["scaling"], case["seed"]);
            for (line, field) in [(0, "variance"), (1, "entropy"), (2, "norm"), (5, "query_norm")] {
                assert_relative(&format!("{field}, {context}"), &[found[line]], &[of(expected, field)], CLOSE);
            }
            // To half of a bin of a two hundredth of a decade.
            assert_near(&context, found[3].log10(), of(expected, "median").log10(), 0.0025 + 1e-9);
            let expected = numbers(&expected["shares"]);
            let shares = with_ends(&output.plots[at].series, expected.len());
            without_ends += usize::from(output.plots[at].series.len() == 1);
            shares.iter().zip(expected).for_each(|(x, share)| assert_near(&context, *x, 100.0 * share, 1e-9));
        }
    }
    assert!(without_ends > 0, "a histogram with nothing at its ends");
}

#[test]
fn cosines() {
    for case in of_kind("cosine-scale") {
        let keys = [("d_k", "d_k"), ("S", "keys"), ("gain", "gain"), ("seed", "seed")];
        let found = column(&alone(Figure::CosineScale, &values(case, &keys)).tables[0], 0);
        assert_relative("cosines", &found, &numbers(&case["rows"]), CLOSE);
    }
}

#[test]
fn online_softmax() {
    for case in of_kind("online-error") {
        let keys = [("size", "size"), ("S", "keys"), ("seed", "seed")];
        let table = &alone(Figure::OnlineError, &values(case, &keys)).tables[0];
        let exact = of(case, "exact");
        assert_near("f64", row(table, 0)[0], exact, 1e-14);
        assert_near("whole row", row(table, 1)[0], exact, 1e-6);
        assert_near("in blocks", row(table, 2)[0], exact, 1e-6);
        assert_eq!(row(table, 3), [of(case, "largest")]);
    }
}

#[test]
fn leaks() {
    for case in of_kind("leak") {
        let keys = [("V", "words"), ("L", "length"), ("gain", "gain"), ("seed", "seed")];
        let found = column(&alone(Figure::Leak, &values(case, &keys)).tables[0], 0);
        assert_relative("losses", &found, &numbers(&case["rows"]), CLOSE);
    }
}
