//! The one field for a number: what is being typed, what is wrong with it, and the number that comes back.

use leptos::ev::Event;
use leptos::prelude::*;

use super::life::Life;
use super::store::{Store, use_store};
use super::typing::Transient;
use crate::browser;
use crate::document::problem::Why;

/// When a text is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reads {
    /// At every keystroke.
    Typed,
    /// When the field is left, or Enter pressed.
    Changed,
}

/// What is being typed into a field, and what comes of it.
#[derive(Clone, Copy)]
pub(super) struct NumberInput {
    store: Store,
    // The number as it stands.
    shown: Signal<String>,
    read: Callback<String, Result<(), Why>>,
    reads: Reads,
    // The text as it was typed where it stays, with what is wrong with it.
    draft: Transient<(String, Option<Why>)>,
    // What stood in the field before a text was typed.
    before: Transient<String>,
    life: Life,
}

impl NumberInput {
    /// A field that shows `shown`. `read` takes a text over into the document, or says why it cannot; then the document
    /// stays as it is, and so does the text, marked and with the reason beside it.
    pub fn new(
        shown: impl Fn() -> String + Send + Sync + 'static,
        read: impl Fn(&str) -> Result<(), Why> + Send + Sync + 'static,
        reads: Reads,
    ) -> Self {
        let store = use_store();
        Self {
            store,
            shown: Signal::derive(shown),
            read: Callback::new(move |text: String| read(&text)),
            reads,
            draft: Transient::new(store.typing),
            before: Transient::new(store.typing),
            life: Life::here(),
        }
    }

    /// Why the text in it is of no use.
    pub fn message(self) -> Option<String> {
        Some(self.draft.get()?.1?.message(self.store.language()))
    }

    /// Whether the text in it is of no use.
    pub fn is_refused(self) -> bool {
        self.draft.get().is_some_and(|(_, why)| why.is_some())
    }

    /// The input element.
    pub fn input(
        self,
        name: String,
        label: Signal<String>,
        inputmode: &'static str,
        placeholder: &'static str,
    ) -> AnyView {
        view! {
            <input
                class="short"
                type="text"
                inputmode=inputmode
                name=name
                placeholder=placeholder
                aria-label=label
                prop:value=move || self.text()
                aria-invalid=move || self.is_refused().then_some("true")
                on:input=move |event| if self.reads == Reads::Typed { self.take(event_target_value(&event)) }
                on:change=move |event| self.changed(&event)
                on:blur=move |_| self.left()
            />
        }
        .into_any()
    }

    fn text(self) -> String {
        self.draft.get().map_or_else(|| self.shown.get(), |(text, _)| text)
    }

    // A browser may tell of a change as the field leaves the page.
    fn changed(self, event: &Event) {
        if self.reads == Reads::Changed && self.life.lasts() {
            self.take(event_target_value(event));
            // 8.0 is 8, which the field holds already.
            browser::set_value(event, &untrack(|| self.text()));
        }
    }

    fn take(self, text: String) {
        if !self.life.lasts() {
            return;
        }
        if untrack(|| self.before.get()).is_none() {
            self.before.set(Some(self.shown.get_untracked()));
        }
        let why = self.read.run(text.clone()).err();
        let stays = why.is_some() || self.reads == Reads::Typed;
        self.draft.set(stays.then_some((text, why)));
    }

    // What was read of a text on the way to one that is no number was not meant: 1e40 of 1e400.
    fn left(self) {
        if !self.life.lasts() {
            return;
        }
        let Some(before) = untrack(|| self.before.get()) else { return };
        if self.reads == Reads::Typed && untrack(|| self.is_refused()) {
            let _as_it_was = self.read.run(before);
        }
        self.before.set(None);
        self.store.pause();
    }
}

/// The positions of a slider: the least, the greatest, and the distance between two.
pub(super) type Slider = [f64; 3];

/// A field with its label, its message, and a slider where it has one.
#[component]
pub(super) fn NumberField(
    field: NumberInput,
    name: String,
    label: Signal<String>,
    #[prop(default = "decimal")] inputmode: &'static str,
    #[prop(default = "")] placeholder: &'static str,
    #[prop(default = None)] slider: Option<Slider>,
) -> impl IntoView {
    view! {
        <label>
            <span>{label}</span>
            {slider.map(|[least, greatest, step]| view! {
                <input
                    type="range"
                    min=least
                    max=greatest
                    step=step
                    aria-label=label
                    prop:value=field.shown
                    on:input=move |event| field.take(event_target_value(&event))
                />
            })}
            {field.input(name, label, inputmode, placeholder)}
            <span role="status" class="refused">{move || field.message()}</span>
        </label>
    }
}
