//! Softmax of one row, with every intermediate.

/// The steps of a stable softmax along a row of S keys.
#[derive(Clone, Debug, PartialEq)]
pub struct SoftmaxRow {
    /// The largest entry; −∞ when no key is left.
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

/// Softmax of `logits`, where −∞ marks a hidden key.
///
/// The row maximum is subtracted first, so a finite row never overflows. A row of nothing but −∞ gives zeros, not the
/// NaN of 0/0. A NaN or +∞ in the row makes the row NaN, as in floating-point hardware.
pub fn softmax(logits: &[f64]) -> SoftmaxRow {
    // f64::max drops a NaN, which would hide it from the reader.
    let max = logits.iter().fold(f64::NEG_INFINITY, |m, &x| if x.is_nan() || m.is_nan() { f64::NAN } else { m.max(x) });
    let empty = max == f64::NEG_INFINITY;
    let shifted: Vec<f64> = logits.iter().map(|&x| if x == f64::NEG_INFINITY { x } else { x - max }).collect();
    let exponentials: Vec<f64> = shifted.iter().map(|x| x.exp()).collect();
    let sum = exponentials.iter().fold(0.0, |sum, e| sum + e);
    let weights = exponentials.iter().map(|e| if empty { 0.0 } else { e / sum }).collect();
    SoftmaxRow { max, shifted, exponentials, sum, weights }
}
