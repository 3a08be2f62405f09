//! What inputs are made of, as they go to a worker.

use serde::{Deserialize, Serialize};

use super::{Inputs, ShapeError, Source};
use crate::engine::mask::Mask;
use crate::engine::precision::Numerics;
use crate::engine::scaling::Scaling;

/// All that [`Inputs`] are made of, not yet checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parts {
    /// Where the computation starts.
    pub source: Source,
    /// The divisor of the scores.
    pub scaling: Scaling,
    /// The bound of the scores.
    pub softcap: Option<f64>,
    /// The mask.
    pub mask: Mask,
    /// How the computation is carried out.
    pub numerics: Numerics,
}

/// Why parts make no inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartsError {
    /// The shapes do not fit.
    Shape(ShapeError),
    /// The divisor or the bound of the scores is not positive and finite.
    NotPositive,
}

impl Inputs {
    /// What they are made of.
    pub fn parts(&self) -> Parts {
        let Self { source, projected: _, scaling, softcap, mask, numerics } = self.clone();
        Parts { source, scaling, softcap, mask, numerics }
    }

    /// From their parts: the same to the last bit.
    ///
    /// # Errors
    /// Where no inputs are made of such parts.
    pub fn from_parts(parts: Parts) -> Result<Self, PartsError> {
        let Parts { source, scaling, softcap, mask, numerics } = parts;
        let positive = |x: f64| x > 0.0 && x.is_finite();
        let divides = !matches!(scaling, Scaling::Divisor(divisor) if !positive(divisor));
        if !divides || softcap.is_some_and(|bound| !positive(bound)) {
            return Err(PartsError::NotPositive);
        }
        Self::checked(source, scaling, softcap, mask, numerics).map_err(PartsError::Shape)
    }
}
