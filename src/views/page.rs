//! The page as one value, and whether something of it is still to be predicted.

use leptos::prelude::*;

use super::store::Store;
use crate::presentation::{Page, has_covers};

impl Store {
    /// What `read` makes of the document and of how it is looked at.
    pub fn page<T>(self, read: &dyn Fn(&Page) -> T) -> T {
        let (step, language, decimals) = (self.step(), self.language(), self.decimals());
        self.document
            .with(|document| self.settled.with(|settled| read(&Page { document, settled, step, language, decimals })))
    }

    /// Whether any of the exercise's questions about the page's own numbers is still open.
    pub fn has_covers(self) -> bool {
        self.document.with(|document| self.settled.with(|settled| has_covers(document, settled)))
    }
}
