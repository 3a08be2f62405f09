//! What the computation starts from, its sizes, scaling, masks and number format.

use leptos::prelude::*;

use super::more::More;
use super::number_field::{NumberField, NumberInput, Reads};
use super::store::{label, use_store};
use crate::choice::Choice;
use crate::document::edit::Edit;
use crate::document::origin::Origin;
use crate::document::problem::{Why, divisor_notice};
use crate::engine::inputs::{Dimension, Inputs};
use crate::engine::mask::Causal;
use crate::engine::scaling::Scaling;
use crate::lessons::figure::Setting;
use crate::number::{exact, parse};
use crate::presentation::html::pressed;
use crate::presentation::names::dimension_text;
use crate::text::Text;

/// All controls of the pipeline.
#[component]
pub(super) fn Controls() -> impl IntoView {
    view! {
        <div class="controls">
            <ScalingChoice />
            <MaskChoice />
            <Padding />
            <Sizes />
            <More />
        </div>
    }
}

#[component]
fn ScalingChoice() -> impl IntoView {
    let store = use_store();
    let scaling = move || store.inputs.with(Inputs::scaling);
    let lost = move || store.inputs.with(divisor_notice).map(|notice| store.say(notice).to_owned());
    let chosen = move |id: String| {
        let divisor = untrack(|| store.inputs.with(Inputs::set_divisor));
        let own = || Scaling::divisor(divisor).filter(|_| id == Scaling::OWN);
        if let Some(scaling) = Scaling::from_id(&id).or_else(own) {
            store.edit(Edit::Scaling(scaling));
        }
    };
    let own = Memo::new(move |_| matches!(scaling(), Scaling::Divisor(_)));
    let name = Text { zh: "缩放", en: "Scaling" };
    view! {
        <label>
            <span>{store.said(name)}</span>
            <select
                name="scale"
                prop:value=move || scaling().id()
                on:change=move |event| chosen(event_target_value(&event))
            >
                {Scaling::ALL.iter().copied().chain([Scaling::Divisor(1.0)]).map(|choice| view! {
                    <option value=choice.id() selected=move || scaling().id() == choice.id()>{move || label(store, choice)}</option>
                }).collect_view()}
            </select>
        </label>
        <Show when=move || own.get()><Divisor /></Show>
        <span role="status" class="refused">{lost}</span>
    }
}

#[component]
fn Divisor() -> impl IntoView {
    let store = use_store();
    let shown = move || exact(store.inputs.with(Inputs::set_divisor));
    let read = move |text: &str| {
        let divisor = parse(text).map_err(Why::Number)?;
        store.edit(Edit::Scaling(Scaling::divisor(divisor).ok_or(Why::Divisor)?));
        Ok(())
    };
    let label = store.signal(Text { zh: "除数", en: "Divisor" });
    view! { <NumberField field=NumberInput::new(shown, read, Reads::Typed) name="divisor".to_owned() label /> }
}

#[component]
fn MaskChoice() -> impl IntoView {
    let store = use_store();
    let causal = move || store.inputs.with(|inputs| inputs.mask().causal);
    let on = move || causal() != Causal::None;
    let square = move || store.inputs.with(|inputs| inputs.queries() == inputs.keys());
    let corner = StoredValue::new(Causal::TopLeft);
    let toggle = move |_| {
        let now = untrack(causal);
        if now != Causal::None {
            corner.set_value(now);
        }
        let next = if now == Causal::None { corner.get_value() } else { Causal::None };
        store.edit(Edit::Causal(next));
    };
    let corner_button = move |causal: Causal, text: Text| {
        view! {
            <button type="button" aria-pressed=move || pressed(store.inputs.with(|i| i.mask().causal) == causal) on:click=move |_| store.edit(Edit::Causal(causal))>
                {store.said(text)}
            </button>
        }
    };
    view! {
        <span class="group">
            <button type="button" class="toggle" name="causal" aria-pressed=move || pressed(on()) on:click=toggle>
                {store.said(Text { zh: "因果掩码", en: "causal mask" })}
            </button>
            // Where L = S both corners are the same mask.
            <Show when=move || !square() || causal() == Causal::BottomRight>
                {corner_button(Causal::TopLeft, Text { zh: "左上对齐", en: "top-left" })}
                {corner_button(Causal::BottomRight, Text { zh: "右下对齐", en: "bottom-right" })}
            </Show>
        </span>
    }
}

#[component]
fn Padding() -> impl IntoView {
    let store = use_store();
    let keys = Memo::new(move |_| store.inputs.with(Inputs::keys));
    let name = Text { zh: "填充掩码：遮住键", en: "Padding mask: hide key" };
    let button = move |key: usize| {
        view! {
            <button
                type="button"
                class="key"
                aria-label=move || format!("{} {}", store.say(name), key + 1)
                aria-pressed=move || pressed(store.inputs.with(|inputs| inputs.mask().padding.contains(&key)))
                on:click=move |_| store.edit(Edit::TogglePadding(key))
            >
                {key + 1}
            </button>
        }
    };
    view! {
        <span class="group padding" role="group" aria-label=store.said(name)>
            <span>{store.said(name)}</span>
            {move || (0..keys.get()).map(button).collect_view()}
        </span>
    }
}

#[component]
fn Sizes() -> impl IntoView {
    let store = use_store();
    let has = move |dimension| store.inputs.with(|inputs| inputs.size(dimension)).is_some();
    let size = move |dimension| store.inputs.with(|inputs| inputs.size(dimension)).unwrap_or(1);
    let one = move |dimension: Dimension| {
        let name = store.said(dimension_text(dimension));
        let label = store.signal(dimension_text(dimension));
        let change = move |by: isize| {
            let new = untrack(|| size(dimension)).saturating_add_signed(by);
            store.edit(Edit::Size(dimension, new));
        };
        let most = move || {
            // The d_k of scores alone belongs to no matrix.
            let free = dimension == Dimension::Dk && store.inputs.with(Origin::of) == Origin::Scores;
            if free { Origin::WIDEST } else { Inputs::MAX_SIZE }
        };
        let read = move |text: &str| {
            let most = untrack(most);
            let new = text
                .trim()
                .parse()
                .ok()
                .filter(|new| (1..=most).contains(new))
                .ok_or(Why::Limits(Setting::number((1.0, most as f64))))?;
            store.edit(Edit::Size(dimension, new));
            Ok(())
        };
        let field = NumberInput::new(move || size(dimension).to_string(), read, Reads::Changed);
        view! {
            <span class="size" role="group" aria-label=name title=name>
                <var>{dimension.symbol().strip_prefix("d_").map_or_else(
                    || dimension.symbol().into_any(),
                    |index| view! { "d"<sub>{index}</sub> }.into_any(),
                )}</var>
                <button type="button" aria-label=move || format!("{} − 1", name()) disabled=move || { size(dimension) <= 1 } on:click=move |_| change(-1)>"−"</button>
                {field.input(format!("size-{}", dimension.symbol()), label, "numeric", "")}
                <button type="button" aria-label=move || format!("{} + 1", name()) disabled=move || { size(dimension) >= most() } on:click=move |_| change(1)>"+"</button>
                <span role="status" class="refused">{move || field.message()}</span>
            </span>
        }
    };
    view! {
        <span class="group sizes">
            {Dimension::ALL.into_iter().map(|dimension| view! {
                <Show when=move || has(dimension)>{one(dimension)}</Show>
            }).collect_view()}
        </span>
    }
}
