//! What follows from the document. Memos, so that each is computed once for all that show it.

use leptos::prelude::*;

use crate::document::Document;
use crate::document::history::History;
use crate::engine::cell::Cell;
use crate::engine::derivation::derive;
use crate::engine::inputs::Inputs;
use crate::engine::trace::{Trace, attend};
use crate::plots::heatmap::max_abs;
use crate::presentation::panel::Panel;

/// The memos of the [`Store`](super::store::Store), which says what each is.
pub(super) struct Derived {
    pub document: Memo<Document>,
    pub inputs: Memo<Inputs>,
    pub trace: Memo<Trace>,
    pub settled: Memo<Vec<bool>>,
    pub sources: Memo<Vec<Cell>>,
    pub score_max: Memo<f64>,
    pub value_max: Memo<f64>,
}

impl Derived {
    /// Those of `history`; they end with what is being made.
    pub fn new(history: RwSignal<History>, pointed: RwSignal<Option<(Panel, Cell)>>) -> Self {
        let document = Memo::new(move |_| history.with(|h| h.present().clone()));
        let inputs = Memo::new(move |_| document.with(|d| d.inputs.clone()));
        let trace = Memo::new(move |_| inputs.with(attend));
        let sources = Memo::new(move |_| {
            let Some((panel, cell)) = pointed.get() else { return Vec::new() };
            let derivation = match panel {
                Panel::Main => inputs.with(|inputs| trace.with(|trace| derive(inputs, trace, cell))),
                _ => None,
            };
            derivation.map(|derivation| derivation.sources()).unwrap_or_default()
        });
        Self {
            document,
            inputs,
            trace,
            settled: Memo::new(move |_| document.with(Document::settled)),
            sources,
            score_max: Memo::new(move |_| trace.with(|t| max_abs(&[&t.scores, &t.scaled]))),
            value_max: Memo::new(move |_| inputs.with(|i| max_abs(&[i.values()]))),
        }
    }
}
