//! The link is the state: `key=value` joined by `&`, rows by `;`, columns by `,`.
//!
//! Only what differs from the lesson's start is written, numbers exactly. Unknown keys are ignored but for those of settings, which have a dot; what cannot be used
//! becomes a [`Problem`](super::problem::Problem), and the lesson's own value stands.

mod read;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::edit::{Edit, From};
use super::shelf::Shelf;
use super::standing::Standing;
use super::{Document, State, View};
use crate::choice::Choice;
use crate::engine::cell::Name;
use crate::engine::inputs::{Inputs, Source};
use crate::engine::mask::Window;
use crate::engine::matrix::{Matrix, same};
use crate::engine::scaling::Scaling;
use crate::lessons::Lesson;
use crate::number::exact;
use crate::text::Language;

pub use read::read;

const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The largest d_k that scores alone may be said to come from.
pub const WIDEST: usize = 1_000_000;

/// The address of `lesson`, as seen in this language and with these decimals: of what was left there, or of its start.
pub fn to_lesson(lesson: &'static Lesson, shelf: &Shelf, language: Language, decimals: usize) -> String {
    let view = View { decimals, ..View::new(language) };
    let document = shelf.last(lesson).cloned().unwrap_or_else(|| Document::new(lesson));
    format!("#{}", write(&State { view, document }))
}

/// The fragment of `state` without its answers, as when others are to find them.
pub fn without_answers(state: &State) -> String {
    write(&State { document: state.document.edited(&Edit::ClearAnswers), ..state.clone() })
}

/// The fragment of `state`, without `#`.
pub fn write(state: &State) -> String {
    let (view, document) = (&state.view, &state.document);
    let start = Document::at_start(document.lesson, document.start);
    let mut pairs: Vec<(String, String)> = Vec::new();
    let mut put = |key: &str, value: String| pairs.push((key.to_owned(), value));
    put("lang", view.language.id().to_owned());
    put("lesson", document.lesson.id.to_owned());
    if document.start != 0 {
        put("exercise.start", document.chosen().id.to_owned());
    }
    // The matrices may have shrunk since the walk began.
    let step = view.step.min(super::steps::count(&document.inputs));
    if step != 0 {
        put("step", step.to_string());
    }
    if view.decimals != View::new(view.language).decimals {
        put("decimals", view.decimals.to_string());
    }
    let (inputs, first) = (&document.inputs, &start.inputs);
    let same_kind = from_of(inputs) == from_of(first);
    if !same_kind {
        put("from", from_id(from_of(inputs)).to_owned());
    }
    for &name in inputs.typed() {
        if let Some(matrix) = inputs.matrix(name)
            && !(same_kind && first.matrix(name).is_some_and(|other| same(matrix, other)))
        {
            put(&key_of(name), matrix_text(matrix));
        }
    }
    if from_of(inputs) == From::Scores && !(same_kind && inputs.d_k() == first.d_k()) {
        put("dk", inputs.d_k().to_string());
    }
    if inputs.scaling() != first.scaling() {
        put("scale", scaling_text(inputs.scaling()));
    }
    if inputs.numerics().precision != first.numerics().precision {
        put("precision", inputs.numerics().precision.id().to_owned());
    }
    if inputs.mask().causal != first.mask().causal {
        put("mask", inputs.mask().causal.id().to_owned());
    }
    if inputs.mask().padding != first.mask().padding {
        put("pad", joined(inputs.mask().padding.iter().map(|key| (key + 1).to_string())));
    }
    if inputs.mask().window != first.mask().window {
        put("window", window_text(inputs.mask().window));
    }
    if inputs.mask().keep != first.mask().keep {
        put("keep", keep_text(inputs));
    }
    if document.tokens != start.tokens {
        put("tokens", joined(document.tokens.iter().map(|token| utf8_percent_encode(token, PLAIN).to_string())));
    }
    if !document.answers.is_empty() {
        let last = document.answers.keys().max().copied().unwrap_or(0);
        let answer = |index| document.answers.get(&index).map_or(String::new(), |&value| exact(value));
        put("exercise.answers", joined((0..=last).map(answer)));
    }
    // What the numbers of the link show to be right needs no word.
    let before =
        (0..document.chosen().questions.len()).filter(|&index| document.standing(index) == Standing::RightBefore);
    let before = joined(before.map(|index| (index + 1).to_string()));
    if !before.is_empty() {
        put("exercise.right", before);
    }
    if !document.revealed.is_empty() {
        put("exercise.revealed", joined(document.revealed.iter().map(|index| (index + 1).to_string())));
    }
    for (key, value) in document.settings.changed() {
        put(&key, exact(value));
    }
    pairs.into_iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join("&")
}

const FROM: [(From, &str); 3] = [(From::Tokens, "x"), (From::Qkv, "qkv"), (From::Scores, "scores")];

fn from_id(from: From) -> &'static str {
    match from {
        From::Tokens => "x",
        From::Qkv => "qkv",
        From::Scores => "scores",
    }
}

/// Where `inputs` start from.
pub fn from_of(inputs: &Inputs) -> From {
    match inputs.source() {
        Source::Tokens { .. } => From::Tokens,
        Source::Qkv { .. } => From::Qkv,
        Source::Scores { .. } => From::Scores,
    }
}

fn key_of(name: Name) -> String {
    name.id().to_ascii_lowercase()
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(",")
}

fn matrix_text(matrix: &Matrix) -> String {
    let rows = matrix.row_iter().map(|row| joined(row.iter().map(|&x| exact(x))));
    rows.collect::<Vec<_>>().join(";")
}

fn scaling_text(scaling: Scaling) -> String {
    match scaling {
        Scaling::Divisor(value) => exact(value),
        other => other.id().to_owned(),
    }
}

// A side without end is empty.
fn window_text(window: Window) -> String {
    joined([window.left, window.right].into_iter().map(|side| side.map_or(String::new(), |keys| keys.to_string())))
}

// The drawn mask, in full even where it keeps every key: the lesson may start from another one.
fn keep_text(inputs: &Inputs) -> String {
    let digit = |i, j| if inputs.mask().keeps(i, j) { '1' } else { '0' };
    let row = |i| (0..inputs.keys()).map(|j| digit(i, j)).collect::<String>();
    (0..inputs.queries()).map(row).collect::<Vec<_>>().join(";")
}
