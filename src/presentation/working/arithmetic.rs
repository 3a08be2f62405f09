//! The arithmetic of a derivation, with its numbers and the reasons of the mask.

use super::line::Line;
use crate::engine::cell::Cell;
use crate::engine::derivation::{Derivation, Term};
use crate::engine::inputs::Inputs;
use crate::engine::mask::Hidden;
use crate::engine::trace::Trace;
use crate::number::{first_operand, operand, show_typed};
use crate::presentation::names::subscript;
use crate::text::{Language, Text};

const COLON: Text = Text { zh: "：", en: ": " };

/// What is computed to get at the number of `derivation`, without its result.
pub(super) fn arithmetic(
    inputs: &Inputs,
    trace: &Trace,
    derivation: &Derivation,
    language: Language,
    decimals: usize,
) -> Vec<Line> {
    let say = |text: Text| text.get(language).to_owned();
    let number = |value: f64| show_typed(value, decimals);
    let colon = COLON.get(language);
    let mut lines = Vec::new();
    match derivation {
        Derivation::Given(_) => {
            lines.push(Line::plain(say(Text { zh: "给定的数，可以改。", en: "Given; you can change it." })))
        }
        Derivation::Dot(pairs) => {
            lines.push(Line::plain(sum_of_products(pairs, decimals)));
        }
        Derivation::Scaled { score, divisor } => {
            lines.push(Line::plain(format!(
                "{} ÷ {}",
                first_operand(score.value, decimals),
                operand(*divisor, decimals)
            )));
            lines.push(Line::soft(divisor_text(inputs, decimals)));
        }
        Derivation::Masked { scaled, softcap, bias, hidden } => {
            let before = softcap.map_or_else(
                || number(scaled.value),
                |cap| {
                    format!(
                        "{} · tanh({} ÷ {})",
                        operand(cap, decimals),
                        first_operand(scaled.value, decimals),
                        operand(cap, decimals)
                    )
                },
            );
            lines.push(Line::plain(match hidden.any() {
                // No sum: ∞ + (−∞) would be NaN.
                true if (scaled.value - f64::INFINITY).is_nan() => {
                    let replaced = Text { zh: "，换成 −∞", en: ", replaced by −∞" }.get(language);
                    format!("{}{colon}{before}{replaced}", reasons(*hidden, language))
                }
                true => format!("{}{colon}{before} + (−∞)", reasons(*hidden, language)),
                false => format!(
                    "{}{colon}{before} + {}",
                    say(Text { zh: "这个键可见", en: "the key is visible" }),
                    operand(*bias, decimals)
                ),
            }));
        }
        Derivation::Exp { hidden: true, .. } => {
            lines.push(Line::plain(say(Text {
                zh: "键被遮住：e^(−∞) = 0", en: "the key is hidden: e^(−∞) = 0"
            })));
        }
        Derivation::Exp { masked, row_max, .. } => {
            lines.push(Line::plain(format!(
                "{} m = {}",
                say(Text { zh: "这一行的最大值", en: "row maximum" }),
                number(*row_max)
            )));
            lines.push(Line::plain(format!("e^({} − {})", number(masked.value), operand(*row_max, decimals))));
        }
        Derivation::Quotient { row_sum, .. } if *row_sum == 0.0 => {
            lines.push(Line::plain(say(Text {
                zh: "没有可看的键：0/0，这里记为 0。",
                en: "No key left: 0/0, shown as 0.",
            })));
        }
        Derivation::Quotient { column, hidden, row, row_sum } => {
            for term in row {
                lines.push(Line::plain(exponential_text(inputs, trace, term, decimals, language)));
            }
            lines.push(Line::plain(format!("{} {}", say(Text { zh: "合计", en: "sum" }), number(*row_sum))));
            lines.push(Line::plain(match *hidden && row_sum.is_nan() {
                true => say(Text { zh: "键被遮住，不参与：0", en: "the key is hidden and left out: 0" }),
                false => {
                    format!("{} ÷ {}", operand(row[*column].value, decimals), operand(*row_sum, decimals))
                }
            }));
        }
        Derivation::Mix { pairs, skipped } => {
            lines.push(Line::plain(sum_of_products(pairs, decimals)));
            if !skipped.is_empty() {
                let keys: Vec<String> = skipped.iter().map(|key| format!("k{}", subscript(key + 1))).collect();
                lines.push(Line::soft(match language {
                    Language::En => format!("left out, hidden: {}", keys.join(", ")),
                    Language::Zh => format!("被遮住，不参与：{}", keys.join("、")),
                }));
            }
        }
    }
    lines
}

fn sum_of_products(pairs: &[(Term, Term)], decimals: usize) -> String {
    let product = |(a, b): &(Term, Term)| format!("{} × {}", operand(a.value, decimals), operand(b.value, decimals));
    if pairs.is_empty() { "0".to_owned() } else { pairs.iter().map(product).collect::<Vec<_>>().join(" + ") }
}

fn divisor_text(inputs: &Inputs, decimals: usize) -> String {
    use crate::engine::scaling::Scaling;
    let (d_k, divisor) = (inputs.d_k(), show_typed(inputs.divisor(), decimals));
    match inputs.scaling() {
        Scaling::None => "÷ 1".to_owned(),
        Scaling::Sqrt => format!("√d_k = √{d_k} = {divisor}"),
        Scaling::Dk => format!("d_k = {d_k}"),
        Scaling::TwoSqrt => format!("2√d_k = 2√{d_k} = {divisor}"),
        Scaling::Divisor(_) => divisor,
    }
}

/// Every reason why a key is hidden; nothing where it is not.
pub fn reasons(hidden: Hidden, language: Language) -> String {
    let reasons = [
        (hidden.causal, Text { zh: "键在查询之后（因果掩码）", en: "the key comes after the query (causal mask)" }),
        (hidden.window, Text { zh: "键在窗口之外", en: "the key is outside of the window" }),
        (hidden.padding, Text { zh: "键是填充", en: "the key is padding" }),
        (hidden.drawn, Text { zh: "键被手画的掩码遮住", en: "the drawn mask hides the key" }),
        (hidden.bias, Text { zh: "偏置是 −∞", en: "the bias is −∞" }),
    ];
    let reasons: Vec<&str> = reasons.iter().filter(|(holds, _)| *holds).map(|(_, text)| text.get(language)).collect();
    reasons.join(Text { zh: "，而且", en: ", and " }.get(language))
}

fn exponential_text(inputs: &Inputs, trace: &Trace, term: &Term, decimals: usize, language: Language) -> String {
    let Cell { row, column, .. } = term.cell;
    let logit = trace.masked[(row, column)];
    let key = format!("k{}", subscript(column + 1));
    // A key that is seen may have a logit of −∞ too, where its product overflowed.
    if inputs.skips(row, column) {
        return format!("{key}{}{}", COLON.get(language), Text { zh: "被遮住，0", en: "hidden, 0" }.get(language));
    }
    let (colon, max) = (COLON.get(language), operand(trace.row_max[row], decimals));
    format!("{key}{colon}e^({} − {max}) = {}", show_typed(logit, decimals), show_typed(term.value, decimals))
}
