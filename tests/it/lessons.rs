//! What each lesson promises.

use attention_lab::choice::Choice;
use attention_lab::document::edit::Edit;
use attention_lab::document::{Cover, Document, steps};
use attention_lab::engine::cell::{Cell, Name};
use attention_lab::engine::scaling::Scaling;
use attention_lab::lessons::prose::{TextEntry, parse};
use attention_lab::lessons::slips::Slip;
use attention_lab::lessons::tolerance::matches;
use attention_lab::lessons::{Asked, Cause, LESSONS, Lesson};

fn cover(document: &Document, cell: Cell) -> Cover {
    document.cover(&document.settled(), cell)
}

fn by_hand(start: &str) -> Document {
    let lesson = Lesson::from_id("by-hand").expect("the lesson is there");
    let start = lesson.starts.iter().position(|s| s.id == start).expect("the exercise is there");
    Document::at_start(lesson, start)
}

#[test]
fn each_lesson_has_its_prose_in_both_languages() {
    for lesson in LESSONS {
        let title = lesson.title();
        assert!(!title.zh.is_empty() && !title.en.is_empty(), "{}", lesson.id);
        assert!(!lesson.starts.is_empty());
        assert_eq!(Lesson::from_id(lesson.id).map(|l| l.id), Some(lesson.id));
    }
}

#[test]
fn each_exercise_starts_open_and_its_answers_close_it() {
    for lesson in LESSONS {
        for start in 0..lesson.starts.len() {
            let mut document = Document::at_start(lesson, start);
            let questions = document.chosen().questions;
            for (index, question) in questions.iter().enumerate() {
                assert!(!document.is_settled(index), "{} {start} {index}", lesson.id);
                let answer = question.answer(&document.inputs).expect("the cell is there");
                assert!(answer.is_finite());
                document = document.edited(&Edit::Answer(index, Some(answer)));
                assert!(document.is_settled(index));
                assert_eq!(question.cause(&document.inputs, answer), None);
            }
            let shown = |name| {
                (0..steps::rows(&document.inputs, name)).all(|i| cover(&document, Cell::new(name, i, 0)) == Cover::Open)
            };
            assert!(steps::stages(&document.inputs).into_iter().all(shown), "all is shown once all is answered");
        }
    }
}

#[test]
fn what_is_asked_is_covered_until_it_is_answered() {
    let document = by_hand("a");
    let covered = |document: &Document, name, column| cover(document, Cell::new(name, 0, column)) != Cover::Open;
    assert!(covered(&document, Name::Scores, 0) && covered(&document, Name::Output, 2));
    assert_eq!(cover(&document, Cell::new(Name::Weights, 0, 2)), Cover::Asked);
    assert!(!covered(&document, Name::Q, 0) && !covered(&document, Name::V, 0));
    let document = document.edited(&Edit::Answer(0, Some(2.0)));
    assert!(!covered(&document, Name::Scores, 0) && covered(&document, Name::Scaled, 0));
    let document = document.edited(&Edit::Answer(2, Some(0.25)));
    assert!(!covered(&document, Name::Weights, 0), "an answer found early is shown");
    assert!(covered(&document, Name::Weights, 1));
}

#[test]
fn slips_are_named() {
    // (exercise, question, answer, slip): each wrong number worked out by hand or with a calculator.
    let cases = [
        ("a", 1, "2", Slip::NotScaled),
        ("a", 1, "1", Slip::DividedByDk),
        ("a", 3, "0.576", Slip::NotScaled),
        ("a", 3, "0.452", Slip::DividedByDk),
        ("f", 4, "0.5", Slip::NoExponential),
        ("a", 3, "4.113", Slip::NotNormalised),
        ("a", 2, "0.707", Slip::LogitGiven),
        ("a", 2, "1", Slip::WrongAxis),
        ("b", 0, "0", Slip::Rounded),
        ("b", 2, "0.376", Slip::DividedByDk),
        ("b", 5, "0.665", Slip::DividedByRoot),
        ("c", 3, "0.67", Slip::NotMasked),
        ("d", 1, "-1.414", Slip::WrongSign),
        ("e", 1, "0.232", Slip::NotMasked),
        ("f", 3, "0.248", Slip::Transposed),
    ];
    for (start, question, answer, slip) in cases {
        let document = by_hand(start);
        let question = &document.chosen().questions[question];
        let cause = question.cause(&document.inputs, answer.parse().expect("a number"));
        assert_eq!(cause, Some(Cause::Slip(slip)), "{start} {answer}");
    }
}

#[test]
fn unlikely_answers_get_no_slip() {
    let document = by_hand("a");
    assert_eq!(document.chosen().questions[3].cause(&document.inputs, 123.456), None);
}

#[test]
fn problems_in_words_tell_their_mistakes_apart() {
    for lesson in LESSONS {
        let text = TextEntry::of(lesson.id).and_then(|entry| parse(entry.text.en)).expect("a text");
        let mut worded = Vec::new();
        for question in lesson.starts.iter().flat_map(|start| start.questions) {
            let Asked::Number(puzzle) = question.asked else { continue };
            let words = text.puzzles.iter().find(|words| words.id == puzzle.id);
            let words = words.unwrap_or_else(|| panic!("{}: no words for {}", lesson.id, puzzle.id));
            assert_eq!(words.told.len(), puzzle.mistakes.len(), "{} {}", lesson.id, puzzle.id);
            worded.push(words.id);
            let right = (puzzle.answer)();
            let wrong: Vec<f64> = puzzle.mistakes.iter().map(|mistake| mistake()).collect();
            for (i, &answer) in wrong.iter().enumerate() {
                assert!(answer.is_finite() && !matches(answer, right), "{}: {answer}", words.prompt);
                assert!(wrong[..i].iter().all(|&other| !matches(answer, other)), "{}: {answer}", words.prompt);
                let inputs = &Document::new(lesson).inputs;
                assert_eq!(question.cause(inputs, answer), Some(Cause::Mistake(i)));
            }
        }
        assert_eq!(text.puzzles.iter().map(|words| words.id).collect::<Vec<_>>(), worded, "{}", lesson.id);
    }
}

#[test]
fn what_only_rounds_to_one_is_not_one() {
    assert!(matches(0.503, 0.50349) && matches(1.0, 1.0) && matches(0.0, 0.0));
    assert!(!matches(1.0, 0.99966) && !matches(0.0, 0.000335));
    assert!(matches(0.9997, 0.99966) && !matches(0.52, 0.50349));
}

#[test]
fn every_slip_has_an_id_of_its_own() {
    for (i, slip) in Slip::ALL.iter().enumerate() {
        assert_eq!(Slip::ALL.iter().position(|other| other.id() == slip.id()), Some(i));
    }
}

#[test]
fn steps_go_through_every_row_once() {
    for lesson in LESSONS {
        let inputs = Document::new(lesson).inputs;
        let count = steps::count(&inputs);
        assert_eq!(steps::at(&inputs, 0), None);
        assert_eq!(steps::at(&inputs, count + 1), None);
        let all: Vec<_> = (1..=count).map(|n| steps::at(&inputs, n).expect("a step")).collect();
        let rows: usize = steps::stages(&inputs).iter().map(|&name| steps::rows(&inputs, name)).sum();
        assert_eq!(all.len(), rows);
        assert!(all.windows(2).all(|pair| pair[0] != pair[1]));
        let last = all[count - 1];
        assert_eq!((last.name, last.row + 1), (Name::Output, inputs.queries()));
        assert!(steps::is_reached(&inputs, 1, all[0].name, 0) && !steps::is_reached(&inputs, 1, Name::Output, 0));
        assert!(steps::is_reached(&inputs, count, Name::Output, inputs.queries() - 1));
        // By stages there and back.
        let mut step = 1;
        let mut visited = vec![1];
        while steps::next_stage(&inputs, step) != step && steps::at(&inputs, step).map(|s| s.name) != Some(Name::Output)
        {
            step = steps::next_stage(&inputs, step);
            visited.push(step);
        }
        assert_eq!(visited.len(), steps::stages(&inputs).len());
        while step > 1 {
            assert_eq!(visited.pop(), Some(step));
            step = steps::previous_stage(&inputs, step);
        }
    }
}

#[test]
fn three_scalings_starts_from_scores_of_width_64() {
    let document = Document::new(Lesson::from_id("three-scalings").expect("the lesson is there"));
    assert_eq!(document.inputs.divisor(), 8.0);
    assert_eq!(document.inputs.with_scaling(Scaling::Dk).divisor(), 64.0);
}
