//! The lessons' figures: their numbers against computations from outside, their form against every setting.

mod claims;
mod cosine;
mod cost;
mod exact;
mod formats;
mod heads;
mod histogram;
mod kv_cache;
mod large_runs;
mod laws;
mod masks;
mod measure;
mod mixing;
mod online;
mod properties;
mod read_back;
mod requests;
mod scores;
mod small_runs;

use std::cell::Cell;
use std::sync::LazyLock;

use attention_lab::engine::gauge::Gauge;
use attention_lab::engine::inputs::{Inputs, Source};
use attention_lab::engine::mask::Mask;
use attention_lab::engine::matrix::Matrix;
use attention_lab::engine::scaling::Scaling;
use attention_lab::figures::{Output, Sampled, Table, TableCell, Work, work};
use attention_lab::lessons::figure::{Figure, FigureKind, Request, Setting, Settings};
use attention_lab::plots::lines::{Point, Series};
use attention_lab::text::Language;
use serde_json::Value;

use crate::fixture::{Tolerance, assert_row, cases, number, row_matrix};

static CASES: LazyLock<Vec<Value>> = LazyLock::new(|| cases("figures.json"));

/// A clock that gains 100 ms from one look to the next, and a counter that always counts a megabyte.
const GAUGE: Gauge = Gauge { now: tick, restart: || (), allocated: || 4096, peak: || 4096 + (1 << 20) };

fn tick() -> f64 {
    thread_local! { static TIME: Cell<f64> = const { Cell::new(0.0) } }
    TIME.with(|time| time.replace(time.get() + 100.0))
}

/// The cases of one kind, of which there must be some.
fn of_kind(kind: &str) -> impl Iterator<Item = &'static Value> {
    let found: Vec<&Value> = CASES.iter().filter(|case| case["kind"] == kind).collect();
    assert!(!found.is_empty(), "no case of kind {kind}");
    found.into_iter()
}

/// A setting by its key.
pub fn setting(figure: Figure, key: &str) -> &'static Setting {
    figure.settings().iter().find(|setting| setting.key == key).expect(key)
}

/// The settings of `figure` with `values`, each of which it must have and accept.
pub fn settings(figure: Figure, values: &[(&str, f64)]) -> Settings {
    let mut settings = Settings::default();
    for &(key, value) in values {
        settings.set(figure, setting(figure, key), value);
        assert_eq!(settings.get(figure, setting(figure, key)), value, "{key}");
    }
    settings
}

/// The work of a figure; `None` where nothing is computed.
fn work_of(figure: Figure, settings: &Settings, inputs: Option<&Inputs>, gauge: Gauge) -> Option<Work> {
    let inputs = inputs.filter(|_| figure.kind() == FigureKind::OfPage).cloned();
    Request::new(figure, &settings.values(figure), inputs).map(|request| work(request, gauge))
}

/// The output of an instant figure; `None` where it is not one.
pub fn instant(figure: Figure, settings: &Settings, inputs: &Inputs, language: Language) -> Option<Output> {
    match work_of(figure, settings, Some(inputs), GAUGE)? {
        Work::Done(outputs) => Some(outputs.get(language).clone()),
        Work::Goes(_) => None,
    }
}

/// The job of a sampled figure; `None` where it is not one.
pub fn sampling(figure: Figure, settings: &Settings, gauge: Gauge) -> Option<Box<dyn Sampled>> {
    match work_of(figure, settings, None, gauge)? {
        Work::Done(_) => None,
        Work::Goes(job) => Some(job),
    }
}

/// One row of scores with the identity as values, some keys hidden.
fn row_of_scores(scores: &[f64], scaling: Scaling, hidden: &[usize]) -> Inputs {
    let v = Matrix::identity(scores.len(), scores.len());
    let source = Source::Scores { scores: row_matrix(scores), v, d_k: 1 };
    Inputs::new(source, scaling, Mask::padding(hidden.iter().copied())).expect("shapes that fit")
}

/// An instant figure in English.
pub fn shown(figure: Figure, values: &[(&str, f64)], inputs: &Inputs) -> Output {
    let settings = settings(figure, values);
    instant(figure, &settings, inputs, Language::En).expect("an instant figure")
}

/// An instant figure that takes nothing from the page.
fn alone(figure: Figure, values: &[(&str, f64)]) -> Output {
    shown(figure, values, &row_of_scores(&[0.0], Scaling::None, &[]))
}

/// A sampled figure, run to its end.
fn finished(figure: Figure, values: &[(&str, f64)]) -> Box<dyn Sampled> {
    let mut job = sampling(figure, &settings(figure, values), GAUGE).expect("a sampled figure");
    while !job.is_done() {
        job.advance();
    }
    job
}

/// What it then shows, in English.
fn run(figure: Figure, values: &[(&str, f64)]) -> Output {
    finished(figure, values).output(Language::En)
}

/// A row of a table; empty cells are left out.
fn row(table: &Table, row: usize) -> Vec<f64> {
    table.rows[row].cells.iter().filter(|cell| **cell != TableCell::Empty).map(|cell| cell.value()).collect()
}

fn column(table: &Table, column: usize) -> Vec<f64> {
    table.rows.iter().map(|row| row.cells[column].value()).collect()
}

fn point(series: &Series, x: f64) -> Point {
    let point = *series.points.iter().find(|point| point.x == x).expect("a point there");
    assert!(point.y.is_finite() && point.error.is_none_or(|error| error.is_finite()), "{point:?}");
    point
}

fn of(value: &Value, field: &str) -> f64 {
    number(&value[field])
}

/// `found` is finite, and no further than `allowed` from `expected`.
#[track_caller]
fn assert_near(what: &str, found: f64, expected: f64, allowed: f64) {
    assert!(
        found.is_finite() && expected.is_finite() && allowed.is_finite(),
        "{what}: {found}, {expected} ± {allowed}"
    );
    assert!((found - expected).abs() <= allowed, "{what}: {found:e}, not {expected:e} ± {allowed:e}");
}

/// Every number is its reference to `most` of it; 0 must be 0.
#[track_caller]
fn assert_relative(what: &str, found: &[f64], expected: &[f64], most: f64) {
    assert_row(what, "row", found, expected, Tolerance::Relative(most));
}
