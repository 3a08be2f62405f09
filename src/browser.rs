//! The browser: the only module that names web_sys.

mod canvas;
mod files;
mod listening;
mod pointer;
mod reading;
mod storage;
pub mod worker;

pub use canvas::{SizeWatch, pixel_ratio, pixel_ratio_source, put_pixels, surface, watch_size};
pub use files::{data_address, download, fetch_text, png};
use leptos::prelude::*;
pub use listening::{on_fields, on_fragment_change, on_key, on_leaving};
pub use pointer::{capture, place_in_element, share_of_element};
pub use reading::{centre, is_at_end, on_scroll};
pub use storage::{forget, on_store, put_aside, store, stored, stored_choice, take_up};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
pub use web_sys::Element;
use web_sys::{HtmlElement, HtmlInputElement, KeyboardEvent};

use crate::choice::Choice;
use crate::plots::palette::Theme;
use crate::text::Language;

/// The fragment of the address, with `#` where there is one.
pub fn fragment() -> String {
    window().location().hash().unwrap_or_default()
}

/// Writes the fragment without a new entry in the browser's history.
pub fn replace_fragment(fragment: &str) {
    // A browser that refuses (too many calls) gets the next one; the page does not depend on it.
    let _refused = window()
        .history()
        .and_then(|history| history.replace_state_with_url(&JsValue::NULL, "", Some(&format!("#{fragment}"))));
}

/// The address of this page with `fragment`.
pub fn address_of(fragment: &str) -> String {
    let href = window().location().href().unwrap_or_default();
    let base = href.split('#').next().unwrap_or_default();
    format!("{base}#{fragment}")
}

/// The language that the reader's browser asks for first.
pub fn preferred_language() -> Language {
    match window().navigator().language() {
        Some(tag) if tag.to_ascii_lowercase().starts_with("zh") => Language::Zh,
        _ => Language::En,
    }
}

/// The theme that the reader's system asks for.
pub fn preferred_theme() -> Theme {
    let dark = window().match_media("(prefers-color-scheme: dark)").ok().flatten().is_some_and(|query| query.matches());
    if dark { Theme::Dark } else { Theme::Light }
}

/// Sets language, title and theme of the whole document.
pub fn set_document(language: Language, title: &str, theme: Theme) {
    let document = document();
    document.set_title(title);
    if let Some(root) = document.document_element() {
        let _ = root.set_attribute("lang", language.tag());
        let _ = root.set_attribute("data-theme", theme.id());
    }
}

/// Puts text on the clipboard and tells whether it is there; browsers refuse on a page that is not secure.
pub fn copy(text: &str, then: impl FnOnce(bool) + 'static) {
    let clipboard = js_sys::Reflect::get(&window().navigator(), &"clipboard".into());
    let Some(clipboard) = clipboard.ok().and_then(|object| object.dyn_into::<web_sys::Clipboard>().ok()) else {
        return then(false);
    };
    let written = clipboard.write_text(text);
    leptos::task::spawn_local(async move { then(JsFuture::from(written).await.is_ok()) });
}

/// Moves the focus to the cell with this `data-cell`.
pub fn focus_cell(cell: &str) {
    focus(&format!("[data-cell=\"{cell}\"]"));
}

/// Moves the focus to the first element that `selector` finds.
pub fn focus(selector: &str) {
    let element = document().query_selector(selector).ok().flatten();
    if let Some(element) = element {
        let _unfocusable = match element.dyn_ref::<HtmlElement>() {
            Some(element) => element.focus(),
            None => element.unchecked_ref::<web_sys::SvgElement>().focus(),
        };
    }
}

/// The attribute `name` of what has the focus.
pub fn focused(name: &str) -> Option<String> {
    document().active_element()?.get_attribute(name)
}

/// Gives the focused input `text`, selected, ready to be typed over.
pub fn edit_focused(text: &str) {
    let focused = document().active_element();
    if let Some(input) = focused.and_then(|element| element.dyn_into::<HtmlInputElement>().ok()) {
        input.set_value(text);
        input.select();
    }
}

/// The `data-cell` of the cell that has the focus, if one has.
pub fn focused_cell() -> Option<String> {
    let cell = document().active_element()?.closest("[data-cell]").ok()??;
    cell.get_attribute("data-cell")
}

/// Selects the text of the input that an event is about.
pub fn select(event: &web_sys::Event) {
    if let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) {
        input.select();
    }
}

/// Scrolls to the top of the page, as after a change of lesson.
pub fn scroll_to_top() {
    window().scroll_to_with_x_and_y(0.0, 0.0);
}

/// Whether the caret of the focused input is where the arrow key leaves it: at its end in that direction, or around
/// the whole text.
pub fn caret_leaves(event: &KeyboardEvent, forward: bool) -> bool {
    let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) else {
        return true;
    };
    let length = input.value().encode_utf16().count() as u32;
    let start = input.selection_start().ok().flatten().unwrap_or(0);
    let end = input.selection_end().ok().flatten().unwrap_or(length);
    (start == 0 && end == length) || (start == end && if forward { end == length } else { start == 0 })
}

/// The `data-cell` of the cell that an event is about.
pub fn data_cell(event: &web_sys::Event) -> Option<String> {
    attribute(event, "data-cell")
}

/// The attribute `name` of what an event is about, or of the nearest element around it that has one.
pub fn attribute(event: &web_sys::Event, name: &str) -> Option<String> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    target.closest(&format!("[{name}]")).ok()??.get_attribute(name)
}

/// The cell of a table at a row and column, from 0, heads included.
pub fn table_cell(table: &web_sys::HtmlTableElement, row: usize, column: usize) -> Option<Element> {
    let row = table.rows().item(row as u32)?.dyn_into::<web_sys::HtmlTableRowElement>().ok()?;
    row.cells().item(column as u32)
}

/// The input that fills a cell, if there is one.
pub fn input_in(cell: &Element) -> Option<HtmlInputElement> {
    cell.first_element_child()?.dyn_into().ok()
}

/// Sets an attribute, or takes it away.
pub fn set_attribute(element: &Element, name: &str, value: Option<&str>) {
    let _ = match value {
        Some(value) => element.set_attribute(name, value),
        None => element.remove_attribute(name),
    };
}

/// The text of a paste.
pub fn pasted_text(event: &web_sys::ClipboardEvent) -> Option<String> {
    event.clipboard_data()?.get_data("text").ok()
}

/// Milliseconds since 1970.
pub fn date() -> f64 {
    js_sys::Date::now()
}

/// Milliseconds since the page began, for slices of work.
pub fn now() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}

/// Installs the last line of defence: a panic shows the element `panic` of index.html, whose links
/// lead to the last state that was written to the address.
pub fn show_panics() {
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        let Some(notice) = document().get_element_by_id("panic") else { return };
        let _ = notice.remove_attribute("hidden");
        let Ok(links) = notice.query_selector_all("a") else { return };
        for link in (0..links.length()).filter_map(|i| links.item(i)?.dyn_into::<Element>().ok()) {
            let _ = link.set_attribute("href", &window().location().href().unwrap_or_default());
        }
    }));
}

/// Sets the text of the input that an event is about, as after a value that could not be used.
pub fn set_value(event: &web_sys::Event, value: &str) {
    if let Some(input) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) {
        input.set_value(value);
    }
}

/// Whether the `<details>` that an event is about is open.
pub fn is_open(event: &web_sys::Event) -> bool {
    let element = event.current_target().and_then(|target| target.dyn_into::<Element>().ok());
    element.is_some_and(|element| element.has_attribute("open"))
}
