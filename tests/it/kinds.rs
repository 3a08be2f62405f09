//! What the problems in words ask for: counts, percent, so many of a unit; and what is said to a wrong answer for that.

use attention_lab::document::edit::Edit;
use attention_lab::document::standing::Standing;
use attention_lab::document::{Document, link};
use attention_lab::lessons::prose::{TextEntry, parse};
use attention_lab::lessons::tolerance::{explains, matches, tolerance};
use attention_lab::lessons::{AnswerKind, Asked, Cause, LESSONS, Lesson, Puzzle, Question};
use attention_lab::number::{show, show_answer};
use attention_lab::text::Language;

/// Every problem in words, with its lesson, the number of its start and its own, all from 0.
fn problems() -> Vec<(&'static Lesson, usize, usize, &'static Puzzle)> {
    let mut all = Vec::new();
    for lesson in LESSONS {
        for (start, chosen) in lesson.starts.iter().enumerate() {
            for (index, question) in chosen.questions.iter().enumerate() {
                if let Asked::Number(puzzle) = question.asked {
                    all.push((*lesson, start, index, puzzle));
                }
            }
        }
    }
    assert!(all.len() >= 23, "{} problems", all.len());
    all
}

fn find(lesson: &str, id: &str) -> (Document, usize) {
    let (lesson, start, index, _) = problems()
        .into_iter()
        .find(|(l, _, _, puzzle)| l.id == lesson && puzzle.id == id)
        .expect("the problem is there");
    (Document::at_start(lesson, start), index)
}

/// How an answer stands that is typed as `text`.
fn standing(lesson: &str, id: &str, text: &str) -> Standing {
    let (document, index) = find(lesson, id);
    let answer = document.chosen().questions[index].read(text).expect("a number");
    document.edited(&Edit::Answer(index, Some(answer))).standing(index)
}

fn prompt(lesson: &Lesson, puzzle: &Puzzle) -> [&'static str; 2] {
    let entry = TextEntry::of(lesson.id).expect("a text");
    [entry.text.zh, entry.text.en].map(|text| {
        parse(text).expect("a text").puzzles.iter().find(|words| words.id == puzzle.id).expect("its words").prompt
    })
}

/// The words of a problem say what it asks for, and its kind says the same.
#[test]
fn the_kind_of_a_problem_is_that_of_its_words() {
    let mut counts = 0;
    for (lesson, _, _, puzzle) in problems() {
        let [zh, en] = prompt(lesson, puzzle);
        let measures = ["How many MB ", "How many kB ", "How many milliseconds ", "How many M parameters "];
        let asked = match en {
            _ if en.contains("How many percent ") => AnswerKind::Percent,
            _ if measures.iter().any(|words| en.contains(words)) => AnswerKind::Measure,
            _ if en.to_lowercase().contains("how many ") => AnswerKind::Count,
            // A rank counts directions, and a head has a number.
            _ if en.contains("the rank") || en.contains("Which key-value head") => AnswerKind::Count,
            _ => AnswerKind::Number,
        };
        assert_eq!(puzzle.kind, asked, "{} {}: {en}", lesson.id, puzzle.id);
        assert_eq!(zh.contains("百分之几"), asked == AnswerKind::Percent, "{zh}");
        if asked == AnswerKind::Count {
            counts += 1;
            assert_eq!((puzzle.answer)().fract(), 0.0, "{}", puzzle.id);
            let words = ["几个", "几对", "几格", "多少次", "第几", "秩"];
            assert!(words.iter().any(|word| zh.contains(word)), "{zh}");
        }
    }
    assert_eq!(counts, 7);
}

#[test]
fn a_count_is_a_whole_number_exactly() {
    for (lesson, start, index, puzzle) in problems().into_iter().filter(|(.., puzzle)| puzzle.kind == AnswerKind::Count)
    {
        let document = Document::at_start(lesson, start);
        let question = &document.chosen().questions[index];
        let right = (puzzle.answer)();
        let cause = |answer| question.cause(&document.inputs, answer);
        assert!(question.accepts(&document.inputs, right), "{}: {right}", puzzle.id);
        // The last is within what other numbers may be off by.
        for near in [right + 0.01, right - 0.01, right - 0.5, right + 1e-9, right + 0.9 * tolerance(right)] {
            assert!(!question.accepts(&document.inputs, near), "{}: {near} for {right}", puzzle.id);
            assert_eq!(cause(near), Some(Cause::NotWhole), "{}: {near}", puzzle.id);
        }
        // Another whole number is no matter of digits.
        for whole in [right + 1.0, right - 1.0, 1000.0] {
            assert!(matches!(cause(whole), None | Some(Cause::Mistake(_))), "{}: {whole}", puzzle.id);
        }
    }
}

#[test]
fn a_percent_sign_is_taken_where_percent_are_asked_for() {
    for text in ["1", "1%", "1 %", "１％", "1.0%", "100%*1%", "2%/2", "100/100%"] {
        assert_eq!(standing("cost", "retrieved", text), Standing::Right(1.0), "{text}");
    }
    for (text, mistake) in [("10", 0), ("10%", 0), ("0.01", 1), ("1/100", 1), ("0.01%", 1)] {
        assert_eq!(standing("cost", "retrieved", text), Standing::Wrong(Some(Cause::Mistake(mistake))), "{text}");
    }
    // Everywhere else a percent is a hundredth, and what is no number is none.
    assert_eq!(standing("mixing", "divided", "12.5%"), Standing::Right(0.125));
    let (document, index) = find("cost", "retrieved");
    let question: &Question = &document.chosen().questions[index];
    assert_eq!(question.read("7%"), Ok(7.0));
    for text in ["%", "", "x%", "1/0%"] {
        assert!(question.read(text).is_err(), "{text}");
    }
    // A link that somebody wrote reads the same.
    let answered = |text: &str| {
        let (state, _) = link::read(&format!("lesson=cost&exercise.start=d&exercise.answers={text}"), Language::En);
        state.document.standing(index)
    };
    let commas = ",".repeat(index);
    assert_eq!(answered(&format!("{commas}1%25")), Standing::Right(1.0));
    assert_eq!(answered(&format!("{commas}0.01")), Standing::Wrong(Some(Cause::Mistake(1))));
}

/// 268.435456 MB are 0.268 GB, 268435.456 kB, 256 MiB, 0.25 GiB and 262144 KiB; 131.072 kB are 128 KiB; 4194304 is 4 × 1024².
#[test]
fn another_unit_is_named() {
    let told = |lesson, id, text| match standing(lesson, id, text) {
        Standing::Wrong(cause) => cause,
        other => panic!("{id}: {text} is {other:?}"),
    };
    for text in ["0.268", "268435456", "268435.456", "268435"] {
        assert_eq!(told("cost", "cache", text), Some(Cause::Thousands), "{text}");
    }
    for text in ["256", "262144"] {
        assert_eq!(told("cost", "cache", text), Some(Cause::Binary), "{text}");
    }
    for text in ["131072", "0.131", "0.131072"] {
        assert_eq!(told("kv-cache", "bytes", text), Some(Cause::Thousands), "{text}");
    }
    assert_eq!(told("kv-cache", "bytes", "128"), Some(Cause::Binary));
    assert_eq!(told("kv-cache", "bytes", "1048.576"), Some(Cause::Mistake(3)), "bits");
    for text in ["0.01195", "11945.3", "0.0119453"] {
        assert_eq!(told("cost", "step", text), Some(Cause::Thousands), "{text}");
    }
    assert_eq!(told("multi-head", "parameters", "4194304"), Some(Cause::Thousands));
    assert_eq!(told("multi-head", "parameters", "4"), Some(Cause::Binary));
    // No unit, no thousands.
    assert_eq!(told("multi-head", "divisor", "8000"), None);
    // All of them are far enough from right for four digits to tell.
    for (lesson, start, index, puzzle) in
        problems().into_iter().filter(|(.., puzzle)| puzzle.kind == AnswerKind::Measure)
    {
        let document = Document::at_start(lesson, start);
        let right = (puzzle.answer)();
        for factor in [1e3, 1e-3, 1e6, 1e-6, 1.0 / 1.024] {
            let answer: f64 = format!("{:.3e}", factor * right).parse().expect("a number");
            assert!(explains(answer, factor * right, right) && !matches(answer, right), "{} {factor}", puzzle.id);
            let cause = document.chosen().questions[index].cause(&document.inputs, answer);
            assert!(cause.is_some(), "{}: {answer}", puzzle.id);
        }
    }
}

#[test]
fn too_few_digits_are_told_with_how_many_are_wanted() {
    // softmax of 8 and 0: 3.3535e-4, and the other is 0.99966.
    let lesson = Lesson::from_id("by-hand").expect("the lesson is there");
    let document = Document::at_start(lesson, 1);
    let question = &document.chosen().questions[0];
    let cause = |answer| question.cause(&document.inputs, answer);
    assert_eq!(cause(3e-4), Some(Cause::Coarse(2)));
    for other in [4e-4, 2e-4, 3e-3, 3e-5, 3.1e-4, 1e-12, 1e-3, 1.0] {
        assert_ne!(cause(other), Some(Cause::Coarse(2)), "{other}");
    }
    // What is asked for is enough: so many digits are right, for numbers of every size.
    for right in [3.3535e-4, 0.0904, 0.096, 0.6652, 0.25, 1.4, 2.54, 7.77, 30.858, 46.386, 96.6, 451.2, 9876.5] {
        let digits = attention_lab::lessons::tolerance::digits(right);
        for given in 1..=6 {
            let answer: f64 = format!("{right:.*e}", given - 1).parse().expect("a number");
            assert!(given < digits || matches(answer, right), "{answer} for {right}");
        }
    }
    assert_eq!(standing("flash", "output", "31"), Standing::Right((find_answer("flash", "output"))()));
    assert_eq!(standing("cosine", "gain", "3"), Standing::Wrong(Some(Cause::Coarse(3))));
    assert_eq!(standing("flash", "factor", "0.4"), Standing::Wrong(Some(Cause::Coarse(2))));
    // 0 and 1 have a slip of their own, and what is merely near is not coarse.
    assert_eq!(standing("flash", "factor", "0.3"), Standing::Wrong(None));
}

fn find_answer(lesson: &str, id: &str) -> fn() -> f64 {
    problems()
        .into_iter()
        .find(|(l, _, _, puzzle)| l.id == lesson && puzzle.id == id)
        .expect("the problem is there")
        .3
        .answer
}

/// The right answer has the digits that are wanted of the learner.
#[test]
fn a_right_answer_is_shown_with_two_digits_at_least() {
    for (value, decimals, shown) in [
        (3.353_501e-4, 3, "3.4e−4"),
        (3.353_501e-4, 6, "0.000335"),
        (3.353_501e-4, 4, "3.4e−4"),
        (0.004_3, 3, "4.3e−3"),
        (0.090_4, 3, "0.090"),
        (0.090_4, 2, "9.0e−2"),
        (-3.353_501e-4, 3, "−3.4e−4"),
        (0.999_664_65, 3, "1−3.4e−4"),
        (0.665_24, 2, "0.67"),
        (30.858, 3, "30.858"),
        (0.0, 3, "0.000"),
        (1.0, 3, "1.000"),
    ] {
        assert_eq!(show_answer(value, decimals), shown);
    }
    // Cells are as narrow as they were.
    assert_eq!([show(3.353_501e-4, 3), show(0.999_664_65, 3), show(0.004_3, 3)], ["3e−4", "1−3e−4", "0.004"]);
}
