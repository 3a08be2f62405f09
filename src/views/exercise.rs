//! Exercises by hand: predict a number, check it, see the working.

use leptos::prelude::*;

use super::copy::CopyLink;
use super::store::{Store, use_store};
use super::typing::Transient;
use super::working::line;
use crate::document::edit::Edit;
use crate::document::standing::Standing;
use crate::engine::trace::attend;
use crate::lessons::prose::Wording;
use crate::lessons::{Asked, Question};
use crate::number::full;
use crate::presentation::exercise::{self as words, Miss};
use crate::presentation::html::pressed;
use crate::presentation::notices::number_error;
use crate::presentation::working::working;
use crate::text::Text;

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
    // A start to explore has no questions.
    let asks_nothing = move || store.document.with(|d| d.chosen().questions.is_empty());
    let progress = move || {
        let language = store.language();
        store.document.with(|document| store.settled.with(|settled| words::progress(document, settled, language)))
    };
    view! {
        <div class="exercise">
            <div class="group starts" role="group" aria-label=store.said(Text { zh: "选一组数据", en: "Choose a start" })>{buttons}</div>
            <p class="soft" hidden=asks_nothing>{store.said(words::TOLERANCE)}</p>
            <ol class="questions">{questions}</ol>
            <p class="progress" role="status" hidden=asks_nothing>{progress}</p>
            <p hidden=asks_nothing><After /></p>
        </div>
    }
}

#[component]
fn Ask(index: usize, question: &'static Question) -> impl IntoView {
    let store = use_store();
    let given = Memo::new(move |_| store.document.with(|d| d.answers.get(&index).copied()));
    let standing = Memo::new(move |_| store.document.with(|d| d.standing(index)));
    let settled = Memo::new(move |_| store.document.with(|d| d.is_settled(index)));
    // How often it was missed.
    let missed = Transient::<usize>::new(store.typing);
    let misses = move || missed.get().unwrap_or(0);
    // What is typed but not yet judged.
    let draft = Transient::<String>::new(store.typing);
    let text = move || draft.get().unwrap_or_else(|| given.get().map(full).unwrap_or_default());
    // The draft that was to be checked and is no number.
    let refused = RwSignal::new(None::<String>);
    let check = move || {
        let text = untrack(text);
        match question.read(&text) {
            Ok(value) => {
                draft.set(None);
                store.edit(Edit::Answer(index, Some(value)));
                store.pause();
                if let Standing::Wrong(_) = standing.get_untracked() {
                    missed.set(Some(untrack(misses) + 1));
                }
            }
            Err(_) => {
                draft.set(Some(text.clone()));
                refused.set(Some(text));
            }
        }
    };
    let verdict = move || {
        let language = store.language();
        if let Some(text) = draft.get() {
            // A text that is still being typed has not been judged.
            let error = number_error(&text, language).filter(|_| refused.get().as_ref() == Some(&text));
            return error.map(|error| ("wrong", error.to_owned()));
        }
        match standing.get() {
            Standing::Open => None,
            Standing::Right(answer) => {
                Some(("correct", words::right_text(question, answer, language, store.decimals())))
            }
            Standing::RightBefore => Some(("correct", words::RIGHT_BEFORE.get(language).to_owned())),
            // Whoever has asked for the working knows.
            Standing::Wrong(_) if settled.get() && misses() == 0 => None,
            Standing::Wrong(cause) => {
                let miss = Miss { answer: given.get()?, cause, count: misses() };
                let text = |inputs: &_| {
                    words::miss_text(inputs, question, wording(store, question), miss, language, store.decimals())
                };
                Some(("wrong", store.inputs.with(text)))
            }
        }
    };
    let lines = move || {
        // The working of the numbers as they are would not fit an answer to others.
        if !settled.get() || standing.get() == Standing::RightBefore {
            return None;
        }
        let (language, decimals) = (store.language(), store.decimals());
        let lines = match question.asked {
            Asked::Cell(cell) => {
                let inputs = store.inputs.with(|inputs| question.inputs(inputs));
                let lines = working(&inputs, &attend(&inputs), cell, language, decimals);
                lines.into_iter().map(line).collect_view().into_any()
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
                <label for=field.clone()>{move || words::prompt(question, wording(store, question), store.language())}</label>
                <input
                    class="short"
                    type="text"
                    autocomplete="off"
                    id=field
                    name=name
                    prop:value=text
                    aria-invalid=move || verdict().is_some_and(|(class, _)| class == "wrong").then_some("true")
                    on:input=move |event| {
                        draft.set(Some(event_target_value(&event)));
                        refused.set(None);
                    }
                />
                <button type="submit">{store.said(Text { zh: "检查", en: "check" })}</button>
                <Show when=move || !settled.get()>
                    <button type="button" class="quiet" on:click=move |_| {
                        missed.set(None);
                        store.edit(Edit::Reveal(index));
                    }>
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
    store.course.texts.shown.get()?.1.puzzles.iter().find(|words| words.id == puzzle.id)
}

// What can be done with the answers as a whole.
#[component]
fn After() -> impl IntoView {
    let store = use_store();
    let nothing = move || store.document.with(|d| d.answers.is_empty() && d.revealed.is_empty());
    view! {
        <button type="button" class="quiet" name="clear-answers" disabled=nothing on:click=move |_| store.edit(Edit::ClearAnswers)>
            {store.said(Text { zh: "清空答案，数不变", en: "clear the answers, keep the numbers" })}
        </button>
        " "
        <CopyLink name="bare-link" class="quiet" text=Text { zh: "复制不带答案的链接", en: "copy the link without answers" } link=Store::link_without_answers />
    }
}
