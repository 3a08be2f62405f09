//! What attention starts from. Shapes are checked here, once; nothing after can fail.

mod change;
mod fingerprint;
mod parts;
mod sizes;
mod start;

use super::cell::Name;
use super::mask::{Hidden, Mask};
use super::matrix::{Matrix, product};
use super::precision::Numerics;
use super::scaling::Scaling;
pub use super::source::{Dimension, ShapeError, Source};
pub use parts::{Parts, PartsError};

/// Everything that determines the result of attention.
#[derive(Clone, Debug)]
pub struct Inputs {
    source: Source,
    // Q, K and V of `Source::Tokens`.
    projected: Option<[Matrix; 3]>,
    scaling: Scaling,
    softcap: Option<f64>,
    mask: Mask,
    numerics: Numerics,
}

// Projections follow from the source; comparing them would call two results with a NaN different.
impl PartialEq for Inputs {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
            && self.scaling == other.scaling
            && self.softcap == other.softcap
            && self.mask == other.mask
            && self.numerics == other.numerics
    }
}

impl Inputs {
    /// The most rows or columns that can be set by hand.
    pub const MAX_SIZE: usize = 64;

    /// Checks that the shapes fit; the mask is cut or grown to them. No soft cap, computed in f64.
    ///
    /// # Errors
    /// [`ShapeError`] names the first two matrices that do not fit, or the first empty one.
    pub fn new(source: Source, scaling: Scaling, mask: Mask) -> Result<Self, ShapeError> {
        Self::checked(source, scaling, None, mask, Numerics::default())
    }

    fn checked(
        source: Source,
        scaling: Scaling,
        softcap: Option<f64>,
        mask: Mask,
        numerics: Numerics,
    ) -> Result<Self, ShapeError> {
        source.check()?;
        let projected = match &source {
            Source::Tokens { x, wq, wk, wv } => Some([wq, wk, wv].map(|w| product(numerics.precision, x, w))),
            Source::Qkv { .. } | Source::Scores { .. } => None,
        };
        let mask = mask.fitted(source.queries(), source.keys());
        Ok(Self { source, projected, scaling, softcap, mask, numerics })
    }

    /// Where the computation starts.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The divisor of the scores.
    pub fn scaling(&self) -> Scaling {
        self.scaling
    }

    /// The bound c of c · tanh(score / c), applied after scaling and before the mask; `None` for no bound.
    pub fn softcap(&self) -> Option<f64> {
        self.softcap
    }

    /// How the computation is carried out.
    pub fn numerics(&self) -> Numerics {
        self.numerics
    }

    /// The mask.
    pub fn mask(&self) -> &Mask {
        &self.mask
    }

    /// What hides key `j` from query `i`, both from 0.
    pub fn hidden(&self, i: usize, j: usize) -> Hidden {
        self.mask.hides(i, j, self.queries(), self.keys())
    }

    /// Whether key `j` takes no part in row `i`, both from 0: it is hidden, and −∞ stands for the mask. Told by the mask
    /// alone, never by a score: one that overflowed to −∞ is not hidden.
    pub fn skips(&self, i: usize, j: usize) -> bool {
        self.numerics.skips() && self.hidden(i, j).any()
    }

    /// A matrix that is typed or projected; `None` for stages, and for matrices that this source does not have.
    pub fn matrix(&self, name: Name) -> Option<&Matrix> {
        match (&self.source, name) {
            (Source::Tokens { x, .. }, Name::X) => Some(x),
            (Source::Tokens { wq, .. }, Name::WQ) => Some(wq),
            (Source::Tokens { wk, .. }, Name::WK) => Some(wk),
            (Source::Tokens { wv, .. }, Name::WV) => Some(wv),
            (Source::Tokens { .. }, Name::Q) => self.projected.as_ref().map(|[q, ..]| q),
            (Source::Tokens { .. }, Name::K) => self.projected.as_ref().map(|[_, k, _]| k),
            (Source::Tokens { .. }, Name::V) => self.projected.as_ref().map(|[.., v]| v),
            (Source::Qkv { q, .. }, Name::Q) => Some(q),
            (Source::Qkv { k, .. }, Name::K) => Some(k),
            (Source::Qkv { v, .. } | Source::Scores { v, .. }, Name::V) => Some(v),
            (Source::Scores { scores, .. }, Name::Scores) => Some(scores),
            _ => None,
        }
    }

    /// The matrices that the learner types, in the order of the computation.
    pub fn typed(&self) -> &'static [Name] {
        match self.source {
            Source::Tokens { .. } => &[Name::X, Name::WQ, Name::WK, Name::WV],
            Source::Qkv { .. } => &[Name::Q, Name::K, Name::V],
            Source::Scores { .. } => &[Name::Scores, Name::V],
        }
    }

    /// V, which every source has: S×d_v.
    pub fn values(&self) -> &Matrix {
        match (&self.source, &self.projected) {
            (Source::Tokens { wv, .. }, projected) => projected.as_ref().map_or(wv, |[.., v]| v),
            (Source::Qkv { v, .. } | Source::Scores { v, .. }, _) => v,
        }
    }

    /// L, the number of queries.
    pub fn queries(&self) -> usize {
        self.source.queries()
    }

    /// S, the number of keys.
    pub fn keys(&self) -> usize {
        self.source.keys()
    }

    /// d_k, the width of queries and keys.
    pub fn d_k(&self) -> usize {
        match &self.source {
            Source::Tokens { wq, .. } => wq.ncols(),
            Source::Qkv { q, .. } => q.ncols(),
            Source::Scores { d_k, .. } => *d_k,
        }
    }

    /// The number that scores are divided by, in the format of the computation: rounded like every other number, to 0 or
    /// ∞ where the format has nothing nearer. What comes of that is what IEEE 754 makes of it.
    pub fn divisor(&self) -> f64 {
        self.numerics.precision.round(self.set_divisor())
    }

    /// The same as it was set, before it is rounded to the format.
    pub fn set_divisor(&self) -> f64 {
        self.scaling.divisor_at(self.d_k())
    }
}
