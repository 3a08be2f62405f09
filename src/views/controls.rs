//! What the computation starts from, its sizes, scaling, masks and number format.

use leptos::prelude::*;

use super::names::dimension_text;
use super::store::{label, use_store};
use crate::choice::Choice;
use crate::document::View;
use crate::document::edit::{Edit, From, started_from};
use crate::document::link::from_of;
use crate::document::problem::{Why, number_message};
use crate::engine::inputs::{Dimension, Inputs};
use crate::engine::mask::Causal;
use crate::engine::scaling::Scaling;
use crate::number::{exact, parse};
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
    let refused = RwSignal::new(None::<String>);
    let chosen = move |id: String| {
        refused.set(None);
        let divisor = untrack(|| store.inputs.with(Inputs::divisor));
        if let Some(choice) = Scaling::from_id(&id) {
            let own = Scaling::divisor(divisor).unwrap_or(Scaling::None);
            store.edit(Edit::Scaling(if matches!(choice, Scaling::Divisor(_)) { own } else { choice }));
        }
    };
    let typed = move |text: String| match parse(&text).map_err(Why::Number) {
        Ok(value) => match Scaling::divisor(value) {
            Some(scaling) => {
                refused.set(None);
                store.edit(Edit::Scaling(scaling));
            }
            None => refused.set(Some(Why::Divisor.message(store.language()))),
        },
        Err(why) => refused.set(Some(why.message(store.language()))),
    };
    let own = Memo::new(move |_| matches!(scaling(), Scaling::Divisor(_)));
    let name = Text { zh: "缩放", en: "Scaling" };
    view! {
        <label>
            <span>{move || store.say(name)}</span>
            <select
                name="scale"
                prop:value=move || scaling().id()
                on:change=move |event| chosen(event_target_value(&event))
            >
                {Scaling::ALL.iter().map(|&choice| view! {
                    <option value=choice.id() selected=move || scaling().id() == choice.id()>{move || label(store, choice)}</option>
                }).collect_view()}
            </select>
        </label>
        <Show when=move || own.get()>
            <label>
                <span>{move || store.say(Text { zh: "除数", en: "Divisor" })}</span>
                <input
                    class="short"
                    type="text"
                    name="divisor"
                    value=untrack(|| exact(store.inputs.with(Inputs::divisor)))
                    aria-invalid=move || refused.get().map(|_| "true")
                    on:input=move |event| typed(event_target_value(&event))
                />
            </label>
        </Show>
        <span role="status" class="refused">{move || refused.get()}</span>
    }
}

#[component]
fn MaskChoice() -> impl IntoView {
    let store = use_store();
    let causal = move || store.inputs.with(|inputs| inputs.mask().causal);
    let on = move || causal() != Causal::None;
    let square = move || store.inputs.with(|inputs| inputs.queries() == inputs.keys());
    let toggle = move |_| {
        let next = if untrack(on) { Causal::None } else { Causal::TopLeft };
        store.edit(Edit::Causal(next));
    };
    let corner = move |causal: Causal, text: Text| {
        view! {
            <button type="button" aria-pressed=move || pressed(store.inputs.with(|i| i.mask().causal) == causal) on:click=move |_| store.edit(Edit::Causal(causal))>
                {move || store.say(text)}
            </button>
        }
    };
    view! {
        <span class="group">
            <button type="button" class="toggle" name="causal" aria-pressed=move || pressed(on()) on:click=toggle>
                {move || store.say(Text { zh: "因果掩码", en: "causal mask" })}
            </button>
            // Where L = S both corners are the same mask.
            <Show when=move || on() && (!square() || causal() == Causal::BottomRight)>
                {corner(Causal::TopLeft, Text { zh: "左上对齐", en: "top-left" })}
                {corner(Causal::BottomRight, Text { zh: "右下对齐", en: "bottom-right" })}
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
        <span class="group padding" role="group" aria-label=move || store.say(name)>
            <span>{move || store.say(name)}</span>
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
        let name = move || store.say(dimension_text(dimension));
        let change = move |by: isize| {
            let new = untrack(|| size(dimension)).saturating_add_signed(by);
            store.edit(Edit::Size(dimension, new));
        };
        let most = move || {
            // The d_k of scores alone belongs to no matrix.
            let free = dimension == Dimension::Dk && store.inputs.with(|i| from_of(i)) == From::Scores;
            if free { crate::document::link::WIDEST } else { Inputs::MAX_SIZE }
        };
        let typed = move |text: String| {
            if let Ok(new) = text.trim().parse::<usize>()
                && (1..=untrack(most)).contains(&new)
            {
                store.edit(Edit::Size(dimension, new));
            }
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
                    prop:value=move || size(dimension).to_string()
                    on:change=move |event| {
                        typed(event_target_value(&event));
                        crate::browser::set_value(&event, &untrack(|| size(dimension)).to_string());
                    }
                />
                <button type="button" aria-label=move || format!("{} + 1", name()) disabled=move || { size(dimension) >= most() } on:click=move |_| change(1)>"+"</button>
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

// What is needed less often.
#[component]
fn More() -> impl IntoView {
    let store = use_store();
    let from = move || store.inputs.with(from_of);
    let options = [
        (From::Tokens, Text { zh: "X 和投影", en: "X and projections" }),
        (From::Qkv, Text { zh: "Q、K、V", en: "Q, K, V" }),
        (From::Scores, Text { zh: "分数", en: "scores" }),
    ];
    let seed = RwSignal::new("1".to_owned());
    let seed_error = move || seed.with(|text| text.trim().parse::<u32>().is_err());
    let fill = move |_| {
        if let Ok(seed) = seed.with_untracked(|text| text.trim().parse()) {
            store.edit(Edit::Fill(seed));
        }
    };
    let tokens = move || store.document.with(|document| document.tokens.join(" "));
    view! {
        <details class="more">
            <summary>{move || store.say(Text { zh: "更多设置", en: "More settings" })}</summary>
            <div>
                <span class="group" role="group" aria-label=move || store.say(Text { zh: "从哪里开始", en: "Start from" })>
                    <span>{move || store.say(Text { zh: "从哪里开始", en: "Start from" })}</span>
                    {options.into_iter().map(|(option, text)| view! {
                        <button
                            type="button"
                            aria-pressed=move || pressed(from() == option)
                            disabled=move || store.inputs.with(|inputs| started_from(inputs, option).is_none())
                            on:click=move |_| store.edit(Edit::From(option))
                        >
                            {move || store.say(text)}
                        </button>
                    }).collect_view()}
                </span>
                <label>
                    <span>{move || store.say(Text { zh: "小数位数", en: "Decimals" })}</span>
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
                    <span>{move || store.say(Text { zh: "词元（空格分隔）", en: "Tokens (separated by spaces)" })}</span>
                    <input
                        type="text"
                        name="tokens"
                        prop:value=tokens
                        on:input=move |event| {
                            let words = event_target_value(&event);
                            store.edit(Edit::Tokens(words.split_whitespace().map(str::to_owned).collect()));
                        }
                    />
                </label>
                <span class="group">
                    <label>
                        <span>{move || store.say(Text { zh: "种子", en: "Seed" })}</span>
                        <input
                            class="short"
                            type="text"
                            inputmode="numeric"
                            name="seed"
                            prop:value=move || seed.get()
                            aria-invalid=move || seed_error().then_some("true")
                            on:input=move |event| seed.set(event_target_value(&event))
                        />
                    </label>
                    <button type="button" name="fill" disabled=seed_error on:click=fill>
                        {move || store.say(Text { zh: "填入随机数", en: "fill with random numbers" })}
                    </button>
                    <span role="status" class="refused">
                        {move || seed_error().then(|| store.say(Text {
                            zh: "种子是 0 到 4294967295 的整数。",
                            en: "The seed is a whole number from 0 to 4294967295.",
                        }))}
                    </span>
                </span>
                <p class="soft">{move || store.say(Text {
                    zh: "随机数取自标准正态分布，保留两位小数，便于手算；同一个种子总给出同样的数（与 NumPy、PyTorch 的随机数不同）。",
                    en: "Random numbers are standard normal, kept to two decimals so that you can follow by hand. The same seed always gives the same numbers (not those of NumPy or PyTorch).",
                })}</p>
                <Show when=move || store.inputs.with(|inputs| inputs.from_tokens().is_none())>
                    <p class="soft">{move || store.say(Text {
                        zh: "从 X 开始要求查询和键一样多（L = S）。",
                        en: "Starting from X needs as many queries as keys (L = S).",
                    })}</p>
                </Show>
            </div>
        </details>
    }
}

/// The value of `aria-pressed`.
pub(super) fn pressed(on: bool) -> &'static str {
    if on { "true" } else { "false" }
}

/// What is wrong with a typed number, in the reader's language.
pub(super) fn number_error(text: &str, language: crate::text::Language) -> Option<&'static str> {
    parse(text).err().map(|error| number_message(error).get(language))
}
