//! The card: formulas, shapes and words on one page, for print.

use super::{Lesson, from_qkv, only};

pub(super) static LESSON: Lesson = Lesson {
    id: "reference",
    starts: &[only(|| from_qkv(&[&[1.0, 1.0]], &[&[1.0, 0.0], &[0.0, 1.0]], &[&[1.0, 0.0], &[0.0, 1.0]]))],
};
