//! Order of tokens, rank and a constant on a row, against 50 digits.

use attention_lab::engine::inputs::{Inputs, Source};
use attention_lab::engine::mask::Mask;
use attention_lab::engine::matrix::Matrix;
use attention_lab::engine::scaling::Scaling;
use attention_lab::engine::spectrum::{rank, singular_values};
use attention_lab::figures::{Table, TableCell};
use attention_lab::lessons::figure::Figure;

use super::{alone, assert_near, assert_relative, column, of, row, row_of_scores, shown};
use crate::fixture::{Tolerance, assert_close, assert_row, cases, matrix, numbers};

fn table_matrix(table: &Table) -> Matrix {
    Matrix::from_fn(table.rows.len(), table.head.len() - 1, |i, j| table.rows[i].cells[j].value())
}

#[test]
fn moved_tokens_have_the_outputs_of_the_reference() {
    let mut found = 0;
    for case in cases("properties.json").iter().filter(|case| case["kind"] == "permutation") {
        let [q, k, v] = ["q", "k", "v"].map(|field| matrix(&case[field]));
        // The page's own mask takes no part.
        for mask in [Mask::default(), Mask::padding([1])] {
            let source = Source::Qkv { q: q.clone(), k: k.clone(), v: v.clone() };
            let inputs = Inputs::new(source, Scaling::Sqrt, mask).expect("shapes that fit");
            for (causal, field) in [(0.0, "plain"), (1.0, "causal")] {
                let values = [("shift", of(case, "shift")), ("causal", causal)];
                let tables = shown(Figure::Permutation, &values, &inputs).tables;
                let [new, moved, differences] = &tables[..] else { panic!("three tables") };
                for (table, name) in [(new, "new"), (moved, "moved")] {
                    let expected = matrix(&case[field][name]);
                    assert_close(field, name, &table_matrix(table), &expected, Tolerance::Absolute(1e-14));
                }
                let expected = ["plain", "causal"].map(|field| of(&case[field], "difference"));
                assert_row(field, "differences", &column(differences, 0), &expected, Tolerance::Absolute(1e-14));
                found += 1;
            }
        }
    }
    assert!(found >= 24, "{found}");
}

#[test]
fn tokens_and_scores_move_as_queries_and_keys_do() {
    let x = Matrix::from_row_slice(3, 2, &[1.0, 0.5, -0.5, 2.0, 0.25, -1.0]);
    let [wq, wk] = [[0.5, 1.0, -1.0, 2.0], [1.5, 0.0, 0.25, 1.0]].map(|w| Matrix::from_row_slice(2, 2, &w));
    let wv = Matrix::from_row_slice(2, 3, &[1.0, 0.0, -2.0, 0.5, 3.0, 1.0]);
    let tokens = Inputs::new(Source::Tokens { x, wq, wk, wv }, Scaling::Sqrt, Mask::default()).expect("shapes");
    let scores = attention_lab::engine::trace::attend(&tokens).scores;
    let ways = [tokens.clone(), tokens.from_qkv(), tokens.from_scores(scores)].map(|inputs| {
        let tables = shown(Figure::Permutation, &[("shift", 2.0), ("causal", 1.0)], &inputs).tables;
        [0, 1, 2].map(|at| table_matrix(&tables[at]))
    });
    for way in &ways[1..] {
        for (found, expected) in way.iter().zip(&ways[0]) {
            assert_close("start", "table", found, expected, Tolerance::Absolute(1e-14));
        }
    }
    assert!(ways[0][2][(0, 0)] < 1e-14 && ways[0][2][(1, 0)] > 0.1, "{}", ways[0][2]);
}

#[test]
fn singular_values_are_those_of_the_reference() {
    for case in cases("properties.json").iter().filter(|case| case["kind"] == "rank") {
        let keys = ["L", "S", "d_k", "seed"];
        let values = keys.map(|key| (key, of(case, key)));
        let output = alone(Figure::Rank, &values);
        let [ranks, list] = &output.tables[..] else { panic!("two tables") };
        let [l, s, d_k, seed] = keys.map(|key| of(case, key));
        let context = format!("{l}×{s}, d_k {d_k}, seed {seed}");
        for (at, field) in ["scores", "weights"].into_iter().enumerate() {
            let expected = numbers(&case[field]);
            // Rounding is relative to the largest.
            assert_row(&context, field, &column(list, at), &expected, Tolerance::Absolute(1e-14 * expected[0]));
            let points = &output.plots[0].series[at].points;
            for (i, value) in expected.iter().enumerate().filter(|(_, value)| **value > 1e-9) {
                let (point, log) = (points[i], (value / expected[0]).log10());
                assert_eq!(point.x, (i + 1) as f64);
                assert_near(&context, point.y, log, 1e-5);
            }
            let above = expected.iter().filter(|value| **value > 1e-10 * expected[0]).count() as f64;
            assert_eq!(ranks.rows[0].cells[at], TableCell::Exact(above), "{context}");
        }
        assert_eq!(row(ranks, 1), [l.min(s).min(d_k), l.min(s)]);
        assert_eq!(row(ranks, 0)[0], l.min(s).min(d_k), "{context}");
    }
}

#[test]
fn a_rank_is_one_up_to_a_tolerance() {
    let values = singular_values(&Matrix::from_row_slice(2, 3, &[3.0, 0.0, 0.0, 0.0, 0.003, 0.0])).expect("finite");
    assert_row("diagonal", "singular values", &values, &[3.0, 0.003], Tolerance::Relative(1e-14));
    assert_eq!([1e-2, 1e-4].map(|tolerance| rank(&values, tolerance)), [1, 2]);
    let nothing = singular_values(&Matrix::zeros(3, 2)).expect("finite");
    assert_eq!((rank(&nothing, 1e-10), rank(&[], 0.5)), (0, 0));
    for hole in [f64::NAN, f64::INFINITY] {
        assert_eq!(singular_values(&Matrix::from_row_slice(1, 2, &[1.0, hole])), None);
    }
}

#[test]
fn a_constant_changes_no_weight_but_a_factor_does() {
    for case in cases("properties.json").iter().filter(|case| case["kind"] == "row-shift") {
        let (scores, before) = (numbers(&case["scores"]), numbers(&case["weights"]));
        let inputs = row_of_scores(&scores, Scaling::Divisor(of(case, "divisor")), &[]);
        let output = shown(Figure::RowShift, &[("c", of(case, "c"))], &inputs);
        let [table, changes] = &output.tables[..] else { panic!("two tables") };
        assert_eq!(row(table, 0), scores);
        let multiplied = numbers(&case["multiplied"]);
        for (at, expected) in [(1, &before), (2, &before), (3, &multiplied)] {
            assert_relative(&format!("row {at}"), &row(table, at), expected, 1e-13);
        }
        let expected = [0.0, of(case, "change")];
        assert_row("changes", "weights", &column(changes, 0), &expected, Tolerance::Absolute(1e-14));
    }
}

#[test]
fn a_hidden_key_stays_hidden_from_the_constant() {
    let inputs = row_of_scores(&[1.0, 0.0, -1.0], Scaling::None, &[0]);
    let table = &shown(Figure::RowShift, &[("c", 3.0)], &inputs).tables[0];
    for at in 1..4 {
        assert_eq!(row(table, at)[0], 0.0);
        assert_near("sum", row(table, at).iter().sum(), 1.0, 1e-15);
    }
}
