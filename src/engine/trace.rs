//! Attention, stage by stage.

use super::cell::{Cell, Name};
use super::inputs::Inputs;
use super::mask::Hidden;
use super::matrix::{Matrix, product_transposed, row};
use super::precision::{Numerics, Precision};
use super::softmax::softmax_hiding;
use super::statistics::RowStatistics;

/// Every stage of softmax(Q Kᵀ / divisor + M) V.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// Q Kᵀ, L×S.
    pub scores: Matrix,
    /// `scores` over the divisor, L×S.
    pub scaled: Matrix,
    /// `scaled` bounded by the soft cap, L×S; equal to `scaled` where there is none.
    pub capped: Matrix,
    /// `capped` plus the bias, with −∞ where a key is hidden, L×S.
    pub masked: Matrix,
    /// What is subtracted from each row of `masked`, L: its largest entry, −∞ in an empty row, 0 in a naive softmax.
    pub row_max: Vec<f64>,
    /// `masked` − `row_max`, L×S.
    pub shifted: Matrix,
    /// exp(`shifted`), L×S.
    pub exponentials: Matrix,
    /// The sum of each row of `exponentials`, L; 0 in an empty row.
    pub row_sum: Vec<f64>,
    /// `exponentials` over `row_sum`, L×S; an empty row is all 0.
    pub weights: Matrix,
    /// `weights` · V, L×d_v; an empty row is all 0.
    pub output: Matrix,
    /// The rows in which no key is left, from 0.
    pub empty_rows: Vec<usize>,
    /// How many keys each query sees, L.
    pub visible: Vec<usize>,
}

impl Trace {
    /// The matrix of a stage; `None` for a matrix that is not a stage.
    pub fn matrix(&self, name: Name) -> Option<&Matrix> {
        match name {
            Name::Scores => Some(&self.scores),
            Name::Scaled => Some(&self.scaled),
            Name::Masked => Some(&self.masked),
            Name::Exponentials => Some(&self.exponentials),
            Name::Weights => Some(&self.weights),
            Name::Output => Some(&self.output),
            Name::X | Name::WQ | Name::WK | Name::WV | Name::Q | Name::K | Name::V => None,
        }
    }

    /// Entropy, largest weight and Jacobian norm of row `i` of the weights.
    pub fn statistics(&self, i: usize) -> RowStatistics {
        RowStatistics::new(&row(&self.weights, i), self.visible[i])
    }

    /// The means of these over all rows.
    pub fn mean_statistics(&self) -> RowStatistics {
        let rows: Vec<RowStatistics> = (0..self.weights.nrows()).map(|i| self.statistics(i)).collect();
        RowStatistics::mean(&rows)
    }
}

/// The number in `cell`, typed or computed; `None` where there is no such cell.
pub fn value(inputs: &Inputs, trace: &Trace, cell: Cell) -> Option<f64> {
    let matrix = trace.matrix(cell.name).or_else(|| inputs.matrix(cell.name))?;
    matrix.get((cell.row, cell.column)).copied()
}

/// Computes every stage. A hidden key is skipped, never multiplied by 0, so that a NaN or ∞ under it cannot leak; only
/// where another constant than −∞ stands in for the mask is it computed with, as the code that does so would.
pub fn attend(inputs: &Inputs) -> Trace {
    let (queries, keys) = (inputs.queries(), inputs.keys());
    let (numerics, mask) = (inputs.numerics(), inputs.mask());
    let precision = numerics.precision;
    let hidden: Vec<Vec<Hidden>> = (0..queries).map(|i| (0..keys).map(|j| inputs.hidden(i, j)).collect()).collect();
    let visible: Vec<usize> = hidden.iter().map(|row| row.iter().filter(|hidden| !hidden.any()).count()).collect();
    let scores = match (inputs.matrix(Name::Scores), inputs.matrix(Name::Q), inputs.matrix(Name::K)) {
        (None, Some(q), Some(k)) => product_transposed(precision, q, k),
        (Some(scores), ..) => scores.clone(),
        _ => Matrix::zeros(queries, keys),
    };
    let divisor = inputs.divisor();
    let scaled = scores.map(|s| precision.divide(s, divisor));
    let capped = scaled.map(|s| capped(precision, inputs.softcap(), s));
    let masked =
        Matrix::from_fn(queries, keys, |i, j| masked(numerics, capped[(i, j)], mask.bias_at(i, j), hidden[i][j]));
    let rows: Vec<_> = (0..queries)
        .map(|i| softmax_hiding(numerics, &row(&masked, i), |j| numerics.skips() && hidden[i][j].any()))
        .collect();
    let stage =
        |pick: fn(&super::softmax::SoftmaxRow) -> &Vec<f64>| Matrix::from_fn(queries, keys, |i, j| pick(&rows[i])[j]);
    let weights = stage(|row| &row.weights);
    let values = inputs.values();
    let output = Matrix::from_fn(queries, values.ncols(), |i, c| {
        let (row, column) = (&rows[i].weights, values.column(c));
        precision.dot((0..keys).filter(|&j| !(numerics.skips() && hidden[i][j].any())).map(|j| (row[j], column[j])))
    });
    Trace {
        row_max: rows.iter().map(|row| row.max).collect(),
        shifted: stage(|row| &row.shifted),
        exponentials: stage(|row| &row.exponentials),
        row_sum: rows.iter().map(|row| row.sum).collect(),
        empty_rows: (0..queries).filter(|&i| visible[i] == 0).collect(),
        visible,
        scores,
        scaled,
        capped,
        masked,
        weights,
        output,
    }
}

/// A scaled score under the soft cap c: c · tanh(score / c).
pub(super) fn capped(precision: Precision, softcap: Option<f64>, scaled: f64) -> f64 {
    match softcap {
        Some(cap) => precision.multiply(cap, precision.tanh(precision.divide(scaled, cap))),
        None => scaled,
    }
}

/// What enters softmax: the capped score plus the bias, or what stands in for −∞ where the key is hidden.
pub(super) fn masked(numerics: Numerics, capped: f64, bias: f64, hidden: Hidden) -> f64 {
    let precision = numerics.precision;
    let constant = numerics.constant.value(precision);
    if hidden.any() && numerics.skips() {
        return constant;
    }
    // A bias that hides is one of the masks that the constant stands in for; any other is added as ever.
    let biased = if bias == 0.0 || hidden.bias { capped } else { precision.add(capped, bias) };
    (0..hidden.count()).fold(biased, |sum, _| precision.add(sum, constant))
}
