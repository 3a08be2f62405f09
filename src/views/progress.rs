//! Keeping what of the course is done.

use leptos::prelude::*;

use super::store::Store;
use crate::browser;
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
        let mut progress = self.progress.get_untracked();
        if self.document.with_untracked(|document| progress.note(document)) {
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
