//! Divisors, shapes, and what an edit reaches.

use super::*;

#[test]
fn scores_too_large_for_f64_are_shown_as_they_are() {
    let big = |q: f64, k: [f64; 2]| {
        let source = qkv(row_matrix(&[q]), Matrix::from_row_slice(2, 1, &k), uneven(2, 2, 0));
        attend(&inputs(source, Scaling::Sqrt, Mask::default()))
    };
    let overflow = big(1e200, [1e200, 1.0]);
    assert_eq!(overflow.scores[(0, 0)], f64::INFINITY);
    assert!(overflow.weights.iter().all(|p| p.is_nan()), "{}", overflow.weights);
    let underflow = big(1e200, [-1e200, 1.0]);
    assert_eq!(row(&underflow.weights, 0), [0.0, 1.0]);
    let finite = big(1e154, [1e154, -1e154]);
    assert_eq!(row(&finite.weights, 0), [1.0, 0.0]);
    assert!(finite.output.iter().all(|x| x.is_finite()));
}

#[test]
fn scalings() {
    let expected = [("none", 1.0), ("sqrt", 8.0), ("dk", 64.0), ("2sqrt", 16.0)];
    for (scaling, (id, divisor)) in
        [Scaling::None, Scaling::Sqrt, Scaling::Dk, Scaling::TwoSqrt].into_iter().zip(expected)
    {
        assert_eq!(attention_lab::choice::Choice::id(scaling), id);
        let source = Source::Scores { scores: row_matrix(&[16.0, 8.0, 0.0]), v: Matrix::identity(3, 3), d_k: 64 };
        let inputs = inputs(source, scaling, Mask::default());
        assert_eq!(inputs.divisor(), divisor);
        assert_eq!(row(&attend(&inputs).scaled, 0), [16.0 / divisor, 8.0 / divisor, 0.0]);
    }
    assert_eq!(Scaling::COMPARED, [Scaling::None, Scaling::Sqrt, Scaling::Dk]);
    assert_eq!(Scaling::divisor(2.5), Some(Scaling::Divisor(2.5)));
    for wrong in [0.0, -0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(Scaling::divisor(wrong), None, "{wrong}");
    }
}

#[test]
fn d_k_is_the_width_of_the_matrices() {
    let tokens = Source::Tokens { x: uneven(4, 3, 1), wq: uneven(3, 5, 2), wk: uneven(3, 5, 3), wv: uneven(3, 2, 4) };
    let tokens = inputs(tokens, Scaling::Dk, Mask::default());
    assert_eq!((tokens.queries(), tokens.keys(), tokens.d_k(), tokens.divisor()), (4, 4, 5, 5.0));
    assert_eq!(tokens.values().shape(), (4, 2));
    assert_eq!(tokens.with_size(Dimension::Dk, 9).divisor(), 9.0);
    let qkv = inputs(qkv(uneven(2, 7, 1), uneven(3, 7, 2), uneven(3, 4, 3)), Scaling::Sqrt, Mask::default());
    assert_eq!((qkv.queries(), qkv.keys(), qkv.d_k(), qkv.divisor()), (2, 3, 7, 7f64.sqrt()));
    let sizes = |inputs: &Inputs| Dimension::ALL.map(|dimension| inputs.size(dimension));
    assert_eq!(sizes(&tokens), [Some(4), Some(3), None, None, Some(5), Some(2)]);
    assert_eq!(sizes(&qkv), [None, None, Some(2), Some(3), Some(7), Some(4)]);
    let scores = scores(&[vec![1.0, 2.0, 3.0]], Mask::default());
    assert_eq!(sizes(&scores), [None, None, Some(1), Some(3), Some(1), Some(1)]);
    // The width behind given scores belongs to no matrix, and so has no largest size.
    assert_eq!(scores.with_size(Dimension::Dk, 4096).d_k(), 4096);
    assert_eq!(scores.with_size(Dimension::Dk, 0).d_k(), 1);
}

#[test]
fn shapes_that_do_not_fit_are_named() {
    let m = |rows, columns| uneven(rows, columns, 0);
    let error = |source| Inputs::new(source, Scaling::Sqrt, Mask::default()).expect_err("a shape that does not fit");
    let differs = |dimension, first, second| ShapeError::Differs { dimension, first, second };
    let tokens = |x, wq, wk, wv| error(Source::Tokens { x, wq, wk, wv });
    let empty = || Matrix::zeros(0, 2);
    assert_eq!(tokens(empty(), m(3, 2), m(3, 2), m(3, 2)), ShapeError::Empty(Name::X));
    assert_eq!(tokens(m(2, 3), Matrix::zeros(3, 0), m(3, 2), m(3, 2)), ShapeError::Empty(Name::WQ));
    assert_eq!(tokens(m(2, 3), m(3, 2), empty(), m(3, 2)), ShapeError::Empty(Name::WK));
    assert_eq!(tokens(m(2, 3), m(3, 2), m(3, 2), empty()), ShapeError::Empty(Name::WV));
    let model = |second| differs(Dimension::Model, (Name::X, 3), second);
    assert_eq!(tokens(m(2, 3), m(4, 2), m(3, 2), m(3, 2)), model((Name::WQ, 4)));
    assert_eq!(tokens(m(2, 3), m(3, 2), m(2, 2), m(3, 2)), model((Name::WK, 2)));
    assert_eq!(tokens(m(2, 3), m(3, 2), m(3, 2), m(5, 2)), model((Name::WV, 5)));
    let dk = differs(Dimension::Dk, (Name::WQ, 2), (Name::WK, 4));
    assert_eq!(tokens(m(2, 3), m(3, 2), m(3, 4), m(3, 1)), dk);
    let qkv = |q, k, v| error(qkv(q, k, v));
    assert_eq!(qkv(empty(), m(3, 2), m(3, 2)), ShapeError::Empty(Name::Q));
    assert_eq!(qkv(m(2, 3), empty(), m(3, 2)), ShapeError::Empty(Name::K));
    assert_eq!(qkv(m(2, 3), m(3, 3), empty()), ShapeError::Empty(Name::V));
    assert_eq!(qkv(m(2, 3), m(4, 2), m(4, 1)), differs(Dimension::Dk, (Name::Q, 3), (Name::K, 2)));
    assert_eq!(qkv(m(2, 3), m(4, 3), m(5, 1)), differs(Dimension::Keys, (Name::K, 4), (Name::V, 5)));
    let scores = |scores, v, d_k| error(Source::Scores { scores, v, d_k });
    assert_eq!(scores(empty(), m(2, 1), 1), ShapeError::Empty(Name::Scores));
    assert_eq!(scores(m(2, 3), empty(), 1), ShapeError::Empty(Name::V));
    assert_eq!(scores(m(2, 3), m(3, 1), 0), ShapeError::NoWidth);
    assert_eq!(scores(m(2, 3), m(2, 1), 1), differs(Dimension::Keys, (Name::Scores, 3), (Name::V, 2)));
}

#[test]
fn edits_reach_the_typed_matrices_alone() {
    let tokens = Source::Tokens { x: uneven(2, 3, 1), wq: uneven(3, 2, 2), wk: uneven(3, 2, 3), wv: uneven(3, 4, 4) };
    let base = inputs(tokens, Scaling::Sqrt, Mask::default());
    for (name, row, column) in [(Name::X, 1, 2), (Name::WQ, 2, 1), (Name::WK, 0, 1), (Name::WV, 2, 3)] {
        let edited = base.with_cell(Cell::new(name, row, column), -0.0);
        for &other in base.typed() {
            let (before, mut after) =
                (base.matrix(other).expect("there"), edited.matrix(other).expect("there").clone());
            if other == name {
                assert!(same_bits(after[(row, column)], -0.0));
                after[(row, column)] = before[(row, column)];
            }
            assert!(same_bits_all(before, &after));
        }
        // The projections follow.
        let q = edited.matrix(Name::X).expect("X") * edited.matrix(Name::WQ).expect("WQ");
        assert_close("edited", "Q", edited.matrix(Name::Q).expect("Q"), &q, CLOSE);
    }
    for cell in
        [Cell::new(Name::Q, 0, 0), Cell::new(Name::Weights, 0, 0), Cell::new(Name::X, 2, 0), Cell::new(Name::WV, 0, 4)]
    {
        assert_eq!(base.with_cell(cell, 9.0), base, "{cell} is not there to edit");
    }
    let filled = base.filled(|name, rows, columns| Matrix::from_element(rows, columns, name as usize as f64));
    for &name in base.typed() {
        let matrix = filled.matrix(name).expect("there");
        assert_eq!(matrix.shape(), base.matrix(name).expect("there").shape());
        assert!(matrix.iter().all(|&x| x == name as usize as f64));
    }
    assert_eq!(value(&base, &attend(&base), Cell::new(Name::X, 1, 2)), Some(uneven(2, 3, 1)[(1, 2)]));
}

#[test]
fn inputs_are_equal_when_all_that_decides_the_result_is() {
    let base = scores(&[vec![1.0, 2.0]], padding(&[1]));
    assert_eq!(base, base.clone());
    assert_ne!(base, base.with_scaling(Scaling::Sqrt));
    assert_ne!(base, base.with_mask(padding(&[0])));
    assert_ne!(base, base.with_mask(Mask { causal: Causal::TopLeft, ..base.mask().clone() }));
    assert_ne!(base, base.with_size(Dimension::Dk, 2));
    assert_ne!(base, base.with_cell(Cell::new(Name::V, 1, 0), 9.0));
    assert_ne!(base, base.with_cell(Cell::new(Name::Scores, 0, 1), 9.0));
    assert_ne!(base, base.from_qkv());
    // A projection that is not a number follows from the source, and does not tell two equal sources apart.
    let source = |x| Source::Tokens { x, wq: uneven(1, 1, 1), wk: uneven(1, 1, 1), wv: row_matrix(&[0.0]) };
    let infinite = inputs(source(row_matrix(&[f64::INFINITY])), Scaling::Sqrt, Mask::default());
    assert!(infinite.matrix(Name::V).expect("V")[(0, 0)].is_nan());
    assert_eq!(infinite, infinite.clone());
}
