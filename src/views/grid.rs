//! A matrix on the page and the part of it that is in view: what its cells show, and how the focus moves.

use leptos::prelude::*;

use super::life::Life;
use super::store::Store;
use crate::browser;
use crate::engine::cell::{Cell, Name};
use crate::engine::matrix::Matrix;
use crate::number::full;
use crate::presentation::matrix_table::{MatrixTable, Subject, matrix_table};
use crate::presentation::notices::PasteState;
use crate::presentation::panel::Panel;
use crate::presentation::viewport::Viewport;

/// Handles to one matrix; copied into its cells.
#[derive(Clone, Copy)]
pub(super) struct CellGrid {
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

impl CellGrid {
    pub fn new(store: Store, panel: Panel, name: Name, matrix: Memo<Matrix>) -> Self {
        let extent = Memo::new(move |_| Viewport::extent(matrix.with(Matrix::shape)));
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
    pub fn table(self) -> Memo<MatrixTable> {
        Memo::new(move |_| self.look())
    }

    fn look(self) -> MatrixTable {
        let Self { store, panel, name, matrix, .. } = self;
        let (viewport, active, editable) = (self.viewport(), self.active.get(), self.editable.get());
        let (pointed, scale, palette) = (store.pointer.at.get(), store.scale(name), store.palette());
        let typing = if editable { store.typing.text.get() } else { None };
        let refused = store.typing.pasted.with(|pasted| match pasted {
            Some((cell, PasteState::Refused(_))) => Some(*cell),
            _ => None,
        });
        let (matrix, sources, drafts) = (matrix.read(), store.pointer.sources.read(), store.typing.drafts.read());
        store.page(&|&page| {
            let (matrix, sources, drafts, typing) = (&*matrix, &sources[..], &*drafts, typing.clone());
            matrix_table(&Subject {
                page,
                panel,
                name,
                matrix,
                viewport,
                editable,
                active,
                pointed,
                sources,
                typing,
                drafts,
                refused,
                scale,
                palette,
            })
        })
    }

    /// Whether there is more than is in view.
    pub fn is_large(self) -> bool {
        self.matrix.with(Matrix::shape) != self.extent.get()
    }

    /// The part in view; held inside the matrix when it has shrunk.
    pub fn viewport(self) -> Viewport {
        Viewport::new(self.matrix.with(Matrix::shape), self.origin.get())
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
        self.origin.set(untrack(move || self.viewport()).revealing(cell.row, cell.column));
    }

    /// What happens when `cell` gets the focus: its working is shown, and a typed number shows all its digits. Gives the
    /// text to be edited.
    pub fn enter(self, cell: Cell) -> Option<String> {
        let store = self.store;
        store.point(self.panel, cell);
        let (row, column) = untrack(move || self.viewport()).first;
        self.active.set((cell.row.saturating_sub(row), cell.column.saturating_sub(column)));
        self.editable.get_untracked().then(|| {
            store.typing.enter(cell, self.value(cell));
            let draft = store.typing.drafts.with_untracked(|drafts| drafts.get(&cell).map(|draft| draft.0.clone()));
            let text = draft.unwrap_or_else(|| full(self.value(cell)));
            store.typing.text.set(Some((cell, text.clone())));
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
