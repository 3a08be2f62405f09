//! Where the growth of q·k with d_k comes from.

use super::{Lesson, Setup, from_qkv, only};

pub(super) static LESSON: Lesson = Lesson { id: "variance", starts: &[only(start)] };

fn start() -> Setup {
    from_qkv(&[&[1.0, -1.0]], &[&[1.0, 1.0], &[-1.0, 1.0]], &[&[1.0, 0.0], &[0.0, 1.0]])
}
