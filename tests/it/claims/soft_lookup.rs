//! The numbers of the lesson on soft lookup.

use super::*;

#[test]
fn soft_lookup() {
    let mut claims = Claims::default();
    claims.given("exact, indices, and a third of three equal keys", "0 1 2 3");
    claims.given("scores and values typed by the learner", "0.8 3.2 1.1 3.3 8 32 11 -30 5 0.5 9");
    let result = |inputs: &Inputs| {
        let trace = attend(inputs);
        assert!((trace.weights.row(0).sum() - 1.0).abs() < 1e-12);
        (row(&trace.weights, 0), row(&trace.output, 0))
    };

    let pronoun = start("soft-lookup", "a");
    assert_eq!((row(&attend(&pronoun).scores, 0), pronoun.divisor()), (vec![0.8, 3.2, 1.1], 1.0));
    assert_eq!((row(pronoun.values(), 0), row(pronoun.values(), 2)), (vec![0.0, 0.0], vec![2.0, 8.0]));
    let (weights_before, before) = result(&pronoun);
    claims.all("0.0748 0.8243 0.1009", &weights_before);
    claims.all("7.62 1.63", &before);
    claims.all("9 1", &row(pronoun.values(), 1));
    let (weights_after, after) = result(&typed(&pronoun, Name::Scores, &[(1, 2, 3.3)]));
    claims.all("0.824 0.838", &[weights_before[1], weights_after[1]]);
    claims.all("7.62 7.73", &[before[0], after[0]]);
    claims.is("0.145", softmax_jacobian(&weights_before)[(1, 1)]);
    let (nearly_hard, output) = result(&typed(&pronoun, Name::Scores, &[(1, 1, 8.0), (1, 2, 32.0), (1, 3, 11.0)]));
    assert!((output[0] - 9.0).abs() < 1e-6 && (output[1] - 1.0).abs() < 1e-6);
    assert!(softmax_jacobian(&nearly_hard)[(1, 1)] < 1e-8);

    let swapped = typed(&pronoun, Name::Scores, &[(1, 1, 1.1), (1, 3, 0.8)]);
    let swapped = typed(&swapped, Name::V, &[(1, 1, 2.0), (1, 2, 8.0), (3, 1, 0.0), (3, 2, 0.0)]);
    assert!(result(&swapped).1.iter().zip(&before).all(|(a, b)| (a - b).abs() < 1e-12));
    for inputs in [&pronoun, &swapped] {
        claims.is("3e-15", result(&typed(inputs, Name::Scores, &[(1, 1, -30.0)])).0[0]);
    }

    let orthogonal = start("soft-lookup", "b");
    assert_eq!(orthogonal.matrix(Name::Q).map(|q| row(q, 0)), Some(vec![2.0, 0.0]));
    let average = |inputs: &Inputs| {
        let (weights, output) = result(inputs);
        assert!(weights.iter().all(|weight| (weight - 1.0 / 3.0).abs() < 1e-15));
        output
    };
    assert_eq!(row(&attend(&orthogonal).scores, 0), [0.0; 3]);
    claims.all("3.667 3", &average(&orthogonal));
    average(&typed(&orthogonal, Name::Q, &[(1, 1, 20.0)]));
    average(&typed(&orthogonal, Name::K, &[(1, 1, 5.0), (2, 1, 5.0), (3, 1, 5.0)]));
    claims.is("0.673", result(&typed(&orthogonal, Name::K, &[(2, 1, 1.0)])).0[1]);

    let asked = start("soft-lookup", "c");
    assert_eq!(row(&attend(&asked).scores, 0), [1.0, 2.0, 0.5]);
    let (weights, output) = result(&asked);
    assert!(weights[1] < weights_before[1] && weights[1] > weights[0]);
    claims.is("2.1", 3.2 - 1.1);
    claims.given("powers of e", "-1 -1.5");
    claims.all("0.368 0.223", &[(-1f64).exp(), (-1.5f64).exp()]);
    let raised = result(&typed(&asked, Name::Scores, &[(1, 1, 4.0), (1, 2, 5.0), (1, 3, 3.5)]));
    assert_eq!(raised, (weights, output));
    check("soft_lookup", &claims);
}
