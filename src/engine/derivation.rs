//! How one cell came to be, as data. Law: evaluating a derivation gives the cell that it explains, to the last bit.

use super::cell::{Cell, Name};
use super::inputs::Inputs;
use super::mask::Hidden;
use super::precision::Numerics;
use super::trace::{Trace, capped, masked, value};

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
    /// A scaled score under the soft cap and with its bias, or −∞ where the key is hidden.
    Masked {
        /// The scaled score.
        scaled: Term,
        /// The soft cap.
        softcap: Option<f64>,
        /// What is added.
        bias: f64,
        /// What hides the key.
        hidden: Hidden,
    },
    /// exp(logit − row maximum), 0 where the key is hidden.
    Exp {
        /// The logit.
        masked: Term,
        /// Whether the key is hidden: then it is 0.
        hidden: bool,
        /// What is subtracted: the largest logit of the row, −∞ in an empty row, 0 in a naive softmax.
        row_max: f64,
    },
    /// An exponential over the sum of its row.
    Quotient {
        /// Which of `row` is on top.
        column: usize,
        /// Whether its key is hidden: then the weight is 0, whatever the sum.
        hidden: bool,
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
    pub fn evaluate(&self, numerics: Numerics) -> f64 {
        let precision = numerics.precision;
        match self {
            Self::Given(value) => *value,
            Self::Dot(pairs) | Self::Mix { pairs, .. } => precision.dot(pairs.iter().map(|(a, b)| (a.value, b.value))),
            Self::Scaled { score, divisor } => precision.divide(score.value, *divisor),
            Self::Masked { scaled, softcap, bias, hidden } => {
                masked(numerics, capped(precision, *softcap, scaled.value), *bias, *hidden)
            }
            Self::Exp { hidden: true, .. } => 0.0,
            Self::Exp { masked, .. } if numerics.naive => precision.exp(masked.value),
            Self::Exp { masked, row_max, .. } => precision.exp(precision.subtract(masked.value, *row_max)),
            Self::Quotient { hidden: true, .. } => 0.0,
            Self::Quotient { column, row, row_sum, .. } => precision.divide(row[*column].value, *row_sum),
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
            softcap: inputs.softcap(),
            bias: inputs.mask().bias_at(i, j),
            hidden: inputs.hidden(i, j),
        },
        Name::Exponentials => {
            Derivation::Exp { masked: at(Name::Masked, i, j)?, hidden: inputs.skips(i, j), row_max: trace.row_max[i] }
        }
        Name::Weights => {
            let row = (0..inputs.keys()).map(|key| at(Name::Exponentials, i, key)).collect::<Option<_>>()?;
            Derivation::Quotient { column: j, hidden: inputs.skips(i, j), row, row_sum: trace.row_sum[i] }
        }
        Name::Output => {
            let (skipped, visible): (Vec<usize>, Vec<usize>) =
                (0..inputs.keys()).partition(|&key| inputs.skips(i, key));
            let pairs = visible.into_iter().map(|key| Some((at(Name::Weights, i, key)?, at(Name::V, key, j)?)));
            Derivation::Mix { pairs: pairs.collect::<Option<_>>()?, skipped }
        }
    })
}
