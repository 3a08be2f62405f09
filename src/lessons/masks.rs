//! Causal and padding masks, windows, corners, before and after softmax.

use super::{AnswerKind, Lesson, Puzzle, Question, Setup, Start, from_qkv, from_scores};
use crate::engine::cell::Name::Weights;
use crate::engine::mask::{Causal, Mask, Window};
use crate::text::Text;

pub(super) static LESSON: Lesson = Lesson {
    id: "masks",
    starts: &[
        Start {
            id: "a",
            title: Text { zh: "四个词元，因果掩码", en: "Four tokens, a causal mask" },
            setup: start,
            questions: &[],
        },
        Start {
            id: "b",
            title: Text { zh: "三个词元，你来算", en: "Three tokens, for you to work out" },
            setup: || {
                let scores: &[&[f64]] = &[&[1.0, 2.0, 3.0], &[2.0, 1.0, 0.0], &[0.0, 1.0, 2.0]];
                from_scores(scores, &[&[1.0, 0.0], &[0.0, 1.0], &[1.0, 1.0]], 1, Causal::TopLeft.into())
            },
            questions: &[
                Question::new(Weights, 1, 1),
                Question::new(Weights, 2, 1),
                Question::new(Weights, 2, 3),
                Question::new(Weights, 3, 3),
                Question::puzzle(&CORNER),
                Question::puzzle(&WINDOW),
            ],
        },
    ],
};

fn start() -> Setup {
    let open = from_qkv(
        &[&[1.0, 0.0], &[0.0, 2.0], &[1.0, 1.0], &[2.0, -1.0]],
        &[&[1.0, 1.0], &[0.0, 1.0], &[2.0, 0.0], &[1.0, -1.0]],
        &[&[1.0, 0.0, 0.0], &[0.0, 1.0, 0.0], &[0.0, 0.0, 1.0], &[1.0, 1.0, 1.0]],
    );
    Setup { inputs: open.inputs.with_mask(Causal::TopLeft.into()), tokens: open.tokens }
}

// How many keys query `i`, from 1, sees of `keys`.
fn visible(mask: &Mask, i: usize, queries: usize, keys: usize) -> f64 {
    (0..keys).filter(|&j| !mask.hides(i - 1, j, queries, keys).any()).count() as f64
}

// How many pairs of ten queries and ten keys a window leaves.
fn pairs(left: usize, right: usize) -> f64 {
    let mask = Mask { window: Window { left: Some(left), right: Some(right) }, ..Mask::default() };
    (1..=10).map(|i| visible(&mask, i, 10, 10)).sum()
}

static CORNER: Puzzle = Puzzle {
    id: "corner",
    kind: AnswerKind::Count,
    answer: || visible(&Causal::BottomRight.into(), 1, 2, 6),
    mistakes: &[|| visible(&Causal::TopLeft.into(), 1, 2, 6), || visible(&Causal::BottomRight.into(), 2, 2, 6), || 4.0],
};

static WINDOW: Puzzle = Puzzle {
    id: "window",
    kind: AnswerKind::Count,
    answer: || pairs(2, 0),
    mistakes: &[|| 3.0 * 10.0, || pairs(1, 0), || pairs(10, 0)],
};
