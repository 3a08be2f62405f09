//! The working: how the pointed cell came to be, with its numbers.

mod arithmetic;
mod line;

pub use arithmetic::reasons;
pub use line::Line;

use super::names::{row_letter, subscript};
use super::page::Page;
use super::panel::Panel;
use crate::document::Cover;
use crate::engine::cell::{Cell, Name};
use crate::engine::derivation::{Derivation, derive};
use crate::engine::faults::{mask_after_softmax, mask_after_softmax_renormalised};
use crate::engine::inputs::Inputs;
use crate::engine::precision::Precision;
use crate::engine::trace::{Trace, attend};
use crate::number::{full, operand, show, show_typed};
use crate::text::{Language, Text};

/// The working of what is pointed at, or how to point. `trace` is that of the document's inputs.
pub fn pointed_working(page: &Page, trace: &Trace, pointed: Option<(Panel, Cell)>) -> Vec<Line> {
    let Page { document, language, decimals, .. } = *page;
    let hint = Text {
        zh: "点一格，或用方向键走到一格，这里写出它是怎么算出来的。",
        en: "Point at a cell, or walk to it with the arrow keys: its arithmetic appears here.",
    };
    let predict =
        Text { zh: "这一格还没有揭晓：先自己算一算。", en: "Not shown yet: work it out first." };
    // What is pointed at may have gone a moment ago.
    let Some((panel, cell)) = pointed.filter(|(_, cell)| document.has(*cell)) else {
        return vec![Line::soft(hint.get(language).to_owned())];
    };
    if panel == Panel::Main {
        return match page.cover(cell) {
            Cover::Open => working(&document.inputs, trace, cell, language, decimals),
            _ => vec![Line::head(cell, language), Line::plain(predict.get(language).to_owned())],
        };
    }
    let inputs = panel.inputs(&document.inputs);
    let mut lines = working(&inputs, &attend(&inputs), cell, language, decimals);
    lines.insert(1, Line::plain(panel.label().get(language).to_owned()));
    lines.extend(after_softmax(panel, &document.inputs, cell, language, decimals));
    lines
}

/// The working of `cell`, line by line; nothing where there is no such cell.
pub fn working(inputs: &Inputs, trace: &Trace, cell: Cell, language: Language, decimals: usize) -> Vec<Line> {
    let Some(derivation) = derive(inputs, trace, cell) else { return Vec::new() };
    let say = |text: Text| text.get(language);
    let value = derivation.evaluate(inputs.numerics());
    let mut lines = vec![Line::head(cell, language)];
    lines.extend(arithmetic::arithmetic(inputs, trace, &derivation, language, decimals));
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
    if digits != show(value, decimals) && digits != show_typed(value, decimals) {
        lines.push(Line::soft(format!("{} {digits}", say(Text { zh: "完整数值", en: "in full" }))));
    }
    // A row without a key has no distribution to speak of.
    if cell.name == Name::Weights && trace.visible[cell.row] > 0 {
        lines.extend(row_text(trace, cell.row, language, decimals));
    }
    lines
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
    if !matches!(panel, Panel::MaskAfter | Panel::Renormalised) {
        return Vec::new();
    }
    let at = (cell.row, cell.column);
    let zero = Text { zh: "softmax 之后才遮：× 0 = 0", en: "hidden only after softmax: × 0 = 0" };
    let zeros =
        Text { zh: "= 0：这一行全是 0，不再相除。", en: "= 0: the row is all 0, and is not divided." };
    let kept = Text { zh: "可见：× 1", en: "visible: × 1" };
    let first = if inputs.hidden(cell.row, cell.column).any() { zero } else { kept };
    let masked = mask_after_softmax(inputs);
    let result = if panel == Panel::MaskAfter {
        format!("= {}", show(masked[at], decimals))
    } else {
        let sum = masked.row(cell.row).sum();
        let renormalised = mask_after_softmax_renormalised(inputs)[at];
        let divided = format!("{} ÷ {}", operand(masked[at], decimals), operand(sum, decimals));
        // Nothing divides a row of 0.
        if sum == 0.0 {
            zeros.get(language).to_owned()
        } else {
            format!("{divided} = {}", show(renormalised, decimals))
        }
    };
    vec![Line::plain(first.get(language).to_owned()), Line::result(result)]
}
