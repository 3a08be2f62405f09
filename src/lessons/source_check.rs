//! Statements that are often repeated, each beside its computation.

use super::{Lesson, Setup, from_qkv, only};

pub(super) static LESSON: Lesson = Lesson { id: "source-check", starts: &[only(start)] };

fn start() -> Setup {
    from_qkv(&[&[1.0, 0.0]], &[&[1.0, 0.0], &[0.0, 1.0]], &[&[1.0, 0.0], &[0.0, 1.0]])
}
