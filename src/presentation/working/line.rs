//! One line of working.

use crate::engine::cell::Cell;
use crate::presentation::names::{cell_name, role};
use crate::text::Language;

/// One line of working.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its class in the stylesheet.
    pub class: &'static str,
    /// Its text.
    pub text: String,
}

impl Line {
    pub(super) fn plain(text: String) -> Self {
        Self { class: "", text }
    }

    pub(super) fn result(text: String) -> Self {
        Self { class: "result", text }
    }

    pub(super) fn soft(text: String) -> Self {
        Self { class: "soft", text }
    }

    pub(super) fn head(cell: Cell, language: Language) -> Self {
        Self { class: role(cell.name).token(), text: cell_name(cell, language) }
    }
}
