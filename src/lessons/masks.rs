//! Causal and padding masks, windows, corners, before and after softmax.

use super::{Lesson, Mistake, Puzzle, Question, Setup, Start, from_qkv, from_scores};
use crate::engine::cell::Name::Weights;
use crate::engine::mask::{Causal, Mask, Window};
use crate::text::Text;

pub(super) static LESSON: Lesson = Lesson {
    id: "masks",
    starts: &[
        Start {
            id: "a",
            title: Text { zh: "四个词元，因果掩码", en: "Four tokens, a causal mask" },
            setup: start,
            questions: &[],
        },
        Start {
            id: "b",
            title: Text { zh: "三个词元，你来算", en: "Three tokens, for you to work out" },
            setup: || {
                let scores: &[&[f64]] = &[&[1.0, 2.0, 3.0], &[2.0, 1.0, 0.0], &[0.0, 1.0, 2.0]];
                from_scores(scores, &[&[1.0, 0.0], &[0.0, 1.0], &[1.0, 1.0]], 1, Causal::TopLeft.into())
            },
            questions: &[
                Question::new(Weights, 1, 1),
                Question::new(Weights, 2, 1),
                Question::new(Weights, 2, 3),
                Question::new(Weights, 3, 3),
                Question::puzzle(&CORNER),
                Question::puzzle(&WINDOW),
            ],
        },
    ],
};

fn start() -> Setup {
    let open = from_qkv(
        &[&[1.0, 0.0], &[0.0, 2.0], &[1.0, 1.0], &[2.0, -1.0]],
        &[&[1.0, 1.0], &[0.0, 1.0], &[2.0, 0.0], &[1.0, -1.0]],
        &[&[1.0, 0.0, 0.0], &[0.0, 1.0, 0.0], &[0.0, 0.0, 1.0], &[1.0, 1.0, 1.0]],
    );
    Setup { inputs: open.inputs.with_mask(Causal::TopLeft.into()), tokens: open.tokens }
}

// How many keys query `i`, from 1, sees of `keys`.
fn visible(mask: &Mask, i: usize, queries: usize, keys: usize) -> f64 {
    (0..keys).filter(|&j| !mask.hides(i - 1, j, queries, keys).any()).count() as f64
}

// How many pairs of ten queries and ten keys a window leaves.
fn pairs(left: usize, right: usize) -> f64 {
    let mask = Mask { window: Window { left: Some(left), right: Some(right) }, ..Mask::default() };
    (1..=10).map(|i| visible(&mask, i, 10, 10)).sum()
}

static CORNER: Puzzle = Puzzle {
    prompt: Text {
        zh: "缓存里有 4 个键，又来了 2 个新词元，所以 L = 2，S = 6。因果掩码右下对齐时，查询 1 看得到几个键？",
        en: "A cache holds 4 keys and 2 new tokens arrive, so L = 2 and S = 6. Under a bottom-right causal mask, how many keys does query 1 see?",
    },
    answer: || visible(&Causal::BottomRight.into(), 1, 2, 6),
    working: Text {
        zh: "j ≤ 1 + 6 − 2 = 5：缓存的 4 个，加上它自己。",
        en: "j ≤ 1 + 6 − 2 = 5: the 4 of the cache, and its own.",
    },
    mistakes: &[
        Mistake {
            answer: || visible(&Causal::TopLeft.into(), 1, 2, 6),
            told: Text {
                zh: "这是左上对齐的结果，缓存几乎都看不到了。",
                en: "That is the top-left corner, which loses nearly all of the cache.",
            },
        },
        Mistake {
            answer: || visible(&Causal::BottomRight.into(), 2, 2, 6),
            told: Text {
                zh: "这是查询 2。查询 1 还看不到排在它后面的键 6。",
                en: "That is query 2. Query 1 does not see key 6, which comes after it.",
            },
        },
        Mistake { answer: || 4.0, told: Text { zh: "漏了它自己的键。", en: "Its own key was left out." } },
    ],
};

static WINDOW: Puzzle = Puzzle {
    prompt: Text {
        zh: "10 个查询，10 个键，滑动窗口左 2 右 0。一共有几对看得见？",
        en: "10 queries, 10 keys, a sliding window of 2 to the left and 0 to the right. How many pairs are visible in all?",
    },
    answer: || pairs(2, 0),
    working: Text {
        zh: "前两个查询只看得到 1 个和 2 个，其余 8 个各看 3 个：1 + 2 + 24 = 27。",
        en: "The first two queries see 1 and 2 keys, the other 8 see 3 each: 1 + 2 + 24 = 27.",
    },
    mistakes: &[
        Mistake {
            answer: || 3.0 * 10.0,
            told: Text {
                zh: "开头两个查询左边没有那么多键。",
                en: "The first two queries have fewer keys to their left.",
            },
        },
        Mistake {
            answer: || pairs(1, 0),
            told: Text {
                zh: "窗口左 2 是指自己之外还有 2 个，自己的键也算一个。",
                en: "Two to the left come on top of its own key, which counts too.",
            },
        },
        Mistake {
            answer: || pairs(10, 0),
            told: Text {
                zh: "这是没有窗口、只有因果掩码的数目。", en: "That is a causal mask without a window."
            },
        },
    ],
};
