//! What the computation starts from, its sizes, scaling, masks and number format.

use leptos::prelude::*;

use super::life::Life;
use super::more::More;
use super::store::{label, use_store};
use crate::choice::Choice;
use crate::document::edit::Edit;
use crate::document::origin::Origin;
use crate::document::problem::{Why, divisor_notice};
use crate::engine::inputs::{Dimension, Inputs};
use crate::engine::mask::Causal;
use crate::engine::scaling::Scaling;
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
    // What is being typed, with what is wrong with it, and its epoch: undo, reset or another link ends it.
    let draft = RwSignal::new(None::<(u32, String, Option<Why>)>);
    // The last good value before that, with the same epoch.
    let before = StoredValue::new(None::<(u32, Scaling)>);
    let life = Life::here();
    let current = move || draft.get().filter(|(epoch, ..)| *epoch == store.epoch.get());
    let refused = move || current().and_then(|(_, _, why)| Some(why?.message(store.language())));
    let lost = move || store.inputs.with(divisor_notice).map(|notice| store.say(notice).to_owned());
    let chosen = move |id: String| {
        draft.set(None);
        let divisor = untrack(|| store.inputs.with(Inputs::set_divisor));
        let own = || Scaling::divisor(divisor).filter(|_| id == Scaling::OWN);
        if let Some(scaling) = Scaling::from_id(&id).or_else(own) {
            store.edit(Edit::Scaling(scaling));
        }
    };
    let typed = move |text: String| {
        let scaling = parse(&text).map_err(Why::Number).and_then(|value| Scaling::divisor(value).ok_or(Why::Divisor));
        let epoch = store.epoch.get_untracked();
        if before.get_value().is_none_or(|(other, _)| other != epoch) {
            before.set_value(Some((epoch, store.inputs.with_untracked(Inputs::scaling))));
        }
        if let Ok(scaling) = scaling {
            store.edit(Edit::Scaling(scaling));
        }
        draft.set(Some((epoch, text, scaling.err())));
    };
    // What was read of a text on the way to one that is no divisor was not meant: 1e40 of 1e400.
    let left = move |_| {
        if life.lasts() {
            let refused = untrack(current).is_some_and(|(.., why)| why.is_some());
            if let Some((_, scaling)) = before.get_value().filter(|_| refused) {
                store.edit(Edit::Scaling(scaling));
            }
            before.set_value(None);
            store.pause();
        }
    };
    let field = move || current().map_or_else(|| exact(store.inputs.with(Inputs::set_divisor)), |(_, text, _)| text);
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
        <Show when=move || own.get()>
            <label>
                <span>{store.said(Text { zh: "除数", en: "Divisor" })}</span>
                <input
                    class="short"
                    type="text"
                    name="divisor"
                    prop:value=field
                    aria-invalid=move || refused().map(|_| "true")
                    on:input=move |event| typed(event_target_value(&event))
                    on:blur=left
                />
            </label>
        </Show>
        <span role="status" class="refused">{move || refused().or_else(lost)}</span>
    }
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
        let change = move |by: isize| {
            let new = untrack(|| size(dimension)).saturating_add_signed(by);
            store.edit(Edit::Size(dimension, new));
        };
        let most = move || {
            // The d_k of scores alone belongs to no matrix.
            let free = dimension == Dimension::Dk && store.inputs.with(Origin::of) == Origin::Scores;
            if free { Origin::WIDEST } else { Inputs::MAX_SIZE }
        };
        // The limits that were overstepped, with their epoch: undo, reset or another link ends it.
        let refused = RwSignal::new(None::<(u32, usize)>);
        let typed = move |text: String| {
            let most = untrack(most);
            let new = text.trim().parse::<usize>().ok().filter(|new| (1..=most).contains(new));
            if let Some(new) = new {
                store.edit(Edit::Size(dimension, new));
            }
            refused.set(new.is_none().then_some((store.epoch.get_untracked(), most)));
        };
        let message = move || {
            let (_, most) = refused.get().filter(|(epoch, _)| *epoch == store.epoch.get())?;
            Some(Why::Range(1, most).message(store.language()))
        };
        view! {
            <span class="size" role="group" aria-label=name title=name>
                <var>{dimension.symbol().strip_prefix("d_").map_or_else(
                    || dimension.symbol().into_any(),
                    |index| view! { "d"<sub>{index}</sub> }.into_any(),
                )}</var>
                <button type="button" aria-label=move || format!("{} − 1", name()) disabled=move || { size(dimension) <= 1 } on:click=move |_| change(-1)>"−"</button>
                <input
                    type="number"
                    min="1"
                    max=most
                    aria-label=name
                    aria-invalid=move || message().map(|_| "true")
                    prop:value=move || { store.epoch.track(); size(dimension).to_string() }
                    on:change=move |event| {
                        typed(event_target_value(&event));
                        crate::browser::set_value(&event, &untrack(|| size(dimension)).to_string());
                    }
                />
                <button type="button" aria-label=move || format!("{} + 1", name()) disabled=move || { size(dimension) >= most() } on:click=move |_| change(1)>"+"</button>
                <span role="status" class="refused">{message}</span>
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
