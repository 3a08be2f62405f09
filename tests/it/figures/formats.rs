//! What happens in four formats, against NumPy and ml_dtypes.

use attention_lab::choice::Choice;
use attention_lab::engine::inputs::Inputs;
use attention_lab::engine::precision::Precision;
use attention_lab::engine::scaling::Scaling;
use attention_lab::figures::{FloatException, Row, TableCell};
use attention_lab::lessons::figure::Figure;
use serde_json::Value;

use super::{alone, assert_near, of, of_kind, row_of_scores, shown};
use crate::fixture::{cases, indices, number, numbers};

/// The distance between neighbours about `x`: f64 53, f32 24, bf16 8, f16 11 bits, down to the smallest subnormal.
fn unit(precision: Precision, x: f64) -> f64 {
    let (bits, lowest) = match precision {
        Precision::F64 => (52, -1022),
        Precision::F32 => (23, -126),
        Precision::Bf16 => (7, -126),
        Precision::F16 => (10, -14),
    };
    let exponent = if x == 0.0 { lowest } else { (x.abs().log2().floor() as i32).max(lowest) };
    2f64.powi(exponent) * 2f64.powi(-bits)
}

/// An exponential of the machine may be off by the last bit, which seldom reaches a narrow format.
fn of_exp(precision: Precision) -> f64 {
    if matches!(precision, Precision::F64 | Precision::F32) { 1.0 } else { 0.0 }
}

fn format(value: &Value) -> Precision {
    Precision::from_id(value.as_str().expect("a name")).expect("a format")
}

fn mark(value: &Value) -> Option<FloatException> {
    value.as_str().map(|name| match name {
        "overflow" => FloatException::Overflow,
        "underflow" => FloatException::Underflow,
        "nan" => FloatException::NotANumber,
        other => panic!("no mark {other}"),
    })
}

/// Says where a cell is not its reference to `units` in the last place, or is marked otherwise.
fn differs(
    precision: Precision,
    found: &TableCell,
    expected: f64,
    expected_mark: Option<FloatException>,
    units: f64,
) -> Option<String> {
    let value = found.value();
    let close = match (value.is_finite(), expected.is_finite()) {
        (true, true) => (value - expected).abs() <= units * unit(precision, expected),
        (false, false) => value == expected || value.is_nan() && expected.is_nan(),
        _ => false,
    };
    // A number is one of its format.
    let held = precision.round(value) == value || value.is_nan();
    let right = close && held && found.mark() == expected_mark;
    (!right).then(|| format!("{value:e} {:?}, not {expected:e} {expected_mark:?}", found.mark()))
}

/// All that is wrong, so that one run shows it.
#[derive(Default)]
struct Wrong(Vec<String>);

impl Wrong {
    fn check(
        &mut self,
        context: &str,
        precision: Precision,
        row: &Row,
        expected: &[(f64, Option<FloatException>)],
        units: f64,
    ) {
        let cells: Vec<&TableCell> = row.cells.iter().filter(|cell| **cell != TableCell::Empty).collect();
        if cells.len() != expected.len() {
            self.0.push(format!("{context}, {}: {} cells, not {}", row.label, cells.len(), expected.len()));
        }
        for (j, (&cell, &(value, mark))) in cells.iter().zip(expected).enumerate() {
            let difference = differs(precision, cell, value, mark, units);
            self.0.extend(difference.map(|what| format!("{context}, {} cell {}: {what}", row.label, j + 1)));
        }
    }

    fn none(self) {
        assert!(self.0.is_empty(), "{} cells are wrong\n{}", self.0.len(), self.0.join("\n"));
    }
}

fn pairs(case: &Value, values: &str, marks: &str) -> Vec<(f64, Option<FloatException>)> {
    let marks = case[marks].as_array().expect("marks");
    numbers(&case[values]).into_iter().zip(marks).map(|(value, name)| (value, mark(name))).collect()
}

fn inputs(case: &Value) -> Inputs {
    let divisor = Scaling::divisor(of(case, "divisor")).expect("a divisor");
    row_of_scores(&numbers(&case["scores"]), divisor, &indices(&case["hidden"]))
}

#[test]
fn every_step_in_every_format_is_numpys() {
    let mut wrong = Wrong::default();
    for case in of_kind("formats") {
        let output = shown(Figure::Formats, &[], &inputs(case));
        let [naive, stable] = &output.tables[..] else { panic!("naive and stable") };
        let mut rows = [naive.rows.iter(), stable.rows.iter()];
        for table in case["tables"].as_array().expect("tables") {
            let is_naive = table["naive"].as_bool().expect("a flag");
            let precision = format(&table["format"]);
            let context = format!("{} hidden {}, naive {is_naive}", case["scores"], case["hidden"]);
            let rows = &mut rows[usize::from(!is_naive)];
            let mut next = |what: &str| {
                let row = rows.next().expect("a row");
                assert_eq!(row.label, format!("{}  {what}", precision.name()));
                row
            };
            let mut z = pairs(table, "z", "z_marks");
            if !is_naive {
                z.push((of(table, "max"), None));
            }
            wrong.check(&context, precision, next("z"), &z, 0.0);
            if !is_naive {
                wrong.check(&context, precision, next("z − m"), &pairs(table, "shifted", "shifted_marks"), 0.0);
            }
            let exponentials = next(if is_naive { "e^z" } else { "e^(z−m)" });
            let mut expected = pairs(table, "exponentials", "exponential_marks");
            expected.push((of(table, "sum"), mark(&table["sum_mark"])));
            wrong.check(&context, precision, exponentials, &expected, of_exp(precision));
            let weights = pairs(table, "weights", "weight_marks");
            wrong.check(&context, precision, next("weight"), &weights, of_exp(precision));
        }
        assert!(rows.iter_mut().all(|rows| rows.next().is_none()), "more rows than formats have steps");
    }
    wrong.none();
}

#[test]
fn every_mask_constant_gives_numpys_weights() {
    let mut wrong = Wrong::default();
    for case in of_kind("mask-constants") {
        let output = shown(Figure::MaskConstants, &[], &inputs(case));
        let expected = case["tables"].as_array().expect("three tables");
        assert_eq!((output.tables.len(), expected.len()), (3, 3));
        for (table, expected) in output.tables.iter().zip(expected) {
            let expected = expected.as_array().expect("rows");
            assert_eq!(table.rows.len(), expected.len());
            for (row, expected) in table.rows.iter().zip(expected) {
                let precision = format(&expected["format"]);
                let name = match expected["constant"].as_str() {
                    Some("inf") => "−∞",
                    Some("1e9") => "−1e9",
                    _ => "the format's lowest number",
                };
                assert_eq!(row.label, format!("{}  {name}", precision.name()));
                let weights = numbers(&expected["weights"]);
                let marked = weights.into_iter().map(|p| (p, p.is_nan().then_some(FloatException::NotANumber)));
                let context = format!("{} hidden {}, {}", case["scores"], case["hidden"], table.caption);
                wrong.check(&context, precision, row, &marked.collect::<Vec<_>>(), of_exp(precision));
            }
        }
    }
    wrong.none();
}

/// A figure of one table with a row for each format.
fn one_row_a_format(figure: Figure, kind: &str, keys: &[&'static str], units: fn(Precision) -> f64) {
    let mut wrong = Wrong::default();
    for case in of_kind(kind) {
        let values: Vec<(&str, f64)> = keys.iter().map(|&key| (key, of(case, key))).collect();
        let output = alone(figure, &values);
        let (rows, expected) = (&output.tables[0].rows, case["rows"].as_array().expect("rows"));
        assert_eq!(rows.len(), expected.len());
        for (row, expected) in rows.iter().zip(expected) {
            let precision = format(&expected["format"]);
            assert_eq!(row.label, precision.name());
            let cells = pairs(expected, "cells", "marks");
            wrong.check(&format!("{kind} {values:?}"), precision, row, &cells, units(precision));
        }
    }
    wrong.none();
}

#[test]
fn a_slope_becomes_zero_where_numpys_does() {
    one_row_a_format(Figure::Fp16Gradient, "fp16-gradient", &["gap"], of_exp);
}

#[test]
fn the_order_of_scaling_matters_as_in_numpy() {
    one_row_a_format(Figure::ScaleOrder, "scale-order", &["a", "d_k"], |_| 0.0);
    // q = k = [200, 200] in fp16: 80000 is too much, and ∞ − ∞ is NaN; scaled first, all is finite.
    let output = alone(Figure::ScaleOrder, &[]);
    let half = output.tables[0].rows.iter().find(|row| row.label == "fp16").expect("fp16");
    let texts: Vec<String> = half.cells.iter().map(|cell| cell.text(2)).collect();
    assert_eq!(texts, ["∞", "∞", "NaN", "56544", "0"]);
    let marks: Vec<Option<FloatException>> = half.cells.iter().map(|cell| cell.mark()).collect();
    assert_eq!(marks, [Some(FloatException::Overflow), None, Some(FloatException::NotANumber), None, None]);
}

#[test]
fn exp_has_its_limits_in_every_format() {
    let mut wrong = Wrong::default();
    let limits = cases("worked-examples.json").into_iter().find(|case| case["kind"] == "precision").expect("limits");
    for case in of_kind("exp-limits") {
        let x = of(case, "x");
        let output = alone(Figure::ExpLimits, &[("x", x)]);
        let expected = case["rows"].as_array().expect("rows");
        assert_eq!(output.tables[0].rows.len(), expected.len());
        for (row, expected) in output.tables[0].rows.iter().zip(expected) {
            let precision = format(&expected["format"]);
            assert_eq!(row.label, precision.name());
            let cells = numbers(&expected["cells"]);
            let found = differs(precision, &row.cells[0], cells[0], mark(&expected["mark"]), of_exp(precision));
            wrong.0.extend(found.map(|what| format!("e^{x} in {}: {what}", row.label)));
            // Largest, smallest normal and subnormal number exactly, the logarithm to 1e-12.
            for at in [1, 3, 4] {
                assert_eq!(row.cells[at].value(), cells[at], "{} column {at}", row.label);
            }
            assert_near(&row.label, row.cells[2].value(), cells[2], 1e-12);
            let threshold = limits.get(match precision {
                Precision::F64 => "f64_exp_overflow_above",
                Precision::F32 => "f32_exp_overflow_above",
                Precision::Bf16 => "none",
                Precision::F16 => "fp16_exp_overflow_above",
            });
            if let Some(threshold) = threshold {
                assert_near(&row.label, row.cells[2].value(), number(threshold), 1e-12);
            }
        }
    }
    wrong.none();
    let output = alone(Figure::ExpLimits, &[]);
    let shown = |row: usize, at: usize| output.tables[0].rows[row].cells[at].text(2);
    assert_eq!([shown(0, 2), shown(1, 2), shown(3, 2)], ["709.78", "88.72", "11.09"]);
    assert_eq!([shown(3, 1), shown(3, 3), shown(3, 4)], ["65504", "6.10e−5", "5.96e−8"]);
}
