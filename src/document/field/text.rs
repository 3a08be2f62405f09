//! The values of a link as text: rows parted by `;`, columns by `,`, numbers exactly.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::choice::Choice;
use crate::document::problem::Why;
use crate::engine::inputs::Inputs;
use crate::engine::mask::{Mask, Window};
use crate::engine::matrix::{Matrix, from_rows, same};
use crate::engine::scaling::Scaling;
use crate::lessons::Question;
use crate::number::{self, exact};

/// What is written where there is none of something.
pub(super) const NONE: &str = "none";

const INFINITE: &str = "-inf";

const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

pub(super) fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(",")
}

pub(super) fn choice<C: Choice>(text: &str) -> Result<C, Why> {
    C::from_id(text).ok_or(Why::Option)
}

pub(super) fn integer(text: &str, least: usize, most: usize) -> Result<usize, Why> {
    text.parse().ok().filter(|number| (least..=most).contains(number)).ok_or(Why::Range(least, most))
}

fn number(text: &str) -> Result<f64, Why> {
    number::parse(text).map_err(Why::Number)
}

pub(super) fn matrix_text(matrix: &Matrix) -> String {
    let rows = matrix.row_iter().map(|row| joined(row.iter().map(|&x| exact(x))));
    rows.collect::<Vec<_>>().join(";")
}

pub(super) fn matrix(text: &str) -> Result<Matrix, Why> {
    matrix_of(text, number)
}

fn matrix_of(text: &str, entry: fn(&str) -> Result<f64, Why>) -> Result<Matrix, Why> {
    let rows: Vec<Vec<f64>> =
        text.split(';').map(|row| row.split(',').map(entry).collect()).collect::<Result<_, _>>()?;
    if rows.len() > Inputs::MAX_SIZE || rows.iter().any(|row| row.len() > Inputs::MAX_SIZE) {
        return Err(Why::TooLarge);
    }
    from_rows(&rows).ok_or(Why::Ragged)
}

pub(super) fn scaling_text(scaling: Scaling) -> String {
    match scaling {
        Scaling::Divisor(value) => exact(value),
        other => other.id().to_owned(),
    }
}

pub(super) fn scaling(text: &str) -> Result<Scaling, Why> {
    match Scaling::from_id(text) {
        Some(named) => Ok(named),
        None => Scaling::divisor(number(text)?).ok_or(Why::Divisor),
    }
}

pub(super) fn softcap(text: &str) -> Result<Option<f64>, Why> {
    if text == NONE {
        return Ok(None);
    }
    let cap = number(text)?;
    if cap > 0.0 { Ok(Some(cap)) } else { Err(Why::Positive) }
}

// The bias of `now`, in full, where `base` has another one.
pub(super) fn bias_text(now: &Mask, base: &Mask) -> Option<String> {
    match (&now.bias, &base.bias) {
        (None, None) => None,
        (Some(bias), Some(other)) if same(bias, other) => None,
        (Some(bias), _) => Some(matrix_text(bias)),
        (None, Some(_)) => Some(NONE.to_owned()),
    }
}

pub(super) fn bias(text: &str, queries: usize, keys: usize) -> Result<Option<Matrix>, Why> {
    if text == NONE {
        return Ok(None);
    }
    let bias = matrix_of(text, |cell| if cell == INFINITE { Ok(f64::NEG_INFINITY) } else { number(cell) })?;
    if bias.shape() == (queries, keys) { Ok(Some(bias)) } else { Err(Why::Bias(queries, keys)) }
}

// From 1 in the link, from 0 inside.
pub(super) fn positions_text(positions: impl Iterator<Item = usize>) -> String {
    joined(positions.map(|index| (index + 1).to_string()))
}

pub(super) fn positions(text: &str, most: usize) -> Result<Vec<usize>, Why> {
    text.split(',').filter(|part| !part.is_empty()).map(|part| Ok(integer(part.trim(), 1, most)? - 1)).collect()
}

// A side without a limit is empty.
pub(super) fn window_text(window: Window) -> String {
    joined([window.left, window.right].into_iter().map(|side| side.map_or(String::new(), |keys| keys.to_string())))
}

pub(super) fn window(text: &str) -> Result<Window, Why> {
    let (left, right) = text.split_once(',').ok_or(Why::Window)?;
    let side = |text: &str| if text.is_empty() { Ok(None) } else { integer(text, 0, Inputs::MAX_SIZE).map(Some) };
    Ok(Window { left: side(left)?, right: side(right)? })
}

// In full even where it keeps every key: the lesson may start from another one.
pub(super) fn keep_text(inputs: &Inputs) -> String {
    let digit = |i, j| if inputs.mask().keeps(i, j) { '1' } else { '0' };
    let row = |i| (0..inputs.keys()).map(|j| digit(i, j)).collect::<String>();
    (0..inputs.queries()).map(row).collect::<Vec<_>>().join(";")
}

pub(super) fn keeps(text: &str, queries: usize, keys: usize) -> Result<Vec<Vec<bool>>, Why> {
    let digits = |row: &str| row.chars().map(|c| c.to_digit(2).map(|digit| digit == 1)).collect::<Option<Vec<bool>>>();
    let rows = text.split(';').map(digits).collect::<Option<Vec<_>>>();
    let fits = |rows: &Vec<Vec<bool>>| rows.len() == queries && rows.iter().all(|row| row.len() == keys);
    rows.filter(fits).ok_or(Why::Drawn(queries, keys))
}

pub(super) fn tokens_text(tokens: &[String]) -> String {
    joined(tokens.iter().map(|token| utf8_percent_encode(token, PLAIN).to_string()))
}

pub(super) fn answers(text: &str, questions: &[Question]) -> Result<Vec<(usize, f64)>, Why> {
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() > questions.len() {
        return Err(Why::Range(0, questions.len()));
    }
    let given = parts.into_iter().zip(questions).enumerate().filter(|(_, (part, _))| !part.is_empty());
    given.map(|(index, (part, question))| Ok((index, question.read(part).map_err(Why::Number)?))).collect()
}

// `percent_decode_str` passes damaged escapes through as text.
pub(in crate::document) fn decoded(text: &str) -> Result<String, Why> {
    let bytes = text.as_bytes();
    let whole = |at: usize| bytes.get(at + 1..at + 3).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit));
    if (0..bytes.len()).any(|at| bytes[at] == b'%' && !whole(at)) {
        return Err(Why::Escape);
    }
    percent_decode_str(text).decode_utf8().map(Into::into).map_err(|_| Why::Escape)
}
