//! Runs the right computation and the faulty ones.

use std::collections::BTreeSet;

use nalgebra::DMatrix;

use super::Fault;
use super::scenario::{Head, Outcome, Scenario};
use super::ways::{
    cut_without_transpose, dropped, in_blocks, join_without_transpose, mixed, reversed, row_softmax, scaled_first,
    scaled_on_both, without_skipping,
};
use super::weights::{column_softmax, mask_after_softmax, open};
use crate::engine::blocks::BlockRule;
use crate::engine::heads::{key_head, split};
use crate::engine::inputs::{Dimension, Inputs};
use crate::engine::mask::{Causal, Mask, Window};
use crate::engine::matrix::Matrix;
use crate::engine::precision::MaskConstant;
use crate::engine::scaling::Scaling;
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
