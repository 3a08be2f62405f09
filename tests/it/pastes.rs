//! Blocks of numbers as they are copied from elsewhere.

use attention_lab::document::edit::Edit;
use attention_lab::document::paste::{Pasted, Target};
use attention_lab::document::refusal::block_message;
use attention_lab::document::{Document, link};
use attention_lab::engine::cell::Name;
use attention_lab::number::NumberError::{NotANumber, NotFinite};
use attention_lab::number::block::{BlockError, is_block, read};
use attention_lab::text::Language;
use serde_json::Value;

use crate::fixture::same_bits;

fn refused(id: &str) -> Option<BlockError> {
    Some(match id {
        "torch-two-heads" => BlockError::Several(2),
        "torch-elided" => BlockError::Elided,
        "ragged" => BlockError::Ragged(2, 1, 2),
        "nan-inf" => BlockError::Entry(1, 1, "nan".to_owned(), NotFinite),
        _ => return None,
    })
}

#[test]
fn pastes_give_their_matrix_or_say_why() {
    let entries: Vec<Value> = serde_json::from_str(include_str!("../fixtures/pastes.json")).expect("pastes");
    assert_eq!(entries.len(), 24);
    for entry in entries {
        let (id, text) = (entry["id"].as_str().expect("an id"), entry["text"].as_str().expect("a text"));
        assert!(is_block(text), "{id}");
        let found = read(text);
        match serde_json::from_value::<Option<Vec<Vec<f64>>>>(entry["matrix"].clone()).expect("a matrix or null") {
            Some(rows) => {
                let block = found.unwrap_or_else(|why| panic!("{id}: {why:?}"));
                assert_eq!(
                    block.rows.iter().map(Vec::len).collect::<Vec<_>>(),
                    rows.iter().map(Vec::len).collect::<Vec<_>>(),
                    "{id}"
                );
                for (found, expected) in block.rows.iter().flatten().zip(rows.iter().flatten()) {
                    assert!(
                        same_bits(*found, *expected) || (found - expected).abs() <= f64::EPSILON,
                        "{id}: {found} {expected}"
                    );
                }
                assert_eq!(block.truth, id == "mask-bools", "{id}");
                let bare =
                    ["excel", "csv-decimal-comma", "thousands", "percent", "full-width", "fractions"].contains(&id);
                assert_eq!(block.whole, !bare, "{id}");
            }
            None => assert_eq!(found.err(), refused(id), "{id}"),
        }
    }
}

#[test]
fn further_prints_are_read() {
    let square = vec![vec![1.0, 2.0], vec![3.0, 4.5]];
    for text in [
        "[\n  [\n    1,\n    2\n  ],\n  [\n    3,\n    4.5\n  ]\n]",
        "[1 2\n 3 4.5]",
        "[1, 2;\n 3, 4.5]",
        "1 2; 3 4.5",
        "1, 2;\n3, 4.5;",
        "1,0 2,0\n3,0 4,5",
        "|   | a | b |\n|--:|--:|--:|\n| 0 | 1 | 2 |\n| 1 | 3 | 4.5 |",
        "   a    b\n0  1  2.0\n1  3  4.5\n\n[2 rows x 2 columns]",
        ",a,b\n0,1,2\n1,3,4.5",
        "d\te\r\n1\t2\r\n3\t4.5\r\n",
        "\\begin{array}{cc} 1 & 2 \\\\ 3 & \\frac{9}{2} \\end{array}",
        "\\begin{array}{|c|c|} \\hline 1 & 2 \\\\ \\hline 3 & \\dfrac{9}{2} \\\\ \\hline \\end{array}",
        "\\begin{pmatrix} 100\\% & 200\\% \\\\ 300\\% & \\tfrac{9}{2} \\end{pmatrix}",
        "[[1, 2,], [3, 4.5,],]",
        "'[[1, 2], [3, 4.5]]'",
        "x = torch.tensor([[1, 2], [3, 4.5]], grad_fn=<MulBackward0>)\n",
        "Q = [[1, 2], [3, 4.5]];",
        "scores - head 2\n[[1, 2], [3, 4.5]]",
        "1、2\n3、4.5",
    ] {
        assert_eq!(read(text).map(|block| block.rows), Ok(square.clone()), "{text:?}");
    }
    for (text, rows) in [
        ("0,125\t1,000", vec![vec![0.125, 1.0]]),
        ("1,234,567\t1,000", vec![vec![1_234_567.0, 1000.0]]),
        // NumPy and Python break a list of one level where the line is full.
        (
            "[0.10000001 0.20000002 0.30000003 0.40000004 0.50000005 0.60000006\n 7.         8.        ]",
            vec![vec![0.10000001, 0.20000002, 0.30000003, 0.40000004, 0.50000005, 0.60000006, 7.0, 8.0]],
        ),
        ("[1, 2,\n 3, 4]", vec![vec![1.0, 2.0, 3.0, 4.0]]),
    ] {
        assert_eq!(read(text).map(|block| block.rows), Ok(rows), "{text:?}");
    }
    for (text, why) in [
        ("12,34.5\t1", BlockError::Entry(1, 1, "12,34.5".to_owned(), NotANumber)),
        ("nan\tinf\n1\t2", BlockError::Entry(1, 1, "nan".to_owned(), NotFinite)),
        ("[[1, 2], [3, 4]", BlockError::Entry(3, 1, String::new(), NotANumber)),
        ("1 2 …", BlockError::Elided),
        ("\\begin{bmatrix} 1 & 2 \\end{bmatrix} \\begin{bmatrix} 3 & 4 \\end{bmatrix}", BlockError::Several(2)),
        ("1,234\t2", BlockError::Comma(1, 1, "1,234".to_owned())),
        ("0,5\t1.5", BlockError::Comma(1, 2, "1.5".to_owned())),
        ("[[[[1, 2]]], [[[3, 4]]], [[[5, 6]]]]", BlockError::Several(3)),
        ("[[1, 2]]\n[3, 4]", BlockError::Several(2)),
        ("[[1, 2], [True, 3]]", BlockError::Truth),
        ("array([[1, 2], [3, 4]]) * 1000", BlockError::Arithmetic("* 1000".to_owned())),
        ("tensor([[1.2, 2.0]], device='cuda:0') * 1e3", BlockError::Arithmetic("* 1e3".to_owned())),
        ("np.array([[1, 2], [3, 4]])/2", BlockError::Arithmetic("/2".to_owned())),
        ("[[1, 2], [3, 4]].T", BlockError::Arithmetic(".T".to_owned())),
        ("A = [1 2; 3 4]'", BlockError::Arithmetic("'".to_owned())),
        ("1e3 * np.array([[1, 2], [3, 4]])", BlockError::Arithmetic("1e3 * np.array(".to_owned())),
        ("[[1, 2], [3]]", BlockError::Ragged(2, 1, 2)),
    ] {
        assert_eq!(read(text), Err(why), "{text:?}");
    }
    let long = vec!["1 2 3"; 20_000].join("\n");
    assert_eq!(read(&long).map(|block| block.rows.len()), Ok(20_000));
    for text in ["", " ", "\n", "7", "1 / 2", "- 3", "50 %"] {
        assert!(!is_block(text), "{text:?}");
    }
}

#[test]
fn messages_name_the_place() {
    let message = |text: &str, language| block_message(&read(text).expect_err("refused"), language);
    assert!(message("0.1 0.2\n0.3", Language::En).starts_with("row 2 of the paste has 1 number where row 1 has 2"));
    assert!(message("0.1 0.2\n0.3", Language::Zh).contains("第 2 行有 1 个数，第 1 行却有 2 个"));
    assert!(message("1 2 3\n4 5 x", Language::En).starts_with("row 2, column 3 of the paste, “x”"));
    assert!(message("1 2 3\n4 5 x", Language::Zh).starts_with("粘贴内容的第 2 行第 3 列，“x”"));
}

#[test]
fn a_whole_matrix_replaces_and_a_mask_keeps() {
    let document = link::read("lesson=bench&q=1,2;3,4;5,6&k=1,2;3,4&v=1;2", Language::En).0.document;
    let whole = document.edited(&Edit::Whole(Name::Q, vec![vec![1.0, 2.0, 3.0], vec![3.0, 4.0, 5.0]]));
    let shapes = |document: &Document| {
        [Name::Q, Name::K].map(|name| {
            let (rows, columns) = document.inputs.axes(name);
            (document.inputs.size(rows), document.inputs.size(columns))
        })
    };
    assert_eq!(shapes(&document), [(Some(3), Some(2)), (Some(2), Some(2))]);
    assert_eq!(shapes(&whole), [(Some(2), Some(3)), (Some(2), Some(3))]);
    let kept = document.edited(&Edit::Keep(vec![vec![true, false]; 3]));
    assert!(kept.inputs.mask().hides(0, 1, 3, 2).drawn && !kept.inputs.mask().hides(0, 0, 3, 2).drawn);
    assert_eq!(document.edited(&Edit::Keep(vec![vec![false]])), document, "a mask of another shape is left alone");
}

/// The edit that a paste makes depends on where it is pasted, never on what stood there.
#[test]
fn a_paste_takes_the_whole_matrix_or_fills_from_the_cell_on() {
    let at = |text: &str, row, column| Pasted::read(text, Target::Cell(row, column));
    let rows = |numbers: &[&[f64]]| numbers.iter().map(|row| row.to_vec()).collect::<Vec<_>>();
    let block = rows(&[&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0]]);
    // A print is a whole matrix anywhere; bare rows and columns are one at the first cell only; one row never is.
    assert_eq!(at("[[1, 2, 3], [4, 5, 6]]", 1, 2), Pasted::Whole(block.clone()));
    assert_eq!(at("1\t2\t3\n4\t5\t6", 0, 0), Pasted::Whole(block.clone()));
    assert_eq!(at("1\t2\t3\n4\t5\t6", 0, 1), Pasted::Cells(block.clone()));
    assert_eq!(at("1\t2\t3", 0, 0), Pasted::Cells(rows(&[&[1.0, 2.0, 3.0]])));
    assert_eq!(at("1\n4", 0, 0), Pasted::Cells(rows(&[&[1.0], &[4.0]])));
    let refused = |pasted: Pasted| match pasted {
        Pasted::Refused(why) => [why.en, why.zh],
        other => panic!("refused, not {other:?}"),
    };
    // 64 rows and columns are possible, counted from the cell.
    let column = |count: usize| vec!["1 2"; count].join("\n");
    assert!(matches!(at(&column(64), 0, 0), Pasted::Whole(_)));
    assert!(matches!(at(&column(63), 1, 62), Pasted::Cells(_)));
    for (pasted, en, zh) in [
        (at(&column(65), 0, 0), "that would be 65×2;", "会是 65×2；"),
        (at(&column(64), 1, 0), "that would be 65×2;", "会是 65×2；"),
        (at(&column(63), 0, 63), "that would be 63×65;", "会是 63×65；"),
        (at("[[True, False]]", 0, 0), "truth values", "真值"),
        (Pasted::read("[[1, 0, 1]]", Target::Mask(1, 2)), "a 1×2 mask", "1 行 2 列"),
        (Pasted::read("[[1, 0.5]]", Target::Mask(1, 2)), "a 1×2 mask", "1 行 2 列"),
    ] {
        let [said_en, said_zh] = refused(pasted);
        assert!(said_en.contains(en) && said_zh.contains(zh), "{said_en} {said_zh}");
    }
    let keep = vec![vec![true, false], vec![false, true], vec![true, true]];
    assert_eq!(Pasted::read("[[1, 0], [0, 1], [1, 1]]", Target::Mask(3, 2)), Pasted::Keep(keep.clone()));
    assert_eq!(Pasted::read("[[True, False], [False, True], [True, True]]", Target::Mask(3, 2)), Pasted::Keep(keep));
}
