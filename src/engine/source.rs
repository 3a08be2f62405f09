//! The matrices that attention starts from, and the sizes that they share.

use serde::{Deserialize, Serialize};

use super::cell::Name;
use super::matrix::{Matrix, same, written};

/// Where the computation starts.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Source {
    /// Token vectors and projections: Q = X W_Q, K = X W_K, V = X W_V.
    Tokens {
        /// T×D.
        #[serde(with = "written")]
        x: Matrix,
        /// D×d_k.
        #[serde(with = "written")]
        wq: Matrix,
        /// D×d_k.
        #[serde(with = "written")]
        wk: Matrix,
        /// D×d_v.
        #[serde(with = "written")]
        wv: Matrix,
    },
    /// Queries, keys and values as they are.
    Qkv {
        /// L×d_k.
        #[serde(with = "written")]
        q: Matrix,
        /// S×d_k.
        #[serde(with = "written")]
        k: Matrix,
        /// S×d_v.
        #[serde(with = "written")]
        v: Matrix,
    },
    /// Scores alone, with the width that they came from.
    Scores {
        /// L×S.
        #[serde(with = "written")]
        scores: Matrix,
        /// S×d_v.
        #[serde(with = "written")]
        v: Matrix,
        /// The width of the queries and keys that the scores came from; it only sets the divisor.
        d_k: usize,
    },
}

/// Equal to the last bit, so that 0 and −0 differ: a learner who typed the sign must find it again.
impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Tokens { x, wq, wk, wv }, Self::Tokens { x: x2, wq: wq2, wk: wk2, wv: wv2 }) => {
                same(x, x2) && same(wq, wq2) && same(wk, wk2) && same(wv, wv2)
            }
            (Self::Qkv { q, k, v }, Self::Qkv { q: q2, k: k2, v: v2 }) => same(q, q2) && same(k, k2) && same(v, v2),
            (Self::Scores { scores, v, d_k }, Self::Scores { scores: s2, v: v2, d_k: d2 }) => {
                same(scores, s2) && same(v, v2) && d_k == d2
            }
            _ => false,
        }
    }
}

/// A size that the learner can change; it may be shared by several matrices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// T, the rows of X: as many queries as keys.
    Tokens,
    /// D, the width of X.
    Model,
    /// L, the rows of Q.
    Queries,
    /// S, the rows of K and V.
    Keys,
    /// d_k, the width of Q and K.
    Dk,
    /// d_v, the width of V.
    Dv,
}

impl Dimension {
    /// Every dimension, in the order of the page.
    pub const ALL: [Self; 6] = [Self::Tokens, Self::Model, Self::Queries, Self::Keys, Self::Dk, Self::Dv];

    /// The symbol in formulas.
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Tokens => "T",
            Self::Model => "D",
            Self::Queries => "L",
            Self::Keys => "S",
            Self::Dk => "d_k",
            Self::Dv => "d_v",
        }
    }
}

/// Two matrices that do not fit together, or one without a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeError {
    /// A matrix has no row or no column.
    Empty(Name),
    /// The sizes of a dimension differ between two matrices.
    Differs {
        /// The dimension that they share.
        dimension: Dimension,
        /// The first matrix and its size.
        first: (Name, usize),
        /// The second matrix and its size.
        second: (Name, usize),
    },
    /// d_k is 0.
    NoWidth,
}

impl Source {
    /// L, the number of queries.
    pub(super) fn queries(&self) -> usize {
        match self {
            Self::Tokens { x, .. } => x.nrows(),
            Self::Qkv { q, .. } => q.nrows(),
            Self::Scores { scores, .. } => scores.nrows(),
        }
    }

    /// S, the number of keys.
    pub(super) fn keys(&self) -> usize {
        match self {
            Self::Tokens { x, .. } => x.nrows(),
            Self::Qkv { k, .. } => k.nrows(),
            Self::Scores { scores, .. } => scores.ncols(),
        }
    }

    /// A matrix that the learner types; `None` for one that this source does not have.
    pub(super) fn slot(&mut self, name: Name) -> Option<&mut Matrix> {
        match (self, name) {
            (Self::Tokens { x: m, .. }, Name::X)
            | (Self::Tokens { wq: m, .. }, Name::WQ)
            | (Self::Tokens { wk: m, .. }, Name::WK)
            | (Self::Tokens { wv: m, .. }, Name::WV)
            | (Self::Qkv { q: m, .. }, Name::Q)
            | (Self::Qkv { k: m, .. }, Name::K)
            | (Self::Qkv { v: m, .. } | Self::Scores { v: m, .. }, Name::V)
            | (Self::Scores { scores: m, .. }, Name::Scores) => Some(m),
            _ => None,
        }
    }

    /// Cuts off rows or columns, or adds zeros, in every matrix that shares `dimension`; `size` is held to 1…`most`, but a
    /// d_k that belongs to no matrix may be any positive number.
    pub(super) fn resize(&mut self, dimension: Dimension, size: usize, most: usize) {
        let bounded = size.clamp(1, most);
        match (self, dimension) {
            (Self::Tokens { x, .. }, Dimension::Tokens) => set_rows(x, bounded),
            (Self::Tokens { x, wq, wk, wv }, Dimension::Model) => {
                set_columns(x, bounded);
                [wq, wk, wv].into_iter().for_each(|w| set_rows(w, bounded));
            }
            (Self::Tokens { wq: a, wk: b, .. } | Self::Qkv { q: a, k: b, .. }, Dimension::Dk) => {
                set_columns(a, bounded);
                set_columns(b, bounded);
            }
            (Self::Tokens { wv: v, .. } | Self::Qkv { v, .. } | Self::Scores { v, .. }, Dimension::Dv) => {
                set_columns(v, bounded);
            }
            (Self::Qkv { q: a, .. } | Self::Scores { scores: a, .. }, Dimension::Queries) => set_rows(a, bounded),
            (Self::Qkv { k, v, .. }, Dimension::Keys) => {
                set_rows(k, bounded);
                set_rows(v, bounded);
            }
            (Self::Scores { scores, v, .. }, Dimension::Keys) => {
                set_columns(scores, bounded);
                set_rows(v, bounded);
            }
            (Self::Scores { d_k, .. }, Dimension::Dk) => *d_k = size.max(1),
            _ => {}
        }
    }

    /// Whether the shapes fit.
    pub(super) fn check(&self) -> Result<(), ShapeError> {
        let filled = |name, matrix: &Matrix| if matrix.is_empty() { Err(ShapeError::Empty(name)) } else { Ok(()) };
        let same = |dimension, first: (Name, usize), second: (Name, usize)| {
            if first.1 == second.1 { Ok(()) } else { Err(ShapeError::Differs { dimension, first, second }) }
        };
        match self {
            Self::Tokens { x, wq, wk, wv } => {
                filled(Name::X, x)?;
                filled(Name::WQ, wq)?;
                filled(Name::WK, wk)?;
                filled(Name::WV, wv)?;
                for (name, w) in [(Name::WQ, wq), (Name::WK, wk), (Name::WV, wv)] {
                    same(Dimension::Model, (Name::X, x.ncols()), (name, w.nrows()))?;
                }
                same(Dimension::Dk, (Name::WQ, wq.ncols()), (Name::WK, wk.ncols()))
            }
            Self::Qkv { q, k, v } => {
                filled(Name::Q, q)?;
                filled(Name::K, k)?;
                filled(Name::V, v)?;
                same(Dimension::Dk, (Name::Q, q.ncols()), (Name::K, k.ncols()))?;
                same(Dimension::Keys, (Name::K, k.nrows()), (Name::V, v.nrows()))
            }
            Self::Scores { scores, v, d_k } => {
                filled(Name::Scores, scores)?;
                filled(Name::V, v)?;
                if *d_k == 0 {
                    return Err(ShapeError::NoWidth);
                }
                same(Dimension::Keys, (Name::Scores, scores.ncols()), (Name::V, v.nrows()))
            }
        }
    }
}

fn set_rows(matrix: &mut Matrix, rows: usize) {
    *matrix = std::mem::replace(matrix, Matrix::zeros(0, 0)).resize_vertically(rows, 0.0);
}

fn set_columns(matrix: &mut Matrix, columns: usize) {
    *matrix = std::mem::replace(matrix, Matrix::zeros(0, 0)).resize_horizontally(columns, 0.0);
}
