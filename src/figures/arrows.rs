//! Queries and keys as arrows: what their products are made of.

use super::output::{Output, Row, Table, TableCell};
use super::say;
use crate::engine::cell::Name;
use crate::engine::inputs::Inputs;
use crate::engine::matrix::row;
use crate::engine::score::{Score, angle, cosine, length};
use crate::text::Language;

// Of each kind; more pairs than the square of this are no longer read.
const MOST: usize = 6;

/// Every pair of a query and a key: product, both lengths, cosine and angle in degrees. A vector of zeros has no
/// direction, so that its pairs have neither. Of many vectors the first ones stand for all.
pub(super) fn pairs(inputs: &Inputs, language: Language) -> Output {
    let say = |zh, en| say(language, zh, en);
    let head = [String::new(), "qᵢ·kⱼ".to_owned(), "‖qᵢ‖".to_owned(), "‖kⱼ‖".to_owned()].into_iter();
    let head = head.chain([say("夹角的余弦", "cosine"), say("夹角（度）", "angle, degrees")]).collect();
    let caption = say("每一对查询与键", "Every query with every key");
    let (Some(q), Some(k)) = (inputs.matrix(Name::Q), inputs.matrix(Name::K)) else {
        let note =
            say("这里直接从分数开始，没有 Q 和 K。", "This computation starts from scores; it has no Q and no K.");
        return Output { tables: vec![Table::new(caption, head, Vec::new())], note, ..Output::default() };
    };
    let pair = |i: usize, j: usize| {
        let (query, key) = (row(q, i), row(k, j));
        let maybe = |value: Option<f64>| value.map_or(TableCell::Empty, TableCell::Number);
        let cells = [Score::Dot.of(&query, &key), length(&query), length(&key)].map(TableCell::Number).into_iter();
        let direction = [cosine(&query, &key), angle(&query, &key)].map(maybe);
        Row { label: format!("q{} · k{}", i + 1, j + 1), cells: cells.chain(direction).collect() }
    };
    let (queries, keys) = (q.nrows().min(MOST), k.nrows().min(MOST));
    let rows = (0..queries).flat_map(|i| (0..keys).map(move |j| (i, j))).map(|(i, j)| pair(i, j)).collect();
    let note = if (queries, keys) == (q.nrows(), k.nrows()) {
        say("qᵢ·kⱼ 等于两个长度与余弦的乘积。", "qᵢ·kⱼ is the product of both lengths and the cosine.")
    } else {
        say(
            "qᵢ·kⱼ 等于两个长度与余弦的乘积。只列出前 6 个查询与前 6 个键。",
            "qᵢ·kⱼ is the product of both lengths and the cosine. Only the first 6 queries and keys are listed.",
        )
    };
    Output { tables: vec![Table::new(caption, head, rows)], note, ..Output::default() }
}
