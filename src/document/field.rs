//! The fields of a state: one row each in the [table](FIELDS), with its key in links, its meaning, and how it is written
//! and read.

pub(super) mod source;
mod table;
pub(super) mod text;
mod work;

use source::Given;
pub use table::{FIELDS, MEANINGS};

use super::problem::Why;
use super::{Document, State};
use crate::engine::inputs::Inputs;
use crate::engine::mask::Mask;
use crate::engine::precision::Numerics;

/// When a field is read: what it is judged by is there by then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Who reads which lesson: everything else differs from that lesson's start.
    Place,
    /// The typed matrices. They are read one by one and put to use together, since their shapes must fit.
    Source,
    /// What is done with them; masks are judged by L and S.
    Inputs,
    /// Answers are judged by the numbers, labels by S, and the step by how many there are.
    Work,
}

impl Phase {
    pub(super) const ALL: [Self; 4] = [Self::Place, Self::Source, Self::Inputs, Self::Work];
}

/// One field of a state.
pub struct Field {
    /// Its key in links.
    pub key: &'static str,
    pub(super) phase: Phase,
    /// Whether escapes are left for `read` to resolve: parts of its text may hold an escaped comma.
    pub(super) escaped: bool,
    /// The text of the field in the first state; `None` where reading it into the second would change nothing.
    pub(super) write: fn(&State, &State) -> Option<String>,
    /// Puts what the text says into the state; where it cannot be used, the state stays as it was.
    pub(super) read: fn(&mut Draft, &str) -> Result<(), Why>,
}

/// A state in the making.
pub(super) struct Draft {
    pub(super) state: State,
    pub(super) given: Given,
}

impl Draft {
    pub(super) fn new(state: State) -> Self {
        Self { state, given: Given::default() }
    }

    fn inputs(&self) -> &Inputs {
        &self.state.document.inputs
    }

    fn mask(&self) -> Mask {
        self.inputs().mask().clone()
    }

    fn set_mask(&mut self, mask: Mask) {
        self.state.document.inputs = self.inputs().with_mask(mask);
    }

    fn set_numerics(&mut self, numerics: Numerics) {
        self.state.document.inputs = self.inputs().with_numerics(numerics);
    }

    // A walk belongs to the numbers that it goes through.
    fn begin(&mut self, document: Document) {
        self.state.document = document;
        self.state.view.step = 0;
    }
}
