//! Horizontal and vertical lines that fill whole pixels.

use plotters::prelude::DrawingBackend;
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingErrorKind};

/// A backend whose horizontal and vertical lines fill whole pixels on an HTML canvas at any device pixel ratio.
///
/// A canvas centres a stroke on the line between two pixels. plotters-canvas moves it by half a pixel in `draw_line` and
/// in nothing else: right for odd widths, and one blurred edge on each side for even ones. So odd widths go through
/// `draw_line` here and even ones through `draw_path`, whichever was called.
pub struct PixelAligned<B>(
    /// What draws.
    pub B,
);

// The ends of a path that is one horizontal or vertical line.
fn straight(path: &[BackendCoord]) -> Option<(BackendCoord, BackendCoord)> {
    let (&from, &to) = (path.iter().min()?, path.iter().max()?);
    let is_straight = path.iter().all(|at| at.0 == from.0) || path.iter().all(|at| at.1 == from.1);
    (is_straight && from != to).then_some((from, to))
}

type BackendResult<B> = Result<(), DrawingErrorKind<<B as DrawingBackend>::ErrorType>>;

impl<B: DrawingBackend> DrawingBackend for PixelAligned<B> {
    type ErrorType = B::ErrorType;

    fn get_size(&self) -> (u32, u32) {
        self.0.get_size()
    }

    fn ensure_prepared(&mut self) -> BackendResult<B> {
        self.0.ensure_prepared()
    }

    fn present(&mut self) -> BackendResult<B> {
        self.0.present()
    }

    fn draw_pixel(&mut self, at: BackendCoord, colour: BackendColor) -> BackendResult<B> {
        self.0.draw_pixel(at, colour)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> BackendResult<B> {
        self.draw_path([from, to], style)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> BackendResult<B> {
        let path: Vec<_> = path.into_iter().collect();
        match straight(&path) {
            Some((from, to)) if style.stroke_width() % 2 == 1 => self.0.draw_line(from, to, style),
            _ => self.0.draw_path(path, style),
        }
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        lower_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> BackendResult<B> {
        self.0.draw_rect(upper_left, lower_right, style, fill)
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        centre: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> BackendResult<B> {
        self.0.draw_circle(centre, radius, style, fill)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> BackendResult<B> {
        self.0.fill_polygon(path, style)
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> BackendResult<B> {
        self.0.draw_text(text, style, at)
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<B::ErrorType>> {
        self.0.estimate_text_size(text, style)
    }

    fn blit_bitmap(&mut self, at: BackendCoord, size: (u32, u32), pixels: &[u8]) -> BackendResult<B> {
        self.0.blit_bitmap(at, size, pixels)
    }
}
