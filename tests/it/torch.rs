//! The engine against PyTorch: every case in a folder, all fields that the engine has.

use std::env;
use std::fs;
use std::path::PathBuf;

use attention_lab::engine::inputs::{Inputs, Source};
use attention_lab::engine::mask::{Causal, Mask};
use attention_lab::engine::matrix::{Matrix, row};
use attention_lab::engine::scaling::Scaling;
use attention_lab::engine::trace::{Trace, attend};
use serde_json::Value;

use crate::fixture::{Tolerance, differs, indices, matrix, numbers, path, read, row_matrix};

const CLOSE: Tolerance = Tolerance::OfLargest(1e-10);

#[test]
fn every_case_agrees() {
    let given = env::var_os("TORCH_ATTENTION_CASES").map(PathBuf::from);
    let least = if given.is_some() { 1 } else { 22 };
    let folder = given.unwrap_or_else(|| path("torch-attention"));
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let failures: Vec<String> = files
        .iter()
        .filter_map(|file| Some(format!("{}: {}", file.file_stem()?.to_string_lossy(), failure(&read(file))?)))
        .collect();
    println!("torch: {} of {} cases passed", files.len() - failures.len(), files.len());
    assert!(failures.is_empty(), "{} of {} cases failed\n{}", failures.len(), files.len(), failures.join("\n"));
    assert!(files.len() >= least, "only {} cases in {}", files.len(), folder.display());
}

/// What PyTorch's name of a mask is here; `None` for a drawn one.
fn named_mask(name: Option<&str>, keys: usize) -> Option<Mask> {
    match name {
        None => Some(Mask::default()),
        Some("causal_top_left") => Some(Causal::TopLeft.into()),
        Some("causal_bottom_right") => Some(Causal::BottomRight.into()),
        Some(name) => {
            let count: usize = name.strip_prefix("padding_last_")?.parse().ok()?;
            Some(Mask { causal: Causal::None, padding: (keys - count..keys).collect() })
        }
    }
}

/// The first number that differs.
fn failure(case: &Value) -> Option<String> {
    let (q, k, v) = (matrix(&case["q"]), matrix(&case["k"]), matrix(&case["v"]));
    let scaling = match case["scaling"].as_str() {
        Some("none") => Scaling::None,
        Some("sqrt_dk") => Scaling::Sqrt,
        Some("dk") => Scaling::Dk,
        other => return Some(format!("no scaling {other:?}")),
    };
    let keep: Vec<Vec<bool>> = serde_json::from_value(case["keep"].clone()).expect("a matrix of booleans");
    let inputs = |q, mask| Inputs::new(Source::Qkv { q, k: k.clone(), v: v.clone() }, scaling, mask).expect("shapes");
    let keeps = |inputs: &Inputs, rows: &[Vec<bool>]| {
        let sees = |i, j| !inputs.mask().hides(i, j, inputs.queries(), inputs.keys()).any();
        rows.len() == inputs.queries()
            && rows.iter().enumerate().all(|(i, row)| {
                row.len() == inputs.keys() && row.iter().enumerate().all(|(j, &kept)| sees(i, j) == kept)
            })
    };
    let drawn = named_mask(case["mask"].as_str(), k.nrows()).is_none();
    // A drawn mask is no combination of causal and padding, but each of its rows is padding for that query alone.
    let parts: Vec<Inputs> = match named_mask(case["mask"].as_str(), k.nrows()) {
        Some(mask) => vec![inputs(q, mask)],
        None => (0..q.nrows())
            .map(|i| {
                let padding = (0..k.nrows()).filter(|&j| !keep[i][j]).collect();
                inputs(row_matrix(&row(&q, i)), Mask { causal: Causal::None, padding })
            })
            .collect(),
    };
    let rows_of = |part: usize| if drawn { &keep[part..=part] } else { &keep[..] };
    if let Some(part) = (0..parts.len()).find(|&part| !keeps(&parts[part], rows_of(part))) {
        return Some(format!("the mask differs from `keep` (part {part})"));
    }
    let scale = case["scale"].as_f64().expect("a scale");
    if (1.0 / parts[0].divisor() - scale).abs() > 1e-15 {
        return Some(format!("scale {scale}, but divisor {}", parts[0].divisor()));
    }
    let traces: Vec<Trace> = parts.iter().map(attend).collect();
    let stacked = |pick: fn(&Trace) -> &Matrix| {
        let rows: Vec<_> = traces.iter().flat_map(|trace| pick(trace).row_iter()).collect();
        Matrix::from_rows(&rows)
    };
    let per_row = |pick: fn(&Trace, usize) -> f64| {
        let rows: Vec<f64> = traces.iter().flat_map(|t| (0..t.weights.nrows()).map(move |i| pick(t, i))).collect();
        row_matrix(&rows)
    };
    let expected = |field: &str| match case[field][0] {
        Value::Array(_) => matrix(&case[field]),
        _ => row_matrix(&numbers(&case[field])),
    };
    let entropies = per_row(|trace, i| trace.statistics(i).entropy);
    let norms = per_row(|trace, i| trace.statistics(i).jacobian_norm);
    let fields = [
        ("raw_scores", stacked(|trace| &trace.scores), CLOSE),
        ("masked_scores", stacked(|trace| &trace.masked), CLOSE),
        ("weights", stacked(|trace| &trace.weights), CLOSE),
        ("output", stacked(|trace| &trace.output), CLOSE),
        ("entropy_nats", entropies, CLOSE),
        ("softmax_jacobian_frobenius", norms, CLOSE),
    ];
    let first = fields.iter().find_map(|(field, found, close)| differs(field, found, &expected(field), *close));
    let empty: Vec<usize> = if drawn {
        (0..traces.len()).filter(|&i| !traces[i].empty_rows.is_empty()).collect()
    } else {
        traces[0].empty_rows.clone()
    };
    let listed = indices(&case["fully_masked_rows"]);
    first.or_else(|| (empty != listed).then(|| format!("empty rows {empty:?}, not {listed:?}")))
}

/// A saturated row has an entropy and a Jacobian far below any absolute tolerance; each is right to nine digits.
#[test]
fn saturated_rows_keep_their_digits() {
    let case = read(&path("torch-attention/saturated_gain_40.json"));
    let source = Source::Qkv { q: matrix(&case["q"]), k: matrix(&case["k"]), v: matrix(&case["v"]) };
    let trace = attend(&Inputs::new(source, Scaling::None, Mask::default()).expect("shapes"));
    let close = Tolerance::Relative(1e-9);
    for i in 0..trace.weights.nrows() {
        let found = trace.statistics(i);
        for (field, found) in [("entropy_nats", found.entropy), ("softmax_jacobian_frobenius", found.jacobian_norm)] {
            let expected = numbers(&case[field])[i];
            assert!(expected > 0.0 && expected < 1e-30);
            let difference = differs(field, &row_matrix(&[found]), &row_matrix(&[expected]), close);
            assert!(difference.is_none(), "row {}: {}", i + 1, difference.unwrap_or_default());
        }
    }
    let difference = differs("weights", &trace.weights, &matrix(&case["weights"]), close);
    assert!(difference.is_none(), "{}", difference.unwrap_or_default());
}
