//! Faulty variants of attention, each a small change to the right computation.
//!
//! Most were reported in public against real software; the threads are named with each. [`Fault::wrong`] runs one
//! beside [`Fault::right`] on the same [`Scenario`].

mod run;
mod scenario;
mod ways;
mod weights;

pub use scenario::{Outcome, Scenario};
pub use ways::{cut_without_transpose, output_of};
pub use weights::{column_softmax, mask_after_softmax, mask_after_softmax_renormalised, shares_without_exponential};

use crate::choice::Choice;
use crate::text::Text;

/// What went wrong, or is said to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Every key of a row is hidden, and 0/0 is computed. Or, where −1e9 stands in for −∞, a row that looks unmasked.
    /// pytorch/pytorch#103963, robertknight/rten#1321, iree-org/iree#24175.
    FullyMaskedRow,
    /// A hidden key is multiplied by its weight of 0, and 0 · NaN is NaN. pytorch/pytorch#101967.
    HiddenNan,
    /// True, meant as "keep", is read as "hide". rasbt/LLMs-from-scratch#1061, NVIDIA/TransformerEngine#614.
    MaskPolarity,
    /// √d_model in place of √d_k. lucidrains/vit-pytorch#65.
    DModelDivisor,
    /// The root of the whole embedding's width in place of a head's. Graylab/DL4Proteins-notebooks#12.
    DEmbeddingDivisor,
    /// The weights are divided, not the scores. FrancescoSaverioZuppichini/ViT#5 and #6.
    ScaleAfterSoftmax,
    /// Nothing is divided. mlc-ai/mlc-llm#3426.
    ScaleMissing,
    /// Q is already divided, and the scores are again. huggingface/transformers#38290.
    ScaledTwice,
    /// Softmax over the queries. PetrochukM/PyTorch-NLP#2.
    WrongAxis,
    /// L ≠ S, and the diagonal starts from the other corner. Dao-AILab/flash-attention#517, pytorch/pytorch#108108.
    CausalCorner,
    /// The queries after a cache are counted from 0 again. tinygrad/tinygrad#15949.
    CacheOffset,
    /// Padding hides the rows of the queries, not the columns of the keys. bentrevett/pytorch-seq2seq#96.
    PaddingOnQueries,
    /// The weights are set to 0 after softmax. huggingface/pytorch-image-models#2236.
    MaskAfterSoftmax,
    /// The scores are multiplied by 0 or 1 before softmax, and a score of 0 still has its share.
    MaskMultiplied,
    /// A mask of 0 and 1 is added to the scores as numbers, and hides nothing. pytorch/pytorch#103963,
    /// timeseriesAI/tsai#171.
    MaskAddedAsNumber,
    /// Two masks, each the lowest number of the format, are added up: −∞, and NaN in a row without a key. Shows first in
    /// fp16.
    MasksAddedInHalf,
    /// A window of W keys is given as W keys to the left, besides its own. huggingface/transformers#39408,
    /// NVIDIA-NeMo/Megatron-Bridge#2656.
    WindowCount,
    /// A window meant for the past reaches as far into the future. ModelTC/LightLLM#1311.
    WindowBothSides,
    /// Dropout is left on. pytorch/pytorch#124464, harvardnlp/annotated-transformer#138.
    EvalDropout,
    /// Heads are cut by a reshape without the transpose. hyunwoongko/transformer#15.
    ReshapeWithoutTranspose,
    /// Key heads are tiled (0, 1, 0, 1), not repeated (0, 0, 1, 1). onnx/onnx#7274.
    GroupedTile,
    /// The running maximum of online softmax starts at 0, not at −∞. tracel-ai/burn#4697.
    FiniteStartMax,
    /// Online softmax rescales its sum but not its output. PaddleJitLab/CUDATutorial#69.
    NoRescale,
    /// Q Kᵀ overflows before it is divided. Shows in fp16. ultralytics/ultralytics#24990, pytorch/pytorch#119131.
    Fp16BeforeScale,
    /// The numbers are right, but rows and columns are named the wrong way round. bbycroft/llm-viz#22,
    /// poloclub/transformer-explainer#19.
    SwappedLabel,
    /// The claim that attention does not see order at all. udlbook/udlbook#131.
    OrderBlind,
    /// The divisor is moved to Q, or shared by Q and K: no fault. getalp/Flaubert#45, openai/improved-diffusion#54.
    NotAFault,
    /// d_k in place of √d_k on purpose, as in µP with c = 1: no fault. mosaicml/examples#209.
    DivideByDk,
}

impl Fault {
    /// Whether it computes other numbers than it should. Not so where only a label is wrong ([`Self::SwappedLabel`]),
    /// a claim ([`Self::OrderBlind`]) or nothing at all ([`Self::NotAFault`], [`Self::DivideByDk`]).
    pub fn is_fault(self) -> bool {
        !matches!(self, Self::SwappedLabel | Self::OrderBlind | Self::NotAFault | Self::DivideByDk)
    }
}

impl Choice for Fault {
    const ALL: &'static [Self] = &[
        Self::FullyMaskedRow,
        Self::HiddenNan,
        Self::MaskPolarity,
        Self::DModelDivisor,
        Self::DEmbeddingDivisor,
        Self::ScaleAfterSoftmax,
        Self::ScaleMissing,
        Self::ScaledTwice,
        Self::WrongAxis,
        Self::CausalCorner,
        Self::CacheOffset,
        Self::PaddingOnQueries,
        Self::MaskAfterSoftmax,
        Self::MaskMultiplied,
        Self::MaskAddedAsNumber,
        Self::MasksAddedInHalf,
        Self::WindowCount,
        Self::WindowBothSides,
        Self::EvalDropout,
        Self::ReshapeWithoutTranspose,
        Self::GroupedTile,
        Self::FiniteStartMax,
        Self::NoRescale,
        Self::Fp16BeforeScale,
        Self::SwappedLabel,
        Self::OrderBlind,
        Self::NotAFault,
        Self::DivideByDk,
    ];

    fn id(self) -> &'static str {
        match self {
            Self::FullyMaskedRow => "fully-masked-row",
            Self::HiddenNan => "hidden-nan",
            Self::MaskPolarity => "mask-polarity",
            Self::DModelDivisor => "d-model-divisor",
            Self::DEmbeddingDivisor => "d-embedding-divisor",
            Self::ScaleAfterSoftmax => "scale-after-softmax",
            Self::ScaleMissing => "scale-missing",
            Self::ScaledTwice => "scaled-twice",
            Self::WrongAxis => "wrong-axis",
            Self::CausalCorner => "causal-corner",
            Self::CacheOffset => "cache-offset",
            Self::PaddingOnQueries => "padding-on-queries",
            Self::MaskAfterSoftmax => "mask-after-softmax",
            Self::MaskMultiplied => "mask-multiplied",
            Self::MaskAddedAsNumber => "mask-added-as-number",
            Self::MasksAddedInHalf => "masks-added-in-half",
            Self::WindowCount => "window-count",
            Self::WindowBothSides => "window-both-sides",
            Self::EvalDropout => "eval-dropout",
            Self::ReshapeWithoutTranspose => "reshape-without-transpose",
            Self::GroupedTile => "grouped-tile",
            Self::FiniteStartMax => "finite-start-max",
            Self::NoRescale => "no-rescale",
            Self::Fp16BeforeScale => "fp16-before-scale",
            Self::SwappedLabel => "swapped-label",
            Self::OrderBlind => "order-blind",
            Self::NotAFault => "not-a-fault",
            Self::DivideByDk => "divide-by-d-k",
        }
    }

    fn label(self) -> Text {
        match self {
            Self::FullyMaskedRow => Text { zh: "整行的键全被遮住", en: "every key of a row hidden" },
            Self::HiddenNan => Text { zh: "遮住的 NaN 混进了输出", en: "a hidden NaN leaks into the output" },
            Self::MaskPolarity => Text { zh: "掩码的真假看反了", en: "mask read the wrong way round" },
            Self::DModelDivisor => Text { zh: "除成了 √d_model", en: "divided by √d_model" },
            Self::DEmbeddingDivisor => {
                Text { zh: "除数用了整个嵌入的宽度", en: "divided by the root of the embedding's width" }
            }
            Self::ScaleAfterSoftmax => Text { zh: "缩放放在 softmax 之后", en: "scaled after softmax" },
            Self::ScaleMissing => Text { zh: "漏了缩放", en: "scaling left out" },
            Self::ScaledTwice => Text { zh: "缩放了两次", en: "scaled twice" },
            Self::WrongAxis => Text { zh: "softmax 弄错了方向", en: "softmax along the wrong axis" },
            Self::CausalCorner => Text { zh: "因果掩码对错了角", en: "causal mask from the wrong corner" },
            Self::CacheOffset => Text { zh: "用了缓存，却丢了位置偏移", en: "offset lost with a cache" },
            Self::PaddingOnQueries => Text { zh: "填充掩码遮成了查询", en: "padding hides queries, not keys" },
            Self::MaskAfterSoftmax => Text { zh: "掩码放在 softmax 之后", en: "mask after softmax" },
            Self::MaskMultiplied => Text { zh: "掩码是乘上去的", en: "mask multiplied, not added" },
            Self::MaskAddedAsNumber => {
                Text { zh: "0/1 掩码当作数加了上去", en: "mask of 0 and 1 added as numbers" }
            }
            Self::MasksAddedInHalf => {
                Text { zh: "两个掩码相加，溢出成 −∞", en: "two masks added up, which overflow" }
            }
            Self::WindowCount => Text { zh: "窗口多了一个键", en: "window one key too long" },
            Self::WindowBothSides => {
                Text { zh: "窗口把后面的键也放了进来", en: "window open to the future too" }
            }
            Self::EvalDropout => Text { zh: "推理时忘了关 dropout", en: "dropout left on" },
            Self::ReshapeWithoutTranspose => {
                Text { zh: "拆分多头时漏了转置", en: "heads cut without the transpose" }
            }
            Self::GroupedTile => {
                Text { zh: "键值头交替排列，没有按组重复", en: "key-value heads tiled, not repeated" }
            }
            Self::FiniteStartMax => {
                Text { zh: "最大值没有从 −∞ 起算", en: "running maximum not started at −∞" }
            }
            Self::NoRescale => Text { zh: "在线 softmax 漏了重新缩放", en: "online softmax without rescaling" },
            Self::Fp16BeforeScale => {
                Text { zh: "还没缩放，fp16 就溢出了", en: "fp16 overflows before scaling" }
            }
            Self::SwappedLabel => {
                Text { zh: "行和列的名称标反了", en: "rows and columns named the wrong way round" }
            }
            Self::OrderBlind => Text { zh: "“顺序完全无所谓”", en: "“order does not matter at all”" },
            Self::NotAFault => Text { zh: "缩放挪到 Q 和 K 上", en: "scaling moved to Q and K" },
            Self::DivideByDk => Text { zh: "有意除以 d_k", en: "divided by d_k on purpose" },
        }
    }
}
