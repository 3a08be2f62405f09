//! Matrices as page and worker write them to each other: the number of rows, then the entries column by column.

use nalgebra::{DMatrix, Scalar};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Writes `matrix`.
pub(in crate::engine) fn serialize<T: Scalar + Serialize, S: Serializer>(
    matrix: &DMatrix<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    (matrix.nrows(), matrix.as_slice()).serialize(serializer)
}

/// Reads what [`serialize`] wrote.
pub(in crate::engine) fn deserialize<'de, T: Scalar + Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<DMatrix<T>, D::Error> {
    let (rows, entries) = Deserialize::deserialize(deserializer)?;
    matrix(rows, entries).ok_or_else(|| D::Error::custom("a matrix with a column that is cut off"))
}

fn matrix<T: Scalar>(rows: usize, entries: Vec<T>) -> Option<DMatrix<T>> {
    let columns = entries.len().checked_div(rows).unwrap_or(0);
    (rows * columns == entries.len()).then(|| DMatrix::from_vec(rows, columns, entries))
}

/// The same for a matrix that may be missing.
pub(in crate::engine) mod option {
    use super::{DMatrix, Deserialize, Deserializer, Error, Scalar, Serialize, Serializer};

    /// Writes `matrix`.
    pub(in crate::engine) fn serialize<T: Scalar + Serialize, S: Serializer>(
        matrix: &Option<DMatrix<T>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        matrix.as_ref().map(|matrix| (matrix.nrows(), matrix.as_slice())).serialize(serializer)
    }

    /// Reads what [`serialize`] wrote.
    pub(in crate::engine) fn deserialize<'de, T: Scalar + Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<DMatrix<T>>, D::Error> {
        let Some((rows, entries)) = Deserialize::deserialize(deserializer)? else { return Ok(None) };
        let matrix = super::matrix(rows, entries);
        matrix.map(Some).ok_or_else(|| D::Error::custom("a matrix with a column that is cut off"))
    }
}
