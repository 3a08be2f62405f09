//! What plots are drawn on: a canvas or the text of an SVG. One type for both, so that the drawing is compiled once.

use std::error::Error;
use std::fmt;

use plotters::prelude::SVGBackend;
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind};
use plotters_canvas::CanvasBackend;

/// A canvas, or an SVG that is being written.
pub enum Surface<'a> {
    /// A canvas of the page.
    Canvas(CanvasBackend),
    /// The text of a file.
    Svg(SVGBackend<'a>),
}

impl<'a> Surface<'a> {
    /// An SVG of `size`, written to `text` when the drawing is presented.
    pub fn svg(text: &'a mut String, size: (u32, u32)) -> Self {
        Self::Svg(SVGBackend::with_string(text, size))
    }
}

/// The surface refused a drawing.
#[derive(Debug)]
pub struct Refused;

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the surface refused a drawing")
    }
}

impl Error for Refused {}

type Drawn = Result<(), DrawingErrorKind<Refused>>;

fn plain<E: Error + Send + Sync>(result: Result<(), DrawingErrorKind<E>>) -> Drawn {
    result.map_err(|_| DrawingErrorKind::DrawingError(Refused))
}

macro_rules! both {
    ($surface:expr, $backend:ident => $call:expr) => {
        match $surface {
            Surface::Canvas($backend) => plain($call),
            Surface::Svg($backend) => plain($call),
        }
    };
}

impl DrawingBackend for Surface<'_> {
    type ErrorType = Refused;

    fn get_size(&self) -> (u32, u32) {
        match self {
            Self::Canvas(canvas) => canvas.get_size(),
            Self::Svg(svg) => svg.get_size(),
        }
    }

    fn ensure_prepared(&mut self) -> Drawn {
        both!(self, backend => backend.ensure_prepared())
    }

    fn present(&mut self) -> Drawn {
        both!(self, backend => backend.present())
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Drawn {
        both!(self, backend => backend.draw_pixel(point, color))
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        both!(self, backend => backend.draw_line(from, to, style))
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        both!(self, backend => backend.draw_rect(upper_left, bottom_right, style, fill))
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        both!(self, backend => backend.draw_path(path, style))
    }

    fn draw_circle<S: BackendStyle>(&mut self, center: BackendCoord, radius: u32, style: &S, fill: bool) -> Drawn {
        both!(self, backend => backend.draw_circle(center, radius, style, fill))
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, corners: I, style: &S) -> Drawn {
        both!(self, backend => backend.fill_polygon(corners, style))
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        both!(self, backend => backend.draw_text(text, style, at))
    }
}
