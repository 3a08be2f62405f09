//! The computations that a page shows: the learner's own, and the copies beside it that differ in one thing.

use crate::choice::Choice;
use crate::engine::inputs::Inputs;
use crate::engine::mask::Mask;
use crate::engine::scaling::Scaling;
use crate::text::Text;

/// Which computation a cell belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Panel {
    /// The learner's own.
    Main,
    /// The same under another scaling.
    Scaling(Scaling),
    /// The right order, beside the wrong one.
    MaskBefore,
    /// The mask applied after softmax.
    MaskAfter,
    /// The same, each row divided by its sum.
    Renormalised,
}

impl Panel {
    /// What stands before the name in `data-cell`.
    pub fn prefix(self) -> String {
        match self {
            Self::Main => String::new(),
            Self::Scaling(scaling) => format!("{}.", scaling.id()),
            Self::MaskBefore => "before.".to_owned(),
            Self::MaskAfter => "after.".to_owned(),
            Self::Renormalised => "renormalised.".to_owned(),
        }
    }

    /// What stands before the name that a screen reader says.
    pub fn label(self) -> Text {
        match self {
            Self::Main => Text { zh: "", en: "" },
            Self::Scaling(scaling) => scaling.label(),
            Self::MaskBefore => Text { zh: "先掩码后 softmax", en: "mask before softmax" },
            Self::MaskAfter => Text { zh: "先 softmax 后掩码", en: "mask after softmax" },
            Self::Renormalised => Text { zh: "掩码后再归一", en: "renormalised" },
        }
    }

    /// What it computes with.
    pub fn inputs(self, inputs: &Inputs) -> Inputs {
        match self {
            Self::Main | Self::MaskBefore => inputs.clone(),
            Self::Scaling(scaling) => inputs.with_scaling(scaling),
            Self::MaskAfter | Self::Renormalised => inputs.with_mask(Mask::default()),
        }
    }
}
