//! Curves against d_k: what each scaling leaves of entropy, weights and scores.

use super::{Output, Sampled, Shown};
use crate::choice::Choice;
use crate::engine::agreement::{AgreementJob, AgreementPoint, AgreementSettings};
use crate::engine::sampling::{Curve, CurveJob, CurvePoint, CurveSettings, Estimate, WIDTHS};
use crate::engine::scaling::Scaling;
use crate::plots::axis::Spread;
use crate::plots::lines::{Dash, LinePlot, Marker, Point, Rule, Series};
use crate::plots::palette::Role;
use crate::text::{Language, Text};

/// Entropy, largest weight, score deviation and Jacobian norm under five scalings, the last one by `divisor`.
pub(super) fn start(settings: CurveSettings, divisor: f64) -> Box<dyn Sampled> {
    let scalings = [Scaling::None, Scaling::Sqrt, Scaling::Dk, Scaling::TwoSqrt, Scaling::Divisor(divisor)];
    let show = move |job: &CurveJob, language| Output {
        plots: Measure::ALL.map(|measure| measure.plot(job.curves(), settings, language)).to_vec(),
        tables: Vec::new(),
        note: note(language, settings),
    };
    Box::new(Shown { job: CurveJob::new(settings, &scalings), show })
}

/// What a plot shows against d_k.
#[derive(Clone, Copy)]
enum Measure {
    Entropy,
    Largest,
    Deviation,
    Jacobian,
}

impl Measure {
    const ALL: [Self; 4] = [Self::Entropy, Self::Largest, Self::Deviation, Self::Jacobian];

    fn title(self) -> Text {
        match self {
            Self::Entropy => Text { zh: "平均熵（nat）", en: "mean entropy (nat)" },
            Self::Largest => Text { zh: "最大权重的平均值", en: "mean largest weight" },
            Self::Deviation => Text { zh: "logit 的标准差", en: "sd of the logits" },
            Self::Jacobian => Text { zh: "雅可比矩阵的平均范数", en: "mean norm of the Jacobian" },
        }
    }

    fn of(self, point: &CurvePoint) -> Estimate {
        match self {
            Self::Entropy => point.entropy,
            Self::Largest => point.largest,
            Self::Deviation => point.score_sd,
            Self::Jacobian => point.jacobian,
        }
    }

    fn plot(self, curves: &[Curve], settings: CurveSettings, language: Language) -> LinePlot {
        let ceiling = (settings.keys as f64).ln();
        let points = |curve: &Curve| curve.points.iter().map(|point| at(point.d_k, self.of(point))).collect();
        LinePlot {
            y_range: match self {
                Self::Entropy => Some((0.0, ceiling * 1.05)),
                Self::Largest => Some((0.0, 1.0)),
                // Fixed, so that the axis does not move while points arrive: √1024 = 32.
                Self::Deviation => Some((0.0, 35.0)),
                // p(1−p) of two equal keys has a norm of ½; a row with more keys stays below it on average.
                Self::Jacobian => Some((0.0, 0.4)),
            },
            series: curves.iter().map(|curve| series(curve.scaling, language, points(curve))).collect(),
            rules: match self {
                Self::Entropy => vec![Rule { label: format!("ln {}", settings.keys), y: ceiling }],
                Self::Largest | Self::Deviation | Self::Jacobian => Vec::new(),
            },
            ..against_width(self.title(), language)
        }
    }
}

fn against_width(title: Text, language: Language) -> LinePlot {
    LinePlot {
        x_label: "d_k".to_owned(),
        y_label: title.get(language).to_owned(),
        x_spread: Spread::Log2,
        x_range: Some((WIDTHS[0] as f64, WIDTHS[WIDTHS.len() - 1] as f64)),
        ..LinePlot::default()
    }
}

fn at(d_k: usize, Estimate { mean, error }: Estimate) -> Point {
    Point { x: d_k as f64, y: mean, error }
}

// Told apart by dash and marker as well as by colour.
pub(super) fn series(scaling: Scaling, language: Language, points: Vec<Point>) -> Series {
    let (role, dash, marker) = match scaling {
        Scaling::None => (Role::Key, Dash::Dashed, Marker::Square),
        Scaling::Sqrt => (Role::Query, Dash::Solid, Marker::Circle),
        Scaling::Dk => (Role::Value, Dash::Dotted, Marker::Triangle),
        Scaling::TwoSqrt => (Role::Score, Dash::Dashed, Marker::Circle),
        Scaling::Divisor(_) => (Role::Ink, Dash::Dotted, Marker::Square),
    };
    let name = match scaling {
        Scaling::Divisor(value) => format!("÷ {}", crate::number::show_typed(value, 3)),
        other => other.label().get(language).to_owned(),
    };
    Series { name, role, dash, marker, points, ..Series::default() }
}

fn note(language: Language, settings: CurveSettings) -> String {
    let CurveSettings { count, keys, .. } = settings;
    match language {
        Language::En => format!(
            "Sampled here: at each d_k, {count} queries against {keys} keys, all components independent with mean 0 and variance 1. The band is ± 1 standard error; the line marked ln S is the ceiling, the entropy of a uniform row."
        ),
        Language::Zh => format!(
            "现场抽样：每个 d_k 取 {count} 个查询，各对 {keys} 个键，所有分量独立，均值 0、方差 1。色带是 ± 1 个标准误；标着 ln S 的横线是上限，也就是一行均匀分布的熵。"
        ),
    }
}

/// Score and weight of the key that agrees with its query.
pub(super) fn start_agreement(settings: AgreementSettings) -> Box<dyn Sampled> {
    let show = move |job: &AgreementJob, language| agreement(job, settings, language);
    Box::new(Shown { job: AgreementJob::new(settings), show })
}

fn agreement(job: &AgreementJob, settings: AgreementSettings, language: Language) -> Output {
    let plot = |title, pick: fn(&AgreementPoint) -> Estimate, skipped: usize, y_range| {
        let of = |(points, scaling): (&Vec<AgreementPoint>, Scaling)| {
            series(scaling, language, points.iter().map(|point| at(point.d_k, pick(point))).collect())
        };
        LinePlot {
            y_range,
            series: job.points.iter().zip(Scaling::COMPARED).skip(skipped).map(of).collect(),
            ..against_width(title, language)
        }
    };
    let AgreementSettings { correlation, keys, count, .. } = settings;
    let rho = crate::number::show_typed(correlation, 3);
    let note = match language {
        Language::En => format!(
            "Sampled here: at each d_k, {count} queries; one of {keys} keys has correlation ρ = {rho} with its query in every component, the others none. Expected score of that key: ρ·d_k undivided, ρ·√d_k after √d_k, ρ after d_k. The undivided score is left out of the first plot, where it would press the others flat."
        ),
        Language::Zh => format!(
            "现场抽样：每个 d_k 取 {count} 个查询；{keys} 个键中有一个与查询在每个分量上相关，相关系数 ρ = {rho}，其余无关。这个键的期望分数：不缩放是 ρ·d_k，除以 √d_k 是 ρ·√d_k，除以 d_k 是 ρ。第一张图不画不缩放的分数，否则其余几条会被压扁。"
        ),
    };
    let score = Text { zh: "对齐的键的分数（缩放后）", en: "score of the agreeing key, scaled" };
    let weight = Text { zh: "对齐的键的权重", en: "weight of the agreeing key" };
    let scores = plot(score, |point| point.score, 1, Some((0.0, 20.0)));
    let weights = plot(weight, |point| point.weight, 0, Some((0.0, 1.0)));
    Output { plots: vec![scores, weights], tables: Vec::new(), note }
}
