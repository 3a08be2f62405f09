//! What a model of any size costs.

use super::output::{Output, Row, Table, TableCell};
use super::say;
use crate::engine::cost::Model;
use crate::text::Language;

/// What a model runs on.
#[derive(Clone, Copy)]
pub(super) struct Machine {
    /// FLOP a second at its peak.
    pub(super) rate: f64,
    /// Bytes a second from its memory.
    pub(super) bandwidth: f64,
    /// Requests that are decoded together.
    pub(super) batch: f64,
    /// Bytes of memory.
    pub(super) memory: f64,
}

// A number within a formula: in full where it is short, else four digits of it.
fn put(x: f64) -> String {
    let short = format!("{x:e}");
    if x.fract() == 0.0 && x.abs() < 1e7 {
        x.to_string()
    } else if short.len() < 7 && x >= 1e6 {
        short
    } else if (1e-3..1e6).contains(&x) {
        let decimals = (3.0 - x.log10().floor()).clamp(0.0, 6.0) as usize;
        format!("{x:.decimals$}")
    } else {
        format!("{x:.3e}").replace('-', "−")
    }
}

const PREFIXES: [&str; 12] = ["n", "µ", "m", "", "k", "M", "G", "T", "P", "E", "Z", "Y"];
const NO_PREFIX: i32 = 3;

// Three digits and a prefix: 1.10 TB. Nobody counts in kiloseconds.
fn brief(value: f64, unit: &str) -> String {
    let most = if unit == "s" { 0 } else { PREFIXES.len() as i32 - 1 - NO_PREFIX };
    let mut power = (value.abs().log10() / 3.0).floor().clamp(-f64::from(NO_PREFIX), f64::from(most)) as i32;
    if value / 1000f64.powi(power) >= 999.5 && power < most {
        power += 1;
    }
    let scaled = value / 1000f64.powi(power);
    let decimals = if scaled < 9.995 { 2 } else { usize::from(scaled < 99.95) };
    let prefix = PREFIXES.get((power + NO_PREFIX) as usize).copied().unwrap_or_default();
    format!("{scaled:.decimals$} {prefix}{unit}")
}

fn line(label: String, formula: String, value: f64, unit: &str) -> Row {
    let short = if unit.is_empty() { TableCell::Empty } else { TableCell::Text(brief(value, unit)) };
    Row { label, cells: vec![TableCell::Text(formula), TableCell::Significant(value), short] }
}

fn head(language: Language) -> Vec<String> {
    let [formula, value, short] = [("代入数字", "numbers put in"), ("结果", "result"), ("约合", "in short")]
        .map(|(zh, en)| say(language, zh, en));
    vec![String::new(), formula, value, short]
}

/// Every result of the cost model, with its numbers put in.
pub(super) fn calculator(model: &Model, machine: &Machine, language: Language) -> Output {
    let valid = model.key_heads <= model.heads && model.heads % model.key_heads == 0.0;
    let mut note = say(
        language,
        "前馈层的宽度取 4D，一次乘加算 2 个 FLOP。softmax、归一化、偏置和词嵌入不计。按峰值速度算出的时间只是下限：实际的程序达不到峰值。解码一步，为每个请求各产生一个词元，这时缓存里已有 T 个词元。",
        "The feed-forward layer is 4D wide, and a multiply-add counts as 2 FLOPs. Softmax, norms, biases and embeddings are left out. Times at peak speed are lower bounds: no program reaches the peak. A decoding step makes one token for each request, with T tokens in its cache.",
    );
    if !valid {
        note.push_str(&say(
            language,
            "这里 H 不是 G 的倍数，键值头没法平均分给查询头；数照样算出来了，但没有这样的模型。",
            " Here H is no multiple of G, so the query heads cannot share the key-value heads evenly; the numbers are computed all the same, but there is no such model.",
        ));
    }
    Output {
        plots: Vec::new(),
        tables: vec![prefill_table(model, machine.rate, language), decode_table(model, machine, language)],
        note,
    }
}

fn prefill_table(model: &Model, rate: f64, language: Language) -> Table {
    let say = |zh, en| say(language, zh, en);
    let Model { tokens, width, heads, key_heads, d_k, layers, bytes } = *model;
    let [t, d, h, g, k, n, b] = [tokens, width, heads, key_heads, d_k, layers, bytes].map(put);
    let cache = model.cache_bytes();
    let (projections, feed_forward) = (model.projections(), model.feed_forward());
    let ends = |causal: bool| {
        let (attention, total) = (model.attention_with(causal), model.total(causal));
        let sum = [projections, attention, feed_forward].map(put).join(" + ");
        [
            line(say("合计", "total"), sum, total, "FLOP"),
            line(
                say("满速所需的秒数（下限）", "seconds at peak, a lower bound"),
                format!("{} ÷ {}", put(total), put(rate)),
                total / rate,
                "s",
            ),
            line(
                say("注意力占比（%）", "share of attention, %"),
                format!("100 × {} ÷ {}", put(attention), put(total)),
                100.0 * model.attention_share(causal),
                "",
            ),
        ]
    };
    let (all, half) = (ends(false), ends(true));
    let mut rows = vec![
        line(say("每层分数矩阵的元素 HT²", "scores of a layer, HT²"), format!("{h} × {t}²"), model.scores(), ""),
        line(say("每层分数矩阵的字节", "their bytes"), format!("{h} × {t}² × {b}"), model.scores() * bytes, "B"),
        line(
            say("每层 KV 缓存的字节 2TG·d_k", "KV cache of a layer, bytes, 2TG·d_k"),
            format!("2 × {t} × {g} × {k} × {b}"),
            cache / layers,
            "B",
        ),
        line(
            say("各层 KV 缓存的字节", "KV cache of all layers, bytes"),
            format!("{} × {n}", put(cache / layers)),
            cache,
            "B",
        ),
        line(
            say("投影 4TD(H+G)d_k", "projections, 4TD(H+G)d_k"),
            format!("4 × {t} × {d} × ({h} + {g}) × {k} × {n}"),
            projections,
            "FLOP",
        ),
        line(
            say("注意力 4T²H·d_k", "attention, 4T²H·d_k"),
            format!("4 × {t}² × {h} × {k} × {n}"),
            model.attention_with(false),
            "FLOP",
        ),
        line(say("前馈 16TD²", "feed-forward, 16TD²"), format!("16 × {t} × {d}² × {n}"), feed_forward, "FLOP"),
    ];
    rows.extend(all);
    rows.push(line(
        say("跳过被遮的块：注意力", "masked blocks skipped: attention"),
        format!("{} ÷ 2", put(model.attention())),
        model.attention_with(true),
        "FLOP",
    ));
    rows.extend(half);
    Table::new(say("预填充：一个请求，T 个词元", "Prefill: one request of T tokens"), head(language), rows)
}

fn decode_table(model: &Model, machine: &Machine, language: Language) -> Table {
    let say = |zh, en| say(language, zh, en);
    let Model { width, heads, key_heads, d_k, layers, bytes, .. } = *model;
    let Machine { bandwidth, batch, memory, .. } = *machine;
    let [d, h, g, k, n, b] = [width, heads, key_heads, d_k, layers, bytes].map(put);
    let (cache, weights) = (model.cache_bytes(), model.weight_bytes());
    let milliseconds = |bytes: f64| 1000.0 * bytes / bandwidth;
    let (keys, parameters) = (milliseconds(batch * cache), milliseconds(weights));
    let step = 1000.0 * model.decode_seconds(batch, bandwidth);
    let speed = put(bandwidth);
    let rows = vec![
        line(
            say("读 KV 缓存的毫秒数", "reading the KV cache, ms"),
            format!("1000 × {} × {} ÷ {speed}", put(batch), put(cache)),
            keys,
            "",
        ),
        line(
            say("参数的字节", "bytes of the parameters"),
            format!("(2 × ({h} + {g}) × {k} + 8 × {d}) × {d} × {n} × {b}"),
            weights,
            "B",
        ),
        line(
            say("读参数的毫秒数", "reading the parameters, ms"),
            format!("1000 × {} ÷ {speed}", put(weights)),
            parameters,
            "",
        ),
        line(
            say("一步的毫秒数（下限）", "one step, ms, a lower bound"),
            format!("{} + {}", put(keys), put(parameters)),
            step,
            "",
        ),
        line(
            say("每秒词元数，所有请求合计", "tokens a second, all requests"),
            format!("1000 × {} ÷ {}", put(batch), put(step)),
            1000.0 * batch / step,
            "",
        ),
        line(
            say("注意力的算术强度（FLOP/字节）", "arithmetic intensity of attention, FLOP/B"),
            format!("2 × {h} ÷ ({g} × {b})"),
            model.decode_intensity(),
            "",
        ),
        line(
            say("参数的算术强度（FLOP/字节）", "arithmetic intensity of the parameters, FLOP/B"),
            format!("2 × {} ÷ {b}", put(batch)),
            2.0 * batch / bytes,
            "",
        ),
        line(
            say("显存放得下的请求数", "requests that fit into the memory"),
            format!("({} − {}) ÷ {}", put(memory), put(weights), put(cache)),
            model.requests(memory),
            "",
        ),
    ];
    Table::new(say("解码：一步", "Decoding: one step"), head(language), rows)
}
