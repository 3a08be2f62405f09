//! Patterns for cells that no colour of a scale may stand for: hidden, infinite, not a number.

/// What fills a cell without a place on the scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// A hidden key: lines that rise to the right.
    Hidden,
    /// −∞: lines that fall to the right.
    NegativeInfinity,
    /// +∞: both.
    PositiveInfinity,
    /// NaN: dots.
    NotANumber,
}

impl Pattern {
    /// Every pattern.
    pub const ALL: [Self; 4] = [Self::Hidden, Self::NegativeInfinity, Self::PositiveInfinity, Self::NotANumber];

    /// The pattern of `value`; `None` for a finite number that is not hidden. A hidden key is hidden whatever its value.
    pub fn of(value: f64, hidden: bool) -> Option<Self> {
        if hidden {
            Some(Self::Hidden)
        } else if value.is_nan() {
            Some(Self::NotANumber)
        } else if value.is_infinite() {
            Some(if value < 0.0 { Self::NegativeInfinity } else { Self::PositiveInfinity })
        } else {
            None
        }
    }

    /// Whether the pixel at `x`, `y` of a cell is inked, when the pattern repeats `repeats` times along the cell's
    /// shorter `side`. Square cells without a gap join to one hatching; from 3 pixels a repeat on all patterns differ.
    pub(super) fn is_inked(self, x: u32, y: u32, side: u32, repeats: u32) -> bool {
        // In pixels times `repeats`, since a repeat need not be a whole number of pixels.
        let phase = |pixels: i64| (pixels * i64::from(repeats)).rem_euclid(i64::from(side));
        let (x, y, side) = (i64::from(x), i64::from(y), i64::from(side));
        let rises = || 4 * phase(x + y + 1) < side;
        let falls = || 4 * phase(x - y) < side;
        let is_central = |pixels| 5 * (2 * phase(pixels) + i64::from(repeats) - side).abs() <= 2 * side;
        match self {
            Self::Hidden => rises(),
            Self::NegativeInfinity => falls(),
            Self::PositiveInfinity => rises() || falls(),
            Self::NotANumber => is_central(x) && is_central(y),
        }
    }
}
