//! What the learner is asked: a number of the page's own computation, or of a problem in words.

use super::slips::{Slip, accepts, diagnose, explains, matches};
use crate::engine::cell::{Cell, Name};
use crate::engine::inputs::Inputs;
use crate::engine::mask::{Causal, Mask};
use crate::engine::scaling::Scaling;
use crate::engine::trace::{attend, value};

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
    /// The right answer.
    pub answer: fn() -> f64,
    /// Wrong answers that are likely; what to tell about each is in the Markdown, in this order.
    pub mistakes: &'static [fn() -> f64],
}

/// What lies behind a wrong answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A slip in the page's own computation.
    Slip(Slip),
    /// One of the mistakes of a problem in words, from 0.
    Mistake(usize),
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
            Asked::Number(_) => matches(answer, right),
        })
    }

    /// What lies behind a wrong `answer`; `None` when it is right or nothing likely explains it.
    pub fn cause(&self, inputs: &Inputs, answer: f64) -> Option<Cause> {
        match self.asked {
            Asked::Cell(cell) => diagnose(&self.inputs(inputs), cell, answer).map(Cause::Slip),
            Asked::Number(_) if self.accepts(inputs, answer) => None,
            Asked::Number(puzzle) => {
                let right = (puzzle.answer)();
                puzzle.mistakes.iter().position(|mistake| explains(answer, mistake(), right)).map(Cause::Mistake)
            }
        }
    }
}
