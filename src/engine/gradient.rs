//! Gradients of a loss through attention, analytic; in f64 whatever the format of the computation.

use super::inputs::Inputs;
use super::matrix::{Matrix, row};
use super::trace::Trace;

/// The gradient of a loss with respect to every stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradients {
    /// With respect to `weights`, L×S: also of hidden keys, whose weight is held at 0.
    pub weights: Matrix,
    /// With respect to what enters softmax, L×S; 0 where the key is hidden.
    pub logits: Matrix,
    /// With respect to the raw scores Q Kᵀ, L×S: soft cap and divisor are passed through.
    pub scores: Matrix,
    /// With respect to Q, L×d_k, and K, S×d_k; `None` where the computation starts from scores.
    pub queries_and_keys: Option<[Matrix; 2]>,
    /// With respect to V, S×d_v.
    pub values: Matrix,
}

/// Backward through `trace` of `inputs`, with `upstream` the gradient of the loss with respect to `output` (L×d_v).
pub fn backward(inputs: &Inputs, trace: &Trace, upstream: &Matrix) -> Gradients {
    use super::cell::Name;
    let visible = |i, j| !inputs.mask().hides(i, j, inputs.queries(), inputs.keys()).any();
    let weights = upstream * inputs.values().transpose();
    let logits = softmax_backward(&trace.weights, &weights);
    let scores = Matrix::from_fn(logits.nrows(), logits.ncols(), |i, j| {
        if !visible(i, j) {
            return 0.0;
        }
        let slope = inputs.softcap().map_or(1.0, |cap| 1.0 - (trace.scaled[(i, j)] / cap).tanh().powi(2));
        logits[(i, j)] * slope / inputs.divisor()
    });
    let values = trace.weights.transpose() * upstream;
    let queries_and_keys = match (inputs.matrix(Name::Q), inputs.matrix(Name::K)) {
        (Some(q), Some(k)) => Some([skipping_product(&scores, k), skipping_product(&scores.transpose(), q)]),
        _ => None,
    };
    Gradients { weights, logits, scores, queries_and_keys, values }
}

/// The gradient with respect to what enters softmax, from that with respect to the weights; both L×S.
///
/// Entries of weight 0 get 0, whatever their gradient.
pub fn softmax_backward(weights: &Matrix, upstream: &Matrix) -> Matrix {
    let rows = (0..weights.nrows()).map(|i| softmax_backward_row(&row(weights, i), &row(upstream, i)));
    let rows: Vec<Vec<f64>> = rows.collect();
    Matrix::from_fn(weights.nrows(), weights.ncols(), |i, j| rows[i][j])
}

/// The same for one row: p_i (g_i − Σ p_j g_j). For a weight above ½ the sum is taken as Σ p_j (g_i − g_j): near 1 the
/// difference would lose its digits.
pub fn softmax_backward_row(weights: &[f64], upstream: &[f64]) -> Vec<f64> {
    let pairs = || weights.iter().zip(upstream).filter(|(p, _)| **p != 0.0);
    let mean: f64 = pairs().map(|(p, g)| p * g).sum();
    let entry = |(p, g): (&f64, &f64)| match *p {
        0.0 => 0.0,
        p if p > 0.5 => p * pairs().map(|(q, h)| q * (g - h)).sum::<f64>(),
        p => p * (g - mean),
    };
    weights.iter().zip(upstream).map(entry).collect()
}

// A key that no query sees takes no part, so that a NaN in it does not become 0 · NaN.
fn skipping_product(a: &Matrix, b: &Matrix) -> Matrix {
    Matrix::from_fn(a.nrows(), b.ncols(), |i, c| {
        (0..b.nrows()).filter(|&j| a[(i, j)] != 0.0).map(|j| a[(i, j)] * b[(j, c)]).sum()
    })
}

/// The Jacobian of the softmax of one row, S×S: ∂p_i/∂z_j = p_i (δ_ij − p_j). Symmetric; its rows sum to 0. The
/// diagonal takes 1 − p as the sum of the other weights.
pub fn softmax_jacobian(weights: &[f64]) -> Matrix {
    let size = weights.len();
    let others = |i: usize| weights.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, p)| p).sum::<f64>();
    Matrix::from_fn(size, size, |i, j| if i == j { weights[i] * others(i) } else { -weights[i] * weights[j] } + 0.0)
}
