//! The bench: no task, every number free.

use super::{Lesson, Setup, from_qkv, only};

pub(super) static LESSON: Lesson = Lesson { id: "bench", starts: &[only(start)] };

fn start() -> Setup {
    from_qkv(
        &[&[1.0, 0.5], &[-1.0, 2.0], &[0.0, 1.0]],
        &[&[1.0, 1.0], &[0.5, -1.0], &[2.0, 0.0], &[0.0, 1.5]],
        &[&[1.0, 0.0, 2.0], &[0.0, 1.0, -1.0], &[3.0, 0.5, 0.0], &[-1.0, 2.0, 1.0]],
    )
}
