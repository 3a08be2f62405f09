//! Hulls and weighted sums, against exact fractions and 50 digits.

use attention_lab::engine::hull::{distance_outside, hull};
use attention_lab::engine::inputs::{Inputs, Source};
use attention_lab::engine::mask::Mask;
use attention_lab::engine::scaling::Scaling;
use attention_lab::figures::{Output, Table, TableCell};
use attention_lab::lessons::figure::{Figure, Settings};
use attention_lab::text::Language;
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::Value;

use super::{assert_near, assert_relative, instant, of, row, row_of_scores, shown};
use crate::fixture::{cases, matrix, numbers};
use crate::laws::{complete, config, tame};

fn points(value: &Value) -> Vec<[f64; 2]> {
    let point = |value: &Value| <[f64; 2]>::try_from(numbers(value)).expect("two numbers");
    value.as_array().expect("points").iter().map(point).collect()
}

fn mixing_in(inputs: &Inputs, language: Language) -> Output {
    instant(Figure::Hull, &Settings::default(), inputs, language).expect("an instant figure")
}

#[test]
fn hulls_are_those_of_exact_fractions() {
    let file = cases("mixing.json").remove(0);
    let hulls = file["hulls"].as_array().expect("hulls");
    assert!(hulls.len() >= 10);
    for case in hulls {
        let points_given = points(&case["points"]);
        let corners: Vec<[f64; 2]> = hull(&points_given).into_iter().map(|i| points_given[i]).collect();
        assert_eq!(corners, points(&case["corners"]), "{points_given:?}");
        for (probe, expected) in points(&case["probes"]).into_iter().zip(numbers(&case["distances"])) {
            let found = distance_outside(probe, &corners);
            assert_near("distance", found, expected, 1e-13);
            assert_eq!(found == 0.0, expected == 0.0, "{probe:?} of {corners:?}");
        }
    }
}

#[test]
fn hulls_are_total() {
    assert_eq!(hull(&[]), [0; 0]);
    assert_eq!(hull(&[[f64::NAN, 1.0], [2.0, f64::INFINITY], [3.0, 4.0]]), [2]);
    for scale in [1e-320, 1e-170, 1e170, 1e307] {
        let square = [[0.0, 0.0], [3.0, 0.0], [3.0, 3.0], [0.0, 3.0], [1.0, 1.0]].map(|p| p.map(|x| x * scale));
        assert_eq!(hull(&square), [0, 1, 2, 3], "{scale:e}");
        let corners: Vec<[f64; 2]> = square[..4].to_vec();
        assert_near("inside", distance_outside(square[4], &corners), 0.0, 0.0);
        let far = [7.0 * scale, 6.0 * scale];
        assert_near("outside", distance_outside(far, &corners) / (5.0 * scale), 1.0, 1e-3);
    }
    assert!(distance_outside([0.0, 0.0], &[]).is_nan());
    assert!(distance_outside([f64::NAN, 0.0], &[[0.0, 0.0]]).is_nan());
}

fn page(case: &Value) -> Inputs {
    let source = Source::Scores { scores: matrix(&case["scores"]), v: matrix(&case["values"]), d_k: 1 };
    Inputs::new(source, Scaling::Sqrt, Mask::default()).expect("shapes that fit")
}

fn cells(table: &Table, i: usize, from: usize, count: usize) -> Vec<f64> {
    row(table, i)[from..from + count].to_vec()
}

#[test]
fn outputs_are_weighted_sums_right_to_fourteen_digits() {
    let case = &cases("mixing.json").remove(0)["mixing"];
    let inputs = page(case);
    let output = mixing_in(&inputs, Language::En);
    let table = &output.tables[0];
    let (weights, outputs) = (matrix(&case["weights"]), matrix(&case["outputs"]));
    let of_row = |matrix: &super::Matrix, i: usize| matrix.row(i).iter().copied().collect::<Vec<f64>>();
    for i in 0..3 {
        assert_relative("weights", &cells(table, i, 0, 4), &of_row(&weights, i), 1e-14);
        assert_relative("outputs", &cells(table, i, 5, 2), &of_row(&outputs, i), 1e-14);
        assert_eq!((row(table, i)[4], row(table, i)[7]), (1.0, 0.0));
    }
    let (factor, divisor) = (of(case, "factor"), of(case, "divisor"));
    let output = shown(Figure::MixingScale, &[("c", factor), ("divisor", divisor)], &inputs);
    let outside = numbers(&case["outside"]);
    assert!(outside.iter().all(|distance| *distance > 0.0));
    for (at, (field, sum)) in [("outputs", 1.0), ("scaled", 1.0), ("divided", 1.0 / divisor)].into_iter().enumerate() {
        let (table, expected) = (&output.tables[at], matrix(&case[field]));
        for (i, &outside) in outside.iter().enumerate() {
            assert_relative(field, &cells(table, i, 0, 1), &[sum], 1e-14);
            assert_relative(field, &cells(table, i, 1, 2), &of_row(&expected, i), 1e-14);
            assert_near(field, row(table, i)[3], if at == 2 { outside } else { 0.0 }, 1e-13);
        }
    }
}

#[test]
fn without_a_plane_there_is_no_hull() {
    let inputs = row_of_scores(&[1.0, 2.0, 0.5], Scaling::None, &[]);
    let output = mixing_in(&inputs, Language::En);
    assert_eq!(output.tables[0].rows[0].cells.last(), Some(&TableCell::Empty));
    assert!(output.note.contains("d_v = 2 only"));
    let hidden = inputs.with_mask(Mask::padding(0..3)).with_size(attention_lab::engine::inputs::Dimension::Dv, 2);
    assert!(mixing_in(&hidden, Language::En).note.contains("sees no key"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..config() })]

    #[test]
    fn no_output_leaves_the_hull(inputs in complete(tame)) {
        let inputs = inputs.with_size(attention_lab::engine::inputs::Dimension::Dv, 2);
        let output = mixing_in(&inputs, Language::Zh);
        for (i, empty) in output.tables[0].rows.iter().map(|row| row.cells.last().map_or(0.0, TableCell::value)).enumerate() {
            let sees = attention_lab::engine::trace::attend(&inputs).visible[i] > 0;
            prop_assert!(!sees || empty == 0.0, "row {i}: {empty:e}");
        }
    }

    #[test]
    fn every_point_lies_in_its_hull(points in vec([-4.0..4.0f64, -4.0..4.0f64], 1..12)) {
        let corners: Vec<[f64; 2]> = hull(&points).into_iter().map(|i| points[i]).collect();
        prop_assert!(points.iter().all(|&point| distance_outside(point, &corners) == 0.0));
    }
}
