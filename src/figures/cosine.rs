//! Scaled dot product and cosine on the page's own queries and keys, with one key stretched.

use super::output::{Heat, Output, Row, Table, TableCell};
use super::say;
use crate::engine::cell::Name;
use crate::engine::cosine::cosines;
use crate::engine::inputs::{Inputs, Source};
use crate::engine::mask::Mask;
use crate::engine::matrix::{Matrix, row};
use crate::engine::precision::Numerics;
use crate::engine::scaling::Scaling;
use crate::engine::softmax::softmax;
use crate::engine::trace::{Trace, attend};
use crate::plots::lines::{Dash, LinePlot, Point, Series};
use crate::plots::palette::Role;
use crate::text::Language;

// A table wider or longer than this is no longer read.
const MOST: usize = 12;
/// How far key 1 is stretched on the plot, in steps of a tenth.
const STEPS: u32 = 100;

/// Scores and weights under both ways, and the weight of key 1 in row 1 against its stretch. Computed in f64 without a
/// soft cap, whatever the page is in.
pub(super) fn stretched(inputs: &Inputs, stretch: f64, gain: f64, language: Language) -> Output {
    let say = |zh, en| say(language, zh, en);
    let inputs = inputs.with_softcap(None).with_numerics(Numerics::default());
    let ways = inputs.matrix(Name::Q).zip(inputs.matrix(Name::K)).and_then(|(q, k)| {
        let base = attend(&inputs);
        let longer = key_1_times(k, stretch);
        let source = Source::Qkv { q: q.clone(), k: longer.clone(), v: inputs.values().clone() };
        let dot = attend(&Inputs::new(source, inputs.scaling(), inputs.mask().clone()).ok()?);
        let cosine = with_scores(&inputs, cosines(q, &longer) * gain)?;
        let plain = with_scores(&inputs, cosines(q, k) * gain)?;
        Some((base, dot, cosine, plain))
    });
    let names = [
        (say("q·k ÷ 除数", "q·k ÷ divisor"), say("点积给出的权重", "weights by the dot product")),
        (say("增益 × cos(q, k)", "gain × cos(q, k)"), say("余弦给出的权重", "weights by the cosine")),
    ];
    let traces = ways.as_ref().map(|(_, dot, cosine, _)| [dot, cosine]);
    let tables = names.into_iter().enumerate().flat_map(|(way, (scores, weights))| {
        let trace = traces.map(|traces| traces[way]);
        [
            table(scores, trace.map(|trace| &trace.scaled), Heat::Signed),
            table(weights, trace.map(|trace| &trace.weights), Heat::Weights),
        ]
    });
    let places = || (0..=STEPS).map(|step| f64::from(step) / 10.0);
    let (dot, cosine): (Vec<Point>, Vec<Point>) = match &ways {
        None => Default::default(),
        Some((base, _, _, plain)) => {
            let at = |x: f64, y: f64| Point { x, y, error: None };
            let mask = inputs.mask();
            (
                places().map(|x| at(x, first_weight(base, mask, base.scaled[(0, 0)] * x))).collect(),
                // Of a vector of no length the cosine is 0 by agreement.
                places()
                    .map(|x| at(x, first_weight(plain, mask, if x > 0.0 { plain.scaled[(0, 0)] } else { 0.0 })))
                    .collect(),
            )
        }
    };
    let plot = LinePlot {
        x_label: say("键 1 放大的倍数", "stretch of key 1"),
        y_label: say("第 1 行中键 1 的权重", "weight of key 1 in row 1"),
        x_range: Some((0.0, f64::from(STEPS) / 10.0)),
        y_range: Some((0.0, 1.0)),
        series: vec![
            Series { name: say("点积", "dot product"), role: Role::Score, points: dot, ..Series::default() },
            Series {
                name: say("余弦", "cosine"),
                role: Role::Accent,
                dash: Dash::Dashed,
                points: cosine,
                ..Series::default()
            },
        ],
        ..LinePlot::default()
    };
    let zero = |matrix: &Matrix| matrix.row_iter().any(|row| row.iter().all(|&x| x == 0.0));
    let mut note = match inputs.matrix(Name::Q).zip(inputs.matrix(Name::K)) {
        None => say(
            "本页从分数开始，没有 Q 和 K，也就没有长度可以去掉。",
            "The page starts from scores. There is no Q and no K, and so no length to drop.",
        ),
        Some((q, k)) => {
            let mut note = say(
                "Q、K、掩码和除数都取自本页，只有键 1 放大了。",
                "Q, K, mask and divisor are the page's own; only key 1 is stretched.",
            );
            if stretch == 0.0 || zero(q) || zero(k) {
                note += &say(
                    "零向量没有方向，与它的余弦约定为 0，和直角一样。",
                    " A vector of zeros has no direction; its cosine is taken to be 0, as for a right angle.",
                );
            }
            note
        }
    };
    if inputs.queries().max(inputs.keys()) > MOST {
        note += &say("表里只列出前 12 行、前 12 列。", " The tables show the first 12 rows and columns.");
    }
    Output { plots: vec![plot], tables: tables.collect(), note }
}

fn key_1_times(k: &Matrix, stretch: f64) -> Matrix {
    Matrix::from_fn(k.nrows(), k.ncols(), |j, c| if j == 0 { stretch * k[(j, c)] } else { k[(j, c)] })
}

/// Attention from these scores as they are, under the mask of `inputs`.
fn with_scores(inputs: &Inputs, scores: Matrix) -> Option<Trace> {
    let source = Source::Scores { scores, v: inputs.values().clone(), d_k: inputs.d_k() };
    Some(attend(&Inputs::new(source, Scaling::None, inputs.mask().clone()).ok()?))
}

/// The weight of key 1 in row 1 where its scaled score is `score`.
fn first_weight(trace: &Trace, mask: &Mask, score: f64) -> f64 {
    let mut logits = row(&trace.masked, 0);
    // A hidden key stays hidden.
    if logits[0] != f64::NEG_INFINITY {
        logits[0] = score + mask.bias_at(0, 0);
    }
    softmax(&logits).weights[0]
}

/// A matrix of queries by keys; no row where there is none.
fn table(caption: String, matrix: Option<&Matrix>, heat: Heat) -> Table {
    let keys = matrix.map_or(0, |matrix| matrix.ncols().min(MOST));
    let rows = matrix.map_or_else(Vec::new, |matrix| {
        let line = |i: usize| Row {
            label: format!("q{}", i + 1),
            cells: (0..keys).map(|j| TableCell::Number(matrix[(i, j)])).collect(),
        };
        (0..matrix.nrows().min(MOST)).map(line).collect()
    });
    let head = std::iter::once(String::new()).chain((1..=keys).map(|j| format!("k{j}"))).collect();
    Table { caption, head, rows, heat }
}
