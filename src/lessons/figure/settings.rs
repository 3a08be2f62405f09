//! What is set in the figures.

use super::{Figure, Setting};
use crate::choice::Choice;

/// The settings of all figures; only what differs from the usual is kept, in one order, so that equal settings are
/// equal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings(Vec<(Figure, &'static str, f64)>);

impl Settings {
    /// The value of `setting` in `figure`.
    pub fn get(&self, figure: Figure, setting: &Setting) -> f64 {
        let kept = self.0.iter().find(|(other, key, _)| *other == figure && *key == setting.key);
        kept.map_or(setting.usual, |(.., value)| *value)
    }

    /// The values of all settings of `figure`, in their order.
    pub fn values(&self, figure: Figure) -> Vec<f64> {
        figure.settings().iter().map(|setting| self.get(figure, setting)).collect()
    }

    /// Sets `setting` of `figure`; nothing happens where it does not accept the value.
    pub fn set(&mut self, figure: Figure, setting: &Setting, value: f64) {
        if !setting.accepts(value) {
            return;
        }
        self.0.retain(|(other, key, _)| (*other, *key) != (figure, setting.key));
        if value != setting.usual {
            let at = self.0.iter().take_while(|(other, key, _)| (*other, *key) < (figure, setting.key)).count();
            self.0.insert(at, (figure, setting.key, value));
        }
    }

    /// What differs from the usual, as written in links: `FIGURE.KEY` and value.
    pub fn changed(&self) -> impl Iterator<Item = (String, f64)> + '_ {
        self.0.iter().map(|(figure, key, value)| (format!("{}.{key}", figure.id()), *value))
    }
}
