//! The texts of the lessons, compiled by build.rs from the Markdown files in this folder.

use super::figure::Figure;
use crate::text::Text;

/// The text of one lesson.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prose {
    /// The lesson's id.
    pub id: &'static str,
    /// The title, plain text.
    pub title: Text,
    /// The lead, which has no title, and the titled sections.
    pub sections: &'static [Section],
}

/// What stands under one heading.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Section {
    /// The heading, plain text; `None` for the lead.
    pub title: Option<Text>,
    /// Text and figures in order.
    pub blocks: &'static [Block],
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
