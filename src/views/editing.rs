//! What the learner does to the document: edits, undo and redo, and what ends with them.

use leptos::prelude::*;

use super::store::Store;
use crate::document::edit::Edit;
use crate::document::history::History;
use crate::document::paste::{Pasted, Target};
use crate::engine::cell::Cell;
use crate::presentation::panel::Panel;

impl Store {
    /// Points at a cell. Moving within the cell that is pointed at already changes nothing.
    pub fn point(self, panel: Panel, cell: Cell) {
        if self.pointer.at.get_untracked() != Some((panel, cell)) {
            self.pointer.at.set(Some((panel, cell)));
        }
    }

    /// Makes an edit.
    pub fn edit(self, edit: Edit) {
        self.typing.forget_paste();
        if matches!(edit, Edit::Size(..) | Edit::Origin(_) | Edit::Fill(_) | Edit::Start(_) | Edit::ClearAnswers) {
            // A text that was half typed belongs to numbers that are no longer there.
            self.typing.forget();
        }
        let answers = matches!(edit, Edit::Answer(..) | Edit::Reveal(_));
        match edit {
            Edit::Start(start) => {
                let present = self.document.get_untracked();
                if let Some(document) = self.course.shelf.try_update(|shelf| shelf.choose(&present, start)) {
                    self.change(|history| history.replace(document));
                }
            }
            edit => self.change(|history| history.apply(edit)),
        }
        if answers {
            self.course.note(self.document);
        }
    }

    /// Changes the document. A cell that goes with it is pointed at no longer.
    pub(super) fn change(self, change: impl FnOnce(&mut History)) {
        let lesson = self.history.with_untracked(|history| history.present().lesson);
        self.history.update(change);
        let stays = |(_, cell)| {
            self.history.with_untracked(|history| history.present().lesson == lesson && history.present().has(cell))
        };
        if !self.pointer.at.get_untracked().is_none_or(stays) {
            self.pointer.at.set(None);
        }
    }

    /// Ends the step of undo, as when a cell is left.
    pub fn pause(self) {
        self.history.update_untracked(History::pause);
    }

    /// Goes back, and drops what was being typed.
    pub fn undo(self) {
        self.typing.forget();
        self.change(History::undo);
    }

    /// Goes forward again.
    pub fn redo(self) {
        self.typing.forget();
        self.change(History::redo);
    }

    /// Everything as the lesson began.
    pub fn reset(self) {
        self.typing.forget();
        self.edit(Edit::Reset);
        self.set_step(0);
        self.course.returned.set(false);
    }

    /// Whether there is something to undo.
    pub fn can_undo(self) -> bool {
        self.history.with(History::can_undo)
    }

    /// The same, outside of reactive code.
    pub fn can_undo_untracked(self) -> bool {
        self.history.with_untracked(History::can_undo)
    }

    /// Whether there is something to redo.
    pub fn can_redo(self) -> bool {
        self.history.with(History::can_redo)
    }

    /// Puts back what stood in `cell` when it was entered.
    pub fn put_back(self, cell: Cell) {
        if let Some(value) = self.typing.entered(cell) {
            self.edit(Edit::Cell(cell, value));
        }
    }

    /// Has a text that was pasted at `target` read, and calls `then` with what it comes to, unless undo, a reset or
    /// another link has put other numbers there meanwhile.
    pub fn read_paste(self, text: String, target: Target, then: Box<dyn Fn(Pasted)>) {
        let epoch = self.typing.epoch.get_untracked();
        self.clients.read_paste(text, target, move || epoch == self.typing.epoch.get_untracked(), then);
    }
}
