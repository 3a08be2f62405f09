//! Softmax of one row, with every intermediate.

use super::precision::Numerics;

/// The steps of a stable softmax along a row of S keys.
#[derive(Clone, Debug, PartialEq)]
pub struct SoftmaxRow {
    /// What is subtracted: the largest entry, −∞ when no key is left; 0 in a naive softmax.
    pub max: f64,
    /// Each entry minus `max`; −∞ for a hidden key.
    pub shifted: Vec<f64>,
    /// exp of `shifted`; exactly 0 for a hidden key.
    pub exponentials: Vec<f64>,
    /// Sum of `exponentials`; 0 when no key is left.
    pub sum: f64,
    /// `exponentials` over `sum`; all 0 when no key is left.
    pub weights: Vec<f64>,
}

/// Softmax of `logits` in f64, where −∞ marks a hidden key.
///
/// The row maximum is subtracted first, so a finite row never overflows. A row of nothing but −∞ gives zeros, not the
/// NaN of 0/0. A NaN or +∞ in the row makes every visible weight NaN, as in floating-point hardware.
pub fn softmax(logits: &[f64]) -> SoftmaxRow {
    softmax_in(Numerics::default(), logits)
}

/// The same, each operation rounded to the format, and without subtracting the maximum where it is naive. −∞ marks a
/// hidden key only where it is the mask constant; with another one, a row of nothing but −∞ is NaN.
pub fn softmax_in(numerics: Numerics, logits: &[f64]) -> SoftmaxRow {
    softmax_hiding(numerics, logits, |j| numerics.skips() && logits[j] == f64::NEG_INFINITY)
}

/// The same, where `hidden` tells which keys are skipped: a score that only overflowed to −∞ is not hidden.
pub fn softmax_hiding(numerics: Numerics, logits: &[f64], hidden: impl Fn(usize) -> bool) -> SoftmaxRow {
    let Numerics { precision, naive, .. } = numerics;
    let visible = logits.iter().enumerate().filter(|(j, _)| !hidden(*j)).map(|(_, &x)| x);
    let max = if naive { 0.0 } else { precision.round(visible.fold(f64::NEG_INFINITY, larger)) };
    let shift = |(j, &x): (usize, &f64)| {
        if hidden(j) {
            f64::NEG_INFINITY
        } else if naive {
            x
        } else {
            precision.subtract(x, max)
        }
    };
    let shifted: Vec<f64> = logits.iter().enumerate().map(shift).collect();
    let exponentials: Vec<f64> = shifted.iter().map(|&x| precision.exp(x)).collect();
    let sum = precision.sum(exponentials.iter().copied());
    let weight = |(j, &e): (usize, &f64)| if hidden(j) { 0.0 } else { precision.divide(e, sum) };
    let weights = exponentials.iter().enumerate().map(weight).collect();
    SoftmaxRow { max, shifted, exponentials, sum, weights }
}

/// The largest of `values`; NaN if any is, which `f64::max` would drop. −∞ of nothing.
pub fn largest(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NEG_INFINITY, larger)
}

/// The larger of two; NaN if one is.
pub(super) fn larger(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) }
}

/// What is subtracted from the logits of a part of a row whose largest so far is `max`: `max`, but 0 where that is −∞.
///
/// Visible scores may overflow to −∞, all of a block of them, and −∞ − (−∞) would be a NaN that no later block takes
/// away. With 0 they count for exp(−∞) = 0 until a finite score comes; where none does, the sum stays 0 and the output is
/// 0/0, the NaN that the whole row at once gives. Flash attention guards its blocks in the same way.
pub(super) fn part_shift(max: f64) -> f64 {
    if max == f64::NEG_INFINITY { 0.0 } else { max }
}
