//! What the scores are divided by.

use serde::{Deserialize, Serialize};

use crate::choice::Choice;
use crate::text::Text;

/// The divisor of the scores (not the scale factor, which is its reciprocal).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Scaling {
    /// No division, as in T5 (Raffel et al. 2020, arXiv 1910.10683).
    None,
    /// √d_k (Vaswani et al. 2017, section 3.2.1).
    Sqrt,
    /// d_k, as in µP with c = 1 (Yang et al. 2022, arXiv 2203.03466).
    Dk,
    /// 2√d_k.
    TwoSqrt,
    /// Any positive finite number; make it with [`Scaling::divisor`]. A narrow format may round it to 0 or ∞, see
    /// [`Inputs::divisor`](super::inputs::Inputs::divisor).
    Divisor(f64),
}

impl Scaling {
    /// The three that the lessons compare.
    pub const COMPARED: [Self; 3] = [Self::None, Self::Sqrt, Self::Dk];

    /// Division by `value`; `None` unless it is positive and finite.
    pub fn divisor(value: f64) -> Option<Self> {
        (value > 0.0 && value.is_finite()).then_some(Self::Divisor(value))
    }

    /// The number that scores are divided by at width `d_k`.
    pub fn divisor_at(self, d_k: usize) -> f64 {
        let d_k = d_k as f64;
        match self {
            Self::None => 1.0,
            Self::Sqrt => d_k.sqrt(),
            Self::Dk => d_k,
            Self::TwoSqrt => 2.0 * d_k.sqrt(),
            Self::Divisor(value) => value,
        }
    }
}

impl Choice for Scaling {
    const ALL: &'static [Self] = &[Self::None, Self::Sqrt, Self::Dk, Self::TwoSqrt, Self::Divisor(1.0)];

    fn id(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Sqrt => "sqrt",
            Self::Dk => "dk",
            Self::TwoSqrt => "2sqrt",
            Self::Divisor(_) => "divisor",
        }
    }

    fn label(self) -> Text {
        match self {
            Self::None => Text { zh: "不缩放", en: "no scaling" },
            Self::Sqrt => Text { zh: "÷ √d_k", en: "÷ √d_k" },
            Self::Dk => Text { zh: "÷ d_k", en: "÷ d_k" },
            Self::TwoSqrt => Text { zh: "÷ 2√d_k", en: "÷ 2√d_k" },
            Self::Divisor(_) => Text { zh: "自定除数", en: "own divisor" },
        }
    }
}
