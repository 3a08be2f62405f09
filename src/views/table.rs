//! What the table of a matrix shows, computed whole so that the page compares it with what stands there.

use leptos::prelude::*;

use super::grid::Grid;
use super::names::{cell_name, has_key_columns, is_masked_stage, row_letter, subscript};
use super::panel::Panel;
use super::store::{PasteState, Store};
use crate::document::Cover;
use crate::engine::cell::{Cell, Name};
use crate::number::{full, show, show_sum, show_typed};
use crate::text::{Language, Text};

/// The part of a matrix that is in view.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Table {
    /// The heads of the columns: index, and token where there is one.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Row>,
    /// Whether the learner types the numbers.
    pub editable: bool,
}

/// One row of the table.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Row {
    /// Its index, and its token where it has one.
    pub head: String,
    pub looks: Vec<Look>,
    /// The sum of the whole row, for weights.
    pub sum: Option<String>,
}

/// All that a cell shows.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Look {
    /// `data-cell`, its stable name.
    pub id: String,
    /// Its number, or what covers it.
    pub text: String,
    /// What a screen reader says: name and value.
    pub spoken: String,
    /// Its classes in the stylesheet.
    pub class: String,
    /// Its style: the colour on the scale of its stage.
    pub tint: Option<String>,
    /// What explains that its text is no number.
    pub error: Option<String>,
    /// Whether the Tab key reaches it.
    pub active: bool,
}

impl Table {
    /// What decides which elements there are: a table of the same kind differs in their content alone.
    pub fn kind(&self) -> (usize, usize, bool) {
        (self.rows.len(), self.columns.len(), self.editable)
    }
}

/// The table of the part of `grid` that is in view.
pub(super) fn table(grid: Grid) -> Table {
    let ((first_row, first_column), (rows, columns)) = (grid.first(), grid.extent.get());
    let (name, looks) = (grid.name, looks(grid));
    let token = |key: bool, index: usize| {
        grid.store.document.with(|d| if key { d.key_label(index) } else { d.query_label(index) }.to_owned())
    };
    let column = |j: usize| {
        let index = first_column + j;
        if has_key_columns(name) {
            format!("k{} {}", subscript(index + 1), token(true, index))
        } else {
            (index + 1).to_string()
        }
    };
    let row = |(i, looks): (usize, &[Look])| {
        let (index, letter) = (first_row + i, row_letter(name));
        let keys = matches!(name, Name::K | Name::V | Name::X);
        let token = if letter.is_empty() { String::new() } else { token(keys, index) };
        let head = format!("{letter}{} {token}", subscript(index + 1));
        Row { head, looks: looks.to_vec(), sum: (name == Name::Weights).then(|| sum(grid, index)) }
    };
    Table {
        columns: (0..columns).map(column).collect(),
        rows: looks.chunks(columns.max(1)).enumerate().take(rows).map(row).collect(),
        editable: grid.editable.get(),
    }
}

fn sum(grid: Grid, row: usize) -> String {
    if grid.panel == Panel::Main && grid.store.cover(Cell::new(grid.name, row, 0)) == Cover::Covered {
        return "·".to_owned();
    }
    show_sum(grid.matrix.with(|matrix| matrix.row(row).sum()), grid.store.decimals())
}

/// The element that says what is wrong with `cell`.
pub(super) fn error_id(cell: Cell) -> String {
    format!("error-{}", cell.to_string().replace(' ', "-"))
}

fn looks(grid: Grid) -> Vec<Look> {
    let Grid { store, panel, name, matrix, .. } = grid;
    let editable = grid.editable.get();
    let ((row, column), (rows, columns)) = (grid.first(), grid.extent.get());
    let active = grid.active.get();
    let cells: Vec<Cell> =
        (0..rows).flat_map(|i| (0..columns).map(move |j| Cell::new(name, row + i, column + j))).collect();
    let (first, last) = (cells.first().copied(), cells.last().copied());
    let (language, decimals, palette) = (store.language(), store.decimals(), store.palette());
    let scale = store.scale(name);
    let (pointed, typing) = (store.pointed.get(), if editable { store.typing.get() } else { None });
    let refused = store.pasted.with(|pasted| match pasted {
        Some((cell, PasteState::Refused(_))) => Some(*cell),
        _ => None,
    });
    let (prefix, label) = (panel.prefix(), panel.label().get(language));
    let colon = match language {
        Language::En => ": ",
        Language::Zh => "：",
    };
    let look = |&cell: &Cell| {
        let value = matrix.with(|matrix| matrix.get((cell.row, cell.column)).copied().unwrap_or(f64::NAN));
        let cover = if panel == Panel::Main { store.cover(cell) } else { Cover::Open };
        let hidden = cover == Cover::Open && is_hidden(store, cell);
        let draft = || store.drafts.with(|drafts| drafts.get(&cell).map(|(text, _)| text.clone()));
        let (text, value_text) = if editable {
            let typed = typing.as_ref().filter(|(other, _)| *other == cell).map(|(_, text)| text.clone());
            (typed.or_else(draft).unwrap_or_else(|| show_typed(value, decimals)), full(value))
        } else {
            match cover {
                Cover::Open => (show(value, decimals), show(value, decimals)),
                Cover::Covered => ("·".to_owned(), COVERED.get(language).to_owned()),
                Cover::Asked => ("?".to_owned(), ASKED.get(language).to_owned()),
            }
        };
        let name = cell_name(cell, language);
        let place = if label.is_empty() { name } else { format!("{label}{colon}{name}") };
        let edge = |at: Option<Cell>, side: fn(Cell) -> usize| at.map(side) == Some(side(cell));
        let (left, right) = (edge(first, |cell| cell.column), edge(last, |cell| cell.column));
        let marks = [
            (left, "left"),
            (right, "right"),
            (left || right, "serif"),
            (edge(first, |cell| cell.row), "top"),
            (edge(last, |cell| cell.row), "bottom"),
            (editable, "edit"),
            (cover == Cover::Covered, "veiled"),
            (cover == Cover::Asked, "asked"),
            (hidden, "hidden-key"),
            (cover == Cover::Open && (value.is_nan() || value == f64::INFINITY), "not-finite"),
            (panel == Panel::Main && store.sources.with(|sources| sources.contains(&cell)), "source"),
            (pointed == Some((panel, cell)), "here"),
        ];
        let tinted = cover == Cover::Open && !hidden && value.is_finite();
        Look {
            id: format!("{prefix}{cell}"),
            text,
            spoken: format!("{place}{colon}{value_text}"),
            class: marks.into_iter().filter(|mark| mark.0).map(|mark| mark.1).collect::<Vec<_>>().join(" "),
            tint: scale
                .filter(|_| tinted)
                .map(|scale| format!("background-color: {}", scale.colour(value, palette).css())),
            error: (editable && (refused == Some(cell) || store.drafts.with(|drafts| drafts.contains_key(&cell))))
                .then(|| error_id(cell)),
            active: (cell.row - row, cell.column - column) == active,
        }
    };
    // Asked for once and not by every cell: keeping the books on who depends on what costs more than the numbers.
    store.document.track();
    store.settled.track();
    store.inputs.track();
    store.sources.track();
    store.drafts.track();
    matrix.track();
    let _tracked = store.step();
    untrack(|| cells.iter().map(look).collect())
}

const COVERED: Text = Text { zh: "还没有算到", en: "not yet reached" };
const ASKED: Text = Text { zh: "请你预测", en: "yours to predict" };

// Whether a mask hides the key of `cell`; only stages from the mask on show it.
fn is_hidden(store: Store, cell: Cell) -> bool {
    is_masked_stage(cell.name)
        && store.inputs.with(|i| i.mask().hides(cell.row, cell.column, i.queries(), i.keys()).any())
}
