//! Where a line must not break: between a number and what it counts.

use super::page::Language;

/// What stands behind a number as its unit.
const UNITS: [&str; 18] = [
    "TB", "GB", "MB", "kB", "GiB", "MiB", "KiB", "ms", "px", "nat", "nats", "bit", "bits", "byte", "bytes", "FLOP",
    "FLOPs", "M",
];

/// `text` with no-break spaces where a number and its unit stand, in Chinese also the measure word or noun that follows.
pub fn glued(text: &str, language: Language) -> String {
    let mut glued = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(' ') {
        let word = after.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
        let counts = language == Language::Zh && after.starts_with(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
        let number = before.ends_with(|c: char| c.is_ascii_digit());
        glued += before;
        glued.push(if number && (counts || UNITS.contains(&word)) { '\u{a0}' } else { ' ' });
        rest = after;
    }
    glued + rest
}
