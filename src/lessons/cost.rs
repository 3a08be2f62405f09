//! What a long context costs, and two indicators of its weights.

use super::{Lesson, Mistake, Puzzle, Question, Setup, Start, from_scores};
use crate::engine::cost::Model;
use crate::engine::mask::Mask;
use crate::text::Text;

/// Every query has a key of its own.
const ORDINARY: &[&[f64]] =
    &[&[0.5, 2.5, 0.0, 1.0, 0.0], &[3.0, 0.5, 0.0, 0.0, 1.0], &[0.0, 0.5, 1.0, 0.0, 3.0], &[0.5, 0.0, 2.5, 1.5, 0.0]];
const UNIFORM: &[&[f64]] =
    &[&[0.2, 0.0, 0.4, 0.1, 0.3], &[0.0, 0.3, 0.1, 0.2, 0.0], &[0.4, 0.2, 0.3, 0.0, 0.1], &[0.1, 0.1, 0.0, 0.3, 0.2]];
/// Every query has the first key.
const SINK: &[&[f64]] =
    &[&[3.0, 0.0, 0.5, 1.0, 0.0], &[4.0, 1.0, 0.0, 0.5, 0.0], &[3.5, 0.0, 1.0, 0.0, 0.5], &[3.0, 0.5, 0.0, 0.0, 1.0]];
const VALUES: &[&[f64]] = &[&[0.0, 0.0], &[4.0, 0.0], &[0.0, 4.0], &[4.0, 4.0], &[2.0, 6.0]];

pub(super) static LESSON: Lesson = Lesson {
    id: "cost",
    starts: &[
        Start {
            id: "a",
            title: Text { zh: "寻常的权重", en: "Ordinary weights" },
            setup: || weights(ORDINARY),
            questions: &[],
        },
        Start {
            id: "b",
            title: Text { zh: "接近均匀", en: "Nearly uniform" },
            setup: || weights(UNIFORM),
            questions: &[],
        },
        Start {
            id: "c",
            title: Text { zh: "第一个键是汇聚点", en: "The first key is a sink" },
            setup: || weights(SINK),
            questions: &[],
        },
        Start {
            id: "d",
            title: Text { zh: "你来算", en: "For you to work out" },
            setup: || weights(ORDINARY),
            questions: &[
                Question::puzzle(&CACHE),
                Question::puzzle(&LONGER),
                Question::puzzle(&STEP),
                Question::puzzle(&RETRIEVED),
            ],
        },
    ],
};

/// From scores of width 1: what is typed is what enters softmax.
fn weights(scores: &[&[f64]]) -> Setup {
    from_scores(scores, VALUES, 1, Mask::default())
}

/// The model of the puzzles, with its context.
fn model(tokens: f64) -> Model {
    Model { tokens, width: 2048.0, heads: 16.0, key_heads: 8.0, d_k: 128.0, layers: 16.0, bytes: 2.0 }
}

static CACHE: Puzzle = Puzzle {
    prompt: Text {
        zh: "T = 4096，16 层，每层 8 个键头，d_k = 128，每个数 2 字节。KV 缓存一共多少 MB（1 MB = 1e6 字节）？",
        en: "T = 4096, 16 layers, 8 key heads a layer, d_k = 128, 2 bytes a number. How many MB (1 MB = 1e6 bytes) does the KV cache hold?",
    },
    answer: || model(4096.0).cache_bytes() / 1e6,
    working: Text {
        zh: "键和值各一份：2 × 4096 × 8 × 128 × 16 × 2 = 268435456 字节，约 268.4 MB。",
        en: "Keys and values: 2 × 4096 × 8 × 128 × 16 × 2 = 268435456 bytes, about 268.4 MB.",
    },
    mistakes: &[
        Mistake {
            answer: || model(4096.0).cache_bytes() / 2e6,
            told: Text {
                zh: "只算了键，漏了值：K 和 V 各存一份。",
                en: "This counts keys or values alone: both are kept.",
            },
        },
        Mistake {
            answer: || Model { layers: 1.0, ..model(4096.0) }.cache_bytes() / 1e6,
            told: Text {
                zh: "这只是一层；每一层都有自己的缓存。",
                en: "This is one layer; each layer has a cache of its own.",
            },
        },
        Mistake {
            answer: || 8.0 * model(4096.0).cache_bytes() / 1e6,
            told: Text {
                zh: "这是比特数；一个字节有 8 比特。", en: "These are bits; a byte has 8 of them."
            },
        },
        Mistake {
            answer: || Model { bytes: 1.0, layers: 1.0, ..model(4096.0) }.cache_bytes() / 1e6,
            told: Text {
                zh: "漏了层数，也漏了每个数的 2 字节。",
                en: "This leaves out the layers and the 2 bytes of a number.",
            },
        },
    ],
};

static LONGER: Puzzle = Puzzle {
    prompt: Text {
        zh: "上下文变成三倍长。预填充时，注意力的 FLOP 变成几倍？",
        en: "The context becomes three times as long. By what factor do the FLOPs of attention in the prefill grow?",
    },
    answer: || model(3.0 * 4096.0).attention() / model(4096.0).attention(),
    working: Text { zh: "注意力与 T² 成正比：3² = 9 倍。", en: "Attention grows as T²: 3² = 9 times." },
    mistakes: &[
        Mistake {
            answer: || model(3.0 * 4096.0).projections() / model(4096.0).projections(),
            told: Text {
                zh: "投影和前馈才是 3 倍。注意力里，查询变成三倍，每个查询要比的键也变成三倍。",
                en: "So do projections and feed-forward. In attention there are three times as many queries, and each meets three times as many keys.",
            },
        },
        Mistake {
            answer: || 6.0,
            told: Text { zh: "平方不是乘以 2：3² = 3 × 3。", en: "A square is no doubling: 3² = 3 × 3." },
        },
        Mistake {
            answer: || 27.0,
            told: Text {
                zh: "这是三次方；宽度没有跟着变。", en: "This is the cube; the width has not changed."
            },
        },
    ],
};

/// The context, the requests and the memory of the puzzle on decoding.
const STEP_TOKENS: f64 = 131_072.0;
const STEP_BATCH: f64 = 4.0;
const STEP_SPEED: f64 = 3e12;

fn step(batch: f64) -> f64 {
    1000.0 * model(STEP_TOKENS).decode_seconds(batch, STEP_SPEED)
}

static STEP: Puzzle = Puzzle {
    prompt: Text {
        zh: "4 个请求一起解码，每个请求的 KV 缓存是 8.59 GB；参数一共 1.476 GB。内存每秒读 3 TB。解码一步至少要多少毫秒？",
        en: "4 requests are decoded together, each with a KV cache of 8.59 GB; the parameters are 1.476 GB. The memory gives 3 TB a second. How many milliseconds does a step take at least?",
    },
    answer: || step(STEP_BATCH),
    working: Text {
        zh: "每个缓存都要读，参数只读一遍：(4 × 8.59 + 1.476) GB ÷ 3 TB/s ≈ 11.95 ms。",
        en: "Every cache is read, the parameters once for all: (4 × 8.59 + 1.476) GB ÷ 3 TB/s ≈ 11.95 ms.",
    },
    mistakes: &[
        Mistake {
            answer: || step(1.0),
            told: Text {
                zh: "这是一个请求的时间；四个请求的缓存各不相同，都得读。",
                en: "This is the time of one request; the four have different caches, and all are read.",
            },
        },
        Mistake {
            answer: || STEP_BATCH * step(1.0),
            told: Text {
                zh: "参数读了四遍；一起解码的好处，正是参数只读一遍。",
                en: "This reads the parameters four times; decoded together, the requests share one reading.",
            },
        },
        Mistake {
            answer: || step(STEP_BATCH) - step(0.0),
            told: Text {
                zh: "漏了参数：每一步都要读。", en: "This leaves out the parameters, which each step reads."
            },
        },
        Mistake {
            answer: || 8.0 * step(STEP_BATCH),
            told: Text { zh: "把字节当成了比特。", en: "This takes bytes for bits." },
        },
    ],
};

static RETRIEVED: Puzzle = Puzzle {
    prompt: Text {
        zh: "不读 100000 个词元的全文，只读检索到的 10000 个。注意力的 FLOP 是原来的百分之几？",
        en: "In place of a text of 100000 tokens, 10000 retrieved ones are read. How many percent of the FLOPs of attention are left?",
    },
    answer: || 100.0 * model(1e4).attention() / model(1e5).attention(),
    working: Text {
        zh: "十分之一的平方是百分之一：1%。", en: "The square of a tenth is a hundredth: 1 %."
    },
    mistakes: &[
        Mistake {
            answer: || 100.0 * model(1e4).projections() / model(1e5).projections(),
            told: Text {
                zh: "10% 是投影和前馈所剩的；注意力与 T² 成正比。",
                en: "10 % is what projections and feed-forward keep; attention grows as T².",
            },
        },
        Mistake {
            answer: || model(1e4).attention() / model(1e5).attention(),
            told: Text {
                zh: "这是比值，问的是百分之几。", en: "This is the ratio; asked for are percent."
            },
        },
    ],
};
