//! Several heads, against 50 digits, counting, and random numbers worked through in Python.

use attention_lab::engine::inputs::{Inputs, Source};
use attention_lab::engine::mask::{Causal, Mask};
use attention_lab::engine::matrix::Matrix;
use attention_lab::engine::scaling::Scaling;
use attention_lab::figures::{Heat, Output, Table, TableCell};
use attention_lab::lessons::figure::Figure;
use serde_json::Value;

use super::{alone, assert_near, assert_relative, column, of, row, row_of_scores, shown};
use crate::fixture::{Tolerance, assert_row, cases, indices, matrix, numbers};

const CLOSE: Tolerance = Tolerance::OfLargest(1e-14);

fn of_kind(kind: &str) -> Vec<Value> {
    let found: Vec<Value> = cases("heads.json").into_iter().filter(|case| case["kind"] == kind).collect();
    assert!(!found.is_empty(), "no case of kind {kind}");
    found
}

fn page(case: &Value) -> Inputs {
    let [q, k, v] = ["q", "k", "v"].map(|name| matrix(&case[name]));
    let mut mask = Mask::padding(indices(&case["hidden"]));
    if case["causal"] == true {
        mask.causal = Causal::TopLeft;
    }
    Inputs::new(Source::Qkv { q, k, v }, Scaling::Sqrt, mask).expect("shapes")
}

fn heads(case: &Value, inputs: &Inputs) -> Output {
    shown(Figure::Heads, &[("H", of(case, "H")), ("G", of(case, "G")), ("mix", of(case, "mix"))], inputs)
}

/// Heads one below the other, as the table shows them.
fn assert_stacked(context: &str, table: &Table, expected: &Value) {
    let expected: Vec<Matrix> = expected.as_array().expect("heads").iter().map(matrix).collect();
    let lines = expected.iter().flat_map(|head| (0..head.nrows()).map(move |i| head.row(i).iter().copied().collect()));
    let lines: Vec<Vec<f64>> = lines.collect();
    assert_eq!(table.rows.len(), lines.len(), "{context}");
    for (i, line) in lines.iter().enumerate() {
        assert_row(context, &table.caption, &row(table, i), line, CLOSE);
    }
}

fn assert_plain(context: &str, table: &Table, expected: &Value) {
    let expected = matrix(expected);
    assert_eq!(table.rows.len(), expected.nrows(), "{context}");
    for i in 0..expected.nrows() {
        let line: Vec<f64> = expected.row(i).iter().copied().collect();
        assert_row(context, &table.caption, &row(table, i), &line, CLOSE);
    }
}

#[test]
fn heads_are_right_to_fourteen_digits() {
    for case in of_kind("heads") {
        let context = format!("H {}, G {}", case["H"], case["G"]);
        let output = heads(&case, &page(&case));
        let [reads, cuts, weights, joined, wo, result] = &output.tables[..] else { panic!("six tables") };
        assert_eq!(column(reads, 1), numbers(&case["reads"]), "{context}");
        assert!(column(reads, 3).iter().all(|&divisor| divisor == of(&case, "divisor")), "{context}");
        assert_eq!((weights.heat, wo.heat), (Heat::Weights, Heat::Signed));
        assert_stacked(&context, cuts, &case["cut"]);
        assert_stacked(&context, weights, &case["weights"]);
        assert_plain(&context, joined, &case["joined"]);
        assert_plain(&context, result, &case["output"]);
        // The W_O that is shown is the one that was used.
        let width = wo.rows.len();
        for i in 0..joined.rows.len() {
            let before = row(joined, i);
            let after: Vec<f64> = (0..width).map(|c| (0..width).map(|r| before[r] * row(wo, r)[c]).sum()).collect();
            assert_row(&context, "joined · W_O", &after, &row(result, i), CLOSE);
        }
    }
}

#[test]
fn a_head_says_which_columns_it_has() {
    let case = &of_kind("heads")[1];
    let output = heads(case, &page(case));
    let columns: Vec<String> = output.tables[0].rows.iter().map(|row| row.cells[0].text(3)).collect();
    assert_eq!(columns, ["1–2", "3–4", "5–6", "7–8"]);
    assert_eq!(output.tables[1].rows[4].label, "head 2  q2");
    assert_eq!(output.tables[3].head[4], "h2 c1");
    assert_eq!(column(&output.tables[0], 2), [2.0; 4]);
}

#[test]
fn heads_that_do_not_fit_are_not_shown() {
    let square = page(&of_kind("heads")[4]);
    let q = matrix(&of_kind("heads")[0]["q"]);
    let v = Matrix::from_element(3, 5, 1.0);
    let narrow = Inputs::new(Source::Qkv { q: q.clone(), k: q, v }, Scaling::Sqrt, Mask::default()).expect("shapes");
    let said = |inputs: &Inputs, query_heads: f64, key_heads: f64| {
        let output = shown(Figure::Heads, &[("H", query_heads), ("G", key_heads)], inputs);
        assert!(output.tables.iter().all(|table| table.rows.is_empty() && table.head.len() == 1), "{output:?}");
        output.note
    };
    assert!(said(&square, 4.0, 4.0).starts_with("Q has 6 columns"));
    assert!(said(&narrow, 4.0, 2.0).starts_with("V has 5 columns"));
    assert!(said(&square, 6.0, 4.0).starts_with("6 query heads cannot"));
    assert!(said(&square, 2.0, 3.0).starts_with("2 query heads cannot"));
    assert!(said(&row_of_scores(&[1.0, 2.0], Scaling::None, &[]), 1.0, 1.0).starts_with("The page starts from scores"));
}

#[test]
fn large_heads_are_cut_only_where_they_are_shown() {
    let q = Matrix::from_fn(20, 32, |i, c| f64::from(u8::from(c == i)));
    let inputs =
        Inputs::new(Source::Qkv { q: q.clone(), k: q.clone(), v: q }, Scaling::Sqrt, Mask::default()).expect("shapes");
    let output = shown(Figure::Heads, &[], &inputs);
    let shapes: Vec<_> = output.tables.iter().map(|table| (table.rows.len(), table.head.len() - 1)).collect();
    assert_eq!(shapes, [(2, 4), (16, 12), (16, 12), (8, 12), (12, 12), (8, 12)]);
    assert!(output.note.contains("The first 8 rows of a head and 12 columns"), "{}", output.note);
    // Query 1 meets itself with 1, the others with 0, ÷ √16.
    let own = 0.25f64.exp() / (0.25f64.exp() + 19.0);
    assert_near("weight", row(&output.tables[2], 0)[0], own, 1e-15);
}

#[test]
fn both_divisors_are_worked_through() {
    for case in of_kind("head-divisor") {
        let values = ["d_model", "h", "S", "seed"].map(|key| (key, of(&case, key)));
        let table = &alone(Figure::HeadDivisor, &values).tables[0];
        for at in [0, 1] {
            assert_relative(
                &format!("{values:?}, column {at}"),
                &column(table, at),
                &numbers(&case["columns"][at]),
                1e-12,
            );
        }
    }
}

#[test]
fn a_divisor_of_the_model_makes_rows_uniform() {
    let normal = of_kind("normal-rows");
    let expected = |sd: f64| {
        normal
            .iter()
            .find(|case| (of(case, "sd") - sd).abs() < 1e-12)
            .map(|case| [of(case, "entropy"), of(case, "row_sd")])
    };
    for (heads, seed) in [(12.0, 1.0), (12.0, 2.0), (48.0, 1.0), (48.0, 3.0)] {
        let table = &alone(Figure::HeadDivisor, &[("h", heads), ("seed", seed)]).tables[0];
        let sd = [1.0, heads.sqrt().recip()];
        assert_relative("theory", &row(table, 1), &sd, 1e-14);
        for (at, sd) in sd.into_iter().enumerate() {
            let [entropy, row_sd] = expected(sd).expect("a reference");
            // Rows share their keys, and a query of d_k components has a length of its own: more than 1/√32 of a row.
            assert_near("entropy", row(table, 3)[at], entropy, 1.5 * row_sd);
            assert_near("sd", row(table, 2)[at], sd, 0.1 * sd);
        }
        assert!(row(table, 3)[0] < row(table, 3)[1] && row(table, 3)[1] < row(table, 5)[1]);
    }
    let output = alone(Figure::HeadDivisor, &[("d_model", 10.0), ("h", 4.0)]);
    assert!(output.tables[0].rows.is_empty() && output.note.starts_with("d_model = 10 cannot"), "{output:?}");
    assert!(alone(Figure::HeadDivisor, &[("d_model", 4.0), ("h", 8.0)]).tables[0].rows.is_empty());
}

#[test]
fn shapes_and_parameters_are_counted() {
    for case in of_kind("shape-chain") {
        let values = ["B", "T", "D", "H"].map(|key| (key, of(&case, key)));
        let [steps, parameters] = &alone(Figure::ShapeChain, &values).tables[..] else { panic!("two tables") };
        assert_eq!(column(steps, 1), numbers(&case["numbers"]), "{values:?}");
        let shapes = case["shapes"].as_array().expect("shapes");
        assert_eq!(steps.rows.len(), shapes.len());
        for (row, shape) in steps.rows.iter().zip(shapes) {
            let sizes: Vec<String> = numbers(shape).iter().map(|size| format!("{size}")).collect();
            assert_eq!(row.cells[0], TableCell::Text(format!("[{}]", sizes.join(", "))), "{values:?}");
        }
        assert_eq!(column(parameters, 0), numbers(&case["parameters"]), "{values:?}");
    }
    let output = alone(Figure::ShapeChain, &[("D", 10.0), ("H", 4.0)]);
    assert_eq!((output.tables[0].rows.len(), column(&output.tables[1], 0)), (0, vec![300.0, 100.0, 400.0]));
    assert!(output.note.starts_with("D = 10 cannot"), "{}", output.note);
    // 4 D² at D = 4096: 67.1 million.
    assert_eq!(column(&alone(Figure::ShapeChain, &[("D", 4096.0), ("H", 32.0)]).tables[1], 0)[2], 67_108_864.0);
}
