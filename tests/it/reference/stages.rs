//! Every stage of attention from the stage before it, and attention in blocks.

use attention_lab::engine::blocks::{BlockRule, online};
use attention_lab::engine::cell::Name;
use attention_lab::engine::inputs::Inputs;
use attention_lab::engine::matrix::{Matrix, row};
use attention_lab::engine::precision::Precision;
use attention_lab::engine::tiled::{blockwise, full};
use attention_lab::engine::trace::{Trace, attend};
use proptest::collection::vec;
use proptest::prelude::*;

use super::real::{Real, UNIT, beyond, quotient, real, size, softmax, sum, wrong};
use super::{extreme, inputs, mild, overflowing, qkv};
use crate::laws::config;

// Σ a·b, Σ |a·b| and how many there are, exactly.
fn dot(pairs: &[(f64, f64)]) -> (Real, Real) {
    let products: Vec<Real> = pairs.iter().map(|&(a, b)| real(a) * real(b)).collect();
    (sum(products.iter().cloned()), sum(products.iter().map(size)))
}

// A sum of n products in f64: n roundings of products, n of sums, and underflow of each product.
fn dot_bound(pairs: &[(f64, f64)], sizes: &Real) -> Real {
    let n = pairs.len() as f64;
    sizes.clone() * real((n + 1.0) * UNIT * 1.01) + real(5e-324) * real(n)
}

fn check_dot(found: f64, pairs: &[(f64, f64)], what: &str) -> Result<(), TestCaseError> {
    if pairs.iter().any(|(a, b)| !a.is_finite() || !b.is_finite()) {
        return Ok(());
    }
    let (exact, sizes) = dot(pairs);
    let fault = wrong(found, &exact, &dot_bound(pairs, &sizes), beyond(&sizes));
    prop_assert!(fault.is_none(), "{what}: {}", fault.unwrap_or_default());
    Ok(())
}

fn check(inputs: &Inputs, trace: &Trace) -> Result<(), TestCaseError> {
    let (q, k) = (inputs.matrix(Name::Q).expect("Q"), inputs.matrix(Name::K).expect("K"));
    let hidden = |i: usize, j: usize| inputs.mask().hides(i, j, inputs.queries(), inputs.keys()).any();
    for i in 0..inputs.queries() {
        let visible: Vec<usize> = (0..inputs.keys()).filter(|&j| !hidden(i, j)).collect();
        for j in 0..inputs.keys() {
            let pairs: Vec<(f64, f64)> = row(q, i).into_iter().zip(row(k, j)).collect();
            check_dot(trace.scores[(i, j)], &pairs, "score")?;
            let (score, divisor) = (trace.scores[(i, j)], inputs.divisor());
            if score.is_finite() {
                let exact = quotient(&real(score), &real(divisor));
                let fault = wrong(trace.scaled[(i, j)], &exact, &(size(&exact) * real(UNIT)), beyond(&size(&exact)));
                prop_assert!(fault.is_none(), "scaled: {}", fault.unwrap_or_default());
            }
            if hidden(i, j) {
                prop_assert_eq!(trace.weights[(i, j)], 0.0);
            }
        }
        let logits: Vec<f64> = visible.iter().map(|&j| trace.masked[(i, j)]).collect();
        let weights: Vec<f64> = visible.iter().map(|&j| trace.weights[(i, j)]).collect();
        if logits.iter().all(|z| z.is_finite()) {
            // exp turns the rounding of its argument, at most 745 where anything is left, into a relative one.
            let slack = UNIT * (750.0 + 2.0 * visible.len() as f64 + 8.0);
            for (found, exact) in weights.iter().zip(softmax(&logits)) {
                let fault = wrong(*found, &exact, &(exact.clone() * real(slack) + real(1e-323)), false);
                prop_assert!(fault.is_none(), "weight: {}", fault.unwrap_or_default());
            }
        }
        for c in 0..inputs.values().ncols() {
            let pairs: Vec<(f64, f64)> =
                visible.iter().map(|&j| (trace.weights[(i, j)], inputs.values()[(j, c)])).collect();
            check_dot(trace.output[(i, c)], &pairs, "output")?;
            if visible.is_empty() {
                prop_assert_eq!(trace.output[(i, c)], 0.0);
            }
        }
    }
    Ok(())
}

// Attention from finite logits: Σ p v and Σ p |v|.
fn mixed(logits: &[f64], values: &[f64]) -> (Real, Real) {
    let weights = softmax(logits);
    let terms: Vec<Real> = weights.iter().zip(values).map(|(p, &v)| p.clone() * real(v)).collect();
    (sum(terms.iter().cloned()), sum(terms.iter().map(size)))
}

// Of `count` keys whose logits are known to `blur`: one exp and one rescaling a key, and a weight below the normal
// numbers is up to 5e-324 off.
fn mixed_bound(sizes: &Real, undivided: &Real, count: usize, blur: f64) -> Real {
    let count = count as f64;
    let relative = real(4.0 * blur + UNIT * 760.0 * (count + 4.0));
    sizes.clone() * relative + undivided.clone() * real(1e-323) + real(5e-324) * real(4.0 * count)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..config() })]

    #[test]
    fn stages_of_extreme_numbers(inputs in inputs(extreme)) {
        check(&inputs, &attend(&inputs))?;
    }

    #[test]
    fn stages_of_mild_numbers(inputs in inputs(mild)) {
        check(&inputs, &attend(&inputs))?;
    }

    #[test]
    fn online_softmax_of_extreme_logits(
        rows in (1..=40usize).prop_flat_map(|s| (super::matrix(s, 1, &extreme()), super::matrix(s, 2, &extreme()))),
        block in 1..=9usize,
    ) {
        let (logits, values) = rows;
        let logits: Vec<f64> = logits.iter().copied().collect();
        let steps = online(Precision::F64, BlockRule::default(), (&logits, &|_| false), block, 2, |j, c| values[(j, c)]);
        for step in &steps {
            let so_far = &logits[..step.keys.end];
            for c in 0..2 {
                let values: Vec<f64> = (0..step.keys.end).map(|j| values[(j, c)]).collect();
                let (exact, sizes) = mixed(so_far, &values);
                // What is not yet divided may be as large as the sum of all |v|.
                let undivided = sum(values.iter().map(|&v| size(&real(v))));
                let bound = mixed_bound(&sizes, &undivided, so_far.len(), 0.0);
                let fault = wrong(step.output[c], &exact, &bound, beyond(&undivided));
                prop_assert!(fault.is_none(), "block of {block}, {:?}: {}", step.keys, fault.unwrap_or_default());
            }
        }
    }

    #[test]
    fn both_fast_ways_of_extreme_numbers([q, k, v] in prop_oneof![qkv(extreme), qkv(mild)], block in 1..=9usize) {
        both_ways(&q, &k, &v, block)?;
    }

    #[test]
    fn both_fast_ways_with_blocks_that_overflow((l, s) in (1..=3usize, 1..=9usize), numbers in vec(overflowing(), 12), block in 1..=4usize) {
        let matrix = |rows, from: usize| Matrix::from_fn(rows, 1, |i, _| numbers[from + i]);
        both_ways(&matrix(l, 0), &matrix(s, 3), &Matrix::from_fn(s, 1, |j, _| j as f64), block)?;
    }
}

fn both_ways(q: &Matrix, k: &Matrix, v: &Matrix, block: usize) -> Result<(), TestCaseError> {
    let ways = [full(q, k, v).expect("memory"), blockwise(q, k, v, block)];
    for i in 0..q.nrows() {
        let Some((keys, logits, blur)) = logits(q, k, i) else { continue };
        for c in 0..v.ncols() {
            let values: Vec<f64> = keys.iter().map(|&j| v[(j, c)]).collect();
            let (exact, sizes) = mixed(&logits, &values);
            let undivided = sum(values.iter().map(|&v| size(&real(v))));
            let bound = mixed_bound(&sizes, &undivided, k.nrows(), blur);
            for way in &ways {
                let fault = wrong(way[(i, c)], &exact, &bound, beyond(&undivided));
                prop_assert!(fault.is_none(), "row {i} column {c}: {}", fault.unwrap_or_default());
            }
        }
    }
    Ok(())
}

// The keys of a row with their exact logits, rounded once, and how far sums of other orders may be from them. A logit
// that overflows to −∞ whatever the order has weight 0 beside a finite one, and is left out. Nothing where the weights
// cannot be known.
fn logits(q: &Matrix, k: &Matrix, i: usize) -> Option<(Vec<usize>, Vec<f64>, f64)> {
    let root = (q.ncols() as f64).sqrt();
    let mut blur: f64 = 0.0;
    let (mut keys, mut logits) = (Vec::new(), Vec::new());
    for j in 0..k.nrows() {
        let pairs: Vec<(f64, f64)> = row(q, i).into_iter().zip(row(k, j)).collect();
        let (exact, sizes) = dot(&pairs);
        if beyond(&sizes) {
            // All of one sign, and each order gives −∞.
            let is_lowest = exact == -sizes.clone() && sizes > real(f64::MAX) * real(2.0);
            if is_lowest { continue } else { return None }
        }
        let sizes = quotient(&sizes, &real(root)).to_f64().value();
        blur = blur.max(sizes * UNIT * (2.0 * q.ncols() as f64 + 6.0));
        keys.push(j);
        logits.push(quotient(&exact, &real(root)).to_f64().value());
    }
    (blur < 1e-6 && !keys.is_empty()).then_some((keys, logits, blur))
}
