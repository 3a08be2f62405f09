//! The working: how the pointed cell came to be, with its numbers.

use leptos::prelude::*;

use super::names::{cell_name, role, row_letter, subscript};
use super::panel::Panel;
use super::store::use_store;
use crate::document::Cover;
use crate::engine::cell::{Cell, Name};
use crate::engine::derivation::{Derivation, Term, derive};
use crate::engine::inputs::Inputs;
use crate::engine::mask::Hidden;
use crate::engine::precision::Precision;
use crate::engine::trace::{Trace, attend};
use crate::number::{first_operand, full, operand, show, show_typed};
use crate::text::{Language, Text};

/// The working of the pointed cell of the page.
#[component]
pub(super) fn Working() -> impl IntoView {
    let store = use_store();
    let hint = Text {
        zh: "点一格，或用方向键走到一格，这里写出它是怎么算出来的。",
        en: "Point at a cell, or walk to it with the arrow keys: its arithmetic appears here.",
    };
    let predict =
        Text { zh: "这一格还没有揭晓：先自己算一算。", en: "Not shown yet: work it out first." };
    let lines = move || {
        let (language, decimals) = (store.language(), store.decimals());
        let nothing = || vec![Line::soft(store.say(hint).to_owned())];
        let Some((panel, cell)) = store.pointed.get() else { return nothing() };
        // What is pointed at may have gone a moment ago.
        if !store.document.with(|document| document.has(cell)) {
            return nothing();
        }
        if panel == Panel::Main {
            if store.cover(cell) != Cover::Open {
                return vec![Line::head(cell, language), Line::plain(store.say(predict).to_owned())];
            }
            return store.inputs.with(|i| store.trace.with(|t| working(i, t, cell, language, decimals)));
        }
        let inputs = store.inputs.with(|inputs| panel.inputs(inputs));
        let mut lines = working(&inputs, &attend(&inputs), cell, language, decimals);
        lines.insert(1, Line::plain(store.say(panel.label()).to_owned()));
        lines.extend(after_softmax(panel, &store.inputs.get(), cell, language, decimals));
        lines
    };
    view! {
        <section class="working" aria-live="polite" aria-label=store.said(Text { zh: "算式", en: "Working" })>
            {move || lines().into_iter().map(Line::view).collect_view()}
        </section>
    }
}

const COLON: Text = Text { zh: "：", en: ": " };

/// One line of working.
pub(super) struct Line {
    class: &'static str,
    text: String,
}

impl Line {
    fn plain(text: String) -> Self {
        Self { class: "", text }
    }

    fn result(text: String) -> Self {
        Self { class: "result", text }
    }

    fn soft(text: String) -> Self {
        Self { class: "soft", text }
    }

    fn head(cell: Cell, language: Language) -> Self {
        Self { class: role(cell.name).token(), text: cell_name(cell, language) }
    }

    /// Its text.
    pub fn text(self) -> String {
        self.text
    }

    /// The line as a paragraph.
    pub fn view(self) -> impl IntoView {
        view! { <p class=self.class>{self.text}</p> }
    }
}

/// The working of `cell`, line by line.
pub(super) fn working(inputs: &Inputs, trace: &Trace, cell: Cell, language: Language, decimals: usize) -> Vec<Line> {
    let Some(derivation) = derive(inputs, trace, cell) else { return Vec::new() };
    let say = |text: Text| text.get(language).to_owned();
    let number = |value: f64| show_typed(value, decimals);
    let value = derivation.evaluate(inputs.numerics());
    let colon = COLON.get(language);
    let mut lines = vec![Line::head(cell, language)];
    match &derivation {
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
    let precision = inputs.numerics().precision;
    if precision != Precision::F64 && !matches!(derivation, Derivation::Given(_)) {
        lines.push(Line::soft(format!(
            "{} {}",
            say(Text { zh: "每次运算舍入到", en: "each operation rounded to" }),
            precision.name()
        )));
    }
    lines.push(Line::result(format!("= {}", show(value, decimals))));
    let digits = full(value);
    if digits != show(value, decimals) && digits != number(value) {
        lines.push(Line::soft(format!("{} {digits}", say(Text { zh: "完整数值", en: "in full" }))));
    }
    if cell.name == Name::Weights {
        lines.extend(row_text(trace, cell.row, language, decimals));
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
pub(super) fn reasons(hidden: Hidden, language: Language) -> String {
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

fn row_text(trace: &Trace, row: usize, language: Language, decimals: usize) -> Vec<Line> {
    let statistics = trace.statistics(row);
    let number = |value| show(value, decimals);
    let (entropy, ceiling) = (number(statistics.entropy), number(statistics.ceiling));
    let visible = trace.visible[row];
    let letter = format!("{}{}", row_letter(Name::Q), subscript(row + 1));
    vec![
        Line::soft(match language {
            Language::En => format!("row {letter}: entropy {entropy} nat, at most ln {visible} = {ceiling}"),
            Language::Zh => format!("{letter} 行：熵 {entropy} nat，上限 ln {visible} = {ceiling}"),
        }),
        Line::soft(match language {
            Language::En => format!("largest weight {}", number(statistics.largest)),
            Language::Zh => format!("最大权重 {}", number(statistics.largest)),
        }),
        Line::soft(match language {
            Language::En => format!("Jacobian norm {}", number(statistics.jacobian_norm)),
            Language::Zh => format!("雅可比矩阵的范数 {}", number(statistics.jacobian_norm)),
        }),
    ]
}

// What happens to a weight when the mask comes after softmax.
fn after_softmax(panel: Panel, inputs: &Inputs, cell: Cell, language: Language, decimals: usize) -> Vec<Line> {
    use crate::engine::faults::{mask_after_softmax, mask_after_softmax_renormalised};
    let at = (cell.row, cell.column);
    let masked = mask_after_softmax(inputs);
    let hidden = inputs.mask().hides(cell.row, cell.column, inputs.queries(), inputs.keys()).any();
    let zero = Text { zh: "softmax 之后才遮：× 0 = 0", en: "hidden only after softmax: × 0 = 0" };
    let kept = Text { zh: "可见：× 1", en: "visible: × 1" };
    let first = Line::plain((if hidden { zero } else { kept }).get(language).to_owned());
    match panel {
        Panel::Main | Panel::Scaling(_) | Panel::MaskBefore => Vec::new(),
        Panel::MaskAfter => vec![first, Line::result(format!("= {}", show(masked[at], decimals)))],
        Panel::Renormalised => {
            let sum = operand(masked.row(cell.row).sum(), decimals);
            let renormalised = mask_after_softmax_renormalised(inputs)[at];
            let divided = format!("{} ÷ {sum} = {}", operand(masked[at], decimals), show(renormalised, decimals));
            vec![first, Line::result(divided)]
        }
    }
}
