//! Where everything of a line plot lies, in device pixels.

use super::axis::{Axis, Spread, Tick};
use super::curves::LinePlot;

/// Size of the letters, CSS pixels.
pub(super) const FONT: f64 = 12.0;
/// Height of a line of text, CSS pixels.
pub(super) const LINE: f64 = 17.0;
/// Length of a tick, CSS pixels.
pub(super) const TICK: f64 = 4.0;
/// Distance of a number from its tick, CSS pixels.
pub(super) const SPACE: f64 = 4.0;

// More ticks than this are more than one reads.
const MOST: usize = 16;

/// The rectangle that the curves are drawn in, with its axes.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The column of the y axis.
    pub left: i32,
    /// The row of the upper end.
    pub top: i32,
    /// The column of the right end.
    pub right: i32,
    /// The row of the x axis.
    pub bottom: i32,
    /// Across.
    pub x: Axis,
    /// Up.
    pub y: Axis,
    /// As many as fit without touching.
    pub x_ticks: Vec<Tick>,
    /// As many as fit without touching.
    pub y_ticks: Vec<Tick>,
}

impl Frame {
    /// The frame of `plot` on a surface of `width` by `height` device pixels at `ratio` of them a CSS pixel.
    pub fn new(plot: &LinePlot, (width, height): (u32, u32), ratio: f64) -> Self {
        let px = |css: f64| (css * ratio).round() as i32;
        // One line for the name of the y axis, and one for the name of a rule along the upper end.
        let top = px(SPACE + LINE * if plot.rules.is_empty() { 1.0 } else { 2.0 });
        let bottom = (height as i32 - px(TICK + SPACE + 2.0 * LINE + SPACE)).max(top + 1);
        let up = f64::from(bottom - top) / ratio;
        let most = (up / (1.5 * LINE)) as usize;
        let mut y = Axis::around(Spread::Linear, plot.y_values());
        if plot.y_range.is_none() {
            y = y.rounded(most);
        }
        let y_ticks = y.ticks(most);
        let left = px(SPACE + widest(&y_ticks) + SPACE + TICK);
        let x = Axis::around(plot.x_spread, plot.x_values());
        // Half of the last number stands out to the right of its tick.
        let right = (width as i32 - px(SPACE + widest(&x.ticks(MOST)) / 2.0)).max(left + 1);
        let across = f64::from(right - left) / ratio;
        let fits = |ticks: &Vec<Tick>| (widest(ticks) + 2.0 * SPACE) * ticks.len() as f64 <= across;
        let x_ticks = (2..=MOST).rev().map(|most| x.ticks(most)).find(fits).unwrap_or_else(|| x.ticks(2));
        Self { left, top, right, bottom, x, y, x_ticks, y_ticks }
    }

    /// The column of a value of the x axis; `None` where it has no place.
    pub fn column(&self, x: f64) -> Option<i32> {
        let share = self.x.share(x)?;
        Some((f64::from(self.left) + share * f64::from(self.right - self.left)).round() as i32)
    }

    /// The row of a value of the y axis; `None` where it has no place.
    pub fn row(&self, y: f64) -> Option<i32> {
        let share = self.y.share(y)?;
        Some((f64::from(self.bottom) - share * f64::from(self.bottom - self.top)).round() as i32)
    }

    /// Column and row of a point.
    pub fn pixel(&self, x: f64, y: f64) -> Option<(i32, i32)> {
        Some((self.column(x)?, self.row(y)?))
    }
}

// The width of the longest label in CSS pixels, guessed from its letters: a browser would have to lay it out to know.
fn widest(ticks: &[Tick]) -> f64 {
    let letters = ticks.iter().map(|tick| tick.label.chars().count()).max().unwrap_or(0);
    0.6 * FONT * letters as f64
}
