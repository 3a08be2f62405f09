//! The address of the page: links that are followed are read, and what changes is written back.

use std::time::Duration;

use leptos::prelude::*;

use super::store::Store;
use crate::browser;
use crate::document::{State, link};

/// How long a busy browser may take to hear of a new address, milliseconds.
const RECENT: f64 = 2000.0;

impl Store {
    /// Reads every link that is followed within the page.
    pub(super) fn follow_links(self) {
        browser::on_fragment_change(move |fragment| {
            let fragment = self.caught_up(fragment);
            self.address.set_value(fragment.clone());
            if fragment.trim_start_matches('#') == self.link_untracked() {
                return;
            }
            let (state, problems) = link::read(&fragment, self.view.get_untracked().language);
            let left = self.document.get_untracked();
            let other_lesson = left.lesson != state.document.lesson;
            self.returned.set(
                other_lesson
                    && self.shelf.with_untracked(|shelf| shelf.last(state.document.lesson) == Some(&state.document)),
            );
            self.shelf.update(|shelf| shelf.put(&left));
            self.forget_typing();
            self.opened.set_value(Some((fragment, link::write(&state))));
            self.view.set(state.view);
            self.problems.set(problems);
            self.change(|history| history.replace(state.document));
            self.pointed.set(None);
            self.note_progress();
            if other_lesson {
                browser::scroll_to_top();
            }
        });
    }

    // Whoever goes back, or follows a link, just after an edit leaves an entry of the browser's history that was still to
    // be written. Nobody can write an entry that is left, so it is written when it is come back to. The fragment that
    // `arrived` stands for then.
    fn caught_up(self, arrived: String) -> String {
        let (left, due) = (self.address.get_value(), self.due());
        let mut late = self.late.write_value();
        if left.trim_start_matches('#') != due {
            late.push((left, due));
        }
        let Some(at) = late.iter().rposition(|(entry, _)| *entry == arrived) else { return arrived };
        let (_, fragment) = late.swap_remove(at);
        browser::replace_fragment(&fragment);
        browser::fragment()
    }

    /// The fragment that the page was opened with; where the page before went while it was still to be written, as that
    /// page would have written it.
    pub(super) fn opened_with() -> String {
        let fragment = browser::fragment();
        let aside = browser::take_up().unwrap_or_default();
        if let Some((before, link)) = aside.rsplit_once('\n')
            && before.split('\n').any(|before| before == fragment)
        {
            browser::replace_fragment(link.trim_start_matches('#'));
        }
        browser::fragment()
    }

    /// Keeps the address in step with the state.
    pub(super) fn write_link(self) {
        browser::on_leaving(move || {
            self.write_now();
            let mut aside = String::new();
            for (_, before) in self.written_over() {
                aside += &before;
                aside.push('\n');
            }
            if !aside.is_empty() {
                browser::put_aside(&(aside + &browser::fragment()));
            }
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
        browser::replace_fragment(&link);
        self.opened.set_value(None);
        self.address.set_value(browser::fragment());
        link
    }

    // What the address is to hold. Undone to where it was opened, that is what it was, byte for byte. So a damaged link
    // stays in the address until the learner changes something.
    fn due(self) -> String {
        let link = self.link_untracked();
        let opened = self.opened.get_value().filter(|(_, written)| *written == link);
        opened.map_or(link, |(given, _)| given.trim_start_matches('#').to_owned())
    }

    /// Writes the link now, not when typing pauses: the learner may be about to leave.
    pub fn write_now(self) {
        let fragment = self.due();
        let address = browser::fragment();
        // Where the address is no longer the one known here, a link was followed whose event is still to come: its
        // entry of the browser's history is not this state's to write over.
        if address == self.address.get_value() && address.trim_start_matches('#') != fragment {
            browser::replace_fragment(&fragment);
            self.address.set_value(browser::fragment());
            let mut written = self.written_over();
            written.push((browser::date(), address));
            self.written.set_value(written);
        }
    }

    // The fragments that were written over a moment ago. A browser that is told to load the page anew may not have heard
    // of the last ones yet, and load an older one.
    fn written_over(self) -> Vec<(f64, String)> {
        let mut written = self.written.get_value();
        written.retain(|(at, _)| browser::date() - at < RECENT);
        written
    }
}
