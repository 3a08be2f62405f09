//! The colours of both themes, which the build takes from the stylesheet, and the two scales of matrices: page and plots
//! cannot drift apart.

use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

use super::colour::{ROLES, Rgb};
use crate::choice::Choice;
use crate::text::Text;

/// Light or dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Theme {
    /// Dark ink on light paper.
    #[default]
    Light,
    /// Light ink on dark paper.
    Dark,
}

impl Choice for Theme {
    const ALL: &'static [Self] = &[Self::Light, Self::Dark];

    fn id(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    fn label(self) -> Text {
        match self {
            Self::Light => Text { zh: "浅色", en: "light" },
            Self::Dark => Text { zh: "深色", en: "dark" },
        }
    }
}

/// What a colour stands for; the same everywhere on the page. A plot holds roles, so it does not change with the theme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Role {
    /// Text.
    #[default]
    Ink,
    /// Text that steps back.
    Soft,
    /// What can be followed or is chosen.
    Accent,
    /// Q.
    Query,
    /// K.
    Key,
    /// V.
    Value,
    /// Scores, scaled and masked.
    Score,
    /// Weights.
    Weight,
    /// Output.
    Output,
    /// Below 0.
    Negative,
    /// Above 0.
    Positive,
    /// A mistake.
    Wrong,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 12] = [
        Self::Ink,
        Self::Soft,
        Self::Accent,
        Self::Query,
        Self::Key,
        Self::Value,
        Self::Score,
        Self::Weight,
        Self::Output,
        Self::Negative,
        Self::Positive,
        Self::Wrong,
    ];

    /// The name in the stylesheet, without the dashes before it.
    pub fn token(self) -> &'static str {
        ROLES[self as usize]
    }
}

/// From paper to a tint in 255 steps, as fine as a screen can show it.
type Ramp = [Rgb; 256];

/// The colours of one theme.
#[derive(Clone, Debug, PartialEq)]
pub struct Palette {
    /// The page.
    pub paper: Rgb,
    /// What lies on the page.
    pub raise: Rgb,
    /// Thin lines between things.
    pub line: Rgb,
    /// The lines of a pattern: as light as a shape that carries a meaning may be.
    pub hatch: Rgb,
    roles: [Rgb; ROLES.len()],
    negative: Ramp,
    positive: Ramp,
    weight: Ramp,
}

impl Palette {
    /// The colours of `theme`.
    pub fn of(theme: Theme) -> &'static Self {
        static LIGHT: LazyLock<Palette> = LazyLock::new(|| Palette::new(&compiled::LIGHT));
        static DARK: LazyLock<Palette> = LazyLock::new(|| Palette::new(&compiled::DARK));
        match theme {
            Theme::Light => &LIGHT,
            Theme::Dark => &DARK,
        }
    }

    /// The colour of `role`.
    pub fn role(&self, role: Role) -> Rgb {
        self.roles[role as usize]
    }

    /// A signed number on the scale from −`max` to `max`: paper at 0, the end for what lies beyond or is infinite.
    /// NaN is paper; a pattern has to tell it.
    pub fn diverging(&self, x: f64, max: f64) -> Rgb {
        step(if x < 0.0 { &self.negative } else { &self.positive }, if x == 0.0 { 0.0 } else { x.abs() / max })
    }

    /// A weight on the fixed scale from 0 (paper) to 1.
    pub fn sequential(&self, w: f64) -> Rgb {
        step(&self.weight, w)
    }

    fn new(tokens: &Tokens) -> Self {
        let Tokens { paper, raise, line, hatch, roles, tints } = *tokens;
        let [negative, positive, weight] = tints.map(|tint| std::array::from_fn(|i| paper.mix(tint, i as f64 / 255.0)));
        Self { paper, raise, line, hatch, roles, negative, positive, weight }
    }
}

/// The fonts of the page, for labels on a canvas.
pub fn font() -> &'static str {
    compiled::FONT
}

// The colours of a theme as build/palette.rs takes them from the stylesheet.
struct Tokens {
    paper: Rgb,
    raise: Rgb,
    line: Rgb,
    hatch: Rgb,
    roles: [Rgb; ROLES.len()],
    // The ends of the scales: below 0, above 0, weights.
    tints: [Rgb; 3],
}

mod compiled {
    use super::{Rgb, Tokens};

    include!(concat!(env!("OUT_DIR"), "/palette.rs"));
}

// `as` takes NaN to 0 and keeps the rest in range.
fn step(ramp: &Ramp, share: f64) -> Rgb {
    ramp[usize::from((share * 255.0).round() as u8)]
}
