//! What is told after a miss.

use super::*;

/// How the answer to a problem in words is found, in each language.
fn workings(lesson: &Lesson, puzzle: &Puzzle) -> [&'static str; 2] {
    let entry = TextEntry::of(lesson.id).expect("a text");
    [entry.text.zh, entry.text.en].map(|text| {
        let puzzles = parse(text).expect("a text").puzzles;
        puzzles.iter().find(|words| words.id == puzzle.id).expect("its words").working
    })
}

#[test]
fn a_problem_in_words_begins_its_working_without_the_answer() {
    for lesson in LESSONS {
        for question in lesson.starts.iter().flat_map(|start| start.questions) {
            let Asked::Number(puzzle) = question.asked else { continue };
            let answer = (puzzle.answer)();
            for working in workings(lesson, puzzle) {
                let begin = beginning(working, answer);
                assert!(
                    begin.chars().count() > 5 && working.starts_with(begin),
                    "{}: {begin:?} of {working}",
                    puzzle.id
                );
                assert!(!begin.ends_with(['÷', '×', '+', '√', ',', '(']), "{}: {begin:?} breaks off", puzzle.id);
                assert_eq!(beginning(begin, answer), "", "{}: {begin:?} gives the answer", puzzle.id);
            }
        }
    }
}

/// "Right: 30.858" above a working of 30.857: a number of a working that is as good as the answer is the answer, rounded.
#[test]
fn workings_in_words_round_as_the_page_does() {
    let mut seen = 0;
    for lesson in LESSONS {
        for question in lesson.starts.iter().flat_map(|start| start.questions) {
            let Asked::Number(puzzle) = question.asked else { continue };
            let answer = (puzzle.answer)();
            for working in workings(lesson, puzzle) {
                for number in working.split(|c: char| !c.is_ascii_digit() && c != '.').map(|n| n.trim_end_matches('.'))
                {
                    let value: f64 = number.parse().unwrap_or(f64::NAN);
                    if (value - answer.abs()).abs() > 2e-3 * value.abs() {
                        continue;
                    }
                    let decimals = number.split_once('.').map_or(0, |(_, fraction)| fraction.len());
                    if value.is_finite() {
                        assert_eq!(number, format!("{:.decimals$}", answer.abs()), "{}: {working}", puzzle.id);
                        seen += 1;
                    }
                }
            }
        }
    }
    assert!(seen > 30, "{seen} numbers");
}

#[test]
fn every_stage_that_is_asked_for_has_a_hint_of_its_own_kind() {
    let asked: Vec<Name> = questions()
        .iter()
        .filter_map(|(_, question, _)| match question.asked {
            Asked::Cell(cell) => Some(cell.name),
            Asked::Number(_) => None,
        })
        .collect();
    for &name in &asked {
        let alike = |other: &&Name| hint(**other) == hint(name);
        let projections = [Name::Q, Name::K, Name::V];
        assert!(asked.iter().filter(alike).all(|other| *other == name || projections.contains(other)), "{name:?}");
        let Text { zh, en } = hint(name);
        assert!(!zh.is_empty() && !en.is_empty());
    }
}
