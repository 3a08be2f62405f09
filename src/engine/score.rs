//! Ways to score a query against a key, with what each costs; the length of a vector, and the angle between two.

use super::precision::Precision::F64;

/// How a query and a key, both of width d_k, become one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// q · k (Luong et al. 2015, arXiv 1508.04025, section 3.1; Vaswani et al. 2017, section 3.2.1).
    Dot,
    /// −½‖q − k‖², which is q · k − ½‖q‖² − ½‖k‖².
    Distance,
    /// v · tanh(W q + U k) (Bahdanau et al. 2014, arXiv 1409.0473, appendix A.1.2) with W = U = I and v all ones.
    Additive,
}

impl Score {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Dot, Self::Distance, Self::Additive];

    /// The score of `q` and `k`, which are of one width, in f64.
    pub fn of(self, q: &[f64], k: &[f64]) -> f64 {
        let pairs = || q.iter().copied().zip(k.iter().copied());
        match self {
            Self::Dot => F64.dot(pairs()),
            // Not −0 where both are equal.
            Self::Distance => 0.0 - 0.5 * F64.dot(pairs().map(|(q, k)| (q - k, q - k))),
            Self::Additive => pairs().map(|(q, k)| (q + k).tanh()).sum(),
        }
    }

    /// Operations for one pair of width `d_k`; a multiply-add is two, a tanh is one. Products with W and U, which are
    /// taken once a vector, are left out, as are the projections to q and k.
    pub fn flops(self, d_k: f64) -> f64 {
        match self {
            // A multiply-add a component.
            Self::Dot => 2.0 * d_k,
            // A difference and a multiply-add a component, then the half.
            Self::Distance => 3.0 * d_k + 1.0,
            // A sum, a tanh and a multiply-add with v a component.
            Self::Additive => 4.0 * d_k,
        }
    }
}

/// ‖v‖, without overflow on the way; ∞ or NaN where a number is.
pub fn length(v: &[f64]) -> f64 {
    v.iter().fold(0.0, |sum: f64, x| sum.hypot(*x))
}

/// The cosine of the angle between `a` and `b`; `None` where one has no direction: it is 0, or not finite.
///
/// Near ±1 it is 1 − ½‖a − b‖² of unit vectors, or its counterpart, which keeps the digits of a small angle: the sum of the
/// products would not tell what an angle of 5e−8 takes off 1 from its own rounding.
pub fn cosine(a: &[f64], b: &[f64]) -> Option<f64> {
    let (a, b) = (direction(a)?, direction(b)?);
    let (apart, together) = distances(&a, &b);
    Some(match () {
        () if apart < NEAR => 1.0 - 0.5 * apart * apart,
        () if together < NEAR => 0.5 * together * together - 1.0,
        () => F64.dot(a.into_iter().zip(b)),
    })
}

/// The angle between `a` and `b` in degrees, 0…180; `None` where there is no cosine.
///
/// 2 atan2(‖a − b‖, ‖a + b‖) of unit vectors, which keeps its digits near 0 and 180, where an arc cosine loses half.
pub fn angle(a: &[f64], b: &[f64]) -> Option<f64> {
    let (a, b) = (direction(a)?, direction(b)?);
    let (apart, together) = distances(&a, &b);
    Some(if apart < ROUNDING { 0.0 } else { (2.0 * apart.atan2(together)).to_degrees() })
}

// ‖a − b‖ and ‖a + b‖.
fn distances(a: &[f64], b: &[f64]) -> (f64, f64) {
    let distance = |sign: f64| length(&a.iter().zip(b).map(|(a, b)| a + sign * b).collect::<Vec<_>>());
    (distance(-1.0), distance(1.0))
}

// Unit vectors closer than this have their cosine from their distance.
const NEAR: f64 = 0.1;
// More than unit vectors of one direction differ by.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

// The direction of `v`, where it has one.
fn direction(v: &[f64]) -> Option<Vec<f64>> {
    let has_direction = v.iter().all(|x| x.is_finite()) && v.iter().any(|&x| x != 0.0);
    has_direction.then(|| super::cosine::unit(v))
}
