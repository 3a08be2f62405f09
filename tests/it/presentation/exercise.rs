//! What is said of questions and answers.

use attention_lab::document::Document;
use attention_lab::document::edit::Edit;
use attention_lab::document::standing::Standing;
use attention_lab::engine::cell::Name;
use attention_lab::engine::matrix::Matrix;
use attention_lab::engine::trace::attend;
use attention_lab::lessons::prose::{Entry, Wording, parse};
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
    let text = Entry::of(document.lesson.id).expect("an entry").text.get(language);
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

/// Each exercise by hand, the worked example that it shows, and the one of a question with a change of its own.
const WORKED: [(&str, &str, Option<&str>); 6] = [
    ("a", "one-query-three-keys", None),
    ("b", "after-scaling", Some("before-scaling")),
    ("c", "two-tokens-identity", Some("two-tokens-identity-causal")),
    ("d", "two-tokens-wq-doubled", None),
    ("e", "padding", None),
    ("f", "three-tokens-projected", None),
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
        let (own, other) = (worked(id), changed.map(worked));
        let trace = attend(&document.inputs);
        for name in Name::ALL {
            let Some(expected) = stage(&own, name) else { continue };
            let found = document.inputs.matrix(name).or_else(|| trace.matrix(name)).expect("a matrix");
            assert_close(letter, name.id(), found, &expected, Tolerance::Absolute(1e-12));
        }
        for (index, question) in document.chosen().questions.iter().enumerate() {
            let Asked::Cell(cell) = question.asked else { panic!("a cell") };
            let example = if question.change.is_some() { other.as_ref().expect("an example") } else { &own };
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
        both("by-hand", "c", 4),
        ["With a causal mask: weights row 1 column 1 = ", "若加上因果掩码，权重第 1 行第 1 列 = "]
    );
    assert!(both("masks", "b", 5).iter().all(|words| words.chars().count() > 20), "a problem in words has its own");
}

/// Exercise, question from 1, answer, and how the verdict begins in both languages. The answers are worked out here.
#[test]
fn a_wrong_answer_names_its_slip_in_both_languages() {
    let softmax = |scores: &[f64]| {
        let sum: f64 = scores.iter().map(|x| x.exp()).sum();
        scores[0].exp() / sum
    };
    let root = 2f64.sqrt();
    let (scaling, half) = (
        ("It looks as if the division was left out", "看起来漏了缩放"),
        ("It looks as if you divided by d_k, not by √d_k.", "看起来除的是 d_k，不是 √d_k。"),
    );
    let whole =
        ("That is the exponential; it is not yet divided by the row sum.", "这是指数值，还没有除以这一行的和。");
    let cross = ("Not yet. Cross out the hidden keys; take e to each logit", "还不对。先划掉被遮住的键；");
    let logit = ("That is the logit, before softmax, not the weight.", "这是 softmax 之前的 logit，不是权重。");
    let slips = [
        ("a", 3, softmax(&[1.0, 1.0, 2.0]), scaling),
        ("a", 3, softmax(&[0.5, 0.5, 1.0]), half),
        ("a", 2, 2.0, scaling),
        ("a", 2, -root, ("The sign is wrong", "符号反了")),
        ("a", 3, (1.0 / root).exp(), whole),
        ("a", 3, 1.0 / root, logit),
        // The logits of its first row are 1.414 and 0.
        (
            "d",
            3,
            1.0,
            (
                "It looks as if you took the share of the scores without the exponential.",
                "看起来直接用分数求了比例，漏了取指数",
            ),
        ),
        ("a", 3, (-1.0 / root).exp(), whole),
        ("b", 4, (-1f64).exp(), whole),
        ("a", 3, 0.9, cross),
        // A hidden key's logit is −∞, and near 0 lies more than one number.
        ("e", 1, 0.5, cross),
        ("e", 1, 0.05, cross),
        ("b", 1, -0.001, cross),
        ("b", 1, 0.005, cross),
        (
            "b",
            1,
            0.0,
            ("It rounds to that, but it is not exactly 0 or 1.", "四舍五入后是这个数，但它并不恰好等于 0 或 1。"),
        ),
        ("e", 2, softmax(&[2.0, 1.0, 0.5, 3.0]), ("It looks as if the mask was left out", "看起来漏了掩码")),
        // Row 2, column 1 in place of row 1, column 2.
        (
            "f",
            4,
            number(&worked("three-tokens-projected")["weights"][1][0]),
            ("Row and column are swapped", "行和列对调了"),
        ),
    ];
    for (letter, index, answer, (en, zh)) in slips {
        let typed = format!("{answer:.4}");
        for (language, begins) in [(En, en), (Zh, zh)] {
            let verdict = said("by-hand", letter, index, &typed, 1, language);
            assert!(verdict.contains(begins), "{letter} {index}: {typed} gives {verdict:?}");
        }
    }
}

#[test]
fn after_a_second_miss_the_working_begins() {
    let both = |lesson, start, at, text, count| [En, Zh].map(|language| said(lesson, start, at, text, count, language));
    let hint = [
        "Not yet. Multiply the query with the key, number by number, and add.",
        "还不对。查询与键逐个分量相乘，再相加。",
    ];
    assert_eq!(both("by-hand", "a", 1, "5", 1), hint);
    let begins = [" The working begins: 1 × 1 + 1 × 1 …", " 算式这样开头：1 × 1 + 1 × 1 …"];
    assert_eq!(both("by-hand", "a", 1, "7", 2), [0, 1].map(|at| format!("{}{}", hint[at], begins[at])));
    // Problems in words have no stages.
    assert_eq!(both("flash", "c", 3, "20", 1), ["Not yet. The number is larger.", "还不对。正确的数要大一些。"]);
    let [en, zh] = both("flash", "c", 3, "50", 2);
    assert!(en.starts_with("Not yet. The number is smaller. The working begins: ") && !en.contains("30.8"), "{en}");
    assert!(zh.starts_with("还不对。正确的数要小一些。 算式这样开头：") && !zh.contains("30.8"), "{zh}");
}

#[test]
fn percent_counts_units_and_rounding_are_judged_as_what_they_are() {
    let cases: [(&str, &str, usize, &str, &str, &str); 14] = [
        ("cost", "d", 4, "1%", "Right: 1", "对了：1"),
        ("cost", "d", 4, "1", "Right: 1", "对了：1"),
        ("cost", "d", 4, "0.01", "This is the ratio", "这是比值"),
        ("cost", "d", 1, "0.268", "It is off by a factor of 1000", "和正确的数相差 1000 倍"),
        ("cost", "d", 1, "256", "This goes by 1024", "这是按 1024 换算的"),
        (
            "properties",
            "c",
            3,
            "4.01",
            "Things are counted here: the answer is a whole number.",
            "这里数的是个数，答案是整数。",
        ),
        ("by-hand", "b", 1, "3e-4", "Too coarse: give two significant digits.", "约得太粗了：请给出两位有效数字。"),
        ("by-hand", "b", 1, "3.4e-4", "Right: 3.4e−4", "对了：3.4e−4"),
        ("by-hand", "b", 1, "1e-8", "Not yet.", "还不对。"),
        ("kv-cache", "b", 3, "131", "Right: 131.072", "对了：131.072"),
        ("kv-cache", "b", 3, "132", "", ""),
        ("flash", "c", 3, "30.86", "Right: 30.858", "对了：30.858"),
        ("cosine", "b", 3, "ln(1000)/2", "Right: 3.454", "对了：3.454"),
        ("mixing", "b", 5, "12.5%", "Right: 0.125", "对了：0.125"),
    ];
    for (lesson, start, at, text, en, zh) in cases {
        for (language, begins) in [(En, en), (Zh, zh)] {
            let verdict = said(lesson, start, at, text, 1, language);
            assert!(verdict.starts_with(begins), "{lesson} {start} {at}: {text} gives {verdict:?}");
            assert_eq!(verdict.starts_with("Right") || verdict.starts_with("对了"), en.starts_with("Right"), "{text}");
        }
    }
    for text in ["1/e", "exp(-1)", "e^(−1)", "e^-1", "36.8%"] {
        assert_eq!(said("flash", "c", 1, text, 1, En), "Right: 0.368", "{text}");
        assert_eq!(said("flash", "c", 1, text, 1, Zh), "对了：0.368", "{text}");
    }
    let (mixing, _) = question(&at("mixing", "b"), 5, En);
    assert!(mixing.read("ln 0").is_err(), "only a positive number has a logarithm");
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
