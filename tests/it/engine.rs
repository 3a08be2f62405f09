//! The engine against numbers from arbitrary-precision arithmetic, and its masks against their definitions.

use std::collections::BTreeSet;

use attention_lab::engine::cell::{Cell, Name};
use attention_lab::engine::faults;
use attention_lab::engine::inputs::{Dimension, Inputs, ShapeError, Source};
use attention_lab::engine::mask::{Causal, Hidden, Mask};
use attention_lab::engine::matrix::{Matrix, from_rows, row};
use attention_lab::engine::scaling::Scaling;
use attention_lab::engine::softmax::softmax;
use attention_lab::engine::statistics::{RowStatistics, entropy, jacobian_norm, mean_and_error};
use attention_lab::engine::trace::{Trace, attend, value};
use serde_json::Value;

use crate::fixture::{
    Tolerance, assert_close, assert_row, cases, indices, matrix, number, numbers, row_matrix, same_bits, same_bits_all,
};

const CLOSE: Tolerance = Tolerance::Absolute(1e-12);

fn of_kind(kind: &str) -> Vec<Value> {
    let found: Vec<Value> = cases("worked-examples.json").into_iter().filter(|case| case["kind"] == kind).collect();
    assert!(!found.is_empty(), "no worked example of kind {kind}");
    found
}

fn id(case: &Value) -> &str {
    case["id"].as_str().expect("an id")
}

fn qkv(q: Matrix, k: Matrix, v: Matrix) -> Source {
    Source::Qkv { q, k, v }
}

fn inputs(source: Source, scaling: Scaling, mask: Mask) -> Inputs {
    Inputs::new(source, scaling, mask).expect("shapes that fit")
}

/// Scores alone against values 1, 2, 3…, undivided.
fn scores(rows: &[Vec<f64>], mask: Mask) -> Inputs {
    let scores = from_rows(rows).expect("rows");
    let v = Matrix::from_fn(scores.ncols(), 1, |j, _| (j + 1) as f64);
    inputs(Source::Scores { scores, v, d_k: 1 }, Scaling::None, mask)
}

fn padding(keys: &[usize]) -> Mask {
    Mask::padding(keys.iter().copied())
}

/// A matrix without symmetry, so that a transposed or shifted reading shows.
fn uneven(rows: usize, columns: usize, seed: usize) -> Matrix {
    Matrix::from_fn(rows, columns, |i, j| ((7 * i + 13 * j + 5 * i * j + 3 * seed) % 19) as f64 / 4.0 - 2.25)
}

fn entropies(trace: &Trace) -> Vec<f64> {
    (0..trace.weights.nrows()).map(|i| trace.statistics(i).entropy).collect()
}

#[test]
fn worked_softmax() {
    for case in of_kind("softmax") {
        let logits = numbers(&case["scores"]);
        let hidden = (0..logits.len()).filter(|&j| logits[j] == f64::NEG_INFINITY);
        let finite: Vec<f64> = logits.iter().map(|x| if x.is_finite() { *x } else { 0.0 }).collect();
        let trace = attend(&scores(&[finite], padding(&hidden.collect::<Vec<_>>())));
        let expected = numbers(&case["weights"]);
        assert_row(id(&case), "softmax", &softmax(&logits).weights, &expected, CLOSE);
        assert_row(id(&case), "weights", &row(&trace.weights, 0), &expected, CLOSE);
        let statistics = trace.statistics(0);
        assert_row(id(&case), "entropy", &[statistics.entropy], &[number(&case["entropy_nats"])], CLOSE);
        let norm = number(&case["jacobian_frobenius"]);
        assert_row(id(&case), "jacobian", &[statistics.jacobian_norm], &[norm], CLOSE);
        let largest = expected.iter().fold(0.0, |m: f64, &p| m.max(p));
        assert_row(id(&case), "largest", &[statistics.largest], &[largest], CLOSE);
    }
}

#[test]
fn worked_attention() {
    for case in of_kind("attention") {
        let causal = if case["causal"] == true { Causal::TopLeft } else { Causal::None };
        let source = qkv(matrix(&case["q"]), matrix(&case["k"]), matrix(&case["v"]));
        let trace = attend(&inputs(source, Scaling::Sqrt, causal.into()));
        for (field, found) in
            [("raw", &trace.scores), ("scaled", &trace.scaled), ("weights", &trace.weights), ("output", &trace.output)]
        {
            assert_close(id(&case), field, found, &matrix(&case[field]), CLOSE);
        }
        assert_row(id(&case), "entropy", &entropies(&trace), &numbers(&case["entropy_nats"]), CLOSE);
    }
}

#[test]
fn worked_saturation() {
    let close = Tolerance::Relative(1e-9);
    for case in of_kind("saturation") {
        // Two keys whose scores lie two standard deviations apart; after scaling the deviation is 1.
        let gap = 2.0 * case.get("sd").map_or(1.0, number);
        let weights = row(&attend(&scores(&[vec![-0.5 * gap, 0.5 * gap]], Mask::default())).weights, 0);
        let [smaller, larger] = weights[..] else { panic!("two weights") };
        assert_row(id(&case), "larger weight", &[larger], &[number(&case["larger_weight"])], close);
        let product = number(&case["p_times_1_minus_p"]);
        assert_row(id(&case), "p(1−p)", &[larger * smaller], &[product], close);
        // J = p(1−p) [[1, −1], [−1, 1]], whose norm is 2 p(1−p).
        assert_row(id(&case), "jacobian", &[jacobian_norm(&weights)], &[2.0 * product], close);
        if let Some(rest) = case.get("one_minus_larger_weight") {
            assert_row(id(&case), "1−p", &[smaller], &[number(rest)], close);
        }
    }
}

#[test]
fn hard_rows_of_softmax() {
    // Relative: a weight of 1e−300 is no 0, and its entropy and gradient are not either.
    let close = Tolerance::Relative(1e-13);
    for case in cases("softmax.json") {
        let weights = softmax(&numbers(&case["logits"])).weights;
        assert_row(id(&case), "weights", &weights, &numbers(&case["weights"]), close);
        let visible = number(&case["visible"]);
        let statistics = RowStatistics::new(&weights, visible as usize);
        assert_row(id(&case), "entropy", &[statistics.entropy], &[number(&case["entropy"])], close);
        assert_row(id(&case), "jacobian", &[statistics.jacobian_norm], &[number(&case["jacobian_norm"])], close);
        assert_row(id(&case), "largest", &[statistics.largest], &[number(&case["largest"])], close);
        assert_row(id(&case), "ceiling", &[statistics.ceiling], &[visible.ln()], close);
        assert!(!statistics.entropy.is_sign_negative(), "{}: entropy {}", id(&case), statistics.entropy);
    }
}

#[test]
fn every_stage_on_awkward_shapes() {
    for case in cases("attention.json") {
        let at = |name: &str| matrix(&case["source"][name]);
        let source = match &case["source"] {
            source if source.get("x").is_some() => {
                Source::Tokens { x: at("x"), wq: at("wq"), wk: at("wk"), wv: at("wv") }
            }
            source if source.get("q").is_some() => qkv(at("q"), at("k"), at("v")),
            source => Source::Scores { scores: at("scores"), v: at("v"), d_k: number(&source["d_k"]) as usize },
        };
        let scaling = match case["scaling"].as_str() {
            Some("none") => Scaling::None,
            Some("sqrt") => Scaling::Sqrt,
            Some("dk") => Scaling::Dk,
            Some("2sqrt") => Scaling::TwoSqrt,
            _ => Scaling::divisor(number(&case["scaling"])).expect("a divisor"),
        };
        let causal = match case["causal"].as_str().expect("a mask") {
            "causal" => Causal::TopLeft,
            "causal-br" => Causal::BottomRight,
            _ => Causal::None,
        };
        let mask = Mask { causal, ..Mask::padding(indices(&case["padding"])) };
        let inputs = inputs(source, scaling, mask);
        let trace = attend(&inputs);
        for name in [Name::Q, Name::K, Name::V].into_iter().filter(|name| case.get(name.id()).is_some()) {
            let found = inputs.matrix(name).expect("a projection");
            assert_close(id(&case), name.id(), found, &matrix(&case[name.id()]), CLOSE);
        }
        for name in [Name::Scores, Name::Scaled, Name::Masked, Name::Exponentials, Name::Weights, Name::Output] {
            let found = trace.matrix(name).expect("a stage");
            assert_close(id(&case), name.id(), found, &matrix(&case[name.id()]), CLOSE);
        }
        let statistics: Vec<RowStatistics> = (0..inputs.queries()).map(|i| trace.statistics(i)).collect();
        let norms: Vec<f64> = statistics.iter().map(|row| row.jacobian_norm).collect();
        for (field, found) in [
            ("row_max", &trace.row_max),
            ("row_sum", &trace.row_sum),
            ("entropy", &entropies(&trace)),
            ("jacobian_norm", &norms),
        ] {
            assert_row(id(&case), field, found, &numbers(&case[field]), CLOSE);
        }
        assert_row(id(&case), "divisor", &[inputs.divisor()], &[number(&case["divisor"])], CLOSE);
        assert_eq!(trace.empty_rows, indices(&case["empty_rows"]), "{}: empty rows", id(&case));
        assert_eq!(trace.visible, indices(&case["visible"]), "{}: visible keys", id(&case));
        for (i, statistics) in statistics.iter().enumerate() {
            let ceiling = (trace.visible[i].max(1) as f64).ln();
            assert_row(id(&case), "ceiling", &[statistics.ceiling], &[ceiling], CLOSE);
            assert!(trace.visible[i] > 0 || ceiling == 0.0);
        }
        let shifted = Matrix::from_fn(inputs.queries(), inputs.keys(), |i, j| {
            let masked = trace.masked[(i, j)];
            if masked == f64::NEG_INFINITY { masked } else { masked - trace.row_max[i] }
        });
        assert!(same_bits_all(&trace.shifted, &shifted), "{}: shifted", id(&case));
    }
}

/// What a causal mask with padding hides, drawn: a row for each query, `1` where it sees the key.
fn drawn(mask: &Mask, queries: usize, keys: usize) -> String {
    let row = |i| (0..keys).map(|j| if mask.hides(i, j, queries, keys).any() { '0' } else { '1' }).collect::<String>();
    (0..queries).map(row).collect::<Vec<_>>().join(" ")
}

#[test]
fn corners_of_the_causal_mask() {
    let (top_left, bottom_right) = (Mask::from(Causal::TopLeft), Mask::from(Causal::BottomRight));
    assert_eq!(drawn(&top_left, 2, 5), "10000 11000");
    assert_eq!(drawn(&bottom_right, 2, 5), "11110 11111");
    assert_eq!(drawn(&top_left, 5, 2), "10 11 11 11 11");
    assert_eq!(drawn(&bottom_right, 5, 2), "00 00 00 10 11");
    // Two new queries on a cache of two.
    assert_eq!(drawn(&bottom_right, 2, 4), "1110 1111");
    assert_eq!(drawn(&top_left, 2, 4), "1000 1100");
    for mask in [&top_left, &bottom_right] {
        assert_eq!(drawn(mask, 3, 3), "100 110 111");
    }
    assert_eq!(drawn(&Mask::default(), 2, 3), "111 111");
    assert_eq!(drawn(&bottom_right, 1, 4), "1111");
    assert_eq!(drawn(&top_left, 1, 4), "1000");
    assert_eq!(drawn(&top_left, 4, 1), "1 1 1 1");
    assert_eq!(drawn(&bottom_right, 4, 1), "0 0 0 1");
}

#[test]
fn padding_hides_columns_and_says_why() {
    assert_eq!(drawn(&padding(&[2]), 3, 3), "110 110 110");
    let both = Mask { causal: Causal::TopLeft, ..Mask::padding([2]) };
    assert_eq!(both.hides(0, 2, 3, 3), Hidden { causal: true, padding: true, ..Hidden::default() });
    assert_eq!(both.hides(0, 1, 3, 3), Hidden { causal: true, ..Hidden::default() });
    assert_eq!(both.hides(2, 2, 3, 3), Hidden { padding: true, ..Hidden::default() });
    assert_eq!(both.hides(2, 1, 3, 3), Hidden::default());
    assert!(!both.hides(2, 1, 3, 3).any());
    // Three tokens, the last of them padding, all scores equal: every row shares between the first two.
    let trace = attend(&scores(&vec![vec![0.0; 3]; 3], padding(&[2])));
    assert_eq!(trace.weights, Matrix::from_fn(3, 3, |_, j| if j < 2 { 0.5 } else { 0.0 }));
}

#[test]
fn padding_beyond_the_last_key_is_dropped() {
    let base = scores(&[vec![1.0, 2.0]], padding(&[1, 2, 9]));
    assert_eq!(base.mask().padding, BTreeSet::from([1]));
    assert_eq!(base.with_mask(padding(&[0, 5])).mask().padding, BTreeSet::from([0]));
    assert_eq!(base.with_size(Dimension::Keys, 1).mask().padding, BTreeSet::new());
}

#[test]
fn what_grows_is_seen_and_has_no_bias() {
    let bias = Some(row_matrix(&[0.5, -2.0]));
    let mask = Mask { bias, ..Mask::default().with_drawn(&[vec![false, true]]) };
    let grown = scores(&[vec![1.0, 2.0]], mask).with_size(Dimension::Keys, 3).with_size(Dimension::Queries, 2);
    let seen = |i: usize| (0..3).map(|j| !grown.mask().hides(i, j, 2, 3).any()).collect::<Vec<_>>();
    assert_eq!([seen(0), seen(1)], [[false, true, true], [true, true, true]]);
    let bias = |i: usize| (0..3).map(|j| grown.mask().bias_at(i, j)).collect::<Vec<_>>();
    assert_eq!([bias(0), bias(1)], [[0.5, -2.0, 0.0], [0.0, 0.0, 0.0]]);
}

#[test]
fn rows_without_a_key_are_zero_and_listed() {
    let source = || qkv(uneven(5, 3, 1), uneven(2, 3, 2), uneven(2, 4, 3));
    for (mask, empty) in [
        (Mask::from(Causal::BottomRight), vec![0, 1, 2]),
        (padding(&[0, 1]), vec![0, 1, 2, 3, 4]),
        (Mask { causal: Causal::TopLeft, ..Mask::padding([0]) }, vec![0]),
        (Mask { causal: Causal::BottomRight, ..Mask::padding([0]) }, vec![0, 1, 2, 3]),
    ] {
        let trace = attend(&inputs(source(), Scaling::Sqrt, mask));
        assert_eq!(trace.empty_rows, empty);
        for i in 0..5 {
            let is_empty = empty.contains(&i);
            let zeros = |m: &Matrix| row(m, i).iter().all(|x| x.to_bits() == 0);
            assert_eq!(zeros(&trace.weights), is_empty);
            assert_eq!(zeros(&trace.exponentials), is_empty);
            assert_eq!(zeros(&trace.output), is_empty);
            assert_eq!(trace.row_sum[i].to_bits() == 0, is_empty);
            assert_eq!(trace.row_max[i] == f64::NEG_INFINITY, is_empty);
            assert_eq!(trace.visible[i] == 0, is_empty);
            let statistics = trace.statistics(i);
            assert!(statistics.entropy.is_finite() && statistics.jacobian_norm.is_finite());
            if is_empty {
                let zero = RowStatistics { entropy: 0.0, ceiling: 0.0, largest: 0.0, jacobian_norm: 0.0 };
                assert_eq!(statistics, zero);
                assert!(!statistics.entropy.is_sign_negative());
            }
        }
    }
}

#[test]
fn nothing_leaks_from_under_a_hidden_key() {
    let mask = Mask { causal: Causal::TopLeft, ..Mask::padding([1]) };
    let (queries, keys) = (3, 5);
    let clean = inputs(qkv(uneven(queries, 2, 1), uneven(keys, 2, 4), uneven(keys, 3, 2)), Scaling::Sqrt, mask);
    let reference = attend(&clean);
    for poison in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX] {
        for j in 0..keys {
            let mut poisoned = clean.clone();
            for column in 0..2 {
                poisoned = poisoned.with_cell(Cell::new(Name::K, j, column), poison);
            }
            for column in 0..3 {
                poisoned = poisoned.with_cell(Cell::new(Name::V, j, column), poison);
            }
            let trace = attend(&poisoned);
            for i in (0..queries).filter(|&i| clean.mask().hides(i, j, queries, keys).any()) {
                for stage in [Name::Masked, Name::Exponentials, Name::Weights, Name::Output] {
                    let [a, b] = [&trace, &reference].map(|t| row(t.matrix(stage).expect("a stage"), i));
                    let same = a.iter().zip(&b).all(|(&a, &b)| same_bits(a, b));
                    assert!(same, "{poison} under key {j} leaks into row {i} of {}: {a:?}, not {b:?}", stage.id());
                }
                assert_eq!(trace.statistics(i), reference.statistics(i));
            }
        }
    }
    assert!(row(&reference.output, 0).iter().all(|x| x.is_finite()));
}

#[test]
fn a_nan_in_sight_is_seen() {
    for wrong in [f64::NAN, f64::INFINITY] {
        let trace = attend(&scores(&[vec![1.0, wrong, 0.5, 2.0], vec![1.0, 2.0, 3.0, 4.0]], padding(&[3])));
        let weights = row(&trace.weights, 0);
        assert!(weights[..3].iter().all(|p| p.is_nan()), "{weights:?}");
        assert_eq!(weights[3].to_bits(), 0, "a hidden key stays at 0");
        assert_eq!(trace.exponentials[(0, 3)].to_bits(), 0);
        assert!(trace.output[(0, 0)].is_nan());
        let statistics = trace.statistics(0);
        assert!(statistics.entropy.is_nan() && statistics.largest.is_nan() && statistics.jacobian_norm.is_nan());
        assert!(trace.empty_rows.is_empty());
        assert!(trace.statistics(1).entropy > 0.0, "the row below is untouched");
        assert!((trace.weights.row(1).sum() - 1.0).abs() < 1e-15);
    }
    for row in [[f64::NAN, 0.5], [0.5, f64::NAN]] {
        assert!(RowStatistics::new(&row, 2).largest.is_nan(), "a NaN is not outvoted by what follows it");
    }
    assert!(softmax(&[f64::NAN, f64::NEG_INFINITY]).max.is_nan());
    assert!(softmax(&[f64::NEG_INFINITY, f64::NAN]).max.is_nan());
    assert!(softmax(&[1.0, f64::NAN, 2.0]).sum.is_nan());
}

#[test]
fn scores_too_large_for_f64_are_shown_as_they_are() {
    let big = |q: f64, k: [f64; 2]| {
        let source = qkv(row_matrix(&[q]), Matrix::from_row_slice(2, 1, &k), uneven(2, 2, 0));
        attend(&inputs(source, Scaling::Sqrt, Mask::default()))
    };
    let overflow = big(1e200, [1e200, 1.0]);
    assert_eq!(overflow.scores[(0, 0)], f64::INFINITY);
    assert!(overflow.weights.iter().all(|p| p.is_nan()), "{}", overflow.weights);
    let underflow = big(1e200, [-1e200, 1.0]);
    assert_eq!(row(&underflow.weights, 0), [0.0, 1.0]);
    let finite = big(1e154, [1e154, -1e154]);
    assert_eq!(row(&finite.weights, 0), [1.0, 0.0]);
    assert!(finite.output.iter().all(|x| x.is_finite()));
}

#[test]
fn scalings() {
    let expected = [("none", 1.0), ("sqrt", 8.0), ("dk", 64.0), ("2sqrt", 16.0)];
    for (scaling, (id, divisor)) in
        [Scaling::None, Scaling::Sqrt, Scaling::Dk, Scaling::TwoSqrt].into_iter().zip(expected)
    {
        assert_eq!(attention_lab::choice::Choice::id(scaling), id);
        let source = Source::Scores { scores: row_matrix(&[16.0, 8.0, 0.0]), v: Matrix::identity(3, 3), d_k: 64 };
        let inputs = inputs(source, scaling, Mask::default());
        assert_eq!(inputs.divisor(), divisor);
        assert_eq!(row(&attend(&inputs).scaled, 0), [16.0 / divisor, 8.0 / divisor, 0.0]);
    }
    assert_eq!(Scaling::COMPARED, [Scaling::None, Scaling::Sqrt, Scaling::Dk]);
    assert_eq!(Scaling::divisor(2.5), Some(Scaling::Divisor(2.5)));
    for wrong in [0.0, -0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(Scaling::divisor(wrong), None, "{wrong}");
    }
}

#[test]
fn d_k_is_the_width_of_the_matrices() {
    let tokens = Source::Tokens { x: uneven(4, 3, 1), wq: uneven(3, 5, 2), wk: uneven(3, 5, 3), wv: uneven(3, 2, 4) };
    let tokens = inputs(tokens, Scaling::Dk, Mask::default());
    assert_eq!((tokens.queries(), tokens.keys(), tokens.d_k(), tokens.divisor()), (4, 4, 5, 5.0));
    assert_eq!(tokens.values().shape(), (4, 2));
    assert_eq!(tokens.with_size(Dimension::Dk, 9).divisor(), 9.0);
    let qkv = inputs(qkv(uneven(2, 7, 1), uneven(3, 7, 2), uneven(3, 4, 3)), Scaling::Sqrt, Mask::default());
    assert_eq!((qkv.queries(), qkv.keys(), qkv.d_k(), qkv.divisor()), (2, 3, 7, 7f64.sqrt()));
    let sizes = |inputs: &Inputs| Dimension::ALL.map(|dimension| inputs.size(dimension));
    assert_eq!(sizes(&tokens), [Some(4), Some(3), None, None, Some(5), Some(2)]);
    assert_eq!(sizes(&qkv), [None, None, Some(2), Some(3), Some(7), Some(4)]);
    let scores = scores(&[vec![1.0, 2.0, 3.0]], Mask::default());
    assert_eq!(sizes(&scores), [None, None, Some(1), Some(3), Some(1), Some(1)]);
    // The width behind given scores belongs to no matrix, and so has no largest size.
    assert_eq!(scores.with_size(Dimension::Dk, 4096).d_k(), 4096);
    assert_eq!(scores.with_size(Dimension::Dk, 0).d_k(), 1);
}

#[test]
fn shapes_that_do_not_fit_are_named() {
    let m = |rows, columns| uneven(rows, columns, 0);
    let error = |source| Inputs::new(source, Scaling::Sqrt, Mask::default()).expect_err("a shape that does not fit");
    let differs = |dimension, first, second| ShapeError::Differs { dimension, first, second };
    let tokens = |x, wq, wk, wv| error(Source::Tokens { x, wq, wk, wv });
    let empty = || Matrix::zeros(0, 2);
    assert_eq!(tokens(empty(), m(3, 2), m(3, 2), m(3, 2)), ShapeError::Empty(Name::X));
    assert_eq!(tokens(m(2, 3), Matrix::zeros(3, 0), m(3, 2), m(3, 2)), ShapeError::Empty(Name::WQ));
    assert_eq!(tokens(m(2, 3), m(3, 2), empty(), m(3, 2)), ShapeError::Empty(Name::WK));
    assert_eq!(tokens(m(2, 3), m(3, 2), m(3, 2), empty()), ShapeError::Empty(Name::WV));
    let model = |second| differs(Dimension::Model, (Name::X, 3), second);
    assert_eq!(tokens(m(2, 3), m(4, 2), m(3, 2), m(3, 2)), model((Name::WQ, 4)));
    assert_eq!(tokens(m(2, 3), m(3, 2), m(2, 2), m(3, 2)), model((Name::WK, 2)));
    assert_eq!(tokens(m(2, 3), m(3, 2), m(3, 2), m(5, 2)), model((Name::WV, 5)));
    let dk = differs(Dimension::Dk, (Name::WQ, 2), (Name::WK, 4));
    assert_eq!(tokens(m(2, 3), m(3, 2), m(3, 4), m(3, 1)), dk);
    let qkv = |q, k, v| error(qkv(q, k, v));
    assert_eq!(qkv(empty(), m(3, 2), m(3, 2)), ShapeError::Empty(Name::Q));
    assert_eq!(qkv(m(2, 3), empty(), m(3, 2)), ShapeError::Empty(Name::K));
    assert_eq!(qkv(m(2, 3), m(3, 3), empty()), ShapeError::Empty(Name::V));
    assert_eq!(qkv(m(2, 3), m(4, 2), m(4, 1)), differs(Dimension::Dk, (Name::Q, 3), (Name::K, 2)));
    assert_eq!(qkv(m(2, 3), m(4, 3), m(5, 1)), differs(Dimension::Keys, (Name::K, 4), (Name::V, 5)));
    let scores = |scores, v, d_k| error(Source::Scores { scores, v, d_k });
    assert_eq!(scores(empty(), m(2, 1), 1), ShapeError::Empty(Name::Scores));
    assert_eq!(scores(m(2, 3), empty(), 1), ShapeError::Empty(Name::V));
    assert_eq!(scores(m(2, 3), m(3, 1), 0), ShapeError::NoWidth);
    assert_eq!(scores(m(2, 3), m(2, 1), 1), differs(Dimension::Keys, (Name::Scores, 3), (Name::V, 2)));
}

#[test]
fn edits_reach_the_typed_matrices_alone() {
    let tokens = Source::Tokens { x: uneven(2, 3, 1), wq: uneven(3, 2, 2), wk: uneven(3, 2, 3), wv: uneven(3, 4, 4) };
    let base = inputs(tokens, Scaling::Sqrt, Mask::default());
    for (name, row, column) in [(Name::X, 1, 2), (Name::WQ, 2, 1), (Name::WK, 0, 1), (Name::WV, 2, 3)] {
        let edited = base.with_cell(Cell::new(name, row, column), -0.0);
        for &other in base.typed() {
            let (before, mut after) =
                (base.matrix(other).expect("there"), edited.matrix(other).expect("there").clone());
            if other == name {
                assert!(same_bits(after[(row, column)], -0.0));
                after[(row, column)] = before[(row, column)];
            }
            assert!(same_bits_all(before, &after));
        }
        // The projections follow.
        let q = edited.matrix(Name::X).expect("X") * edited.matrix(Name::WQ).expect("WQ");
        assert_close("edited", "Q", edited.matrix(Name::Q).expect("Q"), &q, CLOSE);
    }
    for cell in
        [Cell::new(Name::Q, 0, 0), Cell::new(Name::Weights, 0, 0), Cell::new(Name::X, 2, 0), Cell::new(Name::WV, 0, 4)]
    {
        assert_eq!(base.with_cell(cell, 9.0), base, "{cell} is not there to edit");
    }
    let filled = base.filled(|name, rows, columns| Matrix::from_element(rows, columns, name as usize as f64));
    for &name in base.typed() {
        let matrix = filled.matrix(name).expect("there");
        assert_eq!(matrix.shape(), base.matrix(name).expect("there").shape());
        assert!(matrix.iter().all(|&x| x == name as usize as f64));
    }
    assert_eq!(value(&base, &attend(&base), Cell::new(Name::X, 1, 2)), Some(uneven(2, 3, 1)[(1, 2)]));
}

#[test]
fn inputs_are_equal_when_all_that_decides_the_result_is() {
    let base = scores(&[vec![1.0, 2.0]], padding(&[1]));
    assert_eq!(base, base.clone());
    assert_ne!(base, base.with_scaling(Scaling::Sqrt));
    assert_ne!(base, base.with_mask(padding(&[0])));
    assert_ne!(base, base.with_mask(Mask { causal: Causal::TopLeft, ..base.mask().clone() }));
    assert_ne!(base, base.with_size(Dimension::Dk, 2));
    assert_ne!(base, base.with_cell(Cell::new(Name::V, 1, 0), 9.0));
    assert_ne!(base, base.with_cell(Cell::new(Name::Scores, 0, 1), 9.0));
    assert_ne!(base, base.from_qkv());
    // A projection that is not a number follows from the source, and does not tell two equal sources apart.
    let source = |x| Source::Tokens { x, wq: uneven(1, 1, 1), wk: uneven(1, 1, 1), wv: row_matrix(&[0.0]) };
    let infinite = inputs(source(row_matrix(&[f64::INFINITY])), Scaling::Sqrt, Mask::default());
    assert!(infinite.matrix(Name::V).expect("V")[(0, 0)].is_nan());
    assert_eq!(infinite, infinite.clone());
}

#[test]
fn mask_after_softmax_and_its_repair() {
    let inputs = scores(&[vec![1.0, 2.0, 3.0]], padding(&[2]));
    let wrong = faults::mask_after_softmax(&inputs);
    let three_digits = Tolerance::Absolute(5e-5);
    assert_row("mask after softmax", "weights", &row(&wrong, 0), &[0.0900, 0.2447, 0.0], three_digits);
    assert!((wrong.sum() - 0.3348).abs() < 5e-5);
    let right = attend(&inputs).weights;
    assert_row("mask before softmax", "weights", &row(&right, 0), &[0.2689, 0.7311, 0.0], three_digits);
    assert_close("repaired", "weights", &faults::mask_after_softmax_renormalised(&inputs), &right, CLOSE);
    let empty = scores(&[vec![1.0, 2.0]], padding(&[0, 1]));
    assert_eq!(faults::mask_after_softmax_renormalised(&empty), Matrix::zeros(1, 2));
}

#[test]
fn small_measures() {
    assert_eq!(entropy(&[]), 0.0);
    assert_eq!(entropy(&[1.0]).to_bits(), 0, "0, not −0");
    assert_eq!(jacobian_norm(&[0.0, 0.0, 1.0]), 0.0);
    assert_row("uniform", "entropy", &[entropy(&[0.25; 4])], &[4f64.ln()], CLOSE);
    assert_eq!(mean_and_error(&[2.0]), (2.0, None));
    let (mean, error) = mean_and_error(&[1.0, 2.0, 3.0, 6.0]);
    assert_eq!(mean, 3.0);
    // Variance 14/3 over n − 1 = 3, over n = 4.
    assert_row("four numbers", "error", &[error.expect("an error")], &[(14f64 / 3.0 / 4.0).sqrt()], CLOSE);
    assert_eq!(from_rows(&[]), None);
    assert_eq!(from_rows(&[vec![]]), None);
    assert_eq!(from_rows(&[vec![1.0], vec![1.0, 2.0]]), None);
    let matrix = from_rows(&[vec![1.0, 2.0, 3.0], vec![4.0, 5.0, 6.0]]).expect("a matrix");
    assert_eq!((matrix.shape(), row(&matrix, 1)), ((2, 3), vec![4.0, 5.0, 6.0]));
}
