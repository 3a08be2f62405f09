//! What is said of questions and answers.

use super::names::cell_name;
use super::page::has_covers;
use super::working::working;
use crate::choice::Choice;
use crate::document::Document;
use crate::engine::inputs::Inputs;
use crate::engine::mask::Causal;
use crate::engine::scaling::Scaling;
use crate::engine::trace::attend;
use crate::figures::TableCell;
use crate::lessons::hint::{beginning, hint};
use crate::lessons::prose::Wording;
use crate::lessons::{Asked, Cause, Change, Question};
use crate::number::show_answer;
use crate::text::{Language, Text};

/// What counts as right.
pub const TOLERANCE: Text = Text {
    zh: "先写下你的预测，再检查。0.1 到 1 之间的数（不计正负号）误差不超过 0.005 就算对；更大的按 0.5%，更小的按 5%；问个数的，要一个不差。可以写 √2、1/e、e^-0.5、ln 3、25%。",
    en: "Predict each number, then check it. From 0.1 to 1 (sign aside) an answer may be off by 0.005; above by 0.5%, below by 5% of the number; a count must be exact. You can write √2, 1/e, e^-0.5, ln 3 or 25%.",
};

/// A right answer to numbers that have been changed since.
pub const RIGHT_BEFORE: Text =
    Text { zh: "对了，按改动前的数算。", en: "Right, for the numbers as they were." };

/// A wrong answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Miss {
    /// What was answered.
    pub answer: f64,
    /// What lies behind it.
    pub cause: Option<Cause>,
    /// How often the question was missed, this answer included.
    pub count: usize,
}

/// What is asked; `words` are those of a problem in words, which come with the lesson's text.
pub fn prompt(question: &Question, words: Option<&Wording>, language: Language) -> String {
    let cell = match question.asked {
        Asked::Cell(cell) => cell_name(cell, language),
        Asked::Number(_) => return words.map_or("", |words| words.prompt).to_owned(),
    };
    let change = question.change.map(|change| match change {
        Change::Scaling(Scaling::None) => Text { zh: "若不缩放，", en: "Without scaling: " },
        Change::Scaling(Scaling::Dk) => Text { zh: "若改为除以 d_k，", en: "Divided by d_k: " },
        Change::Scaling(_) => Text { zh: "换一种缩放，", en: "Under another scaling: " },
        Change::Causal(Causal::None) => Text { zh: "若没有因果掩码，", en: "Without the causal mask: " },
        Change::Causal(_) => Text { zh: "若加上因果掩码，", en: "With a causal mask: " },
    });
    let change = change.map_or("", |text| text.get(language));
    format!("{change}{cell} = ")
}

/// That the answer is right, and what it is to more digits.
pub fn right_text(question: &Question, answer: f64, language: Language, decimals: usize) -> String {
    let shown = match question.asked {
        Asked::Cell(_) => show_answer(answer, decimals),
        Asked::Number(_) => TableCell::Significant(answer).text(decimals),
    };
    Text { zh: "对了：", en: "Right: " }.get(language).to_owned() + &shown
}

/// How many questions of the document are done, and what becomes of the numbers; `settled` tells which are, in order.
pub fn progress(document: &Document, settled: &[bool], language: Language) -> String {
    let questions = document.chosen().questions;
    let (done, total) = (settled.iter().filter(|&&settled| settled).count(), questions.len());
    let (text, more) = match language {
        Language::En if done == total => (
            format!("All {total} done."),
            " Numbers below can be changed; the answers stay until you clear them and predict again.",
        ),
        Language::Zh if done == total => {
            (format!("{total} 个都完成了。"), "下面的数可以改，答案会留着；清空答案，就能按新的数再预测。")
        }
        Language::En => {
            (format!("{done} of {total} done."), " What you are still to predict stays covered in the numbers below.")
        }
        Language::Zh => (format!("完成 {done} / {total}。"), "还要你预测的数，在下面先盖住。"),
    };
    let asks_cells = || questions.iter().any(|question| question.cell().is_some());
    let says_more = if done == total { asks_cells() } else { has_covers(document, settled) };
    if says_more { text + more } else { text }
}

const NOT_WHOLE: Text = Text {
    zh: "这里数的是个数，答案是整数。",
    en: "Things are counted here: the answer is a whole number.",
};
const THOUSANDS: Text = Text {
    zh: "和正确的数相差 1000 倍（或 1000² 倍）：看看题目要的是什么单位。",
    en: "It is off by a factor of 1000, or of 1000²: look at the unit that is asked for.",
};
const BINARY: Text = Text {
    zh: "这是按 1024 换算的；题目的单位按 1000 换算。",
    en: "This goes by 1024; the unit that is asked for goes by 1000.",
};
const TWO_DIGITS: Text =
    Text { zh: "约得太粗了：请给出两位有效数字。", en: "Too coarse: give two significant digits." };
const THREE_DIGITS: Text =
    Text { zh: "约得太粗了：请给出三位有效数字。", en: "Too coarse: give three significant digits." };

/// What to tell about a wrong answer to `question` on `inputs`: the slip, or a hint; from the second miss on, how the
/// working begins.
pub fn miss_text(
    inputs: &Inputs,
    question: &Question,
    words: Option<&Wording>,
    miss: Miss,
    language: Language,
    decimals: usize,
) -> String {
    let say = |text: Text| text.get(language);
    let slip = match miss.cause {
        Some(Cause::Slip(slip)) => Some(say(slip.label())),
        Some(Cause::Mistake(at)) => words.and_then(|words| words.told.get(at).copied()),
        Some(Cause::NotWhole) => Some(say(NOT_WHOLE)),
        Some(Cause::Thousands) => Some(say(THOUSANDS)),
        Some(Cause::Binary) => Some(say(BINARY)),
        // Two digits or three.
        Some(Cause::Coarse(digits)) => Some(say(if digits == 2 { TWO_DIGITS } else { THREE_DIGITS })),
        None => None,
    };
    let right = question.answer(inputs).unwrap_or(f64::NAN);
    let mut text = match slip {
        Some(slip) => slip.to_owned(),
        None => {
            let hint = match question.asked {
                Asked::Cell(cell) => hint(cell.name),
                Asked::Number(_) if right < miss.answer => {
                    Text { zh: "正确的数要小一些。", en: "The number is smaller." }
                }
                Asked::Number(_) => Text { zh: "正确的数要大一些。", en: "The number is larger." },
            };
            format!("{}{}", say(Text { zh: "还不对。", en: "Not yet. " }), say(hint))
        }
    };
    let begins = match question.asked {
        _ if miss.count < 2 => String::new(),
        Asked::Cell(cell) => {
            let inputs = question.inputs(inputs);
            let lines = working(&inputs, &attend(&inputs), cell, language, decimals);
            lines.into_iter().nth(1).map(|line| line.text).unwrap_or_default()
        }
        Asked::Number(_) => words.map_or("", |words| beginning(words.working, right)).to_owned(),
    };
    if !begins.is_empty() {
        text += say(Text { zh: " 算式这样开头：", en: " The working begins: " });
        text += &begins;
        text += " …";
    }
    text
}
