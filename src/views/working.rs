//! The working of the pointed cell of the page.

use leptos::prelude::*;

use super::store::use_store;
use crate::presentation::working::{Line, pointed_working};
use crate::text::Text;

/// How the cell that is pointed at came to be.
#[component]
pub(super) fn Working() -> impl IntoView {
    let store = use_store();
    let lines = move || {
        let pointed = store.pointer.at.get();
        store.page(&|page| store.trace.with(|trace| pointed_working(page, trace, pointed)))
    };
    view! {
        <section class="working" aria-live="polite" aria-label=store.said(Text { zh: "算式", en: "Working" })>
            {move || lines().into_iter().map(line).collect_view()}
        </section>
    }
}

/// A line as a paragraph.
pub(super) fn line(line: Line) -> impl IntoView {
    view! { <p class=line.class>{line.text}</p> }
}
