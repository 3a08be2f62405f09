//! Where the gradient sits under each scaling.

use super::curves::series;
use super::ends::with_open_ends;
use super::output::{Heat, Row, Table, TableCell};
use super::say;
use super::{Output, Sampled, Shown};
use crate::choice::Choice;
use crate::engine::gradient_experiment::{ExperimentJob, ExperimentSettings, GradientStatistics};
use crate::plots::lines::{Dash, LinePlot, Marker, Point};
use crate::text::Language;

// A quarter of a decade, of bins of a two hundredth.
const COARSER: usize = 50;
// The exponents that are drawn; smaller sizes are too many decades to be read.
const SHOWN: (f64, f64) = (-30.0, GradientStatistics::EXPONENTS.1);

pub(super) fn start(settings: ExperimentSettings) -> Box<dyn Sampled> {
    let show = move |job: &ExperimentJob, language| output(job, settings, language);
    Box::new(Shown { job: ExperimentJob::new(settings), show })
}

fn output(job: &ExperimentJob, settings: ExperimentSettings, language: Language) -> Output {
    let say = |zh, en| say(language, zh, en);
    let measured = &job.measured;
    let row = |label: String, pick: fn(&GradientStatistics) -> f64| Row {
        label,
        cells: measured.iter().map(|measured| TableCell::Significant(pick(measured))).collect(),
    };
    let names = measured.iter().map(|measured| measured.scaling.label().get(language).to_owned());
    let table = Table {
        caption: say("各种缩放下的梯度", "The gradient under each scaling"),
        head: std::iter::once(String::new()).chain(names).collect(),
        rows: vec![
            row(say("分数方差", "score variance"), GradientStatistics::score_variance),
            row(say("平均熵（nat）", "mean entropy (nat)"), GradientStatistics::mean_entropy),
            row(say("梯度范数（整体）", "gradient norm, whole tensor"), GradientStatistics::gradient_norm),
            row(say("单个梯度分量大小的中位数", "median size of one entry"), GradientStatistics::median_size),
            row(
                say("最大的 1% 分量占平方和的比例", "share of the squares in the largest 1%"),
                GradientStatistics::share_of_largest,
            ),
            row(say("传到 Q 的梯度范数", "gradient norm carried on to Q"), GradientStatistics::query_gradient_norm),
        ],
        heat: Heat::None,
    };
    let plot = |measured: &GradientStatistics| {
        let histogram = measured.sizes.coarser(COARSER).cut(SHOWN.0);
        let points: Vec<Point> =
            histogram.shares().into_iter().map(|(x, share)| Point { x, y: 100.0 * share, error: None }).collect();
        let mut bars = series(measured.scaling, language, points);
        (bars.dash, bars.marker, bars.bars) = (Dash::Solid, Marker::None, Some(histogram.width()));
        LinePlot {
            x_label: "log₁₀ |g|".to_owned(),
            y_label: say("分量所占的百分比", "entries, per cent"),
            // The same for all three, so that they can be compared.
            x_range: Some(SHOWN),
            y_range: Some((0.0, 30.0)),
            series: with_open_ends(bars, language),
            ..LinePlot::default()
        }
    };
    let ExperimentSettings { batch, length, d_k, .. } = settings;
    let note = match language {
        Language::En => format!(
            "Computed here: B = {batch}, L = S = {length}, d_k = {d_k}, Gaussian Q and K; loss = Σ weights ∘ Gaussian noise; g is the gradient with respect to the logits. Outermost bars, where there are any, are drawn apart: one on the left holds all that is smaller than 1e−30 as well, zeros included, and one on the right all that is larger than 100. The median counts every size as it is."
        ),
        Language::Zh => format!(
            "现场计算：B = {batch}，L = S = {length}，d_k = {d_k}，Q、K 取高斯随机数；损失 = Σ 权重 ∘ 高斯噪声；g 是对 logit 的梯度。最外侧如果有柱子，就另用颜色：最左边的把小于 1e−30 的值也计入，包括零；最右边的把大于 100 的值也计入。中位数按真实大小计算。"
        ),
    };
    Output { plots: measured.iter().map(plot).collect(), tables: vec![table], note }
}
