//! Faulty variants of attention, each a small change to the right computation.

use super::inputs::Inputs;
use super::mask::Mask;
use super::matrix::Matrix;
use super::trace::attend;

/// The weights when the mask comes after softmax: hidden keys still take their share of the denominator, so a row with
/// a hidden key sums to less than 1.
pub fn mask_after_softmax(inputs: &Inputs) -> Matrix {
    let (queries, keys) = (inputs.queries(), inputs.keys());
    let open = attend(&inputs.with_mask(Mask::default())).weights;
    Matrix::from_fn(
        queries,
        keys,
        |i, j| {
            if inputs.mask().hides(i, j, queries, keys).any() { 0.0 } else { open[(i, j)] }
        },
    )
}

/// The same, with each row divided by its sum again: this repairs it. A row without a visible key stays 0.
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
