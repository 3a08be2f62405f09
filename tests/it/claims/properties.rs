//! The numbers of the lesson on properties.

use attention_lab::engine::permutation::permuted;
use attention_lab::engine::sampling::gaussian_matrix;
use attention_lab::engine::spectrum::{rank, singular_values};

use super::*;

/// The singular values of scores and weights as the figure on rank draws them.
fn spectra(size: usize, d_k: usize, seed: u32) -> [Vec<f64>; 2] {
    let draw = |stream| gaussian_matrix(&mut Stream::new(seed, stream), size, d_k, 9);
    let source = Source::Qkv { q: draw(0), k: draw(1), v: Matrix::zeros(size, 1) };
    let trace = attend(&Inputs::new(source, Scaling::Sqrt, Mask::default()).expect("shapes"));
    [&trace.scores, &trace.weights].map(|matrix| singular_values(matrix).expect("finite"))
}

fn distance(a: &Matrix, b: &Matrix) -> f64 {
    (a - b).amax()
}

#[test]
fn properties() {
    let mut claims = Claims::default();
    claims.given("exact, places, sizes and settings", "0 1 2 3 4 5 6 8 10 64 100 101 102");
    claims.given("papers, and a section on positional encodings", "2017 3.5 2021 2104.09864 2108.12409");
    claims.given("powers of ten for what is rounding", "-12 -15 -16 -10 1e-10");

    let plain = start("properties", "a");
    let swap = |inputs: &Inputs| {
        let ones = [(1, 1, 0.0), (1, 3, 1.0), (3, 1, 1.0), (3, 3, 0.0)];
        attend(&typed(inputs, Name::X, &ones))
    };
    let (before, swapped) = (attend(&plain), swap(&plain));
    claims.all("1.723 0.904", &row(&before.output, 1));
    for (old, new) in [(0, 2), (1, 1), (2, 0)] {
        assert!(before.output.row(old).iter().zip(swapped.output.row(new).iter()).all(|(a, b)| (a - b).abs() < 1e-15));
    }
    // Every token one place on, as the figure does.
    let moved = |inputs: &Inputs| {
        let order = [1, 2, 0];
        let before = attend(inputs).output;
        let expected = Matrix::from_fn(3, 2, |i, c| before[(order[i], c)]);
        distance(&attend(&permuted(inputs, &order)).output, &expected)
    };
    assert_eq!(moved(&plain), 0.0);
    let causal = start("properties", "b");
    assert_eq!(causal, plain.with_mask(Causal::TopLeft.into()));
    claims.is("2.413", moved(&causal));
    let weights = attend(&causal).weights;
    assert_eq!(row(&weights, 0), [1.0, 0.0, 0.0]);
    assert!((0..3).all(|i| (weights.row(i).sum() - 1.0).abs() < 1e-15));
    assert!((0..3).all(|i| (i + 1..3).all(|j| weights[(i, j)] == 0.0)));
    claims.is("0.804", weights[(1, 0)]);
    claims.is("0.944", swap(&causal).weights[(1, 0)]);
    assert_eq!(row(&swap(&causal).weights, 0), [1.0, 0.0, 0.0]);

    assert_eq!(row(&before.scores, 0), [0.0, 1.0, 0.0]);
    let first = |change: &dyn Fn(f64) -> f64| {
        let cells: Vec<(usize, usize, f64)> =
            row(&before.scores, 0).into_iter().enumerate().map(|(j, s)| (1, j + 1, change(s))).collect();
        row(&attend(&typed(&plain.from_scores(before.scores.clone()), Name::Scores, &cells)).weights, 0)
    };
    let unchanged = first(&|s| s);
    claims.all("0.248 0.503 0.248", &unchanged);
    assert_eq!(first(&|s| s + 3.0), unchanged);
    assert!(first(&|s| s + 100.0).iter().zip(&unchanged).all(|(a, b)| (a - b).abs() < 1e-13));
    claims.all("0.097 0.807 0.097", &first(&|s| 3.0 * s));
    let biased = attend(&typed(&plain, Name::WK, &[(1, 1, 5.0), (2, 1, 6.0), (3, 1, 5.0)]));
    assert_eq!(row(&biased.scores, 0), [5.0, 6.0, 5.0]);
    assert!(distance(&biased.weights, &before.weights) < 1e-15);

    let ranks = |size, d_k, seed, tolerance| spectra(size, d_k, seed).map(|values| rank(&values, tolerance));
    let [scores, weights] = spectra(8, 2, 1);
    assert!(scores[2] < 1e-15 && scores[1] > 1.0);
    claims.all("1.412 0.001", &[weights[0], weights[7]]);
    assert_eq!(ranks(8, 2, 1, 0.001)[1], 7);
    claims.is("7", ranks(8, 1, 7, 1e-10)[1] as f64);
    let [scores, weights] = ranks(64, 2, 1, 1e-10);
    assert_eq!(scores, 2);
    claims.is("52", weights as f64);
    // The rank itself, which f64 cannot tell.
    claims.given("digits of the arithmetic of rank.py", "300");
    for case in cases("rank.json") {
        let [size, d_k, seed] = ["size", "d_k", "seed"].map(|key| number(&case[key]) as usize);
        claims.is(&size.to_string(), number(&case["rank"]));
        assert!(number(&case["smallest_pivot"]) > 1e-16);
        for (tolerance, above) in case["above"].as_object().expect("tolerances") {
            let tolerance = tolerance.parse().expect("a number");
            assert_eq!(ranks(size, d_k, seed as u32, tolerance)[1] as f64, number(above), "{case}");
        }
    }
    let equal = attend(&typed(&plain, Name::X, &[(1, 1, 0.0), (1, 3, 1.0)])).weights;
    assert_eq!(rank(&singular_values(&equal).expect("finite"), 1e-10), 2);

    let asked = start("properties", "c");
    assert_eq!(row(&attend(&asked).scores, 0), [102.0, 101.0, 100.0]);
    let equal = row(&attend(&asked).scores, 1);
    assert!(equal.iter().all(|&score| score == equal[0]));
    claims.is("45", 102f64.exp().log10().floor() + 1.0);
    claims.given("powers of e", "-1 -2");
    claims.all("0.368 0.135", &[(-1f64).exp(), (-2f64).exp()]);
    check("properties", &claims);
}
