//! The rules of the house that no compiler checks.

mod code;

use std::fs;
use std::path::{Path, PathBuf};

use code::{code, imports};

/// A module and the modules that it may import besides itself. One way: what comes later may use what came before.
const MAY_IMPORT: &[(&str, &[&str])] = &[
    ("text", &[]),
    ("choice", &["text"]),
    ("number", &[]),
    ("engine", &["text", "choice", "number"]),
    ("lessons", &["text", "choice", "number", "engine"]),
    ("document", &["text", "choice", "number", "engine", "lessons"]),
    ("plots", &["text", "choice", "number", "engine"]),
    ("figures", &["text", "choice", "number", "engine", "lessons", "plots"]),
    // No browser and no Leptos.
    ("presentation", &["text", "choice", "number", "engine", "lessons", "document", "plots", "figures"]),
    ("laboratory", &["text", "choice", "engine", "lessons", "document", "plots", "figures"]),
    ("browser", &["text", "choice", "number", "plots"]),
    (
        "views",
        &[
            "text",
            "choice",
            "number",
            "engine",
            "lessons",
            "document",
            "plots",
            "figures",
            "laboratory",
            "presentation",
            "browser",
        ],
    ),
    // The crate's own file and the entries of page and worker name modules only to list and mount them.
    ("lib", &[]),
    ("main", &["views"]),
    ("worker", &["laboratory", "browser"]),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Files below `folder`, but no build output and nothing that git or npm keeps.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for path in entries.map(|entry| entry.expect("an entry").path()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_symlink() || ["target", ".git", ".tools", "node_modules", "dist"].contains(&name.as_str()) {
                continue;
            }
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

/// Every source file: its path below `src` and its text.
fn sources() -> Vec<(String, String)> {
    let src = root().join("src");
    let sources: Vec<(String, String)> = files(&src)
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|path| {
            let name = path.strip_prefix(&src).expect("below src").to_string_lossy().replace('\\', "/");
            (name, fs::read_to_string(&path).expect("a text"))
        })
        .collect();
    assert!(sources.iter().any(|(name, _)| name == "lib.rs"), "no sources in {}", src.display());
    sources
}

fn module(file: &str) -> &str {
    file.split(['/', '.']).next().unwrap_or_default()
}

/// Every rule collects all that break it, so that one run shows them all.
fn assert_none(broken: Vec<String>) {
    assert!(broken.is_empty(), "\n{}\n", broken.join("\n"));
}

#[test]
fn imports_run_one_way() {
    let mut broken = Vec::new();
    for (file, text) in sources() {
        let own = module(&file);
        let Some((_, allowed)) = MAY_IMPORT.iter().find(|(name, _)| *name == own) else {
            broken.push(format!("src/{file}: say in tests/it/tidy.rs what `{own}` may import"));
            continue;
        };
        let code = code(&text);
        let forbidden = |name: &String| name != own && !allowed.contains(&name.as_str());
        broken.extend(
            imports(&code).iter().filter(|name| forbidden(name)).map(|name| format!("src/{file} imports `{name}`")),
        );
        // As many `super` as there are folders lead out of the module.
        let out = "super::".repeat(file.matches('/').count() + 1);
        if code.contains(&out) {
            broken.push(format!("src/{file} leaves its module by `{out}`: name the crate"));
        }
    }
    assert_none(broken);
}

/// The mathematics and the lessons compile without a browser, and what draws does not know where it is shown.
#[test]
fn outer_crates_stay_where_they_belong() {
    let homes: &[(&str, &[&str])] = &[
        ("web_sys", &["browser"]),
        ("js_sys", &["browser"]),
        ("wasm_bindgen", &["browser", "number/decimal.rs"]),
        ("leptos", &["browser", "views"]),
        ("plotters", &["plots", "browser", "views"]),
        ("nalgebra", &["engine"]),
        ("rand", &["engine"]),
    ];
    let mut broken = Vec::new();
    for (file, text) in sources() {
        let code = code(&text);
        for (name, homes) in homes {
            let path = format!("{name}::");
            let named = code.match_indices(&path).any(|(at, _)| {
                !code[..at].chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
            });
            if named && !homes.iter().any(|&home| home == file || home == module(&file)) {
                broken.push(format!("src/{file} names {name}, which belongs to {homes:?}"));
            }
        }
    }
    assert_none(broken);
}

#[test]
fn only_the_browser_module_names_web_sys() {
    let named =
        sources().into_iter().filter(|(file, text)| module(file) != "browser" && code(text).contains("web_sys"));
    assert_none(named.map(|(file, _)| format!("src/{file} names web_sys")).collect());
}

#[test]
fn every_file_says_what_it_is_for() {
    let says = |text: &str| {
        let first = text.lines().next().and_then(|line| line.strip_prefix("//! "));
        first.is_some_and(|sentence| sentence.len() > 8)
    };
    let silent = sources().into_iter().filter(|(_, text)| !says(text));
    assert_none(silent.map(|(file, _)| format!("src/{file} does not start with a line of //!")).collect());
}

#[test]
fn files_are_short() {
    let long = sources().into_iter().map(|(file, text)| (file, text.lines().count())).filter(|&(_, lines)| lines > 250);
    assert_none(long.map(|(file, lines)| format!("src/{file} has {lines} lines: split it")).collect());
}

#[test]
fn nothing_is_left_lying_about() {
    let marks = [
        concat!("dbg", "!"),
        concat!("todo", "!"),
        concat!("unimplemented", "!"),
        concat!("FIX", "ME"),
        concat!("XX", "X"),
    ];
    let mut broken = Vec::new();
    for (file, text) in sources() {
        for (number, line) in text.lines().enumerate() {
            broken.extend(
                marks
                    .iter()
                    .filter(|mark| line.contains(**mark))
                    .map(|mark| format!("src/{file}:{}: {mark}", number + 1)),
            );
        }
    }
    assert_none(broken);
}

/// The repository stands alone: it works wherever it is cloned to.
#[test]
fn nothing_names_the_machine_it_was_written_on() {
    let paths = [concat!("/wo", "rk/"), concat!("../sha", "red"), concat!("/ro", "ot/"), concat!("/ho", "me/")];
    let mut broken = Vec::new();
    for path in files(root()) {
        // What is not text has no such path in it that a reader would follow.
        let Ok(text) = fs::read_to_string(&path) else { continue };
        for (number, line) in text.lines().enumerate() {
            let shown = path.strip_prefix(root()).unwrap_or(&path).display();
            broken.extend(paths.iter().filter(|p| line.contains(**p)).map(|p| format!("{shown}:{}: {p}", number + 1)));
        }
    }
    assert_none(broken);
}
