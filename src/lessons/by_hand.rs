//! Exercises by hand: predict a number, check it, see the working.

use super::{Change, Lesson, Question, Setup, Start, from_qkv, from_scores, from_tokens};
use crate::engine::cell::Name::{K, Output, Scaled, Scores, Weights};
use crate::engine::mask::{Causal, Mask};
use crate::engine::scaling::Scaling;
use crate::text::Text;

const IDENTITY: &[&[f64]] = &[&[1.0, 0.0], &[0.0, 1.0]];

pub(super) static LESSON: Lesson = Lesson {
    id: "by-hand",
    starts: &[
        Start {
            id: "a",
            title: Text { zh: "一个查询，三个键", en: "One query, three keys" },
            setup: || {
                let keys: &[&[f64]] = &[&[1.0, 0.0], &[0.0, 1.0], &[1.0, 1.0]];
                from_qkv(&[&[1.0, 1.0]], keys, &[&[1.0, 0.0, 0.0], &[0.0, 1.0, 0.0], &[0.0, 0.0, 1.0]])
            },
            questions: &[
                Question::new(Scores, 1, 3),
                Question::new(Scaled, 1, 3),
                Question::new(Weights, 1, 1),
                Question::new(Weights, 1, 3),
            ],
        },
        Start {
            id: "b",
            title: Text { zh: "缩放前与缩放后", en: "Before and after scaling" },
            setup: || {
                let values: &[&[f64]] = &[&[1.0, 0.0], &[0.0, 1.0], &[1.0, 1.0]];
                from_scores(&[&[16.0, 8.0, 0.0]], values, 64, Mask::default())
            },
            questions: &[
                Question::new(Weights, 1, 2).with(Change::Scaling(Scaling::None)),
                Question::new(Scaled, 1, 1),
                Question::new(Weights, 1, 1),
                Question::new(Weights, 1, 2),
                Question::new(Output, 1, 1),
                Question::new(Weights, 1, 1).with(Change::Scaling(Scaling::Dk)),
            ],
        },
        Start {
            id: "c",
            title: Text { zh: "两个互相垂直的词元", en: "Two orthogonal tokens" },
            setup: || from_tokens(IDENTITY, IDENTITY, IDENTITY, IDENTITY),
            questions: &[
                Question::new(Scaled, 1, 1),
                Question::new(Weights, 1, 1),
                Question::new(Weights, 2, 1),
                Question::new(Weights, 1, 1).with(Change::Causal(Causal::TopLeft)),
            ],
        },
        Start {
            id: "d",
            title: Text { zh: "查询放大一倍", en: "Queries twice as long" },
            setup: || from_tokens(IDENTITY, &[&[2.0, 0.0], &[0.0, 2.0]], IDENTITY, IDENTITY),
            questions: &[
                Question::new(Scores, 1, 1),
                Question::new(Scaled, 1, 1),
                Question::new(Weights, 1, 1),
                Question::new(Weights, 1, 2),
            ],
        },
        Start {
            id: "e",
            title: Text { zh: "最后一个键是填充", en: "The last key is padding" },
            setup: || {
                let values: &[&[f64]] = &[&[1.0, 0.0], &[0.0, 1.0], &[1.0, 1.0], &[5.0, 5.0]];
                let mask = Mask { padding: [3].into(), ..Mask::default() };
                let start = from_scores(&[&[2.0, 1.0, 0.5, 3.0]], values, 1, mask);
                Setup { tokens: ["a", "b", "c", "<pad>"].map(str::to_owned).into(), ..start }
            },
            questions: &[
                Question::new(Weights, 1, 4),
                Question::new(Weights, 1, 1),
                Question::new(Weights, 1, 2),
                Question::new(Output, 1, 1),
            ],
        },
        Start {
            id: "f",
            title: Text { zh: "从 X 一直算到输出", en: "From X to the output" },
            setup: || {
                let x: &[&[f64]] = &[&[1.0, 0.0], &[0.0, 1.0], &[1.0, 1.0]];
                from_tokens(x, IDENTITY, &[&[1.0, 1.0], &[0.0, 1.0]], &[&[1.0, 0.0], &[1.0, 1.0]])
            },
            questions: &[
                Question::new(K, 3, 2),
                Question::new(Scores, 3, 3),
                Question::new(Scaled, 3, 3),
                Question::new(Weights, 1, 2),
                Question::new(Weights, 3, 3),
                Question::new(Output, 1, 1),
            ],
        },
    ],
};
