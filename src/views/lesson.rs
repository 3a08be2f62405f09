//! One lesson: its prose with its figures in place.

use leptos::prelude::*;

use super::compare::Compare;
use super::entropy_curves::EntropyCurves;
use super::exercise::Exercise;
use super::mask_before_after::MaskBeforeAfter;
use super::pipeline::Pipeline;
use super::store::{Store, label, use_store};
use crate::lessons::figure::Figure;
use crate::lessons::prose::{Block, Section};

/// The lesson that the document names.
#[component]
pub(super) fn LessonView() -> impl IntoView {
    let store = use_store();
    let lesson = Memo::new(move |_| store.document.with(|document| document.lesson.id));
    move || {
        let _changed = lesson.get();
        let lesson = store.document.with_untracked(|document| document.lesson);
        let sections = lesson.prose().map_or(&[][..], |prose| prose.sections);
        view! {
            <article>
                <h1>{move || store.say(lesson.title())}</h1>
                {sections.iter().map(|section| section_view(store, section)).collect_view()}
            </article>
        }
    }
}

fn section_view(store: Store, section: &'static Section) -> impl IntoView {
    let title = section.title.map(|title| view! { <h2>{move || store.say(title)}</h2> });
    let blocks = section.blocks.iter().map(|&block| match block {
        Block::Html(text) => view! { <div class="prose" inner_html=move || store.say(text)></div> }.into_any(),
        Block::Figure(figure) => figure_view(store, figure).into_any(),
    });
    view! { <section>{title} {blocks.collect_view()}</section> }
}

fn figure_view(store: Store, figure: Figure) -> impl IntoView {
    let inner = match figure {
        Figure::Pipeline => view! { <Pipeline /> }.into_any(),
        Figure::Compare => view! { <Compare /> }.into_any(),
        Figure::EntropyCurves => view! { <EntropyCurves /> }.into_any(),
        Figure::MaskBeforeAfter => view! { <MaskBeforeAfter /> }.into_any(),
        Figure::Exercise => view! { <Exercise /> }.into_any(),
    };
    view! { <div class="figure" role="region" aria-label=move || label(store, figure)>{inner}</div> }
}
