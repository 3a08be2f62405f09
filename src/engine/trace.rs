//! Attention, stage by stage.

use super::cell::{Cell, Name};
use super::inputs::Inputs;
use super::matrix::{Matrix, dot, product_transposed, row};
use super::softmax::softmax;
use super::statistics::RowStatistics;

/// Every stage of softmax(Q Kᵀ / divisor + M) V.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// Q Kᵀ, L×S.
    pub scores: Matrix,
    /// `scores` over the divisor, L×S.
    pub scaled: Matrix,
    /// `scaled`, with −∞ where a key is hidden, L×S.
    pub masked: Matrix,
    /// The largest entry of each row of `masked`, L; −∞ in an empty row.
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
}

/// The number in `cell`, typed or computed; `None` where there is no such cell.
pub fn value(inputs: &Inputs, trace: &Trace, cell: Cell) -> Option<f64> {
    let matrix = trace.matrix(cell.name).or_else(|| inputs.matrix(cell.name))?;
    matrix.get((cell.row, cell.column)).copied()
}

/// Computes every stage. A hidden key is skipped, never multiplied by 0, so that a NaN or ∞ under it cannot leak.
pub fn attend(inputs: &Inputs) -> Trace {
    let (queries, keys) = (inputs.queries(), inputs.keys());
    let hidden = |i, j| inputs.mask().hides(i, j, queries, keys).any();
    let visible: Vec<Vec<usize>> = (0..queries).map(|i| (0..keys).filter(|&j| !hidden(i, j)).collect()).collect();
    let scores = match (inputs.matrix(Name::Scores), inputs.matrix(Name::Q), inputs.matrix(Name::K)) {
        (None, Some(q), Some(k)) => product_transposed(q, k),
        (Some(scores), ..) => scores.clone(),
        _ => Matrix::zeros(queries, keys),
    };
    let divisor = inputs.divisor();
    let scaled = scores.map(|s| s / divisor);
    let mut masked = Matrix::repeat(queries, keys, f64::NEG_INFINITY);
    for (i, keys) in visible.iter().enumerate() {
        keys.iter().for_each(|&j| masked[(i, j)] = scaled[(i, j)]);
    }
    let rows: Vec<_> = (0..queries).map(|i| softmax(&row(&masked, i))).collect();
    let stage =
        |pick: fn(&super::softmax::SoftmaxRow) -> &Vec<f64>| Matrix::from_fn(queries, keys, |i, j| pick(&rows[i])[j]);
    let weights = stage(|row| &row.weights);
    let values = inputs.values();
    let output = Matrix::from_fn(queries, values.ncols(), |i, c| {
        let (row, column) = (&rows[i].weights, values.column(c));
        dot(visible[i].iter().map(|&j| (row[j], column[j])))
    });
    Trace {
        row_max: rows.iter().map(|row| row.max).collect(),
        shifted: stage(|row| &row.shifted),
        exponentials: stage(|row| &row.exponentials),
        row_sum: rows.iter().map(|row| row.sum).collect(),
        empty_rows: (0..queries).filter(|&i| visible[i].is_empty()).collect(),
        visible: visible.iter().map(Vec::len).collect(),
        scores,
        scaled,
        masked,
        weights,
        output,
    }
}
