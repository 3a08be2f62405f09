//! Several heads: the columns of a matrix are cut into heads, each attends on its own, and the outputs are joined.
//!
//! Vaswani et al. 2017 (arXiv 1706.03762), section 3.2.2; grouped queries after Ainslie et al. 2023 (arXiv 2305.13245).

use super::matrix::Matrix;

/// Cuts T×(h·d) into h heads of T×d: head 1 has the first d columns. On `[T, h·d]` in memory this is a reshape to
/// `[T, h, d]` and a transpose to `[h, T, d]`. `None` unless `heads` divides the width.
pub fn split(joined: &Matrix, heads: usize) -> Option<Vec<Matrix>> {
    let width = joined.ncols().checked_div(heads).filter(|width| *width > 0 && width * heads == joined.ncols())?;
    Some((0..heads).map(|head| joined.columns(head * width, width).into_owned()).collect())
}

/// Joins heads of T×d to T×(h·d), the reverse of [`split`]; `None` when there is no head or their rows differ.
pub fn merge(heads: &[Matrix]) -> Option<Matrix> {
    let rows = heads.first()?.nrows();
    let columns: Vec<_> = heads.iter().flat_map(|head| head.column_iter()).collect();
    heads.iter().all(|head| head.nrows() == rows).then(|| Matrix::from_columns(&columns))
}

/// Which key head a query head reads, both from 0: each key head is repeated for a group of neighbours, so that 4 query
/// heads on 2 key heads read 0, 0, 1, 1. `None` unless the key heads divide the query heads.
pub fn key_head(query_head: usize, query_heads: usize, key_heads: usize) -> Option<usize> {
    let group = query_heads.checked_div(key_heads).filter(|group| group * key_heads == query_heads)?;
    (query_head < query_heads).then(|| query_head / group)
}
