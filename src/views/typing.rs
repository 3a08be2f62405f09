//! What is half typed: texts of cells, and what ends with them.

use leptos::prelude::*;
use litemap::LiteMap;

use crate::browser;
use crate::engine::cell::Cell;
use crate::presentation::matrix_table::Drafts;
use crate::presentation::notices::PasteState;

/// The texts that are being typed.
#[derive(Clone, Copy)]
pub(super) struct Typing {
    /// Counts what replaces the numbers from outside a field: undo, reset, another link. Half-typed texts end with it.
    pub epoch: RwSignal<u32>,
    /// Texts of cells that are not numbers, kept until they are mended.
    pub drafts: RwSignal<Drafts>,
    /// The text of the cell that is being typed in.
    pub text: RwSignal<Option<(Cell, String)>>,
    /// The cell of the last paste, and what came of it; the next change of the document ends it.
    pub pasted: RwSignal<Option<(Cell, PasteState)>>,
    // The epoch in which a field was last typed in.
    last: StoredValue<u32>,
    // The number that stood in the cell being typed in when it was entered.
    entered: StoredValue<Option<(Cell, f64)>>,
}

impl Typing {
    /// Nothing is typed.
    pub fn new() -> Self {
        Self {
            epoch: RwSignal::new(0),
            drafts: RwSignal::new(Drafts::new()),
            text: RwSignal::new(None),
            pasted: RwSignal::new(None),
            last: StoredValue::new(0),
            entered: StoredValue::new(None),
        }
    }

    /// Half-typed texts end.
    pub fn forget(self) {
        self.forget_paste();
        self.drafts.update(LiteMap::clear);
        self.text.set(None);
        self.epoch.update(|epoch| *epoch += 1);
    }

    /// What is said of a paste ends.
    pub fn forget_paste(self) {
        if self.pasted.with_untracked(Option::is_some) {
            self.pasted.set(None);
        }
    }

    /// From now on, keeps texts from fields that they were not typed for. A browser tells of a half-typed text when its
    /// field leaves the page, which is after undo or a link has put another document there.
    pub fn judge_fields(self) {
        browser::on_fields(move |typed| {
            let epoch = self.epoch.get_untracked();
            if typed {
                self.last.set_value(epoch);
            }
            self.last.get_value() == epoch
        });
    }

    /// Remembers what stands in a cell as it is entered.
    pub fn enter(self, cell: Cell, value: f64) {
        self.entered.set_value(Some((cell, value)));
    }

    /// What stood in `cell` when it was entered.
    pub fn entered(self, cell: Cell) -> Option<f64> {
        self.entered.get_value().filter(|(entered, _)| *entered == cell).map(|(_, value)| value)
    }
}

/// Something that is shown until undo, reset or another link replaces the numbers.
pub(super) struct Transient<T: 'static> {
    // With the epoch that it belongs to.
    value: RwSignal<Option<(u32, T)>>,
    epoch: RwSignal<u32>,
}

impl<T> Clone for Transient<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Transient<T> {}

impl<T: Clone + Send + Sync + 'static> Transient<T> {
    /// Nothing yet.
    pub fn new(typing: Typing) -> Self {
        Self { value: RwSignal::new(None), epoch: typing.epoch }
    }

    /// What is shown.
    pub fn get(self) -> Option<T> {
        let (epoch, value) = self.value.get()?;
        (epoch == self.epoch.get()).then_some(value)
    }

    /// Shows `value` from now on, or nothing.
    pub fn set(self, value: Option<T>) {
        self.value.set(value.map(|value| (self.epoch.get_untracked(), value)));
    }
}
