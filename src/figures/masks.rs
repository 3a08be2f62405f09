//! Masks: two corners, two ways to read a truth value, and a NaN under a hidden key.

use super::output::{FloatException, Heat, Output, Row, Table, TableCell};
use super::say;
use crate::engine::cell::{Cell, Name};
use crate::engine::faults::{Fault, Outcome, Scenario};
use crate::engine::inputs::Inputs;
use crate::engine::mask::{Causal, Mask};
use crate::engine::matrix::Matrix;
use crate::text::Language;

// Rows and columns that are shown; the first ones stand for the others.
const MOST: usize = 12;

// A table of the first queries, whose columns are numbered behind `column`.
fn table(
    caption: String,
    column: &str,
    (rows, columns): (usize, usize),
    heat: Heat,
    entry: impl Fn(usize, usize) -> TableCell,
) -> Table {
    let (rows, columns) = (rows.min(MOST), columns.min(MOST));
    let head = std::iter::once(String::new()).chain((0..columns).map(|j| format!("{column}{}", j + 1))).collect();
    let line = |i: usize| Row { label: format!("q{}", i + 1), cells: (0..columns).map(|j| entry(i, j)).collect() };
    Table { caption, head, rows: (0..rows).map(line).collect(), heat }
}

fn digit(allowed: bool) -> TableCell {
    TableCell::Exact(if allowed { 1.0 } else { 0.0 })
}

/// The keys that a causal mask allows, for `queries` L and `keys` S, from either corner.
pub(super) fn corners(queries: usize, keys: usize, language: Language) -> Output {
    let say = |zh, en| say(language, zh, en);
    let of = |caption: String, causal: Causal| {
        let mask = Mask::from(causal);
        let allowed = |i, j| digit(!mask.hides(i, j, queries, keys).any());
        table(caption, "k", (queries, keys), Heat::Weights, allowed)
    };
    let tables = vec![
        of(say("左上对齐：j ≤ i", "top-left: j ≤ i"), Causal::TopLeft),
        of(say("右下对齐：j ≤ i + S − L", "bottom-right: j ≤ i + S − L"), Causal::BottomRight),
    ];
    let note = if keys < queries {
        say(
            "1 表示看得见。键比查询少：右下对齐时，最前面的查询一个键也看不到。",
            "1 means visible. With fewer keys than queries, the first queries see no key from the bottom-right corner.",
        )
    } else {
        say("1 表示看得见。", "1 means visible.")
    };
    Output { tables, note, ..Output::default() }
}

/// The page's mask as truth values, read as "keep" and as "hide", with the weights of both.
pub(super) fn polarity(inputs: &Inputs, language: Language) -> Output {
    let say = |zh, en| say(language, zh, en);
    let (queries, keys) = (inputs.queries(), inputs.keys());
    let setting = Scenario::from(inputs.clone());
    let weights = |caption: String, outcome: Outcome| {
        let weights = outcome.weights.into_iter().next().unwrap_or_else(|| Matrix::zeros(queries, keys));
        table(caption, "k", weights.shape(), Heat::Weights, |i, j| TableCell::Number(weights[(i, j)]))
    };
    let given = table(say("给出的掩码", "The mask as given"), "k", (queries, keys), Heat::None, |i, j| {
        TableCell::Text(if inputs.hidden(i, j).any() { "False" } else { "True" }.to_owned())
    });
    let tables = vec![
        given,
        weights(say("True 表示保留：权重", "True keeps: weights"), Fault::MaskPolarity.right(&setting)),
        weights(say("True 表示遮住：权重", "True hides: weights"), Fault::MaskPolarity.wrong(&setting)),
    ];
    // A row is empty under one reading where it is all False, under the other where it is all True.
    let empty =
        |of: bool| (0..queries).filter(|&i| (0..keys).all(|j| inputs.hidden(i, j).any() == of)).collect::<Vec<_>>();
    let rows = |rows: Vec<usize>| match rows[..] {
        [] => say("没有", "none"),
        _ => rows.iter().map(|i| format!("q{}", i + 1)).collect::<Vec<_>>().join(match language {
            Language::Zh => "、",
            Language::En => ", ",
        }),
    };
    let (keep, hide) = (rows(empty(true)), rows(empty(false)));
    let note = match language {
        Language::Zh => format!("一个键也不剩的行，True 表示保留时：{keep}；True 表示遮住时：{hide}。"),
        Language::En => format!("Rows without a key, where True keeps: {keep}; where True hides: {hide}."),
    };
    Output { tables, note, ..Output::default() }
}

/// The output with a NaN in the key and the value of a hidden key: skipped, as here, and multiplied by a weight of 0.
/// The key is the one that is hidden from most queries, the first of several.
pub(super) fn hidden_nan(inputs: &Inputs, language: Language) -> Output {
    let say = |zh, en| say(language, zh, en);
    let (queries, keys) = (inputs.queries(), inputs.keys());
    let count = |j: usize| (0..queries).filter(|&i| inputs.hidden(i, j).any()).count();
    let most = (0..keys).map(count).max().unwrap_or(0);
    let key = (0..keys).find(|&j| most > 0 && count(j) == most);
    let spoiled = key.into_iter().fold(inputs.from_qkv(), |inputs, key| {
        let spoil = |inputs: Inputs, (name, width): (Name, usize)| {
            let cells = (0..width).map(|column| Cell::new(name, key, column));
            cells.fold(inputs, |inputs, cell| inputs.with_cell(cell, f64::NAN))
        };
        let widths = [(Name::K, inputs.d_k()), (Name::V, inputs.values().ncols())];
        widths.into_iter().fold(inputs, spoil)
    });
    let setting = Scenario::from(spoiled);
    let (right, wrong) = (Fault::HiddenNan.right(&setting).output, Fault::HiddenNan.wrong(&setting).output);
    let of = |caption: String, output: &Matrix| {
        table(caption, "o", output.shape(), Heat::None, |i, c| match (output[(i, c)], right[(i, c)]) {
            (x, own) if x.is_nan() && !own.is_nan() => TableCell::Marked(x, Some(FloatException::NotANumber)),
            (x, _) => TableCell::Number(x),
        })
    };
    let tables = vec![
        of(say("跳过遮住的键：本页的输出", "Hidden keys skipped: the output of this page"), &right),
        of(say("遮住的键乘以权重 0", "Hidden keys multiplied by a weight of 0"), &wrong),
    ];
    let note = match (key, language) {
        (None, _) => say(
            "现在没有遮住任何键，所以没有放 NaN；遮住一个再看。",
            "No key is hidden now, so no NaN was put in; hide one.",
        ),
        (Some(key), Language::Zh) => {
            format!("键 {} 的 k 和 v 都换成了 NaN。看得见它的查询，输出理应是 NaN。", key + 1)
        }
        (Some(key), Language::En) => {
            format!("k and v of key {} are NaN here. A query that sees this key gets NaN, as it should.", key + 1)
        }
    };
    Output { tables, note, ..Output::default() }
}
