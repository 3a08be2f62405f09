//! Several heads, and the cache of their keys and values.

mod laws;

use attention_lab::engine::cache::Cache;
use attention_lab::engine::cell::Name;
use attention_lab::engine::heads::{HeadsError, MultiHead, key_head, merge, split};
use attention_lab::engine::inputs::{Dimension, Inputs, ShapeError, Source};
use attention_lab::engine::mask::{Causal, Mask, Window};
use attention_lab::engine::matrix::{Matrix, from_rows};
use attention_lab::engine::precision::Precision;
use attention_lab::engine::scaling::Scaling;
use attention_lab::engine::trace::{Trace, attend};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::fixture::{Tolerance, assert_close, same_bits_all, within_length};
use crate::laws::config;

/// Tame numbers of both signs; another `start` gives others.
fn counted(rows: usize, columns: usize, start: usize) -> Matrix {
    Matrix::from_fn(rows, columns, |i, j| ((start + i * columns + j) as f64 * 0.7).sin())
}

fn matrices(count: usize, rows: usize, columns: usize, start: usize) -> Vec<Matrix> {
    (0..count).map(|at| counted(rows, columns, start + at * rows * columns)).collect()
}

fn alone(q: &Matrix, k: &Matrix, v: &Matrix, scaling: Scaling, mask: Mask) -> Trace {
    let source = Source::Qkv { q: q.clone(), k: k.clone(), v: v.clone() };
    attend(&Inputs::new(source, scaling, mask).expect("shapes"))
}

/// What each query sees of `keys`, as 1 and 0.
fn seen(mask: &Mask, queries: usize, keys: usize) -> Vec<String> {
    let digit = |i, j| if mask.hides(i, j, queries, keys).any() { '0' } else { '1' };
    (0..queries).map(|i| (0..keys).map(|j| digit(i, j)).collect()).collect()
}

#[test]
fn a_head_takes_neighbouring_columns() {
    let joined = from_rows(&[vec![0.0, 1.0, 2.0, 3.0], vec![4.0, 5.0, 6.0, 7.0]]).expect("a matrix");
    let first = from_rows(&[vec![0.0, 1.0], vec![4.0, 5.0]]).expect("a matrix");
    let second = from_rows(&[vec![2.0, 3.0], vec![6.0, 7.0]]).expect("a matrix");
    assert_eq!(split(&joined, 2), Some(vec![first.clone(), second.clone()]));
    assert_eq!(merge(&[first, second]), Some(joined));
}

#[test]
fn heads_of_several_widths_are_joined() {
    let heads = [counted(2, 3, 0), counted(2, 1, 6)];
    let joined = merge(&heads).expect("as many rows");
    assert_eq!(joined.shape(), (2, 4));
    assert_eq!(
        [joined[(0, 2)], joined[(1, 2)], joined[(1, 3)]],
        [heads[0][(0, 2)], heads[0][(1, 2)], heads[1][(1, 0)]]
    );
    assert_eq!(merge(&[Matrix::zeros(2, 0), Matrix::zeros(2, 0)]), Some(Matrix::zeros(2, 0)));
}

#[test]
fn what_does_not_fit_is_neither_split_nor_joined() {
    assert_eq!(split(&counted(2, 4, 0), 3), None);
    assert_eq!(split(&counted(2, 4, 0), 0), None);
    assert_eq!(split(&counted(2, 4, 0), 8), None);
    assert_eq!(merge(&[]), None);
    assert_eq!(merge(&[counted(2, 2, 0), counted(3, 2, 0)]), None);
}

#[test]
fn key_heads_are_repeated_not_tiled() {
    let read = |queries, keys| (0..queries).map(|head| key_head(head, queries, keys)).collect::<Option<Vec<_>>>();
    assert_eq!(read(4, 2), Some(vec![0, 0, 1, 1]));
    assert_eq!(read(6, 3), Some(vec![0, 0, 1, 1, 2, 2]));
    assert_eq!(read(3, 1), Some(vec![0, 0, 0]));
    assert_eq!(read(3, 3), Some(vec![0, 1, 2]));
    assert_eq!([read(4, 3), read(2, 4), read(1, 0)], [None, None, None]);
    assert_eq!([key_head(4, 4, 2), key_head(0, 0, 1)], [None, None]);
}

/// Three batches of four query heads on two key heads, and two batches of two heads: neither number is the other.
#[test]
fn every_query_head_of_every_batch_reads_its_own_key_head() {
    for (batches, heads, groups) in [(3, 4, 2), (2, 3, 3), (3, 2, 1)] {
        let causal = |head: usize| if head.is_multiple_of(2) { Mask::default() } else { Causal::TopLeft.into() };
        let masks: Vec<Mask> = (0..heads).map(causal).collect();
        for batch in 0..batches {
            let start = batch * 1000;
            let q = matrices(heads, 3, 2, start);
            let (k, v) = (matrices(groups, 5, 2, start + 100), matrices(groups, 5, 4, start + 200));
            let trace = MultiHead::new(&q, &k, &v, Scaling::Sqrt, &masks).expect("shapes").attend();
            assert_eq!(trace.joined.shape(), (3, heads * 4));
            for head in 0..heads {
                let read = head * groups / heads;
                let expected = alone(&q[head], &k[read], &v[read], Scaling::Sqrt, masks[head].clone());
                assert_eq!(trace.heads[head], expected, "batch {batch}, head {head}");
                assert!(same_bits_all(&trace.joined.columns(head * 4, 4).into_owned(), &expected.output));
            }
        }
    }
}

#[test]
fn settings_reach_every_head() {
    let (q, k, v) = (matrices(2, 3, 4, 0), matrices(1, 5, 4, 100), matrices(1, 5, 2, 200));
    let scaling = Scaling::divisor(1.0 / 0.3).expect("a divisor");
    let heads = MultiHead::new(&q, &k, &v, scaling, &[Mask::default(), Mask::default()]).expect("shapes");
    let capped = heads.with_softcap(Some(0.5)).with_numerics(Precision::F16.into()).attend();
    for (head, trace) in capped.heads.iter().enumerate() {
        let source = Source::Qkv { q: q[head].clone(), k: k[0].clone(), v: v[0].clone() };
        let inputs = Inputs::new(source, scaling, Mask::default()).expect("shapes");
        assert_eq!(*trace, attend(&inputs.with_softcap(Some(0.5)).with_numerics(Precision::F16.into())));
    }
    assert_close("scale 0.3", "scaled", &heads.attend().heads[1].scaled, &(&q[1] * k[0].transpose() * 0.3), CLOSE);
}

const CLOSE: Tolerance = Tolerance::Absolute(1e-12);

/// W_O after joining is the sum of what each head brings through its own rows of W_O.
#[test]
fn the_projection_mixes_the_heads() {
    let (q, k, v) = (matrices(3, 2, 4, 0), matrices(3, 5, 4, 100), matrices(3, 5, 2, 200));
    let wo = counted(6, 5, 300);
    let heads = MultiHead::new(&q, &k, &v, Scaling::Sqrt, &vec![Mask::default(); 3]).expect("shapes");
    let plain = heads.attend();
    assert!(same_bits_all(&plain.output, &plain.joined));
    let trace = heads.with_projection(&wo).expect("shapes").attend();
    assert!(same_bits_all(&trace.joined, &plain.joined));
    let parts = trace.heads.iter().enumerate().map(|(head, trace)| &trace.output * wo.rows(head * 2, 2));
    assert_close("W_O", "output", &trace.output, &parts.fold(Matrix::zeros(2, 5), |sum, part| sum + part), CLOSE);

    let narrow = heads.with_projection(&wo).expect("shapes").with_numerics(Precision::Bf16.into()).attend();
    assert!(narrow.output.iter().all(|&x| Precision::Bf16.round(x) == x), "W_O is not applied in the format");
}

#[test]
fn heads_that_do_not_fit_are_named() {
    let (q, k, v) = (matrices(4, 3, 2, 0), matrices(2, 5, 2, 100), matrices(2, 5, 6, 200));
    let masks = vec![Mask::default(); 4];
    let made = |q: &[Matrix], k: &[Matrix], v: &[Matrix], masks: &[Mask]| {
        MultiHead::new(q, k, v, Scaling::Sqrt, masks).map(|heads| heads.heads().len())
    };
    assert_eq!(made(&q, &k, &v, &masks), Ok(4));
    assert_eq!(made(&[], &k, &v, &[]), Err(HeadsError::Groups { queries: 0, keys: 2 }));
    assert_eq!(made(&q, &[], &[], &masks), Err(HeadsError::Groups { queries: 4, keys: 0 }));
    assert_eq!(made(&q[..3], &k, &v, &masks[..3]), Err(HeadsError::Groups { queries: 3, keys: 2 }));
    assert_eq!(made(&q, &k, &v[..1], &masks), Err(HeadsError::Values { keys: 2, values: 1 }));
    assert_eq!(made(&q, &k, &v, &masks[..3]), Err(HeadsError::Masks { queries: 4, masks: 3 }));
    let wide = [k[0].clone(), counted(5, 3, 0)];
    let error = ShapeError::Differs { dimension: Dimension::Dk, first: (Name::Q, 2), second: (Name::K, 3) };
    assert_eq!(made(&q, &wide, &v, &masks), Err(HeadsError::Head(2, error)));
    let long = [q[0].clone(), counted(4, 2, 0)];
    assert_eq!(made(&long, &k, &v, &masks[..2]), Err(HeadsError::Rows { head: 1, rows: 4, first: 3 }));

    let heads = MultiHead::new(&q, &k, &v, Scaling::Sqrt, &masks).expect("shapes");
    for shape in [(23, 5), (24, 0), (6, 24)] {
        let error = heads.with_projection(&Matrix::zeros(shape.0, shape.1)).map(|heads| heads.heads().len());
        assert_eq!(error, Err(HeadsError::Projection { shape, joined: 24 }));
    }
    assert!(heads.with_projection(&Matrix::zeros(24, 5)).is_ok());
}

#[test]
fn new_queries_see_the_cache_and_no_later_token() {
    let past = Cache::new(counted(2, 3, 0), counted(2, 4, 0)).expect("as many rows");
    assert_eq!(seen(&past.mask(Causal::TopLeft.into()), 2, 4), ["1110", "1111"]);
    assert_eq!(seen(&past.mask(Mask::default()), 2, 4), ["1111", "1111"]);
    let window = Mask { window: Window { left: Some(1), right: Some(0) }, ..Mask::default() };
    assert_eq!(seen(&past.mask(window), 2, 4), ["0110", "0011"]);
    assert_eq!(seen(&Cache::empty(3, 4).mask(Causal::TopLeft.into()), 2, 4), ["1000", "1100"]);
}

/// A cache of fixed size in which each batch has its own number of valid keys.
#[test]
fn the_last_query_is_at_the_last_valid_key() {
    let causal = |length| seen(&within_length(Causal::TopLeft.into(), length, 3, 5), 3, 5);
    assert_eq!(causal(5), ["11100", "11110", "11111"]);
    assert_eq!(causal(3), ["10000", "11000", "11100"]);
    assert_eq!(causal(1), ["00000", "00000", "10000"]);
    assert_eq!(causal(0), ["00000", "00000", "00000"]);
    assert_eq!(seen(&within_length(Mask::padding([1]), 3, 2, 5), 2, 5), ["10100", "10100"]);
    let inputs = |length| {
        let (k, v) = (counted(5, 2, 9), counted(5, 4, 30));
        alone(&counted(3, 2, 0), &k, &v, Scaling::Sqrt, within_length(Causal::TopLeft.into(), length, 3, 5))
    };
    let trace = inputs(1);
    assert_eq!(trace.empty_rows, [0, 1]);
    assert!(trace.output.rows(0, 2).iter().all(|&x| x == 0.0));
}

#[test]
fn only_rows_that_fit_are_appended() {
    let past = Cache::empty(3, 4);
    assert!(past.is_empty());
    let present = past.append(&counted(2, 3, 0), &counted(2, 4, 6)).expect("shapes");
    assert_eq!((present.len(), present.is_empty()), (2, false));
    let longer = present.append(&counted(1, 3, 50), &counted(1, 4, 60)).expect("shapes");
    assert_eq!(longer.keys().rows(0, 2), counted(2, 3, 0));
    assert_eq!(longer.values().rows(2, 1), counted(1, 4, 60));
    assert!(present.append(&counted(1, 4, 0), &counted(1, 4, 0)).is_none());
    assert!(present.append(&counted(1, 3, 0), &counted(1, 3, 0)).is_none());
    assert!(present.append(&counted(1, 3, 0), &counted(2, 4, 0)).is_none());
    assert!(Cache::new(counted(1, 3, 0), counted(2, 4, 0)).is_none());
}
