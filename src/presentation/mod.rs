//! What the page shows of the document, as texts, classes and SVG: pure functions below the views, which put it there.

pub mod compare;
pub mod exercise;
pub mod heading;
pub mod html;
pub mod mask_grid;
pub mod matrix_table;
pub mod names;
pub mod notices;
mod page;
pub mod panel;
pub mod plane;
pub mod reading;
pub mod viewport;
pub mod working;

pub use page::{Page, has_covers};
