//! The fields of a figure's settings.

use leptos::prelude::*;

use super::store::use_store;
use crate::choice::Choice;
use crate::document::edit::Edit;
use crate::document::problem::Why;
use crate::lessons::figure::{Figure, Setting, SettingKind};
use crate::number::{exact, parse};

/// A field for each setting of `figure`; what cannot be used is refused with a message, and the last good value stays.
#[component]
pub(super) fn FigureSettings(figure: Figure) -> impl IntoView {
    let settings = figure.settings().iter().enumerate();
    settings
        .map(|(index, setting)| match setting.kind {
            SettingKind::Switch => view! { <Switch figure index setting /> }.into_any(),
            _ => view! { <Field figure index setting /> }.into_any(),
        })
        .collect_view()
}

fn name(figure: Figure, setting: &Setting) -> String {
    [figure.id(), setting.key].join(".")
}

// As one would type it: a power of ten only where the digits would be too many.
fn plain(value: f64) -> String {
    let text = value.to_string();
    if text.len() <= 10 { text } else { exact(value) }
}

#[component]
fn Switch(figure: Figure, index: usize, setting: &'static Setting) -> impl IntoView {
    let store = use_store();
    let on = Memo::new(move |_| store.document.with(|document| document.settings.get(figure, setting) != 0.0));
    view! {
        <label>
            <input
                type="checkbox"
                name=name(figure, setting)
                prop:checked=on
                on:change=move |_| store.edit(Edit::Setting(figure, index, if on.get_untracked() { 0.0 } else { 1.0 }))
            />
            <span>{move || setting.name(store.language())}</span>
        </label>
    }
}

#[component]
fn Field(figure: Figure, index: usize, setting: &'static Setting) -> impl IntoView {
    let store = use_store();
    let value = Memo::new(move |_| store.document.with(|document| document.settings.get(figure, setting)));
    // What was refused, with its epoch: undo, reset or another link ends it.
    let refused = RwSignal::new(None::<(u32, Why)>);
    let typed = move |text: String| {
        let number = parse(&text)
            .map_err(Why::Number)
            .and_then(|value| if setting.accepts(value) { Ok(value) } else { Err(Why::Limits(*setting)) });
        match number {
            Ok(value) => {
                refused.set(None);
                store.edit(Edit::Setting(figure, index, value));
            }
            Err(why) => refused.set(Some((store.epoch.get_untracked(), why))),
        }
    };
    let message = move || {
        let (epoch, why) = refused.get()?;
        (epoch == store.epoch.get()).then(|| why.message(store.language()))
    };
    let text = move || {
        store.epoch.track();
        plain(value.get())
    };
    let label = move || setting.name(store.language());
    view! {
        <label>
            <span>{label}</span>
            {setting.slides().then(|| view! {
                <input
                    type="range"
                    min=setting.limits.0
                    max=setting.limits.1
                    step=setting.step()
                    aria-label=label
                    prop:value=move || exact(value.get())
                    on:input=move |event| typed(event_target_value(&event))
                />
            })}
            <input
                class="short"
                type="text"
                inputmode="decimal"
                name=name(figure, setting)
                aria-label=label
                prop:value=text
                aria-invalid=move || message().map(|_| "true")
                on:change=move |event| typed(event_target_value(&event))
            />
            <span role="status" class="refused">{message}</span>
        </label>
    }
}
