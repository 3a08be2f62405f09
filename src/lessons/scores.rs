//! Scores: the dot product of every query with every key.

use super::{Lesson, Mistake, Puzzle, Question, Setup, Start, from_qkv};
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
    prompt: Text {
        zh: "q = [2, −2]，k = [3, 4]，分数是 −2。把 k 拉长到 3 倍，分数变成多少？",
        en: "q = [2, −2] and k = [3, 4] score −2. Make k three times as long. What is the score now?",
    },
    answer: || score(1.0, 3.0),
    working: Text {
        zh: "k 变成 [9, 12]，分数是 2 × 9 − 2 × 12 = −6：长度乘 3，分数也乘 3，符号不变。",
        en: "k becomes [9, 12], and the score 2 × 9 − 2 × 12 = −6: three times the length, three times the score, the same sign.",
    },
    mistakes: &[
        Mistake {
            answer: || score(1.0, 1.0),
            told: Text {
                zh: "这是原来的分数。不看长度的是余弦，点积要看。",
                en: "That is the old score. A cosine ignores length; a dot product does not.",
            },
        },
        Mistake {
            answer: || -score(1.0, 3.0),
            told: Text {
                zh: "大小对了，符号错了：方向没有变，负的还是负的。",
                en: "The size is right, the sign is not: the direction stayed, so it stays negative.",
            },
        },
        Mistake {
            answer: || score(3.0, 3.0),
            told: Text {
                zh: "这里乘了两次 3。拉长的只有 k，q 没有变。",
                en: "That is 3 twice over. Only k was made longer; q was not.",
            },
        },
    ],
};

static TURNED: Puzzle = Puzzle {
    prompt: Text {
        zh: "还是原来的 q 和 k，分数 −2。把两个都反过来，变成 −q 和 −k，分数是多少？",
        en: "The same q and k, which score −2. Turn both round, to −q and −k. What is the score?",
    },
    answer: || score(-1.0, -1.0),
    working: Text {
        zh: "(−q)·(−k) = q·k = −2：两个一起反过来，夹角没有变。",
        en: "(−q)·(−k) = q·k = −2: turned together, they keep the angle between them.",
    },
    mistakes: &[
        Mistake {
            answer: || score(-1.0, 1.0),
            told: Text { zh: "这是只反一个的结果。", en: "That is what turning only one of them gives." },
        },
        Mistake {
            answer: || 0.0,
            told: Text {
                zh: "分数是 0 要两者互相垂直，反过来并不会让它们垂直。",
                en: "A score of 0 needs a right angle, and turning round makes none.",
            },
        },
    ],
};

static COUNT: Puzzle = Puzzle {
    prompt: Text {
        zh: "本页现在 L = 3，S = 5，d_k = 2。算出整个 Q Kᵀ 要多少次乘加？",
        en: "On this page L = 3, S = 5 and d_k = 2 now. How many multiply-adds does all of Q Kᵀ take?",
    },
    answer: || score_multiply_adds(3.0, 5.0, 2.0),
    working: Text {
        zh: "3 × 5 = 15 个分数，每个 2 次乘加，共 30 次。",
        en: "3 × 5 = 15 scores of 2 multiply-adds each: 30.",
    },
    mistakes: &[
        Mistake {
            answer: || score_multiply_adds(3.0, 5.0, 1.0),
            told: Text {
                zh: "这是分数的个数；每个分数还要 d_k 次乘加。",
                en: "That is how many scores there are; each takes d_k multiply-adds.",
            },
        },
        Mistake {
            answer: || 2.0 * score_multiply_adds(3.0, 5.0, 2.0),
            told: Text {
                zh: "这是 FLOP：一次乘加算两个。", en: "Those are FLOPs: a multiply-add counts as two."
            },
        },
        Mistake {
            answer: || score_multiply_adds(3.0, 3.0, 2.0),
            told: Text {
                zh: "这是 L·L·d_k。键有 5 个，不是 3 个。", en: "That is L·L·d_k. There are 5 keys, not 3."
            },
        },
    ],
};
