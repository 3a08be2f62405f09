//! What the learner did: the exercise, its answers, the labels, the step.

use super::Draft;
use super::text::{answers, decoded, integer, joined, positions, positions_text};
use crate::document::edit::Edit;
use crate::document::problem::Why;
use crate::document::standing::Standing;
use crate::document::{Document, State, steps};
use crate::number::exact;

/// Figures stay as they are set, as when a start is chosen on the page.
pub(super) fn read_start(draft: &mut Draft, text: &str) -> Result<(), Why> {
    let starts = draft.state.document.lesson.starts;
    let start = starts.iter().position(|start| start.id == text).ok_or(Why::Option)?;
    draft.begin(draft.state.document.edited(&Edit::Start(start)));
    Ok(())
}

// The matrices may have shrunk since the walk began.
fn step(state: &State) -> usize {
    state.view.step.min(steps::count(&state.document.inputs))
}

pub(super) fn write_step(now: &State, base: &State) -> Option<String> {
    let step = step(now);
    (step != base.view.step).then(|| step.to_string())
}

pub(super) fn read_step(draft: &mut Draft, text: &str) -> Result<(), Why> {
    draft.state.view.step = integer(text, 0, steps::count(draft.inputs()))?;
    Ok(())
}

/// The text as it stands in the link: a label may hold an escaped comma.
pub(super) fn read_tokens(draft: &mut Draft, raw: &str) -> Result<(), Why> {
    let keys = draft.inputs().keys();
    let tokens = raw.split(',').map(decoded).collect::<Result<Vec<String>, Why>>()?;
    if tokens.len() > keys.max(1) {
        return Err(Why::Range(0, keys));
    }
    draft.state.document.tokens = tokens;
    Ok(())
}

// Whether the answers of `base` are those of `now` once its numbers are: a change of numbers ends wrong answers.
fn answers_stay(now: &State, base: &State) -> bool {
    let (now, base) = (&now.document, &base.document);
    let same = now.inputs == base.inputs;
    let left = base.answers.iter().filter(|(index, _)| same || base.right.contains(index));
    let bits = |(index, answer): (&usize, &f64)| (*index, answer.to_bits());
    left.map(bits).eq(now.answers.iter().map(bits)) && now.right == base.right
}

pub(super) fn write_answers(now: &State, base: &State) -> Option<String> {
    if answers_stay(now, base) {
        return None;
    }
    let answers = &now.document.answers;
    let last = answers.keys().max().map_or(0, |last| last + 1);
    Some(joined((0..last).map(|index| answers.get(&index).map_or(String::new(), |&value| exact(value)))))
}

pub(super) fn read_answers(draft: &mut Draft, text: &str) -> Result<(), Why> {
    let document = &mut draft.state.document;
    let given = answers(text, document.chosen().questions)?;
    document.answers.clear();
    document.right.clear();
    given.into_iter().for_each(|(index, answer)| document.answer(index, answer));
    Ok(())
}

/// What the numbers of the link show to be right needs no word.
pub(super) fn write_right(now: &State, base: &State) -> Option<String> {
    let document = &now.document;
    let before = (0..document.chosen().questions.len()).filter(|&at| document.standing(at) == Standing::RightBefore);
    let text = positions_text(before);
    (!text.is_empty() && !answers_stay(now, base)).then_some(text)
}

pub(super) fn read_right(draft: &mut Draft, text: &str) -> Result<(), Why> {
    let right = questions(&draft.state.document, text)?;
    let document = &mut draft.state.document;
    document.right.extend(right.into_iter().filter(|index| document.answers.contains_key(index)));
    Ok(())
}

pub(super) fn write_revealed(now: &State, base: &State) -> Option<String> {
    let revealed = &now.document.revealed;
    (*revealed != base.document.revealed).then(|| positions_text(revealed.iter().copied()))
}

pub(super) fn read_revealed(draft: &mut Draft, text: &str) -> Result<(), Why> {
    let revealed = questions(&draft.state.document, text)?;
    draft.state.document.revealed.clear();
    draft.state.document.revealed.extend(revealed);
    Ok(())
}

fn questions(document: &Document, text: &str) -> Result<Vec<usize>, Why> {
    positions(text, document.chosen().questions.len())
}
