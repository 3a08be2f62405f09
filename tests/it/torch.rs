//! The engine against PyTorch: every case in a folder, all fields that the engine has.

use attention_lab::engine::gradient::backward;
use attention_lab::engine::inputs::{Inputs, Source};
use attention_lab::engine::mask::{Causal, Mask};
use attention_lab::engine::scaling::Scaling;
use attention_lab::engine::statistics::RowStatistics;
use attention_lab::engine::trace::attend;
use nalgebra::DMatrix;
use serde_json::Value;

use crate::fixture::{Tolerance, cases_in, differs, indices, matrix, number, numbers, path, read, row_matrix};

const CLOSE: Tolerance = Tolerance::OfLargest(1e-10);

#[test]
fn every_case_agrees() {
    cases_in("torch-attention", "TORCH_ATTENTION_CASES", 22, failure);
}

/// A scale may be any number.
#[test]
fn scales_without_a_name() {
    cases_in("numeric-scales", "NUMERIC_SCALE_CASES", 8, failure);
}

/// The first number that differs.
fn failure(case: &Value) -> Option<String> {
    let (q, k, v) = (matrix(&case["q"]), matrix(&case["k"]), matrix(&case["v"]));
    let scaling = match case["scaling"].as_str() {
        Some("none") => Scaling::None,
        Some("sqrt_dk") => Scaling::Sqrt,
        Some("dk") => Scaling::Dk,
        // Any other scale: a number, which multiplies the scores as in PyTorch.
        _ => match number(&case["scaling"]) {
            scale if scale > 0.0 && 1.0 / scale > 0.0 && 1.0 / scale < f64::INFINITY => Scaling::Divisor(1.0 / scale),
            other => return Some(format!("no scaling {other:?}")),
        },
    };
    let keep: Vec<Vec<bool>> = serde_json::from_value(case["keep"].clone()).expect("a matrix of booleans");
    let mask = match case["mask"].as_str() {
        None => Mask::default(),
        Some("causal_top_left") => Causal::TopLeft.into(),
        Some("causal_bottom_right") => Causal::BottomRight.into(),
        Some(name) => match name.strip_prefix("padding_last_").and_then(|count| count.parse::<usize>().ok()) {
            Some(count) => Mask::padding(k.nrows() - count..k.nrows()),
            None => Mask { keep: Some(DMatrix::from_fn(q.nrows(), k.nrows(), |i, j| keep[i][j])), ..Mask::default() },
        },
    };
    let inputs = Inputs::new(Source::Qkv { q, k, v }, scaling, mask).expect("shapes");
    let (queries, keys) = (inputs.queries(), inputs.keys());
    let sees = |i, j| !inputs.mask().hides(i, j, queries, keys).any();
    if keep != (0..queries).map(|i| (0..keys).map(|j| sees(i, j)).collect::<Vec<_>>()).collect::<Vec<_>>() {
        return Some("the mask differs from `keep`".to_owned());
    }
    let scale = case["scale"].as_f64().expect("a scale");
    if (1.0 / inputs.divisor() - scale).abs() > 1e-15 * scale.abs() {
        return Some(format!("scale {scale}, but divisor {}", inputs.divisor()));
    }
    let trace = attend(&inputs);
    let gradients = backward(&inputs, &trace, &matrix(&case["grad_output"]));
    let [dq, dk] = gradients.queries_and_keys.expect("Q and K");
    let per_row = |pick: fn(RowStatistics) -> f64| {
        row_matrix(&(0..queries).map(|i| pick(trace.statistics(i))).collect::<Vec<_>>())
    };
    let fields = [
        ("raw_scores", trace.scores.clone()),
        ("masked_scores", trace.masked.clone()),
        ("weights", trace.weights.clone()),
        ("output", trace.output.clone()),
        ("entropy_nats", per_row(|row| row.entropy)),
        ("softmax_jacobian_frobenius", per_row(|row| row.jacobian_norm)),
        ("grad_weights", gradients.weights),
        ("grad_raw_scores", gradients.scores),
        ("grad_q", dq),
        ("grad_k", dk),
        ("grad_v", gradients.values),
    ];
    let expected = |field: &str| match case[field][0] {
        Value::Array(_) => matrix(&case[field]),
        _ => row_matrix(&numbers(&case[field])),
    };
    let first = fields.iter().find_map(|(field, found)| differs(field, found, &expected(field), CLOSE));
    let listed = indices(&case["fully_masked_rows"]);
    first.or_else(|| (trace.empty_rows != listed).then(|| format!("empty rows {:?}, not {listed:?}", trace.empty_rows)))
}

/// A saturated row has an entropy and a Jacobian far below any absolute tolerance; each is right to nine digits.
#[test]
fn saturated_rows_keep_their_digits() {
    let case = read(&path("torch-attention/saturated_gain_40.json"));
    let source = Source::Qkv { q: matrix(&case["q"]), k: matrix(&case["k"]), v: matrix(&case["v"]) };
    let trace = attend(&Inputs::new(source, Scaling::None, Mask::default()).expect("shapes"));
    let close = Tolerance::Relative(1e-9);
    for i in 0..trace.weights.nrows() {
        let found = trace.statistics(i);
        for (field, found) in [("entropy_nats", found.entropy), ("softmax_jacobian_frobenius", found.jacobian_norm)] {
            let expected = numbers(&case[field])[i];
            assert!(expected > 0.0 && expected < 1e-30);
            let difference = differs(field, &row_matrix(&[found]), &row_matrix(&[expected]), close);
            assert!(difference.is_none(), "row {}: {}", i + 1, difference.unwrap_or_default());
        }
    }
    let difference = differs("weights", &trace.weights, &matrix(&case["weights"]), close);
    assert!(difference.is_none(), "{}", difference.unwrap_or_default());
}
