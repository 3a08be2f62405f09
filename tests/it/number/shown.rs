//! Numbers as they are shown.

use super::*;

#[test]
fn signs_within_an_operand_are_bracketed() {
    let cases = [
        (2.0, "2", "2"),
        (-2.0, "(−2)", "−2"),
        (3.35e-4, "3e−4", "3e−4"),
        (-3.35e-4, "(−3e−4)", "−3e−4"),
        (1.0003, "(1+3e−4)", "(1+3e−4)"),
        (0.999664, "(1−3e−4)", "(1−3e−4)"),
        (f64::NEG_INFINITY, "(−∞)", "−∞"),
    ];
    for (value, within, first) in cases {
        assert_eq!((operand(value, 3).as_str(), first_operand(value, 3).as_str()), (within, first));
    }
}

#[test]
fn what_only_rounds_to_0_or_1_is_shown_as_it_is() {
    let cases = [
        (0.0, 3, "0.000"),
        (1.0, 3, "1.000"),
        (0.248255, 3, "0.248"),
        (-1.5, 2, "−1.50"),
        (-0.9996, 3, "−1.000"),
        (3.35e-4, 3, "3e−4"),
        (-3.35e-4, 3, "−3e−4"),
        (2.06e-9, 4, "2e−9"),
        (5e-324, 6, "5e−324"),
        (0.0006, 3, "0.001"),
        (0.999664, 3, "1−3e−4"),
        (0.99999988746, 3, "1−1e−7"),
        (1.0 - f64::EPSILON / 2.0, 6, "1−1e−16"),
        (1.0003, 3, "1+3e−4"),
        (1.0 + f64::EPSILON, 6, "1+2e−16"),
        (0.9994, 3, "0.999"),
        (1234567.891, 2, "1234567.89"),
        (12345678.9, 3, "1.235e7"),
        (-1e300, 2, "−1.00e300"),
        // Half of the last place, which f64 holds a little too small or exactly.
        (5e-7, 6, "5e−7"),
        (0.5, 0, "5e−1"),
        (f64::NAN, 3, "NaN"),
        (f64::INFINITY, 3, "∞"),
        (f64::NEG_INFINITY, 3, "−∞"),
    ];
    for (value, decimals, expected) in cases {
        assert_eq!(show(value, decimals), expected, "{value:e} at {decimals}");
    }
}

#[test]
fn typed_numbers_keep_their_digits_where_they_fit() {
    for (value, decimals, expected) in [
        (1.0, 3, "1"),
        (-2.0, 3, "−2"),
        (0.5, 3, "0.5"),
        (0.125, 3, "0.125"),
        (0.125, 2, show(0.125, 2).as_str()),
        (1e-9, 3, "1e−9"),
        (2f64.sqrt(), 3, "1.414"),
        (0.9999, 3, "1−1e−4"),
        (0.0, 3, "0"),
        (1234567.5, 3, "1234567.5"),
        (-1234567.25, 3, "−1234567.25"), // all its digits are shorter than three decimals
        (-123456.789, 6, "−123456.789"),
        (12345678.5, 3, "1.235e7"),
    ] {
        assert_eq!(show_typed(value, decimals), expected, "{value:e} at {decimals}");
    }
    assert_eq!(full(-0.1), "−0.1");
    assert_eq!(full(2f64.sqrt()), "1.4142135623730951");
    assert_eq!([f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(full), ["NaN", "∞", "−∞"]);
    assert_eq!(exact(-0.0), "-0");
    assert_eq!(exact(1e300), "1e300");
    assert_eq!(show_sum(1.0 - 2.3e-16, 3), "1.000");
    assert_eq!(show_sum(0.0, 3), "0.000");
    assert_eq!(show_sum(0.3348, 3), "0.335");
    assert_eq!(show_sum(1.0 - 1e-9, 3), "1−1e−9");
    assert_eq!(show_sum(f64::NAN, 3), "NaN");
}
