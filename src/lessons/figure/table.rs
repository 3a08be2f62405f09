//! Every figure, once: kind, name, id, title and settings. [`figures!`] says what the words mean.

use super::setting::{COUNT, HEADS, KEYS, WIDTH, quantity, real, seed, switch, whole};
use super::{FigureKind, Setting};
use crate::choice::Choice;
use crate::engine::inputs::Inputs;
use crate::text::Text;

figures! {
    /// The whole computation, stage by stage.
    view open Pipeline "pipeline" ("注意力的计算过程", "Attention, step by step") {}
    /// None, √d_k and d_k on the same scores.
    view open Compare "compare" ("三种缩放并排对比", "Three scalings side by side") {}
    /// The mask before softmax, after it, and after it with rows divided by their sums.
    view covered MaskBeforeAfter "mask-before-after" ("掩码放在 softmax 之前与之后", "Mask before and after softmax") {}
    /// Exercises by hand.
    view open Exercise "exercise" ("手算练习", "Exercises by hand") {}
    /// Every matrix with its shape.
    page open Shapes "shapes" ("各矩阵的形状", "The shape of every matrix") {}
    /// Products of random vectors, their lengths and angles.
    sampled DotProducts "dot-products" ("随机向量的点积", "Products of random vectors") {
        d_k: whole("d_k", "d_k", "d_k", WIDTH, 64.0),
        sigma: real("sigma", "分量的标准差 σ", "sd of a component σ", (0.1, 4.0), 1.0),
        count: whole("count", "样本数", "pairs", (100.0, 500_000.0), 50_000.0),
        seed: seed(),
    }
    /// Entropy, largest weight, score deviation and Jacobian norm against d_k.
    sampled EntropyCurves "entropy-curves" ("熵随 d_k 的变化", "Entropy against d_k") {
        keys: whole("S", "键数 S", "keys S", KEYS, 128.0),
        count: whole("count", "查询数", "queries", COUNT, 512.0),
        seed: seed(),
        // Between two widths: where 16 meets the other curves is asked.
        divisor: real("divisor", "自定除数", "own divisor", (0.1, 1000.0), 10.0),
    }
    /// A query and one key that agrees with it, against d_k.
    sampled Agreement "agreement" ("当查询与它的键对齐时", "When a query and its key agree") {
        correlation: real("rho", "相关系数 ρ", "correlation ρ", (0.0, 1.0), 0.5),
        keys: whole("S", "键数 S", "keys S", KEYS, 128.0),
        count: whole("count", "查询数", "queries", COUNT, 512.0),
        seed: seed(),
    }
    /// A row under a temperature, with its Jacobian.
    page covered Jacobian "jacobian" ("温度与雅可比矩阵", "Temperature and Jacobian") {
        temperature: real("T", "温度 T", "temperature T", (0.05, 100.0), 1.0),
    }
    /// Two keys: the slope of softmax against their gap.
    alone TwoKeys "two-keys" ("两个键：斜率与分数差", "Two keys: slope against gap") {
        d_k: whole("d_k", "d_k", "d_k", WIDTH, 64.0),
    }
    /// Where the gradient sits under each scaling.
    sampled Gradients "gradients" ("梯度在哪里", "Where the gradient sits") {
        batch: whole("B", "批量 B", "batch B", (1.0, 32.0), 8.0),
        length: whole("L", "长度 L", "length L", (2.0, 512.0), 128.0),
        d_k: whole("d_k", "d_k", "d_k", (1.0, 4096.0), 64.0),
        seed: seed(),
    }
    /// One row of scores in four formats.
    page covered Formats "formats" ("同一行，四种数值格式", "One row in four formats") {}
    /// What stands in for −∞.
    page covered MaskConstants "mask-constants" ("用什么代替 −∞", "What stands in for −∞") {}
    /// A slope that fp16 rounds to 0.
    alone Fp16Gradient "fp16-gradient" ("被 fp16 舍成零的梯度", "A gradient that fp16 rounds to zero") {
        gap: real("gap", "分数差", "gap of the scores", (0.0, 800.0), 22.6),
    }
    /// Scaling before or after the product.
    alone ScaleOrder "scale-order" ("先缩放，还是先相乘", "Scale first, or multiply first") {
        component: real("a", "分量 a", "component a", (0.0, 1e4), 200.0),
        d_k: whole("d_k", "d_k", "d_k", WIDTH, 2.0),
    }
    /// Where exp overflows.
    alone ExpLimits "exp-limits" ("exp 在哪里上溢", "Where exp overflows") {
        x: real("x", "x", "x", (-1000.0, 1000.0), 88.0),
    }
    /// T5's initialisation, which absorbs the divisor.
    alone T5 "t5" ("T5 的初始化", "T5's initialisation") {
        d_model: whole("d_model", "d_model", "d_model", (1.0, 65536.0), 512.0),
        d_k: whole("d_k", "d_k", "d_k", (1.0, 4096.0), 64.0),
    }
    /// FLOPs of the two products of attention.
    alone TwoProducts "two-products" ("两个乘积的运算量", "The cost of the two products") {
        tokens: whole("T", "长度 T", "length T", (1.0, 1e7), 4096.0),
        width: whole("d", "宽度 d", "width d", (1.0, 65536.0), 4096.0),
    }
    /// Weights of three scores.
    alone ThreeScores "three-scores" ("三个分数的权重", "The weights of three scores") {
        first: real("s1", "s₁", "s₁", (-100.0, 100.0), 0.8),
        second: real("s2", "s₂", "s₂", (-100.0, 100.0), 3.2),
        third: real("s3", "s₃", "s₃", (-100.0, 100.0), 1.1),
    }
    /// Two orthogonal tokens.
    alone Orthogonal "orthogonal" ("两个正交的词元", "Two orthogonal tokens") {
        length: real("a", "长度 a", "length a", (0.0, 100.0), 1.0),
    }
    /// The cost of a long prefill.
    alone Prefill "prefill" ("长上下文预填充的开销", "The cost of a long prefill") {
        tokens: whole("T", "长度 T", "length T", (1.0, 1e7), 131_072.0),
        width: whole("D", "宽度 D", "width D", (1.0, 65536.0), 4096.0),
        layers: whole("layers", "层数", "layers", (1.0, 1000.0), 24.0),
        rate: quantity("flops", ("算力", "peak rate"), ("FLOP/s", "FLOP/s"), (1e9, 1e18), 1e15),
    }
    /// Cosine scores with a gain.
    alone CosineScale "cosine-scale" ("余弦分数需要增益", "Cosine scores need a gain") {
        d_k: whole("d_k", "d_k", "d_k", WIDTH, 64.0),
        keys: whole("S", "键数 S", "keys S", KEYS, 128.0),
        gain: real("gain", "增益", "gain", (0.0, 1000.0), 8.0),
        seed: seed(),
    }
    /// Online softmax on large logits.
    alone OnlineError "online-error" ("在线 softmax 的误差", "The error of online softmax") {
        size: real("size", "logit 的大小", "size of the logits", (0.0, 1e4), 3.0),
        keys: whole("S", "键数 S", "keys S", KEYS, 128.0),
        block: whole("block", "块大小", "block", (1.0, 512.0), 16.0),
        seed: seed(),
    }
    /// What a leaking causal mask does to the loss.
    alone Leak "leak" ("漏掉的因果掩码", "A leaking causal mask") {
        words: whole("V", "词表大小", "vocabulary", (2.0, 1000.0), 8.0),
        length: whole("L", "长度", "length", (2.0, 512.0), 64.0),
        gain: real("gain", "增益", "gain", (0.0, 100.0), 10.0),
        seed: seed(),
    }
    /// Online softmax on the page's own numbers.
    page covered OnlineSteps "online-steps" ("在线 softmax，一块一块算", "Online softmax, block by block") {
        block: whole("block", "每块的键数", "keys a block", (1.0, 64.0), 1.0),
        row: whole("row", "第几行", "row", (1.0, 64.0), 1.0),
    }
    /// Time and memory of attention with the whole score matrix and in blocks.
    sampled FlashMeasure "flash-measure" ("实测时间与内存", "Time and memory, measured") {
        width: whole("d", "宽度 d", "width d", (1.0, 256.0), 64.0),
        longest: whole("longest", "最大的 L", "largest L", (128.0, 8192.0), 4096.0),
        block: whole("block", "每块的键数", "keys a block", (1.0, 1024.0), 64.0),
    }
    /// Scaled dot product and cosine on the page's own vectors.
    page covered Cosine "cosine" ("点积与余弦并排对比", "Dot product and cosine side by side") {
        stretch: real("stretch", "键 1 放大的倍数", "stretch of key 1", (0.0, 10.0), 1.0),
        gain: real("gain", "增益", "gain", (0.0, 100.0), 1.0),
    }
    /// Several heads on the page's own numbers, from the cut to W_O.
    page covered Heads "heads" ("多个头：切开、各算各的、拼回", "Several heads: cut, attend, join") {
        query_heads: whole("H", "查询头数 H", "query heads H", HEADS, 2.0),
        key_heads: whole("G", "键值头数 G", "key-value heads G", HEADS, 2.0),
        mix: real("mix", "W_O 的混合程度 m", "mixing m of W_O", (0.0, 1.0), 0.0),
    }
    /// √d_k of a head against √d_model.
    alone HeadDivisor "head-divisor" ("除数看的是一个头的宽度", "The divisor belongs to one head") {
        d_model: whole("d_model", "d_model", "d_model", (1.0, 4096.0), 768.0),
        heads: whole("h", "头数 H", "heads H", (1.0, 64.0), 12.0),
        keys: whole("S", "键数 S", "keys S", KEYS, 128.0),
        seed: seed(),
    }
    /// From [B, T, D] to heads and back, and the parameters.
    alone ShapeChain "shape-chain" ("形状与参数", "Shapes and parameters") {
        batch: whole("B", "批量 B", "batch B", (1.0, 1024.0), 2.0),
        tokens: whole("T", "长度 T", "length T", (1.0, 1e6), 128.0),
        width: whole("D", "宽度 D", "width D", (1.0, 65536.0), 768.0),
        heads: whole("H", "头数 H", "heads H", (1.0, 1024.0), 12.0),
    }
    /// One step of generation with a cache, against the whole pass.
    page covered Cache "cache" ("带缓存的一步", "One step with the cache") {
        step: whole("t", "第 t 步", "step t", (1.0, 64.0), 3.0),
    }
    /// FLOPs and bytes of generation with and without a cache.
    alone CacheCost "cache-cost" ("缓存省下什么、留下什么", "What the cache saves, and what stays") {
        tokens: whole("T", "长度 T", "length T", (1.0, 1e7), 4096.0),
        width: whole("D", "宽度 D", "width D", (1.0, 65536.0), 4096.0),
        layers: whole("layers", "层数", "layers", (1.0, 1000.0), 24.0),
        bytes: whole("bytes", "每个数占几字节", "bytes a number", (1.0, 8.0), 2.0),
        group: whole("group", "每个键值头的查询头数 g", "query heads a key-value head g", (1.0, 128.0), 1.0),
    }
    /// The causal mask of new queries behind a cache.
    alone CacheCorner "cache-corner" ("有缓存时的因果掩码", "The causal mask behind a cache") {
        cached: whole("cached", "已缓存的词元", "cached tokens", (0.0, 16.0), 2.0),
        new: whole("new", "新词元", "new tokens", (1.0, 8.0), 2.0),
    }
    /// Queries and keys as arrows that can be dragged.
    drawn covered Arrows "arrows" ("查询与键的箭头", "Queries and keys as arrows") {}
    /// Values, their hull, and the outputs.
    drawn covered Hull "hull" ("值的凸包与输出", "The hull of the values") {}
    /// A mask that is drawn, and a sliding window.
    view open MaskDraw "mask-draw" ("动手画掩码", "Draw a mask") {}
    /// What Q Kᵀ costs.
    alone ScoreCost "score-cost" ("Q Kᵀ 的运算量", "The cost of Q Kᵀ") {
        queries: whole("L", "查询数 L", "queries L", (1.0, 1e7), 1024.0),
        keys: whole("S", "键数 S", "keys S", (1.0, 1e7), 1024.0),
        d_k: whole("d_k", "d_k", "d_k", (1.0, 65536.0), 64.0),
    }
    /// Dot product, distance and additive score on the same pairs.
    page covered ScoreKinds "score-kinds" ("三种打分方式", "Three ways to score") {}
    /// V scaled, and weights divided after softmax.
    page covered MixingScale "mixing-scale" ("放大 V，与多除一次权重", "V scaled, and weights divided once more") {
        factor: real("c", "V 的倍数 c", "factor c on V", (-100.0, 100.0), 2.0),
        divisor: real("divisor", "softmax 之后的除数", "divisor after softmax", (0.01, 1000.0), 8.0),
    }
    /// A causal mask from either corner.
    alone Corners "corners" ("两种对齐方式", "Two corners") {
        queries: whole("L", "查询数 L", "queries L", (1.0, 12.0), 2.0),
        keys: whole("S", "键数 S", "keys S", (1.0, 12.0), 5.0),
    }
    /// Truth values read as "keep" and as "hide".
    page open Polarity "polarity" ("True 的两种读法", "Two readings of True") {}
    /// A NaN under a hidden key.
    page covered HiddenNan "hidden-nan" ("遮住的 NaN", "A NaN under a hidden key") {}
    /// Tokens in another order.
    page covered Permutation "permutation" ("词元换个次序", "Tokens in another order") {
        shift: whole("shift", "移动几位", "places moved", (0.0, 63.0), 1.0),
        causal: switch("causal", "因果掩码", "causal mask"),
    }
    /// Singular values and rank of scores and weights.
    alone Rank "rank" ("分数与权重的秩", "The rank of scores and weights") {
        queries: whole("L", "查询数 L", "queries L", (1.0, 64.0), 8.0),
        keys: whole("S", "键数 S", "keys S", (1.0, 64.0), 8.0),
        d_k: whole("d_k", "d_k", "d_k", (1.0, 64.0), 2.0),
        seed: seed(),
        tolerance: real("tolerance", "容差", "tolerance", (1e-16, 10.0), 1e-10),
    }
    /// A constant added to a row of scores.
    page covered RowShift "row-shift" ("一行分数同加一个常数", "A constant added to a row of scores") {
        constant: real("c", "常数 c", "constant c", (-100.0, 100.0), 3.0),
    }
    /// What a model of any size costs.
    alone Calculator "calculator" ("开销计算器", "Cost calculator") {
        tokens: whole("T", "长度 T", "length T", (1.0, 1e7), 131_072.0),
        width: whole("D", "宽度 D", "width D", (1.0, 65536.0), 4096.0),
        heads: whole("H", "查询头数 H", "query heads H", (1.0, 1024.0), 32.0),
        key_heads: whole("G", "键值头数 G", "key-value heads G", (1.0, 1024.0), 32.0),
        d_k: whole("d_k", "d_k", "d_k", (1.0, 4096.0), 128.0),
        layers: whole("layers", "层数", "layers", (1.0, 1000.0), 24.0),
        bytes: real("bytes", "每个数占几字节", "bytes a number", (0.25, 8.0), 2.0),
        rate: quantity("flops", ("算力", "peak rate"), ("FLOP/s", "FLOP/s"), (1e9, 1e18), 1e15),
        bandwidth: quantity("bandwidth", ("显存带宽", "memory bandwidth"), ("字节/s", "B/s"), (1e6, 1e16), 3e12),
        batch: whole("batch", "一起解码的请求数", "requests decoded together", (1.0, 100_000.0), 1.0),
        memory: quantity("memory", ("显存容量", "memory"), ("字节", "bytes"), (1e6, 1e16), 8e10),
    }
    /// A long context against retrieved passages.
    alone Retrieval "retrieval" ("全文与检索片段", "All of it, or retrieved passages") {
        tokens: whole("T", "全文词元数 T", "tokens in all, T", (1.0, 1e7), 131_072.0),
        retrieved: whole("R", "检索词元数 R", "tokens retrieved, R", (1.0, 1e7), 32_768.0),
    }
    /// Rows that are nearly uniform, and a key that draws all attention.
    page covered Indicators "indicators" ("两项指标", "Two indicators") {}
}
