//! How one cell came to be, as data. Law: evaluating a derivation gives the cell that it explains, to the last bit.

use super::cell::{Cell, Name};
use super::inputs::Inputs;
use super::mask::Hidden;
use super::matrix::dot;
use super::trace::{Trace, value};

/// A number and the cell that it stands in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// Where it stands.
    pub cell: Cell,
    /// What it is.
    pub value: f64,
}

/// The arithmetic of one cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Derivation {
    /// Typed by the learner.
    Given(f64),
    /// The sum of the products of pairs.
    Dot(Vec<(Term, Term)>),
    /// A score over the divisor.
    Scaled {
        /// The score.
        score: Term,
        /// What it is divided by.
        divisor: f64,
    },
    /// A scaled score, or −∞ where the key is hidden.
    Masked {
        /// The scaled score.
        scaled: Term,
        /// What hides the key.
        hidden: Hidden,
    },
    /// exp(logit − row maximum), 0 where the key is hidden.
    Exp {
        /// The logit.
        masked: Term,
        /// The largest logit of the row; −∞ in an empty row.
        row_max: f64,
    },
    /// An exponential over the sum of its row.
    Quotient {
        /// Which of `row` is on top.
        column: usize,
        /// The exponentials of the row.
        row: Vec<Term>,
        /// Their sum; 0 in an empty row, whose weights are 0.
        row_sum: f64,
    },
    /// The weighted sum of a column of V over the visible keys.
    Mix {
        /// Weight and value of each visible key.
        pairs: Vec<(Term, Term)>,
        /// The keys that are hidden and so left out, from 0.
        skipped: Vec<usize>,
    },
}

impl Derivation {
    /// Does the arithmetic once more.
    pub fn evaluate(&self) -> f64 {
        match self {
            Self::Given(value) => *value,
            Self::Dot(pairs) | Self::Mix { pairs, .. } => dot(pairs.iter().map(|(a, b)| (a.value, b.value))),
            Self::Scaled { score, divisor } => score.value / divisor,
            Self::Masked { scaled, hidden } => {
                if hidden.any() {
                    f64::NEG_INFINITY
                } else {
                    scaled.value
                }
            }
            Self::Exp { masked, row_max } => {
                if masked.value == f64::NEG_INFINITY {
                    0.0
                } else {
                    (masked.value - row_max).exp()
                }
            }
            Self::Quotient { column, row, row_sum } => {
                if *row_sum == 0.0 {
                    0.0
                } else {
                    row[*column].value / row_sum
                }
            }
        }
    }

    /// The cells that it was computed from.
    pub fn sources(&self) -> Vec<Cell> {
        match self {
            Self::Given(_) => Vec::new(),
            Self::Dot(pairs) | Self::Mix { pairs, .. } => pairs.iter().flat_map(|(a, b)| [a.cell, b.cell]).collect(),
            Self::Scaled { score, .. } => vec![score.cell],
            Self::Masked { scaled, .. } => vec![scaled.cell],
            Self::Exp { masked, .. } => vec![masked.cell],
            Self::Quotient { row, .. } => row.iter().map(|term| term.cell).collect(),
        }
    }
}

/// How `cell` came to be; `None` where there is no such cell.
pub fn derive(inputs: &Inputs, trace: &Trace, cell: Cell) -> Option<Derivation> {
    let own = value(inputs, trace, cell)?;
    let Cell { name, row: i, column: j } = cell;
    let at = |name, row, column| {
        let cell = Cell::new(name, row, column);
        Some(Term { cell, value: value(inputs, trace, cell)? })
    };
    let projected = |weights| {
        let width = inputs.matrix(Name::X)?.ncols();
        (0..width).map(|d| Some((at(Name::X, i, d)?, at(weights, d, j)?))).collect::<Option<Vec<_>>>()
    };
    if inputs.typed().contains(&name) {
        return Some(Derivation::Given(own));
    }
    Some(match name {
        Name::X | Name::WQ | Name::WK | Name::WV => Derivation::Given(own),
        Name::Q => Derivation::Dot(projected(Name::WQ)?),
        Name::K => Derivation::Dot(projected(Name::WK)?),
        Name::V => Derivation::Dot(projected(Name::WV)?),
        Name::Scores => {
            let pairs = (0..inputs.d_k()).map(|d| Some((at(Name::Q, i, d)?, at(Name::K, j, d)?)));
            Derivation::Dot(pairs.collect::<Option<_>>()?)
        }
        Name::Scaled => Derivation::Scaled { score: at(Name::Scores, i, j)?, divisor: inputs.divisor() },
        Name::Masked => Derivation::Masked {
            scaled: at(Name::Scaled, i, j)?,
            hidden: inputs.mask().hides(i, j, inputs.queries(), inputs.keys()),
        },
        Name::Exponentials => Derivation::Exp { masked: at(Name::Masked, i, j)?, row_max: trace.row_max[i] },
        Name::Weights => {
            let row = (0..inputs.keys()).map(|key| at(Name::Exponentials, i, key)).collect::<Option<_>>()?;
            Derivation::Quotient { column: j, row, row_sum: trace.row_sum[i] }
        }
        Name::Output => {
            let hidden = |key| inputs.mask().hides(i, key, inputs.queries(), inputs.keys()).any();
            let (skipped, visible): (Vec<usize>, Vec<usize>) = (0..inputs.keys()).partition(|&key| hidden(key));
            let pairs = visible.into_iter().map(|key| Some((at(Name::Weights, i, key)?, at(Name::V, key, j)?)));
            Derivation::Mix { pairs: pairs.collect::<Option<_>>()?, skipped }
        }
    })
}
