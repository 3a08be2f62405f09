//! A backend that fills pixels as plotters-canvas does on an HTML canvas, as far as straight lines go.

use std::cell::RefCell;
use std::convert::Infallible;
use std::rc::Rc;

use plotters::prelude::DrawingBackend;
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingErrorKind};

/// What was drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Call {
    /// A horizontal or vertical line: the edges left, top, right, bottom of what it covers.
    Straight { edges: [f64; 4], width: u32, colour: (u8, u8, u8) },
    /// Any other line.
    Path { points: Vec<BackendCoord>, width: u32, colour: (u8, u8, u8) },
    /// A filled polygon.
    Polygon(Vec<BackendCoord>),
    /// A circle.
    Circle { centre: BackendCoord, radius: u32 },
    /// A filled rectangle.
    Rectangle(BackendCoord, BackendCoord),
    /// Text with its size.
    Text { text: String, at: BackendCoord, size: f64 },
}

/// Records what is drawn on it.
pub struct Canvas {
    pub size: (u32, u32),
    pub calls: Rc<RefCell<Vec<Call>>>,
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl Canvas {
    fn record(&self, call: Call) -> Drawn {
        self.calls.borrow_mut().push(call);
        Ok(())
    }

    // A stroke with flat ends from `from` to `to`, moved to the upper left by `shift` across its direction.
    fn stroke(&self, from: BackendCoord, to: BackendCoord, shift: f64, style: &impl BackendStyle) -> Drawn {
        let half = f64::from(style.stroke_width()) / 2.0;
        let (left, right) = (f64::from(from.0.min(to.0)), f64::from(from.0.max(to.0)));
        let (top, bottom) = (f64::from(from.1.min(to.1)), f64::from(from.1.max(to.1)));
        let edges = if from.0 == to.0 {
            [left - shift - half, top, left - shift + half, bottom]
        } else {
            [left, top - shift - half, right, top - shift + half]
        };
        self.record(Call::Straight { edges, width: style.stroke_width(), colour: style.color().rgb })
    }
}

impl DrawingBackend for Canvas {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, _: BackendCoord, _: BackendColor) -> Drawn {
        Ok(())
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        if from.0 == to.0 || from.1 == to.1 {
            return self.stroke(from, to, 0.5, style);
        }
        self.record(Call::Path { points: vec![from, to], width: style.stroke_width(), colour: style.color().rgb })
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        let points: Vec<_> = path.into_iter().collect();
        if points.iter().all(|at| at.0 == points[0].0) || points.iter().all(|at| at.1 == points[0].1) {
            return self.stroke(points[0], points[points.len() - 1], 0.0, style);
        }
        self.record(Call::Path { points, width: style.stroke_width(), colour: style.color().rgb })
    }

    fn draw_rect<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, _: &S, _: bool) -> Drawn {
        self.record(Call::Rectangle(from, to))
    }

    fn draw_circle<S: BackendStyle>(&mut self, centre: BackendCoord, radius: u32, _: &S, _: bool) -> Drawn {
        self.record(Call::Circle { centre, radius })
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, _: &S) -> Drawn {
        self.record(Call::Polygon(path.into_iter().collect()))
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        self.record(Call::Text { text: text.to_owned(), at, size: style.size() })
    }
}
