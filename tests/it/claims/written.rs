//! The numbers that stand in Markdown.

use super::*;

/// The numbers of a text, written as Rust writes them: `1,024` is 1024, `−3` is -3, `$1.1\times10^{-7}$` is 1.1e-7. What
/// follows a letter in a text is part of a name (f32, T5, GPT-2); indices, powers and addresses hold numbers like any
/// other.
pub(super) fn numbers(markdown: &str) -> BTreeSet<String> {
    // The words of problems have tests of their own, with their answers.
    let markdown = markdown.split("\n{{puzzle ").next().unwrap_or_default();
    let text: String = markdown.lines().filter(|line| !line.starts_with("{{")).collect::<Vec<_>>().join("\n");
    let text = text.replace("$$", "$").replace('−', "-");
    let parts = text.split('$').enumerate();
    parts.flat_map(|(i, part)| if i % 2 == 1 { scan(&plain(part), true) } else { scan(part, false) }).collect()
}

/// A formula with `\times10^{x}` as `ex` and without its commands, whose letters are no names.
fn plain(formula: &str) -> String {
    let mut pieces = formula.split("\\times10^{");
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (power, after) = piece.split_once('}').expect("a power in braces");
        text = text + "e" + power + after;
    }
    let mut pieces = text.split('\\');
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        text = text + " " + piece.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    }
    text
}

fn scan(text: &str, formula: bool) -> Vec<String> {
    let text: Vec<char> = text.chars().collect();
    let digit = |at: usize| text.get(at).is_some_and(char::is_ascii_digit);
    let is = |at: usize, c: char| text.get(at) == Some(&c);
    let before = |at: usize, back: usize| at.checked_sub(back).map_or(' ', |at| text[at]);
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        if !digit(at) {
            at += 1;
            continue;
        }
        let start = at;
        let mut number = String::new();
        // Digits, a point between digits, a comma before three digits.
        loop {
            let group = !formula && is(at, ',') && (1..4).all(|i| digit(at + i)) && !digit(at + 4);
            match text.get(at) {
                Some(c) if c.is_ascii_digit() => number.push(*c),
                Some('.') if digit(at + 1) => number.push('.'),
                _ if group => {}
                _ => break,
            }
            at += 1;
        }
        let sign = usize::from(is(at + 1, '-'));
        if is(at, 'e') && digit(at + 1 + sign) {
            number.push('e');
            number.push_str(if sign == 1 { "-" } else { "" });
            at += 1 + sign;
            while digit(at) {
                number.push(text[at]);
                at += 1;
            }
        }
        let hyphen = before(start, 1) == '-';
        let letter = |back: usize| before(start, back).is_ascii_alphabetic();
        if !formula && (letter(1) || hyphen && letter(2)) {
            continue;
        }
        // A minus behind something is a subtraction.
        let negative = hyphen && !(before(start, 2).is_ascii_alphanumeric() || ")]}".contains(before(start, 2)));
        found.push(if negative { format!("-{number}") } else { number });
    }
    found
}

#[test]
fn numbers_are_found() {
    let found = |text: &str| numbers(text).into_iter().collect::<Vec<_>>();
    assert_eq!(found("f32, bf16, T5 and GPT-2 are names, 16 is not."), ["16"]);
    assert_eq!(found("320,000 rows, 84.2%, section 3.2.1, 1−3e−4"), ["1", "3.2.1", "320000", "3e-4", "84.2"]);
    assert_eq!(found("$[200,200]$, $-1.1\\times10^{-7}$、−1e9"), ["-1.1e-7", "-1e9", "200"]);
    assert_eq!(found("$$\\sqrt{64}=8x-2+q_1^{-3}\\pm5$$"), ["-3", "1", "2", "5", "64", "8"]);
    assert_eq!(found("[2017](https://arxiv.org/abs/1706.03762)\n{{figure t5 7}}"), ["1706.03762", "2017"]);
}
