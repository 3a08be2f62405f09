//! What the browser keeps for the next visit, where it lets us. Nothing that the page needs.

use leptos::prelude::window;
use web_sys::Storage;

use crate::choice::Choice;

/// A text kept from an earlier visit.
pub fn stored(key: &str) -> Option<String> {
    storage()?.get_item(key).ok()?
}

/// A setting kept from an earlier visit.
pub fn stored_choice<C: Choice>(key: &str) -> Option<C> {
    C::from_id(&stored(key)?)
}

/// Keeps a text for the next visit, where the browser lets us.
pub fn store(key: &str, text: &str) {
    if let Some(storage) = storage() {
        let _full = storage.set_item(key, text);
    }
}

/// Keeps a text no longer.
pub fn forget(key: &str) {
    if let Some(storage) = storage() {
        let _absent = storage.remove_item(key);
    }
}

/// Keeps a text for the page that is loaded next in this tab.
pub fn put_aside(text: &str) {
    if let Some(tab) = tab() {
        let _full = tab.set_item(ASIDE, text);
    }
}

/// What the page before has put aside; it is there once.
pub fn take_up() -> Option<String> {
    let tab = tab()?;
    let text = tab.get_item(ASIDE).ok()?;
    let _absent = tab.remove_item(ASIDE);
    text
}

const ASIDE: &str = "attention-lab.aside";

fn tab() -> Option<Storage> {
    window().session_storage().ok()?
}

fn storage() -> Option<Storage> {
    window().local_storage().ok()?
}
