//! Controls that are needed less often: the starting point, decimals, token labels, random numbers.

use leptos::ev::Event;
use leptos::prelude::*;

use super::number_field::{NumberField, NumberInput, Reads};
use super::store::use_store;
use super::typing::Transient;
use crate::browser;
use crate::choice::Choice;
use crate::document::View;
use crate::document::edit::Edit;
use crate::document::labels;
use crate::document::origin::{Origin, started_from};
use crate::document::problem::{Why, no_start_message};
use crate::engine::inputs::Inputs;
use crate::engine::precision::Precision;
use crate::lessons::figure::Setting;
use crate::presentation::html::pressed;
use crate::text::Text;

// What can be typed.
const SEED: Setting = Setting::number((0.0, u32::MAX as f64));

/// A section to open.
#[component]
pub(super) fn More() -> impl IntoView {
    let store = use_store();
    let origin = move || store.inputs.with(Origin::of);
    let refusal =
        |inputs: &Inputs| Origin::ALL.iter().map(|&origin| started_from(inputs, origin).err()).collect::<Vec<_>>();
    let refused = Memo::new(move |_| store.inputs.with(refusal));
    let reasons = move || {
        let mut reasons = String::new();
        for why in refused.get().into_iter().flatten() {
            reasons += &no_start_message(why, store.language());
            reasons.push(' ');
        }
        reasons
    };
    let seed = RwSignal::new(1u32);
    let read = move |text: &str| {
        seed.set(text.trim().parse().map_err(|_| Why::Limits(SEED))?);
        Ok(())
    };
    let seed_field = NumberInput::new(move || seed.get().to_string(), read, Reads::Typed);
    let fill = move |_| store.edit(Edit::Fill(seed.get_untracked()));
    let precision = move || store.inputs.with(|inputs| inputs.numerics().precision);
    let tokens = move || {
        store.typing.epoch.track();
        store.document.with(|document| labels::write(&document.tokens))
    };
    // How many labels were typed for how many keys, where there are fewer.
    let surplus = Transient::<(usize, usize)>::new(store.typing);
    let label = move |event: Event| {
        let labels = labels::read(&event_target_value(&event));
        let (count, keys) = (labels.len(), store.inputs.with_untracked(Inputs::keys));
        store.edit(Edit::Tokens(labels));
        surplus.set((count > keys).then_some((count, keys)));
        browser::set_value(&event, &untrack(tokens));
    };
    let left_out = move || {
        let (count, keys) = surplus.get()?;
        Some(labels::surplus(count, keys, store.language()))
    };
    view! {
        <details class="more">
            <summary>{store.said(Text { zh: "更多设置", en: "More settings" })}</summary>
            <div>
                <span class="group" role="group" aria-label=store.said(Text { zh: "从哪里开始", en: "Start from" })>
                    <span>{store.said(Text { zh: "从哪里开始", en: "Start from" })}</span>
                    {Origin::ALL.iter().enumerate().map(|(at, &option)| view! {
                        <button
                            type="button"
                            aria-pressed=move || pressed(origin() == option)
                            disabled=move || refused.get()[at].is_some()
                            on:click=move |_| store.edit(Edit::Origin(option))
                        >
                            {store.said(option.label())}
                        </button>
                    }).collect_view()}
                </span>
                <label>
                    <span>{store.said(Text { zh: "小数位数", en: "Decimals" })}</span>
                    <select
                        name="decimals"
                        prop:value=move || store.decimals().to_string()
                        on:change=move |event| store.set_decimals(event_target_value(&event).parse().unwrap_or(3))
                    >
                        {(View::DECIMALS.0..=View::DECIMALS.1).map(|n| view! {
                            <option value=n.to_string() selected=move || store.decimals() == n>{n}</option>
                        }).collect_view()}
                    </select>
                </label>
                <label>
                    <span>{store.said(Text { zh: "数值格式", en: "Number format" })}</span>
                    <select
                        name="precision"
                        prop:value=move || precision().id()
                        on:change=move |event| {
                            if let Some(precision) = Precision::from_id(&event_target_value(&event)) {
                                store.edit(Edit::Precision(precision));
                            }
                        }
                    >
                        {Precision::ALL.iter().map(|&choice| view! {
                            <option value=choice.id() selected=move || precision() == choice>{store.said(choice.label())}</option>
                        }).collect_view()}
                    </select>
                </label>
                <span class="group">
                    <label>
                        <span>{store.said(Text { zh: "词元（用空格或逗号分隔）", en: "Tokens (separated by spaces or commas)" })}</span>
                        <input type="text" name="tokens" prop:value=tokens on:change=label />
                    </label>
                    <span role="status" class="refused">{left_out}</span>
                </span>
                <span class="group">
                    <NumberField field=seed_field name="seed".to_owned() label=store.signal(Text { zh: "种子", en: "Seed" }) inputmode="numeric" />
                    <button type="button" name="fill" disabled=move || seed_field.is_refused() on:click=fill>
                        {store.said(Text { zh: "填入随机数", en: "fill with random numbers" })}
                    </button>
                </span>
                <p class="soft">{store.said(Text {
                    zh: "随机数取自标准正态分布，保留两位小数，便于手算；同一个种子总给出同样的数（与 NumPy、PyTorch 的随机数不同）。",
                    en: "Random numbers are standard normal, kept to two decimals so that you can follow by hand. The same seed always gives the same numbers (not those of NumPy or PyTorch).",
                })}</p>
                <p class="soft" role="status">{reasons}</p>
            </div>
        </details>
    }
}
