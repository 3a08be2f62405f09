//! What can be set in a figure: a number within limits.

use super::Figure;
use crate::choice::Choice;
use crate::text::Text;

/// A number that the learner can set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Its name within the figure: in links `FIGURE.KEY`.
    pub key: &'static str,
    /// Its name on the page.
    pub label: Text,
    /// Whether it is a whole number.
    pub whole: bool,
    /// The least and the most that it can be.
    pub limits: (f64, f64),
    /// What it is at first.
    pub usual: f64,
}

pub(super) const SEED: (f64, f64) = (0.0, u32::MAX as f64);
pub(super) const WIDTH: (f64, f64) = (1.0, 1024.0);
pub(super) const KEYS: (f64, f64) = (2.0, 512.0);
pub(super) const HEADS: (f64, f64) = (1.0, 8.0);
pub(super) const COUNT: (f64, f64) = (32.0, 8192.0);

pub(super) const fn whole(
    key: &'static str,
    zh: &'static str,
    en: &'static str,
    limits: (f64, f64),
    usual: f64,
) -> Setting {
    Setting { key, label: Text { zh, en }, whole: true, limits, usual }
}

pub(super) const fn real(
    key: &'static str,
    zh: &'static str,
    en: &'static str,
    least: f64,
    most: f64,
    usual: f64,
) -> Setting {
    Setting { key, label: Text { zh, en }, whole: false, limits: (least, most), usual }
}

impl Setting {
    /// Whether a slider suits it: one with few enough places to hit each.
    pub fn slides(&self) -> bool {
        self.limits.1 - self.limits.0 <= if self.whole { 63.0 } else { 4.0 }
    }

    /// From one place of its slider to the next.
    pub fn step(&self) -> f64 {
        if self.whole { 1.0 } else { 0.01 }
    }

    /// Whether `value` can be set.
    pub fn accepts(&self, value: f64) -> bool {
        (self.limits.0..=self.limits.1).contains(&value) && (!self.whole || value.fract() == 0.0)
    }
}

/// The settings of all figures; only what differs from the usual is kept, in one order, so that equal settings are
/// equal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings(Vec<(Figure, &'static str, f64)>);

impl Settings {
    /// The value of `key` in `figure`; NaN where there is no such setting.
    pub fn get(&self, figure: Figure, key: &str) -> f64 {
        let kept = self.0.iter().find(|(other, name, _)| *other == figure && *name == key).map(|(.., value)| *value);
        let usual = || figure.settings().iter().find(|setting| setting.key == key).map(|setting| setting.usual);
        kept.or_else(usual).unwrap_or(f64::NAN)
    }

    /// The value of a whole number.
    pub fn whole(&self, figure: Figure, key: &str) -> usize {
        self.get(figure, key) as usize
    }

    /// Sets `setting` of `figure`; nothing happens where it does not accept the value.
    pub fn set(&mut self, figure: Figure, setting: &Setting, value: f64) {
        if !setting.accepts(value) {
            return;
        }
        self.0.retain(|(other, name, _)| (*other, *name) != (figure, setting.key));
        if value != setting.usual {
            let at = self.0.iter().take_while(|(other, name, _)| (*other, *name) < (figure, setting.key)).count();
            self.0.insert(at, (figure, setting.key, value));
        }
    }

    /// Those of one figure, to see whether it has to be computed anew.
    pub fn of(&self, figure: Figure) -> Self {
        Self(self.0.iter().filter(|(other, ..)| *other == figure).copied().collect())
    }

    /// What differs from the usual, as written in links: `FIGURE.KEY` and value.
    pub fn changed(&self) -> impl Iterator<Item = (String, f64)> + '_ {
        self.0.iter().map(|(figure, key, value)| (format!("{}.{key}", figure.id()), *value))
    }
}
