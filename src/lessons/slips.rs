//! The slip behind a wrong answer: each likely one is computed, and the answer is compared with it.

use super::tolerance::{NOISE, TOLERANCE, explains, matches};
use crate::choice::Choice;
use crate::engine::cell::{Cell, Name};
use crate::engine::faults::{column_softmax, mask_after_softmax, shares_without_exponential};
use crate::engine::inputs::Inputs;
use crate::engine::mask::Mask;
use crate::engine::matrix::Matrix;
use crate::engine::scaling::Scaling;
use crate::engine::trace::{Trace, attend, value};
use crate::text::Text;

/// A likely mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slip {
    /// Answered 0 or 1 for a number that only rounds to it.
    Rounded,
    /// Left out the division.
    NotScaled,
    /// Divided by d_k in place of its root.
    DividedByDk,
    /// Divided by √d_k where d_k was asked for.
    DividedByRoot,
    /// Left out the mask.
    NotMasked,
    /// Masked after softmax.
    MaskedAfter,
    /// Gave every visible key the same weight.
    Uniform,
    /// Did not divide by the row sum.
    NotNormalised,
    /// Divided by the row sum without exp.
    NoExponential,
    /// Softmax down the column.
    WrongAxis,
    /// Gave the logit in place of the weight.
    LogitGiven,
    /// Swapped row and column.
    Transposed,
    /// The sign is wrong.
    WrongSign,
}

impl Choice for Slip {
    const ALL: &'static [Self] = &[
        Self::Rounded,
        Self::NotScaled,
        Self::DividedByDk,
        Self::DividedByRoot,
        Self::NotMasked,
        Self::MaskedAfter,
        Self::Uniform,
        Self::NoExponential,
        Self::WrongAxis,
        Self::NotNormalised,
        Self::LogitGiven,
        Self::Transposed,
        Self::WrongSign,
    ];

    fn id(self) -> &'static str {
        match self {
            Self::Rounded => "rounded",
            Self::NotScaled => "not-scaled",
            Self::DividedByDk => "divided-by-dk",
            Self::DividedByRoot => "divided-by-root",
            Self::NotMasked => "not-masked",
            Self::MaskedAfter => "masked-after",
            Self::Uniform => "uniform",
            Self::NotNormalised => "not-normalised",
            Self::NoExponential => "no-exponential",
            Self::WrongAxis => "wrong-axis",
            Self::LogitGiven => "logit-given",
            Self::Transposed => "transposed",
            Self::WrongSign => "wrong-sign",
        }
    }

    fn label(self) -> Text {
        match self {
            Self::Rounded => Text {
                zh: "四舍五入后是这个数，但它并不恰好等于 0 或 1。请多写几位。",
                en: "It rounds to that, but it is not exactly 0 or 1. Give more digits.",
            },
            Self::NotScaled => Text {
                zh: "看起来漏了缩放：还没有除以除数。",
                en: "It looks as if the division was left out.",
            },
            Self::DividedByDk => Text {
                zh: "看起来除的是 d_k，不是 √d_k。",
                en: "It looks as if you divided by d_k, not by √d_k.",
            },
            Self::DividedByRoot => Text {
                zh: "看起来除的是 √d_k，不是 d_k。",
                en: "It looks as if you divided by √d_k, not by d_k.",
            },
            Self::NotMasked => Text {
                zh: "看起来漏了掩码：被遮住的键不应参与。",
                en: "It looks as if the mask was left out: hidden keys take no part.",
            },
            Self::MaskedAfter => Text {
                zh: "看起来是先做 softmax 再遮：被遮的键仍占着分母。",
                en: "It looks as if you masked after softmax: hidden keys still take their share of the sum.",
            },
            Self::Uniform => Text {
                zh: "这是平均分的结果；分数有高有低，权重就不会一样。",
                en: "Those are equal shares; where scores differ, weights do.",
            },
            Self::NotNormalised => Text {
                zh: "这是指数值，还没有除以这一行的和。",
                en: "That is the exponential; it is not yet divided by the row sum.",
            },
            Self::NoExponential => Text {
                zh: "看起来直接用分数求了比例，漏了取指数 e^x。",
                en: "It looks as if you took the share of the scores without the exponential.",
            },
            Self::WrongAxis => Text {
                zh: "看起来 softmax 沿列做了；应该沿行，对所有键归一。",
                en: "It looks as if softmax ran down the column; it runs along the row, over the keys.",
            },
            Self::LogitGiven => Text {
                zh: "这是 softmax 之前的 logit，不是权重。",
                en: "That is the logit, before softmax, not the weight.",
            },
            Self::Transposed => Text {
                zh: "行和列对调了：行是查询，列是键。",
                en: "Row and column are swapped: rows are queries, columns are keys.",
            },
            Self::WrongSign => Text { zh: "符号反了。", en: "The sign is wrong." },
        }
    }
}

/// The right number of a cell, and the wrong ones that likely slips lead to.
#[derive(Clone, Debug)]
pub struct Slips {
    cell: Cell,
    right: f64,
    wrong: Vec<(Slip, f64)>,
}

impl Slips {
    /// Those of `cell`; `None` where there is no such cell.
    pub fn of(inputs: &Inputs, cell: Cell) -> Option<Self> {
        let trace = attend(inputs);
        let right = value(inputs, &trace, cell)?;
        let numbers =
            |&slip: &Slip| wrong_values(slip, inputs, &trace, cell).into_iter().flatten().map(move |x| (slip, x));
        Some(Self { cell, right, wrong: Slip::ALL.iter().flat_map(numbers).collect() })
    }

    /// The wrong numbers, in the order of [`Slip::ALL`].
    pub fn wrong(&self) -> &[(Slip, f64)] {
        &self.wrong
    }

    /// The slip that [`explains`] `answer`, the nearest where there are several, and the first of [`Slip::ALL`] where
    /// they give the same number (e^(z − m) is 1 for the largest logit of any row, which says less than the others);
    /// `None` when the answer is right or no slip explains it.
    pub fn behind(&self, answer: f64) -> Option<Slip> {
        let right = self.right;
        if accepts(self.cell, answer, right) {
            return None;
        }
        let rounded = (answer == 0.0 || answer == 1.0) && right != answer && (right - answer).abs() <= TOLERANCE;
        if rounded {
            return Some(Slip::Rounded);
        }
        let mut nearest: Option<(f64, Slip)> = None;
        for &(slip, wrong) in &self.wrong {
            let off = (answer - wrong).abs();
            if explains(answer, wrong, right) && nearest.is_none_or(|(least, _)| off < least - NOISE) {
                nearest = Some((off, slip));
            }
        }
        nearest.map(|(_, slip)| slip)
    }
}

/// Whether `answer` is right for `cell`, whose number is `right`. A weight lies between 0 and 1 and is 0 only where
/// nothing is left of it.
pub fn accepts(cell: Cell, answer: f64, right: f64) -> bool {
    let possible = cell.name != Name::Weights || ((0.0..=1.0).contains(&answer) && (answer == 0.0) == (right == 0.0));
    possible && matches(answer, right)
}

// The numbers that `slip` leads to in `cell`; none where it cannot occur.
fn wrong_values(slip: Slip, inputs: &Inputs, trace: &Trace, cell: Cell) -> [Option<f64>; 2] {
    let redone = |other: Inputs| value(&other, &attend(&other), cell);
    let scaled_stage = !inputs.typed().contains(&cell.name) && cell.name >= Name::Scaled;
    let one = match slip {
        Slip::NotScaled if scaled_stage => redone(inputs.with_scaling(Scaling::None)),
        Slip::DividedByDk if scaled_stage => redone(inputs.with_scaling(Scaling::Dk)),
        Slip::DividedByRoot if scaled_stage && inputs.scaling() == Scaling::Dk => {
            redone(inputs.with_scaling(Scaling::Sqrt))
        }
        Slip::NotMasked if scaled_stage => redone(inputs.with_mask(Mask::default())),
        Slip::MaskedAfter => with_weights(inputs, cell, &mask_after_softmax(inputs)),
        Slip::Uniform => {
            let share = |i: usize, j: usize| if inputs.skips(i, j) { 0.0 } else { 1.0 / trace.visible[i] as f64 };
            with_weights(inputs, cell, &Matrix::from_fn(inputs.queries(), inputs.keys(), share))
        }
        // With the largest logit taken away, as the lessons do it, or without.
        Slip::NotNormalised => {
            let shifted = with_weights(inputs, cell, &trace.exponentials);
            return [shifted, with_weights(inputs, cell, &trace.masked.map(f64::exp))];
        }
        Slip::NoExponential => with_weights(inputs, cell, &shares_without_exponential(&trace.masked)),
        Slip::WrongAxis => with_weights(inputs, cell, &column_softmax(inputs)),
        Slip::LogitGiven if cell.name == Name::Weights => Some(trace.masked[(cell.row, cell.column)]),
        Slip::Transposed => value(inputs, trace, Cell::new(cell.name, cell.column, cell.row)),
        Slip::WrongSign => value(inputs, trace, cell).map(|right| -right),
        _ => None,
    };
    [one, None]
}

// The cell of `weights`, or of the output that they would give.
fn with_weights(inputs: &Inputs, cell: Cell, weights: &Matrix) -> Option<f64> {
    match cell.name {
        Name::Weights => weights.get((cell.row, cell.column)).copied(),
        Name::Output => {
            let values = inputs.values();
            Some((0..values.nrows()).map(|j| weights[(cell.row, j)] * values[(j, cell.column)]).sum())
        }
        _ => None,
    }
}
