//! The link is the state: whatever a learner can do comes back to the last bit, and any noise opens a page.

mod damaged;
mod edits;
mod starts;

use std::collections::BTreeSet;

use attention_lab::document::edit::Edit;
use attention_lab::document::history::History;
use attention_lab::document::link::{read, write};
use attention_lab::document::origin::{NoStart, Origin, started_from};
use attention_lab::document::problem::{Problem, divisor_notice, no_start_message};
use attention_lab::document::{Document, State, View, steps};
use attention_lab::engine::cell::{Cell, Name};
use attention_lab::engine::inputs::Dimension;
use attention_lab::engine::mask::Window;
use attention_lab::engine::scaling::Scaling;
use attention_lab::engine::trace::attend;
use attention_lab::lessons::figure::Figure;
use attention_lab::lessons::{LESSONS, Lesson};
use attention_lab::number::show;
use attention_lab::text::Language;
use proptest::prelude::*;

use crate::laws::config;
use crate::strategies::{any_state, edit};

fn lesson(id: &str) -> &'static Lesson {
    Lesson::from_id(id).expect("a lesson")
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_state_comes_back_from_its_link(state in any_state()) {
        let link = write(&state);
        let (back, problems) = read(&link, Language::En);
        prop_assert_eq!(problems, vec![], "{}", link);
        prop_assert_eq!(&back, &state, "{}", &link);
        prop_assert_eq!(state.document.inputs.not_finite(), None);
        // To the last bit, the sign of 0 too: the worker computes from what it reads.
        prop_assert_eq!(back.document.inputs.fingerprint(), state.document.inputs.fingerprint(), "{}", &link);
        prop_assert_eq!(write(&back), link);
    }

    #[test]
    fn every_prefix_of_a_link_opens(state in any_state(), share in 0.0..1.0f64) {
        let link = write(&state);
        let cut = (0..=(link.len() as f64 * share) as usize).rev().find(|&at| link.is_char_boundary(at)).unwrap_or(0);
        let (back, _) = read(&link[..cut], Language::Zh);
        attend(&back.document.inputs);
    }

    #[test]
    fn noise_opens(noise in "[-#&=%;,.0-9a-zA-Z√−你\u{0}-\u{2f}]{0,200}") {
        let (back, _) = read(&noise, Language::En);
        attend(&back.document.inputs);
    }

    #[test]
    fn undo_returns_to_the_start(edits in prop::collection::vec(edit(), 0..20)) {
        let start = Document::new(LESSONS[0]);
        let mut history = History::new(start.clone());
        for edit in edits {
            history.apply(edit);
        }
        let end = history.present().clone();
        while history.can_undo() {
            history.undo();
        }
        prop_assert_eq!(history.present(), &start);
        while history.can_redo() {
            history.redo();
        }
        prop_assert_eq!(history.present(), &end);
    }
}

fn weights(link: &str) -> Vec<String> {
    let (state, problems) = read(link, Language::En);
    assert_eq!(problems, [], "{link}");
    attend(&state.document.inputs).weights.row(0).iter().map(|&w| show(w, state.view.decimals)).collect()
}

#[test]
fn links_of_the_contract() {
    let link = "#lang=en&lesson=bench&from=qkv&q=1,1&k=1,0;0,1;1,1&v=1,0,0;0,1,0;0,0,1";
    assert_eq!(weights(link), ["0.248", "0.248", "0.503"]);
    assert_eq!(weights(&format!("{link}&scale=none")), ["0.212", "0.212", "0.576"]);
    assert_eq!(weights(&format!("{link}&pad=3")), ["0.500", "0.500", "0.000"]);
    let scores = "#lesson=bench&from=scores&scores=16,8,0&scale=sqrt";
    assert_eq!(weights(&format!("{scores}&dk=64")), ["0.665", "0.245", "0.090"]);
    assert_eq!(weights(&format!("{scores}&dk=64&scale=dk")), ["0.376", "0.332", "0.293"]);
    // Without dk the scores came from width 1, so √d_k is 1.
    assert_eq!(weights(scores), ["1−3e−4", "3e−4", "1e−7"]);
    assert_eq!(weights("#lesson=bench&q=1%2C1&k=1,0;0,1;1,1&v=1;2;3"), ["0.248", "0.248", "0.503"]);
}

#[test]
fn only_what_differs_is_written() {
    for lesson in LESSONS {
        let state = State { view: View::new(Language::Zh), document: Document::new(lesson) };
        assert_eq!(write(&state), format!("lang=zh&lesson={}", lesson.id));
    }
    let document = Document::new(LESSONS[0]).edited(&Edit::Cell(Cell::new(Name::Q, 0, 1), -0.0));
    let state = State { view: View::new(Language::En), document };
    assert_eq!(write(&state), "lang=en&lesson=overview&q=1,-0");
}
