//! A figure that `figures` computes, in the worker: its settings, plots, tables and remark.

use std::time::Duration;

use leptos::prelude::*;

use super::client::Client;
use super::figure_settings::FigureSettings;
use super::figure_table::FigureTable;
use super::line_plot::LinePlotView;
use super::run::{FigureRun, Status};
use super::store::{Store, use_store};
use crate::document::Document;
use crate::document::edit::Edit;
use crate::figures::Output;
use crate::laboratory::Needs;
use crate::lessons::figure::{Figure, FigureKind, Preset};
use crate::plots::lines::LinePlot;
use crate::text::Text;

/// A figure that is computed whenever its settings or the page's numbers change; one that takes long has a progress bar
/// and a stop button. `document` is the page's own, where none is given.
#[component]
pub(super) fn ComputedFigure(figure: Figure, #[prop(optional)] document: Option<Memo<Document>>) -> impl IntoView {
    let store = use_store();
    let document = document.unwrap_or(store.document);
    let long = figure.kind() == FigureKind::Sampled;
    let run = FigureRun::new(figure, store.clients);
    let wanted = Memo::new(move |_| document.with(|document| Needs::of(figure, document)));
    let start = move || wanted.with_untracked(|needs| run.start(needs));
    run.follow(start);
    // An effect towards the outside: the worker is asked again. It answers in both languages.
    Effect::new(move || {
        wanted.track();
        run.life.after(Duration::ZERO, start);
    });
    let output = Memo::new(move |_| {
        let language = store.language();
        run.answer.with(|answer| answer.as_ref().map(|answer| answer.output.get(language).clone()).unwrap_or_default())
    });
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
                view! { <Shown output plots tables client=run.client /> }
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
fn Progress(run: FigureRun, start: Callback<()>) -> impl IntoView {
    let store = use_store();
    let running = move || matches!(run.status.get(), Status::Waiting | Status::Running);
    let press = move |_| if untrack(running) { run.stop() } else { start.run(()) };
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
            value=move || run.progress()
            aria-label=store.said(Text { zh: "计算进度", en: "progress" })
        ></progress>
        <span role="status" class="soft">{move || run.status_text(store.language())}</span>
    }
}

fn failure(store: Store, run: FigureRun) -> Option<impl IntoView> {
    match run.status.get() {
        Status::Failed => Some(
            view! {
                <p role="alert">
                    {store.said(Text {
                        zh: "负责计算的部分没有载入，或中途出错。",
                        en: "The part of the page that computes this could not be loaded, or broke.",
                    })}
                    " "
                    <button type="button" name="retry" on:click=move |_| run.client.with_value(Client::retry)>
                        {store.said(Text { zh: "再试一次", en: "try again" })}
                    </button>
                </p>
            }
            .into_any(),
        ),
        Status::Waiting if run.answer.with(Option::is_none) => Some(
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
fn Shown(
    output: Memo<Output>,
    plots: usize,
    tables: usize,
    client: StoredValue<Client, LocalStorage>,
) -> impl IntoView {
    let plot = |at: usize| {
        let plot = Memo::new(move |_| output.with(|output| output.plots.get(at).cloned().unwrap_or_default()));
        let title = Signal::derive(move || output.with(|output| title(&output.plots, at)));
        view! { <LinePlotView plot title client /> }
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
