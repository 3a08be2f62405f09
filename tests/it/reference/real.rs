//! Numbers of as many digits as it takes.

use dashu_float::FBig;
use dashu_float::round::mode::HalfEven;

/// A binary number of unlimited length.
pub type Real = FBig<HalfEven, 2>;

/// Half a unit in the last place of 1.
pub const UNIT: f64 = f64::EPSILON / 2.0;

// Bits of what has no end: beside 1, the smallest f64 still has 400 bits (120 digits).
const BITS: usize = 1480;

/// `x` as it is; it must be finite.
pub fn real(x: f64) -> Real {
    Real::try_from(x).expect("a finite number").with_precision(0).value()
}

/// |x|
pub fn size(x: &Real) -> Real {
    if *x < Real::ZERO { -x.clone() } else { x.clone() }
}

/// Σ of them.
pub fn sum(terms: impl IntoIterator<Item = Real>) -> Real {
    terms.into_iter().fold(real(0.0), |sum, term| sum + term)
}

/// a ÷ b, to 445 digits.
pub fn quotient(a: &Real, b: &Real) -> Real {
    (rounded(a) / rounded(b)).with_precision(0).value()
}

/// e^x, to 445 digits; 0 where that is below every f64 by far.
pub fn exp(x: &Real) -> Real {
    if *x < real(-800.0) { real(0.0) } else { rounded(x).exp().with_precision(0).value() }
}

/// ln x of a positive x, to 445 digits.
pub fn ln(x: &Real) -> Real {
    rounded(x).ln().with_precision(0).value()
}

/// √x, to 445 digits.
pub fn sqrt(x: &Real) -> Real {
    if *x == Real::ZERO { real(0.0) } else { rounded(x).sqrt().with_precision(0).value() }
}

fn rounded(x: &Real) -> Real {
    x.clone().with_precision(BITS).value()
}

/// Softmax of finite logits.
pub fn softmax(logits: &[f64]) -> Vec<Real> {
    let max = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let exponentials: Vec<Real> = logits.iter().map(|&z| exp(&(real(z) - real(max)))).collect();
    let total = sum(exponentials.iter().cloned());
    exponentials.iter().map(|e| quotient(e, &total)).collect()
}

/// What is wrong with `found`: it must be within `bound` of `expected`, or not be finite where `overflows` allows it.
pub fn wrong(found: f64, expected: &Real, bound: &Real, overflows: bool) -> Option<String> {
    if !found.is_finite() {
        return (!overflows).then(|| format!("{found}, where {:e} can be had", expected.to_f64().value()));
    }
    // Whatever is rounded may be half of the smallest number off.
    let bound = bound.clone() + real(5e-324);
    (size(&(real(found) - expected.clone())) > bound)
        .then(|| format!("{found:e}, not {:e} ± {:e}", expected.to_f64().value(), bound.to_f64().value()))
}

/// Whether a number of this size, or a sum on the way to it, can be beyond the largest f64.
pub fn beyond(size: &Real) -> bool {
    size.clone() * real(1.0 + 1e-12) >= real(f64::MAX)
}
