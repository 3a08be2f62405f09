//! How answers stand when numbers change.

use super::*;

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
