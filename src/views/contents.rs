//! The list of lessons.

use leptos::prelude::*;

use super::store::use_store;
use crate::browser;
use crate::document::link;
use crate::document::progress::Progress;
use crate::document::shelf::Shelf;
use crate::lessons::{LESSONS, Lesson};
use crate::text::{Language, Text};

/// Links to all lessons; each is a link that could be shared.
#[component]
pub(super) fn Contents() -> impl IntoView {
    let store = use_store();
    let now = Memo::new(move |_| store.document.with(|document| document.lesson.id));
    let item = move |lesson: &'static Lesson| {
        // The lesson that is open is begun anew; another one is opened as it was left.
        let address = move || match now.get() == lesson.id {
            true => link::to_lesson(lesson, &Shelf::default(), store.language(), store.decimals()),
            false => {
                store.course.shelf.with(|shelf| link::to_lesson(lesson, shelf, store.language(), store.decimals()))
            }
        };
        let current = move || (now.get() == lesson.id).then_some("page");
        let meaning = store.said(match lesson.asks() {
            true => Text { zh: "题目全部答对", en: "all questions answered rightly" },
            false => Text { zh: "已读到末尾", en: "read to the end" },
        });
        let done = move || {
            store.course.progress.with(|progress| progress.has(lesson)).then(|| {
                view! {
                    <span class="done" role="img" aria-label=meaning title=meaning>"✓"</span>
                }
            })
        };
        view! { <li><a href=address aria-current=current>{store.said(lesson.title())}</a>{done}</li> }
    };
    // On a narrow screen the list is a strip, wider than the screen.
    Effect::new(move || {
        now.track();
        store.language();
        request_animation_frame(|| browser::centre(".contents", ".contents [aria-current]"));
    });
    let count = move || store.course.progress.with(Progress::count);
    let summary = move || match store.language() {
        Language::En => format!("✓ {} of {}: all questions answered, or read to the end.", count(), LESSONS.len()),
        Language::Zh => format!("✓ {} / {}：题目全部答对；没有题目的课，读到末尾。", count(), LESSONS.len()),
    };
    view! {
        <nav class="contents" aria-label=store.said(Text { zh: "目录", en: "Contents" })>
            <div>
            <ol>{LESSONS.iter().copied().map(item).collect_view()}</ol>
            <Show when=move || { count() > 0 }>
                <p class="soft">
                    {summary}" "
                    <button type="button" class="quiet" name="clear-progress" on:click=move |_| store.course.clear_progress()>
                        {store.said(Text { zh: "清除进度", en: "clear progress" })}
                    </button>
                </p>
            </Show>
            </div>
        </nav>
    }
}
