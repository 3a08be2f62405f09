//! Several heads: cut, attend in each, join, project; what divides, what is shared, what it costs.

use super::{AnswerKind, Lesson, Puzzle, Question, Setup, Start, from_qkv, from_tokens};
use crate::engine::cost::Model;
use crate::engine::heads::key_head;
use crate::engine::scaling::Scaling;
use crate::text::Text;

/// The middle token asks two things: in the first two columns who acts, in the last two who is acted upon.
const Q: &[&[f64]] = &[&[0.0, 1.0, 0.0, 1.0], &[3.0, 0.0, 3.0, 0.0], &[1.0, 0.0, 0.0, 1.0]];
const K: &[&[f64]] = &[&[2.0, 0.0, 0.0, 1.0], &[0.0, 1.0, 0.0, 2.0], &[0.0, 1.0, 2.0, 0.0]];
/// In each half: is it Mia, is it Leo.
const V: &[&[f64]] = &[&[1.0, 0.0, 1.0, 0.0], &[0.0, 0.0, 0.0, 0.0], &[0.0, 1.0, 0.0, 1.0]];

const COUNTED: &[&[f64]] = &[&[0.0, 1.0, 2.0, 3.0], &[4.0, 5.0, 6.0, 7.0]];
const IDENTITY: &[&[f64]] =
    &[&[1.0, 0.0, 0.0, 0.0], &[0.0, 1.0, 0.0, 0.0], &[0.0, 0.0, 1.0, 0.0], &[0.0, 0.0, 0.0, 1.0]];

pub(super) static LESSON: Lesson = Lesson {
    id: "multi-head",
    starts: &[
        Start {
            id: "a",
            title: Text { zh: "谁喂，喂谁", en: "Who feeds whom" },
            setup: || labelled(from_qkv(Q, K, V)),
            questions: &[],
        },
        Start {
            id: "b",
            title: Text { zh: "把 0 到 7 切成两个头", en: "0 to 7, cut into two heads" },
            setup: || from_tokens(COUNTED, IDENTITY, IDENTITY, IDENTITY),
            questions: &[],
        },
        Start {
            id: "c",
            title: Text { zh: "三道题，你来算", en: "Three problems for you to work out" },
            setup: || labelled(from_qkv(Q, K, V)),
            questions: &[Question::puzzle(&DIVISOR), Question::puzzle(&GROUPS), Question::puzzle(&PARAMETERS)],
        },
    ],
};

fn labelled(setup: Setup) -> Setup {
    Setup { tokens: ["Mia", "feeds", "Leo"].map(str::to_owned).into(), ..setup }
}

static DIVISOR: Puzzle = Puzzle {
    id: "divisor",
    kind: AnswerKind::Number,
    answer: || Scaling::Sqrt.divisor_at(512 / 8),
    mistakes: &[|| Scaling::Sqrt.divisor_at(512), || Scaling::Dk.divisor_at(512 / 8)],
};

// Query head 8 of 12 on 4 key heads, counted from 0.
const QUERY_HEAD: usize = 7;

static GROUPS: Puzzle = Puzzle {
    id: "groups",
    kind: AnswerKind::Count,
    answer: || key_head(QUERY_HEAD, 12, 4).map_or(f64::NAN, |read| read as f64 + 1.0),
    mistakes: &[|| (QUERY_HEAD % 4) as f64 + 1.0, || key_head(QUERY_HEAD, 12, 4).map_or(f64::NAN, |read| read as f64)],
};

fn parameters() -> f64 {
    // Two FLOPs a parameter and token.
    Model::multi_head(1.0, 1024.0, 1.0, 1.0).projections() / 2.0
}

static PARAMETERS: Puzzle = Puzzle {
    id: "parameters",
    kind: AnswerKind::Measure,
    answer: || parameters() / 1e6,
    mistakes: &[|| 0.75 * parameters() / 1e6, || 0.25 * parameters() / 1e6, || 16.0 * parameters() / 1e6],
};
