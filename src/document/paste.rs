//! What a paste does: the edit that a pasted text makes, or why it makes none.
//!
//! The worker reads pastes, since all that reading takes is heavier than what the page waits for at its start.

use serde::{Deserialize, Serialize};

use super::edit::Edit;
use super::refusal::block_message;
use crate::engine::cell::Cell;
use crate::engine::inputs::Inputs;
use crate::number::block::{BlockError, read};
use crate::text::{Language, Words};

/// Where a text was pasted. Rows and columns of cells count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Target {
    /// Into the cell of a matrix at a row and column.
    Cell(usize, usize),
    /// Into the drawn mask, of so many queries and keys.
    Mask(usize, usize),
}

/// What a paste comes to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Pasted {
    /// A matrix that takes the place of the whole one: rows of equal length.
    Whole(Vec<Vec<f64>>),
    /// Rows that fill cells from the one on that was pasted into.
    Cells(Vec<Vec<f64>>),
    /// A drawn mask: which keys each query keeps.
    Keep(Vec<Vec<bool>>),
    /// Nothing, and why.
    Refused(Words),
}

impl Pasted {
    /// Reads a text that was pasted at `target`.
    ///
    /// A print of a whole matrix replaces the old one wherever it is pasted, as rows and columns do at the first cell.
    /// Other blocks fill cells.
    pub fn read(text: &str, target: Target) -> Self {
        pasted(text, target).unwrap_or_else(|why| {
            Self::Refused(Words { zh: block_message(&why, Language::Zh), en: block_message(&why, Language::En) })
        })
    }

    /// The edit, for a paste at `cell`; none where it was refused.
    pub fn edit(self, at: Cell) -> Option<Edit> {
        match self {
            Self::Whole(rows) => Some(Edit::Whole(at.name, rows)),
            Self::Cells(block) => Some(Edit::Paste { at, block }),
            Self::Keep(keep) => Some(Edit::Keep(keep)),
            Self::Refused(_) => None,
        }
    }
}

fn pasted(text: &str, target: Target) -> Result<Pasted, BlockError> {
    let block = read(text)?;
    let (rows, columns) = (block.rows.len(), block.rows[0].len());
    match target {
        Target::Mask(queries, keys) => {
            let keeps = block.rows.iter().flatten().all(|&keep| keep == 0.0 || keep == 1.0);
            if (rows, columns) != (queries, keys) || !keeps {
                return Err(BlockError::Shape(queries, keys));
            }
            Ok(Pasted::Keep(block.rows.iter().map(|row| row.iter().map(|&keep| keep == 1.0).collect()).collect()))
        }
        Target::Cell(row, column) => {
            let whole = block.whole || (row, column) == (0, 0) && rows > 1 && columns > 1;
            let needed = if whole { (rows, columns) } else { (row + rows, column + columns) };
            match whole {
                _ if block.truth => Err(BlockError::Truth),
                _ if needed.0.max(needed.1) > Inputs::MAX_SIZE => Err(BlockError::TooLarge(needed.0, needed.1)),
                true => Ok(Pasted::Whole(block.rows)),
                false => Ok(Pasted::Cells(block.rows)),
            }
        }
    }
}
