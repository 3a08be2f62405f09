//! What the whole page listens to, for as long as it is open.

use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::KeyboardEvent;

use super::fragment;

/// Calls `then` with the new fragment whenever a link within the page is followed.
pub fn on_fragment_change(then: impl Fn(String) + 'static) {
    let _forever = window_event_listener(leptos::ev::hashchange, move |_| then(fragment()));
}

/// Calls `then` for each key pressed anywhere in the page; `true` keeps the browser from acting on it.
pub fn on_key(then: impl Fn(&KeyboardEvent) -> bool + 'static) {
    let _forever = window_event_listener(leptos::ev::keydown, move |event| {
        if then(&event) {
            event.prevent_default();
        }
    });
}

/// Asks `meant` at every text that is typed in a field (`true`), and at every one that the browser tells of when its field
/// is left (`false`). Where it says no, nobody else hears of it.
pub fn on_fields(meant: impl Fn(bool) -> bool + 'static) {
    let heard = Closure::<dyn FnMut(web_sys::Event)>::new(move |event: web_sys::Event| {
        if !meant(event.type_() == "input") {
            event.stop_propagation();
        }
    });
    listen(&["input", "change"], heard);
}

/// Calls `then` when the page may be about to go: it is hidden, left or loaded anew.
pub fn on_leaving(then: impl Fn() + 'static) {
    listen(&["beforeunload", "pagehide", "visibilitychange"], Closure::new(move |_| then()));
}

// For good, and before anybody else.
fn listen(kinds: &[&str], heard: Closure<dyn FnMut(web_sys::Event)>) {
    for kind in kinds {
        let call = heard.as_ref().unchecked_ref();
        let _added = window().add_event_listener_with_callback_and_bool(kind, call, true);
    }
    heard.forget();
}
