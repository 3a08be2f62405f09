//! The sampled figures at their usual size, against theory, quoted numbers and NumPy's own samples.

mod products;

use std::sync::LazyLock;

use attention_lab::choice::Choice;
use attention_lab::engine::agreement::{AgreementJob, AgreementPoint, AgreementSettings};
use attention_lab::engine::job::Job;
use attention_lab::engine::sampling::WIDTHS;
use attention_lab::engine::scaling::Scaling;
use attention_lab::figures::Output;
use attention_lab::lessons::figure::Figure;

use super::{assert_near, assert_relative, column, of, of_kind, point, run};

const SEEDS: [u32; 5] = [1, 2, 3, 4, 5];

static GRADIENTS: LazyLock<Vec<Output>> =
    LazyLock::new(|| SEEDS.map(|seed| run(Figure::Gradients, &[("seed", f64::from(seed))])).to_vec());

/// The mean over the seeds of what `pick` makes of a column of the table.
fn over_seeds(scaling: usize, pick: impl Fn(&[f64]) -> f64) -> f64 {
    let values = GRADIENTS.iter().map(|output| pick(&column(&output.tables[0], scaling)));
    let values: Vec<f64> = values.collect();
    assert!(values.iter().all(|value| value.is_finite()), "{values:?}");
    values.iter().sum::<f64>() / values.len() as f64
}

#[test]
fn gradients_are_as_quoted() {
    let [variance, entropy, norm, median] = [0, 1, 2, 3].map(|line| move |column: &[f64]| column[line]);
    assert_near("variance, none", over_seeds(0, variance), 64.0, 2.0);
    assert_near("variance, √d_k", over_seeds(1, variance), 1.0, 0.03);
    assert_near("entropy, none", over_seeds(0, entropy), 0.66, 0.05);
    assert_near("entropy, √d_k", over_seeds(1, entropy), 4.36, 0.02);
    assert_near("norm, none", over_seeds(0, norm), 9.0, 0.5);
    assert_near("norm, √d_k", over_seeds(1, norm), 4.4, 0.1);
    for output in GRADIENTS.iter() {
        let [none, scaled] = [0, 1].map(|at| column(&output.tables[0], at));
        assert!(none[2] > 1.5 * scaled[2], "norms {} and {}", none[2], scaled[2]);
        assert!(none[3] > 0.0 && none[3] < 1e-8, "median {:e}", none[3]);
        assert_near("median, √d_k", scaled[3], 2.9e-3, 1e-4);
    }
    assert!(over_seeds(0, median) < 1e-8);
}

#[test]
fn gradients_agree_with_numpy() {
    let cases: Vec<_> = of_kind("gradient-estimate").collect();
    assert_eq!(cases.len(), 3);
    for (scaling, case) in cases.into_iter().enumerate() {
        assert_eq!(case["scaling"], Scaling::COMPARED[scaling].id());
        let rows = [
            ("variance", over_seeds(scaling, |column| column[0]), 0.0),
            ("entropy", over_seeds(scaling, |column| column[1]), 0.0),
            ("norm", over_seeds(scaling, |column| column[2]), 0.0),
            // The median is the middle of a bin, and so are the sizes that the share is taken from.
            ("log10_median", over_seeds(scaling, |column| column[3].log10()), 0.0025),
            ("share_of_largest", over_seeds(scaling, |column| column[4]), 0.002),
            ("query_norm", over_seeds(scaling, |column| column[5]), 0.0),
        ];
        for (field, found, more) in rows {
            let (mean, sd) = (of(&case[field], "mean"), of(&case[field], "sd"));
            let error = sd * (1.0 / SEEDS.len() as f64 + 1.0 / of(case, "runs")).sqrt();
            assert_near(&format!("{field}, {}", case["scaling"]), found, mean, 4.0 * error + more);
        }
    }
}

#[test]
fn histograms_of_gradients_hold_every_entry() {
    for output in GRADIENTS.iter() {
        for plot in &output.plots {
            let total: f64 = plot.series.iter().flat_map(|series| &series.points).map(|point| point.y).sum();
            assert_near("per cent", total, 100.0, 1e-9);
            let counts: Vec<usize> = plot.series.iter().map(|series| series.points.len()).collect();
            // The ends are told apart where anything is in them.
            let ends = plot.series.get(1).map_or(0, |ends| usize::from(ends.points.iter().any(|point| point.y > 0.0)));
            let expected: &[usize] = if ends > 0 { &[126, 2] } else { &[128] };
            assert_eq!((plot.x_range, &counts[..]), (Some((-30.0, 2.0)), expected));
        }
    }
}

/// What the page shows of the curves at first.
static CURVES: LazyLock<Output> = LazyLock::new(|| run(Figure::EntropyCurves, &[("divisor", 16.0)]));

/// Mean entropies of 320,000 rows, as the lesson quotes them: none, √d_k, d_k.
const QUOTED: [(f64, [f64; 3]); 5] = [
    (4.0, [3.366, 4.37, 4.73]),
    (16.0, [1.637, 4.37, 4.82]),
    (64.0, [0.667, 4.37, 4.84]),
    (256.0, [0.297, 4.37, 4.85]),
    (1024.0, [0.141, 4.37, 4.85]),
];

#[test]
fn entropies_are_as_quoted() {
    let entropies = &CURVES.plots[0];
    for (d_k, expected) in QUOTED {
        for (series, expected) in entropies.series.iter().zip(expected) {
            let found = point(series, d_k);
            let allowed = 0.02 + 3.0 * found.error.expect("an error");
            assert_near(&format!("{} at {d_k}", series.name), found.y, expected, allowed);
        }
    }
    let ceiling = &entropies.rules[0];
    assert_near("ln 128", ceiling.y, 4.852, 0.0005);
}

#[test]
fn every_curve_agrees_with_numpy() {
    let order = ["none", "sqrt", "dk", "2sqrt", "divisor"];
    for case in of_kind("curve-estimate") {
        let at = order.iter().position(|id| case["scaling"] == *id).expect("a scaling");
        for (plot, field) in CURVES.plots.iter().zip(["entropy", "largest", "score_sd", "jacobian"]) {
            assert_eq!(plot.series.len(), order.len());
            let found = point(&plot.series[at], of(case, "d_k"));
            let error = found.error.expect("an error").hypot(of(&case[field], "error"));
            // 32 batches: their error is itself uncertain by an eighth.
            let context = format!("{field} at d_k {}, {}", found.x, case["scaling"]);
            assert_near(&context, found.y, of(&case[field], "mean"), 4.5 * error);
        }
    }
}

const CORRELATIONS: [f64; 3] = [0.0, 0.5, 1.0];

fn agreement(correlation: f64) -> [Vec<AgreementPoint>; 3] {
    let settings = AgreementSettings { correlation, keys: 128, count: 512, seed: 1 };
    let mut job = AgreementJob::new(settings);
    while !job.is_done() {
        job.advance();
    }
    job.points
}

static AGREEMENT: LazyLock<[[Vec<AgreementPoint>; 3]; 3]> = LazyLock::new(|| CORRELATIONS.map(agreement));

#[test]
fn a_matching_key_scores_as_expected() {
    for (points, rho) in AGREEMENT.iter().zip(CORRELATIONS) {
        for (scaling, points) in Scaling::COMPARED.iter().zip(points) {
            assert_eq!(points.iter().map(|point| point.d_k).collect::<Vec<_>>(), WIDTHS);
            for point in points {
                let (d_k, divisor) = (point.d_k as f64, scaling.divisor_at(point.d_k));
                // ρ d_k, ρ √d_k, ρ; one product has the variance d_k (1 + ρ²).
                let expected = match scaling {
                    Scaling::None => rho * d_k,
                    Scaling::Sqrt => rho * d_k.sqrt(),
                    _ => rho,
                };
                let error = (d_k * (1.0 + rho * rho) / 512.0).sqrt() / divisor;
                let context = format!("ρ {rho}, d_k {d_k}, {scaling:?}");
                assert_near(&context, point.score.mean, expected, 4.0 * error);
                // At d_k = 1 the products have heavy tails: their variance is known to a sixth at best.
                assert_near(&context, point.score.error.expect("an error"), error, 0.5 * error);
            }
        }
    }
}

#[test]
fn the_weight_of_a_matching_key_agrees_with_numpy() {
    for case in of_kind("agreement-estimate") {
        let rho = CORRELATIONS.iter().position(|rho| *rho == of(case, "rho")).expect("a correlation");
        let scaling = Scaling::COMPARED.iter().position(|scaling| case["scaling"] == scaling.id()).expect("a scaling");
        let found =
            AGREEMENT[rho][scaling].iter().find(|point| point.d_k as f64 == of(case, "d_k")).expect("the width");
        for (field, found) in [("score", found.score), ("weight", found.weight)] {
            let error = found.error.expect("an error").hypot(of(&case[field], "error"));
            let context = format!("{field}: {case}");
            assert_near(&context, found.mean, of(&case[field], "mean"), 4.5 * error);
        }
    }
}

#[test]
fn a_match_saturates_after_the_root_but_not_after_the_width() {
    let weights = |scaling: usize| AGREEMENT[1][scaling].iter().map(|point| point.weight.mean).collect::<Vec<_>>();
    let (root, width) = (weights(1), weights(2));
    assert!(root.iter().chain(&width).all(|p| p.is_finite()));
    // Rising from d_k = 4 on, to all of the row.
    assert!(root[2..].windows(2).all(|pair| pair[0] < pair[1]), "{root:?}");
    assert!(root[0] < 0.02 && root[10] > 0.999, "{root:?}");
    // e^ρ among 127 keys near 1.
    let expected = 0.5f64.exp() / (0.5f64.exp() + 127.0);
    assert!(width.iter().all(|p| (p - expected).abs() < 0.002), "{width:?}, not about {expected}");
    assert_relative("d_k = 1024", &[width[10]], &[expected], 0.01);
}

#[test]
fn the_figure_of_agreement_shows_these_points() {
    let output = run(Figure::Agreement, &[]);
    let [scores, weights] = &output.plots[..] else { panic!("two plots") };
    for (series, points) in scores.series.iter().zip(&AGREEMENT[1][1..]).chain(weights.series.iter().zip(&AGREEMENT[1]))
    {
        let is_score = scores.series.iter().any(|score| std::ptr::eq(score, series));
        for (shown, computed) in series.points.iter().zip(points) {
            let estimate = if is_score { computed.score } else { computed.weight };
            assert_eq!((shown.x, shown.y, shown.error), (computed.d_k as f64, estimate.mean, estimate.error));
        }
        assert_eq!(series.points.len(), WIDTHS.len());
    }
}
