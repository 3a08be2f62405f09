//! What is right, which slip is named, and how answers stand when numbers change.

use attention_lab::choice::Choice;
use attention_lab::document::edit::Edit;
use attention_lab::document::shelf::Shelf;
use attention_lab::document::standing::Standing;
use attention_lab::document::{Cover, Document, State, View, link};
use attention_lab::engine::cell::{Cell, Name};
use attention_lab::engine::inputs::Inputs;
use attention_lab::engine::random::Stream;
use attention_lab::engine::scaling::Scaling;
use attention_lab::engine::trace::attend;
use attention_lab::lessons::figure::Figure;
use attention_lab::lessons::hint::{beginning, hint};
use attention_lab::lessons::prose::{Block, Entry, parse};
use attention_lab::lessons::slips::{Slip, accepts, explains, matches, tolerance, wrong_values};
use attention_lab::lessons::{Asked, Cause, LESSONS, Lesson, Puzzle, Question};
use attention_lab::text::{Language, Text};

use crate::figures::{instant, setting};

fn at_start(lesson: &str, start: &str) -> Document {
    let lesson = Lesson::from_id(lesson).expect("the lesson is there");
    let start = lesson.starts.iter().position(|other| other.id == start).expect("the start is there");
    Document::at_start(lesson, start)
}

/// Every question of the course, with its name and the inputs that it is asked of.
fn questions() -> Vec<(String, &'static Question, Inputs)> {
    let mut all = Vec::new();
    for lesson in LESSONS {
        for (start, chosen) in lesson.starts.iter().enumerate() {
            let inputs = Document::at_start(lesson, start).inputs;
            for (index, question) in chosen.questions.iter().enumerate() {
                all.push((format!("{} {} {}", lesson.id, chosen.id, index + 1), question, inputs.clone()));
            }
        }
    }
    assert!(all.len() >= 47, "{} questions", all.len());
    all
}

/// The finite numbers that mistakes lead to, with what is behind each, but for those that pass as right.
fn wrong(question: &Question, inputs: &Inputs) -> Vec<(f64, Cause)> {
    let right = question.answer(inputs).expect("the cell is there");
    let all: Vec<(f64, Cause)> = match question.asked {
        Asked::Number(puzzle) => {
            puzzle.mistakes.iter().enumerate().map(|(i, mistake)| (mistake(), Cause::Mistake(i))).collect()
        }
        Asked::Cell(cell) => {
            let inputs = question.inputs(inputs);
            let trace = attend(&inputs);
            let values = |&slip: &Slip| {
                wrong_values(slip, &inputs, &trace, cell).into_iter().flatten().map(move |x| (x, Cause::Slip(slip)))
            };
            Slip::ALL.iter().flat_map(values).collect()
        }
    };
    all.into_iter().filter(|(value, _)| value.is_finite() && !matches(*value, right)).collect()
}

/// `value` to so many significant digits.
fn rounded(value: f64, digits: usize) -> f64 {
    format!("{value:.*e}", digits - 1).parse().expect("a number")
}

// ---- What is right

#[test]
fn two_decimals_are_right_and_below_a_tenth_two_digits() {
    for (right, yes, no) in [
        (0.665_240_956, [0.67, 0.665, 0.6603, 0.6702], [0.66, 0.671, 0.6602, -0.665]),
        (3.35e-4, [3.35e-4, 3.4e-4, 0.00033, 0.00035], [-0.001, 0.005, 1e-8, 0.0]),
        (0.0904, [0.09, 0.0904, 0.0945, 0.0860], [0.1, 0.085, 0.0, 0.095]),
        (30.858, [30.86, 30.9, 30.8, 31.0], [30.7, 31.1, 30.0, 32.0]),
        (-2.0, [-2.0, -1.99, -2.01, -1.991], [2.0, -1.98, -2.02, 0.0]),
        (0.99966, [0.9997, 0.999, 0.99966, 0.996], [1.0, 0.994, 1.006, 0.99]),
    ] {
        for answer in yes {
            assert!(matches(answer, right), "{answer} is right for {right}");
        }
        for answer in no {
            assert!(!matches(answer, right), "{answer} is wrong for {right}");
        }
    }
    // The tolerance grows with the number and has no jump.
    let grid: Vec<f64> = (-4000..4000).map(|k| 10f64.powf(f64::from(k) / 1000.0)).collect();
    for pair in grid.windows(2) {
        let [low, high] = [tolerance(pair[0]), tolerance(pair[1])];
        assert!(low <= high && high <= low * 1.003, "{pair:?}: {low} {high}");
    }
    // Whatever is rounded as the page asks for is right.
    let mut random = Stream::new(1, 0);
    for _ in 0..20_000 {
        let right = 10f64.powf(6.0 * random.uniform() - 4.0);
        let decimals = (right * 100.0).round() / 100.0;
        let answer = if right < 0.1 { rounded(right, 2) } else { decimals };
        assert!(matches(answer, right) || answer == 1.0, "{answer} for {right}");
    }
}

#[test]
fn nothing_but_zero_is_zero_and_noise_is_no_difference() {
    assert!(matches(0.0, 0.0) && !matches(0.004, 0.0) && !matches(1e-8, 0.0));
    // 0.1 + 0.2 − 0.3, and ten times 0.1.
    let noise: f64 = 0.1 + 0.2 - 0.3;
    let one: f64 = (0..10).map(|_| 0.1).sum();
    assert!(noise != 0.0 && one != 1.0 && matches(0.0, noise) && matches(1.0, one));
    // A weight is never beyond 0…1, and 0 only where the key is hidden.
    let weight = Cell::new(Name::Weights, 0, 0);
    assert!(accepts(weight, 1.0, 1.0) && !accepts(weight, 1.003, 1.0) && !accepts(weight, 1.001, 0.9999));
    assert!(accepts(weight, 0.0, 0.0) && !accepts(weight, 0.0, 1e-20) && !accepts(weight, -1e-20, 0.0));
}

/// The impossible answers that once passed, at the question where they did.
#[test]
fn a_tiny_weight_wants_its_own_digits() {
    let document = at_start("by-hand", "b");
    let question = &document.chosen().questions[0];
    let right = question.answer(&document.inputs).expect("the cell is there");
    assert!((right - 3.35e-4).abs() < 1e-6);
    for answer in [-0.001, 0.005, 1e-8, 0.0, 0.001, -3.35e-4] {
        assert!(!question.accepts(&document.inputs, answer), "{answer}");
    }
    for answer in [3.4e-4, 0.000335, 3.3e-4, (-8f64).exp()] {
        assert!(question.accepts(&document.inputs, answer), "{answer}");
    }
}

// ---- Which slip is named

#[test]
fn every_slip_is_named_by_its_own_number_to_three_digits() {
    let mut count = 0;
    for (name, question, inputs) in questions() {
        let right = question.answer(&inputs).expect("the cell is there");
        let all = wrong(question, &inputs);
        for &(value, _) in &all {
            for answer in [value, rounded(value, 3)] {
                // Too near to the right number to tell the two apart from three digits.
                if question.accepts(&inputs, answer) || !explains(answer, value, right) {
                    assert!(
                        (value - right).abs() < 0.02 * right.abs().max(value.abs()),
                        "{name}: {answer} for {value}"
                    );
                    continue;
                }
                count += 1;
                let named = question.cause(&inputs, answer);
                let alike = |other: &(f64, Cause)| named == Some(other.1) && explains(answer, other.0, right);
                let rounds = named == Some(Cause::Slip(Slip::Rounded)) && (answer == 0.0 || answer == 1.0);
                assert!(rounds || all.iter().any(alike), "{name}: {answer} is told {named:?}");
            }
        }
    }
    assert!(count > 250, "{count} answers");
}

/// The slips that once were not named, or named to answers that merely were near 0.
#[test]
fn slips_are_named_in_the_form_that_the_lessons_teach() {
    let told = |start, question: usize, answer| {
        let document = at_start("by-hand", start);
        document.chosen().questions[question - 1].cause(&document.inputs, answer)
    };
    assert_eq!(told("a", 3, 0.493), Some(Cause::Slip(Slip::NotNormalised)), "e^(z − m)");
    assert_eq!(told("b", 4, 0.368), Some(Cause::Slip(Slip::NotNormalised)), "e^(z − m)");
    assert_eq!(told("a", 3, 2.028), Some(Cause::Slip(Slip::NotNormalised)), "e^z");
    // A hidden key: its logit is −∞, which explains nothing.
    for answer in [0.5, 0.1, 1.0, -3.0, 42.0, 0.01] {
        assert_ne!(told("e", 1, answer), Some(Cause::Slip(Slip::LogitGiven)), "{answer}");
    }
    assert_eq!(told("e", 1, 0.5), None);
    for answer in [1e-3, -1e-3, 2e-4, 1e-6, -1e-9] {
        assert_eq!(told("b", 1, answer), None, "{answer} is near 0, and so is the right number");
    }
}

/// How often an answer at random is told a slip. With many digits, a mistake covers 0.4 % of its own size, and no
/// question has more than eleven: below 4.4 % for each question, were all of them in range, apart, and as large as the
/// range. Over all questions it is 0.5 % of uniform answers and 0.1 % of log-uniform ones; the bounds are twice that and
/// more. An answer of two decimals is one of a hundred, and each mistake has one of them: four or five mistakes that lie
/// in range, and the right number given too coarsely, would be 5 %; 2.6 % it is. Near 0 nothing is named that is merely near 0 as well.
#[test]
fn answers_at_random_are_seldom_told_a_slip() {
    const EACH: usize = 1000;
    let mut random = Stream::new(7, 0);
    let (mut uniform, mut wide, mut two, mut small, mut asked) = (0usize, 0usize, 0usize, 0usize, 0usize);
    let (mut words, mut problems) = (0usize, 0usize);
    for (name, question, inputs) in questions() {
        let Asked::Cell(_) = question.asked else {
            // A problem in words has at most four mistakes, each 0.4 % of its size.
            let right = question.answer(&inputs).expect("an answer");
            // That a count is no whole number is true of all of these.
            let named = |answer| question.cause(&inputs, answer).is_some_and(|cause| cause != Cause::NotWhole);
            let told = (0..EACH).filter(|_| named(2.0 * right * random.uniform())).count();
            assert!(told <= EACH * 4 / 100, "{name}: {told} of {EACH}");
            (words, problems) = (words + told, problems + 1);
            continue;
        };
        asked += 1;
        let right = question.answer(&inputs).expect("the cell is there");
        let is_weight = matches!(question.asked, Asked::Cell(cell) if cell.name == Name::Weights);
        let range = if is_weight { 1.0 } else { 2.0 * right.abs().max(1.0) };
        let told = |answer: f64| usize::from(question.cause(&inputs, answer).is_some());
        let mut here = 0;
        for _ in 0..EACH {
            let x = random.uniform();
            here += told(range * x);
            wide += told(range * 10f64.powf(-4.0 * x));
            two += told((range * x * 100.0).round() / 100.0);
            // Near 0, of either sign; 0 itself is an answer of its own.
            small += told((2.0 * x - 1.0) * 1e-3);
        }
        assert!(here <= EACH * 44 / 1000, "{name}: {here} of {EACH}");
        uniform += here;
    }
    let share = |count: usize| count as f64 / (asked * EACH) as f64;
    let [uniform, wide, two, small] = [uniform, wide, two, small].map(share);
    println!("told a slip: {uniform:.4} uniform, {wide:.4} log-uniform, {two:.4} of two decimals, {small:.4} near 0");
    println!("problems in words: {:.4}", words as f64 / (problems * EACH) as f64);
    assert!(uniform < 0.01 && wide < 0.005, "{uniform} {wide}");
    assert!(two < 0.05, "{two}");
    assert!(small < 0.001, "{small}");
}

// ---- Hints

/// How the answer to a problem in words is found, in each language.
fn workings(lesson: &Lesson, puzzle: &Puzzle) -> [&'static str; 2] {
    let entry = Entry::of(lesson.id).expect("a text");
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

// ---- How answers stand

fn answered(document: Document) -> Document {
    (0..document.chosen().questions.len()).fold(document, |document, index| {
        let answer = document.chosen().questions[index].answer(&document.inputs);
        document.edited(&Edit::Answer(index, answer))
    })
}

fn through_link(document: &Document) -> Document {
    let state = State { view: View::new(Language::En), document: document.clone() };
    let (back, problems) = link::read(&link::write(&state), Language::Zh);
    assert_eq!(problems, []);
    back.document
}

/// Projections c: all five answered, then W_Q = I. The answers were right for the numbers that they were asked of.
#[test]
fn a_right_answer_stays_right_when_numbers_change() {
    let done = answered(at_start("projections", "c"));
    let wq = |document: &Document, i, value| document.edited(&Edit::Cell(Cell::new(Name::WQ, i, i), value));
    let edited = wq(&wq(&done, 0, 1.0), 1, 1.0);
    assert_eq!(edited.settled(), [true; 5]);
    assert_eq!(edited.standing(0), Standing::RightBefore, "Q is 1 now, and the answer was 2");
    assert_eq!(edited.cover(&edited.settled(), Cell::new(Name::Weights, 0, 0)), Cover::Open);
    assert_eq!(through_link(&edited), edited);
    // Back at the old numbers it is simply right.
    let back = wq(&wq(&edited, 0, 2.0), 1, 2.0);
    assert_eq!(back.standing(0), Standing::Right(2.0));
    assert_eq!(back, done);
    // The answers can be taken back, and the questions then ask about the numbers as they are.
    let anew = edited.edited(&Edit::ClearAnswers);
    assert_eq!((anew.settled(), &anew.inputs), (vec![false; 5], &edited.inputs));
    assert_eq!(anew.edited(&Edit::Answer(0, Some(2.0))).standing(0), Standing::Wrong(None));
    assert!(matches!(anew.edited(&Edit::Answer(0, Some(1.0))).standing(0), Standing::Right(_)));
}

#[test]
fn a_wrong_answer_ends_with_its_numbers_and_what_was_revealed_stays() {
    let document = at_start("by-hand", "a").edited(&Edit::Answer(0, Some(3.0))).edited(&Edit::Reveal(1));
    assert!(matches!(document.standing(0), Standing::Wrong(_)));
    let edited = document.edited(&Edit::Cell(Cell::new(Name::Q, 0, 0), 2.0));
    assert_eq!((edited.standing(0), edited.is_settled(1)), (Standing::Open, true));
    // What changes no number ends nothing.
    let same = document.edited(&Edit::Tokens(vec!["a".into()]));
    assert!(matches!(same.standing(0), Standing::Wrong(_)));
    // A right answer that is taken over by a wrong one is right no longer.
    let done = answered(at_start("by-hand", "a"));
    assert!(!done.edited(&Edit::Answer(2, Some(0.9))).is_settled(2));
    assert!(!done.edited(&Edit::Answer(2, None)).is_settled(2));
}

#[test]
fn links_hold_answers_exactly_whatever_came_after_them() {
    let edits = [
        Edit::Scaling(Scaling::None),
        Edit::Fill(3),
        Edit::Cell(Cell::new(Name::V, 0, 0), 7.0),
        Edit::TogglePadding(0),
        Edit::Answer(1, Some(0.25)),
        Edit::Reveal(0),
    ];
    for lesson in LESSONS {
        for start in 0..lesson.starts.len() {
            for edit in &edits {
                let edited = answered(Document::at_start(lesson, start)).edited(edit);
                assert_eq!(through_link(&edited), edited, "{} {start} {edit:?}", lesson.id);
            }
        }
    }
    // A link from before there was such a key judges by its own numbers, and what is not answered is not right.
    let read = |link| link::read(link, Language::En).0.document;
    let old = read("lesson=by-hand&exercise.answers=2,3");
    assert_eq!((old.is_settled(0), old.is_settled(1)), (true, false));
    let claimed = read("lesson=by-hand&exercise.answers=7&exercise.right=1,2");
    assert_eq!((claimed.standing(0), claimed.is_settled(1)), (Standing::RightBefore, false));
}

#[test]
fn a_link_without_answers_keeps_the_numbers() {
    let document = answered(at_start("by-hand", "f")).edited(&Edit::Scaling(Scaling::Dk)).edited(&Edit::Reveal(0));
    let state = State { view: View::new(Language::Zh), document };
    let link = link::without_answers(&state);
    assert!(!link.contains("exercise.answers") && !link.contains("exercise.re") && !link.contains("exercise.ri"));
    let back = link::read(&link, Language::En).0;
    assert_eq!(back.document.inputs, state.document.inputs);
    assert_eq!((back.view, back.document.settled()), (state.view, vec![false; 6]));
}

// ---- What is kept

#[test]
fn each_start_keeps_its_answers_and_figures_their_settings() {
    let figure = Figure::MixingScale;
    let c = setting(figure, "c");
    let set = |document: &Document| document.edited(&Edit::Setting(figure, 0, -1.0));
    let first = set(&Document::new(Lesson::from_id("mixing").expect("the lesson is there")));
    let mut shelf = Shelf::default();
    let second = shelf.choose(&first, 1);
    assert_eq!((second.chosen().id, second.settings.get(figure, c)), ("b", -1.0));
    let worked = answered(second).edited(&Edit::Cell(Cell::new(Name::V, 0, 0), 5.0));
    let back = shelf.choose(&worked, 0);
    assert_eq!(back, first);
    assert_eq!(shelf.choose(&back, 1), worked);
    // A figure that was set meanwhile stays as it is set.
    let again = shelf.choose(&back.edited(&Edit::Setting(figure, 0, 2.0)), 1);
    assert_eq!((again.settings.get(figure, c), &again.answers), (2.0, &worked.answers));
    // Chosen anew, it is the start that is left off: nothing is lost of the one in use.
    assert_eq!(shelf.choose(&worked, 1), worked);
}

#[test]
fn a_lesson_is_opened_as_it_was_left() {
    let by_hand = Lesson::from_id("by-hand").expect("the lesson is there");
    let bench = Lesson::from_id("bench").expect("the lesson is there");
    let mut shelf = Shelf::default();
    let open = |shelf: &Shelf, lesson| link::to_lesson(lesson, shelf, Language::Zh, 4);
    assert_eq!(open(&shelf, by_hand), "#lang=zh&lesson=by-hand&decimals=4");
    shelf.put(&Document::new(by_hand));
    assert!(shelf.last(by_hand).is_none(), "nothing was done there");
    let (a, d) = (answered(at_start("by-hand", "a")), answered(at_start("by-hand", "d")));
    [&a, &d, &Document::new(bench)].into_iter().for_each(|document| shelf.put(document));
    assert_eq!(shelf.last(by_hand), Some(&d), "the start that was left last");
    assert_eq!(link::read(&open(&shelf, by_hand), Language::En).0.document, d);
    shelf.put(&a);
    assert_eq!(shelf.last(by_hand), Some(&a));
    shelf.put(&at_start("by-hand", "a"));
    assert!(shelf.last(by_hand).is_none(), "begun anew");
}

// ---- What is covered

/// A figure that shows other numbers for other inputs stays covered while any of them is asked for; one that does not has
/// no need to.
#[test]
fn every_figure_that_tells_is_covered() {
    let mut asked = Vec::new();
    for lesson in LESSONS {
        let text = Entry::of(lesson.id).and_then(|entry| parse(entry.text.en)).expect("a text");
        let blocks = text.sections.iter().flat_map(|section| &section.blocks);
        let figures = blocks.filter_map(|block| if let Block::Figure(figure) = block { Some(*figure) } else { None });
        for figure in figures {
            let reads = |start: usize| {
                let document = Document::at_start(lesson, start);
                let output = |document: &Document| {
                    let (settings, inputs) = (&document.settings, &document.inputs);
                    instant(figure, settings, inputs, Language::En).map(|output| format!("{output:?}"))
                };
                output(&document) != output(&document.edited(&Edit::Fill(5)))
            };
            let any = (0..lesson.starts.len()).any(reads);
            // How far the scores are from symmetric says no number of theirs; the mask is no number.
            let tells_nothing = matches!(figure, Figure::Shapes | Figure::Polarity);
            let own = figure == Figure::MaskBeforeAfter;
            assert_eq!(figure.tells(), (any && !tells_nothing) || own, "{} in {}", figure.id(), lesson.id);
            if figure.tells() && lesson.starts.iter().flat_map(|start| start.questions).any(|q| q.cell().is_some()) {
                asked.push(figure);
            }
        }
    }
    for figure in [Figure::RowShift, Figure::Permutation, Figure::MaskBeforeAfter, Figure::Hull, Figure::Arrows] {
        assert!(asked.contains(&figure), "{}", figure.id());
    }
}
