//! The page: Leptos components over the document. They mount and listen; what they show comes from [`crate::presentation`].

mod address;
mod app;
mod cells;
mod client;
mod compare;
mod computed_figure;
mod contents;
mod controls;
mod copy;
mod course;
mod derived;
mod editing;
mod exercise;
mod figure;
mod figure_settings;
mod figure_table;
mod grid;
mod heatmap;
mod lesson;
mod life;
mod line_plot;
mod links;
mod mask_before_after;
mod mask_draw;
mod matrix;
mod more;
mod number_field;
mod page;
mod painter;
mod pipeline;
mod plane;
mod pointer;
mod run;
mod save;
mod stepper;
mod store;
mod texts;
mod theme;
mod toolbar;
mod typing;
mod working;

/// Puts the page into the document's body.
pub fn mount() {
    crate::browser::show_panics();
    leptos::mount::mount_to_body(app::App);
}
