//! The edits of a document. Each gives a new document that is as valid as the old one; one that would make a typed number
//! infinite changes nothing.

use super::Document;
use super::origin::{Origin, started_from};
use crate::engine::cell::{Cell, Name};
use crate::engine::inputs::{Dimension, Inputs};
use crate::engine::mask::{Causal, Mask, Window};
use crate::engine::precision::{Numerics, Precision};
use crate::engine::random::Stream;
use crate::engine::sampling::gaussian_matrix;
use crate::engine::scaling::Scaling;
use crate::lessons::figure::{Figure, Setting};

/// One change by the learner.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// A typed number.
    Cell(Cell, f64),
    /// A block of numbers pasted from `at` on; the matrix grows where it must.
    Paste {
        /// The first cell.
        at: Cell,
        /// Rows of numbers.
        block: Vec<Vec<f64>>,
    },
    /// A whole matrix instead of a typed one; matrices that share a size with it follow.
    Whole(Name, Vec<Vec<f64>>),
    /// A drawn mask, L×S: true keeps the key.
    Keep(Vec<Vec<bool>>),
    /// Rows or columns added as zeros, or cut off.
    Size(Dimension, usize),
    /// Another divisor.
    Scaling(Scaling),
    /// Another causal mask.
    Causal(Causal),
    /// Hides a key, or shows it again; from 0.
    TogglePadding(usize),
    /// Another sliding window; a side of more than [`Inputs::MAX_SIZE`] keys is held to that.
    Window(Window),
    /// Hides one key from one query, or shows it again; row and column of the drawn mask, from 0.
    ToggleKeep(usize, usize),
    /// Takes the drawn mask away.
    ClearDrawn,
    /// A whole row of a typed matrix, from 0, as when its arrow is dragged; numbers beyond its width are left out.
    Row(Name, usize, Vec<f64>),
    /// Another starting point of the same computation; nothing where there is none, see [`started_from`].
    Origin(Origin),
    /// Random numbers of this seed in every typed matrix, to two decimals so that they can be followed by hand.
    Fill(u32),
    /// The labels of the tokens.
    Tokens(Vec<String>),
    /// An answer to a question, from 0; `None` takes it back.
    Answer(usize, Option<f64>),
    /// Shows the answer to a question, from 0.
    Reveal(usize),
    /// Takes all answers back, and covers what was revealed; the numbers stay.
    ClearAnswers,
    /// Another start of the lesson; the figures stay as they are set.
    Start(usize),
    /// Another value of a setting of a figure, which is named by its place among them.
    Setting(Figure, usize, f64),
    /// Every setting of a figure as in one of its presets, which is named by its place among them.
    Preset(Figure, usize),
    /// Another format of every number.
    Precision(Precision),
    /// Everything as the lesson began.
    Reset,
}

impl Edit {
    /// Whether this edit and the one before it are one step of undo: the same cell typed on, the same row dragged on.
    pub fn continues(&self, before: &Self) -> bool {
        match (self, before) {
            (Self::Cell(a, _), Self::Cell(b, _)) => a == b,
            (Self::Answer(a, _), Self::Answer(b, _)) => a == b,
            // A slider gives many values on its way; a field gives one.
            (Self::Setting(a, i, _), Self::Setting(b, j, _)) => {
                (a, i) == (b, j) && a.settings().get(*i).is_some_and(Setting::slides)
            }
            (Self::Row(a, i, _), Self::Row(b, j, _)) => (a, i) == (b, j),
            (Self::Tokens(_), Self::Tokens(_)) => true,
            (Self::Scaling(Scaling::Divisor(_)), Self::Scaling(Scaling::Divisor(_))) => true,
            _ => false,
        }
    }
}

impl Document {
    /// The document after `edit`.
    pub fn edited(&self, edit: &Edit) -> Self {
        let mut new = self.clone();
        let is_question = |index: usize| index < self.chosen().questions.len();
        match edit {
            Edit::Cell(cell, value) => new.inputs = self.inputs.with_cell(*cell, *value),
            Edit::Paste { at, block } => new.inputs = pasted(&self.inputs, *at, block, false),
            Edit::Whole(name, block) => new.inputs = pasted(&self.inputs, Cell::new(*name, 0, 0), block, true),
            Edit::Keep(rows) => new.inputs = kept(&self.inputs, rows),
            Edit::Size(dimension, size) => new.inputs = self.inputs.with_size(*dimension, (*size).min(Origin::WIDEST)),
            Edit::Scaling(scaling) => new.inputs = self.inputs.with_scaling(*scaling),
            Edit::Causal(causal) => {
                new.inputs = self.inputs.with_mask(Mask { causal: *causal, ..self.inputs.mask().clone() });
            }
            Edit::TogglePadding(key) => {
                let mut mask = self.inputs.mask().clone();
                if !mask.padding.remove(key) {
                    mask.padding.insert(*key);
                }
                new.inputs = self.inputs.with_mask(mask);
            }
            Edit::Window(window) => {
                let held = |side: Option<usize>| side.map(|keys| keys.min(Inputs::MAX_SIZE));
                let window = Window { left: held(window.left), right: held(window.right) };
                new.inputs = self.inputs.with_mask(Mask { window, ..self.inputs.mask().clone() });
            }
            Edit::ToggleKeep(row, column) => {
                let (queries, keys) = (self.inputs.queries(), self.inputs.keys());
                let mask = self.inputs.mask().clone().with_toggled(*row, *column, queries, keys);
                new.inputs = self.inputs.with_mask(mask);
            }
            Edit::ClearDrawn => new.inputs = self.inputs.with_mask(Mask { keep: None, ..self.inputs.mask().clone() }),
            Edit::Row(name, row, values) => {
                let cells = values.iter().enumerate().map(|(column, &value)| (Cell::new(*name, *row, column), value));
                new.inputs = cells.fold(self.inputs.clone(), |inputs, (cell, value)| inputs.with_cell(cell, value));
            }
            Edit::Origin(origin) => {
                if let Ok(inputs) = started_from(&self.inputs, *origin) {
                    new.inputs = inputs;
                }
            }
            Edit::Fill(seed) => new.inputs = filled(&self.inputs, *seed),
            Edit::Tokens(tokens) => new.tokens.clone_from(tokens),
            Edit::Answer(index, answer) => match answer {
                Some(value) if is_question(*index) => new.answer(*index, *value),
                _ => {
                    new.answers.remove(index);
                    new.right.remove(index);
                }
            },
            Edit::Reveal(index) if !is_question(*index) => {}
            Edit::Reveal(index) => {
                new.revealed.insert(*index);
            }
            Edit::ClearAnswers => {
                new.answers.clear();
                new.right.clear();
                new.revealed.clear();
            }
            Edit::Start(start) => {
                new = Self { settings: self.settings.clone(), ..Self::at_start(self.lesson, *start) };
            }
            Edit::Setting(figure, index, value) => {
                if let Some(setting) = figure.settings().get(*index) {
                    new.settings.set(*figure, setting, *value);
                }
            }
            Edit::Preset(figure, index) => {
                if let Some(preset) = figure.presets().get(*index) {
                    new.settings.apply(*figure, preset);
                }
            }
            Edit::Precision(precision) => {
                new.inputs = self.inputs.with_numerics(Numerics { precision: *precision, ..self.inputs.numerics() });
            }
            Edit::Reset => new = Self::at_start(self.lesson, self.start),
        }
        // Typed numbers are finite, wherever they come from: the last good ones stay.
        if new.inputs.not_finite().is_some() {
            return self.clone();
        }
        if !matches!(edit, Edit::Start(_) | Edit::Reset) && new.inputs != self.inputs {
            new.end_wrong_answers();
        }
        new.tidied()
    }

    // Labels belong to keys, and trailing empty ones say nothing: one document, one way to write it.
    pub(super) fn tidied(mut self) -> Self {
        self.tokens.truncate(self.inputs.keys());
        while self.tokens.last().is_some_and(String::is_empty) {
            self.tokens.pop();
        }
        self
    }
}

fn pasted(inputs: &Inputs, at: Cell, block: &[Vec<f64>], whole: bool) -> Inputs {
    if !inputs.typed().contains(&at.name) {
        return inputs.clone();
    }
    let (rows, columns) = inputs.axes(at.name);
    let grow = |inputs: Inputs, dimension, needed: usize| match inputs.size(dimension) {
        Some(size) if size < needed || whole => inputs.with_size(dimension, needed),
        _ => inputs,
    };
    let widest = block.iter().map(Vec::len).max().unwrap_or(0);
    let mut new = grow(grow(inputs.clone(), rows, at.row + block.len()), columns, at.column + widest);
    for (i, row) in block.iter().enumerate() {
        for (j, &value) in row.iter().enumerate() {
            new = new.with_cell(Cell::new(at.name, at.row + i, at.column + j), value);
        }
    }
    new
}

fn kept(inputs: &Inputs, rows: &[Vec<bool>]) -> Inputs {
    let (queries, keys) = (inputs.queries(), inputs.keys());
    if rows.len() != queries || rows.iter().any(|row| row.len() != keys) {
        return inputs.clone();
    }
    inputs.with_mask(inputs.mask().clone().with_drawn(rows))
}

fn filled(inputs: &Inputs, seed: u32) -> Inputs {
    inputs.filled(|name, rows, columns| {
        let number = Name::ALL.iter().position(|&other| other == name).unwrap_or(0);
        gaussian_matrix(&mut Stream::new(seed, number), rows, columns, 2)
    })
}
