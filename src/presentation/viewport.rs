//! The part of a large matrix that is in view.

use crate::text::Language;

/// The most rows or columns that are shown at once; a larger matrix is looked at through a viewport.
const WHOLE: usize = 12;
const PART: usize = 8;

/// Rows and columns in view; both pairs are (rows, columns).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Viewport {
    /// The first row and column, from 0.
    pub first: (usize, usize),
    /// How many rows and columns.
    pub extent: (usize, usize),
}

impl Viewport {
    /// How many rows and columns of a matrix of `shape` are shown at once: all of at most 12, else 8.
    pub fn extent((rows, columns): (usize, usize)) -> (usize, usize) {
        let part = |size| if size <= WHOLE { size } else { PART };
        (part(rows), part(columns))
    }

    /// That of a matrix of `shape` which begins at `origin`, or as near to it as the matrix allows.
    pub fn new(shape: (usize, usize), origin: (usize, usize)) -> Self {
        let extent = Self::extent(shape);
        Self { first: (origin.0.min(shape.0 - extent.0), origin.1.min(shape.1 - extent.1)), extent }
    }

    /// The first row and column after the shortest move that brings `row` and `column` into view.
    pub fn revealing(self, row: usize, column: usize) -> (usize, usize) {
        let moved = |first: usize, size: usize, wanted: usize| first.min(wanted).max((wanted + 1).saturating_sub(size));
        (moved(self.first.0, self.extent.0, row), moved(self.first.1, self.extent.1, column))
    }

    /// What is in view, counted from 1, and how one moves on.
    pub fn text(self, language: Language) -> String {
        let (row, column) = (self.first.0 + 1, self.first.1 + 1);
        let (last_row, last_column) = (self.first.0 + self.extent.0, self.first.1 + self.extent.1);
        match language {
            Language::En => {
                format!("rows {row}–{last_row}, columns {column}–{last_column}; arrow keys or a click move on")
            }
            Language::Zh => format!("第 {row}–{last_row} 行，第 {column}–{last_column} 列；用方向键或点热图移动"),
        }
    }
}
