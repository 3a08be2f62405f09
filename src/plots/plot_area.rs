//! The parts of a line plot, drawn one by one.

use plotters::coord::Shift;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::colour::Rgb;
use super::curves::{Dash, LinePlot, Marker, Rule, Series};
use super::geometry::{FONT, Frame, LINE, SPACE, TICK};
use super::palette::{Palette, Role, font};
use super::pixel_aligned::PixelAligned;

/// What a line plot is drawn on.
pub(super) struct PlotArea<'a, B: DrawingBackend> {
    /// The whole surface.
    pub(super) area: DrawingArea<PixelAligned<B>, Shift>,
    /// Where things lie.
    pub(super) frame: Frame,
    /// Device pixels a CSS pixel.
    pub(super) ratio: f64,
    /// Its colours.
    pub(super) palette: &'a Palette,
}

impl<B: DrawingBackend> PlotArea<'_, B> {
    /// Axes, ticks, numbers and names.
    pub(super) fn axes(&self, plot: &LinePlot) -> DrawResult<(), B> {
        let Frame { left, top, right, bottom, .. } = self.frame;
        let (tick, space) = (self.px(TICK), self.px(SPACE));
        let grid = self.stroke(self.palette.line, 1.0);
        let axis = self.stroke(self.palette.role(Role::Soft), 1.0);
        for mark in &self.frame.y_ticks {
            let Some(row) = self.frame.row(mark.value) else { continue };
            self.path(vec![(left, row), (right, row)], grid)?;
            self.path(vec![(left - tick, row), (left, row)], axis)?;
            self.text(&mark.label, (left - tick - space, row), Role::Soft, HPos::Right, VPos::Center)?;
        }
        for mark in &self.frame.x_ticks {
            let Some(column) = self.frame.column(mark.value) else { continue };
            self.path(vec![(column, bottom), (column, bottom + tick)], axis)?;
            self.text(&mark.label, (column, bottom + tick + space), Role::Soft, HPos::Center, VPos::Top)?;
        }
        self.path(vec![(left, top), (left, bottom)], axis)?;
        self.path(vec![(left, bottom), (right, bottom)], axis)?;
        let below = bottom + tick + space + self.px(LINE);
        self.text(&plot.x_label, ((left + right) / 2, below), Role::Ink, HPos::Center, VPos::Top)?;
        // Chinese letters reach above the line that a browser calls their top.
        self.text(&plot.y_label, (self.px(SPACE / 2.0), self.px(0.75 * SPACE)), Role::Ink, HPos::Left, VPos::Top)
    }

    /// A horizontal line with its name above its right end.
    pub(super) fn rule(&self, rule: &Rule) -> DrawResult<(), B> {
        let Some(row) = self.frame.row(rule.y) else { return Ok(()) };
        let Frame { left, right, top, .. } = self.frame;
        self.path(vec![(left, row), (right, row)], self.stroke(self.palette.role(Role::Soft), 1.0))?;
        // Near the upper end, the name would stand across its grid line.
        let above = if row < top + self.px(LINE) { row.min(top) } else { row } - self.px(SPACE / 2.0);
        self.text(&rule.label, (right, above), Role::Soft, HPos::Right, VPos::Bottom)
    }

    /// One standard error on both sides of a curve.
    pub(super) fn band(&self, series: &Series) -> DrawResult<(), B> {
        let fill = colour_of(self.palette.role(series.role)).mix(0.2);
        let edges = series.points.iter().map(|point| {
            let error = point.error?;
            let column = self.frame.column(point.x)?;
            Some(((column, self.frame.row(point.y + error)?), (column, self.frame.row(point.y - error)?)))
        });
        for run in runs(edges) {
            let (upper, lower): (Vec<_>, Vec<_>) = run.into_iter().unzip();
            let outline: Vec<_> = upper.into_iter().chain(lower.into_iter().rev()).collect();
            self.area.draw(&Polygon::new(outline, fill))?;
        }
        Ok(())
    }

    /// The line of a series and the shapes at its points.
    pub(super) fn curve(&self, series: &Series) -> DrawResult<(), B> {
        if let Some(width) = series.bars {
            return self.bars(series, width);
        }
        let colour = self.palette.role(series.role);
        let places = series.points.iter().map(|point| self.frame.pixel(point.x, point.y));
        for run in runs(places) {
            for &at in &run {
                self.marker(series.marker, at, colour_of(colour).filled())?;
            }
            self.broken(run, self.stroke(colour, 2.0), series.dash)?;
        }
        Ok(())
    }

    // Neighbours share their edge, so that no gap of a rounded pixel parts them.
    fn bars(&self, series: &Series, width: f64) -> DrawResult<(), B> {
        let colour = colour_of(self.palette.role(series.role));
        let Some(ground) = self.frame.row(0.0) else { return Ok(()) };
        for point in &series.points {
            let sides = (self.frame.column(point.x - width / 2.0), self.frame.column(point.x + width / 2.0));
            let (Some(top), (Some(left), Some(right))) = (self.frame.row(point.y), sides) else { continue };
            if top < ground {
                self.area.draw(&Rectangle::new([(left, top), (right, ground)], colour.mix(0.35).filled()))?;
                self.path(vec![(left, top), (right, top)], self.stroke(self.palette.role(series.role), 1.5))?;
            }
        }
        Ok(())
    }

    fn marker(&self, marker: Marker, (x, y): (i32, i32), style: ShapeStyle) -> DrawResult<(), B> {
        let half = self.px(3.5);
        match marker {
            Marker::None => Ok(()),
            Marker::Circle => self.area.draw(&Circle::new((x, y), half, style)),
            Marker::Square => self.area.draw(&Rectangle::new([(x - half, y - half), (x + half, y + half)], style)),
            // Corners 120° apart on a circle of radius 5; the marker of plotters would bring sine and cosine.
            Marker::Triangle => {
                let (side, low, high) = (self.px(4.3), self.px(2.5), self.px(5.0));
                self.area.draw(&Polygon::new(vec![(x, y - high), (x + side, y + low), (x - side, y + low)], style))
            }
        }
    }

    fn broken(&self, path: Vec<(i32, i32)>, style: ShapeStyle, dash: Dash) -> DrawResult<(), B> {
        match dash.lengths() {
            None => self.path(path, style),
            Some((piece, gap)) => self.area.draw(&DashedPathElement::new(path, self.px(piece), self.px(gap), style)),
        }
    }

    fn path(&self, path: Vec<(i32, i32)>, style: ShapeStyle) -> DrawResult<(), B> {
        self.area.draw(&PathElement::new(path, style))
    }

    fn text(&self, text: &str, at: (i32, i32), role: Role, across: HPos, up: VPos) -> DrawResult<(), B> {
        // Browsers agree on where the bottom of a text is; its top and middle WebKit takes from the font, not from its size.
        let drop = match up {
            VPos::Top => FONT,
            VPos::Center => FONT / 2.0,
            VPos::Bottom => 0.0,
        };
        let colour = colour_of(self.palette.role(role));
        let style =
            TextStyle::from((font(), FONT * self.ratio).into_font()).color(&colour).pos(Pos::new(across, VPos::Bottom));
        self.area.draw_text(text, &style, (at.0, at.1 + self.px(drop)))
    }

    fn stroke(&self, colour: Rgb, width: f64) -> ShapeStyle {
        colour_of(colour).stroke_width(self.px(width).max(1) as u32)
    }

    fn px(&self, css: f64) -> i32 {
        (css * self.ratio).round() as i32
    }
}

pub(super) fn colour_of(Rgb(r, g, b): Rgb) -> RGBColor {
    RGBColor(r, g, b)
}

// The stretches without a gap.
fn runs<T>(items: impl Iterator<Item = Option<T>>) -> Vec<Vec<T>> {
    let mut runs = vec![Vec::new()];
    for item in items {
        match (item, runs.last_mut()) {
            (Some(item), Some(run)) => run.push(item),
            _ => runs.push(Vec::new()),
        }
    }
    runs.retain(|run| !run.is_empty());
    runs
}
