//! Generation token by token: what is kept, why that is exact, and what a step still costs.

use super::{AnswerKind, Lesson, Puzzle, Question, Setup, Start, from_tokens};
use crate::engine::cell::Name::Scaled;
use crate::engine::cost::Model;
use crate::engine::mask::{Causal, Mask};
use crate::text::Text;

const X: &[&[f64]] = &[&[1.0, 0.0, 1.0], &[0.0, 1.0, 1.0], &[1.0, -1.0, 0.0], &[0.0, 2.0, 1.0]];
const WQ: &[&[f64]] = &[&[1.0, 0.0], &[0.0, 1.0], &[1.0, 0.0]];
const WK: &[&[f64]] = &[&[0.0, 1.0], &[1.0, 0.0], &[1.0, 1.0]];
const WV: &[&[f64]] = &[&[1.0, 0.0, 0.0], &[0.0, 1.0, 0.0], &[1.0, 0.0, 2.0]];

pub(super) static LESSON: Lesson = Lesson {
    id: "kv-cache",
    starts: &[
        Start {
            id: "a",
            title: Text { zh: "一个词元接一个词元", en: "One token after another" },
            setup: sentence,
            questions: &[],
        },
        Start {
            id: "b",
            title: Text { zh: "新查询与缓存，你来算", en: "New queries and the cache, for you to work out" },
            setup: sentence,
            questions: &[Question::new(Scaled, 4, 2), Question::puzzle(&SEEN), Question::puzzle(&BYTES)],
        },
    ],
};

fn sentence() -> Setup {
    let inputs = from_tokens(X, WQ, WK, WV).inputs.with_mask(Causal::TopLeft.into());
    Setup { inputs, tokens: ["the", "cat", "sat", "down"].map(str::to_owned).into() }
}

/// Keys that 3 queries see in all, of 8, the first 5 of which came before.
fn seen(mask: &Mask) -> f64 {
    (0..3).flat_map(|i| (0..8).map(move |j| (i, j))).filter(|&(i, j)| !mask.hides(i, j, 3, 8).any()).count() as f64
}

static SEEN: Puzzle = Puzzle {
    id: "seen",
    kind: AnswerKind::Count,
    answer: || seen(&Mask { offset: 5, ..Causal::TopLeft.into() }),
    mistakes: &[|| seen(&Causal::TopLeft.into()), || seen(&Mask::default()), || 3.0 * 5.0],
};

/// One token in 32 layers of width 4096 with 32 query heads, 2 bytes a number.
fn bytes(layers: f64, key_heads: f64) -> f64 {
    Model { heads: 32.0, key_heads, d_k: 128.0, ..Model::multi_head(1.0, 4096.0, layers, 2.0) }.cache_bytes()
}

static BYTES: Puzzle = Puzzle {
    id: "bytes",
    kind: AnswerKind::Measure,
    answer: || bytes(32.0, 8.0) / 1000.0,
    mistakes: &[
        || bytes(32.0, 8.0) / 2000.0,
        || bytes(32.0, 32.0) / 1000.0,
        || bytes(1.0, 8.0) / 1000.0,
        || 8.0 * bytes(32.0, 8.0) / 1000.0,
    ],
};
