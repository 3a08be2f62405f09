//! What becomes of the slope of softmax as scores grow.

use super::{Lesson, Setup, from_scores, only};
use crate::engine::mask::Mask;

pub(super) static LESSON: Lesson = Lesson { id: "saturation", starts: &[only(start)] };

fn start() -> Setup {
    from_scores(&[&[1.0, 0.0, -1.0]], &[&[1.0, 0.0, 0.0], &[0.0, 1.0, 0.0], &[0.0, 0.0, 1.0]], 1, Mask::default())
}
