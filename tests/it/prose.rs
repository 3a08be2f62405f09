//! The texts of the lessons, and the compiler that refuses bad ones.

use attention_lab::choice::Choice;
use attention_lab::lessons::figure::Figure;
use attention_lab::lessons::prose::{Block, Section, TEXTS, Wording, parse};
use attention_lab::text::Language;
use attention_lab::text::Text;

#[path = "../../build/compiler.rs"]
mod compiler;

struct Prose {
    id: &'static str,
    title: Text,
    sections: Vec<Section>,
    puzzles: Vec<Wording>,
}

impl Prose {
    fn blocks(&self) -> impl Iterator<Item = Block> {
        self.sections.iter().flat_map(|section| section.blocks.iter().copied())
    }
}

fn all() -> Vec<Prose> {
    let read = |entry: &attention_lab::lessons::prose::Entry| {
        let text = parse(entry.text).expect("what the compiler writes can be read");
        Prose { id: entry.id, title: entry.title, sections: text.sections, puzzles: text.puzzles }
    };
    TEXTS.iter().map(read).collect()
}

fn texts(language: Language) -> Vec<(&'static str, &'static str)> {
    let of = |prose: &Prose| {
        let headings = prose.sections.iter().filter_map(|section| section.title);
        let html = prose.blocks().filter_map(|block| match block {
            Block::Html(text) => Some(text),
            Block::Figure(_) => None,
        });
        let id = prose.id;
        let words =
            prose.puzzles.iter().flat_map(|words| [words.prompt, words.working].into_iter().chain(words.told.clone()));
        let all: Vec<_> = [prose.title].into_iter().chain(headings).chain(html).chain(words).collect();
        all.into_iter().map(move |text| (id, text.get(language))).collect::<Vec<_>>()
    };
    all().iter().flat_map(of).collect()
}

#[test]
fn every_lesson_opens_with_a_lead() {
    for prose in all() {
        assert!(prose.sections[0].title.is_none() && !prose.sections[0].blocks.is_empty(), "{}", prose.id);
        assert!(prose.sections[1..].iter().all(|section| section.title.is_some()), "{}", prose.id);
        let figures: Vec<Block> = prose.blocks().filter(|block| matches!(block, Block::Figure(_))).collect();
        // The card is for print.
        assert!(!figures.is_empty() || prose.id == "reference", "{} shows nothing", prose.id);
        // A figure keeps its settings in the link under its id, so it stands once on a page.
        assert!((0..figures.len()).all(|i| !figures[..i].contains(&figures[i])), "{}", prose.id);
    }
}

#[test]
fn what_is_no_text_is_refused() {
    for text in
        ["", "<!doctype html>", "html\u{1f}a\u{1f}b\u{1e}", "section\u{1f}\u{1f}\u{1e}figure\u{1f}x\u{1f}\u{1e}"]
    {
        assert_eq!(parse(text), None, "{text:?}");
    }
}

#[test]
fn every_figure_is_shown_somewhere() {
    for &figure in Figure::ALL {
        assert!(all().iter().flat_map(Prose::blocks).any(|block| block == Block::Figure(figure)), "{}", figure.id());
        assert_eq!(Figure::from_id(figure.id()), Some(figure));
    }
}

#[test]
fn every_tag_is_closed_by_its_own() {
    for &language in Language::ALL {
        for (id, html) in texts(language) {
            let mut open = Vec::new();
            for tag in html.split('<').skip(1).map(|rest| rest.split('>').next().unwrap_or_default()) {
                match tag.strip_prefix('/') {
                    Some(name) => assert_eq!(open.pop(), Some(name), "{id}: {html}"),
                    None if tag.ends_with('/') => {}
                    None => open.push(tag.split(' ').next().unwrap_or_default()),
                }
            }
            assert!(open.is_empty(), "{id}: {open:?} left open in {html}");
        }
    }
}

// The text as it is read: a formula or code counts as the letter x.
fn plain(html: &str) -> String {
    let mut text = String::new();
    let mut hidden = false;
    for piece in html.split('<') {
        let (tag, after) = piece.split_once('>').unwrap_or(("", piece));
        if tag.starts_with("math") || tag == "code" {
            text.push('x');
            hidden = true;
        }
        hidden &= !(tag == "/math" || tag == "/code");
        text.push_str(if hidden { "" } else { after });
    }
    text
}

#[test]
fn chinese_is_set_as_chinese() {
    let ideograph = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    let full_width = "，。；：！？、（）“”";
    for (id, html) in texts(Language::Zh) {
        let text: Vec<char> = plain(html).chars().collect();
        for pair in text.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let shown = format!("{id}: {a}{b} in {}", text.iter().collect::<String>());
            assert!(!(ideograph(a) && ",.;:!?()".contains(b)), "half-width punctuation, {shown}");
            let touching = ideograph(a) && b.is_ascii_alphanumeric() || a.is_ascii_alphanumeric() && ideograph(b);
            assert!(!touching, "no space, {shown}");
            let spaced = a == ' ' && full_width.contains(b) || full_width.contains(a) && b == ' ';
            assert!(!spaced, "space beside full-width punctuation, {shown}");
        }
    }
}

fn faults(zh: &str, en: &str) -> String {
    let sources = [compiler::Source { file: "zh", text: zh }, compiler::Source { file: "en", text: en }];
    match compiler::lesson("lesson", sources) {
        Ok(_) => String::new(),
        Err(faults) => faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
    }
}

#[test]
fn the_compiler_names_file_and_line_of_what_is_wrong() {
    let sound = "# T\n\nlead\n\n## H\n\n$Q$\n\n{{figure compare}}\n";
    assert_eq!(faults(sound, sound), "");
    let cases = [
        ("# T\n\nlead\n\n## H\n\n$\\root{2}$\n", "en:7: formula $\\root{2}$: Unknown command"),
        ("# T\n\nlead\n\n## H\n\n$\\frac{1}{$\n", "en:7: left as it was typed"),
        ("# T\n\nlead\n\n## H\n\n$K$\n\n{{figure compare}}\n", "en:5: formula $K$ is 1× here, 0× in zh:5"),
        ("# T\n\nlead\n", "en:1: 0 sections here, 1 in zh"),
        ("# T\n\nlead\n\n## H\n\n$Q$\n", "en:5: text and figures are [text] here, [text, compare] in zh:5"),
        ("# T\n\nlead\n\n## H\n\n{{figure compare}}\n\n$Q$\n", "en:5: text and figures"),
        ("lead\n", "en:1: a lesson begins"),
        ("# T\n\n# U\n", "en:3: one `# Title`"),
        ("# T\n\n## $Q$\n", "en:3: a heading is plain text"),
        ("# T\n\nsee {{figure compare}}\n", "en:3: left as it was typed"),
        ("# T\n\na $Q is open\n", "en:3: left as it was typed"),
        ("# T\n\na $$Q$$ b\n", "en:3: a display formula"),
        ("# T\n\n<b>x</b>\n", "en:3: <b>: HTML in prose"),
        ("# T\n\n<div>x</div>\n", "en:3: no HTML blocks"),
    ];
    for (en, message) in cases {
        assert!(faults(sound, en).contains(message), "{en:?}: {}", faults(sound, en));
    }
    assert!(faults("# 题\n\n一行\n断开\n", sound).contains("zh:3: break Chinese lines"));
}

#[test]
fn what_formulas_say_in_words_may_differ() {
    assert_eq!(faults("# T\n\n$x_{\\text{基准}}$ 与 $y$\n", "# T\n\n$y$ and $x_{\\text{base}}$\n"), "");
}

#[test]
fn a_line_cannot_begin_with_the_mark_behind_a_formula() {
    let sources = ["# T\n\n$Q$，好\n", "# T\n\n$Q$, good\n"].map(|text| compiler::Source { file: "", text });
    let code = compiler::lesson("lesson", sources).map(|lesson| lesson.text).unwrap_or_default();
    assert!(code.contains("</math>，</span>好") && code.contains("</math>,</span> good"), "{code}");
}

#[test]
fn the_folder_compiles() {
    let lessons = compiler::compile(std::path::Path::new("src/lessons")).expect("the folder can be read");
    let files: Vec<String> = lessons.expect("no fault").iter().map(compiler::Lesson::file).collect();
    assert_eq!(files, TEXTS.iter().map(|entry| entry.file).collect::<Vec<_>>());
}
