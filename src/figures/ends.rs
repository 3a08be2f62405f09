//! The outermost bars of a histogram, which hold all that lies beyond, told apart from the others.

use super::say;
use crate::plots::lines::Series;
use crate::plots::palette::Role;
use crate::text::Language;

/// `bars` without its first and last bar, and these two as bars of their own name and colour.
pub(super) fn with_open_ends(mut bars: Series, language: Language) -> [Series; 2] {
    let mut points = std::mem::take(&mut bars.points);
    let last = points.pop();
    let first = (!points.is_empty()).then(|| points.remove(0));
    let ends = Series {
        name: say(language, "最外侧的两根柱子（含更外侧的值）", "outermost bars with all beyond"),
        role: Role::Soft,
        points: first.into_iter().chain(last).collect(),
        ..bars.clone()
    };
    [Series { points, ..bars }, ends]
}
