//! The whole page.

use leptos::prelude::*;

use super::contents::Contents;
use super::lesson::LessonView;
use super::store::{Store, use_store};
use super::toolbar::Toolbar;
use crate::browser;
use crate::text::Text;

/// Header, contents, notices and the lesson.
#[component]
pub(super) fn App() -> impl IntoView {
    let store = Store::new();
    provide_context(store);
    // Not at every edit: a new attribute of the root has the browser style the whole page again.
    let title = Memo::new(move |_| store.document.with(|document| document.lesson.title()));
    Effect::new(move || {
        let lesson = title.get();
        let name = store.say(Text { zh: "注意力实验室", en: "Attention Lab" });
        browser::set_document(store.language(), &format!("{} · {name}", store.say(lesson)), store.theme());
    });
    browser::on_key(move |event| {
        let command = event.ctrl_key() || event.meta_key();
        match (command && !event.alt_key(), event.shift_key(), event.key().to_ascii_lowercase().as_str()) {
            (true, false, "z") => store.undo(),
            (true, true, "z") | (true, false, "y") => store.redo(),
            _ => return false,
        }
        true
    });
    view! {
        <Toolbar />
        <div class="page">
            <Contents />
            <main id="main" tabindex="-1">
                <Notices />
                <LessonView />
            </main>
        </div>
    }
}

// What of the link could not be used.
#[component]
fn Notices() -> impl IntoView {
    let store = use_store();
    let list = move || {
        let problems = store.address.problems.get();
        (!problems.is_empty()).then(|| {
            let language = store.language();
            view! {
                <div class="notice">
                    <ul>{problems.iter().map(|problem| view! { <li>{problem.message(language)}</li> }).collect_view()}</ul>
                    <button type="button" on:click=move |_| store.address.problems.set(Vec::new())>
                        {store.say(Text { zh: "知道了", en: "dismiss" })}
                    </button>
                </div>
            }
        })
    };
    view! { <div role="alert" class="notices">{list}</div> }
}
