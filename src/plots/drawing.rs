//! A plot as the list of what is drawn: made where plots are computed, painted on a canvas of the page.
//!
//! So the page needs neither axes nor plotters' elements, only a backend; and a picture holds what was drawn, to the pixel.

use std::convert::Infallible;

use plotters::prelude::SVGBackend;
use plotters_backend::text_anchor::{HPos, Pos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontFamily,
};
use serde::{Deserialize, Serialize};

use super::geometry::Frame;
use super::lines::{LinePlot, draw};
use super::palette::{Palette, font};

/// A place, device pixels right and down from the upper left.
type Place = (i32, i32);

/// What a mark is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ink {
    colour: (u8, u8, u8),
    // 0 (clear) to 1.
    alpha: f64,
    // Of a stroke, device pixels.
    width: u32,
}

/// One call to a drawing backend.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Mark {
    /// A straight line.
    Line(Place, Place, Ink),
    /// A line through places.
    Path(Vec<Place>, Ink),
    /// A polygon, filled.
    Polygon(Vec<Place>, Ink),
    /// A rectangle by its upper left and lower right, filled or not.
    Rectangle(Place, Place, Ink, bool),
    /// A circle by its centre and radius, filled or not.
    Circle(Place, u32, Ink, bool),
    /// A text of a size, with its lower left (−1), lower middle (0) or lower right (1) at a place.
    Text(String, f64, i8, Place, Ink),
}

/// A plot drawn for a canvas, and where the pointer finds its values. All in device pixels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Drawing {
    /// Width and height.
    pub size: (u32, u32),
    /// How many of them make a CSS pixel.
    pub ratio: f64,
    /// The rows of the curves' upper and lower end.
    pub rows: (i32, i32),
    /// The column of each of [`LinePlot::samples`]; `None` for one without a place.
    pub columns: Vec<Option<i32>>,
    /// What is drawn, one after the other.
    pub marks: Vec<Mark>,
}

impl Drawing {
    /// What [`draw`] draws of `plot` on `size` device pixels, `ratio` of them a CSS pixel.
    pub fn new(plot: &LinePlot, size: (u32, u32), ratio: f64, palette: &Palette) -> Self {
        let mut marks = Vec::new();
        // It fails only where its backend does.
        let _drawn = draw(plot, Recorder { size, marks: &mut marks }, ratio, palette);
        let frame = Frame::new(plot, size, ratio);
        let columns = plot.samples().into_iter().map(|x| frame.column(x)).collect();
        Self { size, ratio, rows: (frame.top, frame.bottom), columns, marks }
    }

    /// Which of the samples lies nearest to `column`; `None` when there is none.
    pub fn nearest(&self, column: f64) -> Option<usize> {
        let distance = |at: usize| self.columns[at].map_or(f64::INFINITY, |other| (f64::from(other) - column).abs());
        (0..self.columns.len()).min_by(|&a, &b| distance(a).total_cmp(&distance(b)))
    }
}

/// The same as the text of an SVG file.
pub fn svg(plot: &LinePlot, size: (u32, u32), ratio: f64, palette: &Palette) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _drawn = draw(plot, SVGBackend::with_string(&mut text, size), ratio, palette);
    text
}

/// Draws `marks` on `backend`.
///
/// # Errors
/// Only those of the backend.
pub fn paint<B: DrawingBackend>(marks: &[Mark], backend: &mut B) -> Result<(), DrawingErrorKind<B::ErrorType>> {
    for mark in marks {
        match mark {
            Mark::Line(from, to, ink) => backend.draw_line(*from, *to, ink)?,
            Mark::Path(path, ink) => backend.draw_path(path.iter().copied(), ink)?,
            Mark::Polygon(corners, ink) => backend.fill_polygon(corners.iter().copied(), ink)?,
            Mark::Rectangle(from, to, ink, fill) => backend.draw_rect(*from, *to, ink, *fill)?,
            Mark::Circle(centre, radius, ink, fill) => backend.draw_circle(*centre, *radius, ink, *fill)?,
            Mark::Text(text, size, side, at, ink) => {
                backend.draw_text(text, &RecordedTextStyle { ink: *ink, size: *size, side: *side }, *at)?;
            }
        }
    }
    backend.present()
}

impl Ink {
    fn of(style: &impl BackendStyle) -> Self {
        let BackendColor { alpha, rgb } = style.color();
        Self { colour: rgb, alpha, width: style.stroke_width() }
    }
}

impl BackendStyle for Ink {
    fn color(&self) -> BackendColor {
        BackendColor { alpha: self.alpha, rgb: self.colour }
    }

    fn stroke_width(&self) -> u32 {
        self.width
    }
}

struct RecordedTextStyle {
    ink: Ink,
    size: f64,
    side: i8,
}

impl BackendTextStyle for RecordedTextStyle {
    type FontError = Infallible;

    fn color(&self) -> BackendColor {
        self.ink.color()
    }

    fn size(&self) -> f64 {
        self.size
    }

    fn anchor(&self) -> Pos {
        let across = match self.side {
            -1 => HPos::Left,
            0 => HPos::Center,
            _ => HPos::Right,
        };
        Pos::new(across, VPos::Bottom)
    }

    fn family(&self) -> FontFamily<'_> {
        FontFamily::Name(font())
    }

    // A backend that writes texts by itself, as a canvas and an SVG do, asks for neither of these.
    fn layout_box(&self, _text: &str) -> Result<(Place, Place), Infallible> {
        Ok(((0, 0), (0, 0)))
    }

    fn draw<E, F: FnMut(i32, i32, BackendColor) -> Result<(), E>>(
        &self,
        _text: &str,
        _at: BackendCoord,
        _draw: F,
    ) -> Result<Result<(), E>, Infallible> {
        Ok(Ok(()))
    }
}

struct Recorder<'a> {
    size: (u32, u32),
    marks: &'a mut Vec<Mark>,
}

type RecordResult = Result<(), DrawingErrorKind<Infallible>>;

impl Recorder<'_> {
    fn record(&mut self, mark: Mark) -> RecordResult {
        self.marks.push(mark);
        Ok(())
    }
}

impl DrawingBackend for Recorder<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> RecordResult {
        Ok(())
    }

    fn present(&mut self) -> RecordResult {
        Ok(())
    }

    fn draw_pixel(&mut self, at: BackendCoord, colour: BackendColor) -> RecordResult {
        self.record(Mark::Rectangle(at, (at.0 + 1, at.1 + 1), Ink::of(&colour), true))
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> RecordResult {
        self.record(Mark::Line(from, to, Ink::of(style)))
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> RecordResult {
        self.record(Mark::Path(path.into_iter().collect(), Ink::of(style)))
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
        fill: bool,
    ) -> RecordResult {
        self.record(Mark::Rectangle(from, to, Ink::of(style), fill))
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        centre: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> RecordResult {
        self.record(Mark::Circle(centre, radius, Ink::of(style), fill))
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> RecordResult {
        self.record(Mark::Polygon(corners.into_iter().collect(), Ink::of(style)))
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> RecordResult {
        let BackendColor { alpha, rgb } = style.color();
        let side = match style.anchor().h_pos {
            HPos::Left => -1,
            HPos::Center => 0,
            HPos::Right => 1,
        };
        self.record(Mark::Text(text.to_owned(), style.size(), side, at, Ink { colour: rgb, alpha, width: 1 }))
    }
}
