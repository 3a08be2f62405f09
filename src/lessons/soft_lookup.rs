//! Attention as a lookup: a mixture in place of one entry, and no "not found".

use super::{Lesson, Question, Setup, Start, from_qkv, from_scores};
use crate::engine::cell::Name::{Output, Weights};
use crate::engine::mask::Mask;
use crate::text::Text;

/// How much of a person and how much of an action each of the three tokens carries.
const VALUES: &[&[f64]] = &[&[0.0, 0.0], &[9.0, 1.0], &[2.0, 8.0]];

pub(super) static LESSON: Lesson = Lesson {
    id: "soft-lookup",
    starts: &[
        Start {
            id: "a",
            title: Text { zh: "she 指的是谁", en: "Who is she?" },
            setup: || labelled(from_scores(&[&[0.8, 3.2, 1.1]], VALUES, 1, Mask::default())),
            questions: &[],
        },
        Start {
            id: "b",
            title: Text { zh: "没有一个键对得上", en: "No key fits" },
            setup: || labelled(from_qkv(&[&[2.0, 0.0]], &[&[0.0, 1.0], &[0.0, 3.0], &[0.0, -2.0]], VALUES)),
            questions: &[],
        },
        Start {
            id: "c",
            title: Text { zh: "换一组分数，你来算", en: "Other scores, for you to work out" },
            setup: || labelled(from_scores(&[&[1.0, 2.0, 0.5]], VALUES, 1, Mask::default())),
            questions: &[Question::new(Weights, 1, 2), Question::new(Weights, 1, 3), Question::new(Output, 1, 1)],
        },
    ],
};

fn labelled(setup: Setup) -> Setup {
    Setup { tokens: ["when", "Mia", "sings"].map(str::to_owned).into(), ..setup }
}
