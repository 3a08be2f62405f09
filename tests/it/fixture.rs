//! Reads the reference numbers, and compares with them.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use attention_lab::engine::mask::{Causal, Mask};
use attention_lab::engine::matrix::{Matrix, from_rows};
use attention_lab::engine::precision::Precision;
use half::{bf16, f16};
use serde_json::Value;

/// A file or folder of `tests/fixtures`.
pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

pub fn read(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The cases of a file that is one list.
pub fn cases(name: &str) -> Vec<Value> {
    read(&path(name)).as_array().expect("a list of cases").clone()
}

/// Tests every `*.json` of a folder: the one that `variable` names, or `usual` with at least `least` cases. Prints how
/// many passed, and names each that failed with what `failure` says of it.
pub fn cases_in(usual: &str, variable: &str, least: usize, failure: impl Fn(&Value) -> Option<String>) {
    let given = env::var_os(variable).map(PathBuf::from);
    let least = if given.is_some() { 1 } else { least };
    let folder = given.unwrap_or_else(|| path(usual));
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let failed = |file: &PathBuf| Some(format!("{}: {}", file.file_stem()?.to_string_lossy(), failure(&read(file))?));
    let failures: Vec<String> = files.iter().filter_map(failed).collect();
    println!("{}: {} of {} cases passed", folder.display(), files.len() - failures.len(), files.len());
    assert!(failures.is_empty(), "{} of {} cases failed\n{}", failures.len(), files.len(), failures.join("\n"));
    assert!(files.len() >= least, "only {} cases in {}", files.len(), folder.display());
}

pub fn number(value: &Value) -> f64 {
    match value.as_str() {
        Some("-inf") => f64::NEG_INFINITY,
        Some("inf") => f64::INFINITY,
        Some("nan") => f64::NAN,
        Some(other) => panic!("{other:?} is no number"),
        None => value.as_f64().unwrap_or_else(|| panic!("{value} is no number")),
    }
}

pub fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list")).iter().map(number).collect()
}

pub fn indices(value: &Value) -> Vec<usize> {
    numbers(value).into_iter().map(|x| x as usize).collect()
}

pub fn matrix(value: &Value) -> Matrix {
    let rows: Vec<Vec<f64>> =
        value.as_array().unwrap_or_else(|| panic!("{value} is no list")).iter().map(numbers).collect();
    from_rows(&rows).expect("a matrix")
}

/// A matrix of one row.
pub fn row_matrix(row: &[f64]) -> Matrix {
    Matrix::from_row_slice(1, row.len(), row)
}

/// How far a number may be from its reference.
#[derive(Clone, Copy)]
pub enum Tolerance {
    Absolute(f64),
    /// Of the reference.
    Relative(f64),
    /// Of the largest finite reference of the field, but no less than 1e-14.
    OfLargest(f64),
}

/// Says where `found` first differs from `expected`. What is not finite must be the same; it is looked at first, since
/// no difference to NaN exceeds a tolerance.
pub fn differs(field: &str, found: &Matrix, expected: &Matrix, tolerance: Tolerance) -> Option<String> {
    if found.shape() != expected.shape() {
        return Some(format!("{field} is {:?}, not {:?}", found.shape(), expected.shape()));
    }
    let largest = expected.iter().filter(|x| x.is_finite()).fold(0.0, |m: f64, x| m.max(x.abs()));
    let cells = || (0..found.nrows()).flat_map(|i| (0..found.ncols()).map(move |j| (i, j)));
    let wrong_kind = |&at: &(usize, usize)| {
        let (a, b) = (found[at], expected[at]);
        let both = |is: fn(f64) -> bool| is(a) && is(b);
        !(both(f64::is_finite) || both(f64::is_nan) || a == b)
    };
    let too_far = |&at: &(usize, usize)| {
        let (a, b) = (found[at], expected[at]);
        let allowed = match tolerance {
            Tolerance::Absolute(most) => most,
            Tolerance::Relative(most) => most * b.abs(),
            Tolerance::OfLargest(most) => (most * largest).max(1e-14),
        };
        b.is_finite() && (a - b).abs() > allowed
    };
    let at = cells().find(wrong_kind).or_else(|| cells().find(too_far))?;
    Some(format!("{field} row {} column {}: {:e}, not {:e}", at.0 + 1, at.1 + 1, found[at], expected[at]))
}

pub fn assert_close(context: &str, field: &str, found: &Matrix, expected: &Matrix, tolerance: Tolerance) {
    if let Some(difference) = differs(field, found, expected, tolerance) {
        panic!("{context}: {difference}");
    }
}

/// The same for a list.
pub fn assert_row(context: &str, field: &str, found: &[f64], expected: &[f64], tolerance: Tolerance) {
    assert_close(context, field, &row_matrix(found), &row_matrix(expected), tolerance);
}

/// Equal to the last bit, any NaN being the same NaN.
pub fn same_bits(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
}

pub fn same_bits_all(a: &Matrix, b: &Matrix) -> bool {
    a.shape() == b.shape() && a.iter().zip(b.iter()).all(|(&a, &b)| same_bits(a, b))
}

/// `mask` for a cache of fixed size, `keys` S, of which the first `length` (all at the most) are valid and the last
/// `queries` L of these belong to the queries, as ONNX's `nonpad_kv_seqlen` has it. With fewer valid keys than queries the
/// offset is negative: under a causal mask the first queries then see nothing.
pub fn within_length(mask: Mask, length: usize, queries: usize, keys: usize) -> Mask {
    let length = length.min(keys);
    let mut padding = mask.padding;
    padding.extend(length..keys);
    // The offset says where the bottom-right corner lies: from that corner the diagonal would be moved twice.
    let causal = if mask.causal == Causal::None { Causal::None } else { Causal::TopLeft };
    let offset = (length as isize).saturating_sub_unsigned(queries);
    Mask { padding, causal, offset, ..mask }
}

/// The distance from |x| to the next number of the format above it; from the largest number, to the one below it, and ∞
/// from ∞.
pub fn unit_in_last_place(precision: Precision, x: f64) -> f64 {
    let x = precision.round(x).abs();
    if x >= precision.largest() {
        // Above there is no number; the distance is that of all numbers between this power of two and the next.
        return if x.is_finite() { unit_in_last_place(precision, precision.largest() / 1.5) } else { x };
    }
    match precision {
        Precision::F64 => f64::from_bits(x.to_bits() + 1) - x,
        Precision::F32 => f64::from(f32::from_bits((x as f32).to_bits() + 1)) - x,
        Precision::Bf16 => bf16::from_bits(bf16::from_f64(x).to_bits() + 1).to_f64() - x,
        Precision::F16 => f16::from_bits(f16::from_f64(x).to_bits() + 1).to_f64() - x,
    }
}
