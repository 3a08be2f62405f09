//! How an answer stands: judged by the numbers that it was asked of.

use super::Document;
use crate::lessons::Cause;

/// How a question stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Standing {
    /// Without an answer.
    Open,
    /// Rightly answered; the number to all its digits.
    Right(f64),
    /// Rightly answered for numbers that have been changed since.
    RightBefore,
    /// Wrongly answered, with what lies behind it.
    Wrong(Option<Cause>),
}

impl Document {
    /// How question `index` stands.
    pub fn standing(&self, index: usize) -> Standing {
        let (Some(question), Some(&answer)) = (self.chosen().questions.get(index), self.answers.get(&index)) else {
            return Standing::Open;
        };
        let right = question.answer(&self.inputs).filter(|_| question.accepts(&self.inputs, answer));
        match (right, self.right.contains(&index)) {
            (Some(right), true) => Standing::Right(right),
            (None, true) => Standing::RightBefore,
            _ => Standing::Wrong(question.cause(&self.inputs, answer)),
        }
    }

    /// Takes wrong answers back: they belong to numbers that are no longer there.
    pub(super) fn end_wrong_answers(&mut self) {
        let right = &self.right;
        self.answers.retain(|index, _| right.contains(index));
    }

    /// Takes `answer` to question `index`, which is judged by the present numbers.
    pub(super) fn answer(&mut self, index: usize, answer: f64) {
        self.answers.insert(index, answer);
        match self.chosen().questions.get(index).is_some_and(|question| question.accepts(&self.inputs, answer)) {
            true => self.right.insert(index),
            false => self.right.remove(&index),
        };
    }
}
