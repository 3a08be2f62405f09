//! Where a computation starts from: which of its matrices are typed.

use crate::choice::Choice;
use crate::engine::cell::Name;
use crate::engine::inputs::{Inputs, Source};
use crate::engine::trace::attend;
use crate::text::Text;

/// Where the computation starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// X and the projections.
    Tokens,
    /// Q, K and V.
    Qkv,
    /// Scores alone.
    Scores,
}

impl Choice for Origin {
    const ALL: &'static [Self] = &[Self::Tokens, Self::Qkv, Self::Scores];

    fn id(self) -> &'static str {
        match self {
            Self::Tokens => "x",
            Self::Qkv => "qkv",
            Self::Scores => "scores",
        }
    }

    fn label(self) -> Text {
        match self {
            Self::Tokens => Text { zh: "X 和投影", en: "X and projections" },
            Self::Qkv => Text { zh: "Q、K、V", en: "Q, K, V" },
            Self::Scores => Text { zh: "分数", en: "scores" },
        }
    }
}

impl Origin {
    /// The largest d_k that scores alone may be said to come from.
    pub const WIDEST: usize = 1_000_000;

    /// Where `inputs` start from.
    pub fn of(inputs: &Inputs) -> Self {
        match inputs.source() {
            Source::Tokens { .. } => Self::Tokens,
            Source::Qkv { .. } => Self::Qkv,
            Source::Scores { .. } => Self::Scores,
        }
    }
}

/// Why a computation cannot start from elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoStart {
    /// One X has as many queries as keys, and here L ≠ S.
    NotSquare,
    /// This matrix, computed so far, would be typed, and it holds a number that is not finite.
    NotFinite(Name),
}

/// The same computation from another starting point: scores and divisor stay.
///
/// # Errors
/// Where there is no such start. What is typed is finite; a computed matrix may have overflowed.
pub fn started_from(inputs: &Inputs, origin: Origin) -> Result<Inputs, NoStart> {
    if Origin::of(inputs) == origin {
        return Ok(inputs.clone());
    }
    let new = match origin {
        Origin::Tokens => inputs.from_tokens().ok_or(NoStart::NotSquare)?,
        Origin::Qkv => inputs.from_qkv(),
        Origin::Scores => inputs.from_scores(attend(inputs).scores),
    };
    match new.not_finite() {
        Some(name) => Err(NoStart::NotFinite(name)),
        None => Ok(new),
    }
}
