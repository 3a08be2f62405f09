//! What models cost and two indicators of weights, against exact fractions and 50 digits.

use attention_lab::engine::inputs::{Inputs, Source};
use attention_lab::engine::mask::{Causal, Mask};
use attention_lab::engine::matrix::Matrix;
use attention_lab::engine::scaling::Scaling;
use attention_lab::figures::TableCell;
use attention_lab::lessons::figure::{Figure, Settings};
use serde_json::Value;

use super::{alone, assert_near, assert_relative, column, of, setting, shown};
use crate::fixture::{cases, matrix, numbers};

fn of_kind(kind: &str) -> Vec<Value> {
    let found: Vec<Value> = cases("cost.json").into_iter().filter(|case| case["kind"] == kind).collect();
    assert!(!found.is_empty());
    found
}

fn settings_of(case: &Value) -> Vec<(&'static str, f64)> {
    let keys = Figure::Calculator.settings().iter().map(|setting| setting.key);
    keys.map(|key| (key, of(&case["settings"], key))).collect()
}

#[test]
fn the_calculator_counts_as_the_shapes_do() {
    for case in of_kind("model") {
        let output = alone(Figure::Calculator, &settings_of(&case));
        for (table, field) in output.tables.iter().zip(["prefill", "decode"]) {
            let expected = numbers(&case[field]);
            assert_eq!(table.rows.len(), expected.len(), "{field}");
            assert_relative(field, &column(table, 1), &expected, 1e-14);
        }
    }
}

#[test]
fn the_calculator_is_the_worked_example_to_the_last_bit() {
    let examples = cases("worked-examples.json");
    let case = examples.iter().find(|case| case["id"] == "long-context-contract").expect("the example");
    let output = alone(Figure::Calculator, &[]);
    let [prefill, decode] = &output.tables[..] else { panic!("two tables") };
    let fields = [
        "score_matrix_elements_per_layer",
        "score_matrix_bytes_per_layer",
        "kv_bytes_per_layer",
        "kv_bytes_total",
        "flops_projections",
        "flops_attention",
        "flops_ffn",
        "flops_total",
        "prefill_seconds_at_1e15_flops",
    ];
    assert_eq!(column(prefill, 1)[..9], fields.map(|field| of(case, field)));
    // The share is shown in percent, which rounds once more.
    assert_relative("share", &[column(prefill, 1)[9]], &[100.0 * of(case, "attention_share")], 1e-15);
    assert_eq!(column(decode, 1)[0], of(case, "decode_ms_per_token_at_3e12_bytes"));
    assert_eq!(column(decode, 1)[5], of(case, "decode_arithmetic_intensity_flop_per_byte"));
    let short = |table: usize| output.tables[table].rows.iter().map(|row| row.cells[2].text(3)).collect::<Vec<_>>();
    assert_eq!(short(0)[1..4], ["1.10 TB", "2.15 GB", "51.5 GB"]);
    assert_eq!(short(0)[7..9], ["8.02 PFLOP", "8.02 s"]);
    assert_eq!(short(1)[1], "9.66 GB");
    let formulas = |table: usize| output.tables[table].rows.iter().map(|row| row.cells[0].text(3)).collect::<Vec<_>>();
    assert_eq!(formulas(0)[..3], ["32 × 131072²", "32 × 131072² × 2", "2 × 131072 × 32 × 128 × 2"]);
    assert_eq!(formulas(0)[8], "8.022e15 ÷ 1e15");
    assert_eq!(formulas(1)[3], "17.18 + 3.221");
    assert_eq!(formulas(1)[7], "(8e10 − 9.664e9) ÷ 5.154e10");
}

#[test]
fn short_forms_keep_three_digits() {
    let short = |seconds: f64, tokens: f64| {
        let values = [("T", tokens), ("flops", 1e9), ("bandwidth", 1e6 / seconds)];
        let output = alone(Figure::Calculator, &values);
        output.tables[0].rows.iter().map(|row| row.cells[2].text(3)).collect::<Vec<_>>()
    };
    // No kiloseconds; 999.5 and more are the next prefix.
    assert_eq!(short(1.0, 131_072.0)[8], "8022037 s");
    assert_eq!(short(1.0, 1.0)[1], "64.0 B");
    assert_eq!(short(1.0, 61.0)[2], "999 kB");
    assert_eq!(short(1.0, 1e7)[5], "39.3 EFLOP");
}

#[test]
fn heads_that_cannot_be_shared_are_told() {
    let said = |query, key| alone(Figure::Calculator, &[("H", query), ("G", key)]).note.contains("no multiple");
    assert!(!said(32.0, 8.0) && !said(1.0, 1.0) && said(12.0, 8.0) && said(4.0, 8.0));
}

#[test]
fn every_preset_names_settings_that_take_its_values() {
    let presets = Figure::Calculator.presets();
    assert!(presets.len() >= 3 && Figure::Retrieval.presets().is_empty());
    for preset in presets {
        let mut settings = Settings::default();
        settings.apply(Figure::Calculator, preset);
        for (key, value) in preset.values {
            assert_eq!(
                settings.get(Figure::Calculator, setting(Figure::Calculator, key)),
                *value,
                "{} {key}",
                preset.label.en
            );
        }
    }
}

#[test]
fn retrieval_costs_what_the_shapes_say() {
    for case in of_kind("retrieval") {
        let table = &alone(Figure::Retrieval, &[("T", of(&case, "T")), ("R", of(&case, "R"))]).tables[0];
        let columns: Vec<Vec<f64>> = case["columns"].as_array().expect("columns").iter().map(numbers).collect();
        for (at, expected) in columns.iter().enumerate() {
            assert_relative("column", &column(table, at), expected, 1e-14);
        }
        for line in [0, 1, 2, 4] {
            let ratio = columns[0][line] / columns[2][line];
            assert_relative("ratio", &[table.rows[line].cells[3].value()], &[ratio], 1e-14);
        }
        assert_eq!(table.rows[3].cells[3], TableCell::Empty);
    }
}

#[test]
fn the_curves_of_retrieval_meet_at_six_widths() {
    let output = alone(Figure::Retrieval, &[("T", 24_576.0), ("R", 49_152.0)]);
    let [attention, others] = &output.plots[0].series[..] else { panic!("two curves") };
    let at = |x: f64| [attention, others].map(|series| super::point(series, x).y);
    let [a, b] = at(24_576.0);
    assert_near("equal", a, b, 1e-12);
    let [a, b] = at(49_152.0);
    assert_near("twice", a - b, 2f64.log10(), 1e-12);
    assert_near("squared", at(512.0)[0] - at(256.0)[0], 4f64.log10(), 1e-12);
    assert!(attention.points.windows(2).all(|pair| pair[0].x < pair[1].x));
}

fn of_scores(scores: Matrix, mask: Mask) -> Inputs {
    let v = Matrix::zeros(scores.ncols(), 1);
    Inputs::new(Source::Scores { scores, v, d_k: 1 }, Scaling::Sqrt, mask).expect("shapes")
}

#[test]
fn indicators_are_those_of_the_reference() {
    for case in of_kind("indicators") {
        let causal = if case["causal"] == true { Causal::TopLeft } else { Causal::None };
        let inputs = of_scores(matrix(&case["scores"]), Mask::from(causal));
        let [rows, whole] = &shown(Figure::Indicators, &[], &inputs).tables[..] else { panic!("two tables") };
        let expected = case["rows"].as_array().expect("rows");
        assert_eq!(rows.rows.len(), expected.len());
        let mut uniform = 0.0;
        for (found, expected) in rows.rows.iter().zip(expected) {
            let value = |at: usize| found.cells[at].value();
            assert_relative("largest", &[value(0)], &[of(expected, "largest")], 1e-14);
            match &expected["limit"] {
                Value::Null => assert_eq!(found.cells[1], TableCell::Empty),
                limit => assert_relative("limit", &[value(1)], &[limit.as_f64().expect("a limit")], 1e-15),
            }
            let told = match expected["uniform"].as_bool() {
                None => "—",
                Some(false) => "no",
                Some(true) => "yes",
            };
            uniform += f64::from(u8::from(told == "yes"));
            assert_eq!(found.cells[2], TableCell::Text(told.to_owned()));
            assert_near("entropy", value(3), of(expected, "entropy"), 1e-14);
            assert_near("ceiling", value(4), of(expected, "ceiling"), 1e-15);
            assert_eq!(value(5), of(expected, "visible"));
        }
        let expected = ["first", "fair", "entropy"].map(|field| of(&case, field));
        assert_relative("whole", &column(whole, 0)[..3], &expected, 1e-14);
        assert_eq!(column(whole, 0)[3], uniform);
        assert_eq!(whole.rows[0].cells[2], TableCell::Text(if expected[0] > 0.3 { "yes" } else { "no" }.to_owned()));
    }
}

#[test]
fn what_has_no_indicator_is_left_empty() {
    // Every key hidden, key 1 hidden, and a weight that is no number.
    let scores = || Matrix::from_row_slice(2, 3, &[1.0, 2.0, 0.5, 0.0, -1.0, 3.0]);
    let whole = |inputs: &Inputs| shown(Figure::Indicators, &[], inputs).tables[1].rows.clone();
    let all = whole(&of_scores(scores(), Mask::padding(0..3)));
    assert!(all[..3].iter().all(|row| row.cells[0] == TableCell::Empty));
    let first = whole(&of_scores(scores(), Mask::padding([0])));
    assert_eq!((&first[0].cells[0], &first[0].cells[2]), (&TableCell::Empty, &TableCell::Text("—".to_owned())));
    assert_ne!(first[2].cells[0], TableCell::Empty);
    let mut broken = scores();
    broken[(1, 1)] = f64::NAN;
    let output = shown(Figure::Indicators, &[], &of_scores(broken, Mask::default()));
    assert_eq!(output.tables[0].rows[1].cells[2], TableCell::Text("—".to_owned()));
    assert_eq!(output.tables[0].rows[1].cells[0], TableCell::Empty);
    assert!(output.note.contains("no numbers"));
}
