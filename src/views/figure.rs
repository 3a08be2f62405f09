//! A figure that `figures` computes, in the worker: its settings, plots, tables and remark.

use std::time::Duration;

use leptos::prelude::*;

use super::figure_settings::FigureSettings;
use super::figure_table::FigureTable;
use super::laboratory::{Desk, Heard};
use super::life::Life;
use super::line_plot::LinePlotView;
use super::store::{Store, use_store};
use crate::document::Document;
use crate::document::edit::Edit;
use crate::figures::Output;
use crate::laboratory::{Answer, Needs, Order, Reply, Task};
use crate::lessons::figure::{Figure, Kind, Preset};
use crate::plots::lines::LinePlot;
use crate::text::{Language, Text};

/// How long a worker may take to load and to begin: a slow line and a slow machine are met with patience.
const PATIENCE: Duration = Duration::from_secs(30);

/// Where the computing of a figure stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stand {
    /// Nothing has come yet, but for what earlier settings gave.
    Waiting,
    Running,
    Done,
    Stopped,
    /// The worker could not be loaded, or broke.
    Failed,
}

/// One computation after the other; only the last one is heard.
#[derive(Clone, Copy)]
struct Run {
    figure: Figure,
    slot: u32,
    desk: StoredValue<Desk, LocalStorage>,
    number: StoredValue<u32>,
    answer: RwSignal<Option<Answer>>,
    stand: RwSignal<Stand>,
    life: Life,
}

impl Run {
    fn order(self, task: Task, language: Language) {
        let order = Order { slot: self.slot, run: self.number.get_value(), task, language };
        self.desk.with_value(|desk| desk.send(&order));
    }

    fn start(self, needs: &Needs, language: Language) {
        // A stop that is not yet confirmed: the worker is in the middle of a long piece.
        let stops = self.stand.get_untracked() == Stand::Stopped
            && self.answer.with_untracked(|answer| answer.as_ref().is_none_or(|answer| answer.running));
        if stops && self.figure.kind() == Kind::Sampled {
            self.desk.with_value(Desk::end);
        }
        self.number.update_value(|number| *number += 1);
        self.stand.set(Stand::Waiting);
        self.order(needs.task(), language);
        let number = self.number.get_value();
        self.life.after(PATIENCE, move || {
            if self.number.get_value() == number && self.stand.get_untracked() == Stand::Waiting {
                self.desk.with_value(Desk::fail);
            }
        });
    }

    fn stop(self, language: Language) {
        self.stand.set(Stand::Stopped);
        self.order(Task::Stop, language);
    }

    fn hear(self, heard: Heard, start: impl Fn()) {
        if !self.life.lasts() {
            return;
        }
        match heard {
            Heard::Failed => self.stand.set(Stand::Failed),
            Heard::Again if self.stand.get_untracked() == Stand::Failed => start(),
            Heard::Reply(Reply::Figure(answer)) if answer.run == self.number.get_value() => {
                match (answer.running, answer.progress >= 1.0) {
                    (true, _) if self.stand.get_untracked() == Stand::Stopped => {}
                    (true, _) => self.stand.set(Stand::Running),
                    (false, true) => self.stand.set(Stand::Done),
                    (false, false) => self.stand.set(Stand::Stopped),
                }
                self.answer.set(Some(answer));
            }
            _ => {}
        }
    }
}

/// A figure that is computed whenever its settings or the page's numbers change; one that takes long has a progress bar
/// and a stop button. `document` is the page's own, where none is given.
#[component]
pub(super) fn ComputedFigure(figure: Figure, #[prop(optional)] document: Option<Memo<Document>>) -> impl IntoView {
    let store = use_store();
    let document = document.unwrap_or(store.document);
    let long = figure.kind() == Kind::Sampled;
    let run = Run {
        figure,
        slot: store.next_slot(),
        // A long one has a worker of its own, so that it keeps nobody waiting.
        desk: StoredValue::new_local(if long { Desk::default() } else { store.desk.get_value() }),
        number: StoredValue::new(0),
        answer: RwSignal::new(None),
        stand: RwSignal::new(Stand::Waiting),
        life: Life::here(),
    };
    let wanted = Memo::new(move |_| document.with(|document| Needs::of(figure, document)));
    let start = move || wanted.with_untracked(|needs| run.start(needs, store.view.get_untracked().language));
    run.desk.with_value(|desk| desk.listen(run.slot, move |heard| run.hear(heard, start)));
    on_cleanup(move || run.desk.with_value(|desk| desk.forget(run.slot)));
    // Effects towards the outside: the worker is asked again. In another language it only says again what it has.
    Effect::new(move || {
        wanted.track();
        run.life.after(Duration::ZERO, start);
    });
    let language = Memo::new(move |_| store.language());
    Effect::new(move |before: Option<()>| {
        let language = language.get();
        if before.is_some() {
            run.life.after(Duration::ZERO, move || match long && run.stand.get_untracked() != Stand::Failed {
                true => run.order(Task::Show, language),
                false => start(),
            });
        }
    });
    let output =
        Memo::new(move |_| run.answer.with(|answer| answer.as_ref().map(|a| a.output.clone()).unwrap_or_default()));
    let size = Memo::new(move |_| output.with(|output| (output.plots.len(), output.tables.len())));
    let controls = long || !figure.settings().is_empty();
    view! {
        <div class="computed">
            {controls.then(|| view! {
                <div class="controls">
                    <Presets figure />
                    <FigureSettings figure />
                    {long.then(|| view! { <Progress run start=Callback::new(move |()| start()) /> })}
                </div>
            })}
            {move || failure(store, run)}
            {move || {
                let (plots, tables) = size.get();
                view! { <Shown output plots tables desk=run.desk /> }
            }}
        </div>
    }
}

// Buttons that set all settings at one go.
#[component]
fn Presets(figure: Figure) -> impl IntoView {
    let store = use_store();
    let button = |(index, preset): (usize, &'static Preset)| {
        view! {
            <button type="button" on:click=move |_| store.edit(Edit::Preset(figure, index))>{store.said(preset.label)}</button>
        }
    };
    let presets = figure.presets();
    (!presets.is_empty()).then(|| {
        view! {
            <span class="group" role="group" aria-label=store.said(Text { zh: "预设", en: "Presets" })>
                {presets.iter().enumerate().map(button).collect_view()}
            </span>
        }
    })
}

#[component]
fn Progress(run: Run, start: Callback<()>) -> impl IntoView {
    let store = use_store();
    let running = move || matches!(run.stand.get(), Stand::Waiting | Stand::Running);
    let press = move |_| if untrack(running) { run.stop(store.view.get_untracked().language) } else { start.run(()) };
    view! {
        <button type="button" name="run" on:click=press>
            {move || store.say(if running() {
                Text { zh: "停止", en: "stop" }
            } else {
                Text { zh: "重新计算", en: "compute again" }
            })}
        </button>
        <progress
            max="1"
            value=move || progress(run)
            aria-label=store.said(Text { zh: "计算进度", en: "progress" })
        ></progress>
        <span role="status" class="soft">{move || status(store, run)}</span>
    }
}

// The share of the present run that is done.
fn progress(run: Run) -> f64 {
    let _ = run.stand.get();
    let number = run.number.get_value();
    run.answer
        .with(|answer| answer.as_ref().filter(|answer| answer.run == number).map_or(0.0, |answer| answer.progress))
}

fn failure(store: Store, run: Run) -> Option<impl IntoView> {
    match run.stand.get() {
        Stand::Failed => Some(
            view! {
                <p role="alert">
                    {store.said(Text {
                        zh: "负责计算的部分没有载入，或中途出错。",
                        en: "The part of the page that computes this could not be loaded, or broke.",
                    })}
                    " "
                    <button type="button" name="retry" on:click=move |_| run.desk.with_value(Desk::try_again)>
                        {store.said(Text { zh: "再试一次", en: "try again" })}
                    </button>
                </p>
            }
            .into_any(),
        ),
        Stand::Waiting if run.answer.with(Option::is_none) => Some(
            view! {
                <p class="soft" role="status">{store.said(Text { zh: "正在载入……", en: "Loading …" })}</p>
            }
            .into_any(),
        ),
        _ => None,
    }
}

// The plots, tables and remark of a figure.
#[component]
fn Shown(output: Memo<Output>, plots: usize, tables: usize, desk: StoredValue<Desk, LocalStorage>) -> impl IntoView {
    let plot = |at: usize| {
        let plot = Memo::new(move |_| output.with(|output| output.plots.get(at).cloned().unwrap_or_default()));
        let title = Signal::derive(move || output.with(|output| title(&output.plots, at)));
        view! { <LinePlotView plot title desk /> }
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
        [series, ..] if !alone => format!("{} · {}", axes(plot), series.name),
        _ => axes(plot),
    }
}

fn status(store: Store, run: Run) -> String {
    let percent = (100.0 * progress(run)).floor();
    match (run.stand.get(), store.language()) {
        (Stand::Waiting | Stand::Running, _) => format!("{percent}%"),
        (Stand::Done, Language::En) => "done".to_owned(),
        (Stand::Done, Language::Zh) => "已算完".to_owned(),
        (Stand::Stopped, Language::En) => format!("stopped at {percent}%; what was done stays"),
        (Stand::Stopped, Language::Zh) => format!("停在 {percent}%，已算的保留"),
        (Stand::Failed, _) => String::new(),
    }
}
