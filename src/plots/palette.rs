//! The colours of both themes, read from the stylesheet, and the two scales of matrices.

use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

use super::colour::Rgb;
use crate::choice::Choice;
use crate::text::Text;

/// The one source of colours: the page and the plots cannot drift apart.
const TOKENS: &str = include_str!("../../style/tokens.css");

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
        match self {
            Self::Ink => "ink",
            Self::Soft => "soft",
            Self::Accent => "accent",
            Self::Query => "query",
            Self::Key => "key",
            Self::Value => "value",
            Self::Score => "score",
            Self::Weight => "weight",
            Self::Output => "output",
            Self::Negative => "negative",
            Self::Positive => "positive",
            Self::Wrong => "wrong",
        }
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
    roles: [Rgb; Role::ALL.len()],
    negative: Ramp,
    positive: Ramp,
    weight: Ramp,
}

impl Palette {
    /// The colours of `theme`.
    ///
    /// # Panics
    /// When the stylesheet lacks one of them, which no build that passed its tests does.
    pub fn of(theme: Theme) -> &'static Self {
        static LIGHT: LazyLock<Palette> = LazyLock::new(|| read(":root {"));
        static DARK: LazyLock<Palette> = LazyLock::new(|| read(":root[data-theme=\"dark\"] {"));
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

    fn from_tokens(block: &str) -> Option<Self> {
        let colour = |token| declared(block, token).and_then(Rgb::from_hex);
        let (paper, ink) = (colour("paper")?, colour("ink")?);
        let mut roles = [ink; Role::ALL.len()];
        for role in Role::ALL {
            roles[role as usize] = colour(role.token())?;
        }
        let ramp = |role: Role| {
            // Numbers stand on the tints in ink, so a tint goes as far as they stay readable and no further.
            let is_readable = |&tint: &Rgb| tint.contrast(ink) >= Rgb::TEXT;
            let tint = shades(paper, roles[role as usize]).rev().find(is_readable).unwrap_or(paper);
            std::array::from_fn(|i| paper.mix(tint, i as f64 / 255.0))
        };
        Some(Self {
            paper,
            raise: colour("raise")?,
            line: colour("line")?,
            hatch: shades(paper, ink).find(|shade| shade.contrast(paper) >= Rgb::SHAPE).unwrap_or(ink),
            negative: ramp(Role::Negative),
            positive: ramp(Role::Positive),
            weight: ramp(Role::Weight),
            roles,
        })
    }
}

/// The fonts of the page, for labels on a canvas.
pub fn font() -> &'static str {
    declared(TOKENS, "sans").unwrap_or("sans-serif")
}

fn read(selector: &str) -> Palette {
    let block = TOKENS.split_once(selector).and_then(|(_, rest)| rest.split_once('}')).map_or("", |(block, _)| block);
    Palette::from_tokens(block).expect("style/tokens.css should name every colour of both themes as #rrggbb")
}

// The value of `--token: value;`.
fn declared<'a>(css: &'a str, token: &str) -> Option<&'a str> {
    css.lines().find_map(|line| {
        let value = line.trim().strip_prefix("--")?.strip_prefix(token)?.strip_prefix(':')?;
        Some(value.trim().trim_end_matches(';'))
    })
}

fn shades(from: Rgb, to: Rgb) -> impl DoubleEndedIterator<Item = Rgb> {
    (0..=200).map(move |i| from.mix(to, f64::from(i) / 200.0))
}

// `as` takes NaN to 0 and keeps the rest in range.
fn step(ramp: &Ramp, share: f64) -> Rgb {
    ramp[usize::from((share * 255.0).round() as u8)]
}
