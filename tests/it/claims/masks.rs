//! The numbers of the lesson on masks.

use super::*;
use attention_lab::engine::faults::{Fault, Scenario, mask_after_softmax, mask_after_softmax_renormalised};
use attention_lab::engine::mask::Window;

// Which of `keys` keys each of `queries` queries sees.
fn allowed(causal: Causal, queries: usize, keys: usize) -> Vec<String> {
    let mask = Mask::from(causal);
    let digit = |i, j| if mask.hides(i, j, queries, keys).any() { '0' } else { '1' };
    (0..queries).map(|i| (0..keys).map(|j| digit(i, j)).collect()).collect()
}

#[test]
fn masks() {
    let mut claims = Claims::default();
    claims.given("exact, indices, rows, sizes and typed numbers", "0 1 2 3 4 0.5");
    claims.given("PyTorch 2.9", "2.9");
    claims.given("a paper", "2020 2004.05150");
    let page = start("masks", "a");
    let trace = attend(&page);
    let of = |inputs: &Inputs, i: usize| row(&attend(inputs).weights, i - 1);
    let with = |mask: Mask| page.with_mask(mask);

    // Causal: row 1 sees key 1 alone, row 4 loses nothing.
    let open = with(Mask::default());
    let largest = of(&open, 1).iter().copied().enumerate().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(j, _)| j + 1);
    assert_eq!((largest, of(&page, 1), of(&page, 4)), (Some(3), vec![1.0, 0.0, 0.0, 0.0], of(&open, 4)));
    assert_eq!(row(&trace.output, 0), row(page.values(), 0));

    claims.all("0.6285 0.2312 0.1402 0", &softmax(&[2.0, 1.0, 0.5, f64::NEG_INFINITY]).weights);
    let causal = page.mask().clone();
    let padded = with(Mask { padding: [3].into(), ..causal.clone() });
    assert!((1..4).all(|i| of(&padded, i) == of(&page, i)) && of(&padded, 4) != of(&page, 4));
    assert!(attend(&with(Mask::padding([3]))).weights.column(3).iter().all(|&weight| weight == 0.0));

    let after: Vec<f64> = mask_after_softmax(&page).row_iter().map(|row| row.sum()).collect();
    assert!(after[0] < after[1] && after[0] < after[2] && (after[3] - 1.0).abs() < 1e-15, "{after:?}");
    assert!((mask_after_softmax_renormalised(&page) - &trace.weights).amax() < 1e-15);

    for (written, causal, queries, keys) in [
        ("10000 11000", Causal::TopLeft, 2, 5),
        ("11110 11111", Causal::BottomRight, 2, 5),
        ("1110 1111", Causal::BottomRight, 2, 4),
        ("1000 1100", Causal::TopLeft, 2, 4),
    ] {
        claims.given("truth values, compared here", written);
        assert_eq!(allowed(causal, queries, keys).join(" "), written);
    }

    let window = with(Mask { window: Window { left: Some(1), right: Some(0) }, ..causal.clone() });
    claims.all("0 0.330 0.670 0", &of(&window, 3));
    assert_eq!(attend(&window).visible, [1, 2, 2, 2]);
    claims.all("0.073 0.018 0.609 0.300", &of(&page, 4));
    let drawn = with(causal.clone().with_toggled(3, 2, 4, 4));
    claims.all("0.187 0.045 0 0.768", &of(&drawn, 4));
    let ratio = |inputs: &Inputs| of(inputs, 4)[3] / of(inputs, 4)[0];
    assert!((ratio(&drawn) - ratio(&page)).abs() < 1e-12);

    let setting = Scenario::from(page.clone());
    let wrong = &Fault::MaskPolarity.wrong(&setting).weights[0];
    claims.all("0 0.140 0.576 0.284", &row(wrong, 0));
    assert_eq!((row(wrong, 2), row(wrong, 3)), (vec![0.0, 0.0, 0.0, 1.0], vec![0.0; 4]));

    let empty = with(Mask { padding: [0].into(), ..causal.clone() });
    assert_eq!((attend(&empty).empty_rows, row(&attend(&empty).output, 0)), (vec![0], vec![0.0; 3]));

    // A NaN in the key and the value of key 4.
    let spoil = |inputs: &Inputs| {
        let inputs = typed(inputs, Name::K, &[(4, 1, f64::NAN), (4, 2, f64::NAN)]);
        Scenario::from(typed(&inputs, Name::V, &[(4, 1, f64::NAN), (4, 2, f64::NAN), (4, 3, f64::NAN)]))
    };
    let right = Fault::HiddenNan.right(&spoil(&page)).output;
    claims.all("1 0 0", &row(&right, 0));
    assert_eq!(right.rows(0, 3), trace.output.rows(0, 3));
    assert!(right.row(3).iter().all(|x| x.is_nan()));
    assert!(Fault::HiddenNan.wrong(&spoil(&page)).output.iter().all(|x| x.is_nan()));
    assert!(Fault::HiddenNan.right(&spoil(&padded)).output.iter().all(|x| x.is_finite()));
    assert!(Fault::HiddenNan.wrong(&spoil(&padded)).output.iter().all(|x| x.is_nan()));

    let asked = start("masks", "b");
    assert_eq!((asked.divisor(), of(&asked, 1)), (1.0, vec![1.0, 0.0, 0.0]));
    claims.given("powers of e", "-1 -2");
    claims.all("0.368 0.135", &[(-1f64).exp(), (-2f64).exp()]);
    check("masks", &claims);
}
