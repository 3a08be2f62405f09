//! What all texts of a page depend on.

use crate::document::{Cover, Document, steps};
use crate::engine::cell::{Cell, Name};
use crate::text::Language;

/// The document and how it is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// What is looked at.
    pub document: &'a Document,
    /// Which of its questions are settled, in order.
    pub settled: &'a [bool],
    /// How far the computation is walked through; 0 shows all of it.
    pub step: usize,
    /// The reader's language.
    pub language: Language,
    /// Decimals of the numbers shown.
    pub decimals: usize,
}

impl Page<'_> {
    /// Whether the number in `cell` of the learner's own computation is covered: not reached by the walk, or to be
    /// predicted first.
    pub fn cover(&self, cell: Cell) -> Cover {
        match self.document.cover(self.settled, cell) {
            Cover::Open if !steps::is_reached(&self.document.inputs, self.step, cell.name, cell.row) => Cover::Covered,
            cover => cover,
        }
    }
}

/// Whether any question about the page's own numbers is still open; `settled` tells which are not, in order.
pub fn has_covers(document: &Document, settled: &[bool]) -> bool {
    // The first open question covers all that comes after it, and nothing comes after this.
    document.cover(settled, Cell::new(Name::Output, usize::MAX, usize::MAX)) != Cover::Open
}
