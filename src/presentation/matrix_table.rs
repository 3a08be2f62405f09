//! What the table of a matrix shows, computed whole so that the page compares it with what stands there.

use litemap::LiteMap;

use super::names::{cell_name, has_key_columns, is_masked_stage, row_letter, subscript};
use super::notices::error_id;
use super::page::Page;
use super::panel::Panel;
use super::viewport::Viewport;
use crate::document::Cover;
use crate::engine::cell::{Cell, Name};
use crate::engine::matrix::Matrix;
use crate::number::{NumberError, full, show, show_sum, show_typed};
use crate::plots::heatmap::ScaleKind;
use crate::plots::palette::Palette;
use crate::text::{Language, Text};

/// Texts of cells that are not numbers, kept until they are mended.
pub type Drafts = LiteMap<Cell, (String, NumberError)>;

/// One matrix and all that decides how its cells look.
pub struct Subject<'a> {
    /// The document and how it is looked at.
    pub page: Page<'a>,
    /// The computation that the matrix belongs to.
    pub panel: Panel,
    /// Which matrix or stage.
    pub name: Name,
    /// Its numbers.
    pub matrix: &'a Matrix,
    /// The part of it that is in view.
    pub viewport: Viewport,
    /// Whether the learner types its numbers.
    pub editable: bool,
    /// The row and column in view that the Tab key reaches, from 0.
    pub active: (usize, usize),
    /// The cell that is pointed at.
    pub pointed: Option<(Panel, Cell)>,
    /// The cells that the pointed one was computed from.
    pub sources: &'a [Cell],
    /// The cell that is being typed in, and its text.
    pub typing: Option<(Cell, String)>,
    /// What was typed and is no number.
    pub drafts: &'a Drafts,
    /// The cell of a paste that was refused.
    pub refused: Option<Cell>,
    /// The scale of its colours; `None` where it has none.
    pub scale: Option<ScaleKind>,
    /// The colours.
    pub palette: &'a Palette,
}

/// The part of a matrix that is in view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatrixTable {
    /// The heads of the columns: index, and token where there is one.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<MatrixRow>,
    /// Whether the learner types the numbers.
    pub editable: bool,
}

/// One row of the table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatrixRow {
    /// Its index, and its token where it has one.
    pub head: String,
    /// Its cells.
    pub looks: Vec<CellLook>,
    /// The sum of the whole row, for weights.
    pub sum: Option<String>,
}

/// All that a cell shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CellLook {
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
    /// The id of the element that explains why its text is no number.
    pub error: Option<String>,
    /// Whether the Tab key reaches it.
    pub active: bool,
}

impl CellLook {
    /// The value of `tabindex` of a computed cell.
    pub fn tab_index(&self) -> &'static str {
        if self.active { "0" } else { "-1" }
    }
}

impl MatrixTable {
    /// What decides which elements there are: a table of the same kind differs in their content alone.
    pub fn kind(&self) -> (usize, usize, bool) {
        (self.rows.len(), self.columns.len(), self.editable)
    }
}

/// The table of the part of the matrix that is in view.
pub fn matrix_table(subject: &Subject) -> MatrixTable {
    let Viewport { first, extent } = subject.viewport;
    let (name, document) = (subject.name, subject.page.document);
    let column = |j: usize| {
        let index = first.1 + j;
        if has_key_columns(name) {
            format!("k{} {}", subscript(index + 1), document.key_label(index))
        } else {
            (index + 1).to_string()
        }
    };
    let row = |i: usize| {
        let (index, letter) = (first.0 + i, row_letter(name));
        let token = match name {
            _ if letter.is_empty() => "",
            Name::K | Name::V | Name::X => document.key_label(index),
            _ => document.query_label(index),
        };
        MatrixRow {
            head: format!("{letter}{} {token}", subscript(index + 1)),
            looks: (0..extent.1).map(|j| look(subject, Cell::new(name, index, first.1 + j))).collect(),
            sum: (name == Name::Weights).then(|| sum(subject, index)),
        }
    };
    MatrixTable {
        columns: (0..extent.1).map(column).collect(),
        rows: (0..extent.0).map(row).collect(),
        editable: subject.editable,
    }
}

fn cover(subject: &Subject, cell: Cell) -> Cover {
    // Copies beside the learner's own computation are shown as a whole or not at all.
    if subject.panel == Panel::Main { subject.page.cover(cell) } else { Cover::Open }
}

fn sum(subject: &Subject, row: usize) -> String {
    let is_open = |column| cover(subject, Cell::new(subject.name, row, column)) == Cover::Open;
    if !(0..subject.matrix.ncols()).all(is_open) {
        return "·".to_owned();
    }
    show_sum(subject.matrix.row(row).sum(), subject.page.decimals)
}

fn look(subject: &Subject, cell: Cell) -> CellLook {
    let Page { document, language, decimals, .. } = subject.page;
    let Viewport { first, extent } = subject.viewport;
    let (panel, editable) = (subject.panel, subject.editable);
    let value = subject.matrix.get((cell.row, cell.column)).copied().unwrap_or(f64::NAN);
    let cover = cover(subject, cell);
    // Only stages from the mask on show it.
    let hidden =
        cover == Cover::Open && is_masked_stage(cell.name) && document.inputs.hidden(cell.row, cell.column).any();
    let draft = subject.drafts.get(&cell);
    let (text, value_text) = if editable {
        let typed = subject.typing.as_ref().filter(|(other, _)| *other == cell).map(|(_, text)| text.clone());
        let kept = || draft.map(|(text, _)| text.clone());
        (typed.or_else(kept).unwrap_or_else(|| show_typed(value, decimals)), full(value))
    } else {
        match cover {
            Cover::Open => (show(value, decimals), show(value, decimals)),
            Cover::Covered => ("·".to_owned(), COVERED.get(language).to_owned()),
            Cover::Asked => ("?".to_owned(), ASKED.get(language).to_owned()),
        }
    };
    let colon = match language {
        Language::En => ": ",
        Language::Zh => "：",
    };
    let (name, label) = (cell_name(cell, language), panel.label().get(language));
    let place = if label.is_empty() { name } else { format!("{label}{colon}{name}") };
    let (left, right) = (cell.column == first.1, cell.column + 1 == first.1 + extent.1);
    let marks = [
        (left, "left"),
        (right, "right"),
        (left || right, "serif"),
        (cell.row == first.0, "top"),
        (cell.row + 1 == first.0 + extent.0, "bottom"),
        (editable, "edit"),
        (cover == Cover::Covered, "veiled"),
        (cover == Cover::Asked, "asked"),
        (hidden, "hidden-key"),
        (cover == Cover::Open && (value.is_nan() || value == f64::INFINITY), "not-finite"),
        (panel == Panel::Main && subject.sources.contains(&cell), "source"),
        (subject.pointed == Some((panel, cell)), "here"),
    ];
    let tinted = cover == Cover::Open && !hidden && value.is_finite();
    CellLook {
        id: format!("{}{cell}", panel.prefix()),
        text,
        spoken: format!("{place}{colon}{value_text}"),
        class: marks.into_iter().filter(|mark| mark.0).map(|mark| mark.1).collect::<Vec<_>>().join(" "),
        tint: subject
            .scale
            .filter(|_| tinted)
            .map(|scale| format!("background-color: {}", scale.colour(value, subject.palette).css())),
        error: (editable && (subject.refused == Some(cell) || draft.is_some())).then(|| error_id(cell)),
        active: (cell.row - first.0, cell.column - first.1) == subject.active,
    }
}

const COVERED: Text = Text { zh: "还没有算到", en: "not yet reached" };
const ASKED: Text = Text { zh: "请你预测", en: "yours to predict" };
