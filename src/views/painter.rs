//! Keeps the elements of a table in step with what it should show, writing only what differs.
//!
//! A cell has no signal of its own: a thousand cells of six attributes each would make one keystroke cost several frames
//! in bookkeeping alone. The table is painted like a canvas instead, by one effect.

use leptos::html;
use leptos::prelude::*;

use crate::browser::{self, Element};
use crate::presentation::matrix_table::{CellLook, MatrixRow, MatrixTable};

/// Paints what has changed whenever `table` does. A table of another kind is not painted: its elements are made anew,
/// with their content.
pub(super) fn keep_painted(table: Memo<MatrixTable>, element: NodeRef<html::Table>) {
    Effect::new(move |before: Option<MatrixTable>| {
        let now = table.get();
        if let (Some(before), Some(element)) = (before.filter(|before| before.kind() == now.kind()), element.get()) {
            let cell = |row, column| browser::table_cell(&element, row, column);
            let columns = before.columns.iter().zip(&now.columns).enumerate();
            columns.filter(|(_, (old, new))| old != new).for_each(|(j, (_, new))| set_head(cell(0, j + 1), new));
            let rows = before.rows.iter().zip(&now.rows).enumerate();
            rows.filter(|(_, (old, new))| old != new)
                .for_each(|(i, (old, new))| paint_row(old, new, |j| cell(i + 1, j)));
        }
        now
    });
}

fn paint_row(old: &MatrixRow, new: &MatrixRow, cell: impl Fn(usize) -> Option<Element>) {
    if old.head != new.head {
        set_head(cell(0), &new.head);
    }
    if old.sum != new.sum {
        set_text(cell(new.looks.len() + 1), new.sum.as_deref().unwrap_or_default());
    }
    for (j, (old, new)) in old.looks.iter().zip(&new.looks).enumerate() {
        if let Some(cell) = cell(j + 1).filter(|_| old != new) {
            paint_cell(old, new, &cell);
        }
    }
}

fn paint_cell(old: &CellLook, new: &CellLook, cell: &Element) {
    let input = browser::input_in(cell);
    let bearer: &Element = input.as_ref().map_or(cell, |input| input);
    let set = |element: &Element, name: &str, old: Option<&str>, new: Option<&str>| {
        if old != new {
            browser::set_attribute(element, name, new);
        }
    };
    set(bearer, "data-cell", Some(&old.id), Some(&new.id));
    set(bearer, "aria-label", Some(&old.spoken), Some(&new.spoken));
    set(bearer, "aria-describedby", old.error.as_deref(), new.error.as_deref());
    set(bearer, "aria-invalid", old.error.as_ref().map(|_| "true"), new.error.as_ref().map(|_| "true"));
    set(cell, "class", Some(&old.class), Some(&new.class));
    set(cell, "style", old.tint.as_deref(), new.tint.as_deref());
    match &input {
        // What is being typed is there already; writing it again would move the caret.
        Some(input) if input.value() != new.text => input.set_value(&new.text),
        Some(_) => {}
        None => {
            set(cell, "tabindex", Some(old.tab_index()), Some(new.tab_index()));
            if old.text != new.text {
                cell.set_text_content(Some(&new.text));
            }
        }
    }
}

fn set_head(cell: Option<Element>, text: &str) {
    if let Some(cell) = &cell {
        browser::set_attribute(cell, "title", Some(text));
    }
    set_text(cell, text);
}

fn set_text(cell: Option<Element>, text: &str) {
    if let Some(cell) = cell {
        cell.set_text_content(Some(text));
    }
}
