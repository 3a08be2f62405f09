//! Blocks of numbers, as from tables and prints.

use super::*;

#[test]
fn blocks_are_read_from_tables_and_prints() {
    let two_by_three = vec![vec![1.0, 2.5, -3.0], vec![4.0, 0.0, 6e-3]];
    for text in [
        "1\t2.5\t-3\n4\t0\t6e-3",
        "1\t2.5\t-3\r\n4\t0\t6e-3\r\n",
        "1, 2.5, -3\n4, 0, 6e-3",
        "1,2.5,-3;4,0,6e-3",
        "1，2.5，－3；4，0，6e-3",
        "1、2.5、−3\n4、0、6e-3",
        "  1   2.5  -3 \n\n 4 0 6e-3  \n",
        "[[1, 2.5, -3], [4, 0, 6e-3]]",
        "[[ 1.   2.5 -3. ]\n [ 4.   0.   0.006]]",
        "[1, 2.5, -3]\n[4, 0, 6e-3]",
        "array([[ 1.   ,  2.5  , -3.   ],\n       [ 4.   ,  0.   ,  0.006]])",
        "np.array([[1, 2.5, -3], [4, 0, 6e-3]])",
        "array([[ 1. ,  2.5, -3. ], [ 4. ,  0. ,  0.006]], dtype=float32)",
        "tensor([[ 1.0000,  2.5000, -3.0000],\n        [ 4.0000,  0.0000,  0.0060]])",
        "tensor([[1., 2.5, -3.], [4., 0., 6e-3]], dtype=torch.float64)",
        "tensor([[1., 2.5, -3.], [4., 0., 6e-3]], device='cuda:0', grad_fn=<MmBackward0>)",
        "torch.tensor([[1., 2.5, -3.], [4., 0., 6e-3]])",
    ] {
        assert_eq!(parse_block(text), Ok(two_by_three.clone()), "{text}");
    }
    assert_eq!(parse_block("√2 1/2"), Ok(vec![vec![2f64.sqrt(), 0.5]]));
    assert_eq!(parse_block("[sqrt(4), 1]"), Ok(vec![vec![2.0, 1.0]]));
    assert!(!block::is_block("7") && !block::is_block(""));
    // A long row of a print is broken into lines; only the bracket ends it.
    assert_eq!(parse_block("[[1 2\n  3]\n [4 5\n  6]]"), Ok(vec![vec![1.0, 2.0, 3.0], vec![4.0, 5.0, 6.0]]));
    assert_eq!(parse_block("1 two 3"), Err(entry(1, 2, "two", NotANumber)));
    assert_eq!(parse_block("[[1, nan]]"), Err(entry(1, 2, "nan", NotFinite)));
    assert_eq!(parse_block("1 2\n3 1e999"), Err(entry(2, 2, "1e999", NotFinite)));
    assert_eq!(parse_block("[[1, ..., 3]]"), Err(BlockError::Elided));
}

#[test]
fn an_empty_cell_of_a_table_is_not_skipped() {
    for (block, row) in [("1\t\t3", 1), ("1,,3", 1), ("1,2\n3,,4", 2)] {
        assert_eq!(parse_block(block), Err(entry(row, 2, "", Empty)), "{block:?}");
    }
    assert_eq!(parse_block("1\t2\r\n3\t4\r\n"), Ok(vec![vec![1.0, 2.0], vec![3.0, 4.0]]));
    assert_eq!(parse_block("[[1., 2.],\n [3., 4.]]"), Ok(vec![vec![1.0, 2.0], vec![3.0, 4.0]]));
}

#[test]
fn a_print_with_what_is_no_number_says_so_and_loses_no_row() {
    let nan = "array([[1., 2.],\n [nan, 3.],[5.,6.]], dtype=float32)";
    assert_eq!(parse_block(nan), Err(entry(2, 1, "nan", NotFinite)));
    let inf = "tensor([[1., -inf], [2., 3.]], grad_fn=<AddBackward0>)";
    assert_eq!(parse_block(inf), Err(entry(1, 2, "-inf", NotFinite)));
    let tables = [
        ("1\t2\n\t3\n4\t5", 2, 1),
        ("1\t2\n\t\n4\t5", 2, 1),
        ("1,2\n,3", 2, 1),
        ("1\t\n3\t4", 1, 2),
        ("\t2\n3\t4", 1, 1),
    ];
    for (table, row, column) in tables {
        assert_eq!(parse_block(table), Err(entry(row, column, "", Empty)), "{table:?}");
    }
    let good = "tensor([[1., 2.],\n        [3., 4.]], dtype=torch.float64, requires_grad=True)";
    assert_eq!(parse_block(good), Ok(vec![vec![1.0, 2.0], vec![3.0, 4.0]]));
}
