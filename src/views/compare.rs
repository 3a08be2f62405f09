//! The same scores under none, √d_k and d_k, side by side.

use leptos::prelude::*;

use super::heatmap::{ColourBar, HeatmapView, PatternLegend};
use super::matrix::MatrixView;
use super::store::{Store, label, use_store};
use crate::engine::cell::{Cell, Name};
use crate::engine::scaling::Scaling;
use crate::engine::trace::{Trace, attend};
use crate::number::{show, show_typed};
use crate::presentation::compare::{entropy_text, order_text};
use crate::presentation::panel::Panel;
use crate::text::Text;

/// Three panels with equal scales.
#[component]
pub(super) fn Compare() -> impl IntoView {
    view! {
        <div class="three">
            {Scaling::COMPARED.into_iter().map(|scaling| view! { <ScalingPanel scaling /> }).collect_view()}
        </div>
        <p class="legend">
            <ColourBar name=Name::Weights />
            <PatternLegend />
        </p>
    }
}

#[component]
fn ScalingPanel(scaling: Scaling) -> impl IntoView {
    let store = use_store();
    let trace = Memo::new(move |_| store.inputs.with(|inputs| attend(&inputs.with_scaling(scaling))));
    let weights = Memo::new(move |_| trace.with(|trace| trace.weights.clone()));
    let divisor = move || store.inputs.with(|inputs| scaling.divisor_at(inputs.d_k()));
    let mean = Memo::new(move |_| trace.with(Trace::mean_statistics));
    let order = move || store.inputs.with(|inputs| trace.with(|trace| order_text(inputs, trace, store.language())));
    view! {
        <section class="panel" aria-label=move || label(store, scaling)>
            <h3>{move || label(store, scaling)}</h3>
            <p class="soft">"÷ " {move || show_typed(divisor(), store.decimals())}</p>
            <Show when=move || !store.has_covers() fallback=move || view! { <p class="soft">"?"</p> }>
                <HeatmapView name=Name::Weights matrix=weights panel=Panel::Scaling(scaling) on_pick=Callback::new(move |(row, column)| {
                    store.point(Panel::Scaling(scaling), Cell::new(Name::Weights, row, column));
                }) />
                <MatrixView name=Name::Weights matrix=weights panel=Panel::Scaling(scaling) />
                <div class="bar" aria-hidden="true"><i style:width=move || format!("{:.1}%", 100.0 * mean.get().share())></i></div>
                <p class="numbers">{move || entropy_text(&mean.get(), store.language(), store.decimals())}</p>
                <p class="numbers">{move || pair(store, Text { zh: "最大权重（平均）", en: "largest weight, mean" }, mean.get().largest)}</p>
                <p class="numbers">{move || pair(store, Text { zh: "雅可比矩阵的范数（平均）", en: "Jacobian norm, mean" }, mean.get().jacobian_norm)}</p>
                <p class="numbers">{order}</p>
            </Show>
        </section>
    }
}

fn pair(store: Store, text: Text, value: f64) -> String {
    format!("{} {}", store.say(text), show(value, store.decimals()))
}
