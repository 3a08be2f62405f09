//! Labels of tokens: as they are typed, as they are shown, and in the link.

use attention_lab::document::edit::Edit;
use attention_lab::document::labels;
use attention_lab::document::{Document, State, View, link};
use attention_lab::engine::inputs::Dimension;
use attention_lab::lessons::Lesson;
use attention_lab::text::Language;

#[test]
fn labels_are_parted_by_commas_where_there_are_any_and_by_spaces_elsewhere() {
    for (text, expected) in [
        ("I 爱 you", &["I", "爱", "you"][..]),
        ("  I\u{3000}爱  you ", &["I", "爱", "you"]),
        ("New York, is , big", &["New York", "is", "big"]),
        ("New York,is", &["New York", "is"]),
        ("New York，很大，the end", &["New York", "很大", "the end"]),
        ("北 京、上 海，广 州,深 圳", &["北 京", "上 海", "广 州", "深 圳"]),
        ("a b\tc d\te", &["a b", "c d", "e"]),
        ("1,5\t2,5", &["1,5", "2,5"]),
        ("New York,", &["New York"]),
        ("New York,,", &["New York"]),
        (", b", &["", "b"]),
        ("a,,c", &["a", "", "c"]),
        ("", &[]),
        ("   ", &[]),
        (" , ", &[]),
    ] {
        assert_eq!(labels::read(text), expected, "{text:?}");
    }
}

#[test]
fn labels_are_shown_as_they_would_be_typed() {
    for (labels, text) in [
        (&["I", "爱", "you"][..], "I 爱 you"),
        (&["New York", "is"], "New York, is"),
        (&["New York"], "New York,"),
        (&["York"], "York"),
        (&["", "b"], ", b"),
        (&["a", "", "c"], "a, , c"),
        (&["a, b", "c"], "a, b\tc"),
        (&["a、b"], "a、b\t"),
        (&["a\u{a0}b", "c"], "a\u{a0}b, c"),
        (&[], ""),
    ] {
        let labels: Vec<String> = labels.iter().map(|&label| label.to_owned()).collect();
        assert_eq!(labels::write(&labels), text);
        assert_eq!(labels::read(text), labels, "{text:?} is read back");
    }
}

#[test]
fn what_is_left_out_is_told() {
    for (count, keys, zh, en) in [
        (5, 4, "写了 5 个标签，词元只有 4 个，最后 1 个没有采用。", "5 labels for 4 tokens: the last was left out."),
        (7, 4, "写了 7 个标签，词元只有 4 个，最后 3 个没有采用。", "7 labels for 4 tokens: the last 3 were left out."),
        (2, 1, "写了 2 个标签，词元只有 1 个，最后 1 个没有采用。", "2 labels for 1 token: the last was left out."),
    ] {
        assert_eq!(labels::surplus(count, keys, Language::Zh), zh);
        assert_eq!(labels::surplus(count, keys, Language::En), en);
    }
}

#[test]
fn the_link_carries_every_label() {
    let document = Document::new(Lesson::from_id("bench").expect("the bench")).edited(&Edit::Size(Dimension::Keys, 9));
    for labels in [
        &["New York", "is big"][..],
        &["a,b", "c;d", "e&f=g", "100%", "#h", "+", "北京、上海", "🙂 笑", "\" ' \\ /"],
        &["a\tb", " c ", "%2C"],
        &["", "", "c"],
        &["New York"],
    ] {
        let labels: Vec<String> = labels.iter().map(|&label| label.to_owned()).collect();
        let document = document.edited(&Edit::Tokens(labels.clone()));
        let state = State { view: View::new(Language::Zh), document };
        let written = link::write(&state);
        assert_eq!(state.document.tokens, labels);
        assert_eq!(link::read(&written, Language::En), (state, vec![]), "{written}");
    }
}
