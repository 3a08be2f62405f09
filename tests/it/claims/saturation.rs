//! The numbers of the lesson on saturation.

use super::*;

#[test]
fn saturation() {
    let mut claims = Claims::default();
    claims.given("exact", "0 1 2");
    claims.given("scores, temperatures, sizes and settings", "-1 -10 10 0.1 0.2 8 16 32 64 128 512 1024 4096");
    claims.all("0.665 0.245 0.090", &weights(&[1.0, 0.0, -1.0]));
    claims.all("0.99995 0.0000454 2.1e-9", &weights(&[10.0, 0.0, -10.0]));
    claims.all("0.450 0.550", &weights(&[0.0, 0.2]));
    claims.all("0.0000454 0.99995", &weights(&[0.0, 10.0]));

    let norm = |logits: &[f64]| {
        let weights = weights(logits);
        let (norm, jacobian) = (jacobian_norm(&weights), softmax_jacobian(&weights));
        assert!((norm - jacobian.norm()).abs() < 1e-12 && jacobian.row_iter().all(|row| row.sum().abs() < 1e-15));
        norm
    };
    let at = |temperature: f64| norm(&[1.0 / temperature, 0.0, -1.0 / temperature]);
    claims.all("0.389 0.0000908 0.471", &[at(1.0), at(0.1), at(10.0)]);
    claims.is("0.500", norm(&[10.0, 10.0, -10.0]));
    // No three weights, in steps of 0.02, have a larger norm than two that are equal.
    let step = |i: i32| f64::from(i) * 0.02;
    let thirds = (0..=50).flat_map(|i| (0..=50 - i).map(move |j| [step(i), step(j), step(50 - i - j)]));
    assert!(thirds.map(|weights| jacobian_norm(&weights)).all(|norm| norm <= 0.5 + 1e-12));
    claims.is("0.25", softmax_jacobian(&weights(&[0.0, 0.0]))[(0, 0)]);

    let two = |d_k: usize| weights(&[2.0 * Scaling::Sqrt.divisor_at(d_k), 0.0]);
    claims.all("0.99966 1.13e-7 1.49e-10", &[two(16)[0], two(64)[1], two(128)[1]]);
    assert!([16, 64, 128].iter().all(|&d_k| (two(d_k)[0] * two(d_k)[1] / two(d_k)[1] - 1.0).abs() < 4e-4));
    let scaled = weights(&[2.0, 0.0]);
    claims.all("0.8808 0.105", &[scaled[0], scaled[0] * scaled[1]]);

    let measured = quoted_experiment(&mut claims);
    claims.given("PyTorch 2.9, seed 42", "65.0 1.016 6.1e-10 2.9e-3");
    for (scaling, [variance, median]) in [["65.0", "6.1e-10"], ["1.016", "2.9e-3"]].into_iter().enumerate() {
        let page = &measured[scaling];
        let written = [variance, median].map(|number| number.parse::<f64>().expect("a number"));
        for (measure, found, quoted) in [
            ("variance", page.score_variance(), written[0]),
            ("log10_median", page.median_size().log10(), written[1].log10()),
        ] {
            let [mean, sd] = runs(scaling, measure);
            // Half a unit of what is written, and the bins of the page's histogram.
            let error = sd + 0.01 * mean.abs().min(1.0);
            claims.agrees(measure, found, mean, error);
            claims.agrees(measure, quoted, mean, error);
        }
    }
    let cases = figure_case("gradient-estimate", "scaling", &"none".into());
    claims.is("300", number(&cases["runs"]));
    claims.all("8.9 0.28", &runs(0, "norm"));
    claims.is("6.6", runs(1, "log10_median")[0] - runs(0, "log10_median")[0]);
    let mut one = |written: &str, measure: &str, scaling: usize, found: f64, factor: f64| {
        let [mean, sd] = runs(scaling, measure);
        // The mean of 300 runs.
        claims.near(written, factor * mean, half_unit(written) + 3.0 * factor * sd / 300f64.sqrt());
        claims.agrees(written, found, mean, sd);
    };
    one("97.5", "share_of_largest", 0, measured[0].share_of_largest(), 100.0);
    one("45", "share_of_largest", 1, measured[1].share_of_largest(), 100.0);
    one("4.4", "query_norm", 1, measured[1].query_gradient_norm(), 1.0);
    // One digit is meant.
    let [mean, sd] = runs(0, "query_norm");
    claims.near("70", mean, 5.0);
    claims.agrees("70", measured[0].query_gradient_norm(), mean, sd);
    assert!(measured[2].query_gradient_norm() < 0.1 * measured[1].query_gradient_norm());
    let width = |measured: &GradientStatistics| {
        let within = |share: f64| {
            let mut below = 0.0;
            let mut shares = measured.sizes.shares().into_iter();
            let reaches = |&(_, part): &(f64, f64)| {
                below += part;
                below >= share
            };
            shares.find(reaches).expect("a bin").0
        };
        within(0.95) - within(0.05)
    };
    assert!(width(&measured[2]) < width(&measured[1]) && width(&measured[1]) < width(&measured[0]));

    claims.given("one per cent", "1");
    for (batch, length, d_k, written) in [
        (400, 8, 64, "0.6"),
        (24, 32, 64, "1.1"),
        (8, 128, 64, "2"),
        (2, 512, 64, "4"),
        (8, 128, 1024, "1.2"),
        (8, 128, 4096, "0.8"),
    ] {
        let name = format!("norm none over sqrt L={length} d_k={d_k}");
        claims.sampled(written, &name, ratio(&experiment(batch, length, d_k)), batch as f64);
    }
    check("saturation", &claims);
}
