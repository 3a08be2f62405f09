//! Numbers as learners type, paste and read them.

mod blocks;
mod laws;
mod shown;
mod typed;

use attention_lab::number::NumberError::{
    DivisionByZero, Empty, Logarithm, NegativeRoot, NotANumber, NotFinite, TooSmall,
};
use attention_lab::number::block::{self, BlockError};
use attention_lab::number::{exact, first_operand, full, operand, parse, show, show_sum, show_typed};
use proptest::prelude::*;

use crate::fixture::same_bits;
use crate::laws::config;

// The rows of a block.
fn parse_block(text: &str) -> Result<Vec<Vec<f64>>, BlockError> {
    assert!(block::is_block(text), "{text:?} is more than a number");
    block::read(text).map(|block| block.rows)
}

fn entry(row: usize, column: usize, word: &str, why: attention_lab::number::NumberError) -> BlockError {
    BlockError::Entry(row, column, word.to_owned(), why)
}
