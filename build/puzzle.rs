//! The problems in words at the end of a Markdown file: plain text, a line each.
//!
//! ```text
//! {{puzzle ID}}
//! What is asked?
//! = How the answer is found.
//! - What to tell about the first likely mistake.
//! - About the second.
//! ```

use super::{Fault, Source};

/// A problem in words.
#[derive(Debug, Default)]
pub struct Puzzle {
    /// Its line.
    pub line: usize,
    /// Its id, by which the lesson's Rust file gives the answer.
    pub id: String,
    /// What is asked.
    pub prompt: String,
    /// How the answer is found.
    pub working: String,
    /// What to tell about each mistake, in the order of the Rust file.
    pub told: Vec<String>,
}

/// Where the problems begin in `text`; its end where there is none.
pub fn begin(text: &str) -> usize {
    text.find("\n{{puzzle ").map_or(text.len(), |at| at + 1)
}

/// Reads the problems of a file.
///
/// # Errors
/// Everything that is wrong with them.
pub fn parse(source: &Source<'_>) -> Result<Vec<Puzzle>, Vec<Fault>> {
    let start = begin(source.text);
    let before = source.text[..start].lines().count();
    let (mut puzzles, mut faults) = (Vec::<Puzzle>::new(), Vec::new());
    let mut fault = |line: usize, message: &str| {
        faults.push(Fault { file: source.file.to_owned(), line, message: message.to_owned() })
    };
    for (line, text) in source.text[start..].lines().enumerate().map(|(i, text)| (before + i + 1, text.trim_end())) {
        if let Some(id) = text.strip_prefix("{{puzzle ").and_then(|rest| rest.strip_suffix("}}")) {
            puzzles.push(Puzzle { line, id: id.to_owned(), ..Puzzle::default() });
            continue;
        }
        let Some(puzzle) = puzzles.last_mut() else { continue };
        if let Some(working) = text.strip_prefix("= ").filter(|_| puzzle.working.is_empty()) {
            puzzle.working = working.to_owned();
        } else if let Some(told) = text.strip_prefix("- ") {
            puzzle.told.push(told.to_owned());
        } else if puzzle.prompt.is_empty() {
            puzzle.prompt = text.to_owned();
        } else if !text.is_empty() {
            fault(line, "behind a problem stand one line of working (=) and its mistakes (-) alone");
        }
    }
    for puzzle in &puzzles {
        if puzzle.prompt.is_empty() || puzzle.working.is_empty() || puzzle.told.is_empty() {
            fault(puzzle.line, "a problem has a question, a working (=) and at least one mistake (-)");
        }
    }
    if faults.is_empty() { Ok(puzzles) } else { Err(faults) }
}
