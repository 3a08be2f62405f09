//! Scaled dot product and cosine with one key stretched, against 50 digits.

use attention_lab::engine::inputs::{Inputs, Source};
use attention_lab::engine::mask::Mask;
use attention_lab::engine::matrix::Matrix;
use attention_lab::engine::scaling::Scaling;
use attention_lab::lessons::figure::Figure;

use super::{alone, assert_relative, of, row, shown};
use crate::fixture::{Tolerance, assert_row, cases, indices, matrix, numbers};

#[test]
fn both_ways_are_right_to_twelve_digits() {
    let cases = cases("cosine.json");
    assert_eq!(cases.len(), 6);
    for case in &cases {
        let (q, k) = (matrix(&case["q"]), matrix(&case["k"]));
        let v = Matrix::identity(k.nrows(), k.nrows());
        let mask = Mask::padding(indices(&case["hidden"]));
        let inputs = Inputs::new(Source::Qkv { q, k, v }, Scaling::Sqrt, mask).expect("shapes that fit");
        // A soft cap of the page takes no part.
        for inputs in [inputs.clone(), inputs.with_softcap(Some(0.5))] {
            let output =
                shown(Figure::Cosine, &[("stretch", of(case, "stretch")), ("gain", of(case, "gain"))], &inputs);
            let fields = ["scaled", "dot_weights", "cosines", "cosine_weights"];
            assert_eq!(output.tables.len(), fields.len());
            for (table, field) in output.tables.iter().zip(fields) {
                let expected = matrix(&case[field]);
                assert_eq!(table.rows.len(), expected.nrows());
                for i in 0..expected.nrows() {
                    let line: Vec<f64> = expected.row(i).iter().copied().collect();
                    assert_row(field, "row", &row(table, i), &line, Tolerance::OfLargest(1e-12));
                }
            }
            for (series, field) in output.plots[0].series.iter().zip(["dot_curve", "cosine_curve"]) {
                let (x, y): (Vec<f64>, Vec<f64>) = series.points.iter().map(|point| (point.x, point.y)).unzip();
                assert_relative(field, &y, &numbers(&case[field]), 1e-11);
                assert_eq!((x.len(), x[0], x[7], x[100]), (101, 0.0, 0.7, 10.0));
            }
        }
    }
}

#[test]
fn a_page_without_vectors_says_so() {
    let output = alone(Figure::Cosine, &[]);
    assert!(output.note.contains("no Q and no K"), "{}", output.note);
    assert!(output.tables.iter().all(|table| table.rows.is_empty()));
}

#[test]
fn a_zero_vector_is_explained() {
    let source = Source::Qkv {
        q: Matrix::from_row_slice(1, 2, &[1.0, 2.0]),
        k: Matrix::from_row_slice(2, 2, &[3.0, 1.0, 0.5, -1.0]),
        v: Matrix::zeros(2, 3),
    };
    let inputs = Inputs::new(source, Scaling::Sqrt, Mask::default()).expect("shapes that fit");
    let note = |stretch: f64| shown(Figure::Cosine, &[("stretch", stretch)], &inputs).note;
    assert!(note(0.0).contains("has no direction") && !note(0.5).contains("has no direction"));
}
