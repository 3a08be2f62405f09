//! Numbers inside of a calculation, where a sign of their own needs brackets.

use super::show_typed;

/// `value` as it stands in a product, a quotient or a difference: `2`, `3e−4`, but `(−2)` and `(1−3e−4)`.
pub fn operand(value: f64, decimals: usize) -> String {
    let text = show_typed(value, decimals);
    let signed = text.char_indices().any(|(at, c)| matches!(c, '−' | '+') && !text[..at].ends_with('e'));
    if signed { format!("({text})") } else { text }
}

/// The same at the beginning, where a minus reads well without: `−2 ÷ 3`, but `(1−3e−4) ÷ 3`.
pub fn first_operand(value: f64, decimals: usize) -> String {
    if value < 0.0 { format!("−{}", operand(-value, decimals)) } else { operand(value, decimals) }
}
