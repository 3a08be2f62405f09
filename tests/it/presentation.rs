//! What the page shows, in both languages. The texts were written by hand, from the definitions.

mod compare;
mod exercise;
mod looks;
mod mask_grid;
mod plane;
mod reading;
mod working;

use attention_lab::document::{Document, link};
use attention_lab::engine::inputs::Inputs;
use attention_lab::text::Language;

/// L = 2, S = 3, d_k = 2, d_v = 2; Q Kᵀ = 1 2 4; 0 −1 −1. Nothing is divided, and key 3 is padding.
const PADDED: &str = "lesson=bench&from=qkv&q=1,2;0,-1&k=1,0;0,1;2,1&v=1,0;0,1;3,-2&scale=none&pad=3";

/// The document of a link, all of which can be used.
fn document(link: &str) -> Document {
    let (state, problems) = link::read(link, Language::En);
    assert_eq!(problems, [], "{link}");
    state.document
}

fn inputs(link: &str) -> Inputs {
    document(link).inputs
}
