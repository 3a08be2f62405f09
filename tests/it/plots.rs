//! Colours, images and line plots.

mod axis;
mod canvas;
mod crisp;
mod heatmap;
mod lines;
mod palette;
mod plane;
