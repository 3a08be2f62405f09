//! What happens in the cells of a matrix.

use leptos::ev::{ClipboardEvent, FocusEvent, KeyboardEvent, MouseEvent};
use leptos::prelude::*;

use super::grid::CellGrid;
use crate::browser;
use crate::document::edit::Edit;
use crate::document::paste::{Pasted, Target};
use crate::engine::cell::Cell;
use crate::number::block::is_block;
use crate::number::{NumberError, parse};
use crate::presentation::notices::PasteState;

/// What a table does with the events of its cells: one listener for all of them.
#[derive(Clone, Copy)]
pub(super) struct Events(pub CellGrid);

impl Events {
    fn cell(self, event: &leptos::ev::Event) -> Option<Cell> {
        self.0.cell(&browser::data_cell(event)?)
    }

    /// The pointer moves over a cell: moves, not enters, since a cell that scrolls under a resting pointer is not meant.
    pub fn pointed(self, event: &MouseEvent) {
        if let Some(cell) = self.cell(event) {
            self.0.store.point(self.0.panel, cell);
        }
    }

    /// A cell gets the focus.
    pub fn focused(self, event: &FocusEvent) {
        if let Some(text) = self.cell(event).and_then(|cell| self.0.enter(cell)) {
            browser::edit_focused(&text);
        }
    }

    /// A cell loses the focus, as it also does when it leaves the page with its lesson.
    pub fn left(self) {
        if self.0.life.lasts() && self.0.editable.get_untracked() {
            // What was read of a text on the way to one that is no number was not meant: 1e99 of 1e999.
            let typed = self.0.store.typing.text.get_untracked().map(|(cell, _)| cell);
            if let Some(cell) =
                typed.filter(|cell| self.0.store.typing.drafts.with_untracked(|drafts| drafts.contains_key(cell)))
            {
                self.0.store.put_back(cell);
            }
            self.0.store.typing.text.set(None);
            self.0.store.pause();
            if self.0.store.can_undo_untracked() {
                self.0.store.write_now();
            }
        }
    }

    /// A text is typed.
    pub fn typed(self, event: &leptos::ev::Event) {
        if let Some(cell) = self.cell(event) {
            typed(self.0, cell, event_target_value(event));
        }
    }

    /// Something is pasted.
    pub fn pasted(self, event: &ClipboardEvent) {
        if let Some(cell) = self.cell(event).filter(|_| self.0.editable.get_untracked()) {
            paste(self.0, cell, event);
        }
    }

    /// A key is pressed.
    pub fn key(self, event: &KeyboardEvent) {
        let Some(cell) = self.cell(event) else { return };
        if self.0.editable.get_untracked() {
            keydown(self.0, cell, event);
        } else if arrow(event).is_some_and(|(down, right)| self.0.step_focus(cell, down, right)) {
            event.prevent_default();
        }
    }
}

fn typed(grid: CellGrid, cell: Cell, text: String) {
    match parse(&text) {
        Ok(value) => {
            forget_draft(grid, cell);
            grid.store.edit(Edit::Cell(cell, value));
        }
        Err(why) => refuse(grid, cell, text.clone(), why),
    }
    grid.store.typing.text.set(Some((cell, text)));
}

// The text stays in the cell with its fault; the last good number stays in the document.
fn refuse(grid: CellGrid, cell: Cell, text: String, why: NumberError) {
    grid.store.typing.drafts.update(|drafts| {
        drafts.insert(cell, (text, why));
    });
}

// Whether there was one.
fn forget_draft(grid: CellGrid, cell: Cell) -> bool {
    let found = grid.store.typing.drafts.with_untracked(|drafts| drafts.contains_key(&cell));
    if found {
        grid.store.typing.drafts.update(|drafts| {
            drafts.remove(&cell);
        });
    }
    found
}

fn keydown(grid: CellGrid, cell: Cell, event: &KeyboardEvent) {
    let moved = match (event.key().as_str(), arrow(event)) {
        // While a Chinese keyboard is still composing, Enter belongs to it.
        _ if event.is_composing() => false,
        ("Enter", _) => grid.step_focus(cell, if event.shift_key() { -1 } else { 1 }, 0),
        ("Escape", _) => {
            // First what is no number goes, then what was typed since the cell was entered.
            if !forget_draft(grid, cell) {
                grid.store.put_back(cell);
            }
            if let Some(text) = grid.enter(cell) {
                browser::edit_focused(&text);
            }
            true
        }
        (_, Some((down, 0))) => grid.step_focus(cell, down, 0),
        (_, Some((0, right))) => browser::caret_leaves(event, right > 0) && grid.step_focus(cell, 0, right),
        _ => false,
    };
    if moved {
        event.prevent_default();
    }
}

// A single number is left to the input; what is more is read by the worker.
fn paste(grid: CellGrid, cell: Cell, event: &ClipboardEvent) {
    let Some(text) = browser::pasted_text(event).filter(|text| is_block(text)) else { return };
    event.prevent_default();
    grid.store.typing.pasted.set(Some((cell, PasteState::Reading)));
    let then = move |pasted| put(grid, cell, pasted);
    grid.store.read_paste(text, Target::Cell(cell.row, cell.column), Box::new(then));
}

fn put(grid: CellGrid, cell: Cell, pasted: Pasted) {
    let store = grid.store;
    let (state, end) = match &pasted {
        Pasted::Refused(why) => (Some(PasteState::Refused(why.clone())), None),
        Pasted::Whole(rows) => {
            let (rows, columns) = (rows.len(), rows[0].len());
            let end = Cell::new(cell.name, cell.row.min(rows - 1), cell.column.min(columns - 1));
            (Some(PasteState::Shape(rows, columns)), Some(end))
        }
        Pasted::Cells(_) | Pasted::Keep(_) => (None, Some(cell)),
    };
    store.typing.drafts.update(|drafts| drafts.retain(|other, _| other.name != cell.name));
    store.typing.text.set(None);
    // Who has gone elsewhere meanwhile is not called back.
    let stays = browser::focused_cell().as_deref() == Some(&cell.to_string());
    if let Some(edit) = pasted.edit(cell) {
        store.edit(edit);
    }
    store.typing.pasted.set(state.map(|state| (cell, state)));
    store.pause();
    if let Some(end) = end.filter(|_| stays) {
        grid.focus(end);
    }
}

fn arrow(event: &KeyboardEvent) -> Option<(isize, isize)> {
    if event.ctrl_key() || event.meta_key() || event.alt_key() || event.shift_key() {
        return None;
    }
    match event.key().as_str() {
        "ArrowUp" => Some((-1, 0)),
        "ArrowDown" => Some((1, 0)),
        "ArrowLeft" => Some((0, -1)),
        "ArrowRight" => Some((0, 1)),
        _ => None,
    }
}
