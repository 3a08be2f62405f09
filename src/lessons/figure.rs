//! The figures that prose can show.

use crate::choice::Choice;
use crate::text::Text;

/// A live figure; `{{figure ID}}` on a line of its own shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// The whole computation, stage by stage.
    Pipeline,
    /// None, √d_k and d_k on the same scores.
    Compare,
    /// Entropy, largest weight and score deviation against d_k.
    EntropyCurves,
    /// The mask before softmax, after it, and after it with rows divided by their sums.
    MaskBeforeAfter,
    /// Exercises by hand.
    Exercise,
}

impl Choice for Figure {
    const ALL: &'static [Self] =
        &[Self::Pipeline, Self::Compare, Self::EntropyCurves, Self::MaskBeforeAfter, Self::Exercise];

    fn id(self) -> &'static str {
        match self {
            Self::Pipeline => "pipeline",
            Self::Compare => "compare",
            Self::EntropyCurves => "entropy-curves",
            Self::MaskBeforeAfter => "mask-before-after",
            Self::Exercise => "exercise",
        }
    }

    fn label(self) -> Text {
        match self {
            Self::Pipeline => Text { zh: "注意力的计算过程", en: "Attention, step by step" },
            Self::Compare => Text { zh: "三种缩放并排对比", en: "Three scalings side by side" },
            Self::EntropyCurves => Text { zh: "熵随 d_k 的变化", en: "Entropy against d_k" },
            Self::MaskBeforeAfter => {
                Text { zh: "掩码放在 softmax 之前与之后", en: "Mask before and after softmax" }
            }
            Self::Exercise => Text { zh: "手算练习", en: "Exercises by hand" },
        }
    }
}
