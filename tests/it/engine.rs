//! The engine against numbers from arbitrary-precision arithmetic, and its masks against their definitions.

mod masks;
mod shapes;
mod worked;

use std::collections::BTreeSet;

use attention_lab::engine::cell::{Cell, Name};
use attention_lab::engine::faults;
use attention_lab::engine::inputs::{Dimension, Inputs, ShapeError, Source};
use attention_lab::engine::mask::{Causal, Hidden, Mask};
use attention_lab::engine::matrix::{Matrix, from_rows, row};
use attention_lab::engine::scaling::Scaling;
use attention_lab::engine::softmax::softmax;
use attention_lab::engine::statistics::{RowStatistics, entropy, jacobian_norm, mean_and_error};
use attention_lab::engine::trace::{Trace, attend, value};
use serde_json::Value;

use crate::fixture::{
    Tolerance, assert_close, assert_row, cases, indices, matrix, number, numbers, row_matrix, same_bits, same_bits_all,
};

const CLOSE: Tolerance = Tolerance::Absolute(1e-12);

fn of_kind(kind: &str) -> Vec<Value> {
    let found: Vec<Value> = cases("worked-examples.json").into_iter().filter(|case| case["kind"] == kind).collect();
    assert!(!found.is_empty(), "no worked example of kind {kind}");
    found
}

fn id(case: &Value) -> &str {
    case["id"].as_str().expect("an id")
}

fn qkv(q: Matrix, k: Matrix, v: Matrix) -> Source {
    Source::Qkv { q, k, v }
}

fn inputs(source: Source, scaling: Scaling, mask: Mask) -> Inputs {
    Inputs::new(source, scaling, mask).expect("shapes that fit")
}

/// Scores alone against values 1, 2, 3…, undivided.
fn scores(rows: &[Vec<f64>], mask: Mask) -> Inputs {
    let scores = from_rows(rows).expect("rows");
    let v = Matrix::from_fn(scores.ncols(), 1, |j, _| (j + 1) as f64);
    inputs(Source::Scores { scores, v, d_k: 1 }, Scaling::None, mask)
}

fn padding(keys: &[usize]) -> Mask {
    Mask::padding(keys.iter().copied())
}

/// A matrix without symmetry, so that a transposed or shifted reading shows.
fn uneven(rows: usize, columns: usize, seed: usize) -> Matrix {
    Matrix::from_fn(rows, columns, |i, j| ((7 * i + 13 * j + 5 * i * j + 3 * seed) % 19) as f64 / 4.0 - 2.25)
}
