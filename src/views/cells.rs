//! The cells of a matrix: those that are typed and those that are computed.

use leptos::ev::{ClipboardEvent, KeyboardEvent};
use leptos::prelude::*;

use super::matrix::{Grid, error_id};
use super::names::is_masked_stage;
use super::panel::Panel;
use crate::browser;
use crate::document::edit::Edit;
use crate::engine::cell::Cell;
use crate::number::{NumberError, full, parse, parse_block, show, show_typed};
use crate::text::Text;

/// What a computed cell shows.
#[derive(Clone, Copy, PartialEq)]
enum Face {
    /// Its number.
    Number(f64),
    /// Not yet reached by the walk, or by the questions.
    Veiled,
    /// The learner is asked for it.
    Asked,
}

/// A computed cell at row `i` and column `j` of the view.
pub(super) fn stage_cell(grid: Grid, i: usize, j: usize) -> impl IntoView {
    let store = grid.store;
    let cell = move || grid.cell(i, j);
    let face = Memo::new(move |_| {
        let cell = cell();
        if grid.panel == Panel::Main {
            if store.document.with(|d| d.is_asked(cell)) {
                return Face::Asked;
            }
            if store.is_veiled(cell) {
                return Face::Veiled;
            }
        }
        Face::Number(grid.value(cell))
    });
    let text = move || match face.get() {
        Face::Number(value) => show(value, store.decimals()),
        Face::Veiled => "·".to_owned(),
        Face::Asked => "?".to_owned(),
    };
    let spoken = move || match face.get() {
        Face::Number(_) => text(),
        Face::Veiled => store.say(Text { zh: "还没有算到", en: "not yet reached" }).to_owned(),
        Face::Asked => store.say(Text { zh: "请你预测", en: "yours to predict" }).to_owned(),
    };
    let tint = move || match face.get() {
        Face::Number(value) if value.is_finite() && !is_hidden(grid, cell()) => {
            store.scale(grid.name).map(|scale| scale.colour(value, store.palette()).css())
        }
        _ => None,
    };
    let active = move || grid.active.get() == (i, j);
    let point = move || store.pointed.set(Some((grid.panel, untrack(cell))));
    view! {
        <td
            data-cell=move || grid.id(cell())
            tabindex=move || if active() { "0" } else { "-1" }
            aria-label=move || format!("{}: {}", grid.spoken(cell()), spoken())
            class:veiled=move || face.get() == Face::Veiled
            class:asked=move || face.get() == Face::Asked
            class:hidden-key=move || matches!(face.get(), Face::Number(_)) && is_hidden(grid, cell())
            class:not-finite=move || matches!(face.get(), Face::Number(x) if x.is_nan() || x == f64::INFINITY)
            class:source=move || is_source(grid, cell())
            class:here=move || store.pointed.get() == Some((grid.panel, cell()))
            style:background-color=tint
            on:mouseenter=move |_| point()
            on:click=move |_| point()
            on:focus=move |_| {
                grid.active.set((i, j));
                point();
            }
            on:keydown=move |event| {
                if arrow(&event).is_some_and(|(down, right)| grid.step_focus(untrack(cell), down, right)) {
                    event.prevent_default();
                }
            }
        >
            {text}
        </td>
    }
}

/// A typed cell at row `i` and column `j` of the view.
pub(super) fn edit_cell(grid: Grid, i: usize, j: usize) -> impl IntoView {
    let store = grid.store;
    let cell = move || grid.cell(i, j);
    let here = move || untrack(cell);
    let error = move || store.drafts.with(|drafts| drafts.contains_key(&cell()));
    let shown = move || {
        let cell = cell();
        let typed =
            store.typing.with(|typing| typing.as_ref().filter(|(other, _)| *other == cell).map(|t| t.1.clone()));
        let draft = || store.drafts.with(|drafts| drafts.get(&cell).map(|draft| draft.0.clone()));
        typed.or_else(draft).unwrap_or_else(|| show_typed(grid.value(cell), store.decimals()))
    };
    let tint = move || {
        let value = grid.value(cell());
        store.scale(grid.name).filter(|_| value.is_finite()).map(|scale| scale.colour(value, store.palette()).css())
    };
    let typed = move |text: String| {
        match parse(&text) {
            Ok(value) => {
                store.drafts.update(|drafts| drafts.retain(|cell, _| *cell != here()));
                store.edit(Edit::Cell(here(), value));
            }
            Err(why) => store.drafts.update(|drafts| {
                drafts.insert(here(), (text.clone(), why));
            }),
        }
        store.typing.set(Some((here(), text)));
    };
    let begin = move || {
        store.pointed.set(Some((grid.panel, here())));
        let draft = store.drafts.with_untracked(|drafts| drafts.get(&here()).map(|draft| draft.0.clone()));
        store.typing.set(Some((here(), draft.unwrap_or_else(|| full(untrack(|| grid.value(here())))))));
    };
    view! {
        <td class="edit" class:source=move || is_source(grid, cell()) style:background-color=tint>
            <input
                type="text"
                size="1"
                inputmode="text"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                data-cell=move || grid.id(cell())
                aria-label=move || format!("{}: {}", grid.spoken(cell()), full(grid.value(cell())))
                aria-invalid=move || error().then_some("true")
                aria-describedby=move || error().then(|| error_id(cell()))
                prop:value=shown
                on:mouseenter=move |_| store.pointed.set(Some((grid.panel, here())))
                on:focus=move |event| {
                    begin();
                    browser::select_all(&event);
                }
                on:input=move |event| typed(event_target_value(&event))
                on:blur=move |_| {
                    store.typing.set(None);
                    store.pause();
                }
                on:paste=move |event| paste(grid, here(), &event)
                on:keydown=move |event| keydown(grid, here(), &event)
            />
        </td>
    }
}

fn keydown(grid: Grid, cell: Cell, event: &KeyboardEvent) {
    let moved = match (event.key().as_str(), arrow(event)) {
        // While a Chinese keyboard is still composing, Enter belongs to it.
        _ if event.is_composing() => false,
        ("Enter", _) => grid.step_focus(cell, if event.shift_key() { -1 } else { 1 }, 0),
        ("Escape", _) => {
            let store = grid.store;
            store.drafts.update(|drafts| drafts.retain(|other, _| *other != cell));
            store.typing.set(None);
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
    let Some(text) = browser::pasted_text(event) else { return };
    match parse_block(&text) {
        Ok(block) if block.len() > 1 || block.first().is_some_and(|row| row.len() > 1) => {
            event.prevent_default();
            grid.store.drafts.update(|drafts| drafts.retain(|other, _| other.name != cell.name));
            grid.store.typing.set(None);
            grid.store.edit(Edit::Paste { at: cell, block });
            let id = grid.id(cell);
            request_animation_frame(move || browser::focus_cell(&id));
        }
        Ok(_) => {}
        Err((word, why)) if text.trim().contains([' ', ',', ';', '\t', '\n', '[']) => {
            event.prevent_default();
            let why = if why == NumberError::Empty { NumberError::NotANumber } else { why };
            grid.store.typing.set(Some((cell, word.clone())));
            grid.store.drafts.update(|drafts| {
                drafts.insert(cell, (word, why));
            });
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

fn is_source(grid: Grid, cell: Cell) -> bool {
    grid.panel == Panel::Main && grid.store.sources.with(|sources| sources.contains(&cell))
}

/// Whether a mask hides the key of `cell`; only stages from the mask on show it.
fn is_hidden(grid: Grid, cell: Cell) -> bool {
    is_masked_stage(cell.name)
        && grid
            .store
            .inputs
            .with(|inputs| inputs.mask().hides(cell.row, cell.column, inputs.queries(), inputs.keys()).any())
}
