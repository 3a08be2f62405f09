//! Walking through the computation, as fine as one row of one stage.

use leptos::prelude::*;

use super::store::use_store;
use crate::document::steps;
use crate::presentation::heading::place;
use crate::text::Text;

/// Buttons forward and back, by row and by stage, and where the walk is.
#[component]
pub(super) fn Stepper() -> impl IntoView {
    let store = use_store();
    let button = move |text: Text, target: fn(usize, usize, &crate::engine::inputs::Inputs) -> usize| {
        let target = move || store.inputs.with(|inputs| target(store.step(), steps::count(inputs), inputs));
        view! {
            <button type="button" disabled=move || target() == store.step() on:click=move |_| store.set_step(untrack(target))>
                {store.said(text)}
            </button>
        }
    };
    let place = move || store.inputs.with(|inputs| place(inputs, store.step(), store.language()));
    view! {
        <div class="stepper" role="group" aria-label=store.said(Text { zh: "逐步演示", en: "Step by step" })>
            {button(Text { zh: "« 上一阶段", en: "« stage" }, |step, count, inputs| {
                if step == 0 { steps::previous_stage(inputs, count + 1) } else { steps::previous_stage(inputs, step) }
            })}
            {button(Text { zh: "‹ 上一步", en: "‹ back" }, |step, count, _| if step == 0 { count } else { (step - 1).max(1) })}
            {button(Text { zh: "下一步 ›", en: "next ›" }, |step, count, _| (step + 1).min(count))}
            {button(Text { zh: "下一阶段 »", en: "stage »" }, |step, _, inputs| steps::next_stage(inputs, step))}
            {button(Text { zh: "全部显示", en: "show all" }, |_, _, _| 0)}
            <span class="place" role="status">{place}</span>
        </div>
    }
}
