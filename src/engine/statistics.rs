//! What a row of weights says in one number.

use super::softmax::largest;

/// Measures of one row of weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowStatistics {
    /// −Σ p ln p, in nats; 0 for an empty row.
    pub entropy: f64,
    /// ln of the number of visible keys: the entropy of a uniform row; 0 when at most one key is visible.
    pub ceiling: f64,
    /// The largest weight.
    pub largest: f64,
    /// Frobenius norm of the softmax Jacobian diag(p) − p pᵀ.
    pub jacobian_norm: f64,
}

impl RowStatistics {
    /// The mean of each measure over `rows`; NaN of none.
    pub fn mean(rows: &[Self]) -> Self {
        let of = |pick: fn(&Self) -> f64| rows.iter().map(pick).sum::<f64>() / rows.len() as f64;
        Self {
            entropy: of(|row| row.entropy),
            ceiling: of(|row| row.ceiling),
            largest: of(|row| row.largest),
            jacobian_norm: of(|row| row.jacobian_norm),
        }
    }

    /// The entropy as a share of its ceiling, 0…1; 0 where a single key leaves no choice.
    pub fn share(&self) -> f64 {
        if self.ceiling > 0.0 { self.entropy / self.ceiling } else { 0.0 }
    }

    /// Of the row `weights` in which `visible` keys are not hidden.
    pub fn new(weights: &[f64], visible: usize) -> Self {
        Self {
            entropy: entropy(weights),
            ceiling: (visible.max(1) as f64).ln(),
            largest: largest(weights),
            jacobian_norm: jacobian_norm(weights),
        }
    }
}

/// −Σ p ln p in nats, with 0 ln 0 = 0, of weights that sum to 1 or are all 0.
///
/// Near one-hot, ln p of the largest weight is ln(1 − the sum of the others): p itself has rounded them away.
pub fn entropy(weights: &[f64]) -> f64 {
    let term = |(i, &p): (usize, &f64)| p * if p > 0.5 { (-others(weights, i)).ln_1p() } else { p.ln() };
    // `+ 0.0` turns the −0 of a one-hot row into 0.
    -weights.iter().enumerate().filter(|&(_, &p)| p != 0.0).map(term).sum::<f64>() + 0.0
}

/// ‖diag(p) − p pᵀ‖ (Frobenius) of weights that sum to 1 or are all 0.
///
/// Near one-hot, 1 − p is taken as the sum of the other weights, since the subtraction would lose every digit. That sum,
/// which no entry exceeds, is also taken out before squaring: squares of weights below 1e−162 would all be 0.
pub fn jacobian_norm(weights: &[f64]) -> f64 {
    let top = (0..weights.len()).fold(0, |top, i| if weights[i] > weights[top] { i } else { top });
    let rest = others(weights, top);
    if rest == 0.0 {
        // `+ 0.0` turns the −0 of a row without others into 0.
        return rest * largest(weights) + 0.0;
    }
    let squares: f64 = weights.iter().map(|p| p * p).sum();
    let row = |(i, &p): (usize, &f64)| {
        if i == top {
            let shares: f64 =
                weights.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, q)| (q / rest).powi(2)).sum();
            p * p * (1.0 + shares)
        } else {
            (p / rest).powi(2) * ((1.0 - p).powi(2) + squares - p * p)
        }
    };
    rest * weights.iter().enumerate().map(row).sum::<f64>().sqrt()
}

// The sum of all weights but that of `i`.
fn others(weights: &[f64], i: usize) -> f64 {
    weights.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, q)| q).sum()
}

/// Mean and standard error of independent measurements; the error is `None` below two of them.
pub fn mean_and_error(values: &[f64]) -> (f64, Option<f64>) {
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let error = (values.len() > 1).then(|| {
        let variance = values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0);
        (variance / n).sqrt()
    });
    (mean, error)
}
