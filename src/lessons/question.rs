//! What the learner is asked: a number of the page's own computation, or of a problem in words.

use super::slips::{Slip, Slips, accepts};
use super::tolerance::{coarse, digits, explains, matches};
use crate::engine::cell::{Cell, Name};
use crate::engine::inputs::Inputs;
use crate::engine::mask::{Causal, Mask};
use crate::engine::scaling::Scaling;
use crate::engine::trace::{attend, value};
use crate::number::{NumberError, parse};

/// A number to predict.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// What is asked for.
    pub asked: Asked,
    /// What is changed for this question alone.
    pub change: Option<Change>,
}

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub enum Asked {
    /// The number in a cell, which is covered until it is found.
    Cell(Cell),
    /// The answer to a problem in words.
    Number(&'static Puzzle),
}

/// A problem in words whose answer is a number. Its words are in the lesson's Markdown, under its id.
#[derive(Debug)]
pub struct Puzzle {
    /// Its name.
    pub id: &'static str,
    /// What its answer is.
    pub kind: AnswerKind,
    /// The right answer.
    pub answer: fn() -> f64,
    /// Wrong answers that are likely; what to tell about each is in the Markdown, in this order.
    pub mistakes: &'static [fn() -> f64],
}

/// What the answer to a problem in words is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerKind {
    /// A number, right within the tolerance.
    Number,
    /// How many there are, or which one it is: a whole number, exactly.
    Count,
    /// So many percent: `1%` and `1` are the same answer, and `0.01` is another.
    Percent,
    /// So many of a unit that has thousands, such as MB or ms; right within the tolerance.
    Measure,
}

/// What lies behind a wrong answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A slip in the page's own computation.
    Slip(Slip),
    /// One of the mistakes of a problem in words, from 0.
    Mistake(usize),
    /// No whole number, where things are counted.
    NotWhole,
    /// Off by a power of 1000: another unit than the one asked for.
    Thousands,
    /// Reckoned with 1024 where the unit goes by 1000.
    Binary,
    /// Right in every digit given, and too few of them: so many significant ones are always enough.
    Coarse(usize),
}

/// A change to the inputs for one question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Change {
    /// Another scaling.
    Scaling(Scaling),
    /// Another causal mask.
    Causal(Causal),
}

impl Question {
    /// Asks for the cell of `name` at `row` and `column`, from 1 as learners count.
    pub(super) const fn new(name: Name, row: usize, column: usize) -> Self {
        Self { asked: Asked::Cell(Cell { name, row: row - 1, column: column - 1 }), change: None }
    }

    /// Asks for the answer to a problem in words.
    pub(super) const fn puzzle(puzzle: &'static Puzzle) -> Self {
        Self { asked: Asked::Number(puzzle), change: None }
    }

    pub(super) const fn with(self, change: Change) -> Self {
        Self { change: Some(change), ..self }
    }

    /// The cell asked for, where it is one of the page's own computation.
    pub fn cell(&self) -> Option<Cell> {
        match (self.asked, self.change) {
            (Asked::Cell(cell), None) => Some(cell),
            _ => None,
        }
    }

    /// The inputs that the question is about.
    pub fn inputs(&self, inputs: &Inputs) -> Inputs {
        match self.change {
            None => inputs.clone(),
            Some(Change::Scaling(scaling)) => inputs.with_scaling(scaling),
            Some(Change::Causal(causal)) => inputs.with_mask(Mask { causal, ..inputs.mask().clone() }),
        }
    }

    /// The right answer; `None` when the learner has cut the cell away.
    pub fn answer(&self, inputs: &Inputs) -> Option<f64> {
        match self.asked {
            Asked::Cell(cell) => {
                let inputs = self.inputs(inputs);
                value(&inputs, &attend(&inputs), cell)
            }
            Asked::Number(puzzle) => Some((puzzle.answer)()),
        }
    }

    /// Whether `answer` is right to the precision asked for.
    pub fn accepts(&self, inputs: &Inputs, answer: f64) -> bool {
        self.answer(inputs).is_some_and(|right| match self.asked {
            Asked::Cell(cell) => accepts(cell, answer, right),
            Asked::Number(puzzle) if puzzle.kind == AnswerKind::Count => answer == right,
            Asked::Number(_) => matches(answer, right),
        })
    }

    /// What lies behind a wrong `answer`; `None` when it is right or nothing likely explains it.
    pub fn cause(&self, inputs: &Inputs, answer: f64) -> Option<Cause> {
        let right = self.answer(inputs).filter(|_| !self.accepts(inputs, answer))?;
        let named = match self.asked {
            Asked::Cell(cell) => Slips::of(&self.inputs(inputs), cell)?.behind(answer).map(Cause::Slip),
            Asked::Number(puzzle) => puzzle.cause(answer, right),
        };
        named.or_else(|| coarse(answer, right).then(|| Cause::Coarse(digits(right))))
    }

    /// Reads an answer as it is typed or linked; to a question for percent, `1%` is 1.
    ///
    /// # Errors
    /// Where it is no number.
    pub fn read(&self, text: &str) -> Result<f64, NumberError> {
        if let Asked::Number(Puzzle { kind: AnswerKind::Percent, .. }) = self.asked {
            if let Some(percent) = text.trim_end().strip_suffix(['%', '％']) {
                return parse(percent);
            }
            if text.contains(['%', '％']) {
                return parse(text).map(|share| 100.0 * share);
            }
        }
        parse(text)
    }
}

/// What an answer is to the right one where it was given in another unit: larger or smaller ones, and those that go by
/// 1024, alone (KiB for kB, MiB for MB) or the next one up or down (GiB or KiB for MB).
const THOUSANDS: [f64; 4] = [1e3, 1e-3, 1e6, 1e-6];
const BINARY: [f64; 4] = [1.0 / 1.024, 1.0 / 1.048_576, 1e-3 / 1.073_741_824, 1e3 / 1.024];

impl Puzzle {
    // What lies behind a wrong answer, but for too few digits.
    fn cause(&self, answer: f64, right: f64) -> Option<Cause> {
        if let Some(at) = self.mistakes.iter().position(|mistake| explains(answer, mistake(), right)) {
            return Some(Cause::Mistake(at));
        }
        let other_unit = |factors: [f64; 4]| factors.iter().any(|factor| explains(answer, factor * right, right));
        match self.kind {
            AnswerKind::Count if answer.fract() != 0.0 => Some(Cause::NotWhole),
            AnswerKind::Measure if other_unit(THOUSANDS) => Some(Cause::Thousands),
            AnswerKind::Measure if other_unit(BINARY) => Some(Cause::Binary),
            _ => None,
        }
    }
}
