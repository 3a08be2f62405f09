//! What is said of questions and answers.

mod verdicts;

use attention_lab::document::Document;
use attention_lab::document::edit::Edit;
use attention_lab::document::standing::Standing;
use attention_lab::engine::cell::Name;
use attention_lab::engine::matrix::Matrix;
use attention_lab::engine::trace::attend;
use attention_lab::lessons::prose::{TextEntry, Wording, parse};
use attention_lab::lessons::{Asked, Lesson, Question};
use attention_lab::presentation::exercise::{Miss, TOLERANCE, miss_text, progress, prompt, right_text};
use attention_lab::presentation::working::working;
use attention_lab::text::Language;
use attention_lab::text::Language::{En, Zh};
use serde_json::Value;

use crate::fixture::{Tolerance, assert_close, cases, matrix, number, numbers, row_matrix};

fn at(lesson: &str, start: &str) -> Document {
    let lesson = Lesson::from_id(lesson).expect("the lesson");
    let start = lesson.starts.iter().position(|other| other.id == start).expect("the start");
    Document::at_start(lesson, start)
}

/// The question `at`, from 1, and its words where it is a problem in words.
fn question(document: &Document, at: usize, language: Language) -> (&'static Question, Option<Wording>) {
    let question = &document.chosen().questions[at - 1];
    let text = TextEntry::of(document.lesson.id).expect("an entry").text.get(language);
    let words = parse(text).expect("a text").puzzles;
    let own = |words: &Wording| matches!(question.asked, Asked::Number(puzzle) if puzzle.id == words.id);
    (question, words.into_iter().find(own))
}

/// What is said to `text` as the answer to question `at`, from 1, missed `count` times with this one.
fn said(lesson: &str, start: &str, at: usize, text: &str, count: usize, language: Language) -> String {
    let document = self::at(lesson, start);
    let (question, words) = question(&document, at, language);
    let answer = question.read(text).expect("a number");
    match document.edited(&Edit::Answer(at - 1, Some(answer))).standing(at - 1) {
        Standing::Right(answer) => right_text(question, answer, language, 3),
        Standing::Wrong(cause) => {
            miss_text(&document.inputs, question, words.as_ref(), Miss { answer, cause, count }, language, 3)
        }
        other => panic!("{other:?}"),
    }
}

fn worked(id: &str) -> Value {
    cases("worked-examples.json").into_iter().find(|case| case["id"] == id).expect("the example")
}

/// Each exercise by hand, the worked example that it shows, and those of its questions with a change of their own.
const WORKED: [(&str, &str, &[&str]); 6] = [
    ("a", "one-query-three-keys", &[]),
    ("b", "after-scaling", &["before-scaling", "over-scaled"]),
    ("c", "two-tokens-identity", &["two-tokens-identity-causal"]),
    ("d", "two-tokens-wq-doubled", &[]),
    ("e", "padding", &[]),
    ("f", "three-tokens-projected", &[]),
];

/// A matrix or stage of a worked example, where it has it.
fn stage(example: &Value, name: Name) -> Option<Matrix> {
    let key = match name {
        Name::Q => "q",
        Name::K => "k",
        Name::V => "v",
        Name::Scores => "raw",
        Name::Scaled => "scaled",
        Name::Weights => "weights",
        Name::Output => "output",
        _ => return None,
    };
    let found = &example[key];
    // Softmax alone is worked out for one row.
    let single = || (name == Name::Weights).then(|| row_matrix(&numbers(found)));
    if found.is_null() { None } else { found[0].as_array().map_or_else(single, |_| Some(matrix(found))) }
}

#[test]
fn the_worked_numbers_are_the_answers_and_stand_on_the_page() {
    let mut asked = 0;
    for (letter, id, changed) in WORKED {
        let document = at("by-hand", letter);
        let (own, mut others) = (worked(id), changed.iter().copied().map(worked));
        let trace = attend(&document.inputs);
        for name in Name::ALL {
            let Some(expected) = stage(&own, name) else { continue };
            let found = document.inputs.matrix(name).or_else(|| trace.matrix(name)).expect("a matrix");
            assert_close(letter, name.id(), found, &expected, Tolerance::Absolute(1e-12));
        }
        for (index, question) in document.chosen().questions.iter().enumerate() {
            let Asked::Cell(cell) = question.asked else { panic!("a cell") };
            let example = if question.change.is_some() { &others.next().expect("an example") } else { &own };
            let Some(expected) = stage(example, cell.name) else { continue };
            let expected = expected[(cell.row, cell.column)];
            let found = question.answer(&document.inputs).expect("an answer");
            assert!((found - expected).abs() < 1e-12, "{letter} {}: {found}, not {expected}", index + 1);
            // Two decimals, as one would give them, are right; of what is near 0 or 1, all digits.
            let is_near = expected.abs() < 0.01 || (expected - 1.0).abs() < 0.01;
            let typed = if is_near { format!("{expected}") } else { format!("{expected:.2}") };
            assert!(question.accepts(&document.inputs, question.read(&typed).expect("a number")), "{letter}: {typed}");
            asked += 1;
        }
    }
    assert!(asked >= 18, "{asked} questions");
}

#[test]
fn a_question_names_its_cell_and_its_change() {
    let both = |lesson, start, index| {
        let document = at(lesson, start);
        [En, Zh].map(|language| {
            let (question, words) = question(&document, index, language);
            prompt(question, words.as_ref(), language)
        })
    };
    assert_eq!(both("by-hand", "a", 1), ["scores row 1 column 3 = ", "分数第 1 行第 3 列 = "]);
    assert_eq!(
        both("by-hand", "b", 1),
        ["Without scaling: weights row 1 column 2 = ", "若不缩放，权重第 1 行第 2 列 = "]
    );
    assert_eq!(
        both("by-hand", "b", 6),
        ["Divided by d_k: weights row 1 column 1 = ", "若改为除以 d_k，权重第 1 行第 1 列 = "]
    );
    assert_eq!(
        both("by-hand", "c", 4),
        ["With a causal mask: weights row 1 column 1 = ", "若加上因果掩码，权重第 1 行第 1 列 = "]
    );
    assert!(both("masks", "b", 5).iter().all(|words| words.chars().count() > 20), "a problem in words has its own");
}

/// A number with a sign of its own stands in brackets: e⁻⁸ over 1 + e⁻⁸ + e⁻¹⁶.
#[test]
fn the_working_of_a_question_is_that_of_its_change() {
    let document = at("by-hand", "b");
    let (question, _) = question(&document, 1, En);
    let Asked::Cell(cell) = question.asked else { panic!("a cell") };
    let inputs = question.inputs(&document.inputs);
    let lines = working(&inputs, &attend(&inputs), cell, En, 3);
    assert!(lines.iter().any(|line| line.text == "3e−4 ÷ (1+3e−4)"), "{lines:?}");
}

#[test]
fn progress_says_of_covers_only_where_there_are_some() {
    let both = |document: &Document| [En, Zh].map(|language| progress(document, &document.settled(), language));
    let stays =
        [" What you are still to predict stays covered in the numbers below.", "还要你预测的数，在下面先盖住。"];
    let open = at("by-hand", "a");
    assert_eq!(both(&open), [format!("0 of 4 done.{}", stays[0]), format!("完成 0 / 4。{}", stays[1])]);
    let one = open.edited(&Edit::Reveal(0));
    assert_eq!(both(&one), [format!("1 of 4 done.{}", stays[0]), format!("完成 1 / 4。{}", stays[1])]);
    let all = (0..4).fold(open, |document, index| document.edited(&Edit::Reveal(index)));
    assert_eq!(
        both(&all),
        [
            "All 4 done. Numbers below can be changed; the answers stay until you clear them and predict again.",
            "4 个都完成了。下面的数可以改，答案会留着；清空答案，就能按新的数再预测。"
        ]
    );
    let words = at("multi-head", "c");
    assert_eq!(both(&words), ["0 of 3 done.", "完成 0 / 3。"], "words cover nothing");
    let all = (0..3).fold(words, |document, index| document.edited(&Edit::Reveal(index)));
    assert_eq!(both(&all), ["All 3 done.", "3 个都完成了。"]);
    assert!(
        TOLERANCE.en.contains("From 0.1 to 1 (sign aside) an answer may be off by 0.005; above by 0.5%, below by 5%")
    );
    assert!(
        TOLERANCE.zh.contains("0.1 到 1 之间的数（不计正负号）误差不超过 0.005 就算对；更大的按 0.5%，更小的按 5%")
    );
}
