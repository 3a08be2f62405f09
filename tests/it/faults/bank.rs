//! The weights of each fault beside the right ones, worked out by hand.

use super::*;

/// A fault, its smallest input, and the weights of its heads: right and wrong.
type Case = (Fault, Scenario, Vec<Matrix>, Vec<Matrix>);

fn cases() -> Vec<Case> {
    let case = |fault, scenario, right: Matrix, wrong: Matrix| (fault, scenario, vec![right], vec![wrong]);
    let ones = Matrix::from_element(1, 16, 1.0);
    // Q Kᵀ is [4, 0] in each of four heads.
    let k = Matrix::from_fn(2, 16, |j, _| if j == 0 { 1.0 } else { 0.0 });
    let wide = several(qkv(ones, k, Matrix::from_fn(2, 4, |j, c| (3 * j + c) as f64), Mask::default()), 4, 4);
    let from_q_and_k =
        qkv(m(&[[1.0, 0.5, -1.0, 2.0]]), m(&[[2.0, 0.0, 2.0, 2.0], [0.0; 4]]), m(&[[1.0], [2.0]]), Mask::default());
    vec![
        case(Fault::FullyMaskedRow, logits(&[[2.0, 0.0]], Mask::padding([0, 1])), m(&[[0.0; 2]]), m(&[[NAN; 2]])),
        case(
            Fault::MaskPolarity,
            logits(&[[1.0, 5.0], [1.0, 0.0]], Causal::TopLeft),
            m(&[[1.0, 0.0], ONE]),
            m(&[[0.0, 1.0], [0.0, 0.0]]),
        ),
        case(Fault::DModelDivisor, wide, m(&[TWO]), m(&[ONE])),
        case(Fault::DEmbeddingDivisor, embedded(), m(&[TWO, [0.5; 2]]), m(&[ONE, [0.5; 2]])),
        case(
            Fault::MaskAddedAsNumber,
            logits(&[[2.0, 0.0]], Mask::padding([1])),
            m(&[[1.0, 0.0]]),
            m(&[[0.9525741268224332, 0.04742587317756678]]),
        ),
        case(
            Fault::WindowCount,
            logits(&[[0.0; 6]; 6], Mask { window: Window { left: Some(2), right: None }, ..Causal::TopLeft.into() }),
            m(&[span::<6>(1, 1), span(1, 2), span(1, 3), span(2, 4), span(3, 5), span(4, 6)]),
            m(&[span::<6>(1, 1), span(1, 2), span(1, 3), span(1, 4), span(2, 5), span(3, 6)]),
        ),
        case(
            Fault::WindowBothSides,
            logits(&[[0.0; 4]; 4], Mask { window: window(1, 0), ..Mask::default() }),
            m(&[span::<4>(1, 1), span(1, 2), span(2, 3), span(3, 4)]),
            m(&[span::<4>(1, 2), span(1, 3), span(2, 4), span(3, 4)]),
        ),
        case(
            Fault::ScaleAfterSoftmax,
            raw([1.0, 0.0], 4),
            m(&[[0.6224593312018546, 0.37754066879814546]]),
            m(&[[0.36552928931500245, 0.13447071068499755]]),
        ),
        case(Fault::ScaleMissing, raw([8.0, 0.0], 64), m(&[ONE]), m(&[[0.9996646498695335, 0.0003353501304664781]])),
        case(Fault::ScaledTwice, raw([4.0, 0.0], 4), m(&[TWO]), m(&[ONE])),
        case(
            Fault::WrongAxis,
            logits(&[[2.0, 0.0], [0.0, 0.0]], Mask::default()),
            m(&[TWO, [0.5, 0.5]]),
            m(&[[0.8807970779778824, 0.5], [0.11920292202211756, 0.5]]),
        ),
        // More keys than queries, so that a transposed reading shows.
        case(
            Fault::WrongAxis,
            logits(&[[2.0, 0.0, -1.0], [0.5, 1.0, 3.0]], Mask::default()),
            m(&[
                [0.8437947344813395, 0.11419519938459448, 0.04201006613406605],
                [0.06742535823245292, 0.11116562230242114, 0.8214090194651259],
            ]),
            m(&[
                [0.8175744761936437, 0.2689414213699951, 0.01798620996209156],
                [0.18242552380635635, 0.7310585786300049, 0.9820137900379085],
            ]),
        ),
        case(
            Fault::CausalCorner,
            logits(&[[0.0; 5]; 2], Causal::TopLeft),
            m(&[even::<5>(1), even(2)]),
            m(&[even::<5>(4), even(5)]),
        ),
        case(
            Fault::CausalCorner,
            logits(&[[0.0; 5]; 2], Causal::BottomRight),
            m(&[even::<5>(4), even(5)]),
            m(&[even::<5>(1), even(2)]),
        ),
        // From the bottom-right corner the first three of five queries see no key.
        case(
            Fault::CausalCorner,
            logits(&[[0.0; 2]; 5], Causal::TopLeft),
            m(&[even::<2>(1), even(2), even(2), even(2), even(2)]),
            m(&[[0.0; 2], [0.0; 2], [0.0; 2], even(1), even(2)]),
        ),
        case(
            Fault::CacheOffset,
            logits(&[[0.0; 4]; 2], causal(2)),
            m(&[even::<4>(3), even(4)]),
            m(&[even::<4>(1), even(2)]),
        ),
        case(
            Fault::PaddingOnQueries,
            logits(&[[0.0; 3]; 3], Mask::padding([2])),
            m(&[even::<3>(2), even(2), even(2)]),
            m(&[even::<3>(3), even(3), [0.0; 3]]),
        ),
        case(
            Fault::MaskAfterSoftmax,
            logits(&[[1.0, 2.0, 3.0]], Mask::padding([2])),
            m(&[[0.2689414213699951, 0.7310585786300049, 0.0]]),
            m(&[[0.09003057317038046, 0.24472847105479764, 0.0]]),
        ),
        case(
            Fault::MaskMultiplied,
            logits(&[[1.0, 2.0, 3.0]], Mask::padding([2])),
            m(&[[0.2689414213699951, 0.7310585786300049, 0.0]]),
            m(&[[0.24472847105479764, 0.6652409557748219, 0.09003057317038046]]),
        ),
        // The sum is rescaled and the output is not, so the weights that it amounts to sum to more than 1.
        case(
            Fault::NoRescale,
            logits(&[[1.0, 3.0, 2.0]], Mask::default()),
            m(&[[0.09003057317038046, 0.6652409557748219, 0.24472847105479764]]),
            m(&[[0.6652409557748219, 0.6652409557748219, 0.24472847105479764]]),
        ),
        case(Fault::DivideByDk, raw([4.0, 0.0], 4), m(&[ONE]), m(&[TWO])),
        case(Fault::NotAFault, raw([4.0, 0.0], 4), m(&[TWO]), m(&[TWO])),
        // Q Kᵀ is [4, 0] again, now from a Q and a K to scale.
        case(Fault::NotAFault, from_q_and_k.into(), m(&[TWO]), m(&[TWO])),
    ]
}

#[test]
fn weights_of_the_bank() {
    for (fault, scenario, right, wrong) in cases() {
        assert_sides(fault, &scenario, &right, &wrong, CLOSE);
        // Wrong weights, but mixed as they are: the output of each head is weights · V.
        let outcome = fault.wrong(&scenario);
        let heads = scenario.each_head();
        let outputs: Vec<Matrix> = outcome.weights.iter().zip(&heads).map(|(w, head)| w * head.values()).collect();
        let mixed = Matrix::from_fn(outputs[0].nrows(), outputs.len(), |i, head| outputs[head][(i, 0)]);
        assert_close(fault.id(), "wrong output", &outcome.output, &mixed, CLOSE);
    }
    let late = mask_after_softmax(logits(&[[1.0, 2.0, 3.0]], Mask::padding([2])).inputs());
    assert!((late.sum() - 0.3347590442251781).abs() < 1e-12, "{}", late.sum());
}
