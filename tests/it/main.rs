//! The native tests, in one binary: fast, and without a browser.
#![allow(missing_docs)]

mod answers;
mod blocks;
mod choices;
mod claims;
mod edits;
mod engine;
mod extremes;
mod faults;
mod figures;
mod fixture;
mod gradient;
mod heads;
mod kinds;
mod labels;
mod laboratory;
mod laws;
mod lessons;
mod link;
mod number;
mod onnx;
mod pastes;
mod plots;
mod precision;
mod presentation;
mod progress;
mod prose;
mod reference;
mod sampling;
mod tidy;
mod torch;
