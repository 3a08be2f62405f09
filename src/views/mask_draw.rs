//! The mask as a grid that is drawn on, and the sliding window.

use std::time::Duration;

use leptos::ev::{ClipboardEvent, Event, KeyboardEvent, MouseEvent};
use leptos::prelude::*;

use super::html;
use super::life::Life;
use super::names::subscript;
use super::store::use_store;
use super::working::reasons;
use crate::browser;
use crate::document::Document;
use crate::document::edit::Edit;
use crate::document::paste::{Pasted, Target};
use crate::document::problem::Why;
use crate::engine::inputs::Inputs;
use crate::engine::mask::{Hidden, Window};
use crate::lessons::figure::Setting;
use crate::number::block::is_block;
use crate::text::{Language, Text, Words};

/// Rows and columns that can be drawn on; more would be too small to hit.
const MOST: usize = 24;

/// Names the square of a query and a key.
const SQUARE: &str = "data-keep";

/// Fields for the window, and a square for each query and key.
// The squares are one text with one listener for each event: components would weigh three times as much in the page.
#[component]
pub(super) fn MaskDraw() -> impl IntoView {
    let store = use_store();
    let (active, life) = (RwSignal::new((0, 0)), Life::here());
    let grid = move || store.document.with(|document| grid(document, active.get(), store.language()));
    let select = move |square: (usize, usize)| {
        active.set(square);
        // Its element is drawn anew where the mask has changed.
        life.after(Duration::ZERO, move || browser::focus(&format!("[{SQUARE}=\"{} {}\"]", square.0, square.1)));
    };
    let click = move |event: MouseEvent| {
        if let Some((i, j)) = square(&event) {
            store.edit(Edit::ToggleKeep(i, j));
            select((i, j));
        }
    };
    let step = move |event: KeyboardEvent| {
        let (down, right) = match event.key().as_str() {
            "ArrowUp" => (-1, 0),
            "ArrowDown" => (1, 0),
            "ArrowLeft" => (0, -1),
            "ArrowRight" => (0, 1),
            _ => return,
        };
        if let Some((i, j)) = square(&event) {
            event.prevent_default();
            let (queries, keys) = store.inputs.with_untracked(size);
            let next = |at: usize, by: isize, count: usize| at.saturating_add_signed(by).min(count - 1);
            select((next(i, down, queries), next(j, right, keys)));
        }
    };
    // A paste that was refused, with its epoch: undo, reset or another link ends it.
    let refused = RwSignal::new(None::<(u32, Words)>);
    let paste = move |event: ClipboardEvent| {
        let Some(text) = browser::pasted_text(&event).filter(|text| is_block(text)) else { return };
        event.prevent_default();
        let (queries, keys) = store.inputs.with_untracked(|inputs| (inputs.queries(), inputs.keys()));
        let then = move |pasted| {
            if !life.lasts() {
                return;
            }
            let epoch = store.epoch.get_untracked();
            refused.set(match pasted {
                Pasted::Refused(why) => Some((epoch, why)),
                Pasted::Keep(keep) => {
                    store.edit(Edit::Keep(keep));
                    None
                }
                Pasted::Whole(_) | Pasted::Cells(_) => None,
            });
        };
        store.read_paste(text, Target::Mask(queries, keys), Box::new(then));
    };
    let message = move || {
        let (_, why) = refused.get().filter(|(epoch, _)| *epoch == store.epoch.get())?;
        Some(why.get(store.language()).to_owned())
    };
    let undrawn = move || store.inputs.with(|inputs| inputs.mask().keep.is_none());
    view! {
        <div class="mask-draw">
            <div class="controls">
                <Side label=Text { zh: "窗口向左", en: "Window to the left" } name="window-left" get=|window| window.left set=|window, left| Window { left, ..window } />
                <Side label=Text { zh: "窗口向右", en: "Window to the right" } name="window-right" get=|window| window.right set=|window, right| Window { right, ..window } />
                <button type="button" name="clear-drawn" disabled=undrawn on:click=move |_| store.edit(Edit::ClearDrawn)>
                    {store.said(Text { zh: "擦去手画的掩码", en: "clear what is drawn" })}
                </button>
            </div>
            <div class="scroll" on:click=click on:keydown=step on:paste=paste inner_html=grid></div>
            <span role="status" class="refused">{message}</span>
        </div>
    }
}

// How many queries and keys there are squares for.
fn size(inputs: &Inputs) -> (usize, usize) {
    (inputs.queries().min(MOST), inputs.keys().min(MOST))
}

fn square(event: &Event) -> Option<(usize, usize)> {
    let square = browser::attribute(event, SQUARE)?;
    let (i, j) = square.split_once(' ')?;
    Some((i.parse().ok()?, j.parse().ok()?))
}

fn grid(document: &Document, active: (usize, usize), language: Language) -> String {
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
            let hidden = inputs.mask().hides(i, j, inputs.queries(), inputs.keys());
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

// What can be typed.
const SIDE: Setting = Setting::number((0.0, Inputs::MAX_SIZE as f64));

// One side of the window; nothing in the field is no limit.
#[component]
fn Side(
    label: Text,
    name: &'static str,
    get: fn(Window) -> Option<usize>,
    set: fn(Window, Option<usize>) -> Window,
) -> impl IntoView {
    let store = use_store();
    let window = move || store.inputs.with(|inputs| inputs.mask().window);
    // What was refused, with its epoch: undo, reset or another link ends it.
    let refused = RwSignal::new(None::<u32>);
    let typed = move |text: String| {
        let text = text.trim();
        let side = match text.parse::<usize>() {
            _ if text.is_empty() => None,
            Ok(keys) if keys <= Inputs::MAX_SIZE => Some(keys),
            _ => return refused.set(Some(store.epoch.get_untracked())),
        };
        refused.set(None);
        store.edit(Edit::Window(set(untrack(window), side)));
    };
    let message = move || {
        let refused = refused.get()? == store.epoch.get();
        refused.then(|| Why::Limits(SIDE).message(store.language()))
    };
    view! {
        <label>
            <span>{store.said(label)}</span>
            <input
                class="short"
                type="text"
                inputmode="numeric"
                name=name
                placeholder="∞"
                prop:value=move || { store.epoch.track(); get(window()).map_or_else(String::new, |keys| keys.to_string()) }
                aria-invalid=move || message().map(|_| "true")
                on:change=move |event| typed(event_target_value(&event))
            />
            <span role="status" class="refused">{message}</span>
        </label>
    }
}
