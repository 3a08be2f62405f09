//! What can be wrong with what was typed or linked, in the reader's language.

use super::edit::NoStart;
use crate::engine::inputs::{Inputs, ShapeError};
use crate::lessons::figure::Setting;
use crate::number::{NumberError, show_typed};
use crate::text::{Language, Text};

/// Something in a link that could not be used; the lesson's own value stands in its place.
#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    /// The link holds nothing that can be read.
    Unreadable,
    /// A value that cannot be used.
    Value {
        /// Its key.
        key: String,
        /// Its text, cut short.
        text: String,
        /// What is wrong.
        why: Why,
    },
}

/// Why a value cannot be used.
#[derive(Clone, Debug, PartialEq)]
pub enum Why {
    /// A damaged percent escape, or bytes that are no text.
    Escape,
    /// Not a number.
    Number(NumberError),
    /// Not one of the options.
    Option,
    /// Outside its limits.
    Range(usize, usize),
    /// Outside the limits of a figure's setting, or not whole where it must be.
    Limits(Setting),
    /// A divisor that is not positive.
    Divisor,
    /// Rows of different length.
    Ragged,
    /// More rows or columns than can be shown.
    TooLarge,
    /// A sliding window that is not two numbers.
    Window,
    /// A drawn mask that is not as many rows of as many digits 0 or 1.
    Drawn(usize, usize),
    /// Matrices that do not fit together.
    Shape(ShapeError),
    /// What the computation starts from has no use for it.
    Unused,
    /// No such setting.
    Unknown,
}

impl Problem {
    /// The notice for the reader.
    pub fn message(&self, language: Language) -> String {
        match (self, language) {
            (Self::Unreadable, Language::Zh) => "链接已损坏，无法读取；页面从头开始。".to_owned(),
            (Self::Unreadable, Language::En) => {
                "The link is damaged and could not be read; the page starts afresh.".to_owned()
            }
            (Self::Value { key, text, why: why @ (Why::Unused | Why::Unknown) }, Language::Zh) => {
                format!("链接中的“{key}={text}”未被采用：{}", why.message(language))
            }
            (Self::Value { key, text, why: why @ (Why::Unused | Why::Unknown) }, Language::En) => {
                format!("“{key}={text}” in the link was not used: {}", why.message(language))
            }
            (Self::Value { key, text, why }, Language::Zh) => {
                format!("链接中的“{key}={text}”未被采用：{}已改用本课的初始值。", why.message(language))
            }
            (Self::Value { key, text, why }, Language::En) => {
                format!(
                    "“{key}={text}” in the link was not used: {} The lesson's own value stands.",
                    why.message(language)
                )
            }
        }
    }
}

impl Why {
    /// What is wrong, as a sentence.
    pub fn message(&self, language: Language) -> String {
        match (self, language) {
            (Self::Escape, Language::Zh) => "百分号转义不完整。".to_owned(),
            (Self::Escape, Language::En) => "a percent escape is damaged.".to_owned(),
            (Self::Number(error), _) => number_message(*error).get(language).to_owned(),
            (Self::Option, Language::Zh) => "没有这个选项。".to_owned(),
            (Self::Option, Language::En) => "there is no such option.".to_owned(),
            (Self::Range(least, most), Language::Zh) => format!("应在 {least} 到 {most} 之间。"),
            (Self::Range(least, most), Language::En) => format!("it must lie between {least} and {most}."),
            (Self::Limits(setting), _) => limits_message(setting, language),
            (Self::Divisor, Language::Zh) => "除数必须大于 0。".to_owned(),
            (Self::Divisor, Language::En) => "a divisor must be greater than 0.".to_owned(),
            (Self::Ragged, Language::Zh) => "各行的列数不同。".to_owned(),
            (Self::Ragged, Language::En) => "its rows differ in length.".to_owned(),
            (Self::TooLarge, Language::Zh) => format!("最多 {} 行、{} 列。", Inputs::MAX_SIZE, Inputs::MAX_SIZE),
            (Self::TooLarge, Language::En) => {
                format!("at most {} rows and columns are possible.", Inputs::MAX_SIZE)
            }
            (Self::Window, Language::Zh) => "应写成“左,右”，留空表示不限。".to_owned(),
            (Self::Window, Language::En) => "it must be “left,right”; an empty side has no limit.".to_owned(),
            (Self::Drawn(rows, columns), Language::Zh) => {
                format!("应有 {rows} 行，每行 {columns} 个 0 或 1，行间用分号隔开。")
            }
            (Self::Drawn(rows, columns), Language::En) => {
                format!("it must be {rows} rows of {columns} digits 0 or 1, parted by semicolons.")
            }
            (Self::Unused, Language::Zh) => "所选的起点（from）用不到它。".to_owned(),
            (Self::Unused, Language::En) => "what the computation starts from (“from”) has no use for it.".to_owned(),
            (Self::Unknown, Language::Zh) => "没有这个设置。".to_owned(),
            (Self::Unknown, Language::En) => "there is no such setting.".to_owned(),
            (Self::Shape(error), _) => shape_message(*error, language),
        }
    }
}

// "A whole number between …": the limits as a reader writes them.
fn limits_message(setting: &Setting, language: Language) -> String {
    let [least, most] = [setting.limits.0, setting.limits.1].map(|limit| show_typed(limit, 6));
    match (language, setting.is_whole()) {
        (Language::Zh, true) => format!("应是 {least} 到 {most} 之间的整数。"),
        (Language::Zh, false) => format!("应在 {least} 到 {most} 之间。"),
        (Language::En, true) => format!("it must be a whole number between {least} and {most}."),
        (Language::En, false) => format!("it must lie between {least} and {most}."),
    }
}

/// What is wrong with a typed number.
pub fn number_message(error: NumberError) -> Text {
    match error {
        NumberError::Empty => Text { zh: "这里需要一个数。", en: "a number is needed." },
        NumberError::NotANumber => Text {
            zh: "这不是数，可写 0.5、−1e−3、1/2、25%、√2、e^−1。",
            en: "not a number; write 0.5, −1e−3, 1/2, 25%, √2 or e^−1.",
        },
        NumberError::NotFinite => {
            Text { zh: "数太大，或不是有限的数。", en: "the number is too large, or not finite." }
        }
        NumberError::TooSmall => {
            Text { zh: "数太小，会变成 0。", en: "the number is so small that it would become 0." }
        }
        NumberError::DivisionByZero => Text { zh: "不能除以 0。", en: "division by zero." },
        NumberError::NegativeRoot => {
            Text { zh: "负数没有实数平方根。", en: "a negative number has no real root." }
        }
        NumberError::Logarithm => {
            Text { zh: "只有正数才有对数。", en: "only a positive number has a logarithm." }
        }
    }
}

/// Why a computation cannot start from elsewhere.
pub fn no_start_message(why: NoStart, language: Language) -> String {
    match (why, language) {
        (NoStart::NotSquare, Language::Zh) => "从 X 开始要求查询和键一样多（L = S）。".to_owned(),
        (NoStart::NotSquare, Language::En) => "Starting from X needs as many queries as keys (L = S).".to_owned(),
        (NoStart::NotFinite(name), Language::Zh) => {
            format!("{} 里有 ∞ 或 NaN，不能当作输入的数，所以不能从它开始。", name.id())
        }
        (NoStart::NotFinite(name), Language::En) => {
            format!("{} holds ∞ or NaN, which cannot be typed, so nothing can start from it.", name.id())
        }
    }
}

/// What becomes of a divisor that the number format cannot hold; `None` where it holds it.
pub fn divisor_notice(inputs: &Inputs) -> Option<Text> {
    match inputs.divisor() {
        0.0 => Some(Text {
            zh: "这种数值格式存不下这么小的除数：它变成了 0，除的结果是 ±∞ 或 NaN。",
            en: "The number format cannot hold so small a divisor: it becomes 0, and dividing by it gives ±∞ or NaN.",
        }),
        f64::INFINITY => Some(Text {
            zh: "这种数值格式存不下这么大的除数：它变成了 ∞，有限的分数除完都是 0。",
            en: "The number format cannot hold so large a divisor: it becomes ∞, and finite scores over it are 0.",
        }),
        _ => None,
    }
}

fn shape_message(error: ShapeError, language: Language) -> String {
    match (error, language) {
        (ShapeError::Empty(name), Language::Zh) => format!("{} 中没有数。", name.id()),
        (ShapeError::Empty(name), Language::En) => format!("{} holds no number.", name.id()),
        (ShapeError::Differs { dimension, first, second }, Language::Zh) => format!(
            "{} 的 {} 是 {}，{} 的却是 {}，对不上。",
            first.0.id(),
            dimension.symbol(),
            first.1,
            second.0.id(),
            second.1
        ),
        (ShapeError::Differs { dimension, first, second }, Language::En) => {
            format!("{} is {} in {} but {} in {}.", dimension.symbol(), first.1, first.0.id(), second.1, second.0.id())
        }
        (ShapeError::NoWidth, Language::Zh) => "d_k 至少为 1。".to_owned(),
        (ShapeError::NoWidth, Language::En) => "d_k is at least 1.".to_owned(),
    }
}
