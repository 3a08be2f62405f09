//! FLOPs and bytes of generation, with and without a cache.

use super::output::{Output, Row, Table, TableCell};
use super::say;
use crate::engine::cost::Model;
use crate::plots::lines::{Dash, LinePlot, Point, Series};
use crate::plots::palette::Role;
use crate::text::Language;

// Intervals between the points of a curve.
const INTERVALS: i32 = 32;
const KILO: f64 = 1e3;
const GIGA: f64 = 1e9;

/// What each step costs up to `tokens`, and what all of them cost, one sequence alone.
pub(super) fn cost([tokens, width, layers, bytes, group]: [f64; 5], language: Language) -> Output {
    let say = |zh, en| say(language, zh, en);
    let at =
        |tokens: f64| Model { heads: group, d_k: width / group, ..Model::multi_head(tokens, width, layers, bytes) };
    let mut steps: Vec<f64> =
        (0..=INTERVALS).map(|i| (1.0 + (tokens - 1.0) * f64::from(i) / f64::from(INTERVALS)).round()).collect();
    steps.dedup();
    let curve = |name: String, role, dash, value: &dyn Fn(Model) -> f64| Series {
        name,
        role,
        dash,
        points: steps.iter().map(|&x| Point { x, y: value(at(x)) / GIGA, error: None }).collect(),
        ..Series::default()
    };
    let plot = |y_label: String, series: Vec<Series>| LinePlot {
        x_label: say("第 t 步", "step t"),
        y_label,
        y_range: Some((0.0, 0.0)),
        series,
        ..LinePlot::default()
    };
    let (without, with) = (say("没有缓存", "without the cache"), say("有缓存", "with the cache"));
    let plots = vec![
        plot(
            say("这一步的运算量（10⁹ FLOP）", "10⁹ FLOPs of the step"),
            vec![
                curve(without.clone(), Role::Key, Dash::Dashed, &|model| model.steps()),
                curve(with.clone(), Role::Query, Dash::Solid, &|model| model.step()),
            ],
        ),
        plot(
            say("有缓存的一步读取的 GB", "GB read by a step with the cache"),
            vec![
                curve(say("缓存", "cache"), Role::Query, Dash::Solid, &|model| model.cache_bytes()),
                curve(say("模型参数", "parameters"), Role::Ink, Dash::Dotted, &|model| model.weight_bytes()),
            ],
        ),
    ];
    let last = at(tokens);
    let row = |label: String, values: [f64; 2]| Row { label, cells: values.map(TableCell::Significant).to_vec() };
    let gigabytes = |value: f64| value / GIGA;
    let table = Table::new(
        match language {
            Language::Zh => format!("生成到第 {tokens} 个词元"),
            Language::En => format!("Generation up to token {tokens}"),
        },
        vec![String::new(), without, with],
        vec![
            row(say("最后一步的 FLOP", "FLOPs of the last step"), [last.steps(), last.step()]),
            row(say("所有步合计的 FLOP", "FLOPs of all steps"), [last.steps_without_cache(), last.steps()]),
            row(
                say("最后一步读的参数（GB）", "parameters read by the last step, GB"),
                [gigabytes(last.weight_bytes()); 2],
            ),
            row(say("最后一步读的缓存（GB）", "cache read by the last step, GB"), [0.0, gigabytes(last.cache_bytes())]),
            row(say("每个词元占的缓存（kB）", "cache of one token, kB"), [0.0, at(1.0).cache_bytes() / KILO]),
        ],
    );
    let note = say(
        "一个序列，从空缓存开始，逐个生成。一次乘加算 2 FLOP；计入投影、QKᵀ、权重乘 V，以及宽 4D 的前馈层；被遮住的格子、softmax、归一化与词表不计。1 kB 是 1000 字节，1 GB 是 10⁹ 字节。缓存含当前词元自己的键与值。没有缓存时，每一步要为全部词元重算整个前向计算。",
        "One sequence, from an empty cache, token by token. A multiply-add is 2 FLOPs; projections, QKᵀ, weights times V and a feed-forward layer of width 4D are counted; masked cells, softmax, norms and the vocabulary are not. 1 kB is 1000 bytes, 1 GB 10⁹ bytes. The cache includes the key and value of the current token. Without it, every step repeats the forward pass of all tokens.",
    );
    Output { plots, tables: vec![table], note }
}
