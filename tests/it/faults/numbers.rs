//! The faults that take more than one row of weights to show, and what is said of them.

mod late;

use std::collections::BTreeSet;
use std::slice::from_ref;

use attention_lab::choice::Choice;
use attention_lab::engine::faults::{
    Fault, Outcome, column_softmax, mask_after_softmax, mask_after_softmax_renormalised, shares_without_exponential,
};
use attention_lab::engine::inputs::{Inputs, Source};
use attention_lab::engine::mask::{Causal, Mask, Window};
use attention_lab::engine::matrix::{Matrix, row};
use attention_lab::engine::precision::{MaskConstant, Precision};
use attention_lab::engine::scaling::Scaling;
use attention_lab::engine::trace::attend;
use nalgebra::DMatrix;

use super::{
    CLOSE, NAN, ONE, TWO, all_finite, altered, assert_outputs, assert_sides, causal, embedded, even, in_format, logits,
    m, qkv, scores, several, window,
};
use crate::fixture::{Tolerance, assert_close, differs, row_matrix};

/// With −∞ NaN comes out, with −1e9 whatever the format makes of 2 − 1e9 and 0 − 1e9; and the right side says which
/// rows are empty.
#[test]
fn a_row_without_a_key() {
    let scenario = logits(&[[2.0, 0.0]], Mask::padding([0, 1]));
    assert_eq!(attend(scenario.inputs()).empty_rows, [0]);
    let wrong = [
        (Precision::F64, TWO),
        (Precision::F32, [0.5, 0.5]),
        (Precision::Bf16, [0.5, 0.5]),
        (Precision::F16, [NAN, NAN]),
    ];
    for (precision, wrong) in wrong {
        let added = in_format(&scenario, precision, MaskConstant::Billion);
        assert_sides(Fault::FullyMaskedRow, &added, &[m(&[[0.0; 2]])], &[m(&[wrong])], CLOSE);
        let infinite = in_format(&scenario, precision, MaskConstant::Infinity);
        assert_sides(Fault::FullyMaskedRow, &infinite, &[m(&[[0.0; 2]])], &[m(&[[NAN; 2]])], CLOSE);
    }
    // A row with a key left is right under either.
    let visible = logits(&[[2.0, 0.0, 5.0], [1.0, 1.0, 1.0]], Mask::padding([2]));
    for constant in [MaskConstant::Infinity, MaskConstant::Billion] {
        let visible = in_format(&visible, Precision::F64, constant);
        let expected = m(&[[TWO[0], TWO[1], 0.0], even(2)]);
        assert_sides(Fault::FullyMaskedRow, &visible, from_ref(&expected), from_ref(&expected), CLOSE);
    }
}

/// One lowest number leaves scores that round to it; two overflow. A row with a key left is right either way.
#[test]
fn two_masks_that_are_added_up() {
    let both = Mask { padding: [0, 1].into(), ..causal(-1) };
    for (mask, wrong) in [(both, [NAN; 2]), (Mask::padding([0, 1]), [0.5; 2])] {
        let scenario = in_format(&logits(&[[2.0, 0.0]], mask), Precision::F16, MaskConstant::Infinity);
        assert_sides(Fault::MasksAddedInHalf, &scenario, &[m(&[[0.0; 2]])], &[m(&[wrong])], CLOSE);
        assert_eq!(attend(scenario.inputs()).empty_rows, [0]);
    }
    let left = Mask { padding: [2].into(), ..causal(1) };
    let scenario = in_format(&logits(&[[0.0, 0.0, 1.0]], left), Precision::F16, MaskConstant::Infinity);
    let expected = m(&[[0.5, 0.5, 0.0]]);
    assert_sides(Fault::MasksAddedInHalf, &scenario, from_ref(&expected), from_ref(&expected), CLOSE);
}

#[test]
fn a_nan_under_a_mask() {
    let hidden = |value: f64| {
        let source = Source::Scores { scores: m(&[[1.0, 5.0]]), v: m(&[[3.0, 4.0], [value, 1.0]]), d_k: 1 };
        Inputs::new(source, Scaling::None, Mask::padding([1])).expect("shapes that fit").into()
    };
    for value in [NAN, f64::INFINITY] {
        assert_sides(Fault::HiddenNan, &hidden(value), &[m(&[[1.0, 0.0]])], &[m(&[[1.0, 0.0]])], CLOSE);
        assert_outputs(Fault::HiddenNan, &hidden(value), &m(&[[3.0, 4.0]]), &m(&[[NAN, 4.0]]));
    }
    assert_outputs(Fault::HiddenNan, &hidden(9.0), &m(&[[3.0, 4.0]]), &m(&[[3.0, 4.0]]));
}

#[test]
fn dropout_that_is_left_on() {
    let w = [0.7f64, 0.3];
    let base = logits(&[w.map(f64::ln)], Mask::default());
    let dropped = |seed| Fault::EvalDropout.wrong(&altered(&base, |scenario| scenario.seed = seed));
    let right = Fault::EvalDropout.right(&base);
    assert_close("eval-dropout", "right", &right.weights[0], &row_matrix(&w), CLOSE);
    let mut seen = [0; 4];
    for seed in 0..64 {
        let outcome = dropped(seed);
        let kept = row(&outcome.weights[0], 0);
        let which = usize::from(kept[0] != 0.0) + 2 * usize::from(kept[1] != 0.0);
        let expected = [[0.0, 0.0], [1.4, 0.0], [0.0, 0.6], [1.4, 0.6]][which];
        assert_close("eval-dropout", "wrong", &outcome.weights[0], &row_matrix(&expected), CLOSE);
        let output = row_matrix(&[expected[0] + 2.0 * expected[1]]);
        assert_close("eval-dropout", "output", &outcome.output, &output, CLOSE);
        assert_eq!(outcome, dropped(seed), "the seed decides");
        seen[which] += 1;
    }
    // Each of the four has probability ¼: fewer than 4 of 64 has less than 1 in 10000.
    assert!(seen.iter().all(|&times| times >= 4), "{seen:?}");
    for (dropout, expected) in [(0.0, w), (1.0, [0.0; 2])] {
        let outcome = Fault::EvalDropout.wrong(&altered(&base, |scenario| scenario.dropout = dropout));
        assert_close("eval-dropout", "at the ends", &outcome.weights[0], &row_matrix(&expected), CLOSE);
    }
    // Heads do not drop alike, and hidden keys stay at 0.
    let inputs = qkv(Matrix::zeros(8, 2), Matrix::zeros(9, 2), Matrix::zeros(9, 2), Mask::padding([4]));
    let heads = Fault::EvalDropout.wrong(&several(inputs, 2, 2)).weights;
    assert_ne!(heads[0], heads[1]);
    assert!(heads.iter().all(|weights| weights.column(4).iter().all(|&p| p == 0.0)));
}

#[test]
fn online_softmax_gone_wrong() {
    let source = Source::Scores { scores: m(&[[1.0, 3.0, 2.0]]), v: m(&[[10.0], [20.0], [30.0]]), d_k: 1 };
    let inputs = Inputs::new(source, Scaling::None, Mask::default()).expect("shapes that fit");
    let scenario = altered(&inputs.into(), |scenario| scenario.block = 1);
    assert_outputs(Fault::NoRescale, &scenario, &m(&[[21.546978978844173]]), &m(&[[27.299082804888585]]));
    let zeroth = altered(&scenario, |scenario| scenario.block = 0);
    assert_outputs(Fault::NoRescale, &zeroth, &m(&[[21.546978978844173]]), &m(&[[27.299082804888585]]));

    let low = logits(&[[-200.0, -201.0]], Mask::default());
    let narrow = in_format(&low, Precision::F32, MaskConstant::Infinity);
    let close = Tolerance::Absolute(6e-8);
    for block in [1, 2] {
        let narrow = altered(&narrow, |scenario| scenario.block = block);
        let right = m(&[[0.7310585975646973, 0.26894140243530273]]);
        assert_sides(Fault::FiniteStartMax, &narrow, &[right], &[m(&[[NAN; 2]])], close);
        assert!(Fault::FiniteStartMax.wrong(&narrow).output[(0, 0)].is_nan());
    }
    // exp(−200) is still a number in f64.
    assert_sides(Fault::FiniteStartMax, &low, &[m(&[ONE])], &[m(&[ONE])], CLOSE);
}

#[test]
fn fp16_overflows_before_scaling() {
    let fault = Fault::Fp16BeforeScale;
    let one = qkv(m(&[[200.0, 200.0]]), m(&[[200.0, 200.0]]), m(&[[3.0]]), Mask::default()).into();
    let half = in_format(&one, Precision::F16, MaskConstant::Infinity);
    assert_sides(fault, &half, &[m(&[[1.0]])], &[m(&[[NAN]])], CLOSE);
    assert_outputs(fault, &half, &m(&[[3.0]]), &m(&[[NAN]]));
    // Q Kᵀ is [∞, 100].
    let (k, v) = (m(&[[200.0, 200.0], [-1.0, 1.5]]), m(&[[3.0], [4.0]]));
    let two = qkv(m(&[[200.0, 200.0]]), k, v, Mask::default()).into();
    let half = in_format(&two, Precision::F16, MaskConstant::Infinity);
    assert_sides(fault, &half, &[m(&[[1.0, 0.0]])], &[m(&[[NAN; 2]])], CLOSE);
    for wide in [Precision::F64, Precision::F32, Precision::Bf16] {
        let wide = in_format(&two, wide, MaskConstant::Infinity);
        assert_sides(fault, &wide, &[m(&[[1.0, 0.0]])], &[m(&[[1.0, 0.0]])], CLOSE);
    }
}

/// Three queries and keys of width 2.
fn three() -> [Matrix; 3] {
    let q = m(&[[1.0, -2.0], [0.5, 3.0], [0.0, 1.0]]);
    let k = m(&[[1.0, 0.0], [-1.0, 2.0], [0.5, 0.5]]);
    [q, k, m(&[[1.0], [3.0], [5.0]])]
}

#[test]
fn a_swapped_label() {
    let [q, k, _] = three();
    let v = m(&[[1.0, 2.0], [3.0, -4.0], [5.0, 7.0]]);
    let scenario = qkv(q.rows(0, 2).into_owned(), k.clone(), v, Mask::default()).into();
    let right = m(&[
        [0.7349716155866018, 0.010561245253916931, 0.25446713915948127],
        [0.026501572121703555, 0.9093571874758003, 0.06414124040249616],
    ]);
    assert_sides(Fault::SwappedLabel, &scenario, from_ref(&right), &[right.transpose()], CLOSE);
    let output = m(&[[2.038991047145759, 3.208968224273905], [3.0752793365615854, -3.1354369228423207]]);
    assert_outputs(Fault::SwappedLabel, &scenario, &output, &output);
    // Square, it has the right shape, and even looks like weights. The cells and the row sums tell.
    let [q, k, v] = three();
    let square = qkv(q, k, v, Mask::default()).into();
    let (shown, weights) = (Fault::SwappedLabel.wrong(&square), Fault::SwappedLabel.right(&square));
    assert_eq!(shown.weights[0].shape(), weights.weights[0].shape());
    assert!((0..3).all(|i| (0..3).all(|j| i == j || shown.weights[0][(i, j)] != weights.weights[0][(i, j)])));
    assert!((0..3).all(|i| (shown.weights[0].row(i).sum() - 1.0).abs() > 0.01));
}

#[test]
fn order_is_seen_through_a_causal_mask() {
    let outputs = |mask: Mask| {
        let [q, k, v] = three();
        let scenario = qkv(q, k, v, mask).into();
        [Fault::OrderBlind.right(&scenario).output, Fault::OrderBlind.wrong(&scenario).output]
    };
    let [reversed, straight] = outputs(Mask::default());
    let expected = m(&[[2.038991047145759], [3.0752793365615854], [3.1297521965314097]]);
    assert_close("order-blind", "straight", &straight, &expected, CLOSE);
    assert_close("order-blind", "reversed", &reversed, &expected.select_rows(&[2, 1, 0]), CLOSE);
    let [reversed, straight] = outputs(Causal::TopLeft.into());
    let expected = [
        m(&[[5.0], [3.131774717997829], [2.038991047145759]]),
        m(&[[1.0], [2.9433641629147087], [3.1297521965314097]]),
    ];
    assert_close("order-blind", "causal, reversed", &reversed, &expected[0], CLOSE);
    assert_close("order-blind", "causal, straight", &straight, &expected[1], CLOSE);
}

/// Every fault shows on data that are neither square nor symmetric, in several heads.
#[test]
fn every_fault_shows() {
    let wave = |rows, columns, seed: usize| {
        Matrix::from_fn(rows, columns, |i, j| ((7 * i + 13 * j + 5 * i * j + 3 * seed) % 19) as f64 / 8.0 - 1.125)
    };
    let mask = Mask { padding: BTreeSet::from([1]), ..causal(1) };
    let base = |q, v| several(qkv(q, wave(5, 8, 2), v, mask.clone()), 4, 2);
    let usual = base(wave(3, 8, 1), wave(5, 8, 3));
    let poisoned = base(wave(3, 8, 1), wave(5, 8, 3).insert_rows(1, 1, NAN).rows(0, 5).into_owned());
    let keep = last_query_blind(3, 5);
    let emptied = several(usual.inputs().with_mask(keep), 4, 2);
    let windowed = several(usual.inputs().with_mask(Mask { window: window(1, 0), ..Mask::default() }), 4, 2);
    let steep = |by: f64, precision: Precision| {
        let q = Matrix::from_element(3, 8, by);
        let k = wave(5, 8, 2).map(|x| 20.0 * (x - 3.0));
        several(qkv(q, k, wave(5, 8, 3), Mask::default()).with_numerics(precision.into()), 4, 2)
    };
    for &fault in Fault::ALL {
        let scenario = match fault {
            Fault::HiddenNan => &poisoned,
            Fault::FullyMaskedRow | Fault::MasksAddedInHalf => &emptied,
            Fault::WindowCount | Fault::WindowBothSides => &windowed,
            Fault::DEmbeddingDivisor => &embedded(),
            Fault::FiniteStartMax => &steep(30.0, Precision::F32),
            Fault::Fp16BeforeScale => &steep(-500.0, Precision::F16),
            _ => &usual,
        };
        let (right, wrong) = (fault.right(scenario), fault.wrong(scenario));
        assert!(right.weights.iter().all(all_finite) && all_finite(&right.output), "{}", fault.id());
        let apart = differs("output", &wrong.output, &right.output, Tolerance::Absolute(1e-3));
        let same_output = matches!(fault, Fault::SwappedLabel | Fault::NotAFault);
        assert_eq!(apart.is_none(), same_output, "{}: {apart:?}", fault.id());
        let weights = |outcome: &Outcome| outcome.weights.iter().map(Matrix::shape).collect::<Vec<_>>();
        let (l, s) = (scenario.inputs().queries(), scenario.inputs().keys());
        assert!((l, s) == (3, 5) || fault == Fault::DEmbeddingDivisor);
        let expected = vec![(l, s); scenario.heads()];
        assert_eq!(weights(&right), expected);
        assert_eq!(weights(&wrong) == expected, fault != Fault::SwappedLabel, "{}", fault.id());
    }
}

/// The last query sees nothing.
fn last_query_blind(queries: usize, keys: usize) -> Mask {
    Mask { keep: Some(DMatrix::from_fn(queries, keys, |i, _| i + 1 < queries)), ..Mask::default() }
}
