//! The sizes of a computation, and what rows and columns count.

use super::{Dimension, Inputs, Source};
use crate::engine::cell::Name;

impl Inputs {
    /// The size of `dimension`; `None` where this source does not have it.
    pub fn size(&self, dimension: Dimension) -> Option<usize> {
        match (&self.source, dimension) {
            (Source::Tokens { x, .. }, Dimension::Tokens) => Some(x.nrows()),
            (Source::Tokens { x, .. }, Dimension::Model) => Some(x.ncols()),
            (Source::Tokens { .. }, Dimension::Queries | Dimension::Keys) => None,
            (_, Dimension::Tokens | Dimension::Model) => None,
            (_, Dimension::Queries) => Some(self.queries()),
            (_, Dimension::Keys) => Some(self.keys()),
            (_, Dimension::Dk) => Some(self.d_k()),
            (_, Dimension::Dv) => Some(self.values().ncols()),
        }
    }

    /// The dimensions of the rows and columns of a matrix or stage of this computation.
    pub fn axes(&self, name: Name) -> (Dimension, Dimension) {
        let tokens = matches!(self.source, Source::Tokens { .. });
        let queries = if tokens { Dimension::Tokens } else { Dimension::Queries };
        let keys = if tokens { Dimension::Tokens } else { Dimension::Keys };
        match name {
            Name::X => (Dimension::Tokens, Dimension::Model),
            Name::WQ | Name::WK => (Dimension::Model, Dimension::Dk),
            Name::WV => (Dimension::Model, Dimension::Dv),
            Name::Q => (queries, Dimension::Dk),
            Name::K => (keys, Dimension::Dk),
            Name::V => (keys, Dimension::Dv),
            Name::Output => (queries, Dimension::Dv),
            Name::Scores | Name::Scaled | Name::Masked | Name::Exponentials | Name::Weights => (queries, keys),
        }
    }
}
