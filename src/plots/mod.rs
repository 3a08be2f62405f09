//! Drawing that knows the palette and not the page: numbers go in, pixels or calls to a drawing backend come out.
//!
//! Nothing here names a browser, so every picture is tested natively. Sizes are device pixels throughout: the caller
//! multiplies its CSS sizes by the device pixel ratio, and a picture is never scaled after it is drawn.

pub mod axis;
pub mod colour;
mod curves;
pub mod drawing;
pub mod geometry;
pub mod heatmap;
pub mod lines;
pub mod palette;
pub mod pattern;
pub mod pixel_aligned;
pub mod plane;
mod plot_area;
