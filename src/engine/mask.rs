//! Which keys a query may see. Masks are combined as booleans first, and applied before softmax.

use std::collections::BTreeSet;

use crate::choice::Choice;
use crate::text::Text;

/// The causal mask and, where L ≠ S, the corner that its diagonal starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Causal {
    /// Every query sees every key.
    #[default]
    None,
    /// Query i sees keys j ≤ i.
    TopLeft,
    /// Query i sees keys j ≤ i + S − L: the last query sees all keys, as with a cache.
    BottomRight,
}

impl Choice for Causal {
    const ALL: &'static [Self] = &[Self::None, Self::TopLeft, Self::BottomRight];

    fn id(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::TopLeft => "causal",
            Self::BottomRight => "causal-br",
        }
    }

    fn label(self) -> Text {
        match self {
            Self::None => Text { zh: "无", en: "none" },
            Self::TopLeft => Text { zh: "因果（左上对齐）", en: "causal (top-left)" },
            Self::BottomRight => Text { zh: "因果（右下对齐）", en: "causal (bottom-right)" },
        }
    }
}

/// All that hides keys.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Mask {
    /// The causal part.
    pub causal: Causal,
    /// Keys hidden from every query (padding), from 0.
    pub padding: BTreeSet<usize>,
}

/// Why a query does not see a key; both may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Hidden {
    /// The key comes after the query.
    pub causal: bool,
    /// The key is padding.
    pub padding: bool,
}

impl Hidden {
    /// Whether any mask hides the key.
    pub fn any(self) -> bool {
        self.causal || self.padding
    }
}

impl From<Causal> for Mask {
    fn from(causal: Causal) -> Self {
        Self { causal, ..Self::default() }
    }
}

impl Mask {
    /// What hides key `j` from query `i`, both from 0, for `queries` L and `keys` S.
    pub fn hides(&self, i: usize, j: usize, queries: usize, keys: usize) -> Hidden {
        let causal = match self.causal {
            Causal::None => false,
            Causal::TopLeft => j > i,
            Causal::BottomRight => j + queries > i + keys,
        };
        Hidden { causal, padding: self.padding.contains(&j) }
    }
}
