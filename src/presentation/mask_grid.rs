//! The mask as a table of buttons, one for each query and key.

use super::html;
use super::names::subscript;
use super::working::reasons;
use crate::document::Document;
use crate::engine::inputs::Inputs;
use crate::engine::mask::Hidden;
use crate::text::{Language, Text};

/// Rows and columns that can be drawn on; more would be too small to hit.
const MOST: usize = 24;

/// The attribute that holds query and key of a button, both from 0.
pub const SQUARE: &str = "data-keep";

/// How many queries and keys there are buttons for.
pub fn size(inputs: &Inputs) -> (usize, usize) {
    (inputs.queries().min(MOST), inputs.keys().min(MOST))
}

/// Reads what stands in [`SQUARE`].
pub fn square(text: &str) -> Option<(usize, usize)> {
    let (i, j) = text.split_once(' ')?;
    Some((i.parse().ok()?, j.parse().ok()?))
}

/// The table, as HTML; the Tab key reaches the button of `active`, or the one nearest to it that there is.
pub fn mask_grid(document: &Document, active: (usize, usize), language: Language) -> String {
    let inputs = &document.inputs;
    let (queries, keys) = size(inputs);
    let active = (active.0.min(queries - 1), active.1.min(keys - 1));
    let caption = Text {
        zh: "点一格，遮住或露出这个键。1：看得见；0：遮住；×：你画的。",
        en: "A click hides one key from one query, or shows it again. 1: visible; 0: hidden; ×: drawn by you.",
    };
    let head = |letter, at: usize, label: &str| format!("{letter}{} {label}", subscript(at + 1));
    let mut html = format!("<table><caption class=\"soft\">{}</caption><thead><tr><td></td>", caption.get(language));
    (0..keys).for_each(|j| html += &html::head("col", &head('k', j, document.key_label(j))));
    html += "</tr></thead><tbody>";
    for i in 0..queries {
        html += "<tr>";
        html += &html::head("row", &head('q', i, document.query_label(i)));
        for j in 0..keys {
            let hidden = inputs.hidden(i, j);
            let (symbol, class) = match (hidden.drawn, hidden.any()) {
                (true, _) => ("×", "hidden-key"),
                (false, true) => ("0", "hidden-key"),
                (false, false) => ("1", ""),
            };
            html += &format!(
                "<td><button type=\"button\" class=\"{class}\" {SQUARE}=\"{i} {j}\" aria-pressed=\"{}\" aria-label=\"{}\" tabindex=\"{}\">{symbol}</button></td>",
                hidden.drawn,
                square_name(i, j, symbol, hidden, language),
                if active == (i, j) { 0 } else { -1 },
            );
        }
        html += "</tr>";
    }
    html + "</tbody></table>"
}

fn square_name(i: usize, j: usize, symbol: &str, hidden: Hidden, language: Language) -> String {
    let state = if hidden.any() {
        reasons(hidden, language)
    } else {
        Text { zh: "看得见", en: "visible" }.get(language).to_owned()
    };
    match language {
        Language::En => format!("query {} key {}: {symbol}, {state}", i + 1, j + 1),
        Language::Zh => format!("查询 {} 键 {}：{symbol}，{state}", i + 1, j + 1),
    }
}
