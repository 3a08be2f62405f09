//! Mixing: an output is a convex combination of the values.

use super::{Lesson, Mistake, Puzzle, Question, Start, from_scores};
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
    prompt: Text {
        zh: "某个头的 d_k = 64。程序漏了对分数的缩放，反而在 softmax 之后把权重除以 √d_k。一行权重的和是多少？",
        en: "A head has d_k = 64. The program does not scale the scores; it divides the weights by √d_k after softmax. What does a row of weights sum to?",
    },
    answer: || 1.0 / Scaling::Sqrt.divisor_at(64),
    working: Text {
        zh: "softmax 给出的和是 1，再除以 8，得 0.125。输出也只剩八分之一。",
        en: "Softmax sums to 1; divided by 8 that is 0.125. The output is an eighth as well.",
    },
    mistakes: &[
        Mistake {
            answer: || 1.0,
            told: Text {
                zh: "这是 softmax 刚算完时的和，后面又除了一次。",
                en: "That is the sum as softmax leaves it; it is divided after that.",
            },
        },
        Mistake {
            answer: || 1.0 / Scaling::Dk.divisor_at(64),
            told: Text { zh: "这是除以 d_k，不是 √d_k。", en: "That divides by d_k, not by √d_k." },
        },
        Mistake {
            answer: || Scaling::Sqrt.divisor_at(64),
            told: Text { zh: "这是除数本身。", en: "That is the divisor itself." },
        },
    ],
};
