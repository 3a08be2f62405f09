//! Time and memory of both ways of attention, measured in the learner's own browser.

use super::output::{Row, Table, TableCell};
use super::say;
use super::{Output, Sampled, Shown};
use crate::engine::gauge::{Gauge, Usage};
use crate::engine::measurement::{MeasureJob, MeasureSettings, Measurement};
use crate::plots::axis::Spread;
use crate::plots::lines::{Dash, LinePlot, Marker, Point, Series};
use crate::plots::palette::Role;
use crate::text::Language;

pub(super) fn start(settings: MeasureSettings, gauge: Gauge) -> Box<dyn Sampled> {
    let show = move |job: &MeasureJob, language| output(job, settings, language);
    Box::new(Shown { job: MeasureJob::new(settings, gauge), show })
}

fn output(job: &MeasureJob, settings: MeasureSettings, language: Language) -> Output {
    let say = |zh, en| say(language, zh, en);
    let plot = |y_label, of: fn(Usage) -> f64| {
        let points = |way: fn(&Measurement) -> Option<Usage>| {
            let point = |measured: &Measurement| {
                let x = measured.length as f64;
                // What the clock or the counter took for nothing has no place on a scale of powers.
                way(measured).map(of).filter(|&y| y > 0.0).map(|y| Point { x, y: y.log10(), error: None })
            };
            job.measured.iter().filter_map(point).collect()
        };
        LinePlot {
            x_label: "L".to_owned(),
            y_label,
            x_spread: Spread::Log2,
            x_range: Some((MeasureSettings::SHORTEST as f64, settings.longest as f64)),
            series: vec![
                Series {
                    name: say("整个分数矩阵", "the whole score matrix"),
                    role: Role::Key,
                    dash: Dash::Dashed,
                    marker: Marker::Square,
                    points: points(|measured| measured.full),
                    ..Series::default()
                },
                Series {
                    name: say("分块", "in blocks"),
                    role: Role::Query,
                    marker: Marker::Circle,
                    points: points(|measured| measured.blockwise),
                    ..Series::default()
                },
            ],
            ..LinePlot::default()
        }
    };
    let head = [
        "L".to_owned(),
        say("时间，整个矩阵（ms）", "time, whole matrix (ms)"),
        say("时间，分块（ms）", "time, in blocks (ms)"),
        say("内存，整个矩阵（字节）", "memory, whole matrix (bytes)"),
        say("内存，分块（字节）", "memory, in blocks (bytes)"),
        say("内存之比", "ratio of memory"),
        say("输出相差最大", "largest difference of outputs"),
    ];
    let row = |measured: &Measurement| {
        let significant = |value: Option<f64>| value.map_or(TableCell::Empty, TableCell::Significant);
        let Measurement { full, blockwise, .. } = *measured;
        let bytes = |taken: Option<Usage>| taken.map(|taken| taken.bytes as f64);
        let exact = |value: Option<f64>| value.map_or(TableCell::Empty, TableCell::Exact);
        // A counter that counts nothing would make the ratio 0/0.
        let ratio = bytes(full).zip(bytes(blockwise)).map(|(full, blocks)| full / blocks.max(1.0));
        Row {
            label: measured.length.to_string(),
            cells: vec![
                significant(full.map(|taken| taken.time)),
                significant(blockwise.map(|taken| taken.time)),
                exact(bytes(full)),
                exact(bytes(blockwise)),
                significant(ratio),
                significant(measured.difference),
            ],
        }
    };
    let table = Table::new(say("时间与内存", "Time and memory"), head.into(), job.measured.iter().map(row).collect());
    let MeasureSettings { width, block, .. } = settings;
    let mut note = match language {
        Language::En => format!(
            "Measured here, on one core, as WebAssembly in fp64: d_k = d_v = {width}, L = S, Gaussian Q, K and V, no mask, blocks of {block} keys. Memory is the most that was allocated at one time beyond Q, K, V and the output. Short runs are repeated and averaged."
        ),
        Language::Zh => format!(
            "在这台设备上现场测量，单核，WebAssembly，fp64：d_k = d_v = {width}，L = S，Q、K、V 取高斯随机数，没有掩码，每块 {block} 个键。内存取占用最多的那一刻，不算 Q、K、V 和输出。时间太短的，多跑几遍取平均。"
        ),
    };
    if job.measured.iter().any(|measured| measured.full.is_none()) {
        note += &say(
            "空着的一格：内存放不下整个分数矩阵。",
            " Where a cell is empty, there was no memory for the whole score matrix.",
        );
    }
    let plots = vec![
        plot(say("log₁₀ 时间（ms）", "log₁₀ of time (ms)"), |taken| taken.time),
        plot(say("log₁₀ 内存（字节）", "log₁₀ of memory (bytes)"), |taken| taken.bytes as f64),
    ];
    Output { plots, tables: vec![table], note }
}
