//! The one place that holds state: the document with its history, how it is looked at, and what is pointed at.

use leptos::prelude::*;
use leptos::reactive::graph::{AnySource, ReactiveNode, ToAnySource};

use super::address::Address;
use super::client::Clients;
use super::course::Course;
use super::derived::Derived;
use super::pointer::Pointer;
use super::texts::Texts;
use super::typing::Typing;
use crate::browser;
use crate::choice::Choice;
use crate::document::history::History;
use crate::document::{Document, View, link, steps};
use crate::engine::cell::{Cell, Name};
use crate::engine::inputs::Inputs;
use crate::engine::trace::Trace;
use crate::plots::heatmap::ScaleKind;
use crate::plots::palette::Theme;
use crate::presentation::panel::Panel;
use crate::text::{Language, Text};

/// Handles to all signals; copied into every component.
#[derive(Clone, Copy)]
pub(super) struct Store {
    pub(super) history: RwSignal<History>,
    pub(super) view: RwSignal<View>,
    pub(super) theme: RwSignal<Theme>,
    /// What stands in the address.
    pub(super) address: Address,
    /// What is half typed.
    pub(super) typing: Typing,
    /// What is pointed at.
    pub(super) pointer: Pointer,
    /// The lessons beside the one that is open.
    pub(super) course: Course,
    /// Who asks the worker.
    pub(super) clients: Clients,
    /// The document.
    pub document: Memo<Document>,
    /// Matrices, scaling and mask.
    pub inputs: Memo<Inputs>,
    /// Every stage.
    pub trace: Memo<Trace>,
    /// Which questions are settled.
    pub settled: Memo<Vec<bool>>,
    /// The largest score or logit in size: the stages between share one scale of colours.
    pub(super) score_max: Memo<f64>,
    pub(super) value_max: Memo<f64>,
}

impl Store {
    /// Begins with what the link says, and keeps the link in step from then on.
    pub fn new() -> Self {
        let language = browser::stored_choice("language").unwrap_or_else(browser::preferred_language);
        let fragment = Address::opened_with();
        let (state, problems) = link::read(&fragment, language);
        let written = link::write(&state);
        let (history, view) = (RwSignal::new(History::new(state.document)), RwSignal::new(state.view));
        let pointed = RwSignal::new(None::<(Panel, Cell)>);
        let Derived { document, inputs, trace, settled, sources, score_max, value_max } =
            Derived::new(history, pointed);
        let store = Self {
            history,
            view,
            theme: RwSignal::new(browser::stored_choice("theme").unwrap_or_else(browser::preferred_theme)),
            address: Address::new(fragment, written, problems),
            typing: Typing::new(),
            pointer: Pointer { at: pointed, sources },
            course: Course::new(Texts::new(document, view)),
            clients: Clients::new(),
            document,
            inputs,
            trace,
            settled,
            score_max,
            value_max,
        };
        store.follow_links();
        store.write_link();
        store.typing.judge_fields();
        store.course.note(document);
        store.course.follow_reading(document);
        store.course.follow_windows();
        store
    }

    /// The store for one stay in a lesson, with memos of its own. What is read keeps everything that has ever read it, and
    /// a lesson has hundreds of readers: memos go with them, and signals, which stay, have those who are still there read
    /// anew.
    pub fn for_stay(self) -> Self {
        let read = [
            self.history.to_any_source(),
            self.view.to_any_source(),
            self.theme.to_any_source(),
            self.typing.epoch.to_any_source(),
            self.typing.drafts.to_any_source(),
            self.typing.text.to_any_source(),
            self.typing.pasted.to_any_source(),
            self.pointer.at.to_any_source(),
            self.course.shelf.to_any_source(),
            browser::pixel_ratio_source(),
        ];
        // By this they forget all readers, and tell each to read again.
        read.iter().for_each(AnySource::mark_dirty);
        let Derived { document, inputs, trace, settled, sources, score_max, value_max } =
            Derived::new(self.history, self.pointer.at);
        let pointer = Pointer { sources, ..self.pointer };
        let course = Course { texts: self.course.texts.for_stay(document, self.view), ..self.course };
        Self { document, inputs, trace, settled, score_max, value_max, pointer, course, ..self }
    }

    /// The reader's language.
    pub fn language(self) -> Language {
        self.view.get().language
    }

    /// Changes the language, and keeps it for the next visit.
    pub fn set_language(self, language: Language) {
        browser::store("language", language.id());
        self.view.update(|view| view.language = language);
    }

    /// `text` in the reader's language.
    pub fn say(self, text: Text) -> &'static str {
        text.get(self.language())
    }

    /// The same as a function that follows the language. One type for all texts: every closure of its own would have
    /// the whole rendering of a node compiled for it.
    pub fn said(self, text: Text) -> impl Fn() -> &'static str + Copy + Send + Sync + 'static {
        move || self.say(text)
    }

    /// The same as a signal.
    pub fn signal(self, text: Text) -> Signal<String> {
        Signal::derive(move || self.say(text).to_owned())
    }

    /// Decimals of the numbers shown.
    pub fn decimals(self) -> usize {
        self.view.get().decimals
    }

    /// Changes the decimals.
    pub fn set_decimals(self, decimals: usize) {
        self.view.update(|view| view.decimals = decimals.clamp(View::DECIMALS.0, View::DECIMALS.1));
    }

    /// How far the computation is walked through; 0 shows all of it.
    pub fn step(self) -> usize {
        let step = self.view.get().step;
        self.inputs.with(|inputs| step.min(steps::count(inputs)))
    }

    /// Goes to a step, and shows the working of its first cell.
    pub fn set_step(self, step: usize) {
        self.view.update(|view| view.step = step);
        if let Some(at) = self.inputs.with_untracked(|inputs| steps::at(inputs, step)) {
            self.point(Panel::Main, Cell::new(at.name, at.row, 0));
        }
    }

    /// The scale of colours of a stage; stages next to each other share one.
    pub fn scale(self, name: Name) -> Option<ScaleKind> {
        match name {
            Name::Scores | Name::Scaled | Name::Masked => Some(ScaleKind::Signed { max: self.score_max.get() }),
            Name::Exponentials | Name::Weights => Some(ScaleKind::Weights),
            Name::Output => Some(ScaleKind::Signed { max: self.value_max.get() }),
            _ => None,
        }
    }
}

/// The store of the page.
pub(super) fn use_store() -> Store {
    expect_context::<Store>()
}

/// The label of a choice in the reader's language.
pub(super) fn label<C: Choice>(store: Store, choice: C) -> &'static str {
    store.say(choice.label())
}
