//! The numbers of the lesson on numerics.

use super::*;

#[test]
fn numerics() {
    let [f64_, f32_, bf16, f16] = [Precision::F64, Precision::F32, Precision::Bf16, Precision::F16];
    let mut claims = Claims::default();
    claims.given("exact", "0 1 2");
    claims
        .given("scores, keys, sizes and settings", "3 12 11 -1 -9 17 18 20 88 89 90 128 200 256 257 709 710 -1e9 1e9");
    claims.given("bytes a number", "8 4 2");
    claims.given("a third, of three equal keys", "3");
    let scores = [12.0, 11.0, 3.0];
    let stable = softmax(&scores);
    claims.all("0.731 0.269 9.02e-5", &stable.weights);
    claims.all("0 -1 -9", &stable.shifted);

    let naive = |precision: Precision, scores: &[f64]| {
        softmax_in(Numerics { precision, naive: true, ..Numerics::default() }, scores)
    };
    let half = naive(f16, &scores);
    claims.is("65504", f16.largest());
    claims.is("162755", 12f64.exp());
    claims.is("59872", half.exponentials[1]);
    assert!(half.exponentials[0].is_infinite() && half.weights[0].is_nan() && half.weights[1] == 0.0);
    for &precision in Precision::ALL {
        let weights = softmax_in(precision.into(), &scores).weights;
        assert!(weights.iter().zip(&stable.weights).all(|(a, b)| (a - b).abs() < 0.002), "{weights:?}");
    }
    let breaks = |precision, scores: &[f64]| naive(precision, scores).weights.iter().any(|p| p.is_nan());
    let whole = |precision, scores: &[f64]| naive(precision, scores).weights.iter().all(|p| p.is_finite());
    assert!(breaks(f32_, &[90.0, 89.0, 3.0]) && breaks(bf16, &[90.0, 89.0, 3.0]) && whole(f64_, &[90.0, 89.0, 3.0]));
    assert!(breaks(f64_, &[710.0, 709.0, 3.0]));

    claims.is("256", bf16.round(257.0));
    let tie = softmax_in(bf16.into(), &[257.0, 256.0, 3.0].map(|z| bf16.round(z))).weights;
    claims.all("0.500 0.500", &tie[..2]);
    claims.all("0.731 0.269", &weights(&[257.0, 256.0, 3.0])[..2]);
    let bits = |precision: Precision| (256.0 / unit_in_last_place(precision, 256.0)).log2() + 1.0;
    claims.all("53 24 8 11", &[bits(f64_), bits(f32_), bits(bf16), bits(f16)]);
    claims.is("3.4e38", f32_.largest());
    assert!((bf16.largest() / f32_.largest() - 1.0).abs() < 0.01 && bf16.smallest_normal() == f32_.smallest_normal());
    // Steps beside which small scores vanish: below 1e9 in f32, below the largest number of fp16.
    claims.all("64 32", &[unit_in_last_place(f32_, 0.999e9), unit_in_last_place(f16, 65000.0)]);
    assert!(softmax_in(f16.into(), &vec![0.0; 65_520]).sum.is_infinite());

    claims.all("11.09 88.72 709.78", &[f16.exp_limit(), f32_.exp_limit(), f64_.exp_limit()]);
    assert!((bf16.exp_limit() - f32_.exp_limit()).abs() < 0.01);
    claims.is("4.85e8", 20f64.exp());
    assert!(f32_.exp(20.0).is_finite() && f16.exp(20.0).is_infinite());
    assert!(f32_.exp(88.0).is_finite() && f32_.exp(89.0).is_infinite());

    claims.all("6.10e-5 5.96e-8", &[f16.smallest_normal(), f16.smallest()]);
    assert_eq!(f16.round(0.5 * f16.smallest()), 0.0);
    let slope = |precision: Precision, gap: f64| {
        let weights = softmax_in(precision.into(), &[gap, 0.0]).weights;
        precision.multiply(weights[0], weights[1])
    };
    claims.is("22.6", 2.0 * Scaling::Sqrt.divisor_at(128));
    for precision in [f64_, f32_, bf16] {
        claims.is("1.5e-10", slope(precision, 22.6));
    }
    assert_eq!([slope(f16, 22.6), slope(f16, 17.0), slope(f16, 18.0)], [0.0, f16.smallest(), 0.0]);

    let hidden = |precision, constant, mask: Mask| {
        let source = Source::Scores { scores: row_matrix(&scores), v: Matrix::identity(3, 3), d_k: 1 };
        let inputs = Inputs::new(source, Scaling::None, mask).expect("shapes");
        row(&attend(&inputs.with_numerics(Numerics { precision, naive: false, constant })).weights, 0)
    };
    let every = || Mask::padding(0..3);
    let twice = || Mask { causal: Causal::TopLeft, offset: -3, ..every() };
    let [infinity, billion, lowest] = [MaskConstant::Infinity, MaskConstant::Billion, MaskConstant::Lowest];
    claims.all("0.731 0.269 9.02e-5", &hidden(f64_, billion, every()));
    assert!(hidden(f16, billion, every()).iter().all(|p| p.is_nan()) && billion.value(f16) == f64::NEG_INFINITY);
    let third = |weights: Vec<f64>| weights.iter().all(|p| (p - 1.0 / 3.0).abs() < 1e-3);
    assert!(third(hidden(f32_, billion, every())) && third(hidden(bf16, billion, every())));
    // Scores that are not small beside the steps tell the keys apart again.
    let far = |scores: [f64; 3]| {
        let shifted: Vec<f64> = scores.iter().map(|s| f32_.round(s - 1e9)).collect();
        softmax_in(f32_.into(), &shifted).weights
    };
    assert!(!third(far([257.0, 256.0, 3.0])) && third(far(scores)));
    for &precision in Precision::ALL {
        assert_eq!(hidden(precision, infinity, every()), [0.0; 3]);
        assert!(third(hidden(precision, lowest, every())));
        assert!(hidden(precision, lowest, twice()).iter().all(|p| p.is_nan()), "{}", precision.id());
        for &constant in MaskConstant::ALL {
            for key in 0..3 {
                assert_eq!(hidden(precision, constant, Mask::padding([key]))[key], 0.0);
            }
        }
    }

    let (root, both) = (f16.round(2f64.sqrt()), [200.0, 200.0]);
    let dot = |precision: Precision, q: &[f64]| precision.dot(q.iter().copied().zip(both));
    claims.is("80000", dot(f64_, &both));
    let late = f16.divide(dot(f16, &both), root);
    assert!(late.is_infinite() && f16.subtract(late, late).is_nan());
    claims.is("56544", dot(f16, &both.map(|q| f16.divide(q, root))));
    claims.is("56569", dot(f64_, &both.map(|q| q / 2f64.sqrt())));
    check("numerics", &claims);
}
