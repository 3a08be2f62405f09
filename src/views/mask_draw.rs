//! The mask as a grid that is drawn on, and the sliding window.

use std::time::Duration;

use leptos::ev::{ClipboardEvent, Event, KeyboardEvent, MouseEvent};
use leptos::prelude::*;

use super::life::Life;
use super::number_field::{NumberField, NumberInput, Reads};
use super::store::use_store;
use super::typing::Transient;
use crate::browser;
use crate::document::edit::Edit;
use crate::document::paste::{Pasted, Target};
use crate::document::problem::Why;
use crate::engine::inputs::Inputs;
use crate::engine::mask::Window;
use crate::lessons::figure::Setting;
use crate::number::block::is_block;
use crate::presentation::mask_grid::{self, SQUARE};
use crate::text::{Text, Words};

/// Fields for the window, and a square for each query and key.
// The squares are one text with one listener for each event: components would weigh three times as much in the page.
#[component]
pub(super) fn MaskDraw() -> impl IntoView {
    let store = use_store();
    let (active, life) = (RwSignal::new((0, 0)), Life::here());
    let grid = move || store.document.with(|document| mask_grid::mask_grid(document, active.get(), store.language()));
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
            let (queries, keys) = store.inputs.with_untracked(mask_grid::size);
            let next = |at: usize, by: isize, count: usize| at.saturating_add_signed(by).min(count - 1);
            select((next(i, down, queries), next(j, right, keys)));
        }
    };
    // Why a paste was refused.
    let refused = Transient::<Words>::new(store.typing);
    let paste = move |event: ClipboardEvent| {
        let Some(text) = browser::pasted_text(&event).filter(|text| is_block(text)) else { return };
        event.prevent_default();
        let (queries, keys) = store.inputs.with_untracked(|inputs| (inputs.queries(), inputs.keys()));
        let then = move |pasted| {
            if !life.lasts() {
                return;
            }
            refused.set(match pasted {
                Pasted::Refused(why) => Some(why),
                Pasted::Keep(keep) => {
                    store.edit(Edit::Keep(keep));
                    None
                }
                Pasted::Whole(_) | Pasted::Cells(_) => None,
            });
        };
        store.read_paste(text, Target::Mask(queries, keys), Box::new(then));
    };
    let message = move || Some(refused.get()?.get(store.language()).to_owned());
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

// The query and key of the button that `event` happened on.
fn square(event: &Event) -> Option<(usize, usize)> {
    mask_grid::square(&browser::attribute(event, SQUARE)?)
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
    let shown = move || get(window()).map_or_else(String::new, |keys| keys.to_string());
    let read = move |text: &str| {
        let side = match text.trim() {
            "" => None,
            text => Some(text.parse().ok().filter(|&keys| keys <= Inputs::MAX_SIZE).ok_or(Why::Limits(SIDE))?),
        };
        store.edit(Edit::Window(set(untrack(window), side)));
        Ok(())
    };
    let field = NumberInput::new(shown, read, Reads::Changed);
    view! { <NumberField field name=name.to_owned() label=store.signal(label) inputmode="numeric" placeholder="∞" /> }
}
