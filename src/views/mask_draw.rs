//! The mask as a grid that is drawn on, and the sliding window.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::names::subscript;
use super::store::use_store;
use super::working::reasons;
use crate::browser;
use crate::document::edit::Edit;
use crate::document::problem::Why;
use crate::engine::inputs::Inputs;
use crate::engine::mask::Window;
use crate::text::{Language, Text};

/// Rows and columns that can be drawn on; more would be too small to hit.
const MOST: usize = 24;

/// Fields for the window, and a button for each query and key.
#[component]
pub(super) fn MaskDraw() -> impl IntoView {
    let store = use_store();
    let size = Memo::new(move |_| store.inputs.with(|inputs| (inputs.queries().min(MOST), inputs.keys().min(MOST))));
    let active = RwSignal::new((0, 0));
    let head = move |letter: &str, at: usize, label: &str| format!("{letter}{} {label}", subscript(at + 1));
    let key_head = move |j: usize| move || store.document.with(|document| head("k", j, document.key_label(j)));
    let query_head = move |i: usize| move || store.document.with(|document| head("q", i, document.query_label(i)));
    let grid = move || {
        let (queries, keys) = size.get();
        let row = move |i: usize| {
            view! {
                <tr>
                    <th scope="row">{query_head(i)}</th>
                    {(0..keys).map(|j| view! { <Square i j active /> }).collect_view()}
                </tr>
            }
        };
        view! {
            <thead><tr><td></td>{(0..keys).map(|j| view! { <th scope="col">{key_head(j)}</th> }).collect_view()}</tr></thead>
            <tbody>{(0..queries).map(row).collect_view()}</tbody>
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
        event.prevent_default();
        let ((i, j), (queries, keys)) = (active.get_untracked(), size.get_untracked());
        let next = |at: usize, by: isize, count: usize| at.saturating_add_signed(by).min(count - 1);
        let (i, j) = (next(i, down, queries), next(j, right, keys));
        active.set((i, j));
        browser::focus(&format!("[data-keep=\"{i} {j}\"]"));
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
            <div class="scroll">
                <table on:keydown=step>
                    <caption class="soft">{store.said(Text {
                        zh: "点一格，遮住或放出这一个键。1：看得见；0：遮住；叉：你画的。",
                        en: "A click hides one key from one query, or shows it again. 1: visible; 0: hidden; ×: drawn by you.",
                    })}</caption>
                    {grid}
                </table>
            </div>
        </div>
    }
}

#[component]
fn Square(i: usize, j: usize, active: RwSignal<(usize, usize)>) -> impl IntoView {
    let store = use_store();
    let hidden =
        Memo::new(move |_| store.inputs.with(|inputs| inputs.mask().hides(i, j, inputs.queries(), inputs.keys())));
    let name = move || {
        let language = store.language();
        let reasons = reasons(hidden.get(), language);
        let state =
            if reasons.is_empty() { Text { zh: "看得见", en: "visible" }.get(language).to_owned() } else { reasons };
        match language {
            Language::En => format!("query {} key {}: {state}", i + 1, j + 1),
            Language::Zh => format!("查询 {} 键 {}：{state}", i + 1, j + 1),
        }
    };
    let symbol = move || match (hidden.get().drawn, hidden.get().any()) {
        (true, _) => "×",
        (false, true) => "0",
        (false, false) => "1",
    };
    view! {
        <td>
            <button
                type="button"
                data-keep=format!("{i} {j}")
                class:hidden-key=move || hidden.get().any()
                aria-pressed=move || hidden.get().drawn.to_string()
                aria-label=name
                tabindex=move || if active.get() == (i, j) { "0" } else { "-1" }
                on:focus=move |_| active.set((i, j))
                on:click=move |_| store.edit(Edit::ToggleKeep(i, j))
            >
                {symbol}
            </button>
        </td>
    }
}

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
        refused.then(|| Why::Range(0, Inputs::MAX_SIZE).message(store.language()))
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
