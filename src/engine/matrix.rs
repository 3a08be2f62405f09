//! The matrix type and the two products of attention.

pub(super) mod written;

use nalgebra::DMatrix;

use super::precision::Precision;

/// A matrix of f64, rows by columns.
pub type Matrix = DMatrix<f64>;

/// `a · b`, summed in the order in which one would by hand, so that a cell equals its written-out derivation to the
/// last bit; a blocked product would not.
///
/// `a` is m×n, `b` is n×p.
pub(super) fn product(precision: Precision, a: &Matrix, b: &Matrix) -> Matrix {
    product_transposed(precision, a, &b.transpose())
}

/// `a · bᵀ`, in the same order. `a` is m×n, `b` is p×n.
pub(super) fn product_transposed(precision: Precision, a: &Matrix, b: &Matrix) -> Matrix {
    // Rows side by side in memory: stepping over columns would take most of the time of a keystroke at 64×64.
    let (rows, columns) = (a.transpose(), b.transpose());
    let width = a.ncols().max(1);
    let pairs = |i: usize, j: usize| {
        let (row, column) = (slice(&rows, i, width), slice(&columns, j, width));
        precision.dot(row.iter().copied().zip(column.iter().copied()))
    };
    Matrix::from_fn(a.nrows(), b.nrows(), pairs)
}

// Column `at` of a matrix with columns of `height`.
fn slice(matrix: &Matrix, at: usize, height: usize) -> &[f64] {
    &matrix.as_slice()[at * height..(at + 1) * height]
}

/// Row `i` as a vector.
pub fn row(matrix: &Matrix, i: usize) -> Vec<f64> {
    matrix.row(i).iter().copied().collect()
}

/// A matrix from its rows; `None` when there is no number or the rows differ in length.
pub fn from_rows(rows: &[Vec<f64>]) -> Option<Matrix> {
    let columns = rows.first()?.len();
    (columns > 0 && rows.iter().all(|row| row.len() == columns))
        .then(|| Matrix::from_row_iterator(rows.len(), columns, rows.iter().flatten().copied()))
}

/// Whether two matrices are the same to the last bit, with 0 told from −0.
pub fn same(a: &Matrix, b: &Matrix) -> bool {
    a.shape() == b.shape() && a.iter().zip(b.iter()).all(|(a, b)| a.to_bits() == b.to_bits())
}
