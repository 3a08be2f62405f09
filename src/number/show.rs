//! Numbers as the page and its links write them.

use super::decimal;

/// The shortest text that [`parse`](super::parse) and Rust read back to the same bits; in ASCII, for links and files.
pub fn exact(value: f64) -> String {
    let (plain, scientific) = (format!("{value}"), format!("{value:e}"));
    if plain.len() <= scientific.len() + 2 { plain } else { scientific }
}

/// Every digit of `value`, with the minus of typography.
pub fn full(value: f64) -> String {
    special(value).unwrap_or_else(|| exact(value).replace('-', "−"))
}

/// `value` at `decimals` places. What only rounds to 0 or to 1 is shown as it is: `3e−4`, `1−3e−4`.
pub fn show(value: f64, decimals: usize) -> String {
    shown(value, decimals, 0)
}

/// The same for an answer, with at least two significant digits: `3.4e−4`, `1−3.4e−4`.
pub fn show_answer(value: f64, decimals: usize) -> String {
    shown(value, decimals, 1)
}

// What has no more than `digits` significant digits at `decimals` places gets one more of them, as a power of ten.
fn shown(value: f64, decimals: usize, digits: usize) -> String {
    if let Some(text) = special(value) {
        return text;
    }
    let fixed = format!("{value:.decimals$}");
    let rounded = decimal::parse(&fixed).unwrap_or(value);
    let least = 0.95 * 10f64.powi(digits as i32 - decimals as i32);
    let text = if value != 0.0 && rounded.abs() < least {
        format!("{value:.digits$e}")
    } else if value != 1.0 && rounded == 1.0 {
        let sign = if value < 1.0 { '-' } else { '+' };
        format!("1{sign}{:.digits$e}", (value - 1.0).abs())
    } else if value.abs() >= 1e7 {
        format!("{value:.decimals$e}")
    } else {
        fixed
    };
    text.replace('-', "−")
}

/// A typed number in a cell that is not being edited: all its digits where they fit, else as [`show`].
pub fn show_typed(value: f64, decimals: usize) -> String {
    let (all, rounded) = (full(value), show(value, decimals));
    let fraction = all.split_once('.').map_or(0, |(_, digits)| digits.len());
    if fraction <= decimals && all.chars().count() <= rounded.chars().count().max(9) { all } else { rounded }
}

/// A sum that is 1 in exact arithmetic: rounding noise of the last bits is not shown as a difference.
pub fn show_sum(value: f64, decimals: usize) -> String {
    if (value - 1.0).abs() < 1e-12 { show(1.0, decimals) } else { show(value, decimals) }
}

fn special(value: f64) -> Option<String> {
    if value.is_nan() {
        Some("NaN".to_owned())
    } else if value.is_infinite() {
        Some(if value > 0.0 { "∞" } else { "−∞" }.to_owned())
    } else {
        None
    }
}
