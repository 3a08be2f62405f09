//! The page: Leptos components over the document. They mount and listen; what they show comes from [`crate::presentation`].

mod address;
mod app;
mod cells;
mod compare;
mod contents;
mod controls;
mod copy;
mod derived;
mod editing;
mod exercise;
mod figure;
mod figure_settings;
mod figure_table;
mod grid;
mod heatmap;
mod laboratory;
mod lesson;
mod life;
mod line_plot;
mod mask_before_after;
mod mask_draw;
mod matrix;
mod more;
mod page;
mod painter;
mod pipeline;
mod plane;
mod progress;
mod save;
mod stepper;
mod store;
mod texts;
mod theme;
mod toolbar;
mod working;

/// Puts the page into the document's body.
pub fn mount() {
    crate::browser::show_panics();
    leptos::mount::mount_to_body(app::App);
}
