//! Computations for statements that are often repeated.

use super::output::{Heat, Output, Row, Table, TableCell};
use super::say;
use crate::engine::blocks::{BlockRule, online};
use crate::engine::cost::{Model, product_multiply_adds};
use crate::engine::inputs::{Inputs, Source};
use crate::engine::mask::{Causal, Mask};
use crate::engine::matrix::{Matrix, row};
use crate::engine::precision::{Numerics, Precision};
use crate::engine::random::Stream;

use crate::engine::scaling::Scaling;
use crate::engine::softmax::{softmax, softmax_in};
use crate::engine::statistics::entropy;
use crate::engine::trace::attend;
use crate::text::Language;

fn table(caption: String, head: &[String], rows: Vec<(String, Vec<TableCell>)>) -> Output {
    let rows = rows.into_iter().map(|(label, cells)| Row { label, cells }).collect();
    let head = std::iter::once(String::new()).chain(head.iter().cloned()).collect();
    Output { tables: vec![Table { caption, head, rows, heat: Heat::None }], ..Output::default() }
}

fn significant(values: impl IntoIterator<Item = f64>) -> Vec<TableCell> {
    values.into_iter().map(TableCell::Significant).collect()
}

/// T5's initialisation against unit variance, for unit-variance input: query weights of sd (d_model d_k)^−½, key weights
/// of sd d_model^−½ (Raffel et al. 2020, arXiv 1910.10683, and the code published with it).
pub(super) fn t5(d_model: f64, d_k: f64, language: Language) -> Output {
    let product = |query: f64, key: f64| (d_k * query * key).sqrt();
    let weights = [(d_model * d_k).recip(), d_model.recip()];
    // d_model inputs of variance 1, each times a weight of that variance.
    let [query, key] = weights.map(|variance| d_model * variance);
    let rows = vec![
        (
            "T5".to_owned(),
            significant(
                [query, key].map(f64::sqrt).into_iter().chain([product(query, key)]).chain(weights.map(f64::sqrt)),
            ),
        ),
        (
            say(language, "方差为 1 的 q 与 k", "q and k of variance 1"),
            significant([1.0, 1.0, product(1.0, 1.0)].into_iter().chain([d_model.recip().sqrt(); 2])),
        ),
    ];
    let head = [
        say(language, "q 分量的标准差", "sd of a component of q"),
        say(language, "k 分量的标准差", "sd of a component of k"),
        say(language, "q·k 的标准差（不除）", "sd of q·k, undivided"),
        say(language, "W_Q 元素的标准差", "sd of a query weight"),
        say(language, "W_K 元素的标准差", "sd of a key weight"),
    ];
    table(say(language, "初始化之后", "After initialisation"), &head, rows)
}

/// Multiply-adds and FLOPs of Q Kᵀ and of weights times V.
pub(super) fn two_products(tokens: f64, width: f64, language: Language) -> Output {
    let one = product_multiply_adds(tokens, width);
    let model = Model::multi_head(tokens, width, 1.0, 2.0);
    let rows = vec![
        (say(language, "一个乘积的乘加次数 T²d", "multiply-adds of one product, T²d"), significant([one])),
        (say(language, "一个乘积的 FLOP 2T²d", "FLOPs of one product, 2T²d"), significant([2.0 * one])),
        (say(language, "两个乘积的 FLOP 4T²d", "FLOPs of both products, 4T²d"), significant([model.attention()])),
    ];
    table(say(language, "每层", "A layer"), &[say(language, "数值", "value")], rows)
}

/// The weights of three scores.
pub(super) fn three_scores(scores: [f64; 3], language: Language) -> Output {
    let names = ["1", "2", "3"].map(str::to_owned);
    let numbers = |values: &[f64]| values.iter().map(|&x| TableCell::Number(x)).collect();
    let rows = vec![
        (say(language, "分数", "score"), numbers(&scores)),
        (say(language, "权重", "weight"), numbers(&softmax(&scores).weights)),
    ];
    table(say(language, "softmax 算出的权重", "What softmax gives"), &names, rows)
}

/// Two tokens at a right angle, with identity projections.
pub(super) fn orthogonal(length: f64, language: Language) -> Output {
    let source = Source::Tokens {
        x: Matrix::identity(2, 2) * length,
        wq: Matrix::identity(2, 2),
        wk: Matrix::identity(2, 2),
        wv: Matrix::identity(2, 2),
    };
    let Ok(inputs) = Inputs::new(source, Scaling::Sqrt, Mask::default()) else { return Output::default() };
    let trace = attend(&inputs);
    let first = |matrix: &Matrix| row(matrix, 0).into_iter().map(TableCell::Number).collect();
    let rows = vec![
        (say(language, "分数", "score"), first(&trace.scores)),
        ("÷ √2".to_owned(), first(&trace.scaled)),
        (say(language, "权重", "weight"), first(&trace.weights)),
    ];
    let head = [say(language, "对自己", "with itself"), say(language, "对另一个", "with the other")];
    table(say(language, "第 1 个词元", "Token 1"), &head, rows)
}

/// Where the FLOPs of a prefill go.
pub(super) fn prefill(model: &Model, rate: f64, language: Language) -> Output {
    let column = |causal: bool| {
        let total = model.total(causal);
        [
            model.projections(),
            model.attention_with(causal),
            model.feed_forward(),
            total,
            100.0 * model.attention_share(causal),
            total / rate,
        ]
    };
    let (all, half) = (column(false), column(true));
    let names = [
        say(language, "投影 8TD²", "projections, 8TD²"),
        say(language, "注意力 4T²D", "attention, 4T²D"),
        say(language, "前馈 16TD²", "feed-forward, 16TD²"),
        say(language, "合计", "total"),
        say(language, "注意力占比（%）", "share of attention, %"),
        say(language, "满速运行的秒数（下限）", "seconds at full speed, a lower bound"),
    ];
    let rows = names.into_iter().zip(all).zip(half).map(|((name, a), b)| (name, significant([a, b]))).collect();
    let head = [say(language, "全部计算", "all of it"), say(language, "跳过被遮的块", "masked blocks skipped")];
    table(say(language, "各层合计的 FLOP", "FLOPs over all layers"), &head, rows)
}

// Queries that the cosines are sampled with.
const QUERIES: usize = 32;

/// Cosines of random vectors, and the entropy of their softmax under a gain.
pub(super) fn cosine_scale(width: usize, count: usize, gain: f64, seed: u32, language: Language) -> Output {
    let (d_k, keys) = (width as f64, count as f64);
    let mut random = Stream::new(seed, width);
    let mut unit = || {
        let vector: Vec<f64> = (0..width).map(|_| random.gaussian()).collect();
        crate::engine::cosine::unit(&vector)
    };
    let rows: Vec<Vec<f64>> = (0..count).map(|_| unit()).collect();
    let (mut squares, mut plain, mut gained) = (0.0, 0.0, 0.0);
    for _ in 0..QUERIES {
        let query = unit();
        let cosines: Vec<f64> = rows.iter().map(|key| query.iter().zip(key).map(|(q, k)| q * k).sum()).collect();
        squares += cosines.iter().map(|c| c * c).sum::<f64>();
        plain += entropy(&softmax(&cosines).weights);
        gained += entropy(&softmax(&cosines.iter().map(|c| gain * c).collect::<Vec<_>>()).weights);
    }
    let queries = QUERIES as f64;
    let rows = vec![
        (
            say(language, "余弦的标准差（抽样）", "sd of the cosines, sampled"),
            significant([(squares / (queries * keys)).sqrt()]),
        ),
        ("1/√d_k".to_owned(), significant([d_k.sqrt().recip()])),
        (say(language, "平均熵，增益 1", "mean entropy, gain 1"), significant([plain / queries])),
        (say(language, "平均熵，上面的增益", "mean entropy, the gain above"), significant([gained / queries])),
        (say(language, "上限 ln S", "ceiling ln S"), significant([keys.ln()])),
    ];
    table(say(language, "随机向量的余弦", "Cosines of random vectors"), &[say(language, "数值", "value")], rows)
}

/// Largest error in f32 of the full and of the online softmax, against f64.
pub(super) fn online_error(size: f64, keys: usize, block: usize, seed: u32, language: Language) -> Output {
    let mut random = Stream::new(seed, 0);
    let single = Precision::F32;
    let mut draw = |scale: f64| (0..keys).map(|_| single.round(scale * random.gaussian())).collect::<Vec<f64>>();
    let (logits, values) = (draw(size), draw(1.0));
    let exact: f64 = softmax(&logits).weights.iter().zip(&values).map(|(p, v)| p * v).sum();
    let full = softmax_in(Numerics::from(single), &logits).weights;
    let full = single.dot(full.iter().copied().zip(values.iter().copied()));
    let steps = online(single, BlockRule::default(), (&logits, &|_| false), block, 1, |j, _| values[j]);
    let blocks = steps.last().map_or(f64::NAN, |step| step.output[0]);
    let entry = |value: f64| vec![TableCell::Exact(value), TableCell::Significant((value - exact).abs())];
    let largest = logits.iter().fold(0.0, |m: f64, z| m.max(z.abs()));
    let rows = vec![
        (say(language, "fp64，整行", "fp64, whole row"), entry(exact)),
        (say(language, "fp32，整行", "fp32, whole row"), entry(full)),
        (say(language, "fp32，分块在线", "fp32, online in blocks"), entry(blocks)),
        (say(language, "最大的 |logit|", "largest |logit|"), vec![TableCell::Significant(largest), TableCell::Empty]),
    ];
    let head = [say(language, "输出", "output"), say(language, "误差", "error")];
    table(say(language, "一行的输出", "The output of one row"), &head, rows)
}

// What a prediction leaves to every word, so that a word it does not expect costs a finite loss.
const FLOOR: f64 = 0.01;

/// The loss of a head that looks one token ahead, where the mask lets it and where it does not.
pub(super) fn leak(count: usize, length: usize, gain: f64, seed: u32, language: Language) -> Output {
    let words = count as f64;
    let mut random = Stream::new(seed, 1);
    let tokens: Vec<usize> = (0..length).map(|_| random.index(count)).collect();
    let scores = Matrix::from_fn(length, length, |i, j| if j == i + 1 { gain } else { 0.0 });
    let source = Source::Scores { scores, v: Matrix::zeros(length, 1), d_k: 1 };
    let loss = |offset: isize| {
        let mask = Mask { causal: Causal::TopLeft, offset, ..Mask::default() };
        let Ok(inputs) = Inputs::new(source.clone(), Scaling::None, mask) else { return f64::NAN };
        let weights = attend(&inputs).weights;
        // Against one-hot values the output at a word is the sum of the weights on it.
        let share = |i: usize, word| (0..length).filter(|&j| tokens[j] == word).map(|j| weights[(i, j)]).sum::<f64>();
        // Token i predicts token i + 1; the last has nothing to predict.
        let losses = (0..length - 1).map(|i| -((1.0 - FLOOR) * share(i, tokens[i + 1]) + FLOOR / words).ln());
        losses.sum::<f64>() / (length - 1) as f64
    };
    let (leaking, right) = (loss(1), loss(0));
    let rows = vec![
        (say(language, "训练，掩码漏一个词元", "training, mask leaks one token"), significant([leaking])),
        (say(language, "训练，掩码正确", "training, mask right"), significant([right])),
        (say(language, "生成：下一个词元还不存在", "generation: the next token is not there"), significant([right])),
        (say(language, "随机猜测 ln V", "chance, ln V"), significant([words.ln()])),
    ];
    let mut output =
        table(say(language, "每个词元的损失（nat）", "Loss a token (nat)"), &[say(language, "损失", "loss")], rows);
    output.note = say(
        language,
        "随机词元，无规律可学。这个头用位置去看下一个词元；看不到时，它对看得见的词元取平均。预测里混入 1% 的均匀分布，免得损失变成无穷大。",
        "Random tokens, with nothing to learn. The head looks at the next token by its position; where it cannot, it averages the tokens that it sees. 1 % of a uniform distribution is mixed into each prediction, to keep the loss finite.",
    );
    output
}
