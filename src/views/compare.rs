//! The same scores under none, √d_k and d_k, side by side.

use leptos::prelude::*;

use super::heatmap::{ColourBar, HeatmapView, PatternLegend};
use super::matrix::MatrixView;
use super::names::subscript;
use super::panel::Panel;
use super::store::{Store, label, use_store};
use crate::engine::cell::{Cell, Name};
use crate::engine::matrix::row;
use crate::engine::scaling::Scaling;
use crate::engine::statistics::RowStatistics;
use crate::engine::trace::{Trace, attend};
use crate::number::{show, show_typed};
use crate::text::{Language, Text};

// More keys in order are no longer read.
const MOST_KEYS: usize = 8;

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
    let mean = Memo::new(move |_| {
        let rows: Vec<_> = trace.with(|trace| (0..trace.weights.nrows()).map(|i| trace.statistics(i)).collect());
        RowStatistics::mean(&rows)
    });
    let share = move || {
        let RowStatistics { entropy, ceiling, .. } = mean.get();
        if ceiling > 0.0 { 100.0 * entropy / ceiling } else { 0.0 }
    };
    view! {
        <section class="panel" aria-label=move || label(store, scaling)>
            <h3>{move || label(store, scaling)}</h3>
            <p class="soft">"÷ " {move || show_typed(divisor(), store.decimals())}</p>
            <Show when=move || !store.has_covers() fallback=move || view! { <p class="soft">"?"</p> }>
                <HeatmapView name=Name::Weights matrix=weights panel=Panel::Scaling(scaling) on_pick=Callback::new(move |(row, column)| {
                    store.point(Panel::Scaling(scaling), Cell::new(Name::Weights, row, column));
                }) />
                <MatrixView name=Name::Weights matrix=weights panel=Panel::Scaling(scaling) />
                <div class="bar" aria-hidden="true"><i style:width=move || format!("{:.1}%", share())></i></div>
                <p class="numbers">{move || entropy_text(store, mean.get().entropy, mean.get().ceiling)}</p>
                <p class="numbers">{move || pair(store, Text { zh: "最大权重（平均）", en: "largest weight, mean" }, mean.get().largest)}</p>
                <p class="numbers">{move || pair(store, Text { zh: "雅可比矩阵的范数（平均）", en: "Jacobian norm, mean" }, mean.get().jacobian_norm)}</p>
                <p class="numbers">{move || trace.with(|trace| order_text(store, trace))}</p>
            </Show>
        </section>
    }
}

// The order of the keys of row 1 by weight, which no positive divisor changes.
fn order_text(store: Store, trace: &Trace) -> String {
    let logits = row(&trace.masked, 0);
    let mut left: Vec<usize> = (0..logits.len()).filter(|&j| logits[j] > f64::NEG_INFINITY).collect();
    let (mut text, mut before) = (String::new(), None);
    // The largest that is left, again and again: a sort would weigh more than it saves.
    while let Some(at) = (0..left.len()).reduce(|a, b| if logits[left[b]] > logits[left[a]] { b } else { a }) {
        let key = left.remove(at);
        text += match before {
            None => "",
            Some(logit) if logit == logits[key] => " = ",
            Some(_) => " > ",
        };
        text += &format!("k{}", subscript(key + 1));
        before = Some(logits[key]);
        if logits.len() > MOST_KEYS && logits.len() - left.len() >= MOST_KEYS {
            text += " > …";
            break;
        }
    }
    if text.is_empty() && trace.visible[0] > 0 {
        return show(f64::NAN, 0);
    }
    if text.is_empty() {
        return store.say(Text { zh: "没有可看的键", en: "no key left" }).to_owned();
    }
    format!("{} {text}", store.say(Text { zh: "第 1 行的次序", en: "order in row 1" }))
}

fn pair(store: Store, text: Text, value: f64) -> String {
    format!("{} {}", store.say(text), show(value, store.decimals()))
}

fn entropy_text(store: Store, entropy: f64, ceiling: f64) -> String {
    let (entropy, ceiling) = (show(entropy, store.decimals()), show(ceiling, store.decimals()));
    match store.language() {
        Language::En => format!("mean entropy {entropy} nat, ceiling {ceiling}"),
        Language::Zh => format!("平均熵 {entropy} nat，上限 {ceiling}"),
    }
}
