//! None, √d_k and d_k on the same scores.

use super::{Lesson, Setup, from_scores, only};
use crate::engine::mask::Mask;

pub(super) static LESSON: Lesson = Lesson { id: "three-scalings", starts: &[only(start)] };

fn start() -> Setup {
    from_scores(&[&[16.0, 8.0, 0.0]], &[&[1.0, 0.0, 0.0], &[0.0, 1.0, 0.0], &[0.0, 0.0, 1.0]], 64, Mask::default())
}
