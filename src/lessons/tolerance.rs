//! How near an answer must be: to the right number, and to the one that a mistake leads to.

/// How far an answer may be off where the number lies between [`SMALL`] and 1: half a unit of the second decimal.
pub const TOLERANCE: f64 = 0.005;

/// Below this, an answer may be off by the share that rounding to two significant digits costs at most.
pub const SMALL: f64 = 0.1;

/// The noise that f64 leaves where exact arithmetic gives another number, such as 0 or 1.
pub(super) const NOISE: f64 = 1e-14;

/// How far an answer may be off: two decimals are enough between 0.1 and 1; above, it may be off by 0.5 % of the number,
/// below, by 5 %. The three agree where they meet, and a number rounded to two decimals, or to two significant digits
/// where it is below 0.1, is always within. Nothing but 0 is right for 0.
pub fn tolerance(right: f64) -> f64 {
    let size = right.abs();
    TOLERANCE * if size < SMALL { size / SMALL } else { size.max(1.0) }
}

/// Whether `answer` is `right` within [`tolerance`]. An answer of exactly 1 is not right where the number only rounds to
/// it: telling the two apart is the lesson. (That 0 is not, follows from the tolerance.)
pub fn matches(answer: f64, right: f64) -> bool {
    let off = (answer - right).abs();
    // A number halfway between two decimals is off by half a unit and by the rounding of its binary digits.
    off <= NOISE || (off <= tolerance(right) * (1.0 + 1e-9) && answer != 1.0)
}

/// Whether `answer` is explained by `wrong`, the number that a mistake leads to, better than by chance:
///
/// - it agrees with `wrong` in every digit that it was given with, at least to 5 % (two digits) and no stricter than to
///   0.2 %, since whoever works by hand rounds on the way; a `wrong` of 0 is met by 0 alone, one that is not finite by
///   nothing;
/// - it is at least three times as near to `wrong` as to `right`, each relative to the larger of the two numbers;
/// - `wrong` itself would not pass as `right`.
///
/// So a mistake covers at most 0.4 % of its own size among answers with many digits, and one answer in a hundred among
/// answers of two decimals.
pub fn explains(answer: f64, wrong: f64, right: f64) -> bool {
    let distance = |other: f64| (answer - other).abs() / answer.abs().max(other.abs()).max(f64::MIN_POSITIVE);
    let allowed = half_unit(answer).max(0.002 * wrong.abs()).min(0.05 * wrong.abs());
    wrong.is_finite()
        && !matches(wrong, right)
        && (answer - wrong).abs() <= allowed * (1.0 + 1e-9)
        && 3.0 * distance(wrong) <= distance(right)
}

/// So many significant digits are always right within [`tolerance`].
pub fn digits(right: f64) -> usize {
    if right.abs() < 1.0 { 2 } else { 3 }
}

/// Whether `answer` is `right` in every digit that it was given with; where it does not pass, they are too few.
pub fn coarse(answer: f64, right: f64) -> bool {
    let half = half_unit(answer);
    (answer - right).abs() <= half * (1.0 + 1e-9) && answer.abs().min(right.abs()) >= 2.0 * half * (1.0 - 1e-9)
}

// Half a unit of the last decimal that `answer` was written with; whole numbers count units.
fn half_unit(answer: f64) -> f64 {
    let mut unit = 1.0;
    while unit > 1e-9 && (answer / unit - (answer / unit).round()).abs() > 1e-6 * (answer / unit).abs() {
        unit /= 10.0;
    }
    unit / 2.0
}
