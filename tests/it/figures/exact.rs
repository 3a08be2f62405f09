//! Two keys, Jacobians and gradients of one row, against 50 digits.

use attention_lab::engine::gradient::softmax_backward_row;
use attention_lab::engine::scaling::Scaling;
use attention_lab::figures::{Table, TableCell};
use attention_lab::lessons::figure::Figure;

use super::{alone, assert_near, assert_relative, column, of, of_kind, row, row_of_scores, shown};
use crate::fixture::{Tolerance, assert_row, cases, matrix, numbers};

fn labelled<'a>(table: &'a Table, label: &str) -> &'a [TableCell] {
    &table.rows.iter().find(|row| row.label == label).unwrap_or_else(|| panic!("no row {label}")).cells
}

#[test]
fn two_keys_are_right_to_nine_digits() {
    for case in of_kind("two-keys") {
        let d_k = of(case, "d_k");
        let output = alone(Figure::TwoKeys, &[("d_k", d_k)]);
        let table = &output.tables[0];
        let found: Vec<f64> = labelled(table, &format!("d_k = {d_k}")).iter().map(|cell| cell.value()).collect();
        let expected = ["gap", "larger", "smaller", "slope"].map(|field| of(case, field));
        assert_relative(&format!("d_k {d_k}"), &found, &expected, 1e-9);
        // The usual widths are always there, by growing width, each once; the scaled gap is last.
        let mut widths = vec![16.0, 64.0, 128.0, 256.0, d_k];
        widths.sort_by(f64::total_cmp);
        widths.dedup();
        let gaps: Vec<f64> = widths.iter().map(|width| 2.0 * width.sqrt()).chain([2.0]).collect();
        assert_eq!(column(table, 0), gaps);
        let scaled = of_kind("two-keys-scaled").next().expect("one");
        let expected = ["gap", "larger", "smaller", "slope"].map(|field| of(scaled, field));
        assert_relative("scaled", &row(table, widths.len()), &expected, 1e-9);
    }
}

#[test]
fn two_keys_have_the_digits_of_the_lesson() {
    let output = alone(Figure::TwoKeys, &[]);
    let table = &output.tables[0];
    let quoted = [
        ("d_k = 16", 5, ["8", "0.99966", "3.35350e−4", "3.35238e−4"]),
        ("d_k = 64", 2, ["16", "1−1e−7", "1.13e−7", "1.13e−7"]),
        ("d_k = 128", 2, ["22.63", "1−1e−10", "1.49e−10", "1.49e−10"]),
        ("after ÷ √d_k, any d_k", 4, ["2", "0.8808", "0.1192", "0.1050"]),
    ];
    for (label, decimals, expected) in quoted {
        let texts: Vec<String> = labelled(table, label).iter().map(|cell| cell.text(decimals)).collect();
        assert_eq!(texts, expected, "{label}");
    }
    // 1 − p from p itself, as far as f64 holds it; p(1−p) is the same tiny number.
    for (label, rest) in [("d_k = 64", 1.13e-7), ("d_k = 128", 1.49e-10)] {
        let cells = labelled(table, label);
        assert_near(label, 1.0 - cells[1].value(), rest, 0.005 * rest);
        assert_near(label, cells[3].value() / cells[2].value(), 1.0, 2e-7);
    }
    for case in cases("worked-examples.json").iter().filter(|case| case["kind"] == "saturation") {
        let scaled = case["d_k"].is_null();
        let label = if scaled { "after ÷ √d_k, any d_k".to_owned() } else { format!("d_k = {}", of(case, "d_k")) };
        let cells = labelled(table, &label);
        let found = [cells[1].value(), cells[3].value()];
        assert_relative(&label, &found, &[of(case, "larger_weight"), of(case, "p_times_1_minus_p")], 1e-12);
        if !scaled {
            let found = [cells[0].value(), cells[2].value()];
            assert_relative(&label, &found, &[2.0 * of(case, "sd"), of(case, "one_minus_larger_weight")], 1e-12);
        }
    }
}

#[test]
fn the_slope_of_two_keys_falls_as_it_should() {
    let case = of_kind("two-keys-curve").next().expect("one");
    let output = alone(Figure::TwoKeys, &[]);
    let points = &output.plots[0].series[0].points;
    let (x, y): (Vec<f64>, Vec<f64>) = points.iter().map(|point| (point.x, point.y)).unzip();
    assert_eq!(x, numbers(&case["gaps"]));
    assert_row("two keys", "log₁₀ slope", &y, &numbers(&case["log10_slopes"]), Tolerance::Absolute(1e-12));
}

#[test]
fn jacobians_are_right_to_twelve_digits() {
    for case in of_kind("jacobian") {
        let scores = numbers(&case["scores"]);
        // Neither scaling nor mask takes part: the raw scores are divided by the temperature alone.
        for inputs in [row_of_scores(&scores, Scaling::None, &[]), row_of_scores(&scores, Scaling::Divisor(8.0), &[0])]
        {
            let temperature = of(case, "temperature");
            let [rows, square, summary] = &shown(Figure::Jacobian, &[("T", temperature)], &inputs).tables[..] else {
                panic!("three tables");
            };
            let context = format!("{scores:?} at T = {temperature}");
            assert_eq!(row(rows, 0), scores);
            assert_relative(&context, &row(rows, 1), &numbers(&case["logits"]), 1e-15);
            assert_relative(&context, &row(rows, 2), &numbers(&case["weights"]), 1e-12);
            let expected = matrix(&case["jacobian"]);
            for i in 0..scores.len() {
                let line: Vec<f64> = expected.row(i).iter().copied().collect();
                assert_relative(&context, &row(square, i), &line, 1e-12);
            }
            let expected = ["entropy", "ceiling", "norm"].map(|field| of(case, field));
            assert_relative(&context, &column(summary, 0), &expected, 1e-12);
        }
    }
}

#[test]
fn a_long_row_is_cut_only_where_it_is_shown() {
    let scores: Vec<f64> = (0..14).map(|j| f64::from(j) * 0.5).collect();
    let output = shown(Figure::Jacobian, &[], &row_of_scores(&scores, Scaling::None, &[]));
    let [rows, square, summary] = &output.tables[..] else { panic!("three tables") };
    assert_eq!((row(rows, 0).len(), square.rows.len(), row(square, 11).len()), (12, 12, 12));
    // The two largest scores are not shown, but take most of the weight: 1 − e^(−½·2) over a little less than 1.
    let left: f64 = row(rows, 2).iter().sum();
    assert_near("weight of the keys shown", left, ((-1.0f64).exp() - (-7.0f64).exp()) / (1.0 - (-7.0f64).exp()), 1e-12);
    assert_near("ceiling", summary.rows[1].cells[0].value(), 14f64.ln(), 1e-12);
    assert!(output.note.contains("2 more keys"), "{}", output.note);
}

#[test]
fn gradients_of_a_row_are_right_to_twelve_digits() {
    for case in of_kind("softmax-gradient") {
        for case in case["rows"].as_array().expect("rows") {
            let (weights, upstream) = (numbers(&case["weights"]), numbers(&case["upstream"]));
            let expected = numbers(&case["gradient"]);
            let found = softmax_backward_row(&weights, &upstream);
            assert_relative(&format!("{weights:?}"), &found, &expected, 1e-12);
            // Upside down, which is the largest stands elsewhere.
            let turned = |row: &[f64]| row.iter().rev().copied().collect::<Vec<_>>();
            let found = softmax_backward_row(&turned(&weights), &turned(&upstream));
            assert_relative(&format!("{weights:?}, turned"), &found, &turned(&expected), 1e-12);
        }
    }
}
