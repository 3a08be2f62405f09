//! What can be set in a figure: a number within limits, or a switch.

use crate::text::{Language, Text};

/// Something that the learner can set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Its name within the figure: in links `FIGURE.KEY`.
    pub key: &'static str,
    /// Its name on the page, without its unit.
    pub label: Text,
    /// Its unit, where it has one.
    pub unit: Option<Text>,
    /// What kind of number it is.
    pub kind: SettingKind,
    /// The least and the most that it can be.
    pub limits: (f64, f64),
    /// What it is at first.
    pub usual: f64,
}

/// What kind of number a setting is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingKind {
    /// Any number.
    Real,
    /// A whole number.
    Whole,
    /// The seed of random numbers, a whole number.
    Seed,
    /// 1 for on, 0 for off.
    Switch,
}

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
    Setting { kind: SettingKind::Whole, ..real(key, zh, en, limits, usual) }
}

pub(super) const fn real(
    key: &'static str,
    zh: &'static str,
    en: &'static str,
    limits: (f64, f64),
    usual: f64,
) -> Setting {
    Setting { key, label: Text { zh, en }, unit: None, kind: SettingKind::Real, limits, usual }
}

// A real number with a unit.
pub(super) const fn quantity(
    key: &'static str,
    (zh, en): (&'static str, &'static str),
    unit: (&'static str, &'static str),
    limits: (f64, f64),
    usual: f64,
) -> Setting {
    Setting { unit: Some(Text { zh: unit.0, en: unit.1 }), ..real(key, zh, en, limits, usual) }
}

pub(super) const fn seed() -> Setting {
    Setting { kind: SettingKind::Seed, ..real("seed", "种子", "seed", (0.0, u32::MAX as f64), 1.0) }
}

// Off at first.
pub(super) const fn switch(key: &'static str, zh: &'static str, en: &'static str) -> Setting {
    Setting { kind: SettingKind::Switch, ..real(key, zh, en, (0.0, 1.0), 0.0) }
}

impl Setting {
    /// A whole number within `limits` that belongs to no figure.
    pub const fn number(limits: (f64, f64)) -> Self {
        whole("", "", "", limits, 0.0)
    }

    /// Its name on the page, with its unit.
    pub fn name(&self, language: Language) -> String {
        let mut name = self.label.get(language).to_owned();
        if let Some(unit) = self.unit {
            let [open, close] = if language == Language::Zh { ["（", "）"] } else { [" (", ")"] };
            for part in [open, unit.get(language), close] {
                name.push_str(part);
            }
        }
        name
    }

    /// Whether it is a whole number.
    pub fn is_whole(&self) -> bool {
        self.kind != SettingKind::Real
    }

    /// Whether a slider suits it: one with few enough places to hit each.
    pub fn slides(&self) -> bool {
        self.limits.1 - self.limits.0 <= if self.is_whole() { 63.0 } else { 4.0 } && self.kind != SettingKind::Switch
    }

    /// From one place of its slider to the next.
    pub fn step(&self) -> f64 {
        if self.is_whole() { 1.0 } else { 0.01 }
    }

    /// Whether `value` can be set.
    pub fn accepts(&self, value: f64) -> bool {
        (self.limits.0..=self.limits.1).contains(&value) && (!self.is_whole() || value.fract() == 0.0)
    }
}
