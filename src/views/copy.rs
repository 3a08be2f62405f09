//! A button that copies a link, and what comes of it.

use std::time::Duration;

use leptos::prelude::*;

use super::store::{Store, use_store};
use crate::browser;
use crate::text::Text;

/// Copies what `link` gives as an address of this page. Where the browser does not let us, as in a frame of another host,
/// the address stands beside the button, to be taken from there.
#[component]
pub(super) fn CopyLink(
    name: &'static str,
    class: &'static str,
    text: Text,
    link: fn(Store) -> String,
) -> impl IntoView {
    let store = use_store();
    // The address that could not be copied; none where it was.
    let outcome = RwSignal::new(None::<Option<String>>);
    let copy = move |_| {
        let address = browser::address_of(&untrack(|| link(store)));
        browser::copy(&address.clone(), move |done| {
            let _gone = outcome.try_set(Some((!done).then_some(address)));
            if done {
                set_timeout(move || drop(outcome.try_set(None)), Duration::from_secs(4));
            }
        });
    };
    let said = move || match outcome.get()? {
        None => Some(store.say(Text { zh: "已复制", en: "copied" }).into_any()),
        Some(address) => {
            let told = Text {
                zh: "浏览器不让复制，请从这里取：", en: "the browser refuses; take it from here:"
            };
            let field = view! { <label>{store.say(told)} " " <input class="short" readonly value=address on:focus=|event| browser::select(&event) /></label> };
            Some(field.into_any())
        }
    };
    view! {
        <button type="button" name=name class=class on:click=copy>{store.said(text)}</button>
        <span role="status" class="soft">{said}</span>
    }
}
