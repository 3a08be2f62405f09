//! The names of the matrices and stages, and of their cells.

use std::fmt;

/// A matrix that the learner edits, or a stage that is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Name {
    /// Token vectors, T×D.
    X,
    /// Projection of the queries, D×d_k.
    WQ,
    /// Projection of the keys, D×d_k.
    WK,
    /// Projection of the values, D×d_v.
    WV,
    /// Queries, L×d_k.
    Q,
    /// Keys, S×d_k.
    K,
    /// Values, S×d_v.
    V,
    /// Q Kᵀ, L×S.
    Scores,
    /// `scores` over the divisor, L×S.
    Scaled,
    /// `scaled` with −∞ where a key is hidden, L×S.
    Masked,
    /// exp(`masked` − row maximum), L×S.
    Exponentials,
    /// `exponentials` over their row sum, L×S.
    Weights,
    /// `weights` times V, L×d_v.
    Output,
}

impl Name {
    /// All names in the order of the computation.
    pub const ALL: [Self; 13] = [
        Self::X,
        Self::WQ,
        Self::WK,
        Self::WV,
        Self::Q,
        Self::K,
        Self::V,
        Self::Scores,
        Self::Scaled,
        Self::Masked,
        Self::Exponentials,
        Self::Weights,
        Self::Output,
    ];

    /// The name in links, cells and tests: stable, the same in every language.
    pub fn id(self) -> &'static str {
        match self {
            Self::X => "X",
            Self::WQ => "WQ",
            Self::WK => "WK",
            Self::WV => "WV",
            Self::Q => "Q",
            Self::K => "K",
            Self::V => "V",
            Self::Scores => "scores",
            Self::Scaled => "scaled",
            Self::Masked => "masked",
            Self::Exponentials => "exponentials",
            Self::Weights => "weights",
            Self::Output => "output",
        }
    }

    /// The name with this id.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|name| name.id() == id)
    }
}

/// One cell; `row` and `column` count from 0, its text from 1: `weights 1 2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// The matrix or stage.
    pub name: Name,
    /// Row, from 0.
    pub row: usize,
    /// Column, from 0.
    pub column: usize,
}

impl Cell {
    /// The cell of `name` at `row` and `column`, from 0.
    pub fn new(name: Name, row: usize, column: usize) -> Self {
        Self { name, row, column }
    }

    /// Reads what [`fmt::Display`] writes.
    pub fn parse(text: &str) -> Option<Self> {
        let mut words = text.split(' ');
        let name = Name::from_id(words.next()?)?;
        let mut index = || words.next()?.parse::<usize>().ok()?.checked_sub(1);
        let cell = Self { name, row: index()?, column: index()? };
        words.next().is_none().then_some(cell)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.name.id(), self.row + 1, self.column + 1)
    }
}
