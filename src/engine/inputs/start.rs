//! The same attention from another starting point.

use super::{Inputs, Source};
use crate::engine::matrix::Matrix;
use crate::engine::scaling::Scaling;

impl Inputs {
    /// The same attention started from Q, K and V. Scores alone become Q, against the identity as K, so that Q Kᵀ is
    /// the same. d_k becomes S, so a scaling that follows d_k becomes the number that it was.
    pub fn from_qkv(&self) -> Self {
        let source = match (&self.source, &self.projected) {
            (Source::Tokens { .. }, Some([q, k, v])) => Source::Qkv { q: q.clone(), k: k.clone(), v: v.clone() },
            (Source::Scores { scores, v, .. }, _) => {
                Source::Qkv { q: scores.clone(), k: Matrix::identity(v.nrows(), v.nrows()), v: v.clone() }
            }
            _ => self.source.clone(),
        };
        let (new, divisor) = (self.replaced(source), self.set_divisor());
        if new.set_divisor() == divisor { new } else { new.with_scaling(Scaling::Divisor(divisor)) }
    }

    /// The same attention started from X and projections, with X the identity; `None` when L ≠ S, since one X has as
    /// many queries as keys. The divisor is kept as in [`Self::from_qkv`].
    pub fn from_tokens(&self) -> Option<Self> {
        if matches!(self.source, Source::Tokens { .. }) {
            return Some(self.clone());
        }
        let start = self.from_qkv();
        let Source::Qkv { q, k, v } = start.source.clone() else { return Some(start) };
        let tokens = q.nrows();
        (tokens == k.nrows())
            .then(|| start.replaced(Source::Tokens { x: Matrix::identity(tokens, tokens), wq: q, wk: k, wv: v }))
    }

    /// The same attention started from its scores.
    pub fn from_scores(&self, scores: Matrix) -> Self {
        if matches!(self.source, Source::Scores { .. }) {
            return self.clone();
        }
        self.replaced(Source::Scores { scores, v: self.values().clone(), d_k: self.d_k() })
    }
}
