//! Gradients of a loss through attention, analytic; in f64 whatever the format of the computation.

use super::cell::Name;
use super::inputs::Inputs;
use super::matrix::Matrix;
use super::trace::Trace;

/// The gradient of a loss with respect to every stage.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradients {
    /// With respect to `weights`, L×S: also of skipped keys, whose weight is held at 0.
    pub weights: Matrix,
    /// With respect to what enters softmax, L×S; 0 where the key is skipped. Where a finite constant stands in for the mask,
    /// a hidden key is a key like any other and has its gradient.
    pub logits: Matrix,
    /// With respect to the raw scores Q Kᵀ, L×S: soft cap and divisor are passed through.
    pub scores: Matrix,
    /// With respect to Q, L×d_k, and K, S×d_k; `None` where the computation starts from scores.
    pub queries_and_keys: Option<[Matrix; 2]>,
    /// With respect to V, S×d_v.
    pub values: Matrix,
}

/// Backward through `trace` of `inputs`, with `upstream` the gradient of the loss with respect to `output` (L×d_v). As on
/// the way forward, a key that is skipped is left out, never multiplied by 0: no NaN or ∞ passes a mask.
pub fn backward(inputs: &Inputs, trace: &Trace, upstream: &Matrix) -> Gradients {
    let (queries, keys) = (inputs.queries(), inputs.keys());
    let skips: Vec<bool> = (0..queries * keys).map(|at| inputs.skips(at / keys, at % keys)).collect();
    let skips = |i: usize, j: usize| skips[i * keys + j];
    let weights = upstream * inputs.values().transpose();
    let mut logits = Matrix::zeros(queries, keys);
    for i in 0..queries {
        let seen: Vec<usize> = (0..keys).filter(|&j| !skips(i, j)).collect();
        let of = |matrix: &Matrix| seen.iter().map(|&j| matrix[(i, j)]).collect::<Vec<_>>();
        let gradient = softmax_backward_row(&of(&trace.weights), &of(&weights));
        seen.iter().zip(gradient).for_each(|(&j, gradient)| logits[(i, j)] = gradient);
    }
    let scores = Matrix::from_fn(queries, keys, |i, j| {
        if skips(i, j) {
            return 0.0;
        }
        let slope = inputs.softcap().map_or(1.0, |cap| 1.0 - (trace.scaled[(i, j)] / cap).tanh().powi(2));
        logits[(i, j)] * slope / inputs.divisor()
    });
    // Over the keys that a query sees, and over the queries that see a key.
    let over_keys = |matrix: &Matrix| {
        Matrix::from_fn(queries, matrix.ncols(), |i, c| {
            (0..keys).filter(|&j| !skips(i, j)).map(|j| scores[(i, j)] * matrix[(j, c)]).sum()
        })
    };
    let over_queries = |factors: &Matrix, matrix: &Matrix| {
        Matrix::from_fn(keys, matrix.ncols(), |j, c| {
            (0..queries).filter(|&i| !skips(i, j)).map(|i| factors[(i, j)] * matrix[(i, c)]).sum()
        })
    };
    let values = over_queries(&trace.weights, upstream);
    let queries_and_keys = match (inputs.matrix(Name::Q), inputs.matrix(Name::K)) {
        (Some(q), Some(k)) => Some([over_keys(k), over_queries(&scores, q)]),
        _ => None,
    };
    Gradients { weights, logits, scores, queries_and_keys, values }
}

/// The gradient with respect to what enters softmax of one row, from that with respect to its weights:
/// p_i (g_i − Σ p_j g_j). No key is skipped: a NaN makes the row NaN. For a weight above ½ the sum is taken as Σ p_j (g_i − g_j): near 1 the
/// difference would lose its digits.
pub fn softmax_backward_row(weights: &[f64], upstream: &[f64]) -> Vec<f64> {
    let pairs = || weights.iter().zip(upstream);
    let mean: f64 = pairs().map(|(p, g)| p * g).sum();
    let entry = |(p, g): (&f64, &f64)| match *p {
        p if p > 0.5 => p * pairs().map(|(q, h)| q * (g - h)).sum::<f64>(),
        p => p * (g - mean),
    };
    weights.iter().zip(upstream).map(entry).collect()
}

/// The Jacobian of the softmax of one row, S×S: ∂p_i/∂z_j = p_i (δ_ij − p_j). Symmetric; its rows sum to 0. The
/// diagonal takes 1 − p as the sum of the other weights.
pub fn softmax_jacobian(weights: &[f64]) -> Matrix {
    let size = weights.len();
    let others = |i: usize| weights.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, p)| p).sum::<f64>();
    Matrix::from_fn(size, size, |i, j| if i == j { weights[i] * others(i) } else { -weights[i] * weights[j] } + 0.0)
}
