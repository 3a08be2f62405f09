//! The link is the state: `key=value` joined by `&`, rows by `;`, columns by `,`.
//!
//! Only what differs from the lesson's start is written, numbers exactly; [`FIELDS`](super::field::FIELDS) has the keys.
//! Unknown keys are passed over but for those of settings, which have a dot; what cannot be used becomes a [`Problem`], and
//! the lesson's own value stands.

use super::edit::Edit;
use super::patch::Patch;
use super::problem::Problem;
use super::shelf::Shelf;
use super::{Document, State, View};
use crate::choice::Choice;
use crate::lessons::{LESSONS, Lesson};
use crate::text::Language;

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
    let document = Document::new(state.document.lesson);
    let mut link = ["lang=", state.view.language.id(), "&lesson=", document.lesson.id].concat();
    let start = State { view: View::new(state.view.language), document };
    let differs = Patch::between(&start, state).to_link();
    if !differs.is_empty() {
        link.push('&');
        link += &differs;
    }
    link
}

/// The state that `fragment` (with or without `#`) stands for, and what could not be used. Never fails: whatever is
/// missing or damaged is taken from the lesson's start. `language` stands where the link names none.
pub fn read(fragment: &str, language: Language) -> (State, Vec<Problem>) {
    let start = State { view: View::new(language), document: Document::new(LESSONS[0]) };
    Patch::parse(fragment).apply(&start)
}
