//! What a long context costs, and two indicators of its weights.

use super::{AnswerKind, Lesson, Puzzle, Question, Setup, Start, from_scores};
use crate::engine::cost::Model;
use crate::engine::mask::Mask;
use crate::text::Text;

/// Every query has a key of its own.
const ORDINARY: &[&[f64]] =
    &[&[0.5, 2.5, 0.0, 1.0, 0.0], &[3.0, 0.5, 0.0, 0.0, 1.0], &[0.0, 0.5, 1.0, 0.0, 3.0], &[0.5, 0.0, 2.5, 1.5, 0.0]];
const UNIFORM: &[&[f64]] =
    &[&[0.2, 0.0, 0.4, 0.1, 0.3], &[0.0, 0.3, 0.1, 0.2, 0.0], &[0.4, 0.2, 0.3, 0.0, 0.1], &[0.1, 0.1, 0.0, 0.3, 0.2]];
/// Every query has the first key.
const SINK: &[&[f64]] =
    &[&[3.0, 0.0, 0.5, 1.0, 0.0], &[4.0, 1.0, 0.0, 0.5, 0.0], &[3.5, 0.0, 1.0, 0.0, 0.5], &[3.0, 0.5, 0.0, 0.0, 1.0]];
const VALUES: &[&[f64]] = &[&[0.0, 0.0], &[4.0, 0.0], &[0.0, 4.0], &[4.0, 4.0], &[2.0, 6.0]];

pub(super) static LESSON: Lesson = Lesson {
    id: "cost",
    starts: &[
        Start {
            id: "a",
            title: Text { zh: "寻常的权重", en: "Ordinary weights" },
            setup: || weights(ORDINARY),
            questions: &[],
        },
        Start {
            id: "b",
            title: Text { zh: "接近均匀", en: "Nearly uniform" },
            setup: || weights(UNIFORM),
            questions: &[],
        },
        Start {
            id: "c",
            title: Text { zh: "第一个键是汇点", en: "The first key is a sink" },
            setup: || weights(SINK),
            questions: &[],
        },
        Start {
            id: "d",
            title: Text { zh: "你来算", en: "For you to work out" },
            setup: || weights(ORDINARY),
            questions: &[
                Question::puzzle(&CACHE),
                Question::puzzle(&LONGER),
                Question::puzzle(&STEP),
                Question::puzzle(&RETRIEVED),
            ],
        },
    ],
};

/// From scores of width 1: what is typed is what enters softmax.
fn weights(scores: &[&[f64]]) -> Setup {
    from_scores(scores, VALUES, 1, Mask::default())
}

/// The model of the puzzles, with its context.
fn model(tokens: f64) -> Model {
    Model { tokens, width: 2048.0, heads: 16.0, key_heads: 8.0, d_k: 128.0, layers: 16.0, bytes: 2.0 }
}

static CACHE: Puzzle = Puzzle {
    id: "cache",
    kind: AnswerKind::Measure,
    answer: || model(4096.0).cache_bytes() / 1e6,
    mistakes: &[
        || model(4096.0).cache_bytes() / 2e6,
        || Model { layers: 1.0, ..model(4096.0) }.cache_bytes() / 1e6,
        || 8.0 * model(4096.0).cache_bytes() / 1e6,
        || Model { bytes: 1.0, layers: 1.0, ..model(4096.0) }.cache_bytes() / 1e6,
    ],
};

static LONGER: Puzzle = Puzzle {
    id: "longer",
    kind: AnswerKind::Number,
    answer: || model(3.0 * 4096.0).attention() / model(4096.0).attention(),
    mistakes: &[|| model(3.0 * 4096.0).projections() / model(4096.0).projections(), || 6.0, || 27.0],
};

/// The context, the requests and the memory of the puzzle on decoding.
const STEP_TOKENS: f64 = 131_072.0;
const STEP_BATCH: f64 = 4.0;
const STEP_SPEED: f64 = 3e12;

fn step(batch: f64) -> f64 {
    1000.0 * model(STEP_TOKENS).decode_seconds(batch, STEP_SPEED)
}

static STEP: Puzzle = Puzzle {
    id: "step",
    kind: AnswerKind::Measure,
    answer: || step(STEP_BATCH),
    mistakes: &[|| step(1.0), || STEP_BATCH * step(1.0), || step(STEP_BATCH) - step(0.0), || 8.0 * step(STEP_BATCH)],
};

static RETRIEVED: Puzzle = Puzzle {
    id: "retrieved",
    kind: AnswerKind::Percent,
    answer: || 100.0 * model(1e4).attention() / model(1e5).attention(),
    mistakes: &[
        || 100.0 * model(1e4).projections() / model(1e5).projections(),
        || model(1e4).attention() / model(1e5).attention(),
    ],
};
