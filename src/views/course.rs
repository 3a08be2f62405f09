//! The course: the texts of its lessons, what was left in them, and what of it is done.

use leptos::prelude::*;

use super::texts::Texts;
use crate::browser;
use crate::document::Document;
use crate::document::progress::Progress;
use crate::document::shelf::Shelf;

/// Where the browser keeps what is done.
const KEY: &str = "progress";

// What was done at earlier visits.
fn kept() -> Progress {
    Progress::read(&browser::stored(KEY).unwrap_or_default())
}

/// The lessons beside the one that is open.
#[derive(Clone, Copy)]
pub(super) struct Course {
    /// The texts of the lessons.
    pub texts: Texts,
    /// What was left in other lessons and starts.
    pub shelf: RwSignal<Shelf>,
    /// Whether the lesson was opened as it was left, not as it begins.
    pub returned: RwSignal<bool>,
    /// What of the course is done.
    pub progress: RwSignal<Progress>,
}

impl Course {
    /// The course as earlier visits left it.
    pub fn new(texts: Texts) -> Self {
        Self {
            texts,
            shelf: RwSignal::new(Shelf::default()),
            returned: RwSignal::new(false),
            progress: RwSignal::new(kept()),
        }
    }

    /// Keeps what is done by now.
    pub fn note(self, document: Memo<Document>) {
        self.keep(document, Progress::note);
    }

    /// Keeps which lessons are read to their end, from now on.
    pub fn follow_reading(self, document: Memo<Document>) {
        browser::on_scroll(move || {
            if browser::is_at_end() {
                self.keep(document, |progress, document| progress.read_to_end(document.lesson));
            }
        });
    }

    /// Takes over what is done, or forgotten, in other windows.
    pub fn follow_windows(self) {
        browser::on_store(move || self.progress.set(kept()));
    }

    fn keep(self, document: Memo<Document>, note: fn(&mut Progress, &Document) -> bool) {
        let mut progress = self.progress.get_untracked();
        progress.merge(kept());
        if document.with_untracked(|document| note(&mut progress, document)) {
            browser::store(KEY, &progress.write());
            self.progress.set(progress);
        }
    }

    /// Forgets what was done.
    pub fn clear_progress(self) {
        browser::forget(KEY);
        self.progress.set(Progress::default());
    }
}
