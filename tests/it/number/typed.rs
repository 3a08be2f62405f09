//! Numbers as they are typed.

use super::*;

#[test]
fn what_learners_type() {
    let cases = [
        ("0.5", 0.5),
        ("-1e-3", -1e-3),
        ("1E5", 1e5),
        ("1e+5", 1e5),
        (".5", 0.5),
        ("5.", 5.0),
        ("+3", 3.0),
        ("007", 7.0),
        ("1/2", 0.5),
        ("1/3", 1.0 / 3.0),
        ("1/2/2", 0.25),
        ("-1/4", -0.25),
        ("1/-4", -0.25),
        ("--2", 2.0),
        ("√2", 2f64.sqrt()),
        ("-√2", -(2f64.sqrt())),
        ("√0", 0.0),
        ("√√16", 2.0),
        ("2√3", 2.0 * 3f64.sqrt()),
        ("2√3/2", 3f64.sqrt()),
        ("1/√2", 1.0 / 2f64.sqrt()),
        ("√(1/4)", 0.5),
        ("sqrt(2)", 2f64.sqrt()),
        ("sqrt2", 2f64.sqrt()),
        ("2sqrt(9)", 6.0),
        ("2*3", 6.0),
        ("2×3", 6.0),
        ("2·3", 6.0),
        ("6÷4", 1.5),
        ("(1/2)", 0.5),
        ("((3))", 3.0),
        ("-(2)", -2.0),
        // From a Chinese keyboard.
        ("１．５", 1.5),
        ("１。５", 1.5),
        ("－２", -2.0),
        ("＋２", 2.0),
        ("１／２", 0.5),
        ("（１／２）", 0.5),
        ("１ｅ－３", 1e-3),
        ("√２", 2f64.sqrt()),
        // As printed.
        ("−2", -2.0),
        ("–2", -2.0),
        ("3e−4", 3e-4),
        ("  4 ", 4.0),
        ("\u{3000}4\u{3000}", 4.0),
        ("1 / 2", 0.5),
        ("- 3", -3.0),
        ("√ 4", 2.0),
        ("( 1 / 2 )", 0.5),
        // The ends of f64.
        ("1.7976931348623157e308", f64::MAX),
        ("5e-324", f64::from_bits(1)),
        ("0e999", 0.0),
        ("0.0000000000000000000000000000001", 1e-31),
    ];
    for (text, expected) in cases {
        let found = parse(text);
        assert!(found.is_ok_and(|value| same_bits(value, expected)), "{text:?} is read as {found:?}, not {expected:e}");
    }
    for (text, sign) in [("0", false), ("-0", true), ("−0", true), ("-0.0", true), ("0/5", false), ("-0/5", true)] {
        let value = parse(text).expect("a zero");
        assert!(value == 0.0 && value.is_sign_negative() == sign, "{text:?} is read as {value:?}");
    }
}

/// What learners write for an answer, and the page itself in its texts; reference values from mpmath 1.3 at 30 digits.
#[test]
fn answers_are_read_as_they_are_written() {
    let cases = [
        ("e^-0.7071", 0.493_072_034_997_353_7),
        ("e^(−0.7071)", 0.493_072_034_997_353_7),
        ("exp(-1)", 0.367_879_441_171_442_3),
        ("e^(−1)", 0.367_879_441_171_442_3),
        ("1/e", 0.367_879_441_171_442_3),
        ("e", std::f64::consts::E),
        ("-e", -std::f64::consts::E),
        ("2*e^-8", 6.709_252_558_050_237e-4),
        ("e^-1/2", 0.183_939_720_585_721_17),
        ("e^(-1/2)", 0.606_530_659_712_633_4),
        ("exp −1", 0.367_879_441_171_442_3),
        ("ln 3", 1.098_612_288_668_109_7),
        ("ln(3)", 1.098_612_288_668_109_7),
        ("ln 1000/2", 3.453_877_639_491_069),
        ("ln(1/2)", -std::f64::consts::LN_2),
        ("ln e", 1.0),
        ("25%", 0.25),
        ("25 %", 0.25),
        ("２５％", 0.25),
        ("-5%", -0.05),
        ("1/2%", 50.0),
        ("√25%", 0.5),
    ];
    for (text, expected) in cases {
        let found = parse(text).unwrap_or_else(|error| panic!("{text:?}: {error:?}"));
        assert!((found - expected).abs() <= 1e-15 * expected.abs(), "{text:?} is read as {found:e}, not {expected:e}");
    }
}

#[test]
fn what_is_no_number_says_why() {
    let cases = [
        ("", Empty),
        ("   ", Empty),
        ("\u{3000}", Empty),
        ("abc", NotANumber),
        (".", NotANumber),
        ("-", NotANumber),
        ("e5", NotANumber),
        ("1e", NotANumber),
        ("1e+", NotANumber),
        ("1e5.5", NotANumber),
        ("1.2.3", NotANumber),
        ("1..2", NotANumber),
        ("1,5", NotANumber),
        ("1，5", NotANumber),
        ("0x10", NotANumber),
        ("1_000", NotANumber),
        ("2+3", NotANumber),
        ("5-3", NotANumber),
        ("1/", NotANumber),
        ("/2", NotANumber),
        ("2*", NotANumber),
        ("√", NotANumber),
        ("2√", NotANumber),
        ("√4√", NotANumber),
        ("sqr(2)", NotANumber),
        ("s", NotANumber),
        ("2s", NotANumber),
        ("(2", NotANumber),
        ("2)", NotANumber),
        ("()", NotANumber),
        ("%", NotANumber),
        ("1%%", NotANumber),
        ("ln", NotANumber),
        ("exp", NotANumber),
        ("e^", NotANumber),
        ("2e^1", NotANumber),
        ("ex", NotANumber),
        ("ln 0", Logarithm),
        ("ln(-1)", Logarithm),
        ("exp(1000)", NotFinite),
        ("e^-1000", TooSmall),
        ("٣", NotANumber),
        ("一", NotANumber),
        ("nano", NotANumber),
        ("1e999", NotFinite),
        ("-1e999", NotFinite),
        ("1e99999999999999999999", NotFinite),
        ("1e308*10", NotFinite),
        ("1e308/1e-10", NotFinite),
        ("1e308*10/10", NotFinite),
        ("nan", NotFinite),
        ("NaN", NotFinite),
        ("inf", NotFinite),
        ("-inf", NotFinite),
        ("Infinity", NotFinite),
        ("∞", NotFinite),
        ("−∞", NotFinite),
        ("1/0", DivisionByZero),
        ("0/0", DivisionByZero),
        ("1/-0", DivisionByZero),
        ("1/√0", DivisionByZero),
        ("√-1", NegativeRoot),
        ("√(−4)", NegativeRoot),
        ("sqrt(-1/2)", NegativeRoot),
        ("1e-400", TooSmall),
        ("-1e-400", TooSmall),
        ("0.0001e-999999999999", TooSmall),
        ("1/1e-400", TooSmall),
    ];
    for (text, expected) in cases {
        assert_eq!(parse(text), Err(expected), "{text:?}");
    }
    let nested = |depth: usize| format!("{}1{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(parse(&nested(10)), Ok(1.0));
    for deep in [nested(100_000), "-".repeat(100_000), "√".repeat(100_000), "(".repeat(100_000), "-(".repeat(50_000)]
    {
        assert_eq!(parse(&deep), Err(NotANumber));
    }
}

/// Two numbers are not one: `1 2` is no 12, nor is `1. 5` 1.5.
#[test]
fn spaces_within_a_number_do_not_join_it() {
    for text in ["1 2", "1. 5", "1 .5", "1e 5", "1\u{3000}2", "√1 6", "s qrt(2)"] {
        assert_eq!(parse(text), Err(NotANumber), "{text:?}");
    }
}

/// What is not 0 does not turn into 0 unseen.
#[test]
fn a_product_too_small_for_f64_says_so() {
    for text in ["1e-200*1e-200", "1e-200/1e200", "-1e-300/1e300"] {
        assert_eq!(parse(text), Err(TooSmall), "{text:?}");
    }
    for zero in ["0*1e-300", "1e-300*0", "2√0", "0/1e300"] {
        assert_eq!(parse(zero), Ok(0.0), "{zero:?}");
    }
    assert_eq!(parse("1e-160*1e-160"), Ok(1e-160 * 1e-160));
}
