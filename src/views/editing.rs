//! What the learner does to the document: edits, undo and redo, and what ends with them.

use leptos::prelude::*;
use litemap::LiteMap;

use super::store::Store;
use crate::browser;
use crate::document::edit::Edit;
use crate::document::history::History;
use crate::engine::cell::Cell;
use crate::presentation::panel::Panel;

impl Store {
    /// Points at a cell. Moving within the cell that is pointed at already changes nothing.
    pub fn point(self, panel: Panel, cell: Cell) {
        if self.pointed.get_untracked() != Some((panel, cell)) {
            self.pointed.set(Some((panel, cell)));
        }
    }

    /// Makes an edit.
    pub fn edit(self, edit: Edit) {
        self.forget_paste();
        if matches!(edit, Edit::Size(..) | Edit::From(_) | Edit::Fill(_) | Edit::Start(_) | Edit::ClearAnswers) {
            // A text that was half typed belongs to numbers that are no longer there.
            self.forget_typing();
        }
        let answers = matches!(edit, Edit::Answer(..) | Edit::Reveal(_));
        match edit {
            Edit::Start(start) => {
                let present = self.document.get_untracked();
                if let Some(document) = self.shelf.try_update(|shelf| shelf.choose(&present, start)) {
                    self.change(|history| history.replace(document));
                }
            }
            edit => self.change(|history| history.apply(edit)),
        }
        if answers {
            self.note_progress();
        }
    }

    /// Changes the document. A cell that goes with it is pointed at no longer.
    pub(super) fn change(self, change: impl FnOnce(&mut History)) {
        let lesson = self.history.with_untracked(|history| history.present().lesson);
        self.history.update(change);
        let stays = |(_, cell)| {
            self.history.with_untracked(|history| history.present().lesson == lesson && history.present().has(cell))
        };
        if !self.pointed.get_untracked().is_none_or(stays) {
            self.pointed.set(None);
        }
    }

    // A browser tells of a half-typed text when its field leaves the page, which is after undo or a link has put another
    // document there. Such a text is not meant for it.
    pub(super) fn judge_fields(self) {
        browser::on_fields(move |typed| {
            let epoch = self.epoch.get_untracked();
            if typed {
                self.typed_in.set_value(epoch);
            }
            self.typed_in.get_value() == epoch
        });
    }

    /// Ends the step of undo, as when a cell is left.
    pub fn pause(self) {
        self.history.update_untracked(History::pause);
    }

    /// Goes back, and drops what was being typed.
    pub fn undo(self) {
        self.forget_typing();
        self.change(History::undo);
    }

    /// Goes forward again.
    pub fn redo(self) {
        self.forget_typing();
        self.change(History::redo);
    }

    /// Everything as the lesson began.
    pub fn reset(self) {
        self.forget_typing();
        self.edit(Edit::Reset);
        self.set_step(0);
        self.returned.set(false);
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

    // What is said of a paste ends with the next change.
    fn forget_paste(self) {
        if self.pasted.with_untracked(Option::is_some) {
            self.pasted.set(None);
        }
    }

    /// Half-typed texts end.
    pub fn forget_typing(self) {
        self.forget_paste();
        self.drafts.update(LiteMap::clear);
        self.typing.set(None);
        self.epoch.update(|epoch| *epoch += 1);
    }

    /// Remembers what stands in a cell as it is entered.
    pub fn enter(self, cell: Cell, value: f64) {
        self.entered.set_value(Some((cell, value)));
    }

    /// Puts back what stood in `cell` when it was entered.
    pub fn put_back(self, cell: Cell) {
        if let Some((_, value)) = self.entered.get_value().filter(|(entered, _)| *entered == cell) {
            self.edit(Edit::Cell(cell, value));
        }
    }
}
