//! Several heads: the columns of a matrix are cut into heads, each attends on its own, and the outputs are joined.
//!
//! Vaswani et al. 2017 (arXiv 1706.03762), section 3.2.2; grouped queries after Ainslie et al. 2023 (arXiv 2305.13245).

use super::inputs::{Inputs, ShapeError, Source};
use super::mask::Mask;
use super::matrix::{Matrix, product};
use super::precision::Numerics;
use super::scaling::Scaling;
use super::trace::{Trace, attend};

/// Cuts T×(h·d) into h heads of T×d: head 1 has the first d columns. On `[T, h·d]` in memory this is a reshape to
/// `[T, h, d]` and a transpose to `[h, T, d]`. `None` unless `heads` divides the width.
pub fn split(joined: &Matrix, heads: usize) -> Option<Vec<Matrix>> {
    let width = joined.ncols().checked_div(heads).filter(|width| *width > 0 && width * heads == joined.ncols())?;
    Some((0..heads).map(|head| joined.columns(head * width, width).into_owned()).collect())
}

/// Joins heads of T×d to T×(h·d), the reverse of [`split`]; `None` when there is no head or their rows differ.
pub fn merge(heads: &[Matrix]) -> Option<Matrix> {
    let rows = heads.first()?.nrows();
    heads.iter().all(|head| head.nrows() == rows).then(|| joined(rows, heads.iter()))
}

// A matrix is kept column after column, so heads side by side are heads one after the other.
fn joined<'a>(rows: usize, heads: impl Iterator<Item = &'a Matrix> + Clone) -> Matrix {
    let width = heads.clone().map(Matrix::ncols).sum();
    Matrix::from_iterator(rows, width, heads.flat_map(|head| head.iter().copied()))
}

/// Which key head a query head reads, both from 0: each key head is repeated for a group of neighbours, so that 4 query
/// heads on 2 key heads read 0, 0, 1, 1. `None` unless the key heads divide the query heads.
pub fn key_head(query_head: usize, query_heads: usize, key_heads: usize) -> Option<usize> {
    let group = query_heads.checked_div(key_heads).filter(|group| group * key_heads == query_heads)?;
    (query_head < query_heads).then(|| query_head / group)
}

/// Heads that do not fit together. Heads count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeadsError {
    /// There is no query head, or the key heads do not divide the query heads.
    Groups {
        /// How many query heads.
        queries: usize,
        /// How many key heads.
        keys: usize,
    },
    /// There are not as many value heads as key heads.
    Values {
        /// How many key heads.
        keys: usize,
        /// How many value heads.
        values: usize,
    },
    /// There is not one mask for each query head.
    Masks {
        /// How many query heads.
        queries: usize,
        /// How many masks.
        masks: usize,
    },
    /// The matrices of one query head do not fit.
    Head(usize, ShapeError),
    /// A head has another number of queries than head 0, so that the outputs cannot be joined.
    Rows {
        /// The head.
        head: usize,
        /// How many queries it has.
        rows: usize,
        /// How many head 0 has.
        first: usize,
    },
    /// W_O is empty, or has not one row for each column of the joined heads.
    Projection {
        /// The shape of W_O.
        shape: (usize, usize),
        /// The width of the joined heads.
        joined: usize,
    },
}

/// Attention of several heads, one [`Inputs`] for each query head. A batch is a list of these.
#[derive(Clone, Debug)]
pub struct MultiHead {
    // Not empty, all with as many queries.
    heads: Vec<Inputs>,
    projection: Option<Matrix>,
}

impl MultiHead {
    /// Gives each query head its own mask and the keys and values of its [`key_head`]. No W_O, no soft cap, in f64.
    ///
    /// # Errors
    /// [`HeadsError`] names the first thing that does not fit. A mask is cut or grown, as in [`Inputs::new`].
    pub fn new(
        queries: &[Matrix],
        keys: &[Matrix],
        values: &[Matrix],
        scaling: Scaling,
        masks: &[Mask],
    ) -> Result<Self, HeadsError> {
        if values.len() != keys.len() {
            return Err(HeadsError::Values { keys: keys.len(), values: values.len() });
        }
        if masks.len() != queries.len() {
            return Err(HeadsError::Masks { queries: queries.len(), masks: masks.len() });
        }
        let groups = HeadsError::Groups { queries: queries.len(), keys: keys.len() };
        let first = queries.first().ok_or(groups)?.nrows();
        let mut heads = Vec::with_capacity(queries.len());
        for (head, (q, mask)) in queries.iter().zip(masks).enumerate() {
            let read = key_head(head, queries.len(), keys.len()).ok_or(groups)?;
            let source = Source::Qkv { q: q.clone(), k: keys[read].clone(), v: values[read].clone() };
            let inputs = Inputs::new(source, scaling, mask.clone()).map_err(|error| HeadsError::Head(head, error))?;
            if q.nrows() != first {
                return Err(HeadsError::Rows { head, rows: q.nrows(), first });
            }
            heads.push(inputs);
        }
        Ok(Self { heads, projection: None })
    }

    /// The same with the joined heads multiplied by W_O.
    ///
    /// # Errors
    /// [`HeadsError::Projection`] unless W_O has a row for each of the joined columns, and a column.
    pub fn with_projection(&self, wo: &Matrix) -> Result<Self, HeadsError> {
        let joined = self.heads.iter().map(|head| head.values().ncols()).sum();
        if wo.nrows() != joined || wo.is_empty() {
            return Err(HeadsError::Projection { shape: wo.shape(), joined });
        }
        Ok(Self { heads: self.heads.clone(), projection: Some(wo.clone()) })
    }

    /// The same with every head under a soft cap; see [`Inputs::with_softcap`].
    pub fn with_softcap(&self, softcap: Option<f64>) -> Self {
        self.map(|head| head.with_softcap(softcap))
    }

    /// The same with every head, and W_O, carried out otherwise.
    pub fn with_numerics(&self, numerics: Numerics) -> Self {
        self.map(|head| head.with_numerics(numerics))
    }

    // `change` keeps the shapes.
    fn map(&self, change: impl Fn(&Inputs) -> Inputs) -> Self {
        Self { heads: self.heads.iter().map(change).collect(), projection: self.projection.clone() }
    }

    /// What each query head starts from.
    pub fn heads(&self) -> &[Inputs] {
        &self.heads
    }

    /// Computes every stage of every head.
    pub fn attend(&self) -> MultiHeadTrace {
        let heads: Vec<Trace> = self.heads.iter().map(attend).collect();
        let (rows, numerics) = self.heads.first().map_or_else(Default::default, |h| (h.queries(), h.numerics()));
        let joined = joined(rows, heads.iter().map(|head| &head.output));
        let output =
            self.projection.as_ref().map_or_else(|| joined.clone(), |wo| product(numerics.precision, &joined, wo));
        MultiHeadTrace { heads, joined, output }
    }
}

/// Every stage of attention with several heads.
#[derive(Clone, Debug, PartialEq)]
pub struct MultiHeadTrace {
    /// The stages of each query head.
    pub heads: Vec<Trace>,
    /// The outputs of the heads side by side, L×(h·d_v).
    pub joined: Matrix,
    /// `joined` · W_O; equal to `joined` where there is no W_O.
    pub output: Matrix,
}
