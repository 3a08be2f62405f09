//! Exercises by hand: predict a number, check it, see the working.

use leptos::prelude::*;

use super::controls::{number_error, pressed};
use super::names::cell_name;
use super::store::{Store, use_store};
use super::working::{Line, working};
use crate::choice::Choice;
use crate::document::edit::Edit;
use crate::engine::mask::Causal;
use crate::engine::trace::attend;
use crate::figures::Entry;
use crate::lessons::prose::Wording;
use crate::lessons::slips::TOLERANCE;
use crate::lessons::{Asked, Cause, Change, Question};
use crate::number::{full, parse, show};
use crate::text::{Language, Text};

/// The exercises of the lesson and the questions of the chosen one.
#[component]
pub(super) fn Exercise() -> impl IntoView {
    let store = use_store();
    let chosen = Memo::new(move |_| store.document.with(|d| (d.lesson.id, d.start)));
    let starts = move || store.document.with_untracked(|d| d.lesson.starts);
    let buttons = move || {
        let _ = chosen.get();
        let button = |(index, start): (usize, &'static crate::lessons::Start)| {
            view! {
                <button type="button" aria-pressed=move || pressed(chosen.get().1 == index) on:click=move |_| store.edit(Edit::Start(index))>
                    <b>{start.id}</b> " " {store.said(start.title)}
                </button>
            }
        };
        starts().iter().enumerate().map(button).collect_view()
    };
    let questions = move || {
        let (_, start) = chosen.get();
        let questions = starts()[start].questions;
        questions.iter().enumerate().map(|(index, question)| view! { <Ask index question /> }).collect_view()
    };
    let settled = move || store.document.with(|d| (0..d.chosen().questions.len()).filter(|&q| d.is_settled(q)).count());
    // A start to explore has no questions.
    let asks_nothing = move || store.document.with(|d| d.chosen().questions.is_empty());
    let total = move || store.document.with(|d| d.chosen().questions.len());
    view! {
        <div class="exercise">
            <div class="group starts" role="group" aria-label=store.said(Text { zh: "选一个起点", en: "Choose a start" })>{buttons}</div>
            <p class="soft" hidden=asks_nothing>{move || tolerance(store.language())}</p>
            <ol class="questions">{questions}</ol>
            <p class="progress" role="status" hidden=asks_nothing>{move || progress(store.language(), settled(), total())}</p>
        </div>
    }
}

#[component]
fn Ask(index: usize, question: &'static Question) -> impl IntoView {
    let store = use_store();
    let given = Memo::new(move |_| store.document.with(|d| d.answers.get(&index).copied()));
    // What is typed but not yet judged, and the epoch it belongs to: undo, reset or another link ends it.
    let draft = RwSignal::new(None::<(u32, String)>);
    let typed = move || draft.get().filter(|(epoch, _)| *epoch == store.epoch.get()).map(|(_, text)| text);
    let text = move || typed().unwrap_or_else(|| given.get().map(full).unwrap_or_default());
    let settled = Memo::new(move |_| store.document.with(|d| d.is_settled(index)));
    // The draft that was to be checked and is no number.
    let refused = RwSignal::new(None::<String>);
    let check = move || {
        let text = untrack(text);
        match parse(&text) {
            Ok(value) => {
                draft.set(None);
                store.edit(Edit::Answer(index, Some(value)));
                store.pause();
            }
            Err(_) => {
                draft.set(Some((store.epoch.get_untracked(), text.clone())));
                refused.set(Some(text));
            }
        }
    };
    let verdict = move || {
        let language = store.language();
        if let Some(text) = typed() {
            // A text that is still being typed has not been judged.
            let error = number_error(&text, language).filter(|_| refused.get().as_ref() == Some(&text));
            return error.map(|error| ("wrong", error.to_owned()));
        }
        let answer = given.get()?;
        if store.inputs.with(|inputs| question.accepts(inputs, answer)) {
            let answer = store.inputs.with(|inputs| question.answer(inputs)).unwrap_or(f64::NAN);
            let shown = match question.asked {
                Asked::Cell(_) => show(answer, store.decimals()),
                Asked::Number(_) => Entry::Significant(answer).text(store.decimals()),
            };
            return Some(("correct", format!("{}{shown}", store.say(Text { zh: "对了：", en: "Right: " }))));
        }
        let told = match store.inputs.with(|inputs| question.cause(inputs, answer)) {
            Some(Cause::Slip(slip)) => Some(store.say(slip.label())),
            Some(Cause::Mistake(at)) => wording(store, question).and_then(|words| words.told.get(at).copied()),
            None => None,
        };
        let unknown = Text { zh: "还不对，再算一次。", en: "Not yet. Work it out again." };
        Some(("wrong", told.unwrap_or_else(|| store.say(unknown)).to_owned()))
    };
    let lines = move || {
        if !settled.get() {
            return None;
        }
        let (language, decimals) = (store.language(), store.decimals());
        let lines = match question.asked {
            Asked::Cell(cell) => {
                let inputs = store.inputs.with(|inputs| question.inputs(inputs));
                let lines = working(&inputs, &attend(&inputs), cell, language, decimals);
                lines.into_iter().map(Line::view).collect_view().into_any()
            }
            Asked::Number(_) => view! { <p>{wording(store, question).map(|words| words.working)}</p> }.into_any(),
        };
        Some(view! { <div class="answer">{lines}</div> })
    };
    let name = format!("answer-{}", index + 1);
    let field = format!("{name}-field");
    view! {
        <li class:settled=settled>
            <form on:submit=move |event| {
                event.prevent_default();
                check();
            }>
                <label for=field.clone()>{move || prompt(store, question)}</label>
                <input
                    class="short"
                    type="text"
                    autocomplete="off"
                    id=field
                    name=name
                    prop:value=text
                    aria-invalid=move || verdict().is_some_and(|(class, _)| class == "wrong").then_some("true")
                    on:input=move |event| {
                        draft.set(Some((store.epoch.get_untracked(), event_target_value(&event))));
                        refused.set(None);
                    }
                />
                <button type="submit">{store.said(Text { zh: "检查", en: "check" })}</button>
                <Show when=move || !settled.get()>
                    <button type="button" class="quiet" on:click=move |_| store.edit(Edit::Reveal(index))>
                        {store.said(Text { zh: "看算式", en: "show the working" })}
                    </button>
                </Show>
                <span class="verdict" role="status">{move || verdict().map(|(class, text)| view! { <span class=class>{text}</span> })}</span>
            </form>
            {lines}
        </li>
    }
}

// The words of a problem in words; they came with the text of the lesson.
fn wording(store: Store, question: &Question) -> Option<&'static Wording> {
    let Asked::Number(puzzle) = question.asked else { return None };
    store.prose.get()?.1.puzzles.iter().find(|words| words.id == puzzle.id)
}

fn prompt(store: Store, question: &Question) -> String {
    let language = store.language();
    let cell = match question.asked {
        Asked::Cell(cell) => cell_name(cell, language),
        Asked::Number(_) => return wording(store, question).map_or("", |words| words.prompt).to_owned(),
    };
    let change = question.change.map(|change| match change {
        Change::Scaling(crate::engine::scaling::Scaling::None) => {
            Text { zh: "若不缩放，", en: "Without scaling: " }
        }
        Change::Scaling(_) => Text { zh: "换一种缩放，", en: "Under another scaling: " },
        Change::Causal(Causal::None) => Text { zh: "若没有因果掩码，", en: "Without the causal mask: " },
        Change::Causal(_) => Text { zh: "若加上因果掩码，", en: "With a causal mask: " },
    });
    let change = change.map_or("", |text| text.get(language));
    format!("{change}{cell} = ")
}

fn tolerance(language: Language) -> String {
    match language {
        Language::En => {
            format!("Predict each number, then check it. An answer within {TOLERANCE} counts; 1/√2 and √2 are fine.")
        }
        Language::Zh => format!("先写下你的预测，再检查。误差不超过 {TOLERANCE} 就算对；可以写 1/√2、√2。"),
    }
}

fn progress(language: Language, done: usize, total: usize) -> String {
    match language {
        Language::En if done == total => format!("All {total} done. The numbers below can be changed: predict again."),
        Language::Zh if done == total => format!("{total} 个都完成了。下面的数可以改，改了再预测。"),
        Language::En => format!("{done} of {total} done; the rest of the numbers below stay covered until then."),
        Language::Zh => format!("完成 {done} / {total}；没完成之前，下面相应的数先盖住。"),
    }
}
