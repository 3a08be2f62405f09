//! The list of lessons.

use leptos::prelude::*;

use super::store::use_store;
use crate::document::link;
use crate::lessons::{LESSONS, Lesson};
use crate::text::Text;

/// Links to all lessons; each is a link that could be shared.
#[component]
pub(super) fn Contents() -> impl IntoView {
    let store = use_store();
    let now = Memo::new(move |_| store.document.with(|document| document.lesson.id));
    let item = move |lesson: &'static Lesson| {
        let address = move || link::to_lesson(lesson, store.language(), store.decimals());
        let current = move || (now.get() == lesson.id).then_some("page");
        view! { <li><a href=address aria-current=current>{store.said(lesson.title())}</a></li> }
    };
    view! {
        <nav class="contents" aria-label=store.said(Text { zh: "目录", en: "Contents" })>
            <ol>{LESSONS.iter().copied().map(item).collect_view()}</ol>
        </nav>
    }
}
