//! Colours, images and line plots.

mod axis;
mod canvas;
mod heatmap;
mod lines;
mod palette;
mod pixel_aligned;
mod plane;
