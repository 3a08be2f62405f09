//! Runs the right computation and the faulty ones.

use std::collections::BTreeSet;

use nalgebra::DMatrix;

use super::Fault;
use super::scenario::{Head, Outcome, Scenario};
use super::weights::{column_softmax, mask_after_softmax, open};
use crate::engine::blocks::{BlockRule, online};
use crate::engine::cell::Name;
use crate::engine::heads::{key_head, split};
use crate::engine::inputs::{Dimension, Inputs, Source};
use crate::engine::mask::{Causal, Mask, Window};
use crate::engine::matrix::{Matrix, row};
use crate::engine::precision::{MaskConstant, Numerics};
use crate::engine::random::Stream;
use crate::engine::scaling::Scaling;
use crate::engine::softmax::softmax_hiding;
use crate::engine::trace::attend;

impl Fault {
    /// What should come out.
    ///
    /// [`Self::Fp16BeforeScale`] divides Q before Q Kᵀ. [`Self::DivideByDk`] divides by d_k, whatever the scenario says.
    /// [`Self::OrderBlind`] has the tokens in reverse order, while the mask stays where it is.
    pub fn right(self, scenario: &Scenario) -> Outcome {
        let right = |inputs: &Inputs| match self {
            Self::Fp16BeforeScale => Head::right(&scaled_first(inputs).with_scaling(Scaling::None)),
            Self::DivideByDk => Head::right(&inputs.with_scaling(Scaling::Dk)),
            Self::OrderBlind => Head::right(&reversed(inputs)),
            _ => Head::right(inputs),
        };
        Outcome::merged(scenario.each_head().iter().map(right))
    }

    /// What comes out in its place.
    ///
    /// Of what is no fault of computation: the weights of [`Self::SwappedLabel`] are the right ones transposed, S×L.
    /// [`Self::NotAFault`] divides Q and K, which changes nothing. [`Self::DivideByDk`] divides by √d_k, as one would
    /// who took it for a fault. [`Self::OrderBlind`] has the tokens in their own order, as if that gave the same.
    ///
    /// Where a fault cannot show, this is what should come out: a corner or an offset without a causal mask, one head
    /// cut or grouped wrongly, a format wide enough, no
    /// window, an embedding that is not given or not wider than a head. Padding hides no query where there is none of its number.
    pub fn wrong(self, scenario: &Scenario) -> Outcome {
        match self {
            Self::ReshapeWithoutTranspose => {
                let grouped = |head| key_head(head, scenario.heads(), scenario.key_heads());
                let heads = scenario.cut(cut_without_transpose, grouped);
                Outcome::joined(heads.iter().map(Head::right), join_without_transpose)
            }
            Self::GroupedTile => {
                let heads = scenario.cut(split, |head| head.checked_rem(scenario.key_heads()));
                Outcome::merged(heads.iter().map(Head::right))
            }
            _ => Outcome::merged(
                scenario.each_head().iter().enumerate().map(|(i, head)| self.in_head(scenario, i, head)),
            ),
        }
    }

    // The faults that every head has on its own.
    fn in_head(self, scenario: &Scenario, number: usize, inputs: &Inputs) -> Head {
        let precision = inputs.numerics().precision;
        let (mask, divisor) = (inputs.mask(), inputs.divisor());
        let masked = |mask| Head::right(&inputs.with_mask(mask));
        match self {
            Self::FullyMaskedRow => without_skipping(inputs, scenario.inputs().numerics().constant),
            Self::HiddenNan => mixed(inputs, attend(inputs).weights, true),
            Self::MaskPolarity => {
                let keep = DMatrix::from_fn(inputs.queries(), inputs.keys(), |i, j| inputs.hidden(i, j).any());
                masked(Mask { keep: Some(keep), ..open(mask) })
            }
            Self::DModelDivisor => {
                let d_model = inputs.d_k() * scenario.heads();
                Head::right(&inputs.with_scaling(Scaling::Divisor(inputs.scaling().divisor_at(d_model))))
            }
            Self::DEmbeddingDivisor => {
                let width = scenario.inputs().size(Dimension::Model).unwrap_or(inputs.d_k());
                Head::right(&inputs.with_scaling(Scaling::Divisor(inputs.scaling().divisor_at(width))))
            }
            Self::ScaleAfterSoftmax => {
                let weights = attend(&inputs.with_scaling(Scaling::None)).weights;
                mixed(inputs, weights.map(|p| precision.divide(p, divisor)), false)
            }
            Self::ScaleMissing => Head::right(&inputs.with_scaling(Scaling::None)),
            Self::ScaledTwice => Head::right(&scaled_first(inputs)),
            Self::WrongAxis => mixed(inputs, column_softmax(inputs), false),
            Self::CausalCorner => {
                let causal = match mask.causal {
                    Causal::None => Causal::None,
                    Causal::TopLeft => Causal::BottomRight,
                    Causal::BottomRight => Causal::TopLeft,
                };
                masked(Mask { causal, ..mask.clone() })
            }
            Self::CacheOffset => {
                let causal = if mask.causal == Causal::None { Causal::None } else { Causal::TopLeft };
                masked(Mask { causal, offset: 0, ..mask.clone() })
            }
            Self::PaddingOnQueries => {
                let keep = |i, j| mask.keeps(i, j) && !mask.padding.contains(&i);
                let keep = DMatrix::from_fn(inputs.queries(), inputs.keys(), keep);
                masked(Mask { padding: BTreeSet::new(), keep: Some(keep), ..mask.clone() })
            }
            Self::MaskAfterSoftmax => mixed(inputs, mask_after_softmax(inputs), false),
            Self::MaskMultiplied => {
                let logits = attend(&inputs.with_mask(open(mask))).masked;
                let factor = |i, j| if inputs.hidden(i, j).any() { 0.0 } else { 1.0 };
                let logits = Matrix::from_fn(logits.nrows(), logits.ncols(), |i, j| {
                    precision.multiply(logits[(i, j)], factor(i, j))
                });
                mixed(inputs, row_softmax(inputs.numerics(), &logits), true)
            }
            Self::MaskAddedAsNumber => {
                let added = |i, j| if inputs.hidden(i, j).any() { 0.0 } else { 1.0 };
                let logits = attend(&inputs.with_mask(open(mask))).masked;
                let logits =
                    Matrix::from_fn(logits.nrows(), logits.ncols(), |i, j| precision.add(logits[(i, j)], added(i, j)));
                mixed(inputs, row_softmax(inputs.numerics(), &logits), true)
            }
            Self::MasksAddedInHalf => without_skipping(inputs, MaskConstant::Lowest),
            Self::WindowCount => {
                let left = mask.window.left.map(|left| left.saturating_add(1));
                masked(Mask { window: Window { left, ..mask.window }, ..mask.clone() })
            }
            Self::WindowBothSides => {
                let Window { left, right } = mask.window;
                // None stays None: without end already.
                let right = right.map(|right| right.max(left.unwrap_or(right)));
                masked(Mask { window: Window { right, ..mask.window }, ..mask.clone() })
            }
            Self::EvalDropout => mixed(inputs, dropped(scenario, number, inputs), false),
            Self::FiniteStartMax => in_blocks(inputs, BlockRule { start: 0.0, ..BlockRule::default() }, scenario.block),
            Self::NoRescale => {
                in_blocks(inputs, BlockRule { rescales: [true, false], ..BlockRule::default() }, scenario.block)
            }
            Self::SwappedLabel => {
                let Head { weights, output } = Head::right(inputs);
                Head { weights: weights.transpose(), output }
            }
            Self::NotAFault => Head::right(&scaled_on_both(inputs).with_scaling(Scaling::None)),
            Self::DivideByDk => Head::right(&inputs.with_scaling(Scaling::Sqrt)),
            Self::ReshapeWithoutTranspose | Self::GroupedTile | Self::Fp16BeforeScale | Self::OrderBlind => {
                Head::right(inputs)
            }
        }
    }
}

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
fn join_without_transpose(heads: &[Matrix]) -> Option<Matrix> {
    let (tokens, width) = heads.first()?.shape();
    let numbers = heads.iter().flat_map(|head| (0..tokens).flat_map(|t| row(head, t)));
    Some(Matrix::from_row_iterator(tokens, width * heads.len(), numbers))
}

/// What `weights`, L×S, make of the values of `inputs`, L×d_v, whatever their rows sum to; hidden keys are skipped.
pub fn output_of(inputs: &Inputs, weights: &Matrix) -> Matrix {
    mixed(inputs, weights.clone(), false).output
}

// The output of `weights`. A hidden key is left out unless `all`.
fn mixed(inputs: &Inputs, weights: Matrix, all: bool) -> Head {
    let values = inputs.values();
    let output = Matrix::from_fn(weights.nrows(), values.ncols(), |i, c| {
        let keys = (0..values.nrows()).filter(|&j| all || !inputs.hidden(i, j).any());
        inputs.numerics().precision.dot(keys.map(|j| (weights[(i, j)], values[(j, c)])))
    });
    Head { weights, output }
}

// No key is skipped, whatever its logit.
fn row_softmax(numerics: Numerics, logits: &Matrix) -> Matrix {
    let weights = |i| softmax_hiding(numerics, &row(logits, i), |_| false).weights;
    let rows: Vec<_> = (0..logits.nrows()).map(weights).collect();
    Matrix::from_fn(logits.nrows(), logits.ncols(), |i, j| rows[i][j])
}

// With what hides a key computed with, as any other number.
fn without_skipping(inputs: &Inputs, constant: MaskConstant) -> Head {
    if constant != MaskConstant::Infinity {
        return Head::right(&inputs.with_numerics(Numerics { constant, ..inputs.numerics() }));
    }
    mixed(inputs, row_softmax(inputs.numerics(), &attend(inputs).masked), true)
}

// What is kept is divided by the probability of that, so that the mean stays.
fn dropped(scenario: &Scenario, head: usize, inputs: &Inputs) -> Matrix {
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
fn in_blocks(inputs: &Inputs, rule: BlockRule, block: usize) -> Head {
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
fn scaled_first(inputs: &Inputs) -> Inputs {
    let divisor = inputs.divisor();
    divided(inputs, |name| matches!(name, Name::Q | Name::Scores).then_some(divisor))
}

// Q and K each over the root of the divisor; scores that are given over the divisor.
fn scaled_on_both(inputs: &Inputs) -> Inputs {
    let divisor = inputs.divisor();
    divided(inputs, |name| match name {
        Name::Q | Name::K => Some(divisor.sqrt()),
        Name::Scores => Some(divisor),
        _ => None,
    })
}

fn divided(inputs: &Inputs, by: impl Fn(Name) -> Option<f64>) -> Inputs {
    let precision = inputs.numerics().precision;
    let scores = matches!(inputs.source(), Source::Scores { .. });
    let start = if scores { inputs.clone() } else { inputs.from_qkv() };
    changed(&start, |name, matrix| by(name).map_or_else(|| matrix.clone(), |d| matrix.map(|x| precision.divide(x, d))))
}

fn reversed(inputs: &Inputs) -> Inputs {
    let rows =
        |matrix: &Matrix| Matrix::from_fn(matrix.nrows(), matrix.ncols(), |i, j| matrix[(matrix.nrows() - 1 - i, j)]);
    changed(inputs, |name, matrix| match name {
        Name::WQ | Name::WK | Name::WV => matrix.clone(),
        Name::Scores => rows(&rows(matrix).transpose()).transpose(),
        _ => rows(matrix),
    })
}

// The same with every typed matrix changed; `change` keeps the shapes.
fn changed(inputs: &Inputs, change: impl Fn(Name, &Matrix) -> Matrix) -> Inputs {
    inputs.filled(|name, rows, columns| {
        inputs.matrix(name).map_or_else(|| Matrix::zeros(rows, columns), |matrix| change(name, matrix))
    })
}
