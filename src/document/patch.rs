//! A partial link as a value: what it says of a state, whichever state that is.

use super::State;
use super::field::text::decoded;
use super::field::{Draft, FIELDS, Phase};
use super::problem::{Problem, Why};
use crate::choice::Choice;
use crate::lessons::figure::{Figure, Setting};
use crate::number::{self, exact};

/// Some fields of a state, by key, each with its text as it stands in links. What is not named stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Patch(Vec<(String, String)>);

impl Patch {
    /// Reads a link or a part of one, with or without `#`. Whether its values can be used is seen when it is applied.
    pub fn parse(link: &str) -> Self {
        let parts = link.trim_start_matches(['#', '&']).split('&').filter(|part| !part.is_empty());
        let pair = |part: &str| {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            (key.to_owned(), value.to_owned())
        };
        Self(parts.map(pair).collect())
    }

    /// `key=value` joined by `&`; [`Self::parse`] gives the same patch again.
    pub fn to_link(&self) -> String {
        let mut link = String::new();
        for (key, text) in &self.0 {
            if !link.is_empty() {
                link.push('&');
            }
            link += key;
            link.push('=');
            link += text;
        }
        link
    }

    /// What leads from one state to another: only the fields that differ. Where the lesson or the exercise does, all is
    /// told that differs from its start.
    pub fn between(from: &State, to: &State) -> Self {
        let mut draft = Draft::new(from.clone());
        let mut pairs = Vec::new();
        for field in FIELDS {
            let Some(text) = (field.write)(to, &draft.state) else { continue };
            if field.phase == Phase::Place {
                // What was just written is read without a fault.
                (field.read)(&mut draft, &text).ok();
            }
            pairs.push((field.key.to_owned(), text));
        }
        let [old, new] = [&draft.state, to].map(|state| state.document.settings.changed().collect::<Vec<_>>());
        let same = |(a, x): &(String, f64), (b, y): &(String, f64)| a == b && x.to_bits() == y.to_bits();
        for setting in &new {
            if !old.iter().any(|other| same(other, setting)) {
                pairs.push((setting.0.clone(), exact(setting.1)));
            }
        }
        for (key, _) in old {
            if let Some((_, setting)) = setting(&key).filter(|_| !new.iter().any(|(other, _)| *other == key)) {
                pairs.push((key, exact(setting.usual)));
            }
        }
        Self(pairs)
    }

    /// The state with these fields, and what could not be used: in its place stands what `state` has, or what the lesson
    /// starts with where the patch names one. Wrong answers end where the numbers change.
    pub fn apply(&self, state: &State) -> (State, Vec<Problem>) {
        let mut draft = Draft::new(state.clone());
        let mut problems = Vec::new();
        let mut before = None;
        for phase in Phase::ALL {
            for field in FIELDS.iter().filter(|field| field.phase == phase) {
                let Some(raw) = self.text(field.key) else { continue };
                let read = match field.escaped {
                    true => (field.read)(&mut draft, raw),
                    false => decoded(raw).and_then(|text| (field.read)(&mut draft, &text)),
                };
                if let Err(why) = read {
                    problems.push(Problem::value(field.key, raw, why));
                }
            }
            let document = &mut draft.state.document;
            match phase {
                Phase::Place => before = Some(document.inputs.clone()),
                Phase::Source => draft.settle(self, &mut problems),
                Phase::Inputs if before.as_ref() != Some(&document.inputs) => document.end_wrong_answers(),
                Phase::Inputs | Phase::Work => {}
            }
        }
        self.set_figures(&mut draft.state, &mut problems);
        self.check_unknown(&mut problems);
        let State { view, document } = draft.state;
        (State { view, document: document.tidied() }, problems)
    }

    /// The text of a key as it stands in the link; the last one counts where it is there twice.
    pub(super) fn text(&self, key: &str) -> Option<&str> {
        self.0.iter().rev().find(|(other, _)| other == key).map(|(_, text)| text.as_str())
    }

    fn set_figures(&self, state: &mut State, problems: &mut Vec<Problem>) {
        for (at, (key, raw)) in self.0.iter().enumerate() {
            let Some((figure, setting)) = setting(key) else { continue };
            if self.0[at + 1..].iter().any(|(other, _)| other == key) {
                continue;
            }
            match decoded(raw).and_then(|text| within(setting, &text)) {
                Ok(value) => state.document.settings.set(figure, setting, value),
                Err(why) => problems.push(Problem::value(key, raw, why)),
            }
        }
    }

    // A link of a later version may hold keys that this one does not know; one that holds nothing else is damaged. A key
    // with a dot is a setting that somebody means to see, such as a figure's.
    fn check_unknown(&self, problems: &mut Vec<Problem>) {
        let known = |key: &str| FIELDS.iter().any(|field| field.key == key) || setting(key).is_some();
        let damaged = || self.0.iter().any(|(key, text)| decoded(key).is_err() || decoded(text).is_err());
        let foreign = || !self.0.is_empty() && !self.0.iter().any(|(key, _)| known(key));
        if problems.is_empty() && (damaged() || foreign()) {
            problems.push(Problem::Unreadable);
            return;
        }
        // A few are enough to tell by.
        for (key, text) in self.0.iter().filter(|(key, _)| key.contains('.') && !known(key)).take(4) {
            problems.push(Problem::value(key, text, Why::Unknown));
        }
    }
}

// The setting of a figure that is called `FIGURE.KEY`.
fn setting(key: &str) -> Option<(Figure, &'static Setting)> {
    let (figure, key) = key.split_once('.')?;
    let figure = Figure::from_id(figure)?;
    Some((figure, figure.settings().iter().find(|setting| setting.key == key)?))
}

fn within(setting: &Setting, text: &str) -> Result<f64, Why> {
    let value = number::parse(text).map_err(Why::Number)?;
    if setting.accepts(value) { Ok(value) } else { Err(Why::Limits(*setting)) }
}
