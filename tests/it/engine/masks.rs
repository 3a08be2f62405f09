//! Masks against their definitions, and what does not pass them.

use super::*;

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
