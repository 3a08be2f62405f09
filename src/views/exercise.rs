//! Exercises by hand: predict a number, check it, see the working.

use leptos::prelude::*;

use super::controls::{number_error, pressed};
use super::copy::CopyLink;
use super::store::{Store, use_store};
use super::working::line;
use crate::choice::Choice;
use crate::document::edit::Edit;
use crate::document::standing::Standing;
use crate::engine::mask::Causal;
use crate::engine::trace::attend;
use crate::figures::Entry;
use crate::lessons::hint::{beginning, hint};
use crate::lessons::prose::Wording;
use crate::lessons::{Asked, Cause, Change, Question};
use crate::number::{full, show_answer};
use crate::presentation::names::cell_name;
use crate::presentation::working::working;
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
    let settled = move || store.settled.with(|settled| settled.iter().filter(|&&settled| settled).count());
    // A start to explore has no questions.
    let asks_nothing = move || store.document.with(|d| d.chosen().questions.is_empty());
    let total = move || store.document.with(|d| d.chosen().questions.len());
    view! {
        <div class="exercise">
            <div class="group starts" role="group" aria-label=store.said(Text { zh: "选一组数据", en: "Choose a start" })>{buttons}</div>
            <p class="soft" hidden=asks_nothing>{store.said(TOLERANCE)}</p>
            <ol class="questions">{questions}</ol>
            <p class="progress" role="status" hidden=asks_nothing>{move || progress(store, settled(), total())}</p>
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
    // How often it was missed, and the epoch that this belongs to, as for drafts.
    let missed = RwSignal::new((0u32, 0usize));
    let misses = move || missed.with(|&(epoch, count)| if epoch == store.epoch.get() { count } else { 0 });
    // What is typed but not yet judged, and the epoch it belongs to: undo, reset or another link ends it.
    let draft = RwSignal::new(None::<(u32, String)>);
    let typed = move || draft.get().filter(|(epoch, _)| *epoch == store.epoch.get()).map(|(_, text)| text);
    let text = move || typed().unwrap_or_else(|| given.get().map(full).unwrap_or_default());
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
                    missed.set((store.epoch.get_untracked(), untrack(misses) + 1));
                }
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
        match standing.get() {
            Standing::Open => None,
            Standing::Right(answer) => {
                let shown = match question.asked {
                    Asked::Cell(_) => show_answer(answer, store.decimals()),
                    Asked::Number(_) => Entry::Significant(answer).text(store.decimals()),
                };
                Some(("correct", store.say(Text { zh: "对了：", en: "Right: " }).to_owned() + &shown))
            }
            Standing::RightBefore => {
                let text = Text { zh: "对了，按改动前的数算。", en: "Right, for the numbers as they were." };
                Some(("correct", store.say(text).to_owned()))
            }
            // Whoever has asked for the working knows.
            Standing::Wrong(_) if settled.get() && misses() == 0 => None,
            Standing::Wrong(cause) => Some(("wrong", told(store, question, given.get()?, cause, misses()))),
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
                    <button type="button" class="quiet" on:click=move |_| {
                        missed.set((0, 0));
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
    store.texts.shown.get()?.1.puzzles.iter().find(|words| words.id == puzzle.id)
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

const TOLERANCE: Text = Text {
    zh: "先写下你的预测，再检查。0.1 到 1 之间的数（不计正负号）误差不超过 0.005 就算对；更大的按 0.5%，更小的按 5%；问个数的，要一个不差。可以写 √2、1/e、e^-0.5、ln 3、25%。",
    en: "Predict each number, then check it. From 0.1 to 1 (sign aside) an answer may be off by 0.005; above by 0.5%, below by 5% of the number; a count must be exact. You can write √2, 1/e, e^-0.5, ln 3 or 25%.",
};

fn progress(store: Store, done: usize, total: usize) -> String {
    let asks_cells = store.document.with(|d| d.chosen().questions.iter().any(|question| question.cell().is_some()));
    let (text, more) = match store.language() {
        Language::En if done == total => (
            format!("All {total} done."),
            " Numbers below can be changed; the answers stay until you clear them and predict again.",
        ),
        Language::Zh if done == total => {
            (format!("{total} 个都完成了。"), "下面的数可以改，答案会留着；清空答案，就能按新的数再预测。")
        }
        Language::En => {
            (format!("{done} of {total} done."), " What you are still to predict stays covered in the numbers below.")
        }
        Language::Zh => (format!("完成 {done} / {total}。"), "还要你预测的数，在下面先盖住。"),
    };
    let says_more = if done == total { asks_cells } else { store.has_covers() };
    if says_more { text + more } else { text }
}

const NOT_WHOLE: Text = Text {
    zh: "这里数的是个数，答案是整数。",
    en: "Things are counted here: the answer is a whole number.",
};
const THOUSANDS: Text = Text {
    zh: "和正确的数相差 1000 倍（或 1000² 倍）：看看题目要的是什么单位。",
    en: "It is off by a factor of 1000, or of 1000²: look at the unit that is asked for.",
};
const BINARY: Text = Text {
    zh: "这是按 1024 换算的；题目的单位按 1000 换算。",
    en: "This goes by 1024; the unit that is asked for goes by 1000.",
};
const TWO_DIGITS: Text =
    Text { zh: "约得太粗了：请给出两位有效数字。", en: "Too coarse: give two significant digits." };
const THREE_DIGITS: Text =
    Text { zh: "约得太粗了：请给出三位有效数字。", en: "Too coarse: give three significant digits." };

// What to tell about a wrong answer: the slip, or a hint; from the second miss on, how the working begins.
fn told(store: Store, question: &Question, answer: f64, cause: Option<Cause>, misses: usize) -> String {
    let words = wording(store, question);
    let slip = match cause {
        Some(Cause::Slip(slip)) => Some(store.say(slip.label())),
        Some(Cause::Mistake(at)) => words.and_then(|words| words.told.get(at).copied()),
        Some(Cause::NotWhole) => Some(store.say(NOT_WHOLE)),
        Some(Cause::Thousands) => Some(store.say(THOUSANDS)),
        Some(Cause::Binary) => Some(store.say(BINARY)),
        // Two digits or three.
        Some(Cause::Coarse(digits)) => Some(store.say(if digits == 2 { TWO_DIGITS } else { THREE_DIGITS })),
        None => None,
    };
    let right = store.inputs.with(|inputs| question.answer(inputs)).unwrap_or(f64::NAN);
    let mut text = match slip {
        Some(slip) => slip.to_owned(),
        None => {
            let hint = match question.asked {
                Asked::Cell(cell) => hint(cell.name),
                Asked::Number(_) if right < answer => {
                    Text { zh: "正确的数要小一些。", en: "The number is smaller." }
                }
                Asked::Number(_) => Text { zh: "正确的数要大一些。", en: "The number is larger." },
            };
            format!("{}{}", store.say(Text { zh: "还不对。", en: "Not yet. " }), store.say(hint))
        }
    };
    let begins = match question.asked {
        _ if misses < 2 => String::new(),
        Asked::Cell(cell) => {
            let inputs = store.inputs.with(|inputs| question.inputs(inputs));
            let lines = working(&inputs, &attend(&inputs), cell, store.language(), store.decimals());
            lines.into_iter().nth(1).map(|line| line.text).unwrap_or_default()
        }
        Asked::Number(_) => words.map_or("", |words| beginning(words.working, right)).to_owned(),
    };
    if !begins.is_empty() {
        text += store.say(Text { zh: " 算式这样开头：", en: " The working begins: " });
        text += &begins;
        text += " …";
    }
    text
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
