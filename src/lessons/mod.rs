//! What is taught. A lesson is three files, `NAME.rs`, `NAME.zh.md` and `NAME.en.md`, its `mod` line here, and its
//! place in [`LESSONS`].

pub mod figure;
pub mod hint;
pub mod prose;
pub mod question;
pub mod slips;
pub mod tolerance;

mod bench;
mod by_hand;
mod cosine;
mod cost;
mod flash;
mod kv_cache;
mod masks;
mod mixing;
mod multi_head;
mod numerics;
mod overview;
mod projections;
mod properties;
mod reference;
mod saturation;
mod scores;
mod soft_lookup;
mod source_check;
mod three_scalings;
mod variance;

use crate::engine::inputs::{Inputs, Source};
use crate::engine::mask::Mask;
use crate::engine::matrix::{Matrix, from_rows};
use crate::engine::scaling::Scaling;
use crate::text::Text;
use prose::TextEntry;
pub use question::{AnswerKind, Asked, Cause, Change, Puzzle, Question};

/// Every lesson, in reading order. The first is where a visitor without a link begins.
pub static LESSONS: &[&Lesson] = &[
    &overview::LESSON,
    &soft_lookup::LESSON,
    &projections::LESSON,
    &scores::LESSON,
    &variance::LESSON,
    &three_scalings::LESSON,
    &saturation::LESSON,
    &numerics::LESSON,
    &mixing::LESSON,
    &masks::LESSON,
    &by_hand::LESSON,
    &multi_head::LESSON,
    &kv_cache::LESSON,
    &flash::LESSON,
    &cosine::LESSON,
    &properties::LESSON,
    &cost::LESSON,
    &bench::LESSON,
    &source_check::LESSON,
    &reference::LESSON,
];

/// One page: its prose is found by `id`.
#[derive(Debug)]
pub struct Lesson {
    /// The name in links.
    pub id: &'static str,
    /// What it starts from; the first is the default, further ones are exercises to choose from. Never empty.
    pub starts: &'static [Start],
}

/// A start of a lesson, with what the learner is asked.
#[derive(Debug)]
pub struct Start {
    /// The name in links.
    pub id: &'static str,
    /// What it is about; shown where there is a choice.
    pub title: Text,
    /// The numbers.
    pub setup: fn() -> Setup,
    /// The numbers to predict, in order.
    pub questions: &'static [Question],
}

/// Start values.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// The matrices, scaling and mask.
    pub inputs: Inputs,
    /// Labels of the keys, and of the queries where there are as many; trailing empty ones are left out.
    pub tokens: Vec<String>,
}

impl Lesson {
    /// The lesson with this id.
    pub fn from_id(id: &str) -> Option<&'static Self> {
        LESSONS.iter().copied().find(|lesson| lesson.id == id)
    }

    /// Whether it has anything to predict.
    pub fn asks(&self) -> bool {
        self.starts.iter().any(|start| !start.questions.is_empty())
    }

    /// Its title; every lesson has a text, which a test checks.
    pub fn title(&self) -> Text {
        TextEntry::of(self.id).map_or(Text { zh: "", en: "" }, |entry| entry.title)
    }
}

impl PartialEq for Lesson {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

/// Start values from Q, K and V under √d_k, without a mask.
fn from_qkv(q: &[&[f64]], k: &[&[f64]], v: &[&[f64]]) -> Setup {
    setup(Source::Qkv { q: matrix(q), k: matrix(k), v: matrix(v) }, Mask::default())
}

/// Start values from X and the projections under √d_k, without a mask.
fn from_tokens(x: &[&[f64]], wq: &[&[f64]], wk: &[&[f64]], wv: &[&[f64]]) -> Setup {
    setup(Source::Tokens { x: matrix(x), wq: matrix(wq), wk: matrix(wk), wv: matrix(wv) }, Mask::default())
}

/// Start values from scores that came from vectors of width `d_k`, under √d_k.
fn from_scores(scores: &[&[f64]], v: &[&[f64]], d_k: usize, mask: Mask) -> Setup {
    setup(Source::Scores { scores: matrix(scores), v: matrix(v), d_k }, mask)
}

// Start values are literals of this crate: a wrong shape among them is a fault that every test would meet at once.
#[expect(clippy::expect_used, reason = "literals of this crate, each built by a test")]
fn setup(source: Source, mask: Mask) -> Setup {
    let inputs = Inputs::new(source, Scaling::Sqrt, mask).expect("the start values of a lesson fit together");
    Setup { inputs, tokens: Vec::new() }
}

fn matrix(rows: &[&[f64]]) -> Matrix {
    let rows: Vec<Vec<f64>> = rows.iter().map(|row| row.to_vec()).collect();
    from_rows(&rows).unwrap_or_else(|| Matrix::zeros(0, 0))
}

/// The one start of a lesson without exercises.
const fn only(setup: fn() -> Setup) -> Start {
    Start { id: "start", title: Text { zh: "", en: "" }, setup, questions: &[] }
}
