//! The four number formats.

use attention_lab::choice::Choice;
use attention_lab::engine::inputs::{Inputs, Source};
use attention_lab::engine::mask::{Causal, Mask};
use attention_lab::engine::matrix::{from_rows, row};
use attention_lab::engine::precision::{MaskConstant, Numerics, Precision};
use attention_lab::engine::scaling::Scaling;
use attention_lab::engine::softmax::softmax_in;
use attention_lab::engine::trace::attend;
use proptest::prelude::*;
use proptest::sample::select;

use crate::fixture::{Tolerance, assert_row, cases, number, unit_in_last_place};
use crate::laws::config;

const CLOSE: Tolerance = Tolerance::Absolute(1e-12);

#[test]
fn worked_precision() {
    let worked = cases("worked-examples.json").into_iter().find(|case| case["kind"] == "precision").expect("limits");
    let of = |field: &str| number(&worked[field]);
    let half = Precision::F16;
    assert_eq!(half.largest(), of("fp16_max"));
    assert_eq!(half.smallest_normal(), of("fp16_min_normal"));
    assert_eq!(half.smallest(), of("fp16_min_subnormal"));
    for (precision, field) in [
        (Precision::F16, "fp16_exp_overflow_above"),
        (Precision::F32, "f32_exp_overflow_above"),
        (Precision::F64, "f64_exp_overflow_above"),
    ] {
        assert_row(field, "limit", &[precision.exp_limit()], &[of(field)], CLOSE);
        assert!(precision.exp(of(field) - 0.01).is_finite());
        assert_eq!(precision.exp(of(field) + 0.01), f64::INFINITY, "{field}");
    }
    let relative = Tolerance::Relative(1e-12);
    assert_row("exp", "20", &[Precision::F64.exp(20.0)], &[of("exp_20")], relative);
    assert_row("exp", "88", &[Precision::F64.exp(88.0)], &[of("exp_88")], relative);
    assert!(Precision::F32.exp(88.0).is_finite() && Precision::F32.exp(88.73).is_infinite());
}

/// Bit patterns of the IEEE 754 and bfloat16 layouts, worked out by hand.
#[test]
fn rounding_is_to_the_nearest_even() {
    for (precision, x, rounded) in [
        (Precision::F16, 2049.0, 2048.0),
        (Precision::F16, 2051.0, 2052.0),
        (Precision::F16, 65519.0, 65504.0),
        (Precision::F16, 65520.0, f64::INFINITY),
        (Precision::F16, 1.5e-10, 0.0),
        (Precision::F16, 3.0e-8, 5.960464477539063e-8),
        (Precision::F16, -1e9, f64::NEG_INFINITY),
        (Precision::Bf16, 257.0, 256.0),
        (Precision::Bf16, 259.0, 260.0),
        (Precision::Bf16, -1e9, -998_244_352.0),
        (Precision::F32, 16_777_217.0, 16_777_216.0),
        (Precision::F32, 0.1, 0.100_000_001_490_116_12),
    ] {
        assert_eq!(precision.round(x), rounded, "{} of {x}", precision.id());
    }
    assert_eq!(unit_in_last_place(Precision::F16, 1.0), 2f64.powi(-10));
    assert_eq!(unit_in_last_place(Precision::Bf16, -3.0), 2f64.powi(-6));
    assert_eq!(unit_in_last_place(Precision::F16, 0.0), Precision::F16.smallest());
    // An operation rounds once: 2048 + 1 + 1 in fp16 loses both ones, the sum as one operation keeps them.
    assert_eq!(Precision::F16.add(Precision::F16.add(2048.0, 1.0), 1.0), 2048.0);
    assert_eq!(Precision::F16.sum([2048.0, 1.0, 1.0].into_iter()), 2050.0);
}

fn weights(numerics: Numerics, scores: &[f64], mask: Mask) -> Vec<f64> {
    let scores = from_rows(&[scores.to_vec()]).expect("a row");
    let v = attention_lab::engine::matrix::Matrix::identity(scores.ncols(), scores.ncols());
    let inputs = Inputs::new(Source::Scores { scores, v, d_k: 1 }, Scaling::None, mask).expect("shapes");
    row(&attend(&inputs.with_numerics(numerics)).weights, 0)
}

/// A fully hidden row of [2, 0]: −1e9 added in each format (CASES.md's `fully-masked-row`; NumPy float16, float32,
/// float64 and ml_dtypes bfloat16 agree).
#[test]
fn a_constant_in_place_of_infinity() {
    let both = || Mask::padding([0, 1]);
    let of = |precision, constant, mask| weights(Numerics { precision, naive: false, constant }, &[2.0, 0.0], mask);
    let billion = MaskConstant::Billion;
    let expected = [0.880797077977882, 0.119202922022118];
    assert_row("f64", "weights", &of(Precision::F64, billion, both()), &expected, Tolerance::Absolute(1e-7));
    assert_eq!(of(Precision::F32, billion, both()), [0.5, 0.5]);
    assert_eq!(of(Precision::Bf16, billion, both()), [0.5, 0.5]);
    assert!(of(Precision::F16, billion, both()).iter().all(|p| p.is_nan()));
    // Padding and causal both add the lowest number: −∞, and NaN where nothing is left.
    let twice = Mask { causal: Causal::TopLeft, offset: -2, ..both() };
    for precision in [Precision::F16, Precision::Bf16, Precision::F32, Precision::F64] {
        assert_eq!(of(precision, MaskConstant::Lowest, both()), [0.5, 0.5], "{}", precision.id());
        let nan = of(precision, MaskConstant::Lowest, twice.clone());
        assert!(nan.iter().all(|p| p.is_nan()), "{}: {nan:?}", precision.id());
        assert_eq!(of(precision, MaskConstant::Infinity, twice.clone()), [0.0, 0.0]);
    }
    // Where a key is left, each constant hides the other.
    for constant in MaskConstant::ALL {
        assert_eq!(of(Precision::F16, *constant, Mask::padding([1])), [1.0, 0.0], "{}", constant.id());
    }
}

#[test]
fn naive_softmax_overflows_where_the_stable_one_does_not() {
    for (precision, largest) in
        [(Precision::F16, 12.0), (Precision::Bf16, 90.0), (Precision::F32, 90.0), (Precision::F64, 710.0)]
    {
        let numerics = |naive| Numerics { precision, naive, ..Numerics::default() };
        let logits = [largest, 0.0];
        let naive = softmax_in(numerics(true), &logits);
        assert_eq!(naive.exponentials[0], f64::INFINITY, "{}", precision.id());
        assert!(naive.weights[0].is_nan() && naive.weights[1] == 0.0, "∞/∞ and 1/∞");
        let stable = softmax_in(numerics(false), &logits).weights;
        assert!(stable.iter().all(|p| p.is_finite()) && stable[0] > 0.999, "{stable:?}");
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn an_operation_is_exact_up_to_one_rounding(
        a in -300.0..300.0, b in 0.01..300.0, precision in select(Precision::ALL),
    ) {
        let (a, b) = (precision.round(a), precision.round(b));
        let half_unit = |exact: f64| 0.500001 * unit_in_last_place(precision, exact) + 1e-12 * exact.abs();
        for (found, exact) in [
            (precision.add(a, b), a + b),
            (precision.subtract(a, b), a - b),
            (precision.multiply(a, b), a * b),
            (precision.divide(a, b), a / b),
        ] {
            prop_assert!(found.is_finite() || exact.abs() > precision.largest());
            prop_assert!(!found.is_finite() || (found - exact).abs() <= half_unit(exact), "{found}, not {exact}");
            prop_assert_eq!(precision.round(found), found);
        }
    }

    #[test]
    fn the_next_number_is_one_unit_away(x in -6e4..6e4, precision in select(Precision::ALL)) {
        let x = precision.round(x);
        let unit = unit_in_last_place(precision, x);
        prop_assert!(unit > 0.0);
        prop_assert_eq!(precision.round(x.abs() + unit), x.abs() + unit);
        prop_assert!(precision.round(x.abs() + 0.49 * unit) == x.abs());
    }
}

/// Python's `struct` rounds 89.375 ÷ 68.375 so, which lies just above the middle of two numbers of fp16.
#[test]
fn a_quotient_just_above_the_middle_is_rounded_up() {
    assert_eq!(Precision::F16.divide(89.375, 68.375), 1.3076171875);
}

/// Numbers next to the middle of two of the format, nearer to it than f32 can tell; fp16 as Python's `struct` rounds them,
/// bf16 by its definition (8 bits, ties to even).
#[test]
fn next_to_the_middle_is_not_the_middle() {
    let two = |power: i32| 2f64.powi(power);
    for (x, half) in [
        (1.0 + two(-11) + two(-40), 1.0009765625),
        (1.0 + 3.0 * two(-11) - two(-40), 1.0009765625),
        (-1.0 - two(-11) - two(-40), -1.0009765625),
        (two(-25) + two(-60), 5.960464477539063e-8),
    ] {
        assert_eq!(Precision::F16.round(x), half, "{x}");
    }
    assert_eq!(Precision::Bf16.round(1.0 + two(-8) + two(-40)), 1.0078125);
    assert_eq!(Precision::Bf16.round(1.0 + 3.0 * two(-8) - two(-40)), 1.0078125);
    assert_eq!(Precision::Bf16.round(1.0 + two(-8)), 1.0);
}

/// 1 + 2⁻¹¹ is half way to the next number of fp16: rounded at each step, both halves are lost.
#[test]
fn products_and_sums_are_rounded_once() {
    let halves = [(1.0, 1.0), (2f64.powi(-11), 1.0), (0.5, 2f64.powi(-10))];
    assert_eq!(Precision::F16.dot(halves.into_iter()), 1.0009765625);
    assert_eq!(Precision::F16.sum(halves.into_iter().map(|(a, b)| a * b)), 1.0009765625);
}

/// NumPy: 10.003 is 10 in fp16, and e^10 is 22032 there, where e^10.003 would be 22096; −1e9 is −∞.
#[test]
fn operands_and_constants_are_of_the_format() {
    assert_eq!(Precision::F16.exp(10.003), 22032.0);
    assert_eq!(MaskConstant::Billion.value(Precision::F16), f64::NEG_INFINITY);
    assert_eq!(MaskConstant::Billion.value(Precision::F64), -1e9);
}
