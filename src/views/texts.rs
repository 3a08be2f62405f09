//! The texts of the lessons, loaded as they are asked for.

use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser;
use crate::document::{Document, View};
use crate::lessons::prose::{Prose, TextEntry, parse};
use crate::text::Language;

/// The id of a lesson, and the language of its text.
pub(super) type Key = (&'static str, Language);

/// What has become of a text that was asked for.
#[derive(Clone, Copy)]
pub(super) enum TextStatus {
    /// It is on its way.
    Awaited,
    /// It did not come.
    Failed,
    /// It is there.
    Here(&'static Prose),
}

/// The texts of the lessons.
#[derive(Clone, Copy)]
pub(super) struct Texts {
    asked: Requests,
    /// The text of the document's lesson, with the lesson's id. Until it is there in the reader's language, one that was
    /// loaded in the other stays: its figures, and the reader's place in it, are the same.
    pub(super) shown: Memo<Option<(&'static str, &'static Prose)>>,
}

// Every text that was asked for.
type Requests = RwSignal<Vec<(Key, TextStatus)>>;

fn state(asked: Requests, key: Key) -> Option<TextStatus> {
    asked.with(|texts| texts.iter().find(|(of, _)| *of == key).map(|(_, state)| *state))
}

fn put(asked: Requests, key: Key, state: TextStatus) {
    asked.update(|texts| {
        texts.retain(|(of, _)| *of != key);
        texts.push((key, state));
    });
}

impl Texts {
    /// None yet, for what the document and the reader's language will ask for.
    pub(super) fn new(document: Memo<Document>, view: RwSignal<View>) -> Self {
        Self::of(RwSignal::new(Vec::new()), document, view)
    }

    /// The same texts for one stay in a lesson, see [`Store::for_stay`](super::store::Store::for_stay).
    pub(super) fn for_stay(self, document: Memo<Document>, view: RwSignal<View>) -> Self {
        Self::of(self.asked, document, view)
    }

    fn of(asked: Requests, document: Memo<Document>, view: RwSignal<View>) -> Self {
        let find = move |_: Option<&_>| {
            let (lesson, language) = (document.with(|document| document.lesson.id), view.with(|view| view.language));
            let other = if language == Language::En { Language::Zh } else { Language::En };
            let here = |language| match state(asked, (lesson, language)) {
                Some(TextStatus::Here(prose)) => Some((lesson, prose)),
                _ => None,
            };
            here(language).or_else(|| here(other))
        };
        let shown = Memo::new_with_compare(find, |old, new| {
            let at = |shown: Option<&Option<(&str, &'static Prose)>>| {
                shown.copied().flatten().map(|(_, prose)| std::ptr::from_ref(prose))
            };
            at(old) != at(new)
        });
        Self { asked, shown }
    }

    /// What has become of a text; `None` when nobody asked for it.
    pub(super) fn state(self, key: Key) -> Option<TextStatus> {
        state(self.asked, key)
    }

    /// Asks for a text.
    pub(super) fn load(self, key: Key) {
        put(self.asked, key, TextStatus::Awaited);
        spawn_local(async move {
            let text = match TextEntry::of(key.0) {
                Some(entry) => browser::fetch_text(&entry.file(key.1)).await,
                None => None,
            };
            // Kept for as long as the page, and never loaded twice.
            let prose = text.filter(|text| text.ends_with('\u{1e}')).and_then(|text| parse(text.leak()));
            put(
                self.asked,
                key,
                prose.map_or(TextStatus::Failed, |prose| TextStatus::Here(Box::leak(Box::new(prose)))),
            );
        });
    }
}
