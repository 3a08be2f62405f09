//! A long context against retrieved passages.

use super::output::{Output, Row, Table, TableCell};
use super::say;
use crate::engine::cost::Model;
use crate::plots::axis::Spread;
use crate::plots::lines::{Dash, LinePlot, Marker, Point, Series};
use crate::plots::palette::Role;
use crate::text::Language;

// The model, as in the first preset of the calculator.
const WIDTH: f64 = 4096.0;
const LAYERS: f64 = 24.0;
const RATE: f64 = 1e15;

/// A prefill of `tokens` against one of `retrieved`.
pub(super) fn retrieval(tokens: f64, retrieved: f64, language: Language) -> Output {
    let say = |zh, en| say(language, zh, en);
    let model = |tokens| Model::multi_head(tokens, WIDTH, LAYERS, 2.0);
    let columns = [tokens, 2.0 * tokens, retrieved].map(model);
    let row = |label: String, of: fn(&Model) -> f64, ratio: bool| {
        let values = columns.map(|model| of(&model));
        let last = if ratio { TableCell::Significant(values[0] / values[2]) } else { TableCell::Empty };
        Row { label, cells: values.map(TableCell::Significant).into_iter().chain([last]).collect() }
    };
    let rows = vec![
        row(say("注意力 4T²D", "attention, 4T²D"), Model::attention, true),
        row(say("投影与前馈 24TD²", "projections and feed-forward, 24TD²"), others, true),
        row(say("合计", "total"), |model| model.total(false), true),
        row(say("注意力占比（%）", "share of attention, %"), |model| 100.0 * model.attention_share(false), false),
        row(say("满速所需的秒数（下限）", "seconds at peak, a lower bound"), |model| model.total(false) / RATE, true),
    ];
    let head = [
        String::new(),
        say("全文 T", "all of it, T"),
        say("加倍 2T", "twice that, 2T"),
        say("检索 R", "retrieved, R"),
        say("T 与 R 之比", "T over R"),
    ];
    let table = Table::new(say("各层合计的 FLOP", "FLOPs over all layers"), head.to_vec(), rows);
    let mut lengths: Vec<f64> = (8..=23).map(|power| 2f64.powi(power)).chain([tokens, retrieved]).collect();
    lengths.sort_unstable_by(f64::total_cmp);
    lengths.dedup();
    let curve = |name: String, role, dash, marker, of: fn(&Model) -> f64| {
        let points = lengths.iter().map(|&x| Point { x, y: of(&model(x)).log10(), error: None }).collect();
        Series { name, role, dash, marker, points, bars: None }
    };
    let plot = LinePlot {
        x_label: say("词元数 T", "tokens T"),
        y_label: "log₁₀ FLOP".to_owned(),
        x_spread: Spread::Log2,
        series: vec![
            curve(say("注意力", "attention"), Role::Weight, Dash::Solid, Marker::Circle, Model::attention),
            curve(say("投影与前馈", "projections and feed-forward"), Role::Value, Dash::Dashed, Marker::Square, others),
        ],
        ..LinePlot::default()
    };
    let note = say(
        "模型取 D = 4096、24 层，每秒 1e15 FLOP，不跳过被遮的块。检索本身的开销不计。",
        "A model with D = 4096 and 24 layers at 1e15 FLOP a second; masked blocks are not skipped. The cost of the search itself is left out.",
    );
    Output { plots: vec![plot], tables: vec![table], note }
}

fn others(model: &Model) -> f64 {
    model.projections() + model.feed_forward()
}
