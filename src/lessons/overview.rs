//! Overview: the whole computation on one query and three keys.

use super::{Lesson, Setup, from_qkv, only};

pub(super) static LESSON: Lesson = Lesson { id: "overview", starts: &[only(start)] };

fn start() -> Setup {
    from_qkv(
        &[&[1.0, 1.0]],
        &[&[1.0, 0.0], &[0.0, 1.0], &[1.0, 1.0]],
        &[&[1.0, 0.0, 0.0], &[0.0, 1.0, 0.0], &[0.0, 0.0, 1.0]],
    )
}
