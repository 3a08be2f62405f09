//! The same computation with one thing changed.

use super::{Dimension, Inputs, Parts, ShapeError, Source};
use crate::engine::cell::{Cell, Name};
use crate::engine::mask::Mask;
use crate::engine::matrix::Matrix;
use crate::engine::precision::Numerics;
use crate::engine::scaling::Scaling;

impl Inputs {
    /// The same with another scaling.
    pub fn with_scaling(&self, scaling: Scaling) -> Self {
        Self { scaling, ..self.clone() }
    }

    /// The same with another mask, cut or grown to L×S.
    pub fn with_mask(&self, mask: Mask) -> Self {
        Self { mask: mask.fitted(self.queries(), self.keys()), ..self.clone() }
    }

    /// The same with scores bounded by ±`softcap`; no bound unless it is positive and finite.
    pub fn with_softcap(&self, softcap: Option<f64>) -> Self {
        Self { softcap: softcap.filter(|cap| *cap > 0.0 && cap.is_finite()), ..self.clone() }
    }

    /// The same carried out otherwise.
    pub fn with_numerics(&self, numerics: Numerics) -> Self {
        let Parts { source, scaling, softcap, mask, numerics: _ } = self.parts();
        // The source was checked when `self` was made.
        Self::checked(source, scaling, softcap, mask, numerics).unwrap_or_else(|_| self.clone())
    }

    /// The same computation of other matrices: scaling, soft cap and numerics stay, the mask is cut or grown.
    ///
    /// # Errors
    /// See [`Self::new`].
    pub fn with_source(&self, source: Source) -> Result<Self, ShapeError> {
        Self::checked(source, self.scaling, self.softcap, self.mask.clone(), self.numerics)
    }

    /// The first typed matrix that holds a number that is not finite.
    pub fn not_finite(&self) -> Option<Name> {
        let finite = |name: &Name| self.matrix(*name).is_none_or(|matrix| matrix.iter().all(|x| x.is_finite()));
        self.typed().iter().copied().find(|name| !finite(name))
    }

    /// The same with one typed number changed; unchanged when the cell is not typed or not there.
    pub fn with_cell(&self, cell: Cell, value: f64) -> Self {
        self.changed(|source| {
            if let Some(entry) = source.slot(cell.name).and_then(|m| m.get_mut((cell.row, cell.column))) {
                *entry = value;
            }
        })
    }

    /// The same with `dimension` of `size`: rows or columns are cut off or added as zeros at the end, in every matrix
    /// that shares it. Unchanged where the source has no such dimension; `size` is held to 1…[`Self::MAX_SIZE`], but a
    /// d_k that belongs to no matrix may be any positive number.
    pub fn with_size(&self, dimension: Dimension, size: usize) -> Self {
        self.changed(|source| source.resize(dimension, size, Self::MAX_SIZE))
    }

    /// The same with each typed matrix replaced by what `fill` makes of its name and shape.
    pub fn filled(&self, mut fill: impl FnMut(Name, usize, usize) -> Matrix) -> Self {
        let names = self.typed();
        self.changed(|source| {
            for &name in names {
                if let Some(matrix) = source.slot(name) {
                    let new = fill(name, matrix.nrows(), matrix.ncols());
                    debug_assert_eq!(new.shape(), matrix.shape());
                    *matrix = new;
                }
            }
        })
    }

    fn changed(&self, change: impl FnOnce(&mut Source)) -> Self {
        let mut source = self.source.clone();
        change(&mut source);
        self.replaced(source)
    }

    // Every change above keeps the shapes in step, so the check cannot fail; if it did, the last good value stays.
    pub(super) fn replaced(&self, source: Source) -> Self {
        self.with_source(source).unwrap_or_else(|_| self.clone())
    }
}
