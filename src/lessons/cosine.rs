//! Scaled dot product and cosine: one keeps the lengths of queries and keys, the other drops them.

use super::{AnswerKind, Lesson, Puzzle, Question, Setup, Start, from_qkv, matrix};
use crate::engine::cosine::cosines;
use crate::engine::scaling::Scaling;
use crate::text::Text;

pub(super) static LESSON: Lesson = Lesson {
    id: "cosine",
    starts: &[
        Start {
            id: "a",
            title: Text {
                zh: "长的键，与方向最合的键", en: "A long key, and one that points the right way"
            },
            setup: keys,
            questions: &[],
        },
        Start {
            id: "b",
            title: Text { zh: "余弦与增益，你来算", en: "Cosine and gain, for you to work out" },
            setup: keys,
            questions: &[Question::puzzle(&ANGLE), Question::puzzle(&LONGER), Question::puzzle(&GAIN)],
        },
    ],
};

/// Key 1 is long, key 2 has the direction of the query, key 3 is at a right angle to it.
fn keys() -> Setup {
    from_qkv(
        &[&[1.0, 0.0]],
        &[&[3.0, 4.0], &[1.0, 0.0], &[0.0, 2.0]],
        &[&[1.0, 0.0, 0.0], &[0.0, 1.0, 0.0], &[0.0, 0.0, 1.0]],
    )
}

const QUERY: [f64; 2] = [3.0, 4.0];
const KEY: [f64; 2] = [8.0, 6.0];

fn cosine() -> f64 {
    cosines(&matrix(&[&QUERY]), &matrix(&[&KEY]))[(0, 0)]
}

fn product() -> f64 {
    cosine() * length(QUERY) * length(KEY)
}

fn length([x, y]: [f64; 2]) -> f64 {
    x.hypot(y)
}

static ANGLE: Puzzle = Puzzle {
    id: "angle",
    kind: AnswerKind::Number,
    answer: cosine,
    mistakes: &[
        product,
        || product() / Scaling::Sqrt.divisor_at(2),
        || product() / length(QUERY),
        || product() / length(KEY),
    ],
};

static LONGER: Puzzle = Puzzle {
    id: "longer",
    kind: AnswerKind::Number,
    answer: || 2.0 * product() / Scaling::Sqrt.divisor_at(2),
    mistakes: &[
        || product() / Scaling::Sqrt.divisor_at(2),
        cosine,
        || 2.0 * product() / Scaling::Dk.divisor_at(2),
        || 2.0 * product(),
    ],
};

/// How often the weight of the best key has to hold that of the worst.
const RATIO: f64 = 1000.0;

static GAIN: Puzzle = Puzzle {
    id: "gain",
    kind: AnswerKind::Number,
    answer: || RATIO.ln() / 2.0,
    mistakes: &[|| RATIO.ln(), || RATIO / 2.0],
};
