//! Cosines of queries and keys: what is left of a product when both lengths are divided out.

use super::matrix::{Matrix, row};
use super::precision::Precision;

/// `vector` over its length. A vector of length 0 has no direction; it stays 0, so that its cosines are 0 as for a right
/// angle.
pub fn unit(vector: &[f64]) -> Vec<f64> {
    // Over the largest component first: squares of large ones would overflow, of small ones vanish.
    let largest = vector.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    if largest == 0.0 {
        return vector.to_vec();
    }
    let vector: Vec<f64> = vector.iter().map(|x| x / largest).collect();
    let length = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
    vector.into_iter().map(|x| x / length).collect()
}

/// cos(q, k) of every query with every key, L×S: `q` is L×d_k, `k` is S×d_k.
pub fn cosines(q: &Matrix, k: &Matrix) -> Matrix {
    let units = |matrix: &Matrix| (0..matrix.nrows()).map(|i| unit(&row(matrix, i))).collect::<Vec<_>>();
    let (queries, keys) = (units(q), units(k));
    Matrix::from_fn(queries.len(), keys.len(), |i, j| {
        Precision::F64.dot(queries[i].iter().copied().zip(keys[j].iter().copied()))
    })
}
