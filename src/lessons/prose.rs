//! The texts of the lessons, compiled by build.rs from the Markdown files in this folder.
//!
//! A page loads the text of a lesson when it is opened: all of them together would outweigh the computation.

use super::figure::Figure;
use crate::choice::Choice;
use crate::text::Text;

/// Where the text of a lesson is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entry {
    /// The lesson's id.
    pub id: &'static str,
    /// The title, plain text.
    pub title: Text,
    /// The name of its file in the folder `lessons` of the page.
    pub file: &'static str,
    /// The text itself, for what runs outside of a browser.
    #[cfg(not(target_arch = "wasm32"))]
    pub text: &'static str,
}

/// The text of a lesson.
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
    pub prompt: Text,
    /// How the answer is found.
    pub working: Text,
    /// What to tell about each of its mistakes.
    pub told: Vec<Text>,
}

/// What stands under one heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The heading, plain text; `None` for the lead, which comes first.
    pub title: Option<Text>,
    /// Text and figures in order.
    pub blocks: Vec<Block>,
}

/// A piece of a section.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Block {
    /// HTML and MathML.
    Html(Text),
    /// A live figure.
    Figure(Figure),
}

include!(concat!(env!("OUT_DIR"), "/prose.rs"));

impl Entry {
    /// The entry of the lesson with this id.
    pub fn of(id: &str) -> Option<&'static Self> {
        TEXTS.iter().find(|entry| entry.id == id)
    }
}

/// Reads a text as build.rs writes it: records that end with U+001E, of fields parted by U+001F. `None` when it is none,
/// as when a host answers with a page of its own.
pub fn parse(text: &'static str) -> Option<Prose> {
    let Prose { mut sections, mut puzzles } = Prose::default();
    let nothing = Text { zh: "", en: "" };
    for record in text.strip_suffix('\u{1e}')?.split('\u{1e}') {
        let fields: Vec<&'static str> = record.split('\u{1f}').collect();
        match fields[..] {
            ["section", zh, en] => {
                let title = (!zh.is_empty()).then_some(Text { zh, en });
                sections.push(Section { title, blocks: Vec::new() });
            }
            ["html", zh, en] => sections.last_mut()?.blocks.push(Block::Html(Text { zh, en })),
            ["figure", id, _] => sections.last_mut()?.blocks.push(Block::Figure(Figure::from_id(id)?)),
            ["puzzle", id, _] => puzzles.push(Wording { id, prompt: nothing, working: nothing, told: Vec::new() }),
            ["prompt", zh, en] => puzzles.last_mut()?.prompt = Text { zh, en },
            ["working", zh, en] => puzzles.last_mut()?.working = Text { zh, en },
            ["told", zh, en] => puzzles.last_mut()?.told.push(Text { zh, en }),
            _ => return None,
        }
    }
    Some(Prose { sections, puzzles })
}
