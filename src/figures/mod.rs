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
mod format_limits;
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
mod retrieval;
mod scores;
mod shape_chain;
mod shapes;
mod softmax;

pub use output::{FloatException, Heat, Output, Outputs, Row, Table, TableCell, plot_csv};

use crate::engine::agreement::AgreementSettings;
use crate::engine::cost::Model;
use crate::engine::dot_products::DotSettings;
use crate::engine::gauge::Gauge;
use crate::engine::gradient_experiment::ExperimentSettings;
use crate::engine::inputs::Inputs;
use crate::engine::job::Job;
use crate::engine::measurement::MeasureSettings;
use crate::engine::sampling::CurveSettings;
use crate::lessons::figure::{Alone, OfPage, Request, Sampling};
use crate::text::{Language, Text};

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

/// What comes of a request.
pub enum Work {
    /// The output, at once.
    Done(Outputs),
    /// A job that gives it bit by bit.
    Goes(Box<dyn Sampled>),
}

/// The output of `request` in both languages, or the job that gives it, measured with `gauge` where it measures.
pub fn work(request: Request, gauge: Gauge) -> Work {
    match request {
        Request::Alone(request) => Work::Done(Outputs::both(|language| alone(request, language))),
        Request::OfPage(request, inputs) => Work::Done(Outputs::both(|language| of_page(request, &inputs, language))),
        Request::Sampled(request) => Work::Goes(sampled(request, gauge)),
    }
}

// A whole number among those that are multiplied and divided.
fn float(whole: usize) -> f64 {
    whole as f64
}

fn alone(request: Alone, language: Language) -> Output {
    match request {
        Alone::TwoKeys { d_k } => softmax::two_keys(float(d_k), language),
        Alone::Fp16Gradient { gap } => format_limits::slope(gap, language),
        Alone::ScaleOrder { component, d_k } => format_limits::scale_order(component, d_k, language),
        Alone::ExpLimits { x } => format_limits::exp_limits(x, language),
        Alone::T5 { d_model, d_k } => claims::t5(float(d_model), float(d_k), language),
        Alone::TwoProducts { tokens, width } => claims::two_products(float(tokens), float(width), language),
        Alone::ThreeScores { first, second, third } => claims::three_scores([first, second, third], language),
        Alone::Orthogonal { length } => claims::orthogonal(length, language),
        Alone::Prefill { tokens, width, layers, rate } => {
            claims::prefill(&Model::multi_head(float(tokens), float(width), float(layers), 2.0), rate, language)
        }
        Alone::CosineScale { d_k, keys, gain, seed } => claims::cosine_scale(d_k, keys, gain, seed, language),
        Alone::OnlineError { size, keys, block, seed } => claims::online_error(size, keys, block, seed, language),
        Alone::Leak { words, length, gain, seed } => claims::leak(words, length, gain, seed, language),
        Alone::HeadDivisor { d_model, heads, keys, seed } => heads::divisor(d_model, heads, keys, seed, language),
        Alone::ShapeChain { batch, tokens, width, heads } => {
            shape_chain::shape_chain([batch, tokens, width, heads].map(float), language)
        }
        Alone::CacheCost { tokens, width, layers, bytes, group } => {
            cache_cost::cost([tokens, width, layers, bytes, group].map(float), language)
        }
        Alone::CacheCorner { cached, new } => cache::corner(cached, new, language),
        Alone::ScoreCost { queries, keys, d_k } => scores::cost([queries, keys, d_k].map(float), language),
        Alone::Corners { queries, keys } => masks::corners(queries, keys, language),
        Alone::Rank { queries, keys, d_k, seed, tolerance } => {
            let settings = properties::RankSettings { queries, keys, d_k, seed, tolerance };
            properties::rank_of(settings, language)
        }
        Alone::Calculator { tokens, width, heads, key_heads, d_k, layers, bytes, rate, bandwidth, batch, memory } => {
            let [tokens, width, heads, key_heads, d_k, layers] =
                [tokens, width, heads, key_heads, d_k, layers].map(float);
            let model = Model { tokens, width, heads, key_heads, d_k, layers, bytes };
            let machine = cost::Machine { rate, bandwidth, batch: float(batch), memory };
            cost::calculator(&model, &machine, language)
        }
        Alone::Retrieval { tokens, retrieved } => retrieval::retrieval(float(tokens), float(retrieved), language),
    }
}

fn of_page(request: OfPage, inputs: &Inputs, language: Language) -> Output {
    match request {
        OfPage::Shapes {} => shapes::shapes(inputs, language),
        OfPage::Jacobian { temperature } => softmax::jacobian(inputs, temperature, language),
        OfPage::Formats {} => formats::row(inputs, language),
        OfPage::MaskConstants {} => formats::mask_constants(inputs, language),
        OfPage::OnlineSteps { block, row } => online::steps(inputs, block, row, language),
        OfPage::Cosine { stretch, gain } => cosine::stretched(inputs, stretch, gain, language),
        OfPage::Heads { query_heads, key_heads, mix } => heads::heads(inputs, query_heads, key_heads, mix, language),
        OfPage::Cache { step } => cache::step(inputs, step, language),
        OfPage::Arrows {} => arrows::pairs(inputs, language),
        OfPage::Hull {} => hull::mixing(inputs, language),
        OfPage::ScoreKinds {} => scores::kinds(inputs, language),
        OfPage::MixingScale { factor, divisor } => hull::mixing_scale(inputs, factor, divisor, language),
        OfPage::Polarity {} => masks::polarity(inputs, language),
        OfPage::HiddenNan {} => masks::hidden_nan(inputs, language),
        OfPage::Permutation { shift, causal } => properties::permutation(inputs, shift, causal, language),
        OfPage::RowShift { constant } => properties::row_shift(inputs, constant, language),
        OfPage::Indicators {} => indicators::indicators(inputs, language),
    }
}

fn sampled(request: Sampling, gauge: Gauge) -> Box<dyn Sampled> {
    match request {
        Sampling::DotProducts { d_k, sigma, count, seed } => dots::start(DotSettings { d_k, sigma, count, seed }),
        Sampling::EntropyCurves { keys, count, seed, divisor } => {
            curves::start(CurveSettings { seed, count, keys }, divisor)
        }
        Sampling::Agreement { correlation, keys, count, seed } => {
            curves::start_agreement(AgreementSettings { correlation, keys, count, seed })
        }
        Sampling::Gradients { batch, length, d_k, seed } => {
            gradients::start(ExperimentSettings { batch, length, d_k, seed })
        }
        Sampling::FlashMeasure { width, longest, block } => {
            measure::start(MeasureSettings { width, longest, block }, gauge)
        }
    }
}
