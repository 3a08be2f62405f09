//! Entropy, largest weight and score deviation against d_k, sampled a slice at a time so that the page stays alive.

use std::time::Duration;

use leptos::prelude::*;

use super::line_plot::LinePlotView;
use super::store::{Store, label, use_store};
use crate::browser;
use crate::document::edit::Edit;
use crate::engine::sampling::{Curve, CurveJob, CurvePoint, CurveSettings, Estimate, WIDTHS};
use crate::engine::scaling::Scaling;
use crate::plots::axis::Spread;
use crate::plots::lines::{Dash, LinePlot, Marker, Point, Rule, Series};
use crate::plots::palette::Role;
use crate::text::{Language, Text};

/// Milliseconds of sampling before the page gets its turn.
const SLICE: f64 = 12.0;
/// Milliseconds between two drawings of the curves: drawing all three takes longer than a slice.
const REDRAW: f64 = 150.0;

/// Three plots on one sample, with their settings, a progress bar and a stop button.
#[component]
pub(super) fn EntropyCurves() -> impl IntoView {
    let store = use_store();
    let settings = Memo::new(move |_| store.document.with(|document| document.curves));
    let curves = RwSignal::new(Vec::<Curve>::new());
    let progress = RwSignal::new(0.0);
    let running = RwSignal::new(false);
    // Which run is wanted; a slice of an older one ends it.
    let run = StoredValue::new(0u32);
    let start = move || {
        // The figure may have left the page since.
        if run.is_disposed() {
            return;
        }
        run.update_value(|number| *number += 1);
        running.set(true);
        progress.set(0.0);
        curves.set(Vec::new());
        let job = CurveJob::new(settings.get_untracked(), &Scaling::COMPARED);
        let slices = Slices { job, run, number: run.get_value(), drawn: 0.0, curves, progress, running };
        set_timeout(move || slices.go(), Duration::ZERO);
    };
    let stop = move || {
        run.update_value(|number| *number += 1);
        running.set(false);
    };
    on_cleanup(stop);
    // An effect towards the outside: new settings set the timer of a new run.
    Effect::new(move || {
        settings.track();
        set_timeout(start, Duration::ZERO);
    });
    let plot =
        move |measure: Measure| Memo::new(move |_| curves.with(|curves| measure.plot(store, curves, settings.get())));
    let view = move |measure: Measure| {
        view! { <LinePlotView plot=plot(measure) title=Signal::derive(move || store.say(measure.title()).to_owned()) /> }
    };
    view! {
        <div class="curves">
            <div class="controls">
                <Settings settings />
                <button type="button" name="run" on:click=move |_| if running.get_untracked() { stop() } else { start() }>
                    {move || store.say(if running.get() {
                        Text { zh: "停止", en: "stop" }
                    } else {
                        Text { zh: "重新计算", en: "compute again" }
                    })}
                </button>
                <progress
                    max="1"
                    value=move || progress.get()
                    aria-label=move || store.say(Text { zh: "计算进度", en: "progress" })
                ></progress>
                <span role="status" class="soft">{move || status(store, running.get(), progress.get())}</span>
            </div>
            <div class="plots">{view(Measure::Entropy)} {view(Measure::Largest)} {view(Measure::Deviation)}</div>
            <p class="soft note">{move || note(store.language(), settings.get())}</p>
        </div>
    }
}

struct Slices {
    job: CurveJob,
    run: StoredValue<u32>,
    number: u32,
    drawn: f64,
    curves: RwSignal<Vec<Curve>>,
    progress: RwSignal<f64>,
    running: RwSignal<bool>,
}

impl Slices {
    fn go(mut self) {
        // The figure may have left the page since.
        if self.run.try_get_value() != Some(self.number) {
            return;
        }
        let begin = browser::now();
        while !self.job.is_done() && browser::now() - begin < SLICE {
            self.job.advance();
        }
        self.progress.set(self.job.progress());
        let done = self.job.is_done();
        if done || browser::now() - self.drawn > REDRAW {
            self.curves.set(self.job.curves().to_vec());
            self.drawn = browser::now();
        }
        if done {
            self.running.set(false);
        } else {
            set_timeout(move || self.go(), Duration::ZERO);
        }
    }
}

#[component]
fn Settings(settings: Memo<CurveSettings>) -> impl IntoView {
    let store = use_store();
    let field = move |name: &'static str,
                      text: Text,
                      limits: (usize, usize),
                      read: fn(CurveSettings) -> usize,
                      write: fn(CurveSettings, usize) -> CurveSettings| {
        // Which text was refused, and when: undo, reset or another link ends it.
        let refused = RwSignal::new(None::<u32>);
        let typed = move |text: String| {
            let value = text.trim().parse().ok().filter(|value| (limits.0..=limits.1).contains(value));
            refused.set(value.is_none().then(|| store.epoch.get_untracked()));
            if let Some(value) = value {
                store.edit(Edit::Curves(write(settings.get_untracked(), value)));
            }
        };
        let is_refused = move || refused.get() == Some(store.epoch.get());
        let range = move || match store.language() {
            Language::En => format!("{}–{}", limits.0, limits.1),
            Language::Zh => format!("{}～{}", limits.0, limits.1),
        };
        view! {
            <label>
                <span>{move || store.say(text)}</span>
                <input
                    class="short"
                    type="text"
                    inputmode="numeric"
                    name=name
                    prop:value=move || {
                        store.epoch.track();
                        read(settings.get()).to_string()
                    }
                    aria-invalid=move || is_refused().then_some("true")
                    on:change=move |event| typed(event_target_value(&event))
                />
                <span role="status" class="refused">{move || is_refused().then(range)}</span>
            </label>
        }
    };
    let seed_limits = (0, u32::MAX as usize);
    view! {
        {field("S", Text { zh: "键数 S", en: "keys S" }, CurveSettings::KEYS, |s| s.keys, |s, keys| CurveSettings { keys, ..s })}
        {field("count", Text { zh: "查询数", en: "queries" }, CurveSettings::COUNT, |s| s.count, |s, count| CurveSettings { count, ..s })}
        {field("curve-seed", Text { zh: "种子", en: "seed" }, seed_limits, |s| s.seed as usize, |s, seed| CurveSettings { seed: seed as u32, ..s })}
    }
}

/// What a plot shows against d_k.
#[derive(Clone, Copy)]
enum Measure {
    Entropy,
    Largest,
    Deviation,
}

impl Measure {
    fn title(self) -> Text {
        match self {
            Self::Entropy => Text { zh: "平均熵（nat）", en: "mean entropy (nat)" },
            Self::Largest => Text { zh: "平均最大权重", en: "mean largest weight" },
            Self::Deviation => {
                Text { zh: "进入 softmax 的分数的标准差", en: "sd of the scores entering softmax" }
            }
        }
    }

    fn of(self, point: &CurvePoint) -> Estimate {
        match self {
            Self::Entropy => point.entropy,
            Self::Largest => point.largest,
            Self::Deviation => point.score_sd,
        }
    }

    fn plot(self, store: Store, curves: &[Curve], settings: CurveSettings) -> LinePlot {
        let ceiling = (settings.keys as f64).ln();
        let series = curves.iter().map(|curve| {
            let (role, dash, marker) = style(curve.scaling);
            let point = |point: &CurvePoint| {
                let Estimate { mean, error } = self.of(point);
                Point { x: point.d_k as f64, y: mean, error }
            };
            let points = curve.points.iter().map(point).collect();
            Series { name: label(store, curve.scaling).to_owned(), role, dash, marker, points }
        });
        LinePlot {
            x_label: "d_k".to_owned(),
            y_label: store.say(self.title()).to_owned(),
            x_spread: Spread::Log2,
            x_range: Some((WIDTHS[0] as f64, WIDTHS[WIDTHS.len() - 1] as f64)),
            y_range: match self {
                Self::Entropy => Some((0.0, ceiling * 1.05)),
                Self::Largest => Some((0.0, 1.0)),
                // Fixed, so that the axis does not move while points arrive: √1024 = 32.
                Self::Deviation => Some((0.0, 35.0)),
            },
            series: series.collect(),
            rules: match self {
                Self::Entropy => vec![Rule { label: format!("ln {}", settings.keys), y: ceiling }],
                Self::Largest | Self::Deviation => Vec::new(),
            },
        }
    }
}

// Told apart by dash and marker as well as by colour.
fn style(scaling: Scaling) -> (Role, Dash, Marker) {
    match scaling {
        Scaling::None => (Role::Key, Dash::Dashed, Marker::Square),
        Scaling::Sqrt => (Role::Query, Dash::Solid, Marker::Circle),
        _ => (Role::Value, Dash::Dotted, Marker::Triangle),
    }
}

fn status(store: Store, running: bool, progress: f64) -> String {
    let percent = (100.0 * progress).floor();
    match (running, progress >= 1.0, store.language()) {
        (true, _, _) => format!("{percent}%"),
        (false, true, Language::En) => "done".to_owned(),
        (false, true, Language::Zh) => "已算完".to_owned(),
        (false, false, Language::En) => format!("stopped at {percent}%; what was done stays"),
        (false, false, Language::Zh) => format!("停在 {percent}%，已算的保留"),
    }
}

fn note(language: Language, settings: CurveSettings) -> String {
    let CurveSettings { count, keys, .. } = settings;
    match language {
        Language::En => format!(
            "Sampled here: at each d_k, {count} queries against {keys} keys, all components independent with mean 0 and variance 1. The band is ± 1 standard error; the line marked ln S is the ceiling, the entropy of a uniform row."
        ),
        Language::Zh => format!(
            "现场抽样：每个 d_k 取 {count} 个查询，各对 {keys} 个键，所有分量独立，均值 0、方差 1。色带是 ± 1 个标准误；标着 ln S 的横线是上限，也就是均匀分布一行的熵。"
        ),
    }
}
