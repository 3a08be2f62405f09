//! What the figures of the lessons compute: settings go in, plots and tables come out. Nothing here is drawn, so every
//! number of a figure is tested natively.
//!
//! A figure is instant, or sampled: then it is a [`Sampled`] job, which can show what it has at any time.

mod arrows;
mod cache;
mod cache_cost;
mod claims;
mod cosine;
mod cost;
mod curves;
mod dots;
mod ends;
mod formats;
mod gradients;
mod heads;
mod hull;
mod indicators;
mod masks;
mod measure;
mod online;
mod output;
mod properties;
mod scores;
mod shape_chain;
mod shapes;
mod softmax;

pub use output::{Entry, Heat, Mark, Output, Row, Table, plot_csv};

use crate::engine::cost::Model;
use crate::engine::gauge::Gauge;
use crate::engine::inputs::Inputs;
use crate::engine::job::Job;
use crate::lessons::figure::{Figure, Settings};
use crate::text::{Language, Text};

/// What a figure is computed from.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// What the learner set in the figure.
    pub settings: &'a Settings,
    /// The page's own numbers.
    pub inputs: &'a Inputs,
    /// Of the names in the output.
    pub language: Language,
}

/// A job whose state can be shown.
pub trait Sampled: Job {
    /// What is done so far.
    fn output(&self, language: Language) -> Output;
}

// A text in the language of the output.
fn say(language: Language, zh: &'static str, en: &'static str) -> String {
    Text { zh, en }.get(language).to_owned()
}

/// A job with the function that shows it.
struct Shown<J, F> {
    job: J,
    show: F,
}

impl<J: Job, F: Fn(&J, Language) -> Output> Job for Shown<J, F> {
    fn advance(&mut self) {
        self.job.advance();
    }

    fn progress(&self) -> f64 {
        self.job.progress()
    }

    fn is_done(&self) -> bool {
        self.job.is_done()
    }
}

impl<J: Job, F: Fn(&J, Language) -> Output> Sampled for Shown<J, F> {
    fn output(&self, language: Language) -> Output {
        (self.show)(&self.job, language)
    }
}

/// Whether `figure` is sampled.
pub fn is_sampled(figure: Figure) -> bool {
    matches!(
        figure,
        Figure::DotProducts | Figure::EntropyCurves | Figure::Agreement | Figure::Gradients | Figure::FlashMeasure
    )
}

/// The sampling of `figure`, measured with `gauge` where it measures; `None` where it is not sampled.
pub fn sampling(figure: Figure, settings: &Settings, gauge: Gauge) -> Option<Box<dyn Sampled>> {
    match figure {
        Figure::DotProducts => Some(dots::start(settings)),
        Figure::EntropyCurves => Some(curves::start(settings)),
        Figure::Agreement => Some(curves::start_agreement(settings)),
        Figure::Gradients => Some(gradients::start(settings)),
        Figure::FlashMeasure => Some(measure::start(settings, gauge)),
        _ => None,
    }
}

/// The output of an instant `figure`; `None` where it is sampled, or has a view of its own.
pub fn instant(figure: Figure, context: &Context<'_>) -> Option<Output> {
    let Context { settings, inputs, language } = *context;
    let get = |key| settings.get(figure, key);
    let whole = |key| settings.whole(figure, key);
    Some(match figure {
        Figure::Shapes => shapes::shapes(inputs, language),
        Figure::Jacobian => softmax::jacobian(inputs, get("T"), language),
        Figure::TwoKeys => softmax::two_keys(get("d_k"), language),
        Figure::Formats => formats::row(inputs, language),
        Figure::MaskConstants => formats::mask_constants(inputs, language),
        Figure::Fp16Gradient => formats::slope(get("gap"), language),
        Figure::ScaleOrder => formats::scale_order(get("a"), get("d_k") as usize, language),
        Figure::ExpLimits => formats::exp_limits(get("x"), language),
        Figure::T5 => claims::t5(get("d_model"), get("d_k"), language),
        Figure::TwoProducts => claims::two_products(get("T"), get("d"), language),
        Figure::ThreeScores => claims::three_scores([get("s1"), get("s2"), get("s3")], language),
        Figure::Orthogonal => claims::orthogonal(get("a"), language),
        Figure::Prefill => claims::prefill([get("T"), get("D"), get("layers"), get("flops")], language),
        Figure::CosineScale => claims::cosine_scale([get("d_k"), get("S"), get("gain"), get("seed")], language),
        Figure::OnlineError => claims::online_error([get("size"), get("S"), get("block"), get("seed")], language),
        Figure::Leak => claims::leak([get("V"), get("L"), get("gain"), get("seed")], language),
        Figure::OnlineSteps => online::steps(inputs, get("block") as usize, get("row") as usize, language),
        Figure::Cosine => cosine::stretched(inputs, get("stretch"), get("gain"), language),
        Figure::Heads => heads::heads(inputs, whole("H"), whole("G"), get("mix"), language),
        Figure::HeadDivisor => heads::divisor([whole("d_model"), whole("h"), whole("S"), whole("seed")], language),
        Figure::ShapeChain => shape_chain::shape_chain(["B", "T", "D", "H"].map(get), language),
        Figure::Cache => cache::step(inputs, whole("t"), language),
        Figure::CacheCost => cache_cost::cost(["T", "D", "layers", "bytes", "group"].map(get), language),
        Figure::CacheCorner => cache::corner(whole("cached"), whole("new"), language),
        Figure::Arrows => arrows::pairs(inputs, language),
        Figure::Hull => hull::mixing(inputs, language),
        Figure::ScoreCost => scores::cost(["L", "S", "d_k"].map(get), language),
        Figure::ScoreKinds => scores::kinds(inputs, language),
        Figure::MixingScale => hull::mixing_scale(inputs, get("c"), get("divisor"), language),
        Figure::Corners => masks::corners(get("L") as usize, get("S") as usize, language),
        Figure::Polarity => masks::polarity(inputs, language),
        Figure::HiddenNan => masks::hidden_nan(inputs, language),
        Figure::Permutation => properties::permutation(inputs, get("shift") as usize, get("causal") == 1.0, language),
        Figure::Rank => properties::rank_of(
            properties::RankSettings {
                queries: get("L") as usize,
                keys: get("S") as usize,
                d_k: get("d_k") as usize,
                seed: get("seed") as u32,
                tolerance: get("tolerance"),
            },
            language,
        ),
        Figure::RowShift => properties::row_shift(inputs, get("c"), language),
        Figure::Calculator => {
            let model = Model {
                tokens: get("T"),
                width: get("D"),
                heads: get("H"),
                key_heads: get("G"),
                d_k: get("d_k"),
                layers: get("layers"),
                bytes: get("bytes"),
            };
            let machine = cost::Machine {
                rate: get("flops"),
                bandwidth: get("bandwidth"),
                batch: get("batch"),
                memory: get("memory"),
            };
            cost::calculator(&model, &machine, language)
        }
        Figure::Retrieval => cost::retrieval(get("T"), get("R"), language),
        Figure::Indicators => indicators::indicators(inputs, language),
        Figure::Pipeline
        | Figure::Compare
        | Figure::MaskBeforeAfter
        | Figure::Exercise
        | Figure::MaskDraw
        | Figure::DotProducts
        | Figure::EntropyCurves
        | Figure::Agreement
        | Figure::Gradients
        | Figure::FlashMeasure => return None,
    })
}
