//! What is said of numbers that were refused, of pastes and of rows without a key.

use super::names::cell_name;
use crate::document::problem::number_message;
use crate::engine::cell::Cell;
use crate::engine::trace::Trace;
use crate::number::{NumberError, parse};
use crate::text::{Language, Text, Words};

/// How far the last paste has come.
#[derive(Clone, Debug, PartialEq)]
pub enum PasteState {
    /// It is being read.
    Reading,
    /// The matrix has taken its shape, of so many rows and columns.
    Shape(usize, usize),
    /// Nothing was pasted, and why.
    Refused(Words),
}

impl PasteState {
    /// What is said of it; it went into the matrix of `cell`.
    pub fn text(&self, cell: Cell, language: Language) -> String {
        let name = cell.name.id();
        match (self, language) {
            (Self::Reading, Language::Zh) => "正在读取粘贴的内容…".to_owned(),
            (Self::Reading, Language::En) => "Reading the paste…".to_owned(),
            (Self::Shape(rows, columns), Language::Zh) => format!("{name} 已换成粘贴的 {rows}×{columns} 矩阵。"),
            (Self::Shape(rows, columns), Language::En) => format!("{name} is now {rows}×{columns}, as pasted."),
            (Self::Refused(why), Language::Zh) => format!("没有粘贴：{}", why.zh),
            (Self::Refused(why), Language::En) => format!("Nothing was pasted: {}", why.en),
        }
    }
}

/// The id of the element that says what is wrong with `cell`.
pub fn error_id(cell: Cell) -> String {
    format!("error-{}", cell.to_string().replace(' ', "-"))
}

/// What is wrong with a typed number; `None` where nothing is.
pub fn number_error(text: &str, language: Language) -> Option<&'static str> {
    parse(text).err().map(|error| number_message(error).get(language))
}

/// What is wrong with `text` in `cell`.
pub fn refused(cell: Cell, text: &str, error: NumberError, language: Language) -> String {
    let (place, why) = (cell_name(cell, language), number_message(error).get(language));
    let kept = Text { zh: "仍用上一个有效的数。", en: "The last good value stays." }.get(language);
    match language {
        Language::Zh => format!("{place}，“{text}”：{why}{kept}"),
        Language::En => format!("{place}, “{text}”: {why} {kept}"),
    }
}

/// That some queries have no key left; `None` where all have.
pub fn empty_rows(trace: &Trace, language: Language) -> Option<String> {
    let rows: Vec<String> = trace.empty_rows.iter().map(|i| (i + 1).to_string()).collect();
    (!rows.is_empty()).then(|| match language {
        Language::En => format!(
            "No key left for query {}: every key is hidden. The weights and the output are shown as 0; a plain softmax would give NaN (0/0).",
            rows.join(", ")
        ),
        Language::Zh => format!(
            "查询 {} 没有可看的键：所有键都被遮住了。这里权重和输出都记为 0；直接做 softmax 会得到 NaN（0/0）。",
            rows.join("、")
        ),
    })
}
