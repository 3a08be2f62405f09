//! What source files import, read from their text.

use std::collections::{BTreeMap, BTreeSet};

use super::{assert_none, sources};

/// The code of a text: its comments are gone, and its strings and characters are empty.
pub(super) fn code(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let before = code.chars().next_back();
        let is_word = before.is_some_and(|c| c.is_alphanumeric() || c == '_');
        let length = match c {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => block_comment(rest),
            '"' => string(rest),
            'r' | 'b' if !is_word => literal(rest),
            '\'' => character(rest),
            _ => 0,
        };
        if length == 0 {
            code.push(c);
            rest = &rest[c.len_utf8()..];
        } else {
            code += if rest.starts_with('/') { " " } else { "\"\"" };
            rest = &rest[length..];
        }
    }
    code
}

// The length of a comment that may hold others.
fn block_comment(text: &str) -> usize {
    let mut depth = 0;
    for (at, _) in text.char_indices() {
        if text[at..].starts_with("/*") {
            depth += 1;
        } else if text[..at].ends_with("*/") && at > 3 {
            depth -= 1;
            if depth == 0 {
                return at;
            }
        }
    }
    text.len()
}

// The length of a string with its quotes.
fn string(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

// The length of a raw string or one of bytes; 0 where there is none.
fn literal(text: &str) -> usize {
    let bytes = usize::from(text.starts_with('b'));
    if let Some(raw) = text[bytes..].strip_prefix('r') {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            let end = format!("\"{}", "#".repeat(hashes));
            let from = bytes + 1 + hashes + 1;
            return text[from..].find(&end).map_or(text.len(), |at| from + at + end.len());
        }
        return 0;
    }
    if text[bytes..].starts_with('"') { bytes + string(&text[bytes..]) } else { 0 }
}

// The length of a character with its quotes; 0 for a lifetime.
fn character(text: &str) -> usize {
    let inner = &text[1..];
    match inner.chars().next() {
        Some('\\') => inner[2..].find('\'').map_or(0, |at| at + 4),
        Some(c) if inner[c.len_utf8()..].starts_with('\'') => c.len_utf8() + 2,
        _ => 0,
    }
}

/// The paths that `code` names from the crate's root or from a module further out, those of a group in braces one by one.
/// What a file hands on (`pub use`) it does not need itself, and is left out.
fn paths(code: &str) -> BTreeSet<Vec<String>> {
    let mut found = BTreeSet::new();
    for root in ["crate::", "super::"] {
        for (at, _) in code.match_indices(root) {
            let before = &code[..at];
            let inside = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | ':');
            let hands_on =
                before.trim_end().rsplit([';', '}']).next().is_some_and(|item| item.trim().starts_with("pub"))
                    && before.trim_end().ends_with("use");
            if !before.chars().next_back().is_some_and(inside) && !hands_on {
                path(&code[at..], &mut Vec::new(), &mut found);
            }
        }
    }
    found
}

// Adds the path that `text` begins with, behind `before`, and gives what comes after it.
fn path<'a>(text: &'a str, before: &mut Vec<String>, found: &mut BTreeSet<Vec<String>>) -> &'a str {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        while !rest.trim_start().starts_with('}') && !rest.is_empty() {
            rest = path(rest, before, found).trim_start();
            // What comes between the parts of a group: a comma, or `as` and a name.
            rest = rest.trim_start_matches(|c: char| c != ',' && c != '}').trim_start_matches(',');
        }
        return rest.trim_start().strip_prefix('}').unwrap_or_default();
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    before.push(word.to_owned());
    let inner = rest.strip_prefix("::").filter(|rest| !rest.starts_with('<'));
    let rest = match inner {
        Some(inner) => path(inner, before, found),
        None => {
            found.insert(before.clone());
            rest
        }
    };
    before.pop();
    rest
}

/// The files that each file names a part of, out of `sources`: path below `src`, and text.
fn imports_of_files(sources: &[(String, String)]) -> BTreeMap<String, BTreeSet<String>> {
    let module = |file: &str| {
        let mut parts: Vec<String> = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
        parts.pop_if(|last| last == "mod" || last == "lib");
        parts
    };
    let files: BTreeMap<Vec<String>, &String> = sources.iter().map(|(file, _)| (module(file), file)).collect();
    let of_file = |(file, text): &(String, String)| {
        let own = module(file);
        let target = |path: Vec<String>| {
            let outer = path.iter().take_while(|word| *word == "super").count();
            let base = if path[0] == "crate" { &[] } else { &own[..own.len().checked_sub(outer)?] };
            let mut full = [base, &path[outer.max(1)..]].concat();
            while !full.is_empty() && !files.contains_key(&full) {
                full.pop();
            }
            files.get(&full).filter(|other| **other != file).map(|other| (*other).clone())
        };
        (file.clone(), paths(&code(text)).into_iter().filter_map(target).collect())
    };
    sources.iter().map(of_file).collect()
}

/// The modules of the crate that `code` names.
pub(super) fn imports(code: &str) -> BTreeSet<String> {
    paths(code).into_iter().filter(|path| path[0] == "crate").filter_map(|path| path.into_iter().nth(1)).collect()
}

#[test]
fn imports_are_found() {
    let found = |text: &str| imports(&code(text)).into_iter().collect::<Vec<_>>().join(" ");
    assert_eq!(found("use crate::engine::cell;\nuse crate::text::Text; // crate::views"), "engine text");
    assert_eq!(
        found("use crate::{choice::{A, B as C}, text};\nlet x = crate::number::parse(y);"),
        "choice number text"
    );
    assert_eq!(found("pub(crate) fn f(); //! [`crate::views`]\nuse mycrate::a; $crate::b!()"), "");
    // No string ends a line, and none names a module.
    assert_eq!(
        found("f(\"https://a\", crate::views::b); let s = \"\\\"crate::c\"; g('\"', crate::text::d)"),
        "text views"
    );
    assert_eq!(
        found("r#\"\" crate::a \"#; br\"crate::b\"; /* crate::c /* */ crate::d */ fn f<'a>(x: &'a crate::e::F) {}"),
        "e"
    );
    let of = |text: &str| paths(&code(text)).into_iter().map(|path| path.join("::")).collect::<Vec<_>>().join(" ");
    assert_eq!(
        of("use super::a::{self, b::{C, D}, E};\nf(super::super::g::<crate::h::I>())"),
        "crate::h::I super::a::E super::a::b::C super::a::b::D super::a::self super::super::g"
    );
    assert_eq!(of("pub use super::a::B;\npub(super) use crate::c;\nuse super::d;"), "super::d", "what is handed on");
}

/// A module and its parts may: they are one room.
#[test]
fn no_two_files_need_each_other() {
    let imports = imports_of_files(&sources());
    let mut broken = Vec::new();
    for (file, others) in &imports {
        for other in others.iter().filter(|other| file < *other && imports[*other].contains(file)) {
            broken.push(format!("src/{file} and src/{other} import each other"));
        }
    }
    assert!(imports["engine/trace.rs"].contains("engine/inputs.rs"), "imports are found");
    assert_none(broken);
}
