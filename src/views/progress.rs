//! Keeping what of the course is done.

use leptos::prelude::*;

use super::store::Store;
use crate::browser;
use crate::document::Document;
use crate::document::progress::Progress;

/// Where the browser keeps it.
const KEY: &str = "progress";

/// What was done at earlier visits.
pub(super) fn kept() -> Progress {
    Progress::read(&browser::stored(KEY).unwrap_or_default())
}

impl Store {
    /// Keeps what is done by now.
    pub fn note_progress(self) {
        self.keep_progress(Progress::note);
    }

    /// Keeps which lessons are read to their end, from now on.
    pub(super) fn follow_reading(self) {
        browser::on_scroll(move || {
            if browser::is_at_end() {
                self.keep_progress(|progress, document| progress.read_to_end(document.lesson));
            }
        });
    }

    /// Takes over what is done, or forgotten, in other windows.
    pub(super) fn follow_windows(self) {
        browser::on_store(move || self.progress.set(kept()));
    }

    fn keep_progress(self, note: fn(&mut Progress, &Document) -> bool) {
        let mut progress = self.progress.get_untracked();
        progress.merge(kept());
        if self.document.with_untracked(|document| note(&mut progress, document)) {
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
