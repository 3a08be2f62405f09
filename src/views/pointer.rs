//! The cell whose arithmetic is shown.

use leptos::prelude::*;

use crate::engine::cell::Cell;
use crate::presentation::panel::Panel;

/// What is pointed at.
#[derive(Clone, Copy)]
pub(super) struct Pointer {
    /// The cell, and the panel that shows it.
    pub at: RwSignal<Option<(Panel, Cell)>>,
    /// The cells that it was computed from.
    pub sources: Memo<Vec<Cell>>,
}
