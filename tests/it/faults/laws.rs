//! What holds for every fault on every scenario.

use std::collections::BTreeSet;

use attention_lab::choice::Choice;
use attention_lab::engine::faults::{Fault, Outcome, Scenario, cut_without_transpose};
use attention_lab::engine::inputs::{Inputs, Source};
use attention_lab::engine::mask::{Causal, Mask, Window};
use attention_lab::engine::matrix::{Matrix, row};
use attention_lab::engine::precision::{MaskConstant, Numerics, Precision};
use attention_lab::engine::scaling::Scaling;
use attention_lab::engine::trace::attend;
use nalgebra::DMatrix;
use proptest::collection::{btree_set, vec};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::{NAN, all_finite, altered, several};
use crate::fixture::{Tolerance, differs, same_bits_all};
use crate::laws::config;

fn tame() -> BoxedStrategy<f64> {
    (-1.0..1.0).boxed()
}

fn wild() -> BoxedStrategy<f64> {
    let special = select(vec![0.0, -0.0, 1e-320, 1e155, -1e300, f64::INFINITY, f64::NEG_INFINITY, NAN]);
    prop_oneof![6 => -4.0..4.0, 2 => -800.0..800.0, 1 => special].boxed()
}

fn matrix(rows: usize, columns: usize, entry: &BoxedStrategy<f64>) -> impl Strategy<Value = Matrix> + use<> {
    vec(entry.clone(), rows * columns).prop_map(move |entries| Matrix::from_row_slice(rows, columns, &entries))
}

/// Any mask for `l` queries and `s` keys.
fn mask(l: usize, s: usize) -> impl Strategy<Value = Mask> {
    let window = (option::of(0..5usize), option::of(0..5usize)).prop_map(|(left, right)| Window { left, right });
    let drawn = option::weighted(0.3, vec(any::<bool>(), l * s));
    let biased = option::weighted(0.3, vec(prop_oneof![3 => -2.0..2.0, 1 => Just(f64::NEG_INFINITY)], l * s));
    let padding = prop_oneof![1 => Just(BTreeSet::new()), 1 => btree_set(0..s, 0..=s)];
    (select(Causal::ALL), -6..6isize, window, padding, drawn, biased).prop_map(
        move |(causal, offset, window, padding, drawn, biased)| {
            let keep = drawn.map(|keep| DMatrix::from_row_slice(l, s, &keep));
            let bias = biased.map(|bias| Matrix::from_row_slice(l, s, &bias));
            Mask { causal, offset, window, padding, keep, bias }
        },
    )
}

fn source(entry: BoxedStrategy<f64>, h: usize, l: usize, s: usize) -> BoxedStrategy<Source> {
    let widths = (1..4usize, 1..4usize);
    let start = if h > 1 { 0..2u8 } else { 0..3u8 };
    (widths, start, 1..4usize)
        .prop_flat_map(move |((d, d_v), start, model)| match start {
            0 => (matrix(l, h * d, &entry), matrix(s, h * d, &entry), matrix(s, h * d_v, &entry))
                .prop_map(|(q, k, v)| Source::Qkv { q, k, v })
                .boxed(),
            1 => {
                let w = || matrix(model, h * d, &entry);
                (matrix(l, model, &entry), w(), w(), matrix(model, h * d_v, &entry))
                    .prop_map(|(x, wq, wk, wv)| Source::Tokens { x, wq, wk, wv })
                    .boxed()
            }
            _ => (matrix(l, s, &entry), matrix(s, d_v, &entry))
                .prop_map(move |(scores, v)| Source::Scores { scores, v, d_k: d })
                .boxed(),
        })
        .boxed()
}

/// Any scenario, its numbers drawn from `entry`.
fn settings(entry: fn() -> BoxedStrategy<f64>) -> impl Strategy<Value = Scenario> {
    let heads = select(vec![(1, 1), (2, 1), (2, 2), (3, 3), (4, 2), (4, 1)]);
    let scaling = prop_oneof![3 => select(Scaling::ALL), 1 => (0.05..20.0).prop_map(Scaling::Divisor)];
    let numerics = (select(Precision::ALL), any::<bool>(), select(MaskConstant::ALL))
        .prop_map(|(precision, naive, constant)| Numerics { precision, naive, constant });
    let rest = (0..7usize, any::<u32>(), prop_oneof![-0.5..1.5, Just(NAN)], option::of(0.1..9.0));
    (heads, 1..6usize, 1..6usize, scaling, numerics, rest).prop_flat_map(
        move |((h, g), l, s, scaling, numerics, (block, seed, dropout, softcap))| {
            (source(entry(), h, l, s), mask(l, s)).prop_map(move |(source, mask)| {
                let inputs = Inputs::new(source, scaling, mask).expect("shapes that fit");
                let inputs = inputs.with_softcap(softcap).with_numerics(numerics);
                altered(&several(inputs, h, g), |scenario| {
                    (scenario.block, scenario.seed, scenario.dropout) = (block, seed, dropout)
                })
            })
        },
    )
}

/// The same with `change` made to what the heads are cut from.
fn with_inputs(scenario: &Scenario, change: impl FnOnce(&Inputs) -> Inputs) -> Scenario {
    altered(&several(change(scenario.inputs()), scenario.heads(), scenario.key_heads()), |changed| {
        (changed.block, changed.seed, changed.dropout) = (scenario.block, scenario.seed, scenario.dropout);
    })
}

fn in_f64(scenario: &Scenario) -> Scenario {
    with_inputs(scenario, |inputs| inputs.with_numerics(Numerics::default()))
}

/// The same outcome: weights and output within `tolerance`.
fn same(found: &Outcome, expected: &Outcome, tolerance: f64) -> Result<(), TestCaseError> {
    let tolerance = Tolerance::Absolute(tolerance);
    let pairs = found.weights.iter().zip(&expected.weights).chain([(&found.output, &expected.output)]);
    let difference = pairs.into_iter().find_map(|(found, expected)| differs("outcome", found, expected, tolerance));
    difference.map_or(Ok(()), |difference| Err(TestCaseError::fail(difference)))
}

fn same_bits(a: &Outcome, b: &Outcome) -> bool {
    let weights = a.weights.iter().zip(&b.weights).all(|(a, b)| same_bits_all(a, b));
    a.weights.len() == b.weights.len() && weights && same_bits_all(&a.output, &b.output)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn both_sides_are_total(scenario in settings(wild)) {
        let (l, s) = (scenario.inputs().queries(), scenario.inputs().keys());
        for &fault in Fault::ALL {
            for (right, outcome) in [(true, fault.right(&scenario)), (false, fault.wrong(&scenario))] {
                let shape = if fault == Fault::SwappedLabel && !right { (s, l) } else { (l, s) };
                prop_assert_eq!(outcome.weights.iter().map(Matrix::shape).collect::<Vec<_>>(), vec![shape; scenario.heads()]);
                prop_assert_eq!(outcome.output.shape(), (l, scenario.inputs().values().ncols()), "{}", fault.id());
            }
        }
    }

    #[test]
    fn the_right_side_is_right(scenario in settings(tame)) {
        let scenario = in_f64(&scenario);
        for &fault in Fault::ALL {
            let outcome = fault.right(&scenario);
            prop_assert!(all_finite(&outcome.output));
            for weights in &outcome.weights {
                prop_assert!(all_finite(weights), "{}", fault.id());
                let sum = |i| weights.row(i).sum();
                prop_assert!((0..weights.nrows()).all(|i| sum(i) == 0.0 || (sum(i) - 1.0).abs() < 1e-12));
            }
        }
        // One head is plain attention.
        if scenario.heads() == 1 {
            let trace = attend(scenario.inputs());
            let plain = Outcome { weights: vec![trace.weights], output: trace.output };
            prop_assert!(same_bits(&Fault::ScaleMissing.right(&scenario), &plain));
        }
    }

    #[test]
    fn where_a_fault_cannot_show(scenario in settings(tame)) {
        let scenario = in_f64(&scenario);
        let right = Fault::ScaleMissing.right(&scenario);
        let shows = |fault: Fault, scenario: &Scenario| !same_bits(&fault.wrong(scenario), &fault.right(scenario));
        let causal = scenario.inputs().mask().causal;
        prop_assert!(causal != Causal::None || !shows(Fault::CausalCorner, &scenario));
        let uncached = with_inputs(&scenario, |inputs| inputs.with_mask(Mask { offset: 0, ..inputs.mask().clone() }));
        prop_assert!(causal == Causal::BottomRight || !shows(Fault::CacheOffset, &uncached));
        if scenario.heads() == 1 {
            for fault in [Fault::ReshapeWithoutTranspose, Fault::GroupedTile, Fault::DModelDivisor] {
                prop_assert!(!shows(fault, &scenario), "{}", fault.id());
            }
        }
        // One key head is read by all, tiled or repeated.
        prop_assert!(scenario.key_heads() > 1 || !shows(Fault::GroupedTile, &scenario));
        let unmasked = with_inputs(&scenario, |inputs| inputs.with_mask(Mask::default()));
        for fault in [
            Fault::FullyMaskedRow,
            Fault::HiddenNan,
            Fault::CausalCorner,
            Fault::CacheOffset,
            Fault::PaddingOnQueries,
            Fault::MaskAfterSoftmax,
            Fault::MaskMultiplied,
            Fault::MaskAddedAsNumber,
            Fault::MasksAddedInHalf,
            Fault::WindowCount,
            Fault::WindowBothSides,
        ] {
            same(&fault.wrong(&unmasked), &fault.right(&unmasked), 1e-12)?;
        }
        // Read the wrong way round, no mask hides all.
        prop_assert!(Fault::MaskPolarity.wrong(&unmasked).output.iter().all(|&x| x == 0.0));
        let whole = altered(&scenario, |scenario| scenario.block = scenario.inputs().keys());
        same(&Fault::NoRescale.wrong(&whole), &right, 1e-12)?;
        same(&Fault::FiniteStartMax.wrong(&scenario), &right, 1e-12)?;
        same(&Fault::Fp16BeforeScale.wrong(&scenario), &right, 1e-11)?;
        let undivided = with_inputs(&scenario, |inputs| inputs.with_scaling(Scaling::None));
        for fault in [
            Fault::ScaleMissing,
            Fault::ScaleAfterSoftmax,
            Fault::ScaledTwice,
            Fault::DModelDivisor,
            Fault::DEmbeddingDivisor,
        ] {
            prop_assert!(!shows(fault, &undivided), "{}", fault.id());
        }
        let kept = altered(&scenario, |scenario| scenario.dropout = 0.0);
        same(&Fault::EvalDropout.wrong(&kept), &right, 1e-12)?;
    }

    /// The divisor may stand anywhere before softmax.
    #[test]
    fn scaling_may_move(scenario in settings(tame)) {
        let scenario = in_f64(&scenario);
        let right = Fault::NotAFault.right(&scenario);
        same(&Fault::NotAFault.wrong(&scenario), &right, 1e-11)?;
        same(&Fault::Fp16BeforeScale.right(&scenario), &right, 1e-11)?;
        // On purpose it is d_k, whatever the scenario says.
        let by_d_k = with_inputs(&scenario, |inputs| inputs.with_scaling(Scaling::Dk));
        prop_assert!(same_bits(&Fault::DivideByDk.right(&scenario), &Fault::ScaleMissing.right(&by_d_k)));
        let by_root = with_inputs(&scenario, |inputs| inputs.with_scaling(Scaling::Sqrt));
        prop_assert!(same_bits(&Fault::DivideByDk.wrong(&scenario), &Fault::ScaleMissing.right(&by_root)));
    }

    /// Without a mask, attention takes its output along when the tokens are reversed.
    #[test]
    fn reversed_tokens_reverse_the_output(scenario in settings(tame)) {
        let scenario = with_inputs(&in_f64(&scenario), |inputs| inputs.with_mask(Mask::default()));
        let (reversed, straight) = (Fault::OrderBlind.right(&scenario), Fault::OrderBlind.wrong(&scenario));
        let backwards = |n: usize| (0..n).rev().collect::<Vec<_>>();
        let rows = backwards(scenario.inputs().queries());
        let columns = backwards(scenario.inputs().keys());
        let expected = Outcome {
            weights: straight.weights.iter().map(|w| w.select_rows(&rows).select_columns(&columns)).collect(),
            output: straight.output.select_rows(&rows),
        };
        same(&reversed, &expected, 1e-12)?;
    }

    /// Cutting without the transpose keeps every number, in the order of memory.
    #[test]
    fn a_wrong_cut_loses_nothing(tokens in 1..6usize, heads in 1..5usize, width in 1..4usize) {
        let joined = Matrix::from_fn(tokens, heads * width, |i, j| (i * heads * width + j) as f64);
        let cut = cut_without_transpose(&joined, heads).expect("heads that divide the width");
        let numbers: Vec<f64> = cut.iter().flat_map(|head| (0..tokens).flat_map(|t| row(head, t))).collect();
        prop_assert_eq!(numbers, (0..tokens * heads * width).map(|n| n as f64).collect::<Vec<_>>());
        prop_assert!(cut.iter().all(|head| head.shape() == (tokens, width)));
    }
}
