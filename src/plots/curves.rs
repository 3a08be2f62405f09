//! What a plot of curves holds, whoever draws it.

use serde::{Deserialize, Serialize};

use super::axis::Spread;
use super::palette::Role;

/// What is measured at one place of the x axis.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Across.
    pub x: f64,
    /// Up.
    pub y: f64,
    /// The standard error of `y`, drawn as a band on both sides.
    pub error: Option<f64>,
}

/// How a line is broken, so that lines differ without colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Dash {
    /// Not at all.
    #[default]
    Solid,
    /// Into long pieces.
    Dashed,
    /// Into dots.
    Dotted,
}

impl Dash {
    /// Lengths of a piece and of the gap after it, CSS pixels; `None` for an unbroken line.
    pub fn lengths(self) -> Option<(f64, f64)> {
        match self {
            Self::Solid => None,
            Self::Dashed => Some((7.0, 4.0)),
            Self::Dotted => Some((2.0, 3.0)),
        }
    }
}

/// The shape at each point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Marker {
    /// No shape: for curves of very many points.
    #[default]
    None,
    /// ●
    Circle,
    /// ■
    Square,
    /// ▲
    Triangle,
}

/// One curve, or bars.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Series {
    /// Its name, for the legend and the table.
    pub name: String,
    /// Its colour.
    pub role: Role,
    /// How it is broken.
    pub dash: Dash,
    /// The shape at its points.
    pub marker: Marker,
    /// Its points by growing x; one without a place (not finite) breaks the line.
    pub points: Vec<Point>,
    /// The width of a bar in units of x, where bars from 0 are drawn in place of a line.
    pub bars: Option<f64>,
}

/// A horizontal line, such as a ceiling.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    /// What it is.
    pub label: String,
    /// Where it is.
    pub y: f64,
}

/// A plot of curves.
#[derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct LinePlot {
    /// What x is.
    pub x_label: String,
    /// What y is; written above the axis, where it need not be turned.
    pub y_label: String,
    /// How x is spread.
    pub x_spread: Spread,
    /// What the x axis holds at the least; it grows with the points.
    pub x_range: Option<(f64, f64)>,
    /// What the y axis holds at the least, for plots side by side; it grows with the points, so none is ever cut off.
    pub y_range: Option<(f64, f64)>,
    /// The curves.
    pub series: Vec<Series>,
    /// The horizontal lines.
    pub rules: Vec<Rule>,
}

impl LinePlot {
    /// Every x at which some series has a point, once each, growing: what the pointer and the arrow keys step through,
    /// and the rows of the table.
    pub fn samples(&self) -> Vec<f64> {
        let points = self.series.iter().flat_map(|series| &series.points);
        let mut samples: Vec<f64> = Vec::new();
        // Put in order one by one: most come in order, and the library's sort would weigh 1 kB in the page.
        for x in points.map(|point| point.x).filter(|x| x.is_finite()) {
            let at = samples.partition_point(|&other| other < x);
            if samples.get(at) != Some(&x) {
                samples.insert(at, x);
            }
        }
        samples
    }

    /// The point of each series at `x`, in the order of the series.
    pub fn at(&self, x: f64) -> impl Iterator<Item = (&Series, Option<&Point>)> {
        self.series.iter().map(move |series| (series, series.points.iter().find(|point| point.x == x)))
    }

    /// Every value that the x axis has to hold.
    pub(super) fn x_values(&self) -> impl Iterator<Item = f64> {
        let bars = self.series.iter().filter_map(|series| Some((series.bars? / 2.0, &series.points)));
        let sides =
            bars.flat_map(|(half, points)| points.iter().flat_map(move |point| [point.x - half, point.x + half]));
        self.x_range.into_iter().flat_map(|(a, b)| [a, b]).chain(self.samples()).chain(sides)
    }

    /// Every value that the y axis has to hold.
    pub(super) fn y_values(&self) -> impl Iterator<Item = f64> {
        let points = self.series.iter().flat_map(|series| &series.points);
        let bands = points.flat_map(|point| [-1.0, 0.0, 1.0].map(|side| point.y + side * point.error.unwrap_or(0.0)));
        let range = self.y_range.into_iter().flat_map(|(a, b)| [a, b]);
        bands.chain(range).chain(self.rules.iter().map(|rule| rule.y))
    }
}
