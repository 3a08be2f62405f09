//! The pipeline: every stage as a matrix of real numbers, one row a move.

use leptos::prelude::*;

use super::controls::Controls;
use super::heatmap::{ColourBar, PatternLegend};
use super::matrix::MatrixView;
use super::stepper::Stepper;
use super::store::use_store;
use super::working::Working;
use crate::document::steps;
use crate::engine::cell::Name;
use crate::engine::matrix::Matrix;
use crate::presentation::notices::empty_rows;
use crate::text::Text;

/// The whole computation, with its controls and the working of the pointed cell.
#[component]
pub(super) fn Pipeline() -> impl IntoView {
    let store = use_store();
    let cell_width = move || format!("--cell: {:.2}rem", 1.85 + 0.55 * store.decimals() as f64);
    view! {
        <div class="pipeline" style=cell_width>
            <Controls />
            <Stepper />
            <EmptyRows />
            <div class="stage">
                <Stages />
                <Working />
            </div>
            <p class="legend">
                <ColourBar name=Name::Scores />
                <ColourBar name=Name::Weights />
                <ColourBar name=Name::Output />
                <PatternLegend />
            </p>
        </div>
    }
}

/// The matrices of every stage.
#[component]
fn Stages() -> impl IntoView {
    let store = use_store();
    let typed = Memo::new(move |_| store.inputs.with(|inputs| inputs.typed()));
    let from_tokens = move || typed.get().contains(&Name::X);
    let from_scores = move || typed.get().contains(&Name::Scores);
    view! {
        <div class="moves">
            <Show when=from_tokens>
                <Move title=Text { zh: "投影", en: "project" }>
                    <Part name=Name::X />
                    <Sign text="·" />
                    <Part name=Name::WQ />
                    <Part name=Name::WK />
                    <Part name=Name::WV />
                </Move>
            </Show>
            <Move title=Text { zh: "打分", en: "score" }>
                <Show when=move || !from_scores()>
                    <Part name=Name::Q />
                    <Sign text="·" />
                    <Part name=Name::K />
                    <Sign text="ᵀ =" />
                </Show>
                <Part name=Name::Scores />
            </Move>
            <Move title=Text { zh: "缩放与掩码", en: "scale, mask" }>
                <Part name=Name::Scaled />
                <Sign text="+ M =" />
                <Part name=Name::Masked />
            </Move>
            <Move title=Text { zh: "混合", en: "mix" }>
                <Part name=Name::Exponentials />
                <Sign text="÷ Σ =" />
                <Part name=Name::Weights />
                <Sign text="·" />
                <Part name=Name::V />
                <Sign text="=" />
                <Part name=Name::Output />
            </Move>
        </div>
    }
}

#[component]
fn Move(title: Text, children: Children) -> impl IntoView {
    let store = use_store();
    view! {
        <div class="move" role="group" aria-label=store.said(title)>
            <h3>{store.said(title)}</h3>
            <div class="parts">{children()}</div>
        </div>
    }
}

#[component]
fn Sign(text: &'static str) -> impl IntoView {
    view! { <span class="sign" aria-hidden="true">{text}</span> }
}

#[component]
fn Part(name: Name) -> impl IntoView {
    let store = use_store();
    let matrix = Memo::new(move |_| {
        let typed = store.inputs.with(|inputs| inputs.matrix(name).cloned());
        // A part leaves the page a moment after the source that it belonged to has gone.
        typed.or_else(|| store.trace.with(|trace| trace.matrix(name).cloned())).unwrap_or_else(|| Matrix::zeros(1, 1))
    });
    let now = move || store.inputs.with(|inputs| steps::at(inputs, store.step())).is_some_and(|step| step.name == name);
    view! {
        <div class="part" class:now=now>
            <MatrixView name matrix />
        </div>
    }
}

#[component]
fn EmptyRows() -> impl IntoView {
    let store = use_store();
    let text = move || store.trace.with(|trace| empty_rows(trace, store.language()));
    view! { <div role="status">{move || text().map(|text| view! { <p class="notice">{text}</p> })}</div> }
}
