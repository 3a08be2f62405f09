//! From a folder of Markdown files to two texts a lesson, one a language, which agree in all but their words.

mod breaks;
mod formula;
mod page;
mod puzzle;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;
use std::{fs, io};

use formula::Renderer;
use page::{Block, Page, Section};

/// What is wrong with the prose, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file, as given to the compiler.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What to mend.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.message)
    }
}

/// The file of one language.
pub struct Source<'a> {
    /// Its name in messages.
    pub file: &'a str,
    /// Its Markdown.
    pub text: &'a str,
}

/// A compiled lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// Its id.
    pub id: String,
    /// Its title, Chinese first.
    pub title: [String; 2],
    /// Its sections in each language, as `src/lessons/prose.rs` reads them.
    pub texts: [String; 2],
}

impl Lesson {
    /// What tells its texts from earlier ones: other texts have other file names, so that none is kept too long.
    pub fn version(&self) -> String {
        // FNV-1a: the same on every machine, unlike the hashes of the standard library.
        let hash = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        format!("{:08x}", self.texts.iter().flat_map(|text| text.bytes()).fold(0x811c_9dc5, hash))
    }
}

/// Compiles every lesson of `folder`, by name; or everything that is wrong.
///
/// # Errors
/// When a file cannot be read.
pub fn compile(folder: &Path) -> io::Result<Result<Vec<Lesson>, Vec<Fault>>> {
    let mut names = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        let file = entry?.file_name().to_string_lossy().into_owned();
        let name = file.strip_suffix(".zh.md").or_else(|| file.strip_suffix(".en.md"));
        names.extend(name.map(str::to_owned));
    }
    let (mut lessons, mut faults) = (Vec::new(), Vec::new());
    for name in names {
        let [zh, en] = ["zh", "en"].map(|language| folder.join(format!("{name}.{language}.md")));
        if let Some(missing) = [&zh, &en].into_iter().find(|path| !path.exists()) {
            let message = "missing: a lesson has both languages".to_owned();
            faults.push(Fault { file: missing.display().to_string(), line: 1, message });
            continue;
        }
        let texts = [fs::read_to_string(&zh)?, fs::read_to_string(&en)?];
        let files = [zh, en].map(|path| path.display().to_string());
        let sources = [0, 1].map(|i| Source { file: &files[i], text: &texts[i] });
        match lesson(&name.replace('_', "-"), sources) {
            Ok(lesson) => lessons.push(lesson),
            Err(more) => faults.extend(more),
        }
    }
    Ok(if faults.is_empty() { Ok(lessons) } else { Err(faults) })
}

/// Compiles one lesson, Chinese first.
///
/// # Errors
/// All that is wrong in either file; where both are sound, all in which they differ.
pub fn lesson(id: &str, [zh, en]: [Source<'_>; 2]) -> Result<Lesson, Vec<Fault>> {
    let renderer = Renderer::default();
    let pages = [page::parse(&zh, page::Language::Zh, &renderer), page::parse(&en, page::Language::En, &renderer)];
    let (zh_page, en_page) = match pages {
        [Ok(zh), Ok(en)] => (zh, en),
        [zh, en] => return Err([zh.err(), en.err()].into_iter().flatten().flatten().collect()),
    };
    let faults = differences(&zh_page, &zh, &en_page, &en);
    if !faults.is_empty() {
        return Err(faults);
    }
    let texts = [records(&zh_page), records(&en_page)];
    Ok(Lesson { id: id.to_owned(), title: [zh_page.title, en_page.title], texts })
}

fn differences(zh_page: &Page, zh: &Source<'_>, en_page: &Page, en: &Source<'_>) -> Vec<Fault> {
    let fault = |line, message| Fault { file: en.file.to_owned(), line, message };
    let (here, there) = (en_page.sections.len() - 1, zh_page.sections.len() - 1);
    if here != there {
        let line = en_page.sections.last().map_or(1, |section| section.line);
        return vec![fault(line, format!("{here} sections here, {there} in {}", zh.file))];
    }
    let mut faults = Vec::new();
    for (en_section, zh_section) in en_page.sections.iter().zip(&zh_page.sections) {
        let (here, there) = (shape(en_section), shape(zh_section));
        let place = format!("{}:{}", zh.file, zh_section.line);
        if here != there {
            faults.push(fault(en_section.line, format!("text and figures are [{here}] here, [{there}] in {place}")));
        }
        for (tex, [here, there]) in formula_counts(en_section, zh_section) {
            if here != there {
                let message = format!("formula ${tex}$ is {here}× here, {there}× in {place}");
                faults.push(fault(en_section.line, message));
            }
        }
    }
    let problems =
        |page: &Page| page.puzzles.iter().map(|puzzle| (puzzle.id.clone(), puzzle.told.len())).collect::<Vec<_>>();
    let (here, there) = (problems(en_page), problems(zh_page));
    if here != there {
        let line = en_page.puzzles.first().map_or(1, |puzzle| puzzle.line);
        faults.push(fault(line, format!("problems and mistakes are {here:?} here, {there:?} in {}", zh.file)));
    }
    faults
}

// The order of text and figures, for comparing and for messages.
fn shape(section: &Section) -> String {
    let names = section.blocks.iter().map(|block| match block {
        Block::Html(_) => "text",
        Block::Figure(id) => id,
    });
    names.collect::<Vec<_>>().join(", ")
}

// How often each formula stands in each section. Order is left to the languages: their sentences differ in it.
fn formula_counts(a: &Section, b: &Section) -> BTreeMap<String, [usize; 2]> {
    let mut counts = BTreeMap::<_, [usize; 2]>::new();
    for (side, section) in [a, b].into_iter().enumerate() {
        for tex in &section.formulas {
            counts.entry(formula::without_text(tex)).or_default()[side] += 1;
        }
    }
    counts
}

// Records end with U+001E; their kind and their text are parted by U+001F. No text holds either.
fn records(page: &Page) -> String {
    let mut text = String::new();
    let mut put = |kind: &str, words: &str| text.extend([kind, "\u{1f}", words, "\u{1e}"]);
    for section in &page.sections {
        put("section", section.title.as_deref().unwrap_or_default());
        for block in &section.blocks {
            match block {
                Block::Html(html) => put("html", html),
                Block::Figure(id) => put("figure", id),
            }
        }
    }
    for puzzle in &page.puzzles {
        put("puzzle", &puzzle.id);
        put("prompt", &puzzle.prompt);
        put("working", &puzzle.working);
        puzzle.told.iter().for_each(|told| put("told", told));
    }
    text
}
