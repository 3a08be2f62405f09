//! What holds for every attention: order, rows, constants and rank.

use super::{AnswerKind, Lesson, Puzzle, Question, Setup, Start, from_scores, from_tokens};
use crate::engine::cell::Name::Weights;
use crate::engine::inputs::{Inputs, Source};
use crate::engine::mask::{Causal, Mask};
use crate::engine::matrix::Matrix;
use crate::engine::scaling::Scaling;
use crate::engine::spectrum::most_rank;
use crate::engine::trace::attend;
use crate::text::Text;

/// One word a row; nothing says where it stands.
const X: &[&[f64]] = &[&[1.0, 0.0, 0.0], &[0.0, 1.0, 0.0], &[0.0, 0.0, 1.0]];
const WQ: &[&[f64]] = &[&[1.0, 0.0], &[0.0, 2.0], &[1.0, 1.0]];
const WK: &[&[f64]] = &[&[0.0, 1.0], &[1.0, 0.0], &[0.0, 2.0]];
const WV: &[&[f64]] = &[&[1.0, 0.0], &[0.0, 3.0], &[2.0, 1.0]];

pub(super) static LESSON: Lesson = Lesson {
    id: "properties",
    starts: &[
        Start {
            id: "a",
            title: Text { zh: "dog bites man，没有掩码", en: "“dog bites man”, no mask" },
            setup: || sentence(Causal::None),
            questions: &[],
        },
        Start {
            id: "b",
            title: Text { zh: "同一句话，加因果掩码", en: "The same, under a causal mask" },
            setup: || sentence(Causal::TopLeft),
            questions: &[],
        },
        Start {
            id: "c",
            title: Text { zh: "很大的分数，你来算", en: "Large scores, for you to work out" },
            setup: || {
                let scores: &[&[f64]] = &[&[102.0, 101.0, 100.0], &[-7.0, -7.0, -7.0]];
                from_scores(scores, X, 1, Mask::default())
            },
            questions: &[
                Question::new(Weights, 1, 1),
                Question::new(Weights, 2, 3),
                Question::puzzle(&RANK),
                Question::puzzle(&TRIANGLE),
            ],
        },
    ],
};

fn sentence(causal: Causal) -> Setup {
    let setup = from_tokens(X, WQ, WK, WV);
    let tokens = ["dog", "bites", "man"].map(str::to_owned).into();
    Setup { inputs: setup.inputs.with_mask(causal.into()), tokens }
}

static RANK: Puzzle = Puzzle {
    id: "rank",
    kind: AnswerKind::Count,
    answer: || most_rank(12, 20, 4) as f64,
    mistakes: &[|| 12.0, || 20.0, || 240.0],
};

static TRIANGLE: Puzzle = Puzzle {
    id: "triangle",
    kind: AnswerKind::Count,
    answer: || {
        let source = Source::Scores { scores: Matrix::zeros(8, 8), v: Matrix::zeros(8, 1), d_k: 1 };
        let inputs = Inputs::new(source, Scaling::Sqrt, Causal::TopLeft.into());
        inputs.map_or(f64::NAN, |inputs| attend(&inputs).weights.iter().filter(|&&weight| weight != 0.0).count() as f64)
    },
    mistakes: &[|| 28.0, || 64.0, || 32.0],
};
