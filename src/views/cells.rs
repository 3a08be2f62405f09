//! The cells of a matrix: those that are typed and those that are computed.

use leptos::ev::{ClipboardEvent, KeyboardEvent};
use leptos::prelude::*;

use super::grid::Grid;
use super::matrix::error_id;
use crate::browser;
use crate::document::edit::Edit;
use crate::engine::cell::Cell;
use crate::number::{NumberError, parse, parse_block};

/// A computed cell at row `i` and column `j` of the view.
pub(super) fn stage_cell(grid: Grid, i: usize, j: usize) -> impl IntoView {
    let look = grid.look(i, j);
    let here = move || look.with_untracked(|look| look.cell);
    let enter = move || {
        if let Some(cell) = here() {
            let _nothing_to_edit = grid.enter(cell);
        }
    };
    view! {
        <td
            data-cell=move || look.with(|look| look.id.clone())
            tabindex=move || if grid.active.get() == (i, j) { "0" } else { "-1" }
            aria-label=move || look.with(|look| look.spoken.clone())
            class=move || look.with(|look| look.class.clone())
            style:background-color=move || look.with(|look| look.tint.clone())
            on:mousemove=move |_| enter()
            on:click=move |_| enter()
            on:focus=move |_| {
                grid.active.set((i, j));
                enter();
            }
            on:keydown=move |event| {
                let moved = |(down, right)| here().is_some_and(|cell| grid.step_focus(cell, down, right));
                if arrow(&event).is_some_and(moved) {
                    event.prevent_default();
                }
            }
        >
            {move || look.with(|look| look.text.clone())}
        </td>
    }
}

/// A typed cell at row `i` and column `j` of the view.
pub(super) fn edit_cell(grid: Grid, i: usize, j: usize) -> impl IntoView {
    let store = grid.store;
    let look = grid.look(i, j);
    let here = move || look.with_untracked(|look| look.cell);
    let described = move || look.with(|look| look.cell.filter(|_| look.refused).map(error_id));
    view! {
        <td
            class=move || look.with(|look| look.class.clone())
            style:background-color=move || look.with(|look| look.tint.clone())
        >
            <input
                type="text"
                size="1"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                data-cell=move || look.with(|look| look.id.clone())
                aria-label=move || look.with(|look| look.spoken.clone())
                aria-invalid=move || look.with(|look| look.refused).then_some("true")
                aria-describedby=described
                prop:value=move || look.with(|look| look.text.clone())
                on:mousemove=move |_| if let Some(cell) = here() { store.point(grid.panel, cell) }
                on:focus=move |_| {
                    if let Some(text) = here().and_then(|cell| grid.enter(cell)) {
                        browser::edit_focused(&text);
                    }
                }
                on:input=move |event| if let Some(cell) = here() { typed(grid, cell, event_target_value(&event)) }
                on:blur=move |_| {
                    store.typing.set(None);
                    store.pause();
                }
                on:paste=move |event| if let Some(cell) = here() { paste(grid, cell, &event) }
                on:keydown=move |event| if let Some(cell) = here() { keydown(grid, cell, &event) }
            />
        </td>
    }
}

fn typed(grid: Grid, cell: Cell, text: String) {
    match parse(&text) {
        Ok(value) => {
            forget_draft(grid, cell);
            grid.store.edit(Edit::Cell(cell, value));
        }
        Err(why) => refuse(grid, cell, text.clone(), why),
    }
    grid.store.typing.set(Some((cell, text)));
}

// The text stays in the cell with its fault; the last good number stays in the document.
fn refuse(grid: Grid, cell: Cell, text: String, why: NumberError) {
    grid.store.drafts.update(|drafts| {
        drafts.insert(cell, (text, why));
    });
}

fn forget_draft(grid: Grid, cell: Cell) {
    if grid.store.drafts.with_untracked(|drafts| drafts.contains_key(&cell)) {
        grid.store.drafts.update(|drafts| {
            drafts.remove(&cell);
        });
    }
}

fn keydown(grid: Grid, cell: Cell, event: &KeyboardEvent) {
    let moved = match (event.key().as_str(), arrow(event)) {
        // While a Chinese keyboard is still composing, Enter belongs to it.
        _ if event.is_composing() => false,
        ("Enter", _) => grid.step_focus(cell, if event.shift_key() { -1 } else { 1 }, 0),
        ("Escape", _) => {
            forget_draft(grid, cell);
            if let Some(text) = grid.enter(cell) {
                browser::edit_focused(&text);
            }
            true
        }
        (_, Some((down, 0))) => grid.step_focus(cell, down, 0),
        (_, Some((0, right))) => browser::caret_leaves(event, right > 0) && grid.step_focus(cell, 0, right),
        _ => false,
    };
    if moved {
        event.prevent_default();
    }
}

// A block fills from the cell on; a single number is left to the input.
fn paste(grid: Grid, cell: Cell, event: &ClipboardEvent) {
    let store = grid.store;
    let Some(text) = browser::pasted_text(event) else { return };
    match parse_block(&text) {
        Ok(block) if block.len() > 1 || block.first().is_some_and(|row| row.len() > 1) => {
            event.prevent_default();
            store.drafts.update(|drafts| drafts.retain(|other, _| other.name != cell.name));
            store.typing.set(None);
            store.edit(Edit::Paste { at: cell, block });
            store.pause();
            grid.focus(cell);
        }
        Ok(_) => {}
        Err((word, why)) if text.trim().contains([' ', ',', ';', '\t', '\n', '[']) => {
            event.prevent_default();
            store.typing.set(Some((cell, word.clone())));
            refuse(grid, cell, word, why);
        }
        Err(_) => {}
    }
}

fn arrow(event: &KeyboardEvent) -> Option<(isize, isize)> {
    if event.ctrl_key() || event.meta_key() || event.alt_key() || event.shift_key() {
        return None;
    }
    match event.key().as_str() {
        "ArrowUp" => Some((-1, 0)),
        "ArrowDown" => Some((1, 0)),
        "ArrowLeft" => Some((0, -1)),
        "ArrowRight" => Some((0, 1)),
        _ => None,
    }
}
