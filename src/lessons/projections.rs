//! Where Q, K and V come from: three projections of one X.

use super::{Lesson, Question, Setup, Start, from_tokens};
use crate::engine::cell::Name::{Q, Scaled, Scores, Weights};
use crate::text::Text;

/// Three tokens; the columns say: noun, verb, can act, can be eaten.
const X: &[&[f64]] = &[&[1.0, 0.0, 1.0, 0.0], &[0.0, 1.0, 0.0, 0.0], &[1.0, 0.0, 0.0, 1.0]];
/// The columns ask for one who acts, and for an action.
const WQ: &[&[f64]] = &[&[0.0, 1.0], &[2.0, 0.0], &[0.0, 0.0], &[1.0, 0.0]];
const WK: &[&[f64]] = &[&[0.0, 0.0], &[0.0, 2.0], &[2.0, 0.0], &[0.0, 1.0]];
const WV: &[&[f64]] = &[&[1.0, 0.0, 0.0], &[0.0, 2.0, 0.0], &[0.0, 0.0, 3.0], &[0.0, 1.0, 0.0]];

const IDENTITY: &[&[f64]] = &[&[1.0, 0.0], &[0.0, 1.0]];

pub(super) static LESSON: Lesson = Lesson {
    id: "projections",
    starts: &[
        Start {
            id: "a",
            title: Text { zh: "同一个 X，三种用途", en: "One X, three roles" },
            setup: || labelled(from_tokens(X, WQ, WK, WV)),
            questions: &[],
        },
        Start {
            id: "b",
            title: Text { zh: "W_Q 与 W_K 相同", en: "W_Q and W_K the same" },
            setup: || labelled(from_tokens(X, WQ, WQ, WV)),
            questions: &[],
        },
        Start {
            id: "c",
            title: Text { zh: "W_Q 加倍，你来算", en: "W_Q doubled, for you to work out" },
            setup: || from_tokens(IDENTITY, &[&[2.0, 0.0], &[0.0, 2.0]], IDENTITY, IDENTITY),
            questions: &[
                Question::new(Q, 1, 1),
                Question::new(Scores, 1, 1),
                Question::new(Scaled, 1, 1),
                Question::new(Weights, 1, 1),
                Question::new(Weights, 1, 2),
            ],
        },
    ],
};

fn labelled(setup: Setup) -> Setup {
    Setup { tokens: ["birds", "eat", "seeds"].map(str::to_owned).into(), ..setup }
}
