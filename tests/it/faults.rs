//! The bank of faults: the smallest input of each, with the number that should come out and the one that does.
//!
//! Expected numbers were computed apart from this code: with mpmath at 40 digits; those of several heads from NumPy's
//! `reshape`, `transpose`, `repeat` and `tile`; those in narrow formats with NumPy and ml_dtypes.

mod bank;
mod heads;
mod laws;
mod numbers;

use std::collections::BTreeSet;

use attention_lab::choice::Choice;
use attention_lab::engine::faults::{Fault, Scenario, mask_after_softmax};
use attention_lab::engine::inputs::{Inputs, Source};
use attention_lab::engine::mask::{Causal, Mask, Window};
use attention_lab::engine::matrix::{Matrix, from_rows};
use attention_lab::engine::precision::{MaskConstant, Numerics, Precision};
use attention_lab::engine::scaling::Scaling;
use attention_lab::text::Text;

use crate::fixture::{Tolerance, assert_close};

const CLOSE: Tolerance = Tolerance::Absolute(1e-12);

const NAN: f64 = f64::NAN;

// Softmax of [2, 0] and of [1, 0].
const TWO: [f64; 2] = [0.8807970779778824, 0.11920292202211756];

const ONE: [f64; 2] = [0.7310585786300049, 0.2689414213699951];

fn m<const C: usize>(rows: &[[f64; C]]) -> Matrix {
    from_rows(&rows.iter().map(|row| row.to_vec()).collect::<Vec<_>>()).expect("a matrix")
}

/// Scores of width `d_k` against values 1, 2, 3…
fn scores<const C: usize>(rows: &[[f64; C]], d_k: usize, scaling: Scaling, mask: Mask) -> Inputs {
    let v = Matrix::from_fn(C, 1, |j, _| (j + 1) as f64);
    Inputs::new(Source::Scores { scores: m(rows), v, d_k }, scaling, mask).expect("shapes that fit")
}

/// Scores that enter softmax as they are.
fn logits<const C: usize>(rows: &[[f64; C]], mask: impl Into<Mask>) -> Scenario {
    scores(rows, 1, Scaling::None, mask.into()).into()
}

/// Raw scores of width `d_k`, to be divided by its root.
fn raw<const C: usize>(scores_row: [f64; C], d_k: usize) -> Scenario {
    scores(&[scores_row], d_k, Scaling::Sqrt, Mask::default()).into()
}

fn qkv(q: Matrix, k: Matrix, v: Matrix, mask: impl Into<Mask>) -> Inputs {
    Inputs::new(Source::Qkv { q, k, v }, Scaling::Sqrt, mask.into()).expect("shapes that fit")
}

fn several(inputs: Inputs, heads: usize, key_heads: usize) -> Scenario {
    Scenario::new(inputs, heads, key_heads).expect("heads that divide the widths")
}

fn altered(scenario: &Scenario, alter: impl FnOnce(&mut Scenario)) -> Scenario {
    let mut scenario = scenario.clone();
    alter(&mut scenario);
    scenario
}

fn in_format(scenario: &Scenario, precision: Precision, constant: MaskConstant) -> Scenario {
    scenario.inputs().with_numerics(Numerics { precision, constant, naive: false }).into()
}

fn causal(offset: isize) -> Mask {
    Mask { offset, ..Causal::TopLeft.into() }
}

/// A row that shares evenly over its first `n` keys.
fn even<const C: usize>(n: usize) -> [f64; C] {
    std::array::from_fn(|j| if j < n { 1.0 / n as f64 } else { 0.0 })
}

/// A row that shares evenly over its keys from `first` to `last`, from 1.
fn span<const C: usize>(first: usize, last: usize) -> [f64; C] {
    std::array::from_fn(|j| if (first..=last).contains(&(j + 1)) { 1.0 / (last + 1 - first) as f64 } else { 0.0 })
}

/// Two tokens of 64 numbers and one head of 16: Q Kᵀ is [8, 0] for the first, [0, 0] for the second.
fn embedded() -> Scenario {
    let one_of =
        |columns: usize, value: f64| Matrix::from_fn(64, columns, move |i, _| if i == 0 { value } else { 0.0 });
    let x = Matrix::from_fn(2, 64, |i, j| if i == j { 1.0 } else { 0.0 });
    let source = Source::Tokens { x, wq: one_of(16, 1.0), wk: one_of(16, 0.5), wv: one_of(1, 3.0) };
    Inputs::new(source, Scaling::Sqrt, Mask::default()).expect("shapes that fit").into()
}

fn window(left: usize, right: usize) -> Window {
    Window { left: Some(left), right: Some(right) }
}

fn all_finite(matrix: &Matrix) -> bool {
    matrix.iter().all(|x| x.is_finite())
}

/// Finite first: no difference to NaN exceeds a tolerance.
fn assert_sides(fault: Fault, scenario: &Scenario, right: &[Matrix], wrong: &[Matrix], tolerance: Tolerance) {
    let sides = [("right", fault.right(scenario), right), ("wrong", fault.wrong(scenario), wrong)];
    assert!(sides[0].1.weights.iter().all(all_finite) && all_finite(&sides[0].1.output), "{}", fault.id());
    for (side, found, expected) in sides {
        assert_eq!(found.weights.len(), scenario.heads(), "{}", fault.id());
        for (head, weights) in found.weights.iter().enumerate() {
            // One matrix stands for all heads.
            let expected = expected.get(head).unwrap_or(&expected[0]);
            assert_close(fault.id(), &format!("{side} weights of head {head}"), weights, expected, tolerance);
        }
    }
}

fn assert_outputs(fault: Fault, scenario: &Scenario, right: &Matrix, wrong: &Matrix) {
    let found = fault.right(scenario).output;
    assert!(all_finite(&found), "{}: {found}", fault.id());
    assert_close(fault.id(), "right output", &found, right, CLOSE);
    assert_close(fault.id(), "wrong output", &fault.wrong(scenario).output, wrong, CLOSE);
}

#[test]
fn the_bank_is_whole() {
    let ids = [
        "fully-masked-row",
        "hidden-nan",
        "mask-polarity",
        "d-model-divisor",
        "d-embedding-divisor",
        "scale-after-softmax",
        "scale-missing",
        "scaled-twice",
        "wrong-axis",
        "causal-corner",
        "cache-offset",
        "padding-on-queries",
        "mask-after-softmax",
        "mask-multiplied",
        "mask-added-as-number",
        "masks-added-in-half",
        "window-count",
        "window-both-sides",
        "eval-dropout",
        "reshape-without-transpose",
        "grouped-tile",
        "finite-start-max",
        "no-rescale",
        "fp16-before-scale",
        "swapped-label",
        "order-blind",
        "not-a-fault",
        "divide-by-d-k",
    ];
    assert_eq!(Fault::ALL.iter().map(|fault| fault.id()).collect::<Vec<_>>(), ids);
    let unique: BTreeSet<_> = ids.into_iter().collect();
    assert_eq!(unique.len(), ids.len());
    for &fault in Fault::ALL {
        let Text { zh, en } = fault.label();
        assert!(!zh.trim().is_empty() && !en.trim().is_empty(), "{} lacks a label", fault.id());
        assert_eq!(Fault::from_id(fault.id()), Some(fault));
    }
    let sound: Vec<_> = Fault::ALL.iter().filter(|fault| !fault.is_fault()).map(|fault| fault.id()).collect();
    assert_eq!(sound, ["swapped-label", "order-blind", "not-a-fault", "divide-by-d-k"]);
}
