//! The texts of the lessons, compiled by build.rs from the Markdown files in this folder.
//!
//! A page loads the text of a lesson when it is opened, in the reader's language: all of them together would outweigh
//! the computation.

use super::figure::Figure;
use crate::choice::Choice;
use crate::text::{Language, Text};

/// Where the texts of a lesson are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextEntry {
    /// The lesson's id.
    pub id: &'static str,
    /// The title, plain text.
    pub title: Text,
    /// Tells its texts from earlier ones.
    pub version: &'static str,
    /// The texts themselves, for what runs outside of a browser.
    #[cfg(not(target_arch = "wasm32"))]
    pub text: Text,
}

/// The text of a lesson in one language; the other has the same sections, figures and problems.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prose {
    /// What stands under each heading.
    pub sections: Vec<Section>,
    /// The problems in words.
    pub puzzles: Vec<Wording>,
}

/// The words of a [`Puzzle`](super::Puzzle).
#[derive(Clone, Debug, PartialEq)]
pub struct Wording {
    /// The problem's id.
    pub id: &'static str,
    /// What is asked; the field for the answer follows it.
    pub prompt: &'static str,
    /// How the answer is found.
    pub working: &'static str,
    /// What to tell about each of its mistakes.
    pub told: Vec<&'static str>,
}

/// What stands under one heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The heading, plain text; `None` for the lead, which comes first.
    pub title: Option<&'static str>,
    /// Text and figures in order.
    pub blocks: Vec<Block>,
}

/// A piece of a section.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Block {
    /// HTML and MathML.
    Html(&'static str),
    /// A live figure.
    Figure(Figure),
}

include!(concat!(env!("OUT_DIR"), "/prose.rs"));

impl TextEntry {
    /// The entry of the lesson with this id.
    pub fn of(id: &str) -> Option<&'static Self> {
        TEXTS.iter().find(|entry| entry.id == id)
    }

    /// The address of its text in `language`, from the page's own.
    pub fn file(&self, language: Language) -> String {
        ["lessons/", self.id, "-", language.id(), "-", self.version, ".txt"].concat()
    }
}

/// Reads a text as build.rs writes it: records that end with U+001E, of a kind and words parted by U+001F. `None` when
/// it is none, as when a host answers with a page of its own.
pub fn parse(text: &'static str) -> Option<Prose> {
    let Prose { mut sections, mut puzzles } = Prose::default();
    for record in text.strip_suffix('\u{1e}')?.split('\u{1e}') {
        let (kind, words) = record.split_once('\u{1f}')?;
        match kind {
            "section" => sections.push(Section { title: (!words.is_empty()).then_some(words), blocks: Vec::new() }),
            "html" => sections.last_mut()?.blocks.push(Block::Html(words)),
            "figure" => sections.last_mut()?.blocks.push(Block::Figure(Figure::from_id(words)?)),
            "puzzle" => puzzles.push(Wording { id: words, prompt: "", working: "", told: Vec::new() }),
            "prompt" => puzzles.last_mut()?.prompt = words,
            "working" => puzzles.last_mut()?.working = words,
            "told" => puzzles.last_mut()?.told.push(words),
            _ => return None,
        }
    }
    Some(Prose { sections, puzzles })
}
