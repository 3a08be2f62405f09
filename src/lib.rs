//! Attention Lab: scaled dot-product attention, computed step by step in the browser.
//!
//! The modules in order of dependence; imports run only from later ones to earlier ones:
//!
//! - [`text`], [`choice`], [`number`]: the two languages, closed sets of options, numbers as learners write them
//! - [`engine`]: the mathematics; total once its inputs exist
//! - [`lessons`]: what is taught: start values, prose, figures, tasks
//! - [`document`]: what the learner changes, its history and its link
//! - [`plots`]: drawing, for any backend; knows the palette, not the page
//! - [`figures`]: what the lessons' figures compute: settings go in, plots and tables come out
//! - [`presentation`]: what the page shows of the document, as texts, classes and SVG
//! - [`laboratory`]: computes the figures in a worker, apart from the page
//! - `browser`: the only module that names web_sys (wasm only)
//! - `views`: the Leptos components (wasm only)
//!
//! Data flows one way: link → [`document::State`] → `Inputs` → `Trace` → page; an edit makes a new state, and the state
//! is written back to the link. What is absent: no randomness without a seed, no server, no storage that the page needs.

pub mod choice;
pub mod document;
pub mod engine;
pub mod figures;
pub mod laboratory;
pub mod lessons;
pub mod number;
pub mod plots;
pub mod presentation;
pub mod text;

#[cfg(target_arch = "wasm32")]
pub mod browser;
#[cfg(target_arch = "wasm32")]
pub mod views;
