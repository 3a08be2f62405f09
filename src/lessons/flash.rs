//! FlashAttention: blocks of keys with online softmax, exact, without all L×S scores.

use super::{Lesson, Mistake, Puzzle, Question, Setup, Start, from_scores};
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
    online(Precision::F64, rule, &LOGITS, 2, 1, |j, _| CARRIED[j]).last().map_or(f64::NAN, pick)
}

/// The output of some keys on their own.
fn alone(keys: std::ops::Range<usize>) -> f64 {
    let steps =
        online(Precision::F64, BlockRule::default(), &LOGITS[keys.clone()], 2, 1, |j, _| CARRIED[keys.start + j]);
    steps.last().map_or(f64::NAN, |step| step.output[0])
}

static FACTOR: Puzzle = Puzzle {
    prompt: Text {
        zh: "一行 logit 是 2、1、3，值是 10、20、40，每块两个键：第一块是键 1、键 2，第二块只有键 3。到第二块时，前面的 l 和累加的输出要乘以多大的修正因子？",
        en: "A row has the logits 2, 1, 3 and the values 10, 20, 40. With two keys a block, the first block holds keys 1 and 2, the second key 3 alone. By which factor are l and the output so far rescaled at the second block?",
    },
    answer: || end([true, true], |step| step.rescale),
    working: Text {
        zh: "第一块之后 m = 2，第二块之后 m = 3，因子是 e^(2 − 3) ≈ 0.368。",
        en: "m is 2 after the first block and 3 after the second: the factor is e^(2 − 3) ≈ 0.368.",
    },
    mistakes: &[
        Mistake {
            answer: || end([true, true], |step| step.rescale).recip(),
            told: Text {
                zh: "符号反了：应是 e^(旧 m − 新 m)。m 升高，旧的和要变小。",
                en: "The sign is the wrong way round: it is e^(old m − new m). As m rises, the old sum becomes smaller.",
            },
        },
        Mistake {
            answer: || (LOGITS[1] - LOGITS[2]).exp(),
            told: Text {
                zh: "这里用了键 2 的 logit。应当用前面的最大值，它是键 1 的 2。",
                en: "This takes the logit of key 2. The largest one so far is meant, the 2 of key 1.",
            },
        },
        Mistake {
            answer: || 1.0,
            told: Text {
                zh: "只有 m 不变时，因子才是 1；这里 m 从 2 升到了 3。",
                en: "The factor is 1 only where m stays; here it rises from 2 to 3.",
            },
        },
    ],
};

static SUM: Puzzle = Puzzle {
    prompt: Text {
        zh: "同一行，两块都算完以后，l 是多少？", en: "The same row: what is l after both blocks?"
    },
    answer: || end([true, true], |step| step.sum),
    working: Text {
        zh: "第一块之后 l = 1 + e^(−1) ≈ 1.368；乘以 0.368，再加上键 3 的 1，得 1.503。",
        en: "After the first block l = 1 + e^(−1) ≈ 1.368. Times 0.368, plus the 1 of key 3: 1.503.",
    },
    mistakes: &[
        Mistake {
            answer: || end([false, true], |step| step.sum),
            told: Text {
                zh: "第一块的 l 忘了乘修正因子。", en: "The l of the first block was not rescaled."
            },
        },
        Mistake {
            answer: || end([false, true], |step| step.sum * step.rescale),
            told: Text {
                zh: "新的一块已经减去了新的 m，不能再乘因子；只有旧的 l 要乘。",
                en: "The new block has the new m subtracted already: only the old l is multiplied by the factor.",
            },
        },
    ],
};

static OUTPUT: Puzzle = Puzzle {
    prompt: Text {
        zh: "还是这一行，两块都算完以后，输出 o 是多少？",
        en: "Still the same row: what is the output o after both blocks?",
    },
    answer: || end([true, true], |step| step.output[0]),
    working: Text {
        zh: "第一块累加得 10 + 20·e^(−1) ≈ 17.358；乘以 0.368，加上 40，得 46.386；除以 l ≈ 1.503，得 30.857。",
        en: "The first block adds up to 10 + 20·e^(−1) ≈ 17.358. Times 0.368, plus 40: 46.386. Over l ≈ 1.503: 30.857.",
    },
    mistakes: &[
        Mistake {
            answer: || end([true, false], |step| step.output[0]),
            told: Text {
                zh: "l 修正了，累加的输出却忘了修正。",
                en: "l was rescaled, but what the output adds up was not.",
            },
        },
        Mistake {
            answer: || end([false, false], |step| step.output[0]),
            told: Text {
                zh: "l 和累加的输出都忘了修正，第一块就占了太大的份额。",
                en: "Neither l nor what the output adds up was rescaled, so the first block has too large a share.",
            },
        },
        Mistake {
            answer: || end([true, true], |step| step.accumulated[0]),
            told: Text { zh: "最后还要除以 l。", en: "It still has to be divided by l." },
        },
        Mistake {
            answer: || 0.5 * (alone(0..2) + alone(2..3)),
            told: Text {
                zh: "两块的输出不能直接平均，每一块的份额由它的指数和决定。",
                en: "The outputs of two blocks are not simply averaged: each counts by its sum of exponentials.",
            },
        },
    ],
};
