//! Extreme finite inputs: no panic, and what comes out finite is what 60 digits give.
//!
//! Each function is held against the same formula in binary numbers of unlimited length (sums and products exact, exp
//! and quotients to 445 digits, so that 60 are left of 1 − p where p is the smallest f64), by `dashu-float`, which shares nothing with the engine. The bounds
//! are those of the rounding that the formula itself asks for: half a unit for each operation, and for exp the rounding
//! of its argument. Where the engine gives ∞ or NaN, the exact numbers must show an overflow on the way.

mod others;
mod real;
mod stages;

use attention_lab::engine::inputs::{Inputs, Source};
use attention_lab::engine::mask::{Causal, Mask};
use attention_lab::engine::matrix::Matrix;
use attention_lab::engine::scaling::Scaling;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// The numbers at which arithmetic breaks, ordinary ones, and all sizes between; every one of them finite.
fn extreme() -> BoxedStrategy<f64> {
    let special = select(vec![
        0.0,
        -0.0,
        5e-324,
        -5e-324,
        2.2e-308,
        -1e-310,
        1e-160,
        -1e-160,
        1.0,
        -1.0,
        1.0 + f64::EPSILON,
        1.3e154,
        -1.3e154,
        1e200,
        -1e200,
        1e308,
        -1e308,
        f64::MAX,
        f64::MIN,
    ]);
    let of_any_size = (-1.0..1.0, -300.0..300.0).prop_map(|(digits, power): (f64, f64)| digits * 10f64.powf(power));
    prop_oneof![4 => special, 3 => -4.0..4.0, 2 => -800.0..800.0, 2 => of_any_size].boxed()
}

/// Mostly numbers that stay finite all the way, so that there is something to compare.
fn mild() -> BoxedStrategy<f64> {
    prop_oneof![6 => -4.0..4.0, 2 => -40.0..40.0, 1 => select(vec![0.0, -0.0, 5e-324, 1e-160, 1.0, 1e100, -1e100])]
        .boxed()
}

/// Numbers whose products are about 1, or overflow: rows in which some logits are −∞ and others are not.
fn overflowing() -> BoxedStrategy<f64> {
    select(vec![1e200, 1e200, 1e-200, -1e-200, 3e-200, -1e200]).boxed()
}

fn matrix(rows: usize, columns: usize, entry: &BoxedStrategy<f64>) -> BoxedStrategy<Matrix> {
    let free = vec(entry.clone(), rows * columns);
    let equal_rows = vec(entry.clone(), columns).prop_map(move |row| row.repeat(rows));
    let one_number = entry.clone().prop_map(move |x| vec![x; rows * columns]);
    prop_oneof![6 => free, 1 => equal_rows, 1 => one_number]
        .prop_map(move |entries| Matrix::from_row_slice(rows, columns, &entries))
        .boxed()
}

/// L, S, d_k, d_v: small and seldom square, one row among them; now and then the largest that the page holds.
fn sizes() -> BoxedStrategy<(usize, usize, usize, usize)> {
    let one = 1..=6usize;
    prop_oneof![
        30 => (one.clone(), one.clone(), one.clone(), one),
        3 => (1..=1usize, 1..=64usize, 1..=3usize, 1..=2usize),
        1 => Just((64, 64, 64, 64)),
    ]
    .boxed()
}

fn qkv(entry: fn() -> BoxedStrategy<f64>) -> BoxedStrategy<[Matrix; 3]> {
    sizes()
        .prop_flat_map(move |(l, s, d_k, d_v)| {
            let entry = entry();
            (matrix(l, d_k, &entry), matrix(s, d_k, &entry), matrix(s, d_v, &entry))
        })
        .prop_map(|(q, k, v)| [q, k, v])
        .boxed()
}

fn inputs(entry: fn() -> BoxedStrategy<f64>) -> BoxedStrategy<Inputs> {
    let scaling = select(vec![Scaling::None, Scaling::Sqrt, Scaling::Dk, Scaling::TwoSqrt, Scaling::Divisor(1e-3)]);
    let causal = select(vec![Causal::None, Causal::TopLeft, Causal::BottomRight]);
    (qkv(entry), scaling, causal, vec(0..64usize, 0..3))
        .prop_map(|([q, k, v], scaling, causal, padding)| {
            let mask = Mask { causal, ..Mask::padding(padding) };
            Inputs::new(Source::Qkv { q, k, v }, scaling, mask).expect("the shapes fit")
        })
        .boxed()
}
