//! What the browser keeps for the next visit, where it lets us. Nothing that the page needs.

use leptos::prelude::{window, window_event_listener};
use web_sys::Storage;

use crate::choice::Choice;

// Pages of one host share one storage.
fn named(key: &str) -> String {
    ["attention-lab.", key].concat()
}

/// A text kept from an earlier visit.
pub fn stored(key: &str) -> Option<String> {
    storage()?.get_item(&named(key)).ok()?
}

/// A setting kept from an earlier visit.
pub fn stored_choice<C: Choice>(key: &str) -> Option<C> {
    C::from_id(&stored(key)?)
}

/// Keeps a text for the next visit, where the browser lets us.
pub fn store(key: &str, text: &str) {
    if let Some(storage) = storage() {
        let _full = storage.set_item(&named(key), text);
    }
}

/// Keeps a text no longer.
pub fn forget(key: &str) {
    if let Some(storage) = storage() {
        let _absent = storage.remove_item(&named(key));
    }
}

/// Calls `then` whenever another window of this host has kept or forgotten something.
pub fn on_store(then: impl Fn() + 'static) {
    let _forever = window_event_listener(leptos::ev::storage, move |_| then());
}

fn storage() -> Option<Storage> {
    window().local_storage().ok()?
}
