//! What matrices and stages are called on the page.

use crate::engine::cell::{Cell, Name};
use crate::engine::inputs::Dimension;
use crate::plots::palette::Role;
use crate::text::{Language, Text};

/// The name in captions and for screen readers.
pub fn name_text(name: Name) -> Text {
    match name {
        Name::X => Text { zh: "X", en: "X" },
        Name::WQ => Text { zh: "W_Q", en: "W_Q" },
        Name::WK => Text { zh: "W_K", en: "W_K" },
        Name::WV => Text { zh: "W_V", en: "W_V" },
        Name::Q => Text { zh: "Q", en: "Q" },
        Name::K => Text { zh: "K", en: "K" },
        Name::V => Text { zh: "V", en: "V" },
        Name::Scores => Text { zh: "分数", en: "scores" },
        Name::Scaled => Text { zh: "缩放后的分数", en: "scaled" },
        Name::Masked => Text { zh: "加掩码后的分数", en: "masked" },
        Name::Exponentials => Text { zh: "指数值", en: "exponentials" },
        Name::Weights => Text { zh: "权重", en: "weights" },
        Name::Output => Text { zh: "输出", en: "output" },
    }
}

/// How the matrix comes about, in symbols.
pub fn formula(name: Name) -> &'static str {
    match name {
        Name::Q => "X W_Q",
        Name::K => "X W_K",
        Name::V => "X W_V",
        Name::Scores => "Q Kᵀ",
        Name::Scaled => "÷",
        Name::Masked => "+ M",
        Name::Exponentials => "exp(· − max)",
        Name::Weights => "softmax",
        Name::Output => "weights · V",
        Name::X | Name::WQ | Name::WK | Name::WV => "",
    }
}

/// The colour of a matrix, the same everywhere.
pub fn role(name: Name) -> Role {
    match name {
        Name::Q | Name::WQ => Role::Query,
        Name::K | Name::WK => Role::Key,
        Name::V | Name::WV => Role::Value,
        Name::X | Name::Scores | Name::Scaled | Name::Masked => Role::Score,
        Name::Exponentials | Name::Weights => Role::Weight,
        Name::Output => Role::Output,
    }
}

/// The letter of a row: q₁ is the first query.
pub fn row_letter(name: Name) -> &'static str {
    match name {
        Name::X => "x",
        Name::K => "k",
        Name::V => "v",
        Name::WQ | Name::WK | Name::WV => "",
        Name::Output => "o",
        Name::Q | Name::Scores | Name::Scaled | Name::Masked | Name::Exponentials | Name::Weights => "q",
    }
}

/// Whether the columns of a stage are keys.
pub fn has_key_columns(name: Name) -> bool {
    matches!(name, Name::Scores | Name::Scaled | Name::Masked | Name::Exponentials | Name::Weights)
}

/// Whether the mask shows in a stage: from the mask on, where columns are keys.
pub fn is_masked_stage(name: Name) -> bool {
    matches!(name, Name::Masked | Name::Exponentials | Name::Weights)
}

/// A small index: 12 is ₁₂.
pub fn subscript(number: usize) -> String {
    number.to_string().chars().map(|digit| char::from_u32(digit as u32 - 0x30 + 0x2080).unwrap_or(digit)).collect()
}

/// The name of a cell for screen readers: `weights row 1 column 2`.
pub fn cell_name(cell: Cell, language: Language) -> String {
    let (name, row, column) = (name_text(cell.name).get(language), cell.row + 1, cell.column + 1);
    match language {
        Language::En => format!("{name} row {row} column {column}"),
        // A space only between a Latin name and the Chinese after it.
        Language::Zh if name.is_ascii() => format!("{name} 第 {row} 行第 {column} 列"),
        Language::Zh => format!("{name}第 {row} 行第 {column} 列"),
    }
}

/// What a size counts.
pub fn dimension_text(dimension: Dimension) -> Text {
    match dimension {
        Dimension::Tokens => Text { zh: "词元数 T", en: "tokens T" },
        Dimension::Model => Text { zh: "输入宽度 D", en: "input width D" },
        Dimension::Queries => Text { zh: "查询数 L", en: "queries L" },
        Dimension::Keys => Text { zh: "键数 S", en: "keys S" },
        Dimension::Dk => Text { zh: "查询和键的宽度 d_k", en: "query and key width d_k" },
        Dimension::Dv => Text { zh: "值的宽度 d_v", en: "value width d_v" },
    }
}
