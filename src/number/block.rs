//! Blocks of numbers as they are copied from spreadsheets, notebooks, papers and terminals.
//!
//! Rules where a text could mean several things:
//! - Within brackets commas or spaces part columns, and `;` or a bracket that closes ends a row.
//! - Without brackets lines are rows. In one line `;` ends a row (`1 2; 3 4`); in several lines it parts columns, and a
//!   comma is then a decimal comma, as where tabs or spaces part the columns. Otherwise commas part columns.
//! - A comma within a number parts thousands where a decimal point stands too. What only `1,234` says is refused.

mod split;

use split::{of_brackets, of_latex, of_lines, of_markdown};

use super::{NumberError, half_width, parse};

/// What was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Rows of equal length, none empty; truth values are 1 and 0.
    pub rows: Vec<Vec<f64>>,
    /// Whether this is the print of a whole matrix: nested brackets, LaTeX, Markdown, or a table with its headings.
    pub whole: bool,
    /// Whether its entries are truth values.
    pub truth: bool,
}

/// Why a text is no block of numbers. Rows and columns are those of the numbers, from 1.
#[derive(Clone, Debug, PartialEq)]
pub enum BlockError {
    /// An entry, cut short, is no number.
    Entry(usize, usize, String, NumberError),
    /// Its comma may part thousands or decimals.
    Comma(usize, usize, String),
    /// The row with this number has so many entries where the first has so many.
    Ragged(usize, usize, usize),
    /// So many matrices instead of one.
    Several(usize),
    /// Arithmetic around the brackets, cut short, as `* 1000`: what it comes to is not known here.
    Arithmetic(String),
    /// Numbers are left out: `...`.
    Elided,
    /// A truth value where a number is needed, or the other way round.
    Truth,
    /// A matrix would have so many rows and columns: too many.
    TooLarge(usize, usize),
    /// A mask of this shape is needed.
    Shape(usize, usize),
}

type Rows = Vec<Vec<String>>;

/// Whether a text holds more than one number; a single one is typed as it stands. The page itself has no more of this
/// module: it must know at once whether a paste is its own.
pub fn is_block(text: &str) -> bool {
    let text = plain(text);
    let trimmed = text.trim();
    let parted =
        trimmed.contains(LATEX) || trimmed.contains(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '[' | '|'));
    // One number may hold spaces, as `1 / 2` or `- 3`.
    parted && (trimmed.contains(['\t', '\n']) || parse(trimmed).is_err())
}

const LATEX: &str = "\\begin{";

fn plain(text: &str) -> String {
    let plain = |c| match half_width(c) {
        '、' => ',',
        other => other,
    };
    text.trim_matches(['\n', '\r', '\u{feff}']).chars().map(plain).collect()
}

/// Reads a block.
///
/// # Errors
/// [`BlockError`] says what is wrong, and where.
pub fn read(text: &str) -> Result<Block, BlockError> {
    let text = plain(text);
    let latex = text.contains(LATEX);
    block(&text, latex)
}

fn block(text: &str, latex: bool) -> Result<Block, BlockError> {
    if ["...", "…", "⋯", "\\dots", "\\cdots", "\\ldots", "\\vdots"].iter().any(|dots| text.contains(dots)) {
        return Err(BlockError::Elided);
    }
    // The last line of a long print by pandas.
    let text = match text.rfind('[') {
        Some(at) if text[at..].contains(" rows x ") => text[..at].trim_end(),
        _ => text,
    };
    let (mut words, mut whole) = if latex {
        (of_latex(text)?, true)
    } else if text.contains('[') {
        of_brackets(text)?
    } else if text.trim_start().starts_with('|') {
        (of_markdown(text), true)
    } else {
        of_lines(text)
    };
    if latex || !text.contains('[') {
        whole |= without_headings(&mut words);
    }
    numbers(words).map(|(rows, truth)| Block { rows, whole, truth })
}

// Takes away a line of names above the numbers, and the numbering that pandas prints; whether there was any.
fn without_headings(words: &mut Rows) -> bool {
    let names = |words: &[String]| {
        !words.is_empty()
            && words.iter().all(|word| is_name(word) || word == "e")
            && words.iter().any(|word| is_name(word))
    };
    let counts = |words: &[String]| {
        !words.is_empty() && words.iter().enumerate().all(|(i, word)| word.parse::<usize>().is_ok_and(|n| n == i))
    };
    let [head, body @ ..] = &words[..] else { return false };
    let Some(width) = body.first().map(Vec::len) else { return false };
    if body.iter().any(|row| row.len() != width) {
        return false;
    }
    let labels: Vec<String> = body.iter().filter_map(|row| row.first()).cloned().collect();
    let corner = head.len() == width && width > 1 && head[0].is_empty();
    let shorter = width > 1 && head.len() + 1 == width;
    let head = if corner { &head[1..] } else { &head[..] };
    let numbered = (corner || shorter) && (names(head) || counts(head)) && (names(&labels) || counts(&labels));
    let headed = !corner && head.len() == width && (names(head) || head.iter().all(String::is_empty));
    if !numbered && !headed {
        return false;
    }
    words.remove(0);
    if numbered {
        words.iter_mut().for_each(|row| drop(row.remove(0)));
    }
    true
}

fn is_name(word: &str) -> bool {
    let number = parse(word) == Err(NumberError::NotFinite) || truth(word).is_some();
    let digits = word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | '√'));
    !word.is_empty() && !number && !digits && parse(word).is_err()
}

fn truth(word: &str) -> Option<bool> {
    [("true", true), ("false", false)]
        .into_iter()
        .find(|(name, _)| word.eq_ignore_ascii_case(name))
        .map(|found| found.1)
}

// How commas within numbers are meant.
#[derive(Clone, Copy, PartialEq)]
enum Comma {
    Thousands,
    Decimal,
    Unknown,
}

fn comma(words: &Rows) -> Comma {
    let mut point = Comma::Unknown;
    for word in words.iter().flatten() {
        match (word.rfind(','), word.rfind('.')) {
            (Some(comma), Some(dot)) => return if comma < dot { Comma::Thousands } else { Comma::Decimal },
            (Some(comma), None) => {
                let behind = word[comma + 1..].chars().take_while(char::is_ascii_digit).count();
                let zero = word.trim_start_matches(['-', '+']).starts_with("0,");
                if word.matches(',').count() > 1 {
                    return Comma::Thousands;
                }
                if behind != 3 || zero {
                    return Comma::Decimal;
                }
            }
            (None, Some(_)) => point = Comma::Thousands,
            (None, None) => {}
        }
    }
    point
}

fn numbers(words: Rows) -> Result<(Vec<Vec<f64>>, bool), BlockError> {
    let comma = comma(&words);
    let width = words.first().map_or(0, Vec::len);
    let (mut truths, mut others) = (false, false);
    let mut rows = Vec::new();
    for (i, row) in words.iter().enumerate() {
        let mut numbers = Vec::new();
        for (j, word) in row.iter().enumerate() {
            let at = |why| BlockError::Entry(i + 1, j + 1, cut(word), why);
            if let Some(value) = truth(word) {
                truths = true;
                numbers.push(f64::from(u8::from(value)));
                continue;
            }
            others = true;
            let text = match comma {
                Comma::Decimal if !word.contains(',') && word.contains('.') => {
                    return Err(BlockError::Comma(i + 1, j + 1, cut(word)));
                }
                _ if !word.contains(',') => word.clone(),
                Comma::Unknown => return Err(BlockError::Comma(i + 1, j + 1, cut(word))),
                Comma::Thousands if grouped(word) => word.replace(',', ""),
                Comma::Decimal if word.matches(',').count() == 1 => word.replace('.', "").replace(',', "."),
                _ => return Err(at(NumberError::NotANumber)),
            };
            numbers.push(parse(&text).map_err(at)?);
        }
        if numbers.is_empty() {
            return Err(BlockError::Entry(i + 1, 1, String::new(), NumberError::Empty));
        }
        if numbers.len() != width {
            return Err(BlockError::Ragged(i + 1, numbers.len(), width));
        }
        rows.push(numbers);
    }
    match (rows.is_empty(), truths && others) {
        (true, _) => Err(BlockError::Entry(1, 1, String::new(), NumberError::Empty)),
        (_, true) => Err(BlockError::Truth),
        _ => Ok((rows, truths)),
    }
}

// Whether three digits stand behind every comma.
fn grouped(word: &str) -> bool {
    word.split('.').next().unwrap_or_default().split(',').skip(1).all(|part| part.len() == 3)
}

fn owned(word: &str) -> String {
    word.trim().to_owned()
}

fn cut(word: &str) -> String {
    word.chars().take(24).collect()
}
