//! Which keys a query may see. Masks are combined as booleans first, then the bias is added, all before softmax.

use std::collections::BTreeSet;

use nalgebra::DMatrix;
use serde::{Deserialize, Serialize};

use super::matrix::{Matrix, written};
use crate::choice::Choice;
use crate::text::Text;

/// The causal mask and, where L ≠ S, the corner that its diagonal starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
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

/// How far a query sees to either side of its own position; `None` is without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Window {
    /// How many keys before its own.
    pub left: Option<usize>,
    /// How many keys after its own.
    pub right: Option<usize>,
}

/// All that hides keys, and what is added to the scores of the others.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Mask {
    /// The causal part.
    pub causal: Causal,
    /// How many keys came before the first query, as with a cache: moves the diagonal of `causal` and `window`. May be
    /// negative, where there are fewer valid keys than queries.
    pub offset: isize,
    /// The sliding window.
    pub window: Window,
    /// Keys hidden from every query (padding), from 0.
    pub padding: BTreeSet<usize>,
    /// A drawn mask, L×S: true keeps the key.
    #[serde(with = "written::option")]
    pub keep: Option<DMatrix<bool>>,
    /// A bias added to the scaled scores, L×S; −∞ hides the key.
    #[serde(with = "written::option")]
    pub bias: Option<Matrix>,
}

/// Why a query does not see a key; several may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Hidden {
    /// The key comes after the query.
    pub causal: bool,
    /// The key is outside of the window.
    pub window: bool,
    /// The key is padding.
    pub padding: bool,
    /// The key was crossed out by hand.
    pub drawn: bool,
    /// The bias is −∞.
    pub bias: bool,
}

impl Hidden {
    /// Whether any mask hides the key.
    pub fn any(self) -> bool {
        self.count() > 0
    }

    /// How many masks hide the key.
    pub fn count(self) -> usize {
        [self.causal, self.window, self.padding, self.drawn, self.bias].into_iter().filter(|&hides| hides).count()
    }
}

impl From<Causal> for Mask {
    fn from(causal: Causal) -> Self {
        Self { causal, ..Self::default() }
    }
}

impl Mask {
    /// Padding alone: the keys of `padding`, from 0.
    pub fn padding(padding: impl IntoIterator<Item = usize>) -> Self {
        let mut mask = Self::default();
        // One by one: collecting into a set brings a sort, which weighs 1 kB in the page.
        mask.padding.extend(padding);
        mask
    }

    /// What hides key `j` from query `i`, both from 0, for `queries` L and `keys` S.
    pub fn hides(&self, i: usize, j: usize, queries: usize, keys: usize) -> Hidden {
        let corner = if self.causal == Causal::BottomRight { keys as i128 - queries as i128 } else { 0 };
        // Wide enough for any offset and window.
        let ahead = j as i128 - i as i128 - corner - self.offset as i128;
        let beyond = |most: Option<usize>, distance: i128| most.is_some_and(|most| distance > most as i128);
        Hidden {
            causal: self.causal != Causal::None && ahead > 0,
            window: beyond(self.window.left, -ahead) || beyond(self.window.right, ahead),
            padding: self.padding.contains(&j),
            drawn: !self.keeps(i, j),
            bias: self.bias_at(i, j) == f64::NEG_INFINITY,
        }
    }

    /// The bias of query `i` and key `j`; 0 where there is none.
    pub fn bias_at(&self, i: usize, j: usize) -> f64 {
        self.bias.as_ref().and_then(|bias| bias.get((i, j)).copied()).unwrap_or(0.0)
    }

    /// The same with a drawn mask of these rows, true keeping the key. The rows are as long as each other.
    pub fn with_drawn(self, rows: &[Vec<bool>]) -> Self {
        let columns = rows.first().map_or(0, Vec::len);
        let keep = |i: usize, j: usize| rows.get(i).and_then(|row| row.get(j)).is_none_or(|&keep| keep);
        Self { keep: Some(DMatrix::from_fn(rows.len(), columns, keep)), ..self }
    }

    /// The same with key `j` of query `i` crossed out, or shown again; both from 0, for `queries` L and `keys` S.
    pub fn with_toggled(self, i: usize, j: usize, queries: usize, keys: usize) -> Self {
        let row = |query: usize| (0..keys).map(|key| self.keeps(query, key) != ((query, key) == (i, j))).collect();
        let rows: Vec<Vec<bool>> = (0..queries).map(row).collect();
        self.with_drawn(&rows)
    }

    /// Whether the drawn mask keeps key `j` for query `i`, both from 0; it does where there is none.
    pub fn keeps(&self, i: usize, j: usize) -> bool {
        self.keep.as_ref().is_none_or(|keep| keep.get((i, j)) != Some(&false))
    }

    /// The same for `queries` L and `keys` S: padding beyond the last key is dropped; a drawn mask and a bias are cut,
    /// or grow by what keeps every key as it is. A drawn mask that keeps every key is none, so that equal masks are
    /// equal.
    pub(super) fn fitted(mut self, queries: usize, keys: usize) -> Self {
        self.padding.retain(|&key| key < keys);
        self.keep =
            self.keep.map(|keep| keep.resize(queries, keys, true)).filter(|keep| !keep.iter().all(|&keep| keep));
        self.bias = self.bias.map(|bias| bias.resize(queries, keys, 0.0));
        self
    }
}
