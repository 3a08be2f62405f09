//! Arrows, ways to score and the cost of Q Kᵀ, against 50 digits.

use attention_lab::engine::inputs::{Inputs, Source};
use attention_lab::engine::mask::Mask;
use attention_lab::engine::matrix::Matrix;
use attention_lab::engine::scaling::Scaling;
use attention_lab::engine::score::{Score, angle, cosine, length};
use attention_lab::figures::{Heat, TableCell};
use attention_lab::lessons::figure::Figure;
use serde_json::Value;

use super::{alone, assert_near, assert_relative, of, row, row_of_scores, shown};
use crate::fixture::{cases, matrix, numbers};

fn case() -> Value {
    cases("scores.json").remove(0)
}

fn page(case: &Value) -> Inputs {
    let (q, k) = (matrix(&case["q"]), matrix(&case["k"]));
    let source = Source::Qkv { v: Matrix::identity(3, 3), q, k };
    // The mask takes no part.
    Inputs::new(source, Scaling::Divisor(of(case, "divisor")), Mask::padding([1])).expect("shapes that fit")
}

#[test]
fn pairs_of_arrows_are_right_to_fourteen_digits() {
    let case = case();
    let output = shown(Figure::Arrows, &[], &page(&case));
    let table = &output.tables[0];
    let expected: Vec<Vec<f64>> = case["pairs"].as_array().expect("pairs").iter().map(numbers).collect();
    assert_eq!(table.rows.len(), 6);
    for (i, expected) in expected.iter().enumerate() {
        assert_eq!(table.rows[i].label, format!("q{} · k{}", i / 3 + 1, i % 3 + 1));
        assert_relative(&table.rows[i].label, &row(table, i), expected, 1e-14);
    }
}

#[test]
fn zeros_have_no_angle_and_many_pairs_are_cut() {
    let vectors = |rows: usize| Matrix::from_fn(rows, 2, |i, c| if i == 0 { 0.0 } else { (i + c) as f64 });
    let source = Source::Qkv { q: vectors(9), k: vectors(8), v: Matrix::zeros(8, 1) };
    let inputs = Inputs::new(source, Scaling::Sqrt, Mask::default()).expect("shapes that fit");
    let output = shown(Figure::Arrows, &[], &inputs);
    let table = &output.tables[0];
    assert_eq!(table.rows.len(), 36);
    for i in 0..36 {
        let empty = table.rows[i].cells[3..] == [TableCell::Empty, TableCell::Empty];
        assert_eq!(empty, i < 6 || i % 6 == 0, "{i}");
    }
    let output = shown(Figure::Arrows, &[], &row_of_scores(&[1.0, 2.0], Scaling::None, &[]));
    assert!(output.tables[0].rows.is_empty() && output.note.contains("no Q"));
}

#[test]
fn lengths_and_angles_hold_at_the_limits() {
    assert_near("length", length(&[3e200, -4e200]) / 5e200, 1.0, 1e-15);
    assert_near("length", length(&[3e-200, 4e-200]) / 5e-200, 1.0, 1e-15);
    for scale in [2f64.powi(-1000), 1.0, 1e300] {
        let at = |x: f64, y: f64| [x * scale, y * scale];
        assert_near("angle", angle(&at(1.0, 1.0), &[0.0, 5.0]).expect("an angle"), 45.0, 1e-9);
        assert_eq!(angle(&at(0.25, 0.75), &[1.0, 3.0]), Some(0.0));
        assert_eq!(cosine(&at(0.25, 0.75), &[-1.0, -3.0]), Some(-1.0));
    }
    // So small an angle has a cosine of 1 in f64.
    assert_near("small", angle(&[1.0, 0.0], &[1.0, 1e-9]).expect("an angle").to_radians(), 1e-9, 1e-22);
    let odd = [[0.0, -0.0], [f64::NAN, 1.0], [f64::INFINITY, 1.0]];
    assert!(odd.iter().all(|v| cosine(v, &[1.0, 0.0]).is_none() && angle(&[1.0, 0.0], v).is_none()));
}

#[test]
fn three_ways_to_score_are_right_to_fourteen_digits() {
    let case = case();
    let output = shown(Figure::ScoreKinds, &[], &page(&case));
    let [scores, weights, costs] = &output.tables[..] else { panic!("three tables") };
    assert_eq!((scores.rows.len(), weights.rows.len(), weights.heat), (8, 8, Heat::Weights));
    for query in 0..2 {
        let of = |field: &str, kind: usize| numbers(&case[field][query][kind]);
        // Dot, distance, the distance multiplied out, additive.
        for (line, kind) in [0, 1, 1, 2].into_iter().enumerate() {
            let label = &scores.rows[4 * query + line].label;
            assert_relative(label, &row(scores, 4 * query + line), &of("scores", kind), 1e-14);
        }
        // Dot, distance, the distance without ‖q‖², additive.
        for (line, kind) in [0, 1, 1, 2].into_iter().enumerate() {
            let label = &weights.rows[4 * query + line].label;
            assert_relative(label, &row(weights, 4 * query + line), &of("weights", kind), 1e-13);
        }
    }
    let flops = numbers(&case["flops"]);
    for (i, score) in Score::ALL.into_iter().enumerate() {
        assert_eq!(score.flops(4.0), flops[i]);
        assert_eq!(costs.rows[i].cells[1..], [flops[i], 6.0 * flops[i]].map(TableCell::Significant));
    }
    let output = shown(Figure::ScoreKinds, &[], &row_of_scores(&[1.0, 2.0], Scaling::None, &[]));
    assert!(output.tables[0].rows.is_empty() && output.note.contains("no Q"));
}

#[test]
fn the_cost_of_a_product_is_counted() {
    for cost in case()["costs"].as_array().expect("costs") {
        let cost = numbers(cost);
        let output = alone(Figure::ScoreCost, &[("L", cost[0]), ("S", cost[1]), ("d_k", cost[2])]);
        let found: Vec<f64> = output.tables[0].rows.iter().map(|row| row.cells[1].value()).collect();
        assert_relative("cost", &found, &cost[3..], 0.0);
    }
    let quoted = cases("worked-examples.json").into_iter().find(|case| case["id"] == "exercise-t1024").expect("there");
    let [tokens, d_k] = ["T", "d_k"].map(|field| of(&quoted, field));
    let output = alone(Figure::ScoreCost, &[("L", tokens), ("S", tokens), ("d_k", d_k)]);
    let found: Vec<f64> = output.tables[0].rows.iter().map(|row| row.cells[1].value()).collect();
    assert_eq!(found, ["score_elements", "multiply_adds", "flops"].map(|field| of(&quoted, field)));
    let output = alone(Figure::ScoreCost, &[]);
    let texts: Vec<String> = output.tables[0].rows.iter().flat_map(|row| row.cells.iter().map(|c| c.text(3))).collect();
    assert_eq!(texts, ["1024 · 1024", "1048576", "1024 · 1024 · 64", "67108864", "2 · 1024 · 1024 · 64", "134217728"]);
}
