//! From one Markdown file to sections of HTML and figures.

use std::mem;
use std::ops::Range;

use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, TextMergeWithOffset, html};

use super::breaks::glued;
use super::formula::Renderer;
use super::puzzle::{self, Puzzle};
use super::{Fault, Source};

/// A file, read.
pub struct Page {
    /// The `# Title`, plain text.
    pub title: String,
    /// The lead, without a title, and the `##` sections.
    pub sections: Vec<Section>,
    /// The problems in words, at the end of the file.
    pub puzzles: Vec<Puzzle>,
}

/// What stands under one heading.
pub struct Section {
    /// The line of the heading.
    pub line: usize,
    /// The heading, plain text; `None` for the lead.
    pub title: Option<String>,
    /// Text and figures in order.
    pub blocks: Vec<Block>,
    /// The TeX of every formula in order.
    pub formulas: Vec<String>,
}

/// A piece of a section.
pub enum Block {
    /// Prose.
    Html(String),
    /// A line `{{figure ID}}`.
    Figure(String),
}

/// Which conventions the prose follows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// Lines may break after full-width punctuation; such a break is no space.
    Zh,
    /// A line break is a space.
    En,
}

/// Reads a file.
///
/// # Errors
/// Everything that is wrong with it.
pub fn parse(source: &Source<'_>, language: Language, renderer: &Renderer) -> Result<Page, Vec<Fault>> {
    let puzzles = puzzle::parse(source)?;
    let source = &Source { text: &source.text[..puzzle::begin(source.text)], ..*source };
    let mut reader =
        Reader { source, language, renderer, title: None, sections: Vec::new(), open: Vec::new(), faults: Vec::new() };
    let events =
        Parser::new_ext(source.text, Options::ENABLE_MATH | Options::ENABLE_SMART_PUNCTUATION).into_offset_iter();
    let events: Vec<_> = TextMergeWithOffset::new(events).collect();
    reader.read(&events);
    reader.flush();
    let Some(title) = reader.title else {
        reader.fault(0, "a lesson begins with `# Title`");
        return Err(reader.faults);
    };
    if reader.faults.is_empty() { Ok(Page { title, sections: reader.sections, puzzles }) } else { Err(reader.faults) }
}

struct Reader<'a> {
    source: &'a Source<'a>,
    language: Language,
    renderer: &'a Renderer,
    title: Option<String>,
    sections: Vec<Section>,
    // Events of the text block that is being read.
    open: Vec<Event<'a>>,
    faults: Vec<Fault>,
}

impl<'a> Reader<'a> {
    fn line(&self, offset: usize) -> usize {
        self.source.text[..offset].matches('\n').count() + 1
    }

    fn fault(&mut self, offset: usize, message: impl Into<String>) {
        let (file, line) = (self.source.file.to_owned(), self.line(offset));
        self.faults.push(Fault { file, line, message: message.into() });
    }

    // Ends the text block, if there is one.
    fn flush(&mut self) {
        let mut text = String::new();
        html::push_html(&mut text, self.open.drain(..));
        if !text.trim().is_empty() {
            self.add(Block::Html(text));
        }
    }

    fn add(&mut self, block: Block) {
        match self.sections.last_mut() {
            Some(section) => section.blocks.push(block),
            None => self.fault(0, "a lesson begins with `# Title`"),
        }
    }

    fn read(&mut self, events: &[(Event<'a>, Range<usize>)]) {
        let mut rest = events.iter();
        // How much of the next text already stands behind a formula.
        let mut taken = 0;
        while let Some((event, range)) = rest.next() {
            let at = range.start;
            match event {
                Event::Start(Tag::Heading { level, .. }) => {
                    let inner = rest.by_ref().take_while(|(e, _)| !matches!(e, Event::End(TagEnd::Heading(_))));
                    let inner: Vec<_> = inner.map(|(event, _)| event).collect();
                    self.heading(*level, &inner, at);
                }
                Event::Start(Tag::Paragraph) => match rest.as_slice() {
                    [(Event::DisplayMath(tex), _), (Event::End(TagEnd::Paragraph), _), after @ ..] => {
                        self.formula(tex, at, Renderer::display);
                        rest = after.iter();
                    }
                    [(Event::Text(text), _), (Event::End(TagEnd::Paragraph), _), after @ ..]
                        if figure(text).is_some() =>
                    {
                        self.flush();
                        self.add(Block::Figure(figure(text).unwrap_or_default().to_owned()));
                        rest = after.iter();
                    }
                    _ => self.open.push(event.clone()),
                },
                Event::InlineMath(tex) => {
                    let after = rest.as_slice().first();
                    let mark =
                        after.map_or("", |(event, _)| if let Event::Text(text) = event { closing(text) } else { "" });
                    taken = mark.len();
                    let opening = self.take_opening();
                    self.formula(tex, at, |renderer, tex| Ok(held(&opening, renderer.inline(tex)?, mark)));
                }
                Event::DisplayMath(_) => self.fault(at, "a display formula stands in a paragraph of its own"),
                Event::InlineHtml(tag) if !is_role(tag) => {
                    self.fault(at, format!("{tag}: HTML in prose is a <span> of a role"));
                }
                Event::Start(Tag::HtmlBlock | Tag::Image { .. }) => self.fault(at, "no HTML blocks or images in prose"),
                Event::Text(text) if text.contains(['$', '*']) || text.contains("{{") => {
                    self.fault(at, format!("left as it was typed: {text}"));
                }
                Event::SoftBreak if self.language == Language::Zh => {
                    let before = self.source.text[..at].trim_end();
                    if !before.ends_with(|c: char| !c.is_ascii() && CLOSING.contains(&c)) {
                        self.fault(at, "break Chinese lines after full-width punctuation only");
                    }
                }
                Event::Text(text) => {
                    let text = glued(&text[mem::take(&mut taken)..], self.language);
                    self.open.push(Event::Text(text.into()));
                }
                _ => self.open.push(event.clone()),
            }
        }
    }

    fn heading(&mut self, level: HeadingLevel, inner: &[&Event<'a>], at: usize) {
        self.flush();
        let [Event::Text(text)] = inner else {
            return self.fault(at, "a heading is plain text");
        };
        let text = text.to_string();
        let title = match (level, self.title.is_some()) {
            (HeadingLevel::H1, false) => {
                self.title = Some(text);
                None
            }
            (HeadingLevel::H2, true) => Some(text),
            _ => return self.fault(at, "one `# Title`, then `## Heading` only"),
        };
        let line = self.line(at);
        self.sections.push(Section { line, title, blocks: Vec::new(), formulas: Vec::new() });
    }

    // Takes the punctuation off that the text so far ends with, and that belongs to what follows.
    fn take_opening(&mut self) -> String {
        let Some(Event::Text(text)) = self.open.last_mut() else { return String::new() };
        let kept = text.trim_end_matches(OPENING).len();
        let opening = text[kept..].to_owned();
        *text = text[..kept].to_owned().into();
        opening
    }

    fn formula(&mut self, tex: &CowStr<'a>, at: usize, render: impl FnOnce(&Renderer, &str) -> Result<String, String>) {
        match render(self.renderer, tex) {
            Ok(mathml) => self.open.push(Event::InlineHtml(mathml.into())),
            Err(message) => self.fault(at, message),
        }
        if let Some(section) = self.sections.last_mut() {
            section.formulas.push(tex.to_string());
        }
    }
}

fn figure(text: &str) -> Option<&str> {
    text.strip_prefix("{{figure ")?.strip_suffix("}}")
}

const CLOSING: &[char] = &['。', '，', '；', '：', '！', '？', '、', '）', '”', '.', ',', ';', ':', '!', '?', ')'];

const OPENING: &[char] = &['（', '“', '‘', '《', '(', '['];

// The punctuation that `text` begins with.
fn closing(text: &str) -> &str {
    &text[..text.len() - text.trim_start_matches(CLOSING).len()]
}

// A line may break before and behind any `<math>`; `opening` must not end one, nor `mark` begin the next.
fn held(opening: &str, mathml: String, mark: &str) -> String {
    match opening.is_empty() && mark.is_empty() {
        true => mathml,
        false => format!("<span class=\"nobreak\">{opening}{mathml}{mark}</span>"),
    }
}

fn is_role(tag: &str) -> bool {
    let roles = ["query", "key", "value", "score", "weight", "output"];
    tag == "</span>" || roles.iter().any(|role| tag == format!("<span class=\"{role}\">"))
}
