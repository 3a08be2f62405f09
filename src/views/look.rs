//! What the cells of a matrix show.

use leptos::prelude::*;

use super::names::{cell_name, is_masked_stage};
use super::panel::Panel;
use super::store::Store;
use crate::document::Cover;
use crate::engine::cell::Cell;
use crate::engine::matrix::Matrix;
use crate::number::{full, show, show_typed};
use crate::text::{Language, Text};

/// All that a cell shows.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Look {
    /// The cell; `None` once it has left the matrix.
    pub cell: Option<Cell>,
    /// `data-cell`, its stable name.
    pub id: String,
    /// Its number, or what covers it.
    pub text: String,
    /// What a screen reader says: name and value.
    pub spoken: String,
    /// Its classes in the stylesheet.
    pub class: String,
    /// Its colour on the scale of its stage.
    pub tint: Option<String>,
    /// Whether what is typed in it is no number.
    pub refused: bool,
}

/// What `cells` of a matrix show.
pub(super) fn looks(store: Store, panel: Panel, editable: bool, matrix: Memo<Matrix>, cells: &[Cell]) -> Vec<Look> {
    let (language, decimals, palette) = (store.language(), store.decimals(), store.palette());
    let scale = cells.first().and_then(|cell| store.scale(cell.name));
    let (pointed, typing) = (store.pointed.get(), if editable { store.typing.get() } else { None });
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
        let marks = [
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
            cell: Some(cell),
            id: format!("{prefix}{cell}"),
            text,
            spoken: format!("{place}{colon}{value_text}"),
            class: marks.into_iter().filter(|mark| mark.0).map(|mark| mark.1).collect::<Vec<_>>().join(" "),
            tint: scale.filter(|_| tinted).map(|scale| scale.colour(value, palette).css()),
            refused: editable && store.drafts.with(|drafts| drafts.contains_key(&cell)),
        }
    };
    cells.iter().map(look).collect()
}

const COVERED: Text = Text { zh: "还没有算到", en: "not yet reached" };
const ASKED: Text = Text { zh: "请你预测", en: "yours to predict" };

// Whether a mask hides the key of `cell`; only stages from the mask on show it.
fn is_hidden(store: Store, cell: Cell) -> bool {
    is_masked_stage(cell.name)
        && store.inputs.with(|i| i.mask().hides(cell.row, cell.column, i.queries(), i.keys()).any())
}
