//! The ways in which faults compute.

use super::scenario::{Head, Scenario};
use crate::engine::blocks::{BlockRule, online};
use crate::engine::cell::Name;
use crate::engine::inputs::{Inputs, Source};
use crate::engine::matrix::{Matrix, row};
use crate::engine::precision::{MaskConstant, Numerics};
use crate::engine::random::Stream;
use crate::engine::softmax::softmax_hiding;
use crate::engine::trace::attend;

/// Cuts T×(h·d) into h heads of T×d as a reshape of `[T, h·d]` to `[h, T, d]` does: a head then has pieces of
/// neighbouring tokens in place of its columns of all. `None` unless `heads` divides the width.
pub fn cut_without_transpose(joined: &Matrix, heads: usize) -> Option<Vec<Matrix>> {
    let (tokens, width) = joined.shape();
    let of_head = width.checked_div(heads).filter(|of_head| *of_head > 0 && of_head * heads == width)?;
    let at = |flat: usize| joined[(flat / width, flat % width)];
    let head = |h: usize| Matrix::from_fn(tokens, of_head, |t, c| at((h * tokens + t) * of_head + c));
    Some((0..heads).map(head).collect())
}

// The reverse: the numbers of all heads, one after another, in rows of T×(h·d).
pub(super) fn join_without_transpose(heads: &[Matrix]) -> Option<Matrix> {
    let (tokens, width) = heads.first()?.shape();
    let numbers = heads.iter().flat_map(|head| (0..tokens).flat_map(|t| row(head, t)));
    Some(Matrix::from_row_iterator(tokens, width * heads.len(), numbers))
}

/// What `weights`, L×S, make of the values of `inputs`, L×d_v, whatever their rows sum to; hidden keys are skipped.
pub fn output_of(inputs: &Inputs, weights: &Matrix) -> Matrix {
    mixed(inputs, weights.clone(), false).output
}

// The output of `weights`. A hidden key is left out unless `all`.
pub(super) fn mixed(inputs: &Inputs, weights: Matrix, all: bool) -> Head {
    let values = inputs.values();
    let output = Matrix::from_fn(weights.nrows(), values.ncols(), |i, c| {
        let keys = (0..values.nrows()).filter(|&j| all || !inputs.hidden(i, j).any());
        inputs.numerics().precision.dot(keys.map(|j| (weights[(i, j)], values[(j, c)])))
    });
    Head { weights, output }
}

// No key is skipped, whatever its logit.
pub(super) fn row_softmax(numerics: Numerics, logits: &Matrix) -> Matrix {
    let weights = |i| softmax_hiding(numerics, &row(logits, i), |_| false).weights;
    let rows: Vec<_> = (0..logits.nrows()).map(weights).collect();
    Matrix::from_fn(logits.nrows(), logits.ncols(), |i, j| rows[i][j])
}

// With what hides a key computed with, as any other number.
pub(super) fn without_skipping(inputs: &Inputs, constant: MaskConstant) -> Head {
    if constant != MaskConstant::Infinity {
        return Head::right(&inputs.with_numerics(Numerics { constant, ..inputs.numerics() }));
    }
    mixed(inputs, row_softmax(inputs.numerics(), &attend(inputs).masked), true)
}

// What is kept is divided by the probability of that, so that the mean stays.
pub(super) fn dropped(scenario: &Scenario, head: usize, inputs: &Inputs) -> Matrix {
    let precision = inputs.numerics().precision;
    let mut weights = attend(inputs).weights;
    let mut random = Stream::new(scenario.seed, head);
    for i in 0..weights.nrows() {
        for p in weights.row_mut(i).iter_mut() {
            *p = if random.uniform() >= scenario.dropout { precision.divide(*p, 1.0 - scenario.dropout) } else { 0.0 };
        }
    }
    weights
}

// Online softmax. Against the identity as values its output is the weights. A row without a visible key is 0.
pub(super) fn in_blocks(inputs: &Inputs, rule: BlockRule, block: usize) -> Head {
    let (trace, values) = (attend(inputs), inputs.values());
    let run = |i: usize, width: usize, value: &dyn Fn(usize, usize) -> f64| {
        let logits = row(&trace.masked, i);
        let precision = inputs.numerics().precision;
        let steps = online(precision, rule, (&logits, &|j| inputs.skips(i, j)), block, width, value);
        steps.last().filter(|_| trace.visible[i] > 0).map_or_else(|| vec![0.0; width], |step| step.output.clone())
    };
    let all = |width: usize, value: &dyn Fn(usize, usize) -> f64| {
        let numbers = (0..inputs.queries()).flat_map(|i| run(i, width, value));
        Matrix::from_row_iterator(inputs.queries(), width, numbers)
    };
    Head {
        weights: all(inputs.keys(), &|j, c| if j == c { 1.0 } else { 0.0 }),
        output: all(values.ncols(), &|j, c| values[(j, c)]),
    }
}

// Q, or scores that are given, already over the divisor; the scaling of the scores is as before.
pub(super) fn scaled_first(inputs: &Inputs) -> Inputs {
    let divisor = inputs.divisor();
    divided(inputs, |name| matches!(name, Name::Q | Name::Scores).then_some(divisor))
}

// Q and K each over the root of the divisor; scores that are given over the divisor.
pub(super) fn scaled_on_both(inputs: &Inputs) -> Inputs {
    let divisor = inputs.divisor();
    divided(inputs, |name| match name {
        Name::Q | Name::K => Some(divisor.sqrt()),
        Name::Scores => Some(divisor),
        _ => None,
    })
}

pub(super) fn divided(inputs: &Inputs, by: impl Fn(Name) -> Option<f64>) -> Inputs {
    let precision = inputs.numerics().precision;
    let scores = matches!(inputs.source(), Source::Scores { .. });
    let start = if scores { inputs.clone() } else { inputs.from_qkv() };
    changed(&start, |name, matrix| by(name).map_or_else(|| matrix.clone(), |d| matrix.map(|x| precision.divide(x, d))))
}

pub(super) fn reversed(inputs: &Inputs) -> Inputs {
    let rows =
        |matrix: &Matrix| Matrix::from_fn(matrix.nrows(), matrix.ncols(), |i, j| matrix[(matrix.nrows() - 1 - i, j)]);
    changed(inputs, |name, matrix| match name {
        Name::WQ | Name::WK | Name::WV => matrix.clone(),
        Name::Scores => rows(&rows(matrix).transpose()).transpose(),
        _ => rows(matrix),
    })
}

// The same with every typed matrix changed; `change` keeps the shapes.
pub(super) fn changed(inputs: &Inputs, change: impl Fn(Name, &Matrix) -> Matrix) -> Inputs {
    inputs.filled(|name, rows, columns| {
        inputs.matrix(name).map_or_else(|| Matrix::zeros(rows, columns), |matrix| change(name, matrix))
    })
}
