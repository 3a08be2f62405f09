//! What the learner changes. A [`State`] is all that a link restores; what is pointed at is not in it.

pub mod edit;
pub mod field;
pub mod history;
pub mod labels;
pub mod link;
pub mod origin;
pub mod paste;
pub mod patch;
pub mod problem;
pub mod progress;
pub mod refusal;
pub mod shelf;
pub mod standing;
pub mod steps;

use std::collections::BTreeSet;

use litemap::LiteMap;

use crate::engine::cell::{Cell, Name};
use crate::engine::inputs::Inputs;
use crate::lessons::figure::Settings;
use crate::lessons::{LESSONS, Lesson, Setup, Start};
use crate::text::Language;

/// Everything that a link restores.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// How it is looked at.
    pub view: View,
    /// What is looked at.
    pub document: Document,
}

/// How the document is looked at; undo leaves it alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// The reader's language.
    pub language: Language,
    /// How far the computation is walked through, see [`steps`]; 0 shows all of it.
    pub step: usize,
    /// Decimals of the numbers shown, 2…6.
    pub decimals: usize,
}

impl View {
    /// Fewest and most decimals.
    pub const DECIMALS: (usize, usize) = (2, 6);

    /// Everything shown, three decimals.
    pub fn new(language: Language) -> Self {
        Self { language, step: 0, decimals: 3 }
    }
}

/// What the learner works on.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The lesson.
    pub lesson: &'static Lesson,
    /// Which of the lesson's starts, from 0.
    pub start: usize,
    /// Matrices, scaling and mask.
    pub inputs: Inputs,
    /// Labels of the keys, and of the queries where there are as many; trailing empty ones are left out.
    pub tokens: Vec<String>,
    /// The answers given, by the number of the question, from 0. An answer belongs to the numbers that it was asked of:
    /// a right one stays right when they change, a wrong one ends with them.
    pub answers: LiteMap<usize, f64>,
    /// The questions whose answer was right for the numbers that it was asked of, from 0.
    pub right: BTreeSet<usize>,
    /// The questions whose answer was asked for, from 0.
    pub revealed: BTreeSet<usize>,
    /// What is set in the figures.
    pub settings: Settings,
}

impl Document {
    /// The document that `lesson` begins with.
    pub fn new(lesson: &'static Lesson) -> Self {
        Self::at_start(lesson, 0)
    }

    /// The document of the given start of `lesson`; the first where there is no such start.
    pub fn at_start(lesson: &'static Lesson, start: usize) -> Self {
        let start = if start < lesson.starts.len() { start } else { 0 };
        let Setup { inputs, tokens } = (lesson.starts[start].setup)();
        Self {
            lesson,
            start,
            inputs,
            tokens,
            answers: LiteMap::new(),
            right: BTreeSet::new(),
            revealed: BTreeSet::new(),
            settings: Settings::default(),
        }
    }

    /// The start in use.
    pub fn chosen(&self) -> &'static Start {
        &self.lesson.starts[self.start]
    }

    /// Whether question `index` is answered rightly or was revealed.
    pub fn is_settled(&self, index: usize) -> bool {
        self.revealed.contains(&index) || self.right.contains(&index)
    }

    /// Which questions are settled, in order.
    pub fn settled(&self) -> Vec<bool> {
        (0..self.chosen().questions.len()).map(|index| self.is_settled(index)).collect()
    }

    /// Whether the number in `cell` is still to be predicted: the first open question covers its stage and all later
    /// ones, but for the answers found already. A question with a change of its own covers nothing, nor does a problem in
    /// words.
    pub fn cover(&self, settled: &[bool], cell: Cell) -> Cover {
        let mut cover = Cover::Open;
        for (question, &settled) in self.chosen().questions.iter().zip(settled) {
            let Some(asked) = question.cell() else { continue };
            match (settled, asked == cell) {
                (true, true) => return Cover::Open,
                (false, true) => return Cover::Asked,
                (false, false) if cell.name >= asked.name && !self.inputs.typed().contains(&cell.name) => {
                    cover = Cover::Covered;
                }
                _ => {}
            }
        }
        cover
    }

    /// Whether there is such a cell.
    pub fn has(&self, cell: Cell) -> bool {
        let inputs = &self.inputs;
        let shape = match (inputs.matrix(cell.name), cell.name) {
            (Some(matrix), _) => matrix.shape(),
            (None, Name::Output) => (inputs.queries(), inputs.values().ncols()),
            (None, name) if name >= Name::Scores => (inputs.queries(), inputs.keys()),
            (None, _) => (0, 0),
        };
        cell.row < shape.0 && cell.column < shape.1
    }

    /// The label of key `j`, from 0: its token, or nothing.
    pub fn key_label(&self, j: usize) -> &str {
        self.tokens.get(j).map_or("", String::as_str)
    }

    /// The label of query `i`, from 0: its token where there are as many queries as keys.
    pub fn query_label(&self, i: usize) -> &str {
        if self.inputs.queries() == self.inputs.keys() { self.key_label(i) } else { "" }
    }
}

/// Whether a number is shown while there are questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cover {
    /// It is shown.
    Open,
    /// It is covered, since it would give an answer away.
    Covered,
    /// The learner is asked for it.
    Asked,
}

impl Default for Document {
    fn default() -> Self {
        Self::new(LESSONS[0])
    }
}
