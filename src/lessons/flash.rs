//! FlashAttention: blocks of keys with online softmax, exact, without all L×S scores.

use super::{AnswerKind, Lesson, Puzzle, Question, Setup, Start, from_scores};
use crate::engine::blocks::{BlockRule, BlockStep, online};
use crate::engine::mask::Mask;
use crate::engine::precision::Precision;
use crate::engine::scaling::Scaling;
use crate::text::Text;

const LARGE: &[&[f64]] = &[
    &[1000.0, 1001.0, 1003.0, 998.0, 1002.0, 999.0],
    &[-5.0, 40.0, 3.0, 80.0, 79.0, 2.0],
    &[-700.0, -702.0, -701.0, -699.0, -703.0, -700.0],
];
const VALUES: &[&[f64]] = &[&[1.0, 0.0], &[2.0, 1.0], &[4.0, -1.0], &[0.0, 3.0], &[-2.0, 2.0], &[5.0, 1.0]];

pub(super) static LESSON: Lesson = Lesson {
    id: "flash",
    starts: &[
        Start {
            id: "a",
            title: Text { zh: "三个键，一块一个", en: "Three keys, one a block" },
            setup: three,
            questions: &[],
        },
        Start {
            id: "b",
            title: Text { zh: "几行很大的 logit", en: "Several rows of large logits" },
            setup: || unscaled(LARGE, VALUES),
            questions: &[],
        },
        Start {
            id: "c",
            title: Text { zh: "每块两个键，你来算", en: "Two keys a block, for you to work out" },
            setup: three,
            questions: &[Question::puzzle(&FACTOR), Question::puzzle(&SUM), Question::puzzle(&OUTPUT)],
        },
    ],
};

fn three() -> Setup {
    unscaled(&[&[1.0, 3.0, 2.0]], &[&[10.0], &[20.0], &[30.0]])
}

fn unscaled(scores: &[&[f64]], v: &[&[f64]]) -> Setup {
    let setup = from_scores(scores, v, 1, Mask::default());
    Setup { inputs: setup.inputs.with_scaling(Scaling::None), ..setup }
}

// ---- The problem: logits 2, 1, 3 and values 10, 20, 40, in blocks of two keys

const LOGITS: [f64; 3] = [2.0, 1.0, 3.0];
const CARRIED: [f64; 3] = [10.0, 20.0, 40.0];

/// What `pick` takes from the last block, where sum and output are rescaled or not.
fn end(rescales: [bool; 2], pick: fn(&BlockStep) -> f64) -> f64 {
    let rule = BlockRule { rescales, ..BlockRule::default() };
    online(Precision::F64, rule, (&LOGITS, &|_| false), 2, 1, |j, _| CARRIED[j]).last().map_or(f64::NAN, pick)
}

/// The output of some keys on their own.
fn alone(keys: std::ops::Range<usize>) -> f64 {
    let steps = online(Precision::F64, BlockRule::default(), (&LOGITS[keys.clone()], &|_| false), 2, 1, |j, _| {
        CARRIED[keys.start + j]
    });
    steps.last().map_or(f64::NAN, |step| step.output[0])
}

static FACTOR: Puzzle = Puzzle {
    id: "factor",
    kind: AnswerKind::Number,
    answer: || end([true, true], |step| step.rescale),
    mistakes: &[|| end([true, true], |step| step.rescale).recip(), || (LOGITS[1] - LOGITS[2]).exp(), || 1.0],
};

static SUM: Puzzle = Puzzle {
    id: "sum",
    kind: AnswerKind::Number,
    answer: || end([true, true], |step| step.sum),
    mistakes: &[|| end([false, true], |step| step.sum), || end([false, true], |step| step.sum * step.rescale)],
};

static OUTPUT: Puzzle = Puzzle {
    id: "output",
    kind: AnswerKind::Number,
    answer: || end([true, true], |step| step.output[0]),
    mistakes: &[
        || end([true, false], |step| step.output[0]),
        || end([false, false], |step| step.output[0]),
        || end([true, true], |step| step.accumulated[0]),
        || 0.5 * (alone(0..2) + alone(2..3)),
    ],
};
