//! What of the course is done. It is kept for the next visit where the browser lets us, and nothing depends on it.

use super::Document;
use crate::lessons::{LESSONS, Lesson};

/// The exercises that are done, as `LESSON.START`, and the lessons without exercises that were read, as `LESSON`; in the
/// order in which they were done. An exercise is done when the learner has answered all of it rightly: a working that was
/// only looked at is no answer. A lesson without exercises is done when it was read to its end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress(Vec<String>);

impl Progress {
    /// From what [`Self::write`] gave; what no lesson is called is left out.
    pub fn read(text: &str) -> Self {
        let mut progress = Self::default();
        let known = |mark: &str| LESSONS.iter().any(|lesson| marks(lesson).any(|other| other == mark));
        text.split(',').filter(|mark| known(mark)).for_each(|mark| progress.add(mark.to_owned()));
        progress
    }

    /// As a text that [`Self::read`] reads.
    pub fn write(&self) -> String {
        self.0.join(",")
    }

    /// Adds what is done in `other`, as in another window.
    pub fn merge(&mut self, other: Self) {
        other.0.into_iter().for_each(|mark| self.add(mark));
    }

    /// Adds what `document` shows to be done; tells whether that is new.
    pub fn note(&mut self, document: &Document) -> bool {
        let before = self.0.len();
        let count = document.chosen().questions.len();
        if count > 0 && (0..count).all(|index| document.right.contains(&index)) {
            self.add(mark(document.lesson, document.start));
        }
        self.0.len() > before
    }

    /// Adds that `lesson` was read to its end; tells whether that makes it done.
    pub fn read_to_end(&mut self, lesson: &Lesson) -> bool {
        let new = !lesson.asks() && !self.has(lesson);
        if new {
            self.add(lesson.id.to_owned());
        }
        new
    }

    /// Whether every exercise of `lesson` is done; where it has none, whether it was read to its end.
    pub fn has(&self, lesson: &Lesson) -> bool {
        marks(lesson).all(|mark| self.0.contains(&mark))
    }

    /// How many lessons are done.
    pub fn count(&self) -> usize {
        LESSONS.iter().filter(|lesson| self.has(lesson)).count()
    }

    fn add(&mut self, mark: String) {
        if !self.0.contains(&mark) {
            self.0.push(mark);
        }
    }
}

fn mark(lesson: &Lesson, start: usize) -> String {
    format!("{}.{}", lesson.id, lesson.starts[start].id)
}

// All that a lesson can be marked with.
fn marks(lesson: &Lesson) -> impl Iterator<Item = String> {
    let asking = (0..lesson.starts.len()).filter(|&start| !lesson.starts[start].questions.is_empty());
    let read = (!lesson.asks()).then(|| lesson.id.to_owned());
    asking.map(|start| mark(lesson, start)).chain(read)
}
