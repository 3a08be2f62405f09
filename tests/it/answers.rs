//! What is right, which slip is named, and how answers stand when numbers change.

mod hints;
mod kept;
mod right;
mod slips;
mod standing;

use attention_lab::choice::Choice;
use attention_lab::document::edit::Edit;
use attention_lab::document::shelf::Shelf;
use attention_lab::document::standing::Standing;
use attention_lab::document::{Cover, Document, State, View, link};
use attention_lab::engine::cell::{Cell, Name};
use attention_lab::engine::inputs::Inputs;
use attention_lab::engine::random::Stream;
use attention_lab::engine::scaling::Scaling;
use attention_lab::lessons::figure::Figure;
use attention_lab::lessons::hint::{beginning, hint};
use attention_lab::lessons::prose::{Block, TextEntry, parse};
use attention_lab::lessons::slips::{Slip, Slips, accepts};
use attention_lab::lessons::tolerance::{coarse, explains, matches, tolerance};
use attention_lab::lessons::{Asked, Cause, LESSONS, Lesson, Puzzle, Question};
use attention_lab::text::{Language, Text};

use crate::figures::{instant, setting};

fn at_start(lesson: &str, start: &str) -> Document {
    let lesson = Lesson::from_id(lesson).expect("the lesson is there");
    let start = lesson.starts.iter().position(|other| other.id == start).expect("the start is there");
    Document::at_start(lesson, start)
}

/// Every question of the course, with its name and the inputs that it is asked of.
fn questions() -> Vec<(String, &'static Question, Inputs)> {
    let mut all = Vec::new();
    for lesson in LESSONS {
        for (start, chosen) in lesson.starts.iter().enumerate() {
            let inputs = Document::at_start(lesson, start).inputs;
            for (index, question) in chosen.questions.iter().enumerate() {
                all.push((format!("{} {} {}", lesson.id, chosen.id, index + 1), question, inputs.clone()));
            }
        }
    }
    assert!(all.len() >= 47, "{} questions", all.len());
    all
}

/// The finite numbers that mistakes lead to, with what is behind each, but for those that pass as right.
fn wrong(question: &Question, inputs: &Inputs) -> Vec<(f64, Cause)> {
    let right = question.answer(inputs).expect("the cell is there");
    let all: Vec<(f64, Cause)> = match question.asked {
        Asked::Number(puzzle) => {
            puzzle.mistakes.iter().enumerate().map(|(i, mistake)| (mistake(), Cause::Mistake(i))).collect()
        }
        Asked::Cell(cell) => {
            let slips = Slips::of(&question.inputs(inputs), cell).expect("the cell is there");
            slips.wrong().iter().map(|&(slip, x)| (x, Cause::Slip(slip))).collect()
        }
    };
    all.into_iter().filter(|(value, _)| value.is_finite() && !matches(*value, right)).collect()
}

fn answered(document: Document) -> Document {
    (0..document.chosen().questions.len()).fold(document, |document, index| {
        let answer = document.chosen().questions[index].answer(&document.inputs);
        document.edited(&Edit::Answer(index, answer))
    })
}

/// `value` to so many significant digits.
fn rounded(value: f64, digits: usize) -> f64 {
    format!("{value:.*e}", digits - 1).parse().expect("a number")
}
