//! Several heads: cut, attend in each, join, project; what divides, what is shared, what it costs.

use super::{Lesson, Mistake, Puzzle, Question, Setup, Start, from_qkv, from_tokens};
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
    prompt: Text {
        zh: "d_model = 512，8 个头。每个头的分数除以",
        en: "d_model = 512 and 8 heads. The scores of a head are divided by",
    },
    answer: || Scaling::Sqrt.divisor_at(512 / 8),
    working: Text {
        zh: "一个头的宽度是 512 ÷ 8 = 64，除数是 √64 = 8。",
        en: "One head is 512 ÷ 8 = 64 wide, and the divisor is √64 = 8.",
    },
    mistakes: &[
        Mistake {
            answer: || Scaling::Sqrt.divisor_at(512),
            told: Text {
                zh: "这是 √d_model。点积只在一个头的 64 个数上求和，除数要用一个头的宽度。",
                en: "That is √d_model. A product sums over the 64 numbers of one head, whose width makes the divisor.",
            },
        },
        Mistake {
            answer: || Scaling::Dk.divisor_at(512 / 8),
            told: Text {
                zh: "这是一个头的宽度，还没有开平方。", en: "That is the width of one head; take its root."
            },
        },
    ],
};

// Query head 8 of 12 on 4 key heads, counted from 0.
const QUERY_HEAD: usize = 7;

static GROUPS: Puzzle = Puzzle {
    prompt: Text {
        zh: "12 个查询头分组共用 4 个键头，都从 1 数起。第 8 个查询头读第几个键头？",
        en: "12 query heads share 4 key heads in groups, both counted from 1. Which key head does query head 8 read?",
    },
    answer: || key_head(QUERY_HEAD, 12, 4).map_or(f64::NAN, |read| read as f64 + 1.0),
    working: Text {
        zh: "每 12 ÷ 4 = 3 个相邻的查询头一组：1–3 读 1，4–6 读 2，7–9 读 3。",
        en: "12 ÷ 4 = 3 neighbours make a group: 1–3 read 1, 4–6 read 2, 7–9 read 3.",
    },
    mistakes: &[
        Mistake {
            answer: || (QUERY_HEAD % 4) as f64 + 1.0,
            told: Text {
                zh: "看起来是轮流分的：1、2、3、4、1、2……键头要连着重复，相邻的查询头读同一个。",
                en: "It looks as if they took turns: 1, 2, 3, 4, 1, 2 … Each key head serves neighbours instead.",
            },
        },
        Mistake {
            answer: || key_head(QUERY_HEAD, 12, 4).map_or(f64::NAN, |read| read as f64),
            told: Text {
                zh: "这是从 0 数起的号码；题目从 1 数起。也可能是用 8 除以了 4：该除的是每组几个头。",
                en: "That is its number counted from 0; here heads count from 1. Or you divided 8 by 4: divide by the size of a group.",
            },
        },
    ],
};

fn parameters() -> f64 {
    // Two FLOPs a parameter and token.
    Model::multi_head(1.0, 1024.0, 1.0, 1.0).projections() / 2.0
}

static PARAMETERS: Puzzle = Puzzle {
    prompt: Text {
        zh: "D = 1024，16 个头，没有偏置。一层注意力有多少百万个参数？",
        en: "D = 1024, 16 heads, no biases. How many million parameters does attention have in one layer?",
    },
    answer: || parameters() / 1e6,
    working: Text {
        zh: "W_Q、W_K、W_V、W_O 各 D² 个：4 × 1024² = 4194304，约 4.19 百万。头数不影响。",
        en: "W_Q, W_K, W_V and W_O have D² each: 4 × 1024² = 4194304, about 4.19 million. The number of heads does not matter.",
    },
    mistakes: &[
        Mistake {
            answer: || 0.75 * parameters() / 1e6,
            told: Text { zh: "漏了 W_O，它也有 D² 个。", en: "W_O was left out; it has D² as well." },
        },
        Mistake {
            answer: || 0.25 * parameters() / 1e6,
            told: Text { zh: "这只是一个矩阵；一共有四个。", en: "That is one matrix; there are four." },
        },
        Mistake {
            answer: || 16.0 * parameters() / 1e6,
            told: Text {
                zh: "头数多乘了一次：每个头只有 64 列，16 个头合起来才是 D 列。",
                en: "The heads were counted twice: a head has 64 columns, and 16 heads together have D.",
            },
        },
    ],
};
