//! What is covered while it is still to be predicted, or not yet reached by the walk.

use leptos::prelude::*;

use super::store::Store;
use crate::document::{Cover, steps};
use crate::engine::cell::{Cell, Name};

impl Store {
    /// Whether the number in `cell` of the main panel is covered: not reached by the walk, or to be predicted first.
    pub fn cover(self, cell: Cell) -> Cover {
        let cover = self.document.with(|document| self.settled.with(|settled| document.cover(settled, cell)));
        let step = self.step();
        match cover {
            Cover::Open if !self.inputs.with(|i| steps::is_reached(i, step, cell.name, cell.row)) => Cover::Covered,
            cover => cover,
        }
    }

    /// Whether any of the exercise's questions about the page's own numbers is still open.
    pub fn has_covers(self) -> bool {
        let last = Cell::new(Name::Output, usize::MAX, usize::MAX);
        self.document.with(|document| self.settled.with(|settled| document.cover(settled, last))) != Cover::Open
    }
}
