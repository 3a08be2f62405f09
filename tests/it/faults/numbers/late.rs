//! Masks that come too late, and slips by hand.

use super::*;

#[test]
fn what_renormalising_does_not_repair() {
    let inputs = scores(&[[0.0, 800.0, -1.0]], 1, Scaling::None, Mask::padding([1]));
    assert_eq!(row(&mask_after_softmax_renormalised(&inputs), 0), [0.0; 3]);
    assert_close("underflow", "right", &attend(&inputs).weights, &m(&[[ONE[0], 0.0, ONE[1]]]), CLOSE);
}

/// A finite bias is no mask: it stays before softmax, and what it hides by −∞ comes after.
#[test]
fn a_late_mask_keeps_the_bias() {
    let bias = Some(m(&[[2.0, 0.0, f64::NEG_INFINITY]]));
    let inputs = scores(&[[0.0, 0.0, 3.0]], 1, Scaling::None, Mask { bias, ..Mask::default() });
    let late = mask_after_softmax(&inputs);
    // Softmax of [2, 0, 3] without its last.
    assert_close("bias", "late", &late, &m(&[[0.25949646034241913, 0.03511902695933972, 0.0]]), CLOSE);
    assert_close("bias", "repaired", &mask_after_softmax_renormalised(&inputs), &m(&[[TWO[0], TWO[1], 0.0]]), CLOSE);
}

/// Of several masks a fault changes its own part alone.
#[test]
fn the_rest_of_the_mask_stays() {
    let weights = |fault: Fault, rows: &[[f64; 3]], mask: Mask| fault.wrong(&logits(rows, mask)).weights[0].clone();
    // What −∞ hid is seen, without it; the bias of the others counts.
    let bias = Some(m(&[[f64::NEG_INFINITY, 9.0, 2.0]]));
    let seen = weights(Fault::MaskPolarity, &[[0.0; 3]], Mask { bias, ..Mask::padding([2]) });
    assert_close("polarity", "weights", &seen, &m(&[[TWO[1], 0.0, TWO[0]]]), CLOSE);
    let keep = Some(DMatrix::from_fn(3, 3, |i, j| (i, j) != (0, 0)));
    let seen = weights(Fault::PaddingOnQueries, &[[0.0; 3]; 3], Mask { keep, ..Mask::padding([2]) });
    assert_close("padding", "weights", &seen, &m(&[[0.0, 0.5, 0.5], even(3), [0.0; 3]]), CLOSE);
    let window = Window { left: Some(1), right: None };
    let seen = weights(Fault::CacheOffset, &[[0.0; 3]; 3], Mask { window, ..causal(-1) });
    assert_close("offset", "weights", &seen, &m(&[even(1), even(2), [0.0, 0.5, 0.5]]), CLOSE);
}

#[test]
fn slips_by_hand() {
    let hidden = f64::NEG_INFINITY;
    let shares = shares_without_exponential(&m(&[[1.0, 2.0, hidden], [3.0, hidden, -1.0]]));
    assert_close("shares", "weights", &shares, &m(&[[1.0 / 3.0, 2.0 / 3.0, 0.0], [1.5, 0.0, -0.5]]), CLOSE);
    // Below zero the signs cancel.
    assert_close("shares", "negative", &shares_without_exponential(&m(&[[-3.0, 1.0]])), &m(&[[1.5, -0.5]]), CLOSE);
    let bias = Some(m(&[[0.0, hidden, hidden], [0.0, 0.0, hidden]]));
    let inputs = scores(&[[2.0, 7.0, 1.0], [0.0, 5.0, 1.0]], 1, Scaling::None, Mask { bias, ..Mask::default() });
    let columns = column_softmax(&inputs);
    assert_close("columns", "weights", &columns, &m(&[[TWO[0], 0.0, 0.0], [TWO[1], 1.0, 0.0]]), CLOSE);
}
