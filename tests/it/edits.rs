//! A whole matrix in the place of another, and what undo makes of edits.

use attention_lab::document::edit::Edit;
use attention_lab::document::history::History;
use attention_lab::document::{Document, State, View, link};
use attention_lab::engine::cell::{Cell, Name};
use attention_lab::engine::matrix::Matrix;
use attention_lab::engine::scaling::Scaling;
use attention_lab::text::Language;
use nalgebra::DMatrix;

fn read(link: &str) -> Document {
    let (state, problems) = link::read(link, Language::En);
    assert_eq!(problems, [], "{link}");
    state.document
}

fn written(document: &Document) -> String {
    link::write(&State { view: View::new(Language::En), document: document.clone() })
}

// What stays of `old` in a shape, and zeros where it has grown.
fn fitted(old: &Matrix, rows: usize, columns: usize) -> Matrix {
    DMatrix::from_fn(rows, columns, |i, j| old.get((i, j)).copied().unwrap_or(0.0))
}

fn bits(matrix: &Matrix) -> ((usize, usize), Vec<u64>) {
    (matrix.shape(), matrix.iter().map(|x| x.to_bits()).collect())
}

/// Numbers whose every bit counts: −0, the least and the largest, neighbours, thirds.
fn numbers(rows: usize, columns: usize) -> Vec<Vec<f64>> {
    let hard = [-0.0, 5e-324, -f64::MAX, 0.1 + 0.2, 0.3, 1.0 / 3.0, 1.0 + f64::EPSILON, -2.2250738585072014e-308];
    (0..rows).map(|i| (0..columns).map(|j| hard[(i * columns + j) % hard.len()]).collect()).collect()
}

/// L = 3, S = 4, d_k = 2, d_v = 3, every number its own, with a mask of each kind and labels.
const QKV: &str = "lesson=bench&from=qkv&q=1,2;3,4;5,6&k=7,8;9,10;11,12;13,14&v=15,16,17;18,19,20;21,22,23;24,25,26&pad=2,4&keep=1101;0111;1110&window=1,&tokens=I,%E7%88%B1,New%20York,%2C";
/// n = 3, d_model = 2, d_k = 4, d_v = 1.
const TOKENS: &str = "lesson=bench&from=x&x=1,2;3,4;5,6&wq=1,2,3,4;5,6,7,8&wk=9,10,11,12;13,14,15,16&wv=17;18&pad=3&keep=101;011;110&tokens=a,b,c%20d";
/// L = 2, S = 3, d_v = 2.
const SCORES: &str =
    "lesson=bench&from=scores&scores=1,2,3;4,5,6&v=7,8;9,10;11,12&dk=5&pad=1&keep=110;011&tokens=a,b,c";

/// A link, the matrix that is pasted, its shape, and what shape the others then have.
type Replaced = (&'static str, Name, (usize, usize), &'static [(Name, usize, usize)]);

#[test]
fn a_whole_matrix_stands_to_the_bit_the_others_fit_and_one_undo_restores_everything() {
    let cases: [Replaced; 9] = [
        (QKV, Name::Q, (2, 5), &[(Name::K, 4, 5), (Name::V, 4, 3)]),
        (QKV, Name::Q, (5, 1), &[(Name::K, 4, 1), (Name::V, 4, 3)]),
        (QKV, Name::K, (2, 3), &[(Name::Q, 3, 3), (Name::V, 2, 3)]),
        (QKV, Name::K, (6, 2), &[(Name::Q, 3, 2), (Name::V, 6, 3)]),
        (QKV, Name::V, (5, 2), &[(Name::Q, 3, 2), (Name::K, 5, 2)]),
        (TOKENS, Name::X, (2, 3), &[(Name::WQ, 3, 4), (Name::WK, 3, 4), (Name::WV, 3, 1)]),
        (TOKENS, Name::WK, (5, 3), &[(Name::X, 3, 5), (Name::WQ, 5, 3), (Name::WV, 5, 1)]),
        (SCORES, Name::Scores, (3, 2), &[(Name::V, 2, 2)]),
        (SCORES, Name::V, (5, 1), &[(Name::Scores, 2, 5)]),
    ];
    for (link, name, (rows, columns), others) in cases {
        let what = format!("{name:?} {rows}×{columns} in {link}");
        let before = read(link);
        let block = numbers(rows, columns);
        let mut history = History::new(before.clone());
        history.apply(Edit::Whole(name, block.clone()));
        let after = history.present().clone();

        let matrix = |document: &Document, name| document.inputs.matrix(name).expect("a typed matrix").clone();
        let expected = DMatrix::from_fn(rows, columns, |i, j| block[i][j]);
        assert_eq!(bits(&matrix(&after, name)), bits(&expected), "{what}");
        assert_eq!(others.len() + 1, before.inputs.typed().len(), "every matrix is looked at");
        for &(other, rows, columns) in others {
            let expected = fitted(&matrix(&before, other), rows, columns);
            assert_eq!(bits(&matrix(&after, other)), bits(&expected), "{other:?} beside {what}");
        }

        let (queries, keys) = (after.inputs.queries(), after.inputs.keys());
        let (old, new) = (before.inputs.mask(), after.inputs.mask());
        assert_eq!(new.padding, old.padding.iter().copied().filter(|&key| key < keys).collect(), "{what}");
        let (drawn, was) = (new.keep.as_ref().expect("a drawn mask"), old.keep.as_ref().expect("a drawn mask"));
        let kept = DMatrix::from_fn(queries, keys, |i, j| was.get((i, j)).copied().unwrap_or(true));
        assert_eq!(*drawn, kept, "{what}");
        assert_eq!((new.causal, new.window), (old.causal, old.window), "{what}");
        assert_eq!(after.inputs.scaling(), before.inputs.scaling(), "{what}");
        assert_eq!(after.tokens, before.tokens[..keys.min(before.tokens.len())], "{what}");
        assert_eq!(read(&written(&after)), after, "{what}");

        history.undo();
        assert_eq!(*history.present(), before, "{what}");
        assert_eq!(written(history.present()), written(&before), "{what}");
        for &other in before.inputs.typed() {
            assert_eq!(bits(&matrix(history.present(), other)), bits(&matrix(&before, other)), "{other:?}, {what}");
        }
        assert!(!history.can_undo(), "{what} is one step");
        history.redo();
        assert_eq!(*history.present(), after, "{what}");
    }
}

#[test]
fn a_matrix_that_is_not_typed_is_not_replaced() {
    let tokens = read(TOKENS);
    assert_eq!(tokens.edited(&Edit::Whole(Name::Q, numbers(2, 2))), tokens);
}

#[test]
fn typing_that_ends_where_it_began_leaves_nothing_to_undo() {
    let start = read(QKV);
    let cell = Cell::new(Name::Q, 2, 1);
    let mut history = History::new(start.clone());
    history.apply(Edit::Cell(cell, 1.0));
    history.apply(Edit::Cell(cell, 1e40));
    history.apply(Edit::Cell(cell, 6.0));
    assert_eq!(*history.present(), start);
    assert!(!history.can_undo() && !history.can_redo());
    history.apply(Edit::Cell(cell, 7.0));
    history.pause();
    history.apply(Edit::Cell(cell, 6.0));
    history.undo();
    assert_eq!(history.present().inputs.matrix(Name::Q).map(|q| q[(2, 1)]), Some(7.0), "two steps stay two");
    history.undo();
    assert_eq!(*history.present(), start);

    let mut history = History::new(start.clone());
    history.apply(Edit::Cell(Cell::new(Name::Q, 0, 0), 9.0));
    history.apply(Edit::Cell(cell, 8.0));
    history.apply(Edit::Cell(cell, 6.0));
    history.apply(Edit::Cell(cell, 7.0));
    history.undo();
    assert_eq!(*history.present(), start.edited(&Edit::Cell(Cell::new(Name::Q, 0, 0), 9.0)), "a step of its own");

    let divisor = |x| Edit::Scaling(Scaling::divisor(x).expect("a divisor"));
    let mut history = History::new(start.edited(&divisor(3.0)));
    for x in [1.0, 1e4, 1e40, 3.0] {
        history.apply(divisor(x));
    }
    assert!(!history.can_undo());
}
