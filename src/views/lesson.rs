//! One lesson: its prose with its figures in place.

use leptos::prelude::*;
use leptos::task::spawn_local;

use super::compare::Compare;
use super::exercise::Exercise;
use super::figure::ComputedFigure;
use super::html::escaped;
use super::mask_before_after::MaskBeforeAfter;
use super::mask_draw::MaskDraw;
use super::pipeline::Pipeline;
use super::plane::{Arrows, Hull};
use super::store::{Store, label, use_store};
use crate::browser;
use crate::document::link;
use crate::lessons::LESSONS;
use crate::lessons::figure::Figure;
use crate::lessons::prose::{Block, Entry, Prose, Section, parse};
use crate::text::Text;

/// The lesson that the document names. Its text is loaded when it is opened, and kept.
#[component]
pub(super) fn LessonView() -> impl IntoView {
    let store = use_store();
    let lesson = Memo::new(move |_| store.document.with(|document| document.lesson.id));
    let texts = RwSignal::new(Vec::<(&'static str, Result<Prose, ()>)>::new());
    let load = move |entry: &'static Entry| {
        texts.update(|texts| texts.retain(|(id, _)| *id != entry.id));
        spawn_local(async move {
            // Kept for as long as the page: there are no more of them than lessons.
            let text = browser::fetch_text(&format!("lessons/{}", entry.file)).await.map(|text| &*text.leak());
            let prose = text.and_then(parse).ok_or(());
            texts.try_update(|texts| texts.push((entry.id, prose)));
        });
    };
    // An effect towards the outside: another lesson is asked for.
    Effect::new(move || {
        if let Some(entry) = Entry::of(lesson.get())
            .filter(|entry| !texts.with_untracked(|texts| texts.iter().any(|(id, _)| *id == entry.id)))
        {
            load(entry);
        }
    });
    // Not at every text that arrives: a lesson that is already shown keeps its figures as they are.
    let text = Memo::new(move |_| {
        (
            lesson.get(),
            texts.with(|texts| texts.iter().find(|(id, _)| *id == lesson.get()).map(|(_, text)| text.clone())),
        )
    });
    let content = move || match text.with(|(id, text)| (text.clone(), Entry::of(id))) {
        (Some(Ok(prose)), _) => {
            // What has left is forgotten by what does not change with the lesson, too.
            store.theme.notify();
            browser::renew_pixel_ratio();
            let store = store.for_stay();
            provide_context(store);
            store.puzzles.set_value(prose.puzzles);
            prose.sections.into_iter().map(|section| section_view(store, section)).collect_view().into_any()
        }
        (Some(Err(())), Some(entry)) => view! {
            <p role="alert">
                {store.said(Text { zh: "这一课的文字没有载入。", en: "The text of this lesson could not be loaded." })}
                " "
                <button type="button" name="retry" on:click=move |_| load(entry)>
                    {store.said(Text { zh: "再试一次", en: "try again" })}
                </button>
            </p>
        }
        .into_any(),
        _ => view! { <p class="soft" role="status">{store.said(Text { zh: "正在载入……", en: "Loading …" })}</p> }
            .into_any(),
    };
    let title = move || store.say(store.document.with(|document| document.lesson.title()));
    let turn = move || neighbours(lesson.get(), store);
    view! {
        <article data-lesson=move || lesson.get()>
            <h1>{title}</h1>
            <p class="soft" role="status" hidden=move || !store.returned.get()>
                {store.said(Text { zh: "这是你上次离开时的样子。", en: "This is as you left it." })}
                " "
                <button type="button" class="quiet" name="anew" on:click=move |_| store.reset()>
                    {store.said(Text { zh: "从头开始", en: "start anew" })}
                </button>
            </p>
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
        let address = store.shelf.with(|shelf| link::to_lesson(lesson, shelf, store.language(), store.decimals()));
        let title = store.say(lesson.title());
        Some(format!("<a rel=\"{relation}\" href=\"{}\">{before}{title}{after}</a>", escaped(&address)))
    };
    let sides = [link(at.checked_sub(1), "prev", ["← ", ""]), link(Some(at + 1), "next", ["", " →"])];
    sides.map(|side| side.unwrap_or_else(|| "<span></span>".to_owned())).concat()
}

fn section_view(store: Store, section: Section) -> impl IntoView {
    let title = section.title.map(|title| view! { <h2>{store.said(title)}</h2> });
    let blocks = section.blocks.into_iter().map(|block| match block {
        Block::Html(text) => view! { <div class="prose" inner_html=store.said(text)></div> }.into_any(),
        Block::Figure(figure) => figure_view(store, figure).into_any(),
    });
    view! { <section>{title} {blocks.collect_view()}</section> }
}

fn figure_view(store: Store, figure: Figure) -> impl IntoView {
    let covers = Memo::new(move |_| store.has_covers());
    let inner = move || match figure {
        figure if figure.tells() && covers.get() => view! {
            <p class="soft">{store.said(Text {
                zh: "这里会泄露答案，先盖住；上面的题都答完就会显示。",
                en: "This would give answers away: it is covered until the questions above are answered.",
            })}</p>
        }
        .into_any(),
        Figure::Pipeline => view! { <Pipeline /> }.into_any(),
        Figure::Compare => view! { <Compare /> }.into_any(),
        Figure::MaskBeforeAfter => view! { <MaskBeforeAfter /> }.into_any(),
        Figure::Exercise => view! { <Exercise /> }.into_any(),
        Figure::Arrows => view! { <Arrows /> }.into_any(),
        Figure::Hull => view! { <Hull /> }.into_any(),
        Figure::MaskDraw => view! { <MaskDraw /> }.into_any(),
        figure => view! { <ComputedFigure figure /> }.into_any(),
    };
    view! { <div class="figure" role="region" aria-label=move || label(store, figure)>{inner}</div> }
}
