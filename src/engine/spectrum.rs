//! Singular values and the rank that they show.

use nalgebra::SVD;

use super::matrix::Matrix;

// A matrix of 64×64 needs some hundred steps; one that holds a NaN would never end.
const STEPS: usize = 100_000;

/// The singular values of `matrix` m×n, min(m, n) of them, largest first; `None` where it holds what is no finite number,
/// or where the library's steps fail.
pub fn singular_values(matrix: &Matrix) -> Option<Vec<f64>> {
    if matrix.iter().any(|x| !x.is_finite()) {
        return None;
    }
    // Near 1 first, by a power of two, and what is 1e−60 of the largest as 0: squares of the one would overflow, those of
    // the other vanish, and a quotient of the two is NaN. The error is ε of the largest singular value anyway.
    let largest = matrix.amax();
    let power = if largest == 0.0 { 0 } else { (largest.log2() as i32).clamp(-1000, 1000) };
    let near_one = matrix.map(|x| if x.abs() < 1e-60 * largest { 0.0 } else { x * 2f64.powi(-power) });
    // The ordered one panics at a NaN.
    let svd = SVD::try_new_unordered(near_one, false, false, f64::EPSILON, STEPS)?;
    let mut values: Vec<f64> = svd.singular_values.iter().map(|value| value * 2f64.powi(power)).collect();
    values.sort_by(|a, b| b.total_cmp(a));
    values.iter().all(|value| !value.is_nan()).then_some(values)
}

/// How many of `values`, largest first, are above `tolerance` times the largest. Rounding makes every singular value that
/// should be 0 a little more than that, so a rank in floating point is always one up to a tolerance.
pub fn rank(values: &[f64], tolerance: f64) -> usize {
    let largest = values.first().copied().unwrap_or(0.0);
    values.iter().filter(|&&value| value > tolerance * largest).count()
}

/// The highest rank that the scores of `queries` L and `keys` S of width `d_k` can have: a product has no higher rank than
/// either factor.
pub fn most_rank(queries: usize, keys: usize, d_k: usize) -> usize {
    queries.min(keys).min(d_k)
}
