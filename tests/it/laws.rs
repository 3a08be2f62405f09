//! What holds for every input: shapes from 1 to 8 that are seldom square, all sources, masks and scalings.

mod derivations;
mod starts;
mod weights;

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use attention_lab::choice::Choice;
use attention_lab::engine::cell::{Cell, Name};
use attention_lab::engine::derivation::{Derivation, Term, derive};
use attention_lab::engine::faults;
use attention_lab::engine::inputs::{Dimension, Inputs, Source};
use attention_lab::engine::mask::{Causal, Mask, Window};
use attention_lab::engine::matrix::{Matrix, row};
use attention_lab::engine::precision::{MaskConstant, Numerics, Precision};
use attention_lab::engine::scaling::Scaling;
use attention_lab::engine::trace::{Trace, attend, value};
use nalgebra::DMatrix;
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use proptest::sample::select;

use crate::fixture::{Tolerance, differs, same_bits, same_bits_all};

const CLOSE: Tolerance = Tolerance::Absolute(1e-12);

/// Not written to disk: a failure prints its smallest input, which then becomes a test by name.
pub fn config() -> ProptestConfig {
    ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() }
}

/// Ordinary numbers, with exact zeros of both signs among them.
pub fn tame() -> BoxedStrategy<f64> {
    prop_oneof![12 => -4.0..4.0, 1 => Just(0.0), 1 => Just(-0.0), 1 => Just(1.0)].boxed()
}

/// Whatever can come out of f64 arithmetic.
fn wild() -> BoxedStrategy<f64> {
    let special = select(vec![
        0.0,
        -0.0,
        1e-300,
        -1e-320,
        1e155,
        -1e155,
        1e300,
        f64::MAX,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ]);
    prop_oneof![8 => -4.0..4.0, 2 => -800.0..800.0, 1 => special].boxed()
}

fn matrix(rows: usize, columns: usize, entry: &BoxedStrategy<f64>) -> impl Strategy<Value = Matrix> + use<> {
    vec(entry.clone(), rows * columns).prop_map(move |entries| Matrix::from_row_slice(rows, columns, &entries))
}

const SIZE: RangeInclusive<usize> = 1..=8;

fn tokens(entry: BoxedStrategy<f64>) -> BoxedStrategy<Source> {
    (SIZE, SIZE, SIZE, SIZE)
        .prop_flat_map(move |(t, d, d_k, d_v)| {
            (matrix(t, d, &entry), matrix(d, d_k, &entry), matrix(d, d_k, &entry), matrix(d, d_v, &entry))
        })
        .prop_map(|(x, wq, wk, wv)| Source::Tokens { x, wq, wk, wv })
        .boxed()
}

fn qkv(entry: BoxedStrategy<f64>) -> BoxedStrategy<Source> {
    (SIZE, SIZE, SIZE, SIZE)
        .prop_flat_map(move |(l, s, d_k, d_v)| (matrix(l, d_k, &entry), matrix(s, d_k, &entry), matrix(s, d_v, &entry)))
        .prop_map(|(q, k, v)| Source::Qkv { q, k, v })
        .boxed()
}

fn scores(entry: BoxedStrategy<f64>) -> BoxedStrategy<Source> {
    (SIZE, SIZE, 1..200usize, SIZE)
        .prop_flat_map(move |(l, s, d_k, d_v)| (matrix(l, s, &entry), matrix(s, d_v, &entry), Just(d_k)))
        .prop_map(|(scores, v, d_k)| Source::Scores { scores, v, d_k })
        .boxed()
}

fn scaling() -> impl Strategy<Value = Scaling> {
    prop_oneof![4 => select(Scaling::ALL), 1 => (0.05..20.0).prop_map(Scaling::Divisor)]
}

fn mask() -> impl Strategy<Value = Mask> {
    let padding = prop_oneof![2 => Just(BTreeSet::new()), 3 => btree_set(0..9usize, 1..4)];
    (select(Causal::ALL), padding).prop_map(|(causal, padding)| Mask { causal, padding, ..Mask::default() })
}

fn with_mask(source: BoxedStrategy<Source>) -> BoxedStrategy<Inputs> {
    (source, scaling(), mask())
        .prop_map(|(source, scaling, mask)| Inputs::new(source, scaling, mask).expect("shapes that fit"))
        .boxed()
}

/// Every source.
fn inputs(entry: fn() -> BoxedStrategy<f64>) -> BoxedStrategy<Inputs> {
    with_mask(prop_oneof![tokens(entry()), qkv(entry()), scores(entry())].boxed())
}

/// Every kind of mask, and a soft cap; windows and offsets beyond the keys, biases of −∞ among them.
pub fn complete(entry: fn() -> BoxedStrategy<f64>) -> BoxedStrategy<Inputs> {
    let end = || prop_oneof![1 => Just(None), 1 => (0..5usize).prop_map(Some)];
    let drawn = prop_oneof![1 => Just(None), 1 => vec(any::<bool>(), 64).prop_map(Some)];
    let biases = prop_oneof![4 => -3.0..3.0, 1 => Just(f64::NEG_INFINITY), 1 => Just(0.0)];
    let bias = prop_oneof![1 => Just(None), 1 => vec(biases, 64).prop_map(Some)];
    let softcap = prop_oneof![1 => Just(None), 1 => (0.5..30.0).prop_map(Some)];
    (inputs(entry), (-6..6isize, end(), end()), drawn, bias, softcap)
        .prop_map(|(inputs, (offset, left, right), drawn, bias, softcap)| {
            let (queries, keys) = (inputs.queries(), inputs.keys());
            let keep = drawn.map(|cells| DMatrix::from_fn(queries, keys, |i, j| cells[i * 8 + j]));
            let bias = bias.map(|cells| Matrix::from_fn(queries, keys, |i, j| cells[i * 8 + j]));
            let mask = Mask { offset, window: Window { left, right }, keep, bias, ..inputs.mask().clone() };
            inputs.with_mask(mask).with_softcap(softcap)
        })
        .boxed()
}

/// The same in every format, naive as well, with every mask constant.
pub fn carried_out(entry: fn() -> BoxedStrategy<f64>) -> BoxedStrategy<Inputs> {
    (complete(entry), select(Precision::ALL), any::<bool>(), select(MaskConstant::ALL))
        .prop_map(|(inputs, precision, naive, constant)| inputs.with_numerics(Numerics { precision, naive, constant }))
        .boxed()
}

fn hidden(inputs: &Inputs, i: usize, j: usize) -> bool {
    inputs.mask().hides(i, j, inputs.queries(), inputs.keys()).any()
}

fn shape(inputs: &Inputs, trace: &Trace, name: Name) -> Option<(usize, usize)> {
    trace.matrix(name).or_else(|| inputs.matrix(name)).map(Matrix::shape)
}

fn cells(inputs: &Inputs, trace: &Trace, name: Name) -> Vec<Cell> {
    let (rows, columns) = shape(inputs, trace, name).unwrap_or_default();
    (0..rows).flat_map(|i| (0..columns).map(move |j| Cell::new(name, i, j))).collect()
}

fn same(field: &str, found: &Matrix, expected: &Matrix) -> Result<(), TestCaseError> {
    differs(field, found, expected, CLOSE).map_or(Ok(()), |difference| Err(TestCaseError::fail(difference)))
}

fn all_finite(matrix: &Matrix) -> bool {
    matrix.iter().all(|x| x.is_finite())
}

/// An order of `0..length` made of `keys`, which need not differ.
fn order(length: usize, keys: &[u8]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..length).collect();
    order.sort_by_key(|&i| keys[i]);
    order
}

fn rows_in(matrix: &Matrix, order: &[usize]) -> Matrix {
    matrix.select_rows(order)
}

fn same_sources(a: &Inputs, b: &Inputs) -> bool {
    a.typed() == b.typed()
        && a.typed().iter().all(|&name| match (a.matrix(name), b.matrix(name)) {
            (Some(a), Some(b)) => same_bits_all(a, b),
            _ => false,
        })
}
