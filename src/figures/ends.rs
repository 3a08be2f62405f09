//! The outermost bars of a histogram, which hold all that lies beyond, told apart from the others.

use super::say;
use crate::plots::lines::Series;
use crate::plots::palette::Role;
use crate::text::Language;

/// `bars` without its first and last bar, and these two as bars of their own name and colour; `bars` alone where nothing is
/// in them.
pub(super) fn with_open_ends(mut bars: Series, language: Language) -> Vec<Series> {
    if [bars.points.first(), bars.points.last()].into_iter().flatten().all(|end| end.y == 0.0) {
        return vec![bars];
    }
    let mut points = std::mem::take(&mut bars.points);
    let last = points.pop();
    let first = (!points.is_empty()).then(|| points.remove(0));
    let ends = Series {
        name: say(language, "最外侧的柱子（含更外侧的值）", "outermost bars with all beyond"),
        role: Role::Soft,
        points: first.into_iter().chain(last).collect(),
        ..bars.clone()
    };
    vec![Series { points, ..bars }, ends]
}
