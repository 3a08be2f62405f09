//! What holds for every number and every text.

use super::*;

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
