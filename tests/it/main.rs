//! The native tests, in one binary: fast, and without a browser.
#![allow(missing_docs)]

mod choices;
mod engine;
mod fixture;
mod laws;
mod lessons;
mod link;
mod number;
mod plots;
mod prose;
mod sampling;
mod tidy;
mod torch;
