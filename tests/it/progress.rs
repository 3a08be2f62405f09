//! What of the course is done.

use attention_lab::document::Document;
use attention_lab::document::edit::Edit;
use attention_lab::document::progress::Progress;
use attention_lab::lessons::{LESSONS, Lesson};

fn lesson(id: &str) -> &'static Lesson {
    Lesson::from_id(id).expect("the lesson is there")
}

fn solved(lesson: &'static Lesson, start: usize) -> Document {
    let document = Document::at_start(lesson, start);
    (0..document.chosen().questions.len()).fold(document, |document, index| {
        let answer = document.chosen().questions[index].answer(&document.inputs);
        document.edited(&Edit::Answer(index, answer))
    })
}

#[test]
fn a_lesson_with_exercises_is_done_when_all_of_them_are() {
    let by_hand = lesson("by-hand");
    let mut progress = Progress::default();
    assert!(!progress.note(&Document::new(by_hand)), "opening it is not enough");
    for start in 0..by_hand.starts.len() {
        assert!(!progress.has(by_hand));
        assert!(progress.note(&solved(by_hand, start)));
        assert!(!progress.note(&solved(by_hand, start)), "that is known");
    }
    assert!(progress.has(by_hand));
    assert_eq!(progress.count(), 1);
}

#[test]
fn a_working_that_was_looked_at_is_no_answer() {
    let mixing = lesson("mixing");
    let revealed = solved(mixing, 1).edited(&Edit::Answer(0, None)).edited(&Edit::Reveal(0));
    assert!(revealed.settled().iter().all(|&settled| settled));
    let mut progress = Progress::default();
    assert!(!progress.note(&revealed) && !progress.has(mixing));
    assert!(progress.note(&revealed.edited(&Edit::Answer(0, Some(3.0)))) && progress.has(mixing));
}

#[test]
fn a_lesson_without_exercises_is_done_when_it_was_read_to_its_end() {
    let (bench, by_hand) = (lesson("bench"), lesson("by-hand"));
    let mut progress = Progress::default();
    assert!(!progress.note(&Document::new(bench)) && !progress.has(bench), "opening it is not enough");
    assert!(progress.read_to_end(bench) && progress.has(bench));
    assert!(!progress.read_to_end(bench), "that is known");
    assert!(!progress.read_to_end(by_hand) && !progress.has(by_hand), "its questions are to be answered");
}

#[test]
fn the_whole_course_can_be_done_and_is_kept() {
    let mut progress = Progress::default();
    for &lesson in LESSONS {
        (0..lesson.starts.len()).for_each(|start| {
            progress.note(&solved(lesson, start));
        });
        progress.read_to_end(lesson);
    }
    assert_eq!(progress.count(), LESSONS.len());
    assert_eq!(Progress::read(&progress.write()), progress);
}

#[test]
fn what_was_kept_by_another_version_does_no_harm() {
    let kept = Progress::read("bench,by-hand.a,by-hand.a,by-hand,bench.a,no-such.b,,\u{1f600}");
    assert_eq!(kept.write(), "bench,by-hand.a");
    assert_eq!(Progress::read(""), Progress::default());
}

#[test]
fn what_is_done_in_two_windows_is_done() {
    let mut here = Progress::read("reference,by-hand.a");
    here.merge(Progress::read("by-hand.a,by-hand.b"));
    assert_eq!(here.write(), "reference,by-hand.a,by-hand.b");
}
