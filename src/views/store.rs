//! The one place that holds state: the document with its history, how it is looked at, and what is pointed at.

use leptos::prelude::*;
use leptos::reactive::graph::{AnySource, ReactiveNode, ToAnySource};

use super::derived::Derived;
use super::laboratory::Desk;
use super::progress;
use super::texts::Texts;
use crate::browser;
use crate::choice::Choice;
use crate::document::history::History;
use crate::document::problem::Problem;
use crate::document::progress::Progress;
use crate::document::shelf::Shelf;
use crate::document::{Document, View, link, steps};
use crate::engine::cell::{Cell, Name};
use crate::engine::inputs::Inputs;
use crate::engine::trace::Trace;
use crate::plots::heatmap::ScaleKind;
use crate::plots::palette::Theme;
use crate::presentation::matrix_table::Drafts;
use crate::presentation::notices::PasteState;
use crate::presentation::panel::Panel;
use crate::text::{Language, Text};

/// Handles to all signals; copied into every component.
#[derive(Clone, Copy)]
pub(super) struct Store {
    pub(super) history: RwSignal<History>,
    pub(super) view: RwSignal<View>,
    pub(super) theme: RwSignal<Theme>,
    // The link that the page was opened with, and how this page would have written it.
    pub(super) opened: StoredValue<Option<(String, String)>>,
    // The fragment of the address as last read or written here.
    pub(super) address: StoredValue<String>,
    // Entries of the browser's history that were left before they were written: what they hold, and what they should.
    pub(super) late: StoredValue<Vec<(String, String)>>,
    /// Counts what replaces the numbers from outside a field: undo, reset, another link. Half-typed texts end with it.
    pub epoch: RwSignal<u32>,
    /// The epoch in which a field was last typed in.
    pub(super) typed_in: StoredValue<u32>,
    // The number that stood in the cell being typed in when it was entered.
    pub(super) entered: StoredValue<Option<(Cell, f64)>>,
    /// The worker that computes the figures.
    pub desk: StoredValue<Desk, LocalStorage>,
    pub(super) slots: StoredValue<u32>,
    /// The texts of the lessons.
    pub(super) texts: Texts,
    /// What was left in other lessons and starts.
    pub shelf: RwSignal<Shelf>,
    /// Whether the lesson was opened as it was left, not as it begins.
    pub returned: RwSignal<bool>,
    /// What of the course is done.
    pub progress: RwSignal<Progress>,
    /// What of the link could not be used.
    pub problems: RwSignal<Vec<Problem>>,
    /// The cell whose arithmetic is shown.
    pub pointed: RwSignal<Option<(Panel, Cell)>>,
    /// Texts of cells that are not numbers, kept until they are mended.
    pub drafts: RwSignal<Drafts>,
    /// The cell of the last paste, and what came of it; the next change of the document ends it.
    pub pasted: RwSignal<Option<(Cell, PasteState)>>,
    /// The text of the cell that is being typed in.
    pub typing: RwSignal<Option<(Cell, String)>>,
    /// The document.
    pub document: Memo<Document>,
    /// Matrices, scaling and mask.
    pub inputs: Memo<Inputs>,
    /// Every stage.
    pub trace: Memo<Trace>,
    /// Which questions are settled.
    pub settled: Memo<Vec<bool>>,
    /// The cells that the pointed one was computed from.
    pub sources: Memo<Vec<Cell>>,
    /// The largest score or logit in size: the stages between share one scale of colours.
    pub(super) score_max: Memo<f64>,
    pub(super) value_max: Memo<f64>,
}

impl Store {
    /// Begins with what the link says, and keeps the link in step from then on.
    pub fn new() -> Self {
        let language = browser::stored_choice("language").unwrap_or_else(browser::preferred_language);
        let fragment = Self::opened_with();
        let (state, problems) = link::read(&fragment, language);
        let opened = Some((fragment.clone(), link::write(&state)));
        let history = RwSignal::new(History::new(state.document));
        let pointed = RwSignal::new(None::<(Panel, Cell)>);
        let Derived { document, inputs, trace, settled, sources, score_max, value_max } =
            Derived::new(history, pointed);
        let view = RwSignal::new(state.view);
        let store = Self {
            history,
            view,
            theme: RwSignal::new(browser::stored_choice("theme").unwrap_or_else(browser::preferred_theme)),
            opened: StoredValue::new(opened),
            address: StoredValue::new(fragment),
            late: StoredValue::new(Vec::new()),
            epoch: RwSignal::new(0),
            typed_in: StoredValue::new(0),
            entered: StoredValue::new(None),
            problems: RwSignal::new(problems),
            pointed,
            drafts: RwSignal::new(Drafts::new()),
            pasted: RwSignal::new(None),
            typing: RwSignal::new(None),
            document,
            inputs,
            trace,
            settled,
            desk: StoredValue::new_local(Desk::default()),
            slots: StoredValue::new(0),
            texts: Texts::new(document, view),
            shelf: RwSignal::new(Shelf::default()),
            returned: RwSignal::new(false),
            progress: RwSignal::new(progress::kept()),
            sources,
            score_max,
            value_max,
        };
        store.follow_links();
        store.write_link();
        store.judge_fields();
        store.note_progress();
        store.follow_reading();
        store.follow_windows();
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
            self.epoch.to_any_source(),
            self.drafts.to_any_source(),
            self.typing.to_any_source(),
            self.pasted.to_any_source(),
            self.pointed.to_any_source(),
            self.shelf.to_any_source(),
            browser::pixel_ratio_source(),
        ];
        // By this they forget all readers, and tell each to read again.
        read.iter().for_each(AnySource::mark_dirty);
        let Derived { document, inputs, trace, settled, sources, score_max, value_max } =
            Derived::new(self.history, self.pointed);
        let texts = self.texts.for_stay(document, self.view);
        Self { document, inputs, trace, settled, sources, score_max, value_max, texts, ..self }
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
