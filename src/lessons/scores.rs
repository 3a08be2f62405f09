//! Scores: the dot product of every query with every key.

use super::{AnswerKind, Lesson, Puzzle, Question, Setup, Start, from_qkv};
use crate::engine::cell::Name::Scores;
use crate::engine::cost::score_multiply_adds;
use crate::engine::score::Score;
use crate::text::Text;

/// The same way, at a right angle, the opposite way, and the same way twice as long.
const KEYS: &[&[f64]] = &[&[2.0, 1.0], &[-1.0, 2.0], &[-2.0, -1.0], &[4.0, 2.0]];
const VALUES: &[&[f64]] = &[&[1.0, 0.0], &[0.0, 1.0], &[1.0, 1.0], &[2.0, 0.0]];

pub(super) static LESSON: Lesson = Lesson {
    id: "scores",
    starts: &[
        Start {
            id: "a",
            title: Text { zh: "方向与长度", en: "Direction and length" },
            setup: || from_qkv(&[&[2.0, 1.0], &[1.0, 1.0]], KEYS, VALUES),
            questions: &[],
        },
        Start {
            id: "b",
            title: Text { zh: "四个分数，你来算", en: "Four scores, for you to work out" },
            setup: || {
                let keys: &[&[f64]] = &[&[3.0, 2.0], &[2.0, -2.0], &[-1.0, 0.5]];
                from_qkv(&[&[1.0, 2.0], &[-1.0, 1.0]], keys, &[&[1.0, 0.0], &[0.0, 1.0], &[1.0, 1.0]])
            },
            questions: &[
                Question::new(Scores, 1, 1),
                Question::new(Scores, 1, 2),
                Question::new(Scores, 1, 3),
                Question::new(Scores, 2, 3),
            ],
        },
        Start {
            id: "c",
            title: Text { zh: "长度与运算量", en: "Length and cost" },
            setup: counted,
            questions: PUZZLES,
        },
    ],
};

fn counted() -> Setup {
    let queries: &[&[f64]] = &[&[1.0, 0.0], &[0.0, 1.0], &[1.0, 1.0]];
    let keys: &[&[f64]] = &[&[1.0, 0.0], &[0.0, 2.0], &[-1.0, 1.0], &[2.0, 1.0], &[0.5, -1.0]];
    from_qkv(queries, keys, &[&[1.0, 0.0], &[0.0, 1.0], &[1.0, 1.0], &[2.0, 0.0], &[0.0, 2.0]])
}

const PUZZLES: &[Question] = &[Question::puzzle(&STRETCHED), Question::puzzle(&TURNED), Question::puzzle(&COUNT)];

/// The query and the key of the first two problems; their score is −2.
const QUERY: [f64; 2] = [2.0, -2.0];
const KEY: [f64; 2] = [3.0, 4.0];

fn score(query: f64, key: f64) -> f64 {
    Score::Dot.of(&QUERY.map(|x| x * query), &KEY.map(|x| x * key))
}

static STRETCHED: Puzzle = Puzzle {
    id: "stretched",
    kind: AnswerKind::Number,
    answer: || score(1.0, 3.0),
    mistakes: &[|| score(1.0, 1.0), || -score(1.0, 3.0), || score(3.0, 3.0)],
};

static TURNED: Puzzle = Puzzle {
    id: "turned",
    kind: AnswerKind::Number,
    answer: || score(-1.0, -1.0),
    mistakes: &[|| score(-1.0, 1.0), || 0.0],
};

static COUNT: Puzzle = Puzzle {
    id: "count",
    kind: AnswerKind::Count,
    answer: || score_multiply_adds(3.0, 5.0, 2.0),
    mistakes: &[
        || score_multiply_adds(3.0, 5.0, 1.0),
        || 2.0 * score_multiply_adds(3.0, 5.0, 2.0),
        || score_multiply_adds(3.0, 3.0, 2.0),
    ],
};
