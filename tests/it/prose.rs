//! The texts of the lessons, and the compiler that refuses bad ones.

use attention_lab::choice::Choice;
use attention_lab::lessons::figure::Figure;
use attention_lab::lessons::prose::{Block, Prose, Section, TEXTS, TextEntry, Wording, parse};
use attention_lab::text::Language;
use std::collections::BTreeSet;
use std::path::Path;

#[path = "../../build/compiler.rs"]
mod compiler;

fn blocks(prose: &Prose) -> impl Iterator<Item = Block> {
    prose.sections.iter().flat_map(|section| section.blocks.iter().copied())
}

fn read(entry: &TextEntry, language: Language) -> Prose {
    parse(entry.text.get(language)).expect("what the compiler writes can be read")
}

fn texts(language: Language) -> Vec<(&'static str, &'static str)> {
    let of = |entry: &TextEntry| {
        let prose = read(entry, language);
        let headings = prose.sections.iter().filter_map(|section| section.title);
        let html = blocks(&prose).filter_map(|block| match block {
            Block::Html(text) => Some(text),
            Block::Figure(_) => None,
        });
        let words = prose.puzzles.iter().flat_map(|words| [&[words.prompt, words.working], &words.told[..]].concat());
        let all = [entry.title.get(language)].into_iter().chain(headings).chain(html).chain(words);
        all.map(|text| (entry.id, text)).collect::<Vec<_>>()
    };
    TEXTS.iter().flat_map(of).collect()
}

// What of a text is no words: how many sections with which headings and blocks, and which problems.
fn form(prose: &Prose) -> Vec<String> {
    let block = |block: &Block| match block {
        Block::Html(_) => "text".to_owned(),
        Block::Figure(figure) => figure.id().to_owned(),
    };
    let section = |section: &Section| {
        format!("{} {:?}", section.title.is_some(), section.blocks.iter().map(block).collect::<Vec<_>>())
    };
    let puzzle = |words: &Wording| format!("{} {}", words.id, words.told.len());
    prose.sections.iter().map(section).chain(prose.puzzles.iter().map(puzzle)).collect()
}

#[test]
fn the_page_can_change_the_language_section_by_section() {
    for entry in TEXTS {
        assert_eq!(form(&read(entry, Language::Zh)), form(&read(entry, Language::En)), "{}", entry.id);
    }
}

#[test]
fn each_language_of_a_lesson_has_a_file_of_its_own() {
    let files: BTreeSet<String> =
        TEXTS.iter().flat_map(|entry| Language::ALL.iter().map(|&language| entry.file(language))).collect();
    assert_eq!(files.len(), 2 * TEXTS.len());
    // Where the build writes them, and Trunk.toml takes them from.
    let folder = Path::new(env!("OUT_DIR")).ancestors().nth(3).expect("the profile's folder");
    for file in files {
        assert!(folder.join(&file).exists(), "{file}");
    }
}

#[test]
fn every_lesson_opens_with_a_lead() {
    for (id, prose) in TEXTS.iter().map(|entry| (entry.id, read(entry, Language::En))) {
        assert!(prose.sections[0].title.is_none() && !prose.sections[0].blocks.is_empty(), "{id}");
        assert!(prose.sections[1..].iter().all(|section| section.title.is_some()), "{id}");
        let figures: Vec<Block> = blocks(&prose).filter(|block| matches!(block, Block::Figure(_))).collect();
        // The card is for print.
        assert!(!figures.is_empty() || id == "reference", "{id} shows nothing");
        // A figure keeps its settings in the link under its id, so it stands once on a page.
        assert!((0..figures.len()).all(|i| !figures[..i].contains(&figures[i])), "{id}");
    }
}

#[test]
fn what_is_no_text_is_refused() {
    for text in ["", "<!doctype html>", "html\u{1f}a\u{1e}", "section\u{1f}\u{1e}figure\u{1f}x\u{1e}", "section\u{1e}"]
    {
        assert_eq!(parse(text), None, "{text:?}");
    }
}

#[test]
fn every_figure_is_shown_somewhere() {
    let all: Vec<Prose> = TEXTS.iter().map(|entry| read(entry, Language::En)).collect();
    for &figure in Figure::ALL {
        assert!(all.iter().flat_map(blocks).any(|block| block == Block::Figure(figure)), "{}", figure.id());
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
    let [zh, en] = compiler::lesson("lesson", sources).map(|lesson| lesson.texts).unwrap_or_default();
    assert!(zh.contains("</math>，</span>好") && en.contains("</math>,</span> good"), "{zh} {en}");
}

#[test]
fn a_line_cannot_end_with_the_mark_before_a_formula() {
    let sources =
        ["# T\n\n好（“$Q$”）好\n", "# T\n\ngood (so $Q$ is)\n"].map(|text| compiler::Source { file: "", text });
    let [zh, en] = compiler::lesson("lesson", sources).map(|lesson| lesson.texts).unwrap_or_default();
    assert!(zh.contains("好<span class=\"nobreak\">（“<math") && zh.contains("</math>”）</span>好"), "{zh}");
    assert!(en.contains("good (so <math") && en.contains("</math> is)"), "{en}");
    for (id, text) in [Language::Zh, Language::En].into_iter().flat_map(texts) {
        for opening in ["（<math", "“<math", "(<math"] {
            let held = format!("<span class=\"nobreak\">{opening}");
            assert_eq!(text.matches(opening).count(), text.matches(&held).count(), "{id}: {opening}");
        }
    }
}

/// A number and its unit, in Chinese also what is counted, stand on one line.
#[test]
fn a_number_and_its_unit_are_not_parted() {
    let sources =
        ["# T\n\n共 51.5 GB，32 个头，到 b 为止，第 2 行\n", "# T\n\n51.5 GB in 32 heads of 64 bits, 3 MBs\n"];
    let sources = sources.map(|text| compiler::Source { file: "", text });
    let [zh, en] = compiler::lesson("lesson", sources).map(|lesson| lesson.texts).unwrap_or_default();
    assert!(zh.contains("共 51.5\u{a0}GB，32\u{a0}个头，到 b 为止，第 2\u{a0}行"), "{zh}");
    assert!(en.contains("51.5\u{a0}GB in 32 heads of 64\u{a0}bits, 3 MBs"), "{en}");
}

#[test]
fn the_folder_compiles() {
    let lessons = compiler::compile(Path::new("src/lessons")).expect("the folder can be read");
    let versions: Vec<String> = lessons.expect("no fault").iter().map(compiler::Lesson::version).collect();
    assert_eq!(versions, TEXTS.iter().map(|entry| entry.version).collect::<Vec<_>>());
}

#[test]
fn the_space_behind_an_operator_follows_what_stands_under_it() {
    let mut seen = 0;
    for (id, text) in [Language::Zh, Language::En].into_iter().flat_map(texts) {
        for part in text.split("<munder><mo").skip(1) {
            let (operator, rest) = part.split_once('>').expect("a tag");
            let (_, after) = rest.split_once("</munder>").expect("its end");
            assert!(operator.contains(" rspace=\"0\""), "{id}: {operator}");
            assert!(after.starts_with("<mspace width=\"0.1667em\"/>"), "{id}: {after}");
            seen += 1;
        }
    }
    assert!(seen > 0, "an operator with something under it");
}
