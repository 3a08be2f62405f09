//! Mixing: an output is a convex combination of the values.

use super::{AnswerKind, Lesson, Puzzle, Question, Start, from_scores};
use crate::engine::cell::Name::{Output, Weights};
use crate::engine::mask::Mask;
use crate::engine::scaling::Scaling;
use crate::text::Text;

/// Four corners, and one that lies inside.
const CORNERS: &[&[f64]] = &[&[1.0, 1.0], &[5.0, 1.0], &[5.0, 4.0], &[1.0, 4.0], &[2.0, 3.0]];
const TRIANGLE: &[&[f64]] = &[&[6.0, 0.0], &[0.0, 3.0], &[3.0, 9.0]];

pub(super) static LESSON: Lesson = Lesson {
    id: "mixing",
    starts: &[
        Start {
            id: "a",
            title: Text { zh: "五个值，两个输出", en: "Five values, two outputs" },
            setup: || {
                let scores: &[&[f64]] = &[&[1.0, 0.0, 2.0, 0.0, 1.0], &[0.0; 5]];
                from_scores(scores, CORNERS, 1, Mask::default())
            },
            questions: &[],
        },
        Start {
            id: "b",
            title: Text { zh: "三个值，你来算", en: "Three values, for you to work out" },
            setup: || from_scores(&[&[0.0, 0.0, 0.0], &[1.0, 0.0, 0.0]], TRIANGLE, 1, Mask::default()),
            questions: &[
                Question::new(Output, 1, 1),
                Question::new(Weights, 2, 1),
                Question::new(Output, 2, 1),
                Question::new(Output, 2, 2),
                Question::puzzle(&DIVIDED),
            ],
        },
    ],
};

static DIVIDED: Puzzle = Puzzle {
    id: "divided",
    kind: AnswerKind::Number,
    answer: || 1.0 / Scaling::Sqrt.divisor_at(64),
    mistakes: &[|| 1.0, || 1.0 / Scaling::Dk.divisor_at(64), || Scaling::Sqrt.divisor_at(64)],
};
