//! Tokens in another order.

use super::cell::Name;
use super::inputs::Inputs;
use super::matrix::Matrix;

/// The rows of `matrix`, row i being the old row `order[i]`.
pub fn rows_in(matrix: &Matrix, order: &[usize]) -> Matrix {
    Matrix::from_fn(order.len(), matrix.ncols(), |i, j| matrix[(order[i], j)])
}

/// `inputs` with the tokens in another order, token i being the old token `order[i]`, from 0: of queries, keys and values
/// where L = S, else of keys and values alone. `order` names each of the S keys once. The mask stays with the places.
pub fn permuted(inputs: &Inputs, order: &[usize]) -> Inputs {
    let tokens = inputs.queries() == inputs.keys();
    inputs.filled(|name, rows, columns| {
        let Some(old) = inputs.matrix(name) else { return Matrix::zeros(rows, columns) };
        match name {
            Name::X | Name::K | Name::V => rows_in(old, order),
            Name::Q if tokens => rows_in(old, order),
            Name::Scores => {
                let keys_in_order = rows_in(&old.transpose(), order).transpose();
                if tokens { rows_in(&keys_in_order, order) } else { keys_in_order }
            }
            _ => old.clone(),
        }
    })
}
