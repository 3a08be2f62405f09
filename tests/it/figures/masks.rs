//! Corners, readings of truth values and a hidden NaN, against NumPy.

use attention_lab::engine::inputs::{Inputs, Source};
use attention_lab::engine::mask::{Causal, Mask};
use attention_lab::engine::matrix::Matrix;
use attention_lab::engine::scaling::Scaling;
use attention_lab::figures::{FloatException, Heat, Table, TableCell};
use attention_lab::lessons::figure::Figure;
use serde_json::Value;

use super::{alone, of, row_of_scores, shown};
use crate::fixture::{Tolerance, assert_close, cases, matrix, numbers};

fn case() -> Value {
    cases("masks.json").remove(0)
}

fn values(table: &Table) -> Matrix {
    let columns = table.head.len() - 1;
    Matrix::from_row_iterator(
        table.rows.len(),
        columns,
        table.rows.iter().flat_map(|row| row.cells.iter().map(TableCell::value)),
    )
}

fn page(case: &Value) -> Inputs {
    let [q, k, v] = ["q", "k", "v"].map(|name| matrix(&case[name]));
    let rows = case["keep"].as_array().expect("rows");
    let keep: Vec<Vec<bool>> = rows.iter().map(|row| numbers(row).iter().map(|&x| x == 1.0).collect()).collect();
    let mask = Mask::default().with_drawn(&keep);
    Inputs::new(Source::Qkv { q, k, v }, Scaling::Sqrt, mask).expect("shapes that fit")
}

#[test]
fn corners_are_those_of_numpy() {
    for case in case()["corners"].as_array().expect("corners") {
        let output = alone(Figure::Corners, &[("L", of(case, "L")), ("S", of(case, "S"))]);
        for (table, field) in output.tables.iter().zip(["top_left", "bottom_right"]) {
            assert_close("corners", field, &values(table), &matrix(&case[field]), Tolerance::Absolute(0.0));
            assert_eq!(table.heat, Heat::Weights);
        }
        assert_eq!(output.note.contains("see no key"), of(case, "L") > of(case, "S"));
    }
}

#[test]
fn truth_values_are_read_in_two_ways() {
    let case = case();
    let output = shown(Figure::Polarity, &[], &page(&case));
    let [given, keeps, hides] = &output.tables[..] else { panic!("three tables") };
    for (i, row) in given.rows.iter().enumerate() {
        let expected: Vec<&str> =
            numbers(&case["keep"][i]).iter().map(|&x| if x == 1.0 { "True" } else { "False" }).collect();
        assert_eq!(row.cells.iter().map(|cell| cell.text(3)).collect::<Vec<_>>(), expected);
    }
    for (table, field) in [(keeps, "keeps"), (hides, "hides")] {
        assert_close("polarity", field, &values(table), &matrix(&case[field]), Tolerance::Absolute(1e-15));
    }
    assert_eq!(output.note, "Rows without a key, where True keeps: none; where True hides: q2.");
}

#[test]
fn a_hidden_nan_is_skipped_or_leaks() {
    let case = case();
    let output = shown(Figure::HiddenNan, &[], &page(&case));
    for (table, field) in output.tables.iter().zip(["skipped", "multiplied"]) {
        assert_close("hidden-nan", field, &values(table), &matrix(&case[field]), Tolerance::Absolute(1e-14));
    }
    assert!(output.note.contains("key 2"), "{}", output.note);
    let marks = |table: &Table| {
        table
            .rows
            .iter()
            .flat_map(|row| &row.cells)
            .filter(|cell| cell.mark() == Some(FloatException::NotANumber))
            .count()
    };
    // Born in the two rows that do not see the key; the third has it anyway.
    assert_eq!(output.tables.iter().map(marks).collect::<Vec<_>>(), [0, 6]);
}

#[test]
fn where_nothing_is_hidden_no_nan_is_put_in() {
    let output = shown(Figure::HiddenNan, &[], &row_of_scores(&[1.0, 0.5], Scaling::None, &[]));
    assert_eq!(values(&output.tables[0]), values(&output.tables[1]));
    assert!(values(&output.tables[0]).iter().all(|x| x.is_finite()) && output.note.contains("No key is hidden"));
}

#[test]
fn scores_keep_their_divisor_with_a_hidden_nan() {
    let source = Source::Scores {
        scores: Matrix::from_row_slice(2, 3, &[1.0, 4.0, 2.0, 0.0, 3.0, 5.0]),
        v: Matrix::identity(3, 3),
        d_k: 16,
    };
    let inputs = Inputs::new(source, Scaling::Sqrt, Mask::from(Causal::BottomRight)).expect("shapes that fit");
    let output = shown(Figure::HiddenNan, &[], &inputs);
    // Query 1 sees keys 1 and 2, whose logits are 3/4 apart.
    let share = 1.0 / (1.0 + (-0.75f64).exp());
    let found = values(&output.tables[0]);
    assert!(found[(0, 0)].is_finite() && (found[(0, 1)] - share).abs() < 1e-15, "{found}");
}
