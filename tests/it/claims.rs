//! Every number in the prose of the lessons is given, or comes out of the engine.
//!
//! A test reads the Markdown of both languages, takes every number out of it, and looks each up in the table of its
//! lesson; what stands in the table must stand in the prose as well.

mod check;
mod cosine;
mod cost;
mod flash;
mod kv_cache;
mod masks;
mod mixing;
mod multi_head;
mod numerics;
mod projections;
mod properties;
mod reference;
mod saturation;
mod scores;
mod soft_lookup;
mod source_check;
mod three_scalings;
mod variance;
mod written;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use attention_lab::choice::Choice;
use attention_lab::engine::agreement::{AgreementJob, AgreementSettings};
use attention_lab::engine::blocks::{BlockRule, online};
use attention_lab::engine::cell::{Cell, Name};
use attention_lab::engine::cost::{Model, product_multiply_adds};
use attention_lab::engine::dot_products::{DotJob, DotSettings};
use attention_lab::engine::gradient::softmax_jacobian;
use attention_lab::engine::gradient_experiment::{ExperimentJob, ExperimentSettings, GradientStatistics};
use attention_lab::engine::inputs::{Dimension, Inputs, Source};
use attention_lab::engine::job::Job;
use attention_lab::engine::mask::{Causal, Mask};
use attention_lab::engine::matrix::{Matrix, row};
use attention_lab::engine::precision::{MaskConstant, Numerics, Precision};
use attention_lab::engine::random::Stream;
use attention_lab::engine::sampling::{CurveJob, CurvePoint, CurveSettings, Estimate};
use attention_lab::engine::scaling::Scaling;
use attention_lab::engine::softmax::{softmax, softmax_in};
use attention_lab::engine::statistics::{entropy, jacobian_norm};
use attention_lab::engine::trace::attend;
use attention_lab::lessons::{LESSONS, Lesson, Question};
use check::{Claims, check};
use serde_json::Value;
use written::numbers;

use crate::fixture::{cases, number, row_matrix, unit_in_last_place};

/// Lessons whose numbers nothing here checks.
const WITHOUT: [&str; 3] = ["overview", "by-hand", "bench"];

#[test]
fn every_lesson_has_its_table() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/claims");
    for lesson in LESSONS {
        let table = folder.join(format!("{}.rs", lesson.id.replace('-', "_")));
        assert!(table.is_file() != WITHOUT.contains(&lesson.id), "{}: {}", lesson.id, table.display());
    }
}

/// An entry of quoted.json.
fn quoted(name: &str) -> Value {
    let entry = cases("quoted.json").into_iter().find(|case| case["name"] == name);
    entry.unwrap_or_else(|| panic!("{name} is not in quoted.json"))
}

/// An entry of figures.json, by its kind and its width or scaling.
fn figure_case(kind: &str, key: &str, value: &Value) -> Value {
    let entry = cases("figures.json").into_iter().find(|case| case["kind"] == kind && case[key] == *value);
    entry.unwrap_or_else(|| panic!("{kind} with {key} {value} is not in figures.json"))
}

fn weights(logits: &[f64]) -> Vec<f64> {
    softmax(logits).weights
}

fn finished<J: Job>(mut job: J) -> J {
    while !job.is_done() {
        job.advance();
    }
    job
}

fn dots(d_k: usize, sigma: f64) -> DotJob {
    finished(DotJob::new(DotSettings { d_k, sigma, count: 50_000, seed: 1 }))
}

/// The experiment on gradients: no division, ÷ √d_k, ÷ d_k.
fn experiment(batch: usize, length: usize, d_k: usize) -> Vec<GradientStatistics> {
    finished(ExperimentJob::new(ExperimentSettings { batch, length, d_k, seed: 1 })).measured
}

/// Of the norm at the logits: none over √d_k.
fn ratio(measured: &[GradientStatistics]) -> f64 {
    measured[0].gradient_norm() / measured[1].gradient_norm()
}

/// Mean and deviation of a measure of one experiment, over NumPy's runs: no division, ÷ √d_k.
fn runs(scaling: usize, measure: &str) -> [f64; 2] {
    let case = figure_case("gradient-estimate", "scaling", &["none", "sqrt"][scaling].into());
    ["mean", "sd"].map(|key| number(&case[measure][key]))
}

/// What PyTorch's run of the experiment is quoted with: one run like NumPy's, as is this page's.
fn quoted_experiment(claims: &mut Claims) -> Vec<GradientStatistics> {
    claims.given("PyTorch 2.9, seed 42", "2.9 42 0.684 4.361 9.28 4.42");
    let measured = experiment(8, 128, 64);
    for (scaling, [entropy, norm]) in [["0.684", "9.28"], ["4.361", "4.42"]].into_iter().enumerate() {
        let page = &measured[scaling];
        for (written, measure, found) in
            [(entropy, "entropy", page.mean_entropy()), (norm, "norm", page.gradient_norm())]
        {
            let [mean, sd] = runs(scaling, measure);
            claims.agrees(written, found, mean, sd);
            claims.agrees(written, written.parse().expect("a number"), mean, sd);
        }
    }
    assert!(measured[0].gradient_norm() > measured[1].gradient_norm());
    measured
}

/// The numbers of a start of a lesson.
fn start(lesson: &str, id: &str) -> Inputs {
    let lesson = Lesson::from_id(lesson).expect("the lesson is there");
    let start = lesson.starts.iter().find(|start| start.id == id).expect("the start is there");
    (start.setup)().inputs
}

/// The right answers to the questions of a start, all of them finite.
fn answers(lesson: &str, id: &str) -> Vec<f64> {
    let questions = Lesson::from_id(lesson).expect("the lesson is there").starts.iter().find(|start| start.id == id);
    let answer = |question: &Question| question.answer(&start(lesson, id)).filter(|answer| answer.is_finite());
    questions
        .expect("the start is there")
        .questions
        .iter()
        .map(|question| answer(question).expect("a number"))
        .collect()
}

/// `inputs` with numbers typed into `name`, each at its row and column, from 1 as the prose counts.
fn typed(inputs: &Inputs, name: Name, numbers: &[(usize, usize, f64)]) -> Inputs {
    let cell = |row: usize, column: usize| Cell::new(name, row - 1, column - 1);
    numbers.iter().fold(inputs.clone(), |inputs, &(row, column, number)| inputs.with_cell(cell(row, column), number))
}

/// Errors in f32, against f64, of the full and of the online softmax over 200 rows of 128 keys.
fn online_errors(size: f64) -> [Vec<f64>; 2] {
    let (mut random, single) = (Stream::new(1, 0), Precision::F32);
    let mut errors = [Vec::new(), Vec::new()];
    for _ in 0..200 {
        let mut draw = |scale: f64| (0..128).map(|_| single.round(scale * random.gaussian())).collect::<Vec<f64>>();
        let (logits, values) = (draw(size), draw(1.0));
        let mix = |weights: Vec<f64>| weights.into_iter().zip(values.iter().copied());
        let exact: f64 = mix(weights(&logits)).map(|(p, v)| p * v).sum();
        let full = single.dot(mix(softmax_in(single.into(), &logits).weights));
        let steps = online(single, BlockRule::default(), (&logits, &|_| false), 16, 1, |j, _| values[j]);
        let blocks = steps.last().expect("a block").output[0];
        for (errors, value) in errors.iter_mut().zip([full, blocks]) {
            errors.push((value - exact).abs());
        }
    }
    errors
}

/// Half of the last digit that is written.
fn half_unit(written: &str) -> f64 {
    let (digits, power) = written.split_once('e').unwrap_or((written, "0"));
    let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let power: i32 = power.parse().expect("a power of ten");
    0.5 * 10f64.powi(power - decimals as i32)
}
