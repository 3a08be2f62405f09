//! Saturation: a row under a temperature, and the slope between two keys.

use super::output::{Heat, Output, Row, Table, TableCell};
use super::say;
use crate::engine::gradient::softmax_jacobian;
use crate::engine::inputs::Inputs;
use crate::engine::matrix::row;
use crate::engine::softmax::softmax;
use crate::engine::statistics::RowStatistics;
use crate::engine::trace::attend;
use crate::plots::lines::{Dash, LinePlot, Point, Series};
use crate::plots::palette::Role;
use crate::text::Language;

// A table wider than this is no longer read; the first keys stand for the others.
const MOST: usize = 12;

fn key(j: usize) -> String {
    format!("k{}", j + 1)
}

/// softmax(z/T) of the first row of raw scores, and its Jacobian.
pub(super) fn jacobian(inputs: &Inputs, temperature: f64, language: Language) -> Output {
    let say = |zh, en| say(language, zh, en);
    let scores = row(&attend(inputs).scores, 0);
    let logits: Vec<f64> = scores.iter().map(|z| z / temperature).collect();
    let weights = softmax(&logits).weights;
    let statistics = RowStatistics::new(&weights, weights.len());
    let jacobian = softmax_jacobian(&weights);
    let shown = weights.len().min(MOST);
    let keys = || (0..shown).map(key);
    let numbers = |values: &[f64]| values.iter().take(shown).map(|&x| TableCell::Number(x)).collect::<Vec<_>>();
    let rows = Table {
        caption: say("第 1 行的分数与权重", "Scores and weights of row 1"),
        head: std::iter::once(String::new()).chain(keys()).collect(),
        rows: vec![
            Row { label: say("分数 z", "score z"), cells: numbers(&scores) },
            Row { label: "z ÷ T".to_owned(), cells: numbers(&logits) },
            Row { label: say("权重 a", "weight a"), cells: numbers(&weights) },
        ],
        heat: Heat::None,
    };
    let entries = |i: usize| (0..shown).map(|j| TableCell::Number(jacobian[(i, j)])).collect();
    let square = Table {
        caption: say(
            "雅可比矩阵 ∂aᵢ/∂logitⱼ = aᵢ(δᵢⱼ − aⱼ)，颜色从 −0.25 到 0.25",
            "Jacobian ∂aᵢ/∂logitⱼ = aᵢ(δᵢⱼ − aⱼ), colours from −0.25 to 0.25",
        ),
        head: std::iter::once(String::new()).chain(keys()).collect(),
        rows: (0..shown).map(|i| Row { label: key(i), cells: entries(i) }).collect(),
        heat: Heat::Slopes,
    };
    let one = |label: String, value: f64| Row { label, cells: vec![TableCell::Significant(value)] };
    let summary = Table {
        caption: say("这一行", "The row"),
        head: vec![String::new(), say("数值", "value")],
        rows: vec![
            one(say("熵（nat）", "entropy (nat)"), statistics.entropy),
            one(say("上限 ln S", "ceiling ln S"), statistics.ceiling),
            one(say("雅可比矩阵的范数", "norm of the Jacobian"), statistics.jacobian_norm),
        ],
        heat: Heat::None,
    };
    let left_out = weights.len() - shown;
    let note = match (left_out, language) {
        (0, _) => say("取自上面第 1 行的原始分数，没有掩码。", "From the raw scores of row 1 above, without a mask."),
        (count, Language::En) => {
            format!("From the raw scores of row 1 above, without a mask; {count} more keys are not shown.")
        }
        (count, Language::Zh) => format!("取自上面第 1 行的原始分数，没有掩码；另有 {count} 个键未列出。"),
    };
    Output { plots: Vec::new(), tables: vec![rows, square, summary], note }
}

/// The larger weight of two keys, and p(1−p), by their gap.
///
/// p(1−p) is the product of both weights, so that no digit is lost where one is nearly 1.
pub(super) fn two_keys(d_k: f64, language: Language) -> Output {
    let say = |zh, en| say(language, zh, en);
    let weights = |gap: f64| softmax(&[gap, 0.0]).weights;
    let slope = |gap: f64| weights(gap).iter().product::<f64>();
    let points = (0..=64).map(|step| f64::from(step) * 0.5).map(|x| Point { x, y: slope(x).log10(), error: None });
    let plot = LinePlot {
        x_label: say("两个 logit 之差", "gap of the two logits"),
        y_label: "log₁₀ p(1−p)".to_owned(),
        series: vec![Series {
            name: "log₁₀ p(1−p)".to_owned(),
            role: Role::Weight,
            dash: Dash::Solid,
            points: points.collect(),
            ..Series::default()
        }],
        ..LinePlot::default()
    };
    let mut widths = vec![16.0, 64.0, 128.0, 256.0];
    if !widths.contains(&d_k) {
        widths.insert(widths.iter().filter(|width| **width < d_k).count(), d_k);
    }
    let row = |d_k: f64| {
        let gap = 2.0 * d_k.sqrt();
        let [larger, smaller] = weights(gap)[..] else { return Row { label: String::new(), cells: Vec::new() } };
        let cells = [gap, larger, smaller, slope(gap)];
        let entry = |(place, value)| if place == 1 { TableCell::Number(value) } else { TableCell::Significant(value) };
        Row { label: format!("d_k = {d_k}"), cells: cells.into_iter().enumerate().map(entry).collect() }
    };
    let [larger, smaller] = weights(2.0)[..] else { return Output::default() };
    let scaled = Row {
        label: say("÷ √d_k 之后，任何 d_k", "after ÷ √d_k, any d_k"),
        cells: vec![
            TableCell::Significant(2.0),
            TableCell::Number(larger),
            TableCell::Significant(smaller),
            TableCell::Significant(slope(2.0)),
        ],
    };
    let table = Table {
        caption: say("相差两个标准差的两个键", "Two keys two standard deviations apart"),
        head: vec![
            String::new(),
            say("差 2√d_k", "gap 2√d_k"),
            say("较大的权重", "larger weight"),
            say("1 − 较大的权重", "1 − larger weight"),
            "p(1−p)".to_owned(),
        ],
        rows: widths.into_iter().map(row).chain([scaled]).collect(),
        heat: Heat::None,
    };
    let note = say(
        "p(1−p) 就是两个键时雅可比矩阵每个元素的大小，按两个权重的乘积计算。",
        "For two keys p(1−p) is the size of every entry of the Jacobian; computed as the product of the two weights.",
    );
    Output { plots: vec![plot], tables: vec![table], note }
}
