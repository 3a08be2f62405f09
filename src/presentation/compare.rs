//! What is said of the same scores under several scalings.

use super::names::subscript;
use crate::engine::inputs::Inputs;
use crate::engine::order::keys_by_logit;
use crate::engine::statistics::RowStatistics;
use crate::engine::trace::Trace;
use crate::number::show;
use crate::text::{Language, Text};

// More keys in order are no longer read.
const MOST_KEYS: usize = 8;

/// The order of the keys of row 1 by weight, which no positive divisor changes: `order in row 1 k₂ > k₁ = k₃`.
pub fn order_text(inputs: &Inputs, trace: &Trace, language: Language) -> String {
    let keys = keys_by_logit(inputs, trace, 0);
    if keys.is_empty() {
        return match trace.visible[0] {
            0 => Text { zh: "没有可看的键", en: "no key left" }.get(language).to_owned(),
            // None of them has an order.
            _ => show(f64::NAN, 0),
        };
    }
    let mut text = format!("{} ", Text { zh: "第 1 行的次序", en: "order in row 1" }.get(language));
    let logit = |key: usize| trace.masked[(0, key)];
    for (place, &key) in keys.iter().enumerate() {
        if place > 0 {
            text += if logit(keys[place - 1]) == logit(key) { " = " } else { " > " };
        }
        if place == MOST_KEYS {
            text += "…";
            break;
        }
        text.push('k');
        text += &subscript(key + 1);
    }
    text
}

/// The mean entropy of the rows, and what it is at most, in nats.
pub fn entropy_text(mean: &RowStatistics, language: Language, decimals: usize) -> String {
    let (entropy, ceiling) = (show(mean.entropy, decimals), show(mean.ceiling, decimals));
    match language {
        Language::En => format!("mean entropy {entropy} nat, ceiling {ceiling}"),
        Language::Zh => format!("平均熵 {entropy} nat，上限 {ceiling}"),
    }
}
