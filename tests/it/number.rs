//! Numbers as learners type, paste and read them.

use attention_lab::number::NumberError::{
    DivisionByZero, Empty, Logarithm, NegativeRoot, NotANumber, NotFinite, TooSmall,
};
use attention_lab::number::block::{self, BlockError};
use attention_lab::number::{exact, first_operand, full, operand, parse, show, show_sum, show_typed};
use proptest::prelude::*;

use crate::fixture::same_bits;
use crate::laws::config;

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

// The rows of a block.
fn parse_block(text: &str) -> Result<Vec<Vec<f64>>, BlockError> {
    assert!(block::is_block(text), "{text:?} is more than a number");
    block::read(text).map(|block| block.rows)
}

fn entry(row: usize, column: usize, word: &str, why: attention_lab::number::NumberError) -> BlockError {
    BlockError::Entry(row, column, word.to_owned(), why)
}

#[test]
fn blocks_are_read_from_tables_and_prints() {
    let two_by_three = vec![vec![1.0, 2.5, -3.0], vec![4.0, 0.0, 6e-3]];
    for text in [
        "1\t2.5\t-3\n4\t0\t6e-3",
        "1\t2.5\t-3\r\n4\t0\t6e-3\r\n",
        "1, 2.5, -3\n4, 0, 6e-3",
        "1,2.5,-3;4,0,6e-3",
        "1，2.5，－3；4，0，6e-3",
        "1、2.5、−3\n4、0、6e-3",
        "  1   2.5  -3 \n\n 4 0 6e-3  \n",
        "[[1, 2.5, -3], [4, 0, 6e-3]]",
        "[[ 1.   2.5 -3. ]\n [ 4.   0.   0.006]]",
        "[1, 2.5, -3]\n[4, 0, 6e-3]",
        "array([[ 1.   ,  2.5  , -3.   ],\n       [ 4.   ,  0.   ,  0.006]])",
        "np.array([[1, 2.5, -3], [4, 0, 6e-3]])",
        "array([[ 1. ,  2.5, -3. ], [ 4. ,  0. ,  0.006]], dtype=float32)",
        "tensor([[ 1.0000,  2.5000, -3.0000],\n        [ 4.0000,  0.0000,  0.0060]])",
        "tensor([[1., 2.5, -3.], [4., 0., 6e-3]], dtype=torch.float64)",
        "tensor([[1., 2.5, -3.], [4., 0., 6e-3]], device='cuda:0', grad_fn=<MmBackward0>)",
        "torch.tensor([[1., 2.5, -3.], [4., 0., 6e-3]])",
    ] {
        assert_eq!(parse_block(text), Ok(two_by_three.clone()), "{text}");
    }
    assert_eq!(parse_block("√2 1/2"), Ok(vec![vec![2f64.sqrt(), 0.5]]));
    assert_eq!(parse_block("[sqrt(4), 1]"), Ok(vec![vec![2.0, 1.0]]));
    assert!(!block::is_block("7") && !block::is_block(""));
    // A long row of a print is broken into lines; only the bracket ends it.
    assert_eq!(parse_block("[[1 2\n  3]\n [4 5\n  6]]"), Ok(vec![vec![1.0, 2.0, 3.0], vec![4.0, 5.0, 6.0]]));
    assert_eq!(parse_block("1 two 3"), Err(entry(1, 2, "two", NotANumber)));
    assert_eq!(parse_block("[[1, nan]]"), Err(entry(1, 2, "nan", NotFinite)));
    assert_eq!(parse_block("1 2\n3 1e999"), Err(entry(2, 2, "1e999", NotFinite)));
    assert_eq!(parse_block("[[1, ..., 3]]"), Err(BlockError::Elided));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, ..config() })]

    #[test]
    fn exact_numbers_come_back_to_the_bit(bits in any::<u64>()) {
        let value = f64::from_bits(bits);
        prop_assume!(value.is_finite());
        for text in [exact(value), full(value)] {
            prop_assert_eq!(parse(&text).map(f64::to_bits), Ok(bits), "{}", text);
        }
        prop_assert!(exact(value).chars().all(|c| c.is_ascii_digit() || ".e-".contains(c)), "{}", exact(value));
        prop_assert_eq!(exact(value).parse::<f64>().map(f64::to_bits), Ok(bits));
    }

    #[test]
    fn short_numbers_come_back_to_the_bit(thousandths in -100_000i32..100_000) {
        let value = f64::from(thousandths) / 1000.0;
        prop_assert_eq!(parse(&exact(value)).map(f64::to_bits), Ok(value.to_bits()));
        prop_assert_eq!(parse(&show(value, 3).replace("1−", "").replace("1+", "")).is_ok(), true);
    }

    #[test]
    fn noise_is_read_or_refused(text in "[-+−0-9.eE/*√()sqrtnaif ，。１∞]{0,16}") {
        if let Ok(value) = parse(&text) {
            prop_assert!(value.is_finite(), "{text:?} is read as {value}");
        }
        let _refused_or_read = block::read(&text);
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        prop_assert!(parse(&text).is_ok_and(f64::is_finite) || parse(&text).is_err());
        let _refused_or_read = block::read(&text);
    }

    #[test]
    fn nothing_is_shown_as_0_or_1_that_is_not(
        exponent in -17.0..9.0,
        negative in any::<bool>(),
        near_one in any::<bool>(),
        decimals in 0..=8usize,
    ) {
        let size = 10f64.powf(exponent) * if negative { -1.0 } else { 1.0 };
        let value = if near_one { 1.0 + size } else { size };
        let text = show(value, decimals);
        for exactly in [0.0, 1.0] {
            if value != exactly {
                prop_assert_ne!(&text, &show(exactly, decimals), "{:e}", value);
                prop_assert_ne!(text.trim_start_matches('−'), format!("{:.*}", decimals, 0.0), "{:e}", value);
            }
        }
        prop_assert!(!text.contains('-'), "a hyphen in {text}");
        // One digit is left of what is near 0 or 1, `decimals` of the rest.
        let (start, rest) = match text.strip_prefix("1−").or_else(|| text.strip_prefix("1+")) {
            Some(rest) => (1.0, format!("{}{rest}", if value < 1.0 { "-" } else { "" })),
            None => (0.0, text.clone()),
        };
        let shown = parse(&rest).expect("a number is shown");
        let allowed = if text.contains('e') { 0.51 * (value - start).abs() } else { 0.5 * 10f64.powi(-(decimals as i32)) };
        prop_assert!((shown + start - value).abs() <= allowed + 1e-9 * value.abs() + 1e-15, "{value:e} shown as {text}");
    }

    #[test]
    fn blocks_come_back(rows in proptest::collection::vec(proptest::collection::vec(-1e6..1e6, 3), 1..6)) {
        let text = |open: &str, between: &str, close: &str| {
            let row = |row: &Vec<f64>| row.iter().map(|&x| exact(x)).collect::<Vec<_>>().join(between);
            rows.iter().map(|r| format!("{open}{}{close}", row(r))).collect::<Vec<_>>().join("\n")
        };
        for text in [text("", "\t", ""), text("", ", ", ""), text("[", " ", "]"), format!("[{}]", text("[", ", ", "],"))] {
            prop_assert_eq!(parse_block(&text), Ok(rows.clone()), "{}", text);
        }
    }
}

#[test]
fn an_empty_cell_of_a_table_is_not_skipped() {
    for (block, row) in [("1\t\t3", 1), ("1,,3", 1), ("1,2\n3,,4", 2)] {
        assert_eq!(parse_block(block), Err(entry(row, 2, "", Empty)), "{block:?}");
    }
    assert_eq!(parse_block("1\t2\r\n3\t4\r\n"), Ok(vec![vec![1.0, 2.0], vec![3.0, 4.0]]));
    assert_eq!(parse_block("[[1., 2.],\n [3., 4.]]"), Ok(vec![vec![1.0, 2.0], vec![3.0, 4.0]]));
}

#[test]
fn a_print_with_what_is_no_number_says_so_and_loses_no_row() {
    let nan = "array([[1., 2.],\n [nan, 3.],[5.,6.]], dtype=float32)";
    assert_eq!(parse_block(nan), Err(entry(2, 1, "nan", NotFinite)));
    let inf = "tensor([[1., -inf], [2., 3.]], grad_fn=<AddBackward0>)";
    assert_eq!(parse_block(inf), Err(entry(1, 2, "-inf", NotFinite)));
    let tables = [
        ("1\t2\n\t3\n4\t5", 2, 1),
        ("1\t2\n\t\n4\t5", 2, 1),
        ("1,2\n,3", 2, 1),
        ("1\t\n3\t4", 1, 2),
        ("\t2\n3\t4", 1, 1),
    ];
    for (table, row, column) in tables {
        assert_eq!(parse_block(table), Err(entry(row, column, "", Empty)), "{table:?}");
    }
    let good = "tensor([[1., 2.],\n        [3., 4.]], dtype=torch.float64, requires_grad=True)";
    assert_eq!(parse_block(good), Ok(vec![vec![1.0, 2.0], vec![3.0, 4.0]]));
}
