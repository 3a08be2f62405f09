//! Gradients against central differences, and the Jacobian against its laws.

use attention_lab::engine::cell::{Cell, Name};
use attention_lab::engine::gradient::{backward, softmax_jacobian};
use attention_lab::engine::inputs::{Inputs, Source};
use attention_lab::engine::mask::Mask;
use attention_lab::engine::matrix::{Matrix, row};
use attention_lab::engine::scaling::Scaling;
use attention_lab::engine::statistics::jacobian_norm;
use attention_lab::engine::trace::attend;
use proptest::prelude::*;

use crate::laws::{complete, config, tame};

const STEP: f64 = 1e-5;

/// Loss = Σ upstream ∘ output.
fn loss(inputs: &Inputs, upstream: &Matrix) -> f64 {
    attend(inputs).output.component_mul(upstream).sum()
}

/// Δ loss ÷ Δ entry, from both sides of the entry.
fn slope(inputs: &Inputs, upstream: &Matrix, cell: Cell) -> f64 {
    let own = inputs.matrix(cell.name).expect("typed")[(cell.row, cell.column)];
    let [above, below] = [STEP, -STEP].map(|step| loss(&inputs.with_cell(cell, own + step), upstream));
    (above - below) / (2.0 * STEP)
}

fn check(inputs: &Inputs, upstream: &Matrix, name: Name, gradient: &Matrix) -> Result<(), TestCaseError> {
    for i in 0..gradient.nrows() {
        for j in 0..gradient.ncols() {
            let (found, expected) = (gradient[(i, j)], slope(inputs, upstream, Cell::new(name, i, j)));
            prop_assert!(found.is_finite() && expected.is_finite());
            // The third derivative times the step squared, and the rounding of the loss over the step.
            let close = 1e-6 * (1.0 + found.abs());
            prop_assert!((found - expected).abs() < close, "{} {i} {j}: {found}, not {expected}", name.id());
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn gradients_equal_central_differences(inputs in complete(tame), entries in prop::collection::vec(-2.0..2.0, 64)) {
        let upstream = Matrix::from_fn(inputs.queries(), inputs.values().ncols(), |i, c| entries[i * 8 + c]);
        // From scores if it starts there, else from Q, K and V.
        let inputs = if inputs.typed().contains(&Name::Scores) { inputs } else { inputs.from_qkv() };
        let gradients = backward(&inputs, &attend(&inputs), &upstream);
        check(&inputs, &upstream, Name::V, &gradients.values)?;
        match gradients.queries_and_keys {
            Some([dq, dk]) => {
                check(&inputs, &upstream, Name::Q, &dq)?;
                check(&inputs, &upstream, Name::K, &dk)?;
            }
            None => check(&inputs, &upstream, Name::Scores, &gradients.scores)?,
        }
    }

    #[test]
    fn a_jacobian_has_rows_that_sum_to_zero_and_the_norm_of_its_row(inputs in complete(tame)) {
        let trace = attend(&inputs);
        for i in 0..inputs.queries() {
            let weights = row(&trace.weights, i);
            let jacobian = softmax_jacobian(&weights);
            prop_assert!(jacobian.iter().all(|x| x.is_finite()));
            prop_assert!(jacobian.row_iter().all(|row| row.sum().abs() < 1e-15));
            prop_assert!(jacobian == jacobian.transpose());
            let (found, expected) = (jacobian_norm(&weights), jacobian.norm());
            prop_assert!((found - expected).abs() < 1e-12, "{found}, not {expected}");
        }
    }
}

#[test]
fn a_nan_under_a_hidden_key_reaches_no_gradient() {
    let q = Matrix::from_row_slice(2, 2, &[1.0, -0.5, 0.25, 2.0]);
    let k = Matrix::from_row_slice(3, 2, &[0.5, 1.0, -1.0, 0.75, 2.0, -0.25]);
    let upstream = Matrix::from_row_slice(2, 1, &[1.0, -2.0]);
    let with = |hidden: f64| {
        let v = Matrix::from_row_slice(3, 1, &[3.0, hidden, -1.0]);
        let mut k = k.clone();
        k[(1, 0)] = hidden;
        let source = Source::Qkv { q: q.clone(), k, v };
        let inputs = Inputs::new(source, Scaling::Sqrt, Mask::padding([1])).expect("the shapes fit");
        backward(&inputs, &attend(&inputs), &upstream)
    };
    let (found, expected) = (with(f64::NAN), with(0.0));
    assert!(expected.logits.iter().any(|x| *x != 0.0));
    assert_eq!(found.logits, expected.logits);
    assert_eq!(found.scores, expected.scores);
    assert_eq!(found.queries_and_keys, expected.queries_and_keys);
}
