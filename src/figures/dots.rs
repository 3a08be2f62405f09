//! Products, lengths and angles of random vectors.

use super::ends::with_open_ends;
use super::output::{Heat, Row, Table, TableCell};
use super::say;
use super::{Output, Sampled, Shown};
use crate::engine::dot_products::{DotJob, DotSettings};
use crate::engine::histogram::Histogram;
use crate::engine::statistics::mean_and_error;
use crate::number::show_typed;
use crate::plots::lines::{LinePlot, Point, Series};
use crate::plots::palette::Role;
use crate::text::Language;

const BINS: usize = 60;

pub(super) fn start(settings: DotSettings) -> Box<dyn Sampled> {
    Box::new(Shown { job: DotJob::new(settings), show: output })
}

fn output(job: &DotJob, language: Language) -> Output {
    let DotJob { settings, products, query_lengths, key_lengths, cosines, .. } = job;
    let say = |zh, en| say(language, zh, en);
    let (sd, length, width) = (settings.variance().sqrt(), settings.length(), settings.d_k as f64);
    let density = say("密度", "density");
    let open = |bars| with_open_ends(bars, language);
    let named = |x_label: String, series: Vec<Series>| LinePlot {
        x_label,
        y_label: density.clone(),
        y_range: Some((0.0, 0.0)),
        series,
        ..LinePlot::default()
    };
    let sampled = say("抽样", "sampled");
    let product = bars(sampled.clone(), Role::Score, products, (-4.0 * sd, 4.0 * sd));
    let curve = normal_curve(say("正态曲线", "normal curve"), &product, sd);
    let reach = (length - 4.0 * settings.sigma).max(0.0)..(length + 4.0 * settings.sigma);
    let lengths = |name: &str, role, values| bars(name.to_owned(), role, values, (reach.start, reach.end));
    let spread = (4.0 / width.sqrt()).min(1.0);
    let plots = vec![
        named("q·k".to_owned(), open(product).into_iter().chain([curve]).collect()),
        named(
            say("长度", "length"),
            [lengths("‖q‖", Role::Query, query_lengths), lengths("‖k‖", Role::Key, key_lengths)]
                .into_iter()
                .flat_map(open)
                .collect(),
        ),
        named("cos θ".to_owned(), open(bars(sampled, Role::Weight, cosines, (-spread, spread)))),
    ];
    let mean = |values: &[f64]| mean_and_error(values).0;
    let row = |label: String, measured: f64, predicted: f64| Row {
        label,
        cells: vec![
            TableCell::Significant(measured),
            TableCell::Significant(predicted),
            TableCell::Number(measured / predicted),
        ],
    };
    let variance = DotJob::variance(products);
    let table = Table {
        caption: say("测得与预测", "Measured and predicted"),
        head: vec![
            String::new(),
            say("测得", "measured"),
            say("预测", "predicted"),
            say("测得 ÷ 预测", "measured ÷ predicted"),
        ],
        rows: vec![
            row(say("q·k 的方差：d_k σ⁴", "variance of q·k: d_k σ⁴"), variance, settings.variance()),
            row(say("q·k 的标准差：√d_k σ²", "sd of q·k: √d_k σ²"), variance.sqrt(), sd),
            row(say("‖q‖ 的平均：约 √d_k σ", "mean ‖q‖: about √d_k σ"), mean(query_lengths), length),
            row(say("‖k‖ 的平均：约 √d_k σ", "mean ‖k‖: about √d_k σ"), mean(key_lengths), length),
            row(
                say("cos θ 的标准差：1/√d_k", "sd of cos θ: 1/√d_k"),
                DotJob::variance(cosines).sqrt(),
                width.sqrt().recip(),
            ),
        ],
        heat: Heat::None,
    };
    let count = products.len();
    let (d_k, sigma) = (settings.d_k, show_typed(settings.sigma, 3));
    let note = match language {
        Language::En => format!(
            "Sampled here: {count} pairs of vectors with {d_k} independent normal components each, mean 0, sd {sigma}. Outermost bars, where there are any, are drawn apart and hold all that lies beyond as well."
        ),
        Language::Zh => format!(
            "现场抽样：{count} 对向量，各有 {d_k} 个独立的正态分量，均值 0、标准差 {sigma}。最外侧如果有柱子，就另用颜色，把更外侧的值也计入。"
        ),
    };
    Output { plots, tables: vec![table], note }
}

fn bars(name: String, role: Role, values: &[f64], (from, to): (f64, f64)) -> Series {
    let mut histogram = Histogram::new(from, to, BINS);
    values.iter().for_each(|&value| histogram.add(value));
    let point = |(x, share): (f64, f64)| Point { x, y: share / histogram.width(), error: None };
    let points = histogram.shares().into_iter().map(point).collect();
    Series { name, role, points, bars: Some(histogram.width()), ..Series::default() }
}

// At the middles of the bins, so that reading one place gives both.
fn normal_curve(name: String, bars: &Series, sd: f64) -> Series {
    let density = |x: f64| (-0.5 * (x / sd).powi(2)).exp() / (sd * (2.0 * std::f64::consts::PI).sqrt());
    let points = bars.points.iter().map(|point| Point { y: density(point.x), ..*point }).collect();
    Series { name, role: Role::Ink, points, ..Series::default() }
}
