//! The fields of a figure's settings.

use leptos::prelude::*;

use super::number_field::{NumberField, NumberInput, Reads};
use super::store::use_store;
use crate::choice::Choice;
use crate::document::edit::Edit;
use crate::document::problem::Why;
use crate::lessons::figure::{Figure, Setting, SettingKind};
use crate::number::{exact, parse};

/// A field for each setting of `figure`.
#[component]
pub(super) fn FigureSettings(figure: Figure) -> impl IntoView {
    let settings = figure.settings().iter().enumerate();
    settings
        .map(|(index, setting)| match setting.kind {
            SettingKind::Switch => view! { <Switch figure index setting /> }.into_any(),
            _ => view! { <Number figure index setting /> }.into_any(),
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
fn Number(figure: Figure, index: usize, setting: &'static Setting) -> impl IntoView {
    let store = use_store();
    let shown = move || store.document.with(|document| plain(document.settings.get(figure, setting)));
    let read = move |text: &str| {
        let value = parse(text).map_err(Why::Number)?;
        if !setting.accepts(value) {
            return Err(Why::Limits(*setting));
        }
        store.edit(Edit::Setting(figure, index, value));
        Ok(())
    };
    let label = Signal::derive(move || setting.name(store.language()));
    let slider = setting.slides().then_some([setting.limits.0, setting.limits.1, setting.step()]);
    view! { <NumberField field=NumberInput::new(shown, read, Reads::Changed) name=name(figure, setting) label slider /> }
}
