//! The keys and values of earlier tokens, kept so that a new token computes its own alone.
//!
//! New queries come after the cached keys, so their masks count from there: see [`Mask::offset`].

use super::mask::{Causal, Mask};
use super::matrix::Matrix;

/// The cached keys and values of one head. There may be none yet.
#[derive(Clone, Debug)]
pub struct Cache {
    // S×d_k and S×d_v.
    keys: Matrix,
    values: Matrix,
}

impl Cache {
    /// A cache of keys S×d_k and values S×d_v; `None` when their rows differ.
    pub fn new(keys: Matrix, values: Matrix) -> Option<Self> {
        (keys.nrows() == values.nrows()).then_some(Self { keys, values })
    }

    /// A cache of nothing, for keys of width `d_k` and values of width `d_v`.
    pub fn empty(d_k: usize, d_v: usize) -> Self {
        Self { keys: Matrix::zeros(0, d_k), values: Matrix::zeros(0, d_v) }
    }

    /// The past keys and values with the new ones after them; `None` when widths or rows do not fit.
    pub fn append(&self, keys: &Matrix, values: &Matrix) -> Option<Self> {
        Self::new(stacked(&self.keys, keys)?, stacked(&self.values, values)?)
    }

    /// S×d_k.
    pub fn keys(&self) -> &Matrix {
        &self.keys
    }

    /// S×d_v.
    pub fn values(&self) -> &Matrix {
        &self.values
    }

    /// S, the number of cached tokens.
    pub fn len(&self) -> usize {
        self.keys.nrows()
    }

    /// Whether no token is cached.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// `mask` for queries that come right after the cached tokens, whose own keys are not yet in the cache.
    pub fn mask(&self, mask: Mask) -> Mask {
        behind(mask, self.len() as isize)
    }
}

// The offset is where the bottom-right corner lies once the new keys are there: moved from that corner, the diagonal would
// be moved twice.
fn behind(mask: Mask, offset: isize) -> Mask {
    let causal = if mask.causal == Causal::None { Causal::None } else { Causal::TopLeft };
    Mask { causal, offset, ..mask }
}

fn stacked(above: &Matrix, below: &Matrix) -> Option<Matrix> {
    let past = above.nrows();
    (above.ncols() == below.ncols()).then(|| {
        Matrix::from_fn(past + below.nrows(), above.ncols(), |i, j| {
            if i < past { above[(i, j)] } else { below[(i - past, j)] }
        })
    })
}
