//! The fields of a figure's settings.

use leptos::prelude::*;

use super::store::use_store;
use crate::document::edit::Edit;
use crate::document::problem::Why;
use crate::lessons::figure::{Figure, Setting};
use crate::number::{exact, parse};

/// A field for each setting of `figure`; what cannot be used is refused with a message, and the last good value stays.
#[component]
pub(super) fn FigureSettings(figure: Figure) -> impl IntoView {
    figure.settings().iter().enumerate().map(|(index, setting)| view! { <Field figure index setting /> }).collect_view()
}

// As one would type it: a power of ten only where the digits would be too many.
fn plain(value: f64) -> String {
    let text = value.to_string();
    if text.len() <= 10 { text } else { exact(value) }
}

#[component]
fn Field(figure: Figure, index: usize, setting: &'static Setting) -> impl IntoView {
    let store = use_store();
    let value = Memo::new(move |_| store.document.with(|document| document.settings.get(figure, setting.key)));
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
    view! {
        <label>
            <span>{store.said(setting.label)}</span>
            {setting.slides().then(|| view! {
                <input
                    type="range"
                    min=setting.limits.0
                    max=setting.limits.1
                    step=setting.step()
                    aria-label=store.said(setting.label)
                    prop:value=move || exact(value.get())
                    on:input=move |event| typed(event_target_value(&event))
                />
            })}
            <input
                class="short"
                type="text"
                inputmode="decimal"
                name=format!("{}.{}", crate::choice::Choice::id(figure), setting.key)
                aria-label=store.said(setting.label)
                prop:value=text
                aria-invalid=move || message().map(|_| "true")
                on:change=move |event| typed(event_target_value(&event))
            />
            <span role="status" class="refused">{message}</span>
        </label>
    }
}
