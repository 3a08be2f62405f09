//! Online softmax on the page's numbers, against 50 digits.

use attention_lab::engine::inputs::{Inputs, Source};
use attention_lab::engine::mask::Mask;
use attention_lab::engine::precision::{Numerics, Precision};
use attention_lab::engine::scaling::Scaling;
use attention_lab::figures::Output;
use attention_lab::lessons::figure::Figure;
use serde_json::Value;

use super::{assert_near, assert_relative, of, row, row_of_scores, shown};
use crate::fixture::{cases, indices, matrix, numbers};

fn inputs(case: &Value) -> Inputs {
    let source = Source::Scores { scores: matrix(&case["scores"]), v: matrix(&case["values"]), d_k: 1 };
    let mask = Mask::padding(indices(&case["hidden"]));
    Inputs::new(source, Scaling::Divisor(of(case, "divisor")), mask).expect("shapes that fit")
}

fn figure(case: &Value, inputs: &Inputs) -> Output {
    shown(Figure::OnlineSteps, &[("block", of(case, "block")), ("row", of(case, "row"))], inputs)
}

#[test]
fn every_block_is_right_to_twelve_digits() {
    let cases = cases("online.json");
    assert_eq!(cases.len(), 6);
    for case in &cases {
        let inputs = inputs(case);
        let [steps, result] = &figure(case, &inputs).tables[..] else { panic!("two tables") };
        let expected = case["steps"].as_array().expect("steps");
        assert_eq!(steps.rows.len(), expected.len());
        for (i, step) in expected.iter().enumerate() {
            let line: Vec<f64> =
                ["m", "factor", "l"].map(|field| of(step, field)).into_iter().chain(numbers(&step["o"])).collect();
            assert_relative(&format!("block {i} of {case}"), &row(steps, i), &line, 1e-12);
        }
        let ends = ["whole", "whole", "not_rescaled"].map(|field| numbers(&case[field]));
        let width = ends[0].len();
        for (i, expected) in ends.iter().enumerate() {
            let found = row(result, i);
            assert_relative(&result.rows[i].label, &found[..width], expected, 1e-12);
            let difference = expected.iter().zip(&ends[0]).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            assert_near("largest difference", found[width], difference, 1e-12);
        }
        // The page's format does not matter.
        let single = inputs.with_numerics(Numerics::from(Precision::F16));
        assert_eq!(figure(case, &single), figure(case, &inputs));
    }
}

#[test]
fn the_row_is_held_to_those_there_are() {
    let case = &cases("online.json")[3];
    let inputs = inputs(case);
    let of = |row: f64| shown(Figure::OnlineSteps, &[("block", 2.0), ("row", row)], &inputs);
    assert_eq!(of(64.0), of(2.0));
    assert!(of(64.0).note.contains("row 2") && of(1.0).tables != of(2.0).tables);
    let labels: Vec<String> = of(2.0).tables[0].rows.iter().map(|row| row.label.clone()).collect();
    assert_eq!(labels, ["keys 1–2", "keys 3–4", "key 5"]);
}

#[test]
fn what_cannot_be_computed_is_said() {
    let hidden = shown(Figure::OnlineSteps, &[], &row_of_scores(&[1.0, 2.0], Scaling::None, &[0, 1]));
    assert!(hidden.note.contains("No key is left"), "{}", hidden.note);
    assert_eq!(row(&hidden.tables[1], 1), [0.0; 3]);
    let infinite = shown(Figure::OnlineSteps, &[], &row_of_scores(&[f64::INFINITY, 2.0], Scaling::None, &[]));
    assert!(infinite.note.contains("not finite"), "{}", infinite.note);
    let long: Vec<f64> = (0..9).map(f64::from).collect();
    let wide = shown(Figure::OnlineSteps, &[], &row_of_scores(&long, Scaling::None, &[]));
    assert!(wide.note.contains("first 8") && wide.tables[1].head.len() == 10, "{}", wide.note);
}
