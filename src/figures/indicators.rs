//! Two indicators of the page's own weights.

use super::output::{Output, Row, Table, TableCell};
use super::say;
use crate::engine::indicators::{Indicators, RowIndicator, SINK};
use crate::engine::inputs::Inputs;
use crate::engine::trace::attend;
use crate::text::Language;

/// Rows that are nearly uniform, and what key 1 receives.
pub(super) fn indicators(inputs: &Inputs, language: Language) -> Output {
    let say = |zh, en| say(language, zh, en);
    let trace = attend(inputs);
    let sees_first = |i: usize| !inputs.hidden(i, 0).any();
    let found = Indicators::new(&trace, sees_first);
    let told = |answer: Option<bool>| {
        TableCell::Text(match answer {
            Some(true) => say("是", "yes"),
            Some(false) => say("否", "no"),
            None => "—".to_owned(),
        })
    };
    let number = |value: Option<f64>| value.map_or(TableCell::Empty, TableCell::Number).or_empty();
    let row = |(i, row): (usize, &RowIndicator)| Row {
        label: format!("q{}", i + 1),
        cells: vec![
            number(Some(row.statistics.largest)),
            number(row.limit),
            told(row.near_uniform),
            number(Some(row.statistics.entropy)),
            number(Some(row.statistics.ceiling)),
            TableCell::Exact(row.visible as f64),
        ],
    };
    let head = [
        String::new(),
        say("最大权重", "largest weight"),
        say("界限 2 ÷ 可见键数", "limit 2 ÷ visible keys"),
        say("接近均匀", "nearly uniform"),
        say("熵（nat）", "entropy (nat)"),
        say("上限 ln(可见键数)", "ceiling ln(visible keys)"),
        say("可见键数", "visible keys"),
    ];
    let rows = Table::new(say("每一行", "Each row"), head.to_vec(), found.rows.iter().enumerate().map(row).collect());
    let one = |label: String, value: TableCell, limit: TableCell, answer: TableCell| Row {
        label,
        cells: vec![value, limit, answer],
    };
    let whole = Table::new(
        say("整个矩阵", "The whole matrix"),
        vec![String::new(), say("数值", "value"), say("界限", "limit"), say("超过界限", "above the limit")],
        vec![
            one(
                say("键 1 得到的平均权重", "mean weight of key 1"),
                number(found.first_key),
                TableCell::Exact(SINK),
                told(found.is_sink()),
            ),
            one(
                say("均匀时它该得多少", "the same, were the rows uniform"),
                number(found.fair_share),
                TableCell::Empty,
                TableCell::Empty,
            ),
            one(
                say("平均熵（nat）", "mean entropy (nat)"),
                number(found.mean_entropy),
                TableCell::Empty,
                TableCell::Empty,
            ),
            one(
                say("接近均匀的行数", "rows that are nearly uniform"),
                TableCell::Exact(found.uniform_rows() as f64),
                TableCell::Empty,
                TableCell::Empty,
            ),
        ],
    );
    let mut note = say(
        "取自上面的权重，掩码计算在内。少于 3 个可见键的行不判断：这时界限不小于 1。只看得见键 1 的行不计入它的平均权重。两项指标都只是提示，不是证明。",
        "From the weights above, mask included. A row with fewer than 3 visible keys is not judged, since its limit would not be below 1; a row that sees key 1 alone is left out of its mean weight. Both indicators are hints, no proofs.",
    );
    if !trace.weights.iter().all(|weight| weight.is_finite()) {
        note.push_str(&say(
            "有些权重不是数，这些行没有结果。",
            " Some weights are no numbers; their rows have no result.",
        ));
    }
    Output { plots: Vec::new(), tables: vec![rows, whole], note }
}
