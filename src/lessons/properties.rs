//! What holds for every attention: order, rows, constants and rank.

use super::{Lesson, Mistake, Puzzle, Question, Setup, Start, from_scores, from_tokens};
use crate::engine::cell::Name::Weights;
use crate::engine::inputs::{Inputs, Source};
use crate::engine::mask::{Causal, Mask};
use crate::engine::matrix::Matrix;
use crate::engine::random::Stream;
use crate::engine::sampling::gaussian_matrix;
use crate::engine::scaling::Scaling;
use crate::engine::spectrum::{rank, singular_values};
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
    prompt: Text {
        zh: "Q 是 12×4 的矩阵，K 是 20×4 的矩阵，元素都是随机数。QKᵀ 的秩是多少？",
        en: "Q is 12×4, K is 20×4, both full of random numbers. What is the rank of QKᵀ?",
    },
    answer: || {
        let draw = |rows, stream| gaussian_matrix(&mut Stream::new(1, stream), rows, 4, 6);
        let source = Source::Qkv { q: draw(12, 0), k: draw(20, 1), v: Matrix::zeros(20, 1) };
        let scores = Inputs::new(source, Scaling::None, Mask::default()).map(|inputs| attend(&inputs).scores);
        scores.ok().and_then(|scores| singular_values(&scores)).map_or(f64::NAN, |values| rank(&values, 1e-10) as f64)
    },
    working: Text {
        zh: "秩至多是 L、S、d_k 中最小的一个：min(12, 20, 4) = 4。元素随机时，这个上限总能达到。",
        en: "It is at most the smallest of L, S and d_k: min(12, 20, 4) = 4. Random numbers reach it.",
    },
    mistakes: &[
        Mistake {
            answer: || 12.0,
            told: Text {
                zh: "这是 min(L, S)。别忘了 d_k：每一行分数都只由 4 个数拼成。",
                en: "This is min(L, S). It leaves out d_k: every row of scores is made of 4 numbers only.",
            },
        },
        Mistake {
            answer: || 20.0,
            told: Text {
                zh: "这是最大的尺寸；限制秩的是最小的那一个。",
                en: "This is the largest size; it is the smallest that limits the rank.",
            },
        },
        Mistake {
            answer: || 240.0,
            told: Text {
                zh: "这是分数的个数 12 × 20，不是秩。",
                en: "This is the number of scores, 12 × 20, not their rank.",
            },
        },
    ],
};

static TRIANGLE: Puzzle = Puzzle {
    prompt: Text {
        zh: "8 个词元，加因果掩码。8×8 的权重里，有几个不是 0？",
        en: "8 tokens under a causal mask. How many of the 8×8 weights are not 0?",
    },
    answer: || {
        let source = Source::Scores { scores: Matrix::zeros(8, 8), v: Matrix::zeros(8, 1), d_k: 1 };
        let inputs = Inputs::new(source, Scaling::Sqrt, Causal::TopLeft.into());
        inputs.map_or(f64::NAN, |inputs| attend(&inputs).weights.iter().filter(|&&weight| weight != 0.0).count() as f64)
    },
    working: Text {
        zh: "第 i 行看得见 i 个键，所以是 1 + 2 + … + 8 = 36 个。",
        en: "Row i sees i keys, so there are 1 + 2 + … + 8 = 36.",
    },
    mistakes: &[
        Mistake {
            answer: || 28.0,
            told: Text {
                zh: "漏了对角线：每个词元也看得见自己。",
                en: "This leaves out the diagonal: every token sees itself as well.",
            },
        },
        Mistake {
            answer: || 64.0,
            told: Text { zh: "这是没有掩码时的个数。", en: "This is the number without a mask." },
        },
        Mistake {
            answer: || 32.0,
            told: Text {
                zh: "不是恰好一半：对角线上的 8 个都留着，只有对角线以外的 56 个去掉一半。",
                en: "Not quite half: the 8 on the diagonal all stay, and of the 56 others half go.",
            },
        },
    ],
};
