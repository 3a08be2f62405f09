//! A figure by its id, wherever it stands.

use leptos::prelude::*;

use super::compare::Compare;
use super::computed_figure::ComputedFigure;
use super::exercise::Exercise;
use super::mask_before_after::MaskBeforeAfter;
use super::mask_draw::MaskDraw;
use super::pipeline::Pipeline;
use super::plane::{Arrows, Hull};
use super::store::{label, use_store};
use crate::lessons::figure::{Figure, OwnView};
use crate::text::Text;

/// The view of `figure`; covered, where it would give answers away.
#[component]
pub(super) fn FigureView(figure: Figure) -> impl IntoView {
    let store = use_store();
    let covers = Memo::new(move |_| store.has_covers());
    let inner = move || match figure.view() {
        _ if figure.tells() && covers.get() => view! {
            <p class="soft">{store.said(Text {
                zh: "这里会泄露答案，先盖住；上面的题都答完就会显示。",
                en: "This would give answers away: it is covered until the questions above are answered.",
            })}</p>
        }
        .into_any(),
        Some(OwnView::Pipeline) => view! { <Pipeline /> }.into_any(),
        Some(OwnView::Compare) => view! { <Compare /> }.into_any(),
        Some(OwnView::MaskBeforeAfter) => view! { <MaskBeforeAfter /> }.into_any(),
        Some(OwnView::Exercise) => view! { <Exercise /> }.into_any(),
        Some(OwnView::Arrows) => view! { <Arrows /> }.into_any(),
        Some(OwnView::Hull) => view! { <Hull /> }.into_any(),
        Some(OwnView::MaskDraw) => view! { <MaskDraw /> }.into_any(),
        None => view! { <ComputedFigure figure /> }.into_any(),
    };
    view! { <div class="figure" role="region" aria-label=move || label(store, figure)>{inner}</div> }
}
