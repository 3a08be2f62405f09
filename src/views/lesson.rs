//! One lesson: its prose with its figures in place.

use leptos::prelude::*;

use super::figure::FigureView;
use super::store::{Store, use_store};
use super::texts::TextStatus;
use crate::document::link;
use crate::lessons::LESSONS;
use crate::lessons::prose::{Block, Section};
use crate::presentation::html::escaped;
use crate::text::Text;

/// The lesson that the document names, with its text in the reader's language.
#[component]
pub(super) fn LessonView() -> impl IntoView {
    let store = use_store();
    let lesson = Memo::new(move |_| store.document.with(|document| document.lesson.id));
    let key = move || (lesson.get(), store.language());
    let state = move || store.course.texts.state(key());
    // An effect towards the outside: another text is asked for.
    Effect::new(move || {
        if state().is_none() {
            store.course.texts.load(untrack(key));
        }
    });
    // Not at every text that arrives: a lesson that is already shown keeps its figures as they are.
    let shown = Memo::new(move |_| store.course.texts.shown.get().map_or("", |(lesson, _)| lesson));
    let content = move || {
        let _ = shown.get();
        let (lesson, prose) = store.course.texts.shown.get_untracked()?;
        let store = store.for_stay();
        provide_context(store);
        let sections = prose.sections.iter().enumerate();
        Some(sections.map(|(at, section)| section_view(store, lesson, at, section)).collect_view())
    };
    let failed = move || {
        view! {
            <p role="alert" class="notice late">
                {store.said(Text { zh: "这一课的文字没有载入。", en: "The text of this lesson could not be loaded." })}
                " "
                <button type="button" name="retry" on:click=move |_| store.course.texts.load(untrack(key))>
                    {store.said(Text { zh: "再试一次", en: "try again" })}
                </button>
            </p>
        }
        .into_any()
    };
    let loading = move || {
        view! { <p class="soft" role="status">{store.said(Text { zh: "正在载入……", en: "Loading …" })}</p> }.into_any()
    };
    let late = move || match state() {
        Some(TextStatus::Failed) => Some(failed()),
        // What was shown so far stays.
        None | Some(TextStatus::Awaited) if shown.get().is_empty() => Some(loading()),
        _ => None,
    };
    let awaited = move || matches!(state(), Some(TextStatus::Awaited)).then_some("true");
    let title = move || store.say(store.document.with(|document| document.lesson.title()));
    let turn = move || neighbours(lesson.get(), store);
    view! {
        <article data-lesson=move || lesson.get() aria-busy=awaited>
            <h1>{title}</h1>
            <p class="soft" role="status" hidden=move || !store.course.returned.get()>
                {store.said(Text { zh: "这是你上次离开时的样子。", en: "This is as you left it." })}
                " "
                <button type="button" class="quiet" name="anew" on:click=move |_| store.reset()>
                    {store.said(Text { zh: "从头开始", en: "start anew" })}
                </button>
            </p>
            {late}
            {content}
        </article>
        <nav class="turn" aria-label=store.said(Text { zh: "前后各课", en: "Lessons before and after" }) inner_html=turn></nav>
    }
}

// Links to the lesson before and the one after.
fn neighbours(lesson: &str, store: Store) -> String {
    let at = LESSONS.iter().position(|other| other.id == lesson).unwrap_or(0);
    let link = |at: Option<usize>, relation: &str, [before, after]: [&str; 2]| {
        let lesson = at.and_then(|at| LESSONS.get(at))?;
        let address =
            store.course.shelf.with(|shelf| link::to_lesson(lesson, shelf, store.language(), store.decimals()));
        let title = store.say(lesson.title());
        Some(format!("<a rel=\"{relation}\" href=\"{}\">{before}{title}{after}</a>", escaped(&address)))
    };
    let sides = [link(at.checked_sub(1), "prev", ["← ", ""]), link(Some(at + 1), "next", ["", " →"])];
    sides.map(|side| side.unwrap_or_else(|| "<span></span>".to_owned())).concat()
}

fn section_view(store: Store, lesson: &'static str, at: usize, section: &Section) -> impl IntoView {
    let title = section.title.map(|_| view! { <h2>{words(store, lesson, at, None)}</h2> });
    let blocks = section.blocks.iter().enumerate().map(|(block, what)| match what {
        Block::Html(_) => {
            view! { <div class="prose" inner_html=words(store, lesson, at, Some(block))></div> }.into_any()
        }
        Block::Figure(figure) => view! { <FigureView figure=*figure /> }.into_any(),
    });
    view! { <section>{title} {blocks.collect_view()}</section> }
}

// The heading of a section or one of its blocks, in the language that is there; both have the same sections.
fn words(
    store: Store,
    lesson: &'static str,
    section: usize,
    block: Option<usize>,
) -> impl Fn() -> &'static str + Copy + Send + Sync + 'static {
    move || {
        let prose = store.course.texts.shown.get().filter(|(of, _)| *of == lesson).map(|(_, prose)| prose);
        let Some(section) = prose.and_then(|prose| prose.sections.get(section)) else { return "" };
        match block.map(|block| section.blocks.get(block)) {
            None => section.title.unwrap_or_default(),
            Some(Some(Block::Html(html))) => html,
            Some(_) => "",
        }
    }
}
