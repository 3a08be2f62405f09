//! A matrix on the page and the part of it that is in view: what its cells show, and how the focus moves.

use leptos::prelude::*;

use super::life::Life;
use super::panel::Panel;
use super::store::Store;
use super::table::{Table, table};
use crate::browser;
use crate::engine::cell::{Cell, Name};
use crate::engine::matrix::Matrix;
use crate::number::full;

/// The most rows or columns that are shown at once; a larger matrix is looked at through a window.
const WHOLE: usize = 12;
const WINDOW: usize = 8;

/// Handles to one matrix; copied into its cells.
#[derive(Clone, Copy)]
pub(super) struct Grid {
    pub store: Store,
    pub panel: Panel,
    pub name: Name,
    pub matrix: Memo<Matrix>,
    /// Whether the learner types its numbers.
    pub editable: Memo<bool>,
    /// How many rows and columns are in view.
    pub extent: Memo<(usize, usize)>,
    /// The cell in view that the Tab key reaches.
    pub active: RwSignal<(usize, usize)>,
    /// Ends when it leaves the page.
    pub life: Life,
    origin: RwSignal<(usize, usize)>,
}

impl Grid {
    pub fn new(store: Store, panel: Panel, name: Name, matrix: Memo<Matrix>) -> Self {
        let part = |size: usize| if size <= WHOLE { size } else { WINDOW };
        let extent = Memo::new(move |_| {
            let (rows, columns) = matrix.with(Matrix::shape);
            (part(rows), part(columns))
        });
        let editable = Memo::new(move |_| panel == Panel::Main && store.inputs.with(|i| i.typed().contains(&name)));
        Self {
            store,
            panel,
            name,
            matrix,
            editable,
            extent,
            active: RwSignal::new((0, 0)),
            life: Life::here(),
            origin: RwSignal::new((0, 0)),
        }
    }

    /// What the page shows of it. One memo for the whole, so that what all cells depend on has one subscriber here and
    /// not several for each cell: with those, a keystroke costs several frames.
    pub fn table(self) -> Memo<Table> {
        Memo::new(move |_| table(self))
    }

    /// Whether there is more than is in view.
    pub fn is_large(self) -> bool {
        self.matrix.with(Matrix::shape) != self.extent.get()
    }

    /// The first row and column in view, from 0; held inside the matrix when it has shrunk.
    pub fn first(self) -> (usize, usize) {
        let ((rows, columns), (r, c)) = (self.matrix.with(Matrix::shape), self.extent.get());
        let (row, column) = self.origin.get();
        (row.min(rows - r), column.min(columns - c))
    }

    /// The cell with this `data-cell`, if it is one of this table.
    pub fn cell(self, id: &str) -> Option<Cell> {
        Cell::parse(id.strip_prefix(&self.panel.prefix())?)
    }

    /// The number in `cell`, outside of reactive code.
    fn value(self, cell: Cell) -> f64 {
        self.matrix.with_untracked(|matrix| matrix.get((cell.row, cell.column)).copied().unwrap_or(f64::NAN))
    }

    /// Moves the view so that `cell` is in it.
    pub fn reveal(self, cell: Cell) {
        let ((row, column), (rows, columns)) = (untrack(move || self.first()), self.extent.get_untracked());
        let moved = |first: usize, size: usize, wanted: usize| first.min(wanted).max((wanted + 1).saturating_sub(size));
        self.origin.set((moved(row, rows, cell.row), moved(column, columns, cell.column)));
    }

    /// What happens when `cell` gets the focus: its working is shown, and a typed number shows all its digits. Gives the
    /// text to be edited.
    pub fn enter(self, cell: Cell) -> Option<String> {
        let store = self.store;
        store.point(self.panel, cell);
        let (row, column) = untrack(move || self.first());
        self.active.set((cell.row.saturating_sub(row), cell.column.saturating_sub(column)));
        self.editable.get_untracked().then(|| {
            store.enter(cell, self.value(cell));
            let draft = store.drafts.with_untracked(|drafts| drafts.get(&cell).map(|draft| draft.0.clone()));
            let text = draft.unwrap_or_else(|| full(self.value(cell)));
            store.typing.set(Some((cell, text.clone())));
            text
        })
    }

    /// Moves the focus by rows and columns; `false` at the edge of the matrix.
    pub fn step_focus(self, from: Cell, down: isize, right: isize) -> bool {
        let (rows, columns) = self.matrix.with_untracked(Matrix::shape);
        let (row, column) = (from.row.checked_add_signed(down), from.column.checked_add_signed(right));
        let (Some(row), Some(column)) = (row, column) else { return false };
        if row >= rows || column >= columns {
            return false;
        }
        self.reveal(Cell::new(self.name, row, column));
        self.focus(Cell::new(self.name, row, column));
        true
    }

    /// Moves the focus to `cell` once the view has followed, which it does before the next frame. An element that has
    /// the focus already, and only stands for another cell now, gets no event: so `enter` is called here as well.
    pub fn focus(self, cell: Cell) {
        let id = format!("{}{cell}", self.panel.prefix());
        self.life.in_frame(move || {
            browser::focus_cell(&id);
            if let Some(text) = self.enter(cell) {
                browser::edit_focused(&text);
            }
        });
    }
}
