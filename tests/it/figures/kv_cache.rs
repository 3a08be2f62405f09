//! Generation with a cache, against 50 digits, whole numbers, and masks written out.

use attention_lab::engine::inputs::{Inputs, Source};
use attention_lab::engine::mask::{Causal, Mask, Window};
use attention_lab::engine::matrix::Matrix;
use attention_lab::engine::scaling::Scaling;
use attention_lab::figures::{Output, Table, TableCell};
use attention_lab::lessons::figure::Figure;
use proptest::prelude::*;
use serde_json::Value;

use super::{alone, assert_near, assert_relative, column, of, point, row, row_of_scores, shown};
use crate::fixture::{Tolerance, assert_row, cases, indices, matrix, number, numbers};
use crate::laws::{complete, config, tame};

fn of_kind(kind: &str) -> Vec<Value> {
    let found: Vec<Value> = cases("kv_cache.json").into_iter().filter(|case| case["kind"] == kind).collect();
    assert!(!found.is_empty(), "no case of kind {kind}");
    found
}

fn words(table: &Table, i: usize) -> Vec<String> {
    table.rows[i].cells.iter().map(|cell| cell.text(3)).collect()
}

fn step(inputs: &Inputs, t: usize) -> Output {
    shown(Figure::Cache, &[("t", t as f64)], inputs)
}

fn page(case: &Value) -> Inputs {
    let [q, k, v] = ["q", "k", "v"].map(|name| matrix(&case[name]));
    let window = Window { left: case["left"].as_u64().map(|left| left as usize), right: None };
    let mask = Mask { causal: Causal::TopLeft, window, ..Mask::padding(indices(&case["hidden"])) };
    Inputs::new(Source::Qkv { q, k, v }, Scaling::Sqrt, mask).expect("shapes")
}

#[test]
fn each_step_is_right_to_fourteen_digits() {
    for case in of_kind("cache") {
        let inputs = page(&case);
        // A drawn mask and a bias that change nothing are cut to the row of the query; a bottom-right corner is the same.
        let (queries, keys) = (inputs.queries(), inputs.keys());
        let masks = [
            inputs.mask().clone(),
            Mask { causal: Causal::BottomRight, ..inputs.mask().clone() },
            Mask { bias: Some(Matrix::zeros(queries, keys)), ..inputs.mask().clone() },
        ];
        for mask in masks {
            let inputs = inputs.with_mask(mask);
            for expected in case["steps"].as_array().expect("steps") {
                let t = of(expected, "t") as usize;
                let output = step(&inputs, t);
                let [_, weights, outputs, summary] = &output.tables[..] else { panic!("four tables") };
                let context = format!("step {t} of {keys}");
                let close = Tolerance::OfLargest(1e-14);
                let reference = numbers(&expected["weights"]);
                assert_row(&context, "weights", &row(weights, 0), &reference, close);
                assert_row(&context, "row of the whole", &row(weights, 1)[..t], &reference, close);
                assert!(row(weights, 1)[t..].iter().all(|&weight| weight == 0.0));
                for i in [0, 1] {
                    assert_row(&context, "output", &row(outputs, i), &numbers(&expected["output"]), close);
                }
                let width = inputs.d_k() + inputs.values().ncols();
                let counts = [(t - 1) as f64, ((t - 1) * width) as f64, width as f64];
                assert_eq!(column(summary, 0), [counts[0], counts[1], counts[2], 0.0, 0.0], "{context}");
            }
        }
    }
}

#[test]
fn what_is_done_for_each_token_is_said() {
    let inputs = page(&of_kind("cache")[0]);
    let table = &step(&inputs, 3).tables[0];
    assert_eq!(table.head, ["", "q", "k", "v"]);
    assert_eq!(words(table, 1), ["not needed", "read from the cache", "read from the cache"]);
    assert_eq!(words(table, 2), ["computed now", "computed now and kept", "computed now and kept"]);
    assert_eq!(words(table, 3), ["not there yet"; 3]);
    assert_eq!(table.rows.len(), 5);
    // A step beyond the last token is the last one.
    assert_eq!(step(&inputs, 64), step(&inputs, 5));
    assert!(step(&inputs, 64).tables[0].caption.starts_with("Step 5 of 5"));
}

#[test]
fn without_a_causal_mask_the_two_differ_until_the_last_step() {
    let inputs = page(&of_kind("cache")[0]).with_mask(Mask::default());
    for t in 1..=5 {
        let output = step(&inputs, t);
        let differences = &column(&output.tables[3], 0)[3..];
        assert!(differences.iter().all(|&difference| if t < 5 { difference > 0.01 } else { difference == 0.0 }));
        assert_eq!(output.note.contains("see later tokens"), t < 5, "{t}: {}", output.note);
    }
    // The rows of the tables are what differs.
    let output = step(&inputs, 3);
    let (cached, whole) = (row(&output.tables[2], 0), row(&output.tables[2], 1));
    let most = cached.iter().zip(&whole).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert_eq!(column(&output.tables[3], 0)[4], most);
    assert_near("all weight", row(&output.tables[1], 0).iter().sum(), 1.0, 1e-15);
}

#[test]
fn a_long_sequence_is_shown_around_the_step() {
    let m = Matrix::from_fn(40, 2, |i, c| f64::from(((i * 7 + c * 3) % 11) as u8) * 0.3);
    let source = Source::Qkv { q: m.clone(), k: m.clone(), v: m };
    let inputs = Inputs::new(source, Scaling::Sqrt, Causal::TopLeft.into()).expect("shapes");
    for (t, first, last) in [(1, 1, 12), (8, 1, 12), (20, 13, 24), (40, 29, 40)] {
        let output = step(&inputs, t);
        let labels: Vec<&str> = output.tables[0].rows.iter().map(|row| row.label.as_str()).collect();
        assert_eq!((labels.len(), labels[0], labels[11]), (12, &*format!("token {first}"), &*format!("token {last}")));
        assert_eq!(output.tables[1].head[1], format!("k{first}"));
        assert_eq!(
            output.tables[1].rows[0].cells[t - first..].iter().filter(|&cell| *cell != TableCell::Empty).count(),
            1
        );
        assert!(output.note.ends_with("12 tokens around this step are shown."), "{}", output.note);
    }
}

#[test]
fn no_cache_without_keys_or_a_sequence() {
    let said = |inputs: &Inputs| {
        let output = step(inputs, 2);
        assert!(output.tables.iter().all(|table| table.rows.is_empty()));
        output.note
    };
    assert!(said(&row_of_scores(&[1.0, 2.0], Scaling::None, &[])).starts_with("The page starts from scores"));
    let source = Source::Qkv { q: Matrix::zeros(2, 3), k: Matrix::zeros(4, 3), v: Matrix::zeros(4, 1) };
    let crossed = Inputs::new(source, Scaling::Sqrt, Causal::TopLeft.into()).expect("shapes");
    assert!(said(&crossed).starts_with("There are not as many queries as keys"));
}

#[test]
fn costs_are_counted_step_by_step() {
    for case in of_kind("cache-cost") {
        let values = ["T", "D", "layers", "bytes", "group"].map(|key| (key, of(&case, key)));
        let output = alone(Figure::CacheCost, &values);
        let context = format!("{values:?}");
        for (i, expected) in case["rows"].as_array().expect("rows").iter().enumerate() {
            assert_relative(&context, &row(&output.tables[0], i), &numbers(expected), 1e-14);
        }
        let [flops, bytes] = &output.plots[..] else { panic!("two plots") };
        assert_eq!(flops.samples().first(), Some(&1.0));
        assert_eq!(flops.samples().last(), Some(&of(&case, "T")));
        assert!(flops.samples().windows(2).all(|pair| pair[0] < pair[1] && pair[1].fract() == 0.0));
        for expected in case["points"].as_array().expect("points") {
            let t = of(expected, "t");
            let found = [&flops.series[0], &flops.series[1], &bytes.series[0]].map(|series| point(series, t).y);
            let expected = ["whole", "step", "cache"].map(|field| number(&expected[field]));
            assert_relative(&format!("{context}, t {t}"), &found, &expected, 1e-14);
            assert_relative("parameters", &[point(&bytes.series[1], t).y], &[number(&case["rows"][2][0])], 1e-14);
        }
    }
}

#[test]
fn new_queries_see_the_cache() {
    for case in of_kind("cache-corner") {
        let (cached, new) = (of(&case, "cached"), of(&case, "new"));
        let output = alone(Figure::CacheCorner, &[("cached", cached), ("new", new)]);
        let [right, wrong, counts] = &output.tables[..] else { panic!("three tables") };
        for (at, (table, field)) in [(right, "right"), (wrong, "wrong")].into_iter().enumerate() {
            let expected = matrix(&case[field]);
            assert_eq!((table.rows.len(), table.head.len() - 1), expected.shape());
            for i in 0..expected.nrows() {
                let line: Vec<f64> = expected.row(i).iter().copied().collect();
                assert_eq!(row(table, i), line, "{field}, query {i} behind {cached}");
                assert_eq!(column(counts, at)[i], line.iter().sum::<f64>());
            }
        }
        assert_eq!(right.rows[0].label, format!("q{}", cached + 1.0));
    }
    let texts = |at: usize| -> Vec<String> {
        let table = &alone(Figure::CacheCorner, &[]).tables[at];
        (0..2).map(|i| words(table, i).concat()).collect()
    };
    assert_eq!((texts(0), texts(1)), (vec!["1110".into(), "1111".into()], vec!["1000".into(), "1100".into()]));
}

proptest! {
    #![proptest_config(config())]

    /// Whatever mask is drawn: where no later key is seen, a step with the cache is the row of the whole, bit for bit.
    #[test]
    fn a_step_is_the_row_of_the_whole(inputs in complete(tame), t in 1..=8usize) {
        let mask = Mask { causal: Causal::TopLeft, offset: inputs.mask().offset.min(0), ..inputs.mask().clone() };
        let inputs = inputs.with_mask(mask);
        let output = step(&inputs, t);
        let differences = column(&output.tables[3], 0);
        prop_assert!(differences.is_empty() || differences[3..] == [0.0, 0.0], "{differences:?}");
        prop_assert!(!output.note.contains("see later tokens"));
    }
}
