//! Curves over one axis, with error bands and ceilings.
//!
//! The legend is left to the page, whose text can be selected, translated and read aloud; [`Series`] has all it needs.

use plotters::prelude::{DrawResult, DrawingBackend, IntoDrawingArea};

pub use super::curves::{Dash, LinePlot, Marker, Point, Rule, Series};
use super::geometry::Frame;
use super::palette::Palette;
use super::pixel_aligned::PixelAligned;
use super::plot_area::{PlotArea, colour_of};

/// Draws `plot` over the whole of `backend`, whose size is in device pixels, `ratio` of them a CSS pixel.
///
/// # Errors
/// Only those of the backend.
pub fn draw<B: DrawingBackend>(plot: &LinePlot, backend: B, ratio: f64, palette: &Palette) -> DrawResult<(), B> {
    let area = PixelAligned(backend).into_drawing_area();
    let frame = Frame::new(plot, area.dim_in_pixel(), ratio);
    let sheet = PlotArea { area, frame, ratio, palette };
    sheet.area.fill(&colour_of(palette.paper))?;
    sheet.axes(plot)?;
    plot.rules.iter().try_for_each(|rule| sheet.rule(rule))?;
    plot.series.iter().try_for_each(|series| sheet.band(series))?;
    plot.series.iter().try_for_each(|series| sheet.curve(series))?;
    sheet.area.present()
}
