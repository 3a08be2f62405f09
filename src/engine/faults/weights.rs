//! Weights that come of a wrong step.

use crate::engine::inputs::Inputs;
use crate::engine::mask::Mask;
use crate::engine::matrix::Matrix;
use crate::engine::softmax::softmax_hiding;
use crate::engine::trace::attend;

/// The weights when the mask comes after softmax: hidden keys still take their share of the denominator, so a row with
/// a hidden key sums to less than 1. A finite bias is added before softmax, as it should be.
pub fn mask_after_softmax(inputs: &Inputs) -> Matrix {
    let open = attend(&inputs.with_mask(open(inputs.mask()))).weights;
    Matrix::from_fn(open.nrows(), open.ncols(), |i, j| if inputs.hidden(i, j).any() { 0.0 } else { open[(i, j)] })
}

/// The same, with each row divided by its sum again. This repairs it, but for a row whose visible weights the hidden
/// keys have pressed to 0 or to where digits are lost: what has underflowed does not come back. A row of 0 stays 0.
pub fn mask_after_softmax_renormalised(inputs: &Inputs) -> Matrix {
    let mut weights = mask_after_softmax(inputs);
    for mut row in weights.row_iter_mut() {
        let sum = row.sum();
        if sum > 0.0 {
            row /= sum;
        }
    }
    weights
}

/// Softmax of each column of what enters softmax: over the queries, where it should be over the keys.
pub fn column_softmax(inputs: &Inputs) -> Matrix {
    let logits = attend(inputs).masked;
    let of_column = |j: usize| {
        let column: Vec<f64> = logits.column(j).iter().copied().collect();
        softmax_hiding(inputs.numerics(), &column, |i| inputs.skips(i, j)).weights
    };
    let columns: Vec<_> = (0..logits.ncols()).map(of_column).collect();
    Matrix::from_fn(logits.nrows(), logits.ncols(), |i, j| columns[j][i])
}

/// Each of `logits` over the sum of its row, without exp; 0 where a key is hidden. Only done by hand, in f64.
pub fn shares_without_exponential(logits: &Matrix) -> Matrix {
    Matrix::from_fn(logits.nrows(), logits.ncols(), |i, j| {
        let sum: f64 = logits.row(i).iter().filter(|x| x.is_finite()).sum();
        let own = logits[(i, j)];
        if own.is_finite() { own / sum } else { 0.0 }
    })
}

/// The mask without all that hides: a finite bias is left.
pub(super) fn open(mask: &Mask) -> Mask {
    let finite = |bias: f64| if bias == f64::NEG_INFINITY { 0.0 } else { bias };
    Mask { bias: mask.bias.as_ref().map(|bias| bias.map(finite)), ..Mask::default() }
}
