//! Ticks and places along an axis.

use attention_lab::plots::axis::{Axis, Spread};
use proptest::prelude::*;

fn labels(spread: Spread, from: f64, to: f64, most: usize) -> Vec<String> {
    Axis::around(spread, [from, to]).ticks(most).into_iter().map(|tick| tick.label).collect()
}

#[test]
fn ticks_stand_at_round_numbers() {
    assert_eq!(labels(Spread::Linear, 0.0, 1.0, 6), ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
    assert_eq!(labels(Spread::Linear, 0.0, 1.0, 5), ["0", "0.5", "1.0"]);
    assert_eq!(labels(Spread::Linear, -1.0, 1.0, 5), ["−1.0", "−0.5", "0", "0.5", "1.0"]);
    assert_eq!(labels(Spread::Linear, 0.3, 4.85, 6), ["1", "2", "3", "4"]);
    assert_eq!(labels(Spread::Linear, 0.0, 20_000.0, 5), ["0", "5000", "10000", "15000", "20000"]);
    assert_eq!(labels(Spread::Linear, 0.0, 2e6, 5), ["0", "5e5", "1.0e6", "1.5e6", "2.0e6"]);
    assert_eq!(labels(Spread::Linear, 0.0, 2e-6, 3), ["0", "1e−6", "2e−6"]);
}

#[test]
fn a_logarithmic_axis_ticks_at_powers_of_two() {
    assert_eq!(labels(Spread::Log2, 1.0, 16.0, 5), ["1", "2", "4", "8", "16"]);
    assert_eq!(labels(Spread::Log2, 1.0, 1024.0, 6), ["1", "4", "16", "64", "256", "1024"]);
    assert_eq!(labels(Spread::Log2, 0.25, 2.0, 4), ["1/4", "1/2", "1", "2"]);
    assert_eq!(labels(Spread::Log2, 5.0, 7.0, 4), ["4", "8"]);
}

#[test]
fn doublings_are_equally_long() {
    let axis = Axis::around(Spread::Log2, [1.0, 16.0]);
    assert_eq!([1.0, 2.0, 4.0, 8.0, 16.0].map(|x| axis.share(x)), [0.0, 0.25, 0.5, 0.75, 1.0].map(Some));
}

#[test]
fn what_has_no_place_has_no_share() {
    let linear = Axis::around(Spread::Linear, [0.0, 2.0]);
    let log = Axis::around(Spread::Log2, [1.0, 4.0]);
    for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!((linear.share(x), log.share(x)), (None, None));
    }
    assert_eq!((log.share(0.0), log.share(-1.0)), (None, None));
    assert_eq!(linear.share(-1.0), Some(-0.5));
}

#[test]
fn an_axis_always_has_a_length() {
    let nothing: [f64; 0] = [];
    for spread in [Spread::Linear, Spread::Log2] {
        for values in [&nothing[..], &[f64::NAN], &[0.0], &[-3.0, f64::INFINITY], &[64.0], &[1e12], &[3.0, 3.0]] {
            let axis = Axis::around(spread, values.iter().copied());
            let (from, to) = axis.ends();
            assert!(from < to, "{spread:?} {values:?}");
            assert!(axis.ticks(6).len() >= 2, "{spread:?} {values:?} {:?}", axis.ticks(6));
        }
    }
}

proptest! {
    #[test]
    fn ticks_fit_and_differ(from in -1e6..1e6f64, length in 1e-6..1e6f64, most in 2usize..20) {
        let axis = Axis::around(Spread::Linear, [from, from + length]);
        check(axis, most)?;
        let rounded = axis.rounded(most);
        check(rounded, 2 * most + 2)?;
        prop_assert!(rounded.ends().0 <= from + 1e-6 * length && rounded.ends().1 >= from + length * (1.0 - 1e-6));
    }

    #[test]
    fn doublings_fit_and_differ(from in -20..20i32, doublings in 1..30i32, most in 2usize..20) {
        check(Axis::around(Spread::Log2, [f64::from(from).exp2(), f64::from(from + doublings).exp2()]), most)?;
    }
}

fn check(axis: Axis, most: usize) -> Result<(), TestCaseError> {
    let ticks = axis.ticks(most);
    prop_assert!((1..=most).contains(&ticks.len()), "{ticks:?}");
    prop_assert!(ticks.iter().all(|tick| axis.share(tick.value).is_some_and(|at| (-1e-6..=1.0 + 1e-6).contains(&at))));
    prop_assert!(
        ticks.windows(2).all(|pair| pair[0].value < pair[1].value && pair[0].label != pair[1].label),
        "{ticks:?}"
    );
    Ok(())
}
