//! A figure that `figures` computes: its settings, plots, tables and remark.

use std::time::Duration;

use leptos::prelude::*;

use super::figure_settings::FigureSettings;
use super::figure_table::FigureTable;
use super::line_plot::LinePlotView;
use super::store::{Store, use_store};
use crate::browser;
use crate::figures::{Context, Output, Sampled, instant, sampling};
use crate::lessons::figure::Figure;
use crate::plots::lines::LinePlot;
use crate::text::{Language, Text};

/// Milliseconds of sampling before the page gets its turn.
const SLICE: f64 = 12.0;
/// Milliseconds between two drawings of the plots: drawing all of them takes longer than a slice.
const REDRAW: f64 = 150.0;
/// Milliseconds until the first drawing, so that the first points are there at once.
const FIRST: f64 = 50.0;

/// A figure that is computed at once, whenever its settings or the page's numbers change.
#[component]
pub(super) fn InstantFigure(figure: Figure) -> impl IntoView {
    let store = use_store();
    let settings = Memo::new(move |_| store.document.with(|document| document.settings.of(figure)));
    let output = Memo::new(move |_| {
        let language = store.language();
        settings
            .with(|settings| store.inputs.with(|inputs| instant(figure, &Context { settings, inputs, language })))
            .unwrap_or_default()
    });
    view! {
        <div class="computed">
            <Show when=move || !figure.settings().is_empty()>
                <div class="controls"><FigureSettings figure /></div>
            </Show>
            <Shown output />
        </div>
    }
}

/// A figure that is sampled, a slice at a time so that the page stays alive, with a progress bar and a stop button.
#[component]
pub(super) fn SampledFigure(figure: Figure) -> impl IntoView {
    let store = use_store();
    let settings = Memo::new(move |_| store.document.with(|document| document.settings.of(figure)));
    let job = StoredValue::new_local(sampling(figure, &settings.get_untracked()));
    let run = Run {
        job,
        number: StoredValue::new(0),
        drawn: RwSignal::new(0),
        progress: RwSignal::new(0.0),
        running: RwSignal::new(false),
    };
    let start = move || {
        // The figure may have left the page since.
        if !job.is_disposed() {
            job.set_value(sampling(figure, &settings.get_untracked()));
            run.start();
        }
    };
    on_cleanup(move || run.stop());
    // An effect towards the outside: new settings set the timer of a new run.
    Effect::new(move || {
        settings.track();
        set_timeout(start, Duration::ZERO);
    });
    let output = Memo::new(move |_| {
        run.drawn.track();
        let language = store.language();
        job.with_value(|job| job.as_ref().map(|job| job.output(language)).unwrap_or_default())
    });
    view! {
        <div class="computed">
            <div class="controls">
                <FigureSettings figure />
                <button type="button" name="run" on:click=move |_| if run.running.get_untracked() { run.stop() } else { start() }>
                    {move || store.say(if run.running.get() {
                        Text { zh: "停止", en: "stop" }
                    } else {
                        Text { zh: "重新计算", en: "compute again" }
                    })}
                </button>
                <progress
                    max="1"
                    value=move || run.progress.get()
                    aria-label=store.said(Text { zh: "计算进度", en: "progress" })
                ></progress>
                <span role="status" class="soft">{move || status(store, run)}</span>
            </div>
            <Shown output />
        </div>
    }
}

type Job = StoredValue<Option<Box<dyn Sampled>>, LocalStorage>;

// One sampling after the other; only the last one goes on.
#[derive(Clone, Copy)]
struct Run {
    job: Job,
    number: StoredValue<u32>,
    // Counts the drawings, which follow the job only so often.
    drawn: RwSignal<u32>,
    progress: RwSignal<f64>,
    running: RwSignal<bool>,
}

impl Run {
    fn start(self) {
        self.number.update_value(|number| *number += 1);
        self.running.set(true);
        self.progress.set(0.0);
        self.drawn.update(|drawn| *drawn += 1);
        let number = self.number.get_value();
        let drawn = browser::now() - REDRAW + FIRST;
        set_timeout(move || self.go(number, drawn), Duration::ZERO);
    }

    fn stop(self) {
        if self.running.try_set(false).is_none() {
            self.number.update_value(|number| *number += 1);
            // What is done stays, and is shown to the last point.
            self.drawn.update(|drawn| *drawn += 1);
        }
    }

    fn go(self, number: u32, drawn: f64) {
        // The figure may have left the page since.
        if self.number.try_get_value() != Some(number) {
            return;
        }
        let begin = browser::now();
        let mut state = (0.0, true);
        self.job.update_value(|job| {
            if let Some(job) = job {
                while !job.is_done() && browser::now() - begin < SLICE {
                    job.advance();
                }
                state = (job.progress(), job.is_done());
            }
        });
        let (progress, done) = state;
        self.progress.set(progress);
        let draws = done || browser::now() - drawn > REDRAW;
        if draws {
            self.drawn.update(|drawn| *drawn += 1);
        }
        if done {
            self.running.set(false);
        } else {
            let drawn = if draws { browser::now() } else { drawn };
            set_timeout(move || self.go(number, drawn), Duration::ZERO);
        }
    }
}

// The plots, tables and remark of a figure, which has always as many of them.
#[component]
fn Shown(output: Memo<Output>) -> impl IntoView {
    let (plots, tables) = output.with_untracked(|output| (output.plots.len(), output.tables.len()));
    let plot = |at: usize| {
        let plot = Memo::new(move |_| output.with(|output| output.plots.get(at).cloned().unwrap_or_default()));
        let title = Signal::derive(move || output.with(|output| title(&output.plots, at)));
        view! { <LinePlotView plot title /> }
    };
    let table = |at: usize| {
        let table = Memo::new(move |_| output.with(|output| output.tables.get(at).cloned().unwrap_or_default()));
        view! { <FigureTable table /> }
    };
    view! {
        {(plots > 0).then(|| view! { <div class="plots">{(0..plots).map(plot).collect_view()}</div> })}
        <div class="tables">{(0..tables).map(table).collect_view()}</div>
        <p class="soft note">{move || output.with(|output| output.note.clone())}</p>
    }
}

// What the axes of a plot say, and its curve where several plots have the same axes.
fn title(plots: &[LinePlot], at: usize) -> String {
    let Some(plot) = plots.get(at) else { return String::new() };
    let axes = |plot: &LinePlot| format!("{} · {}", plot.y_label, plot.x_label);
    let alone = plots.iter().filter(|other| axes(other) == axes(plot)).count() == 1;
    match &plot.series[..] {
        [series] if !alone => format!("{} · {}", axes(plot), series.name),
        _ => axes(plot),
    }
}

fn status(store: Store, run: Run) -> String {
    let progress = run.progress.get();
    let percent = (100.0 * progress).floor();
    match (run.running.get(), progress >= 1.0, store.language()) {
        (true, _, _) => format!("{percent}%"),
        (false, true, Language::En) => "done".to_owned(),
        (false, true, Language::Zh) => "已算完".to_owned(),
        (false, false, Language::En) => format!("stopped at {percent}%; what was done stays"),
        (false, false, Language::Zh) => format!("停在 {percent}%，已算的保留"),
    }
}
