//! Attention twice, written for speed: once with the whole matrix of scores, once with a tile of it at a time.
//!
//! Both compute softmax(Q Kᵀ / √d_k) V in f64, for Q of L×d_k, K of S×d_k and V of S×d_v that hold finite numbers, with
//! the same multiplications; they differ in what they store. A score may overflow. The tiles follow Dao et al. 2022 (arXiv 2205.14135),
//! algorithm 1, with queries outside and keys inside as in Dao 2023 (arXiv 2307.08691), section 3.1.

use std::ops::Range;

use super::matrix::Matrix;
use super::scaling::Scaling;
use super::softmax::part_shift;

// Queries of a tile: their numbers for 64 columns (32 kB) stay in the nearest cache.
const QUERIES: usize = 64;
// Keys that the whole matrix is worked through at a time, for the same reason.
const KEYS: usize = 64;

/// Attention by way of all L×S scores; `None` where there is no memory for them.
///
/// The scores lie in panels of some queries each, a panel key by key: L·S numbers, in which softmax runs in place.
pub fn full(q: &Matrix, k: &Matrix, v: &Matrix) -> Option<Matrix> {
    let (queries, keys) = (q.nrows(), k.nrows());
    let mut scores = Vec::new();
    scores.try_reserve_exact(queries * keys).ok()?;
    scores.resize(queries * keys, 0.0);
    let mut output = Matrix::zeros(queries, v.ncols());
    // Stage by stage, each through the whole matrix.
    each_panel(&mut scores, queries, keys, |rows, panel| {
        let tile = columns(q, &rows);
        for keys in parts(keys, KEYS) {
            compare(&mut panel[keys.start * rows.len()..keys.end * rows.len()], &tile, &lines(k, &keys), q.ncols());
        }
    });
    each_panel(&mut scores, queries, keys, |rows, panel| softmax(panel, rows.len()));
    each_panel(&mut scores, queries, keys, |rows, panel| {
        for keys in parts(keys, KEYS) {
            mix(&mut output, &rows, v, &keys, &panel[keys.start * rows.len()..keys.end * rows.len()]);
        }
    });
    Some(output)
}

/// Attention over blocks of `block` keys (at least 1), with no more of the scores than one tile at a time. The output is
/// added up where it will stay.
pub fn blockwise(q: &Matrix, k: &Matrix, v: &Matrix, block: usize) -> Matrix {
    let (keys, block) = (k.nrows(), block.clamp(1, k.nrows().max(1)));
    let mut output = Matrix::zeros(q.nrows(), v.ncols());
    let mut tile = vec![0.0; QUERIES.min(q.nrows()) * block];
    for rows in parts(q.nrows(), QUERIES) {
        let queries = columns(q, &rows);
        let (mut max, mut sum) = (vec![f64::NEG_INFINITY; rows.len()], vec![0.0; rows.len()]);
        for keys in parts(keys, block) {
            let scores = &mut tile[..keys.len() * rows.len()];
            compare(scores, &queries, &lines(k, &keys), q.ncols());
            let before = max.clone();
            raise(&mut max, scores);
            // exp(m before − m): 0 at the first block, when there is nothing to carry.
            let rescale: Vec<f64> = before.iter().zip(&max).map(|(m, max)| (m - part_shift(*max)).exp()).collect();
            sum.iter_mut().zip(&rescale).for_each(|(sum, rescale)| *sum *= rescale);
            each_entry(&mut output, &rows, |i, entry| *entry *= rescale[i]);
            exponentials(scores, &max, &mut sum);
            mix(&mut output, &rows, v, &keys, scores);
        }
        each_entry(&mut output, &rows, |i, entry| *entry /= sum[i]);
    }
    output
}

/// 0…`count` in ranges of `size`.
fn parts(count: usize, size: usize) -> impl Iterator<Item = Range<usize>> {
    (0..count).step_by(size).map(move |start| start..(start + size).min(count))
}

/// The panels of the whole matrix, each with its queries.
fn each_panel(scores: &mut [f64], queries: usize, keys: usize, mut work: impl FnMut(Range<usize>, &mut [f64])) {
    for rows in parts(queries, QUERIES) {
        work(rows.clone(), &mut scores[rows.start * keys..rows.end * keys]);
    }
}

/// Some rows of a matrix, column by column.
fn columns(matrix: &Matrix, rows: &Range<usize>) -> Vec<f64> {
    (0..matrix.ncols()).flat_map(|c| part(matrix, c, rows)).copied().collect()
}

/// Some rows of a matrix, row by row.
fn lines(matrix: &Matrix, rows: &Range<usize>) -> Vec<f64> {
    let width = matrix.ncols();
    let mut lines = vec![0.0; rows.len() * width];
    for c in 0..width {
        let entries = lines.iter_mut().skip(c).step_by(width);
        entries.zip(part(matrix, c, rows)).for_each(|(entry, &x)| *entry = x);
    }
    lines
}

/// Some rows of column `c`.
fn part<'a>(matrix: &'a Matrix, c: usize, rows: &Range<usize>) -> &'a [f64] {
    let start = c * matrix.nrows();
    &matrix.as_slice()[start + rows.start..start + rows.end]
}

/// The entries of some rows of the output, each with its row within them.
fn each_entry(output: &mut Matrix, rows: &Range<usize>, change: impl Fn(usize, &mut f64)) {
    let height = output.nrows().max(1);
    for column in output.as_mut_slice().chunks_exact_mut(height) {
        column[rows.clone()].iter_mut().enumerate().for_each(|(i, entry)| change(i, entry));
    }
}

/// Scaled scores, key by key, of queries that lie column by column and keys that lie row by row.
fn compare(scores: &mut [f64], queries: &[f64], keys: &[f64], width: usize) {
    let (height, divisor) = (queries.len() / width.max(1), Scaling::Sqrt.divisor_at(width));
    for (scores, key) in scores.chunks_exact_mut(height.max(1)).zip(keys.chunks_exact(width.max(1))) {
        scores.fill(0.0);
        add(scores, key, queries);
        scores.iter_mut().for_each(|score| *score /= divisor);
    }
}

/// Softmax of each query of a panel, over all keys, in place.
fn softmax(panel: &mut [f64], queries: usize) {
    let (mut max, mut sum) = (vec![f64::NEG_INFINITY; queries], vec![0.0; queries]);
    raise(&mut max, panel);
    exponentials(panel, &max, &mut sum);
    for scores in panel.chunks_exact_mut(queries.max(1)) {
        scores.iter_mut().zip(&sum).for_each(|(weight, sum)| *weight /= sum);
    }
}

/// Raises the maximum of each query to its scores.
fn raise(max: &mut [f64], scores: &[f64]) {
    for scores in scores.chunks_exact(max.len().max(1)) {
        max.iter_mut().zip(scores).for_each(|(max, score)| *max = max.max(*score));
    }
}

/// Scores become exp(score − m), which are added to the sum of their query.
fn exponentials(scores: &mut [f64], max: &[f64], sum: &mut [f64]) {
    for scores in scores.chunks_exact_mut(max.len().max(1)) {
        for ((score, max), sum) in scores.iter_mut().zip(max).zip(sum.iter_mut()) {
            *score = (*score - part_shift(*max)).exp();
            *sum += *score;
        }
    }
}

/// Adds the values of some keys, by their shares, to the output of some queries.
fn mix(output: &mut Matrix, rows: &Range<usize>, v: &Matrix, keys: &Range<usize>, shares: &[f64]) {
    let height = output.nrows().max(1);
    for (c, column) in output.as_mut_slice().chunks_exact_mut(height).enumerate() {
        add(&mut column[rows.clone()], part(v, c, keys), shares);
    }
}

/// Adds Σ factor · column to `sum`, where the columns lie one after the other: four at a time, so that each number of
/// `sum` is read and written a quarter as often.
fn add(sum: &mut [f64], factors: &[f64], columns: &[f64]) {
    let height = sum.len().max(1);
    let (fours, rest) = factors.as_chunks::<4>();
    let (blocks, single) = columns.split_at(fours.len() * 4 * height);
    for ([a, b, c, d], block) in fours.iter().zip(blocks.chunks_exact(4 * height)) {
        let (first, second) = block.split_at(2 * height);
        let (p, q) = first.split_at(height);
        let (r, s) = second.split_at(height);
        for ((((x, p), q), r), s) in sum.iter_mut().zip(p).zip(q).zip(r).zip(s) {
            *x += a * p + b * q + (c * r + d * s);
        }
    }
    for (factor, column) in rest.iter().zip(single.chunks_exact(height)) {
        sum.iter_mut().zip(column).for_each(|(x, y)| *x += factor * y);
    }
}
