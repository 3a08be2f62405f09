//! The figures that prose can show, and what the learner can set in each. What they compute is told apart from this, so
//! that the page need not hold it: the page knows a figure by its values, the worker makes a [`Request`] of them.

#[macro_use]
mod macros;
mod preset;
mod setting;
mod settings;
mod table;

pub use preset::Preset;
pub use setting::{Setting, SettingKind};
pub use settings::Settings;
pub use table::{Alone, Figure, OfPage, OwnView, Request, Sampling};

use serde::{Deserialize, Serialize};

use crate::choice::Choice;

/// How a figure comes about, and what of the page it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureKind {
    /// The page shows it without the worker.
    View,
    /// Computed at once, from its settings alone.
    Alone,
    /// Computed at once, from its settings and the page's own numbers.
    OfPage,
    /// Computed bit by bit, from its settings alone; it can be stopped.
    Sampled,
}

// Page and worker are built together, so a figure's place among all is its name between them.
impl Serialize for Figure {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(*self as u8)
    }
}

impl<'de> Deserialize<'de> for Figure {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let at = u8::deserialize(deserializer)?;
        Self::ALL.get(usize::from(at)).copied().ok_or_else(|| serde::de::Error::custom("no such figure"))
    }
}
