//! Sampled curves: repeatable, in agreement with theory and with NumPy, with honest standard errors.

use attention_lab::engine::random::Stream;
use std::sync::LazyLock;

use attention_lab::choice::Choice;
use attention_lab::engine::inputs::{Inputs, Source};
use attention_lab::engine::job::Job;
use attention_lab::engine::mask::Mask;
use attention_lab::engine::matrix::Matrix;
use attention_lab::engine::sampling::{Curve, CurveJob, CurvePoint, CurveSettings, Estimate, WIDTHS, gaussian_matrix};
use attention_lab::engine::scaling::Scaling;
use attention_lab::engine::statistics::mean_and_error;
use attention_lab::engine::trace::attend;

use crate::fixture::{Tolerance, assert_row, cases, number};

/// The curves until `widths` of them are done.
fn curves(settings: CurveSettings, scalings: &[Scaling], widths: usize) -> Vec<Curve> {
    let mut job = CurveJob::new(settings, scalings);
    while job.curves()[0].points.len() < widths {
        job.advance();
    }
    job.curves().to_vec()
}

fn small(seed: u32) -> CurveSettings {
    CurveSettings { seed, count: 32, keys: 8 }
}

/// What the page shows before the learner changes anything.
static DEFAULT: LazyLock<Vec<Curve>> =
    LazyLock::new(|| curves(CurveSettings::default(), &Scaling::COMPARED, WIDTHS.len()));

fn estimates(point: &CurvePoint) -> [(&'static str, Estimate); 3] {
    [("entropy", point.entropy), ("largest", point.largest), ("score_sd", point.score_sd)]
}

#[test]
fn the_seed_decides_every_number() {
    let run = |settings| curves(settings, &Scaling::COMPARED, WIDTHS.len());
    assert_eq!(run(small(3)), run(small(3)));
    assert_ne!(run(small(3)), run(small(4)));
    // A scaling added to the comparison, or left out, changes no other.
    let alone = curves(small(3), &[Scaling::Dk], WIDTHS.len());
    assert_eq!(alone[0], run(small(3))[2]);
}

/// Every width has a stream of its own, and what is measured is attention: the same numbers from the same stream, taken
/// through the engine.
#[test]
fn a_point_is_attention_on_its_own_stream() {
    for curve in curves(small(11), &Scaling::COMPARED, 6) {
        for point in &curve.points {
            let mut random = Stream::new(11, point.d_k);
            let (mut entropies, mut largest, mut squares) = (Vec::new(), Vec::new(), Vec::new());
            for _ in 0..2 {
                let q = gaussian_matrix(&mut random, 16, point.d_k, 12);
                let k = gaussian_matrix(&mut random, 8, point.d_k, 12);
                let source = Source::Qkv { q, k, v: Matrix::zeros(8, 1) };
                let trace = attend(&Inputs::new(source, curve.scaling, Mask::default()).expect("shapes"));
                let rows = (0..16).map(|i| trace.statistics(i));
                let (entropy, top): (Vec<f64>, Vec<f64>) = rows.map(|row| (row.entropy, row.largest)).unzip();
                entropies.push(mean_and_error(&entropy).0);
                largest.push(mean_and_error(&top).0);
                squares.push(trace.scaled.map(|s| s * s).mean());
            }
            let (variance, error) = mean_and_error(&squares);
            let sd = Estimate { mean: variance.sqrt(), error: error.map(|e| e / (2.0 * variance.sqrt())) };
            let estimate = |(mean, error)| Estimate { mean, error };
            let expected = [estimate(mean_and_error(&entropies)), estimate(mean_and_error(&largest)), sd];
            for ((name, found), expected) in estimates(point).into_iter().zip(expected) {
                let pair = |e: Estimate| [e.mean, e.error.expect("an error")];
                let context = format!("d_k {} {:?}", point.d_k, curve.scaling);
                assert_row(&context, name, &pair(found), &pair(expected), Tolerance::Absolute(1e-9));
            }
        }
    }
}

#[test]
fn slices_make_no_difference() {
    let whole = curves(small(7), &Scaling::COMPARED, WIDTHS.len());
    let mut job = CurveJob::new(small(7), &Scaling::COMPARED);
    let (mut steps, mut progress) = (0, 0.0);
    assert_eq!(job.progress(), 0.0);
    while !job.is_done() {
        // As a page does: take the job up from a copy at each frame.
        job = job.clone();
        job.advance();
        steps += 1;
        assert!(job.progress() > progress, "step {steps}");
        progress = job.progress();
        for curve in job.curves() {
            assert_eq!(curve.points.len(), steps / 2);
            let done = &whole.iter().find(|w| w.scaling == curve.scaling).expect("the curve").points[..steps / 2];
            assert_eq!(curve.points, done);
        }
    }
    assert_eq!((steps, progress), (2 * WIDTHS.len(), 1.0));
    job.advance();
    assert_eq!(job.curves(), whole, "advancing what is done changes nothing");
    assert!(job.is_done());
    for curve in &whole {
        assert_eq!(curve.points.iter().map(|point| point.d_k).collect::<Vec<_>>(), WIDTHS);
    }
}

#[test]
fn settings_are_held_to_their_limits() {
    let steps_to_first_point = |count| {
        let mut job = CurveJob::new(CurveSettings { seed: 1, count, keys: 2 }, &[Scaling::None]);
        let steps = (1..).take_while(|_| {
            job.advance();
            job.curves()[0].points.is_empty()
        });
        steps.count() + 1
    };
    assert_eq!(steps_to_first_point(0), 2);
    assert_eq!(steps_to_first_point(32), 2);
    assert_eq!(steps_to_first_point(33), 3, "rounded up to whole batches");
    assert_eq!(steps_to_first_point(usize::MAX), 512);
    let two_keys = |keys| curves(CurveSettings { keys, ..small(1) }, &[Scaling::None], 1);
    assert_eq!(two_keys(0), two_keys(2));
    assert!(two_keys(0)[0].points[0].entropy.mean <= 2f64.ln());
}

#[test]
fn every_estimate_agrees_with_numpy() {
    let reference = cases("sampling.json");
    assert_eq!(reference.len(), WIDTHS.len() * Scaling::COMPARED.len());
    for case in reference {
        let curve = DEFAULT.iter().find(|curve| curve.scaling.id() == case["scaling"]).expect("the scaling");
        let d_k = number(&case["d_k"]) as usize;
        let point = curve.points.iter().find(|point| point.d_k == d_k).expect("the width");
        for (name, Estimate { mean, error }) in estimates(point) {
            let (expected, spread) = (number(&case[name]["mean"]), number(&case[name]["error"]));
            let allowed = 4.5 * error.expect("an error").hypot(spread);
            assert!(
                (mean - expected).abs() < allowed,
                "{name} at d_k {d_k}, {:?}: {mean}, not {expected} within {allowed}",
                curve.scaling
            );
        }
    }
}

#[test]
fn scores_spread_like_the_root_of_the_width() {
    for curve in DEFAULT.iter() {
        for point in &curve.points {
            let expected = (point.d_k as f64).sqrt() / curve.scaling.divisor_at(point.d_k);
            let Estimate { mean, error } = point.score_sd;
            assert!((mean - expected).abs() < 4.0 * error.expect("an error"), "d_k {}: {mean}", point.d_k);
        }
    }
}

/// A root taken batch by batch would be 1.8 % too small at d_k = 1, however many queries there are.
#[test]
fn the_standard_deviation_has_no_bias() {
    let deviations = [1, 2, 3, 4].map(|seed| {
        let settings = CurveSettings { seed, count: CurveSettings::COUNT.1, keys: 128 };
        curves(settings, &[Scaling::None], 1)[0].points[0].score_sd.mean
    });
    let (mean, _) = mean_and_error(&deviations);
    assert!((mean - 1.0).abs() < 0.009, "{mean} from {deviations:?}");
}

#[test]
fn standard_errors_are_the_spread_over_seeds() {
    let widths = 5;
    let runs: Vec<Vec<Curve>> = (0..20)
        .map(|seed| curves(CurveSettings { seed: 100 + seed, count: 256, keys: 64 }, &Scaling::COMPARED, widths))
        .collect();
    for scaling in 0..Scaling::COMPARED.len() {
        for (width, d_k) in WIDTHS.into_iter().enumerate().take(widths) {
            for quantity in 0..3 {
                let of = |run: &Vec<Curve>| estimates(&run[scaling].points[width])[quantity];
                let means: Vec<f64> = runs.iter().map(|run| of(run).1.mean).collect();
                let errors: Vec<f64> = runs.iter().map(|run| of(run).1.error.expect("an error")).collect();
                assert!(errors.iter().all(|&error| error > 0.0));
                let spread = mean_and_error(&means).1.expect("twenty runs") * 20f64.sqrt();
                let ratio = mean_and_error(&errors).0 / spread;
                let name = of(&runs[0]).0;
                assert!((0.55..1.8).contains(&ratio), "{name} at d_k {d_k}: errors are {ratio} of the spread");
            }
        }
    }
}

#[test]
fn drawn_matrices_are_gaussian_and_rounded() {
    let draw = |seed, number, decimals| gaussian_matrix(&mut Stream::new(seed, number), 64, 32, decimals);
    let matrix = draw(5, 1, 2);
    assert_eq!(matrix.shape(), (64, 32));
    assert_eq!(matrix, draw(5, 1, 2));
    assert_ne!(matrix, draw(6, 1, 2));
    assert_ne!(matrix, draw(5, 2, 2));
    assert!(
        matrix
            .iter()
            .all(|x| ((x * 100.0).round() / 100.0).to_bits() == x.to_bits() && !(*x == 0.0 && x.is_sign_negative()))
    );
    assert!(matrix.iter().any(|x| x.fract() != 0.0));
    // Row by row: fewer rows are the first rows of more.
    assert_eq!(gaussian_matrix(&mut Stream::new(5, 1), 10, 32, 2), matrix.rows(0, 10));
    let n = matrix.len() as f64;
    let moment = |power: i32| draw(5, 1, 6).iter().map(|x| x.powi(power)).sum::<f64>() / n;
    // Mean, variance and fourth moment, each within four standard errors of 0, 1 and 3.
    assert!(moment(1).abs() < 4.0 / n.sqrt(), "{}", moment(1));
    assert!((moment(2) - 1.0).abs() < 4.0 * (2.0 / n).sqrt(), "{}", moment(2));
    assert!((moment(4) - 3.0).abs() < 4.0 * (96.0 / n).sqrt(), "{}", moment(4));
    let correlation = |other: Matrix| draw(5, 1, 6).dot(&other) / n;
    for (other, what) in [(draw(6, 1, 6), "the next seed"), (draw(5, 2, 6), "the next stream")] {
        assert!(correlation(other).abs() < 4.0 / n.sqrt(), "{what} follows this one");
    }
    assert!(draw(5, 1, 0).iter().all(|x| x.fract() == 0.0));
}
