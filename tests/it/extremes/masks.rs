//! Masks at the ends of what they can be.

use super::*;

fn ahead_of(mask: &Mask, queries: usize, keys: usize) -> Vec<String> {
    let digit = |i, j| if mask.hides(i, j, queries, keys).any() { '0' } else { '1' };
    (0..queries).map(|i| (0..keys).map(|j| digit(i, j)).collect()).collect()
}

#[test]
fn a_cache_moves_the_diagonal_once() {
    let cache = Cache::new(Matrix::zeros(2, 1), Matrix::zeros(2, 1)).expect("as many");
    for causal in [Causal::TopLeft, Causal::BottomRight] {
        assert_eq!(ahead_of(&cache.mask(causal.into()), 2, 4), ["1110", "1111"], "{causal:?}");
        assert_eq!(ahead_of(&within_length(causal.into(), 3, 2, 6), 2, 6), ["110000", "111000"], "{causal:?}");
        // The window follows the same diagonal.
        let window = Window { left: Some(1), right: None };
        assert_eq!(ahead_of(&cache.mask(Mask { window, ..causal.into() }), 2, 4), ["0110", "0011"], "{causal:?}");
        // Fewer valid keys than queries; and more said to be valid than there are.
        assert_eq!(ahead_of(&within_length(causal.into(), 1, 2, 3), 2, 3), ["000", "100"], "{causal:?}");
        assert_eq!(ahead_of(&within_length(causal.into(), usize::MAX, 2, 3), 2, 3), ["110", "111"], "{causal:?}");
        assert_eq!(ahead_of(&within_length(causal.into(), 0, 2, 2), 2, 2), ["00", "00"], "{causal:?}");
    }
    assert_eq!(ahead_of(&cache.mask(Mask::default()), 2, 4), ["1111", "1111"]);
}

/// Told apart with numbers of any size: i128 holds every sum here, and the rule is written out once more.
#[test]
fn offsets_and_windows_of_any_size() {
    let offsets = [isize::MIN, isize::MIN + 1, -3, -1, 0, 1, 3, isize::MAX - 1, isize::MAX];
    let sides = [None, Some(0), Some(1), Some(isize::MAX as usize), Some(isize::MAX as usize + 1), Some(usize::MAX)];
    for (queries, keys) in [(2, 2), (1, 3), (3, 1)] {
        for causal in [Causal::None, Causal::TopLeft, Causal::BottomRight] {
            for offset in offsets {
                for (left, right) in sides.iter().flat_map(|&left| sides.map(|right| (left, right))) {
                    let mask = Mask { offset, window: Window { left, right }, ..causal.into() };
                    for (i, j) in (0..queries).flat_map(|i| (0..keys).map(move |j| (i, j))) {
                        let corner = if causal == Causal::BottomRight { keys as i128 - queries as i128 } else { 0 };
                        // The query's own place among the keys.
                        let own = i as i128 + corner + offset as i128;
                        let (j_, found) = (j as i128, mask.hides(i, j, queries, keys));
                        assert_eq!(found.causal, causal != Causal::None && j_ > own, "{mask:?} {i} {j}");
                        let before = left.is_some_and(|left| j_ < own - left as i128);
                        let after = right.is_some_and(|right| j_ > own + right as i128);
                        assert_eq!(found.window, before || after, "{mask:?} {i} {j}");
                    }
                }
            }
        }
    }
}

/// A NaN or ∞ upstream of one query stays with that query and the keys that it sees.
#[test]
fn upstream_nan_passes_no_mask() {
    let source = Source::Qkv {
        q: from_rows(&[vec![1.0], vec![0.0]]).expect("a matrix"),
        k: from_rows(&[vec![1.0], vec![-1.0]]).expect("a matrix"),
        v: from_rows(&[vec![1.0], vec![3.0]]).expect("a matrix"),
    };
    let inputs = Inputs::new(source, Scaling::None, Causal::TopLeft.into()).expect("shapes");
    for poison in [f64::NAN, f64::INFINITY] {
        let upstream = from_rows(&[vec![poison], vec![1.0]]).expect("a matrix");
        let gradients = backward(&inputs, &attend(&inputs), &upstream);
        // Query 2 weighs both keys with a half: dV = ½, dS = ½ · (3 − 2), dK = dS · q = 0, dQ = −½ · 1 + ½ · (−1).
        let [dq, dk] = gradients.queries_and_keys.expect("Q and K");
        assert_eq!(gradients.values[(1, 0)], 0.5);
        assert_eq!((gradients.logits[(0, 1)], gradients.logits[(1, 0)], gradients.logits[(1, 1)]), (0.0, -0.5, 0.5));
        assert_eq!((dk[(1, 0)], dq[(1, 0)]), (0.0, -1.0));
        assert!(!gradients.values[(0, 0)].is_finite() && dq[(0, 0)].is_nan() && dk[(0, 0)].is_nan());
    }
    // A row without a key gives nothing to anybody; a NaN under a hidden key is not read.
    let keep = nalgebra::DMatrix::from_row_slice(2, 2, &[false, false, true, false]);
    let masked = inputs.with_mask(Mask { keep: Some(keep), ..Mask::default() });
    let spoiled = [Name::K, Name::V]
        .iter()
        .fold(masked, |inputs, &name| inputs.with_cell(attention_lab::engine::cell::Cell::new(name, 1, 0), f64::NAN));
    let upstream = from_rows(&[vec![f64::NAN], vec![1.0]]).expect("a matrix");
    let gradients = backward(&spoiled, &attend(&spoiled), &upstream);
    let [dq, dk] = gradients.queries_and_keys.expect("Q and K");
    assert_eq!(gradients.values.as_slice(), [1.0, 0.0]);
    assert_eq!((dq.as_slice(), dk.as_slice()), (&[0.0, 0.0][..], &[0.0, 0.0][..]));
}

/// Where −1e9 stands in for −∞, a hidden key is a key: with its bias, and with a gradient.
#[test]
fn finite_constants_are_numbers_like_others() {
    for case in of_kind("constant") {
        let name = case["name"].as_str().expect("a name");
        let (scores, values) = (numbers(&case["scores"]), numbers(&case["values"]));
        let source = Source::Scores {
            scores: row_matrix(&scores),
            v: Matrix::from_column_slice(values.len(), 1, &values),
            d_k: 1,
        };
        let mask = Mask { bias: Some(row_matrix(&numbers(&case["bias"]))), ..Mask::padding(indices(&case["hidden"])) };
        let inputs = Inputs::new(source, Scaling::Divisor(0.5), mask).expect("shapes");
        let inputs = inputs.with_numerics(Numerics { constant: MaskConstant::Billion, ..Numerics::default() });
        // Divided by ½, so that the divisor shows in the gradient of the scores.
        let halves =
            inputs.filled(|name, _, _| inputs.matrix(name).expect("typed") * if name == Name::V { 1.0 } else { 0.5 });
        let trace = attend(&halves);
        // Next to 1e9 numbers are 1.2e−7 apart.
        let close = Tolerance::Absolute(1e-7);
        assert_row(name, "weights", &row(&trace.weights, 0), &numbers(&case["weights"]), close);
        let gradients = backward(&halves, &trace, &row_matrix(&[number(&case["upstream"])]));
        let expected = numbers(&case["gradient"]);
        let close = Tolerance::Absolute(4e-7);
        assert_row(name, "logits", &row(&gradients.logits, 0), &expected, close);
        let doubled: Vec<f64> = expected.iter().map(|g| 2.0 * g).collect();
        assert_row(name, "scores", &row(&gradients.scores, 0), &doubled, Tolerance::Absolute(8e-7));
    }
}
