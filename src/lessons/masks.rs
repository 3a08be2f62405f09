//! Causal and padding masks, before and after softmax.

use super::{Lesson, Setup, from_qkv, only};
use crate::engine::mask::Causal;

pub(super) static LESSON: Lesson = Lesson { id: "masks", starts: &[only(start)] };

fn start() -> Setup {
    let open = from_qkv(
        &[&[1.0, 0.0], &[0.0, 2.0], &[1.0, 1.0], &[2.0, -1.0]],
        &[&[1.0, 1.0], &[0.0, 1.0], &[2.0, 0.0], &[1.0, -1.0]],
        &[&[1.0, 0.0, 0.0], &[0.0, 1.0, 0.0], &[0.0, 0.0, 1.0], &[1.0, 1.0, 1.0]],
    );
    Setup { inputs: open.inputs.with_mask(Causal::TopLeft.into()), tokens: open.tokens }
}
