//! The labels of the tokens as they are typed in one field.
//!
//! Tabs part them where there is one; else commas, also those of Chinese, so that a label may hold spaces; else spaces.

use crate::text::Language;

const COMMAS: &[char] = &[',', '，', '、'];

/// The labels that `text` holds. Trailing empty ones say nothing and are left out.
pub fn read(text: &str) -> Vec<String> {
    let separators = if text.contains('\t') { &['\t'] } else { COMMAS };
    let mut labels: Vec<String> = if text.contains(separators) {
        text.split(separators).map(|label| label.trim().to_owned()).collect()
    } else {
        text.split_whitespace().map(str::to_owned).collect()
    };
    while labels.last().is_some_and(String::is_empty) {
        labels.pop();
    }
    labels
}

/// A text that [`read`] makes these labels of, with the plainest separator that does. None ends in a space or holds a
/// tab; such a label can only come from a link.
pub fn write(labels: &[String]) -> String {
    let hold = |part: fn(char) -> bool| labels.iter().any(|label| label.contains(part));
    let separator = if hold(|c| COMMAS.contains(&c)) {
        "\t"
    } else if hold(char::is_whitespace) || labels.iter().any(String::is_empty) {
        ", "
    } else {
        " "
    };
    let mut text = labels.join(separator);
    // A label on its own needs its separator all the same.
    if labels.len() == 1 {
        text += separator.trim_matches(' ');
    }
    text
}

/// What is said where `count` labels were typed for fewer `keys`: those at the end are left out.
pub fn surplus(count: usize, keys: usize, language: Language) -> String {
    let left = count - keys;
    match language {
        Language::Zh => format!("写了 {count} 个标签，词元只有 {keys} 个，最后 {left} 个没有采用。"),
        Language::En => {
            let tokens = if keys == 1 { "token" } else { "tokens" };
            let last = if left == 1 { "the last was".to_owned() } else { format!("the last {left} were") };
            format!("{count} labels for {keys} {tokens}: {last} left out.")
        }
    }
}
