//! What was left in each lesson and each of its starts, for as long as the page is open.

use super::Document;
use super::edit::Edit;
use crate::lessons::Lesson;

/// The documents that were left, one for each start of each lesson, the last one left at the end.
#[derive(Clone, Debug, Default)]
pub struct Shelf(Vec<Document>);

impl Shelf {
    /// Keeps `document`, in the place of what was left there before.
    pub fn put(&mut self, document: &Document) {
        self.0.retain(|kept| (kept.lesson, kept.start) != (document.lesson, document.start));
        self.0.push(document.clone());
    }

    /// What was left last in `lesson`; `None` where it was not left, or as it begins.
    pub fn last(&self, lesson: &'static Lesson) -> Option<&Document> {
        self.0.iter().rev().find(|kept| kept.lesson == lesson).filter(|kept| **kept != Document::new(lesson))
    }

    /// Leaves `present` for another start of its lesson: as that was left, where it was; figures stay as they are set.
    pub fn choose(&mut self, present: &Document, start: usize) -> Document {
        self.put(present);
        let new = present.edited(&Edit::Start(start));
        let kept = self.0.iter().find(|kept| (kept.lesson, kept.start) == (new.lesson, new.start)).cloned();
        Document { settings: present.settings.clone(), ..kept.unwrap_or(new) }
    }
}
