//! Mixing: outputs as weighted sums that stay within the hull of the values, and what breaks that.

use super::output::{Output, Row, Table, TableCell};
use super::say;
use crate::engine::cell::Name;
use crate::engine::faults::output_of;
use crate::engine::hull::{distance_outside, hull};
use crate::engine::inputs::Inputs;
use crate::engine::matrix::{Matrix, row};
use crate::engine::trace::attend;
use crate::text::Language;

// Rows, and keys of a row, that are shown; the first ones stand for the others.
const MOST: usize = 12;

/// Each output as its weighted sum, and how far outside of the hull of the values it lies; that is empty unless d_v is 2.
pub(super) fn mixing(inputs: &Inputs, language: Language) -> Output {
    let say = |zh, en| say(language, zh, en);
    let trace = attend(inputs);
    let (keys, width) = (inputs.keys().min(MOST), trace.output.ncols().min(MOST));
    let corners = corners(inputs.values());
    let head = std::iter::once(String::new())
        .chain((0..keys).map(|j| format!("α{}", j + 1)))
        .chain([say("权重之和", "sum of weights")])
        .chain((0..width).map(|c| format!("o[{}]", c + 1)))
        .chain([say("到凸包的距离", "outside of the hull by")])
        .collect();
    let line = |i: usize| {
        let numbers = |values: Vec<f64>, most: usize| values.into_iter().take(most).map(TableCell::Number);
        let output = row(&trace.output, i);
        let sum = trace.weights.row(i).sum();
        let cells = numbers(row(&trace.weights, i), keys).chain([TableCell::Number(rounded(sum))]);
        let cells = cells.chain(numbers(output.clone(), width)).chain([outside(&output, &corners)]);
        Row { label: format!("o{}", i + 1), cells: cells.collect() }
    };
    let caption = say("每个输出：Σ αⱼvⱼ", "Every output: Σ αⱼvⱼ");
    let rows = (0..inputs.queries().min(MOST)).map(line).collect();
    let note = match (inputs.values().ncols(), trace.empty_rows.is_empty()) {
        (2, true) => say(
            "距离是算出来的；小于舍入误差的算作 0。",
            "The distance is computed; less than rounding can give counts as 0.",
        ),
        (2, false) => say(
            "有的行一个键也看不到：权重全是 0，输出也是 0，不是凸组合。",
            "Some row sees no key: its weights are all 0, and so is its output, which is no convex combination.",
        ),
        _ => say("只有 d_v = 2 时才算凸包。", "The hull is computed for d_v = 2 only."),
    };
    Output { tables: vec![Table::new(caption, head, rows)], note, ..Output::default() }
}

/// The outputs as they are, with V times `factor`, and with the weights divided by `divisor` after softmax.
pub(super) fn mixing_scale(inputs: &Inputs, factor: f64, divisor: f64, language: Language) -> Output {
    let say = |zh, en| say(language, zh, en);
    let weights = attend(inputs).weights;
    let start = inputs.from_qkv();
    let scaled = start.filled(|name, rows, columns| {
        let matrix = start.matrix(name).cloned().unwrap_or_else(|| Matrix::zeros(rows, columns));
        if name == Name::V { matrix * factor } else { matrix }
    });
    let divided = weights.map(|weight| weight / divisor);
    let of = |caption: String, weights: &Matrix, inputs: &Inputs| {
        let (output, corners) = (output_of(inputs, weights), corners(inputs.values()));
        let width = output.ncols().min(MOST);
        let line = |i: usize| {
            let output = row(&output, i);
            let sum = TableCell::Number(rounded(weights.row(i).sum()));
            let numbers = output.iter().take(width).map(|&x| TableCell::Number(x));
            let cells = [sum].into_iter().chain(numbers).chain([outside(&output, &corners)]).collect();
            Row { label: format!("o{}", i + 1), cells }
        };
        let head = [String::new(), say("权重之和", "sum of weights")].into_iter();
        let head = head.chain((0..width).map(|c| format!("o[{}]", c + 1)));
        let head = head.chain([say("到值的凸包的距离", "outside of the hull of the values by")]).collect();
        Table::new(caption, head, (0..output.nrows().min(MOST)).map(line).collect())
    };
    let tables = vec![
        of(say("正确的输出", "The right output"), &weights, inputs),
        of(say("V 乘以 c", "V times c"), &weights, &scaled),
        of(say("softmax 之后再除一次权重", "Weights divided once more after softmax"), &divided, inputs),
    ];
    let note = say(
        "三张表都取本页的数。凸包只在 d_v = 2 时计算。",
        "All three take the numbers of the page. The hull is computed for d_v = 2 only.",
    );
    Output { tables, note, ..Output::default() }
}

// The corners of the hull of the rows of V; none unless they are points in the plane.
fn corners(values: &Matrix) -> Vec<[f64; 2]> {
    if values.ncols() != 2 {
        return Vec::new();
    }
    let points: Vec<[f64; 2]> = values.row_iter().map(|row| [row[0], row[1]]).collect();
    hull(&points).into_iter().map(|i| points[i]).collect()
}

fn outside(output: &[f64], corners: &[[f64; 2]]) -> TableCell {
    match (output, corners) {
        (&[x, y], [_, ..]) => TableCell::Number(distance_outside([x, y], corners)),
        _ => TableCell::Empty,
    }
}

// A sum that differs from 1 by rounding alone is 1.
fn rounded(sum: f64) -> f64 {
    if (sum - 1.0).abs() < 1e-12 { 1.0 } else { sum }
}
