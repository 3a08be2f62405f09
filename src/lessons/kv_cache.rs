//! Generation token by token: what is kept, why that is exact, and what a step still costs.

use super::{Lesson, Mistake, Puzzle, Question, Setup, Start, from_tokens};
use crate::engine::cell::Name::Scaled;
use crate::engine::cost::Model;
use crate::engine::mask::{Causal, Mask};
use crate::text::Text;

const X: &[&[f64]] = &[&[1.0, 0.0, 1.0], &[0.0, 1.0, 1.0], &[1.0, -1.0, 0.0], &[0.0, 2.0, 1.0]];
const WQ: &[&[f64]] = &[&[1.0, 0.0], &[0.0, 1.0], &[1.0, 0.0]];
const WK: &[&[f64]] = &[&[0.0, 1.0], &[1.0, 0.0], &[1.0, 1.0]];
const WV: &[&[f64]] = &[&[1.0, 0.0, 0.0], &[0.0, 1.0, 0.0], &[1.0, 0.0, 2.0]];

pub(super) static LESSON: Lesson = Lesson {
    id: "kv-cache",
    starts: &[
        Start {
            id: "a",
            title: Text { zh: "一个词元接一个词元", en: "One token after another" },
            setup: sentence,
            questions: &[],
        },
        Start {
            id: "b",
            title: Text { zh: "新查询与缓存，你来算", en: "New queries and the cache, for you to work out" },
            setup: sentence,
            questions: &[Question::new(Scaled, 4, 2), Question::puzzle(&SEEN), Question::puzzle(&BYTES)],
        },
    ],
};

fn sentence() -> Setup {
    let inputs = from_tokens(X, WQ, WK, WV).inputs.with_mask(Causal::TopLeft.into());
    Setup { inputs, tokens: ["the", "cat", "sat", "down"].map(str::to_owned).into() }
}

/// Keys that 3 queries see in all, of 8, the first 5 of which came before.
fn seen(mask: &Mask) -> f64 {
    (0..3).flat_map(|i| (0..8).map(move |j| (i, j))).filter(|&(i, j)| !mask.hides(i, j, 3, 8).any()).count() as f64
}

static SEEN: Puzzle = Puzzle {
    prompt: Text {
        zh: "缓存里有 5 个词元，一次送入 3 个新词元，用因果掩码。3×8 的表里一共有几格看得见？",
        en: "5 tokens are cached, and 3 new ones come at once, under a causal mask. How many of the 3×8 cells are seen?",
    },
    answer: || seen(&Mask { offset: 5, ..Causal::TopLeft.into() }),
    working: Text {
        zh: "三个新查询是第 6、7、8 个词元，各看到 6、7、8 个键：6 + 7 + 8 = 21。",
        en: "The new queries are tokens 6, 7 and 8, and see as many keys: 6 + 7 + 8 = 21.",
    },
    mistakes: &[
        Mistake {
            answer: || seen(&Causal::TopLeft.into()),
            told: Text {
                zh: "这是从左上角数起的结果：新查询当成了第 1、2、3 个词元，缓存几乎全被遮住。",
                en: "That counts from the top left: the new queries were taken for tokens 1, 2 and 3, and most of the cache was hidden.",
            },
        },
        Mistake {
            answer: || seen(&Mask::default()),
            told: Text {
                zh: "漏了掩码：新词元之间也要遮，前面的看不到后面的。",
                en: "The mask was left out: among the new tokens, too, the earlier do not see the later.",
            },
        },
        Mistake {
            answer: || 3.0 * 5.0,
            told: Text {
                zh: "这只算了缓存里的键；新词元还看得见自己，以及排在前面的新词元。",
                en: "That counts the cached keys alone; a new token also sees itself and the new ones before it.",
            },
        },
    ],
};

/// One token in 32 layers of width 4096 with 32 query heads, 2 bytes a number.
fn bytes(layers: f64, key_heads: f64) -> f64 {
    Model { heads: 32.0, key_heads, d_k: 128.0, ..Model::multi_head(1.0, 4096.0, layers, 2.0) }.cache_bytes()
}

static BYTES: Puzzle = Puzzle {
    prompt: Text {
        zh: "32 层，32 个查询头，8 个键头，每个头宽 128，每个数 2 字节。一个词元的缓存占多少 kB（1 kB = 1000 字节）？",
        en: "32 layers, 32 query heads, 8 key heads, each 128 wide, 2 bytes a number. How many kB (1 kB = 1000 bytes) does one token take in the cache?",
    },
    answer: || bytes(32.0, 8.0) / 1000.0,
    working: Text {
        zh: "键和值各 8 × 128 个数，一共 32 层，每个数 2 字节：2 × 8 × 128 × 32 × 2 = 131072 字节。",
        en: "Keys and values have 8 × 128 numbers each, in 32 layers, at 2 bytes: 2 × 8 × 128 × 32 × 2 = 131072 bytes.",
    },
    mistakes: &[
        Mistake {
            answer: || bytes(32.0, 8.0) / 2000.0,
            told: Text {
                zh: "只算了键，值也要缓存。", en: "That is the keys alone; values are kept as well."
            },
        },
        Mistake {
            answer: || bytes(32.0, 32.0) / 1000.0,
            told: Text {
                zh: "这是按 32 个查询头算的；缓存的是键头，只有 8 个。",
                en: "That counts the 32 query heads; what is kept belongs to the 8 key heads.",
            },
        },
        Mistake {
            answer: || bytes(1.0, 8.0) / 1000.0,
            told: Text {
                zh: "这只是一层；每一层都有自己的缓存。",
                en: "That is one layer; every layer has a cache of its own.",
            },
        },
    ],
};
