//! Scaled dot product and cosine: one keeps the lengths of queries and keys, the other drops them.

use super::{Lesson, Mistake, Puzzle, Question, Setup, Start, from_qkv, matrix};
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
    prompt: Text {
        zh: "q = [3, 4]，k = [8, 6]。cos(q, k) 是多少？",
        en: "q = [3, 4] and k = [8, 6]. What is cos(q, k)?",
    },
    answer: cosine,
    working: Text {
        zh: "q·k = 24 + 24 = 48，两个长度是 5 和 10：48 ÷ 50 = 0.96。",
        en: "q·k = 24 + 24 = 48, and the lengths are 5 and 10: 48 ÷ 50 = 0.96.",
    },
    mistakes: &[
        Mistake {
            answer: product,
            told: Text {
                zh: "这是点积，两个长度都还没有除掉。",
                en: "This is the product; both lengths are still in it.",
            },
        },
        Mistake {
            answer: || product() / Scaling::Sqrt.divisor_at(2),
            told: Text {
                zh: "这里除以了 √d_k，那是缩放点积；余弦要除以两个长度。",
                en: "This divides by √d_k: the scaled dot product. The cosine divides by both lengths.",
            },
        },
        Mistake {
            answer: || product() / length(QUERY),
            told: Text {
                zh: "只除了 q 的长度，k 的长度还在。",
                en: "Only the length of q is divided out, not that of k.",
            },
        },
        Mistake {
            answer: || product() / length(KEY),
            told: Text {
                zh: "只除了 k 的长度，q 的长度还在。",
                en: "Only the length of k is divided out, not that of q.",
            },
        },
    ],
};

static LONGER: Puzzle = Puzzle {
    prompt: Text {
        zh: "把这个键放大到两倍，k = [16, 12]。缩放点积 q·k ÷ √d_k 是多少（d_k = 2）？",
        en: "The key is stretched to twice its length, k = [16, 12]. What is the scaled dot product q·k ÷ √d_k, with d_k = 2?",
    },
    answer: || 2.0 * product() / Scaling::Sqrt.divisor_at(2),
    working: Text {
        zh: "q·k = 48 + 48 = 96，96 ÷ √2 ≈ 67.882，是原来的两倍；余弦还是 0.96。",
        en: "q·k = 48 + 48 = 96, and 96 ÷ √2 ≈ 67.882: twice what it was. The cosine is still 0.96.",
    },
    mistakes: &[
        Mistake {
            answer: || product() / Scaling::Sqrt.divisor_at(2),
            told: Text {
                zh: "这是放大以前的数。缩放点积不除掉键的长度，键长一倍，分数也大一倍。",
                en: "This is the number from before. The length of the key is not divided out: twice as long is twice the score.",
            },
        },
        Mistake {
            answer: cosine,
            told: Text {
                zh: "这是余弦，它不随长度变；问的是缩放点积。",
                en: "This is the cosine, which does not follow the length; the scaled dot product was asked for.",
            },
        },
        Mistake {
            answer: || 2.0 * product() / Scaling::Dk.divisor_at(2),
            told: Text { zh: "除数是 √d_k = √2，不是 d_k。", en: "The divisor is √d_k = √2, not d_k." },
        },
        Mistake {
            answer: || 2.0 * product(),
            told: Text { zh: "还没有除以 √2。", en: "It still has to be divided by √2." },
        },
    ],
};

/// How often the weight of the best key has to hold that of the worst.
const RATIO: f64 = 1000.0;

static GAIN: Puzzle = Puzzle {
    prompt: Text {
        zh: "余弦在 −1 与 1 之间。要让方向相同的键与方向相反的键，权重之比达到 1000，增益至少要多大？（ln 1000 ≈ 6.908）",
        en: "Cosines lie between −1 and 1. A key of the same direction shall have 1000 times the weight of one of the opposite direction. How large must the gain be? (ln 1000 ≈ 6.908)",
    },
    answer: || RATIO.ln() / 2.0,
    working: Text {
        zh: "权重之比是 e 的（增益 − (−增益)）次方，也就是 e^(2·增益)。令它等于 1000：增益 = 6.908 ÷ 2 ≈ 3.454。",
        en: "The ratio of the weights is e to the power gain − (−gain), which is e^(2·gain). It is 1000 where the gain is 6.908 ÷ 2 ≈ 3.454.",
    },
    mistakes: &[
        Mistake {
            answer: || RATIO.ln(),
            told: Text {
                zh: "两个余弦相差 2，不是 1：一个是 1，另一个是 −1。",
                en: "The two cosines are 2 apart, not 1: one is 1, the other −1.",
            },
        },
        Mistake {
            answer: || RATIO / 2.0,
            told: Text {
                zh: "权重之比不等于分数之差，中间还有指数。",
                en: "The ratio of weights is not the difference of scores: there is an exponential in between.",
            },
        },
    ],
};
