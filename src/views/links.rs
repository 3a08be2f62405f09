//! Links: those that are followed are read, and what changes is written to the address.

use std::time::Duration;

use leptos::prelude::*;

use super::store::Store;
use crate::browser;
use crate::document::{State, link};

impl Store {
    /// Reads every link that is followed within the page.
    pub(super) fn follow_links(self) {
        browser::on_fragment_change(move |fragment| {
            let fragment = self.caught_up(fragment);
            self.address.current.set_value(fragment.clone());
            if fragment.trim_start_matches('#') == self.link_untracked() {
                return;
            }
            let (state, problems) = link::read(&fragment, self.view.get_untracked().language);
            let left = self.document.get_untracked();
            let other_lesson = left.lesson != state.document.lesson;
            self.course.returned.set(
                other_lesson
                    && self
                        .course
                        .shelf
                        .with_untracked(|shelf| shelf.last(state.document.lesson) == Some(&state.document)),
            );
            self.course.shelf.update(|shelf| shelf.put(&left));
            self.typing.forget();
            self.address.opened.set_value(Some((fragment, link::write(&state))));
            self.view.set(state.view);
            self.address.problems.set(problems);
            self.change(|history| history.replace(state.document));
            self.pointer.at.set(None);
            self.course.note(self.document);
            if other_lesson {
                browser::scroll_to_top();
            }
        });
    }

    // Whoever goes back, or follows a link, just after an edit leaves an entry of the browser's history that was still to
    // be written. Nobody can write an entry that is left, so it is written when it is come back to. The fragment that
    // `arrived` stands for then.
    fn caught_up(self, arrived: String) -> String {
        let (left, due) = (self.address.current.get_value(), self.due());
        let mut late = self.address.late.write_value();
        if left.trim_start_matches('#') != due {
            late.push((left, due));
        }
        let Some(at) = late.iter().rposition(|(entry, _)| *entry == arrived) else { return arrived };
        let (_, fragment) = late.swap_remove(at);
        browser::replace_fragment(&fragment);
        browser::fragment()
    }

    /// Keeps the address in step with the state.
    pub(super) fn write_link(self) {
        browser::on_leaving(move || {
            self.write_now();
            self.address.put_aside();
        });
        let mut write = debounce(Duration::from_millis(250), move |()| self.write_now());
        Effect::new(move |before: Option<()>| {
            self.view.track();
            self.document.track();
            if before.is_some() {
                write(());
            }
        });
    }

    /// The fragment of the present state.
    pub fn link(self) -> String {
        link::write(&State { view: self.view.get(), document: self.document.get() })
    }

    /// The same without answers.
    pub fn link_without_answers(self) -> String {
        link::without_answers(&State { view: self.view.get(), document: self.document.get() })
    }

    fn link_untracked(self) -> String {
        untrack(move || self.link())
    }

    /// The link as one would share it. Where nothing can be copied, it stands in the address at least.
    pub fn put_link(self) -> String {
        let link = self.link_untracked();
        self.address.replace(&link);
        self.address.opened.set_value(None);
        link
    }

    // What the address is to hold. Undone to where it was opened, that is what it was, byte for byte. So a damaged link
    // stays in the address until the learner changes something.
    fn due(self) -> String {
        let link = self.link_untracked();
        let opened = self.address.opened.get_value().filter(|(_, written)| *written == link);
        opened.map_or(link, |(given, _)| given.trim_start_matches('#').to_owned())
    }

    /// Writes the link now, not when typing pauses: the learner may be about to leave.
    pub fn write_now(self) {
        self.address.write(&self.due());
    }
}
