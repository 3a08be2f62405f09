//! The numbers of the lesson on variance.

use super::*;

#[test]
fn variance() {
    let mut claims = Claims::default();
    claims.given("exact", "0 1 2 3 4");
    claims.given("sizes and settings", "16 64 128 256 1024 50000 768 0.02");
    let sd = |d_k: usize| DotSettings { d_k, sigma: 1.0, count: 2, seed: 0 }.variance().sqrt();
    claims.all("4 8 11.31 16 32", &[sd(16), sd(64), sd(128), sd(256), sd(1024)]);
    let of = |d_k, sigma| DotSettings { d_k, sigma, count: 2, seed: 0 }.variance();
    claims.all("64 1024 32", &[of(64, 1.0), of(64, 2.0), of(64, 2.0).sqrt()]);
    claims.is("4", of(64, 2.0).sqrt() / Scaling::Sqrt.divisor_at(64));

    let sampled = dots(64, 1.0);
    let pairs = 50_000f64.sqrt();
    let exact = |d_k: u32| figure_case("lengths", "d_k", &d_k.into());
    let of_64 = |key| number(&exact(64)[key]);
    claims.is("7.97", of_64("mean"));
    let mean_length = sampled.query_lengths.iter().sum::<f64>() / 50_000.0;
    claims.agrees("7.97", mean_length, of_64("mean"), of_64("sd") / pairs);
    claims.agrees("64", DotJob::variance(&sampled.products), 64.0, of_64("product_square_sd") / pairs);
    // The text says: usually by less than 1.
    assert!(of_64("product_square_sd") / pairs < 0.5);
    claims.is("0.125", of_64("cosine_sd"));
    claims.agrees("0.125", DotJob::variance(&sampled.cosines), 1.0 / 64.0, of_64("cosine_square_sd") / pairs);
    claims.is("0.031", 1.0 / Scaling::Sqrt.divisor_at(1024));

    // Two terms: the product has Laplace's distribution with density ½ e^−|x|, whose sd is √2.
    let bound = 3.0 * 2f64.sqrt();
    claims.is("1.4", 100.0 * (-bound).exp());
    let beyond = dots(2, 1.0).products.iter().filter(|x| x.abs() > bound).count();
    let share = (-bound).exp();
    claims.agrees("1.4", beyond as f64 / 50_000.0, share, (share * (1.0 - share)).sqrt() / pairs);
    claims.is("0.27", 100.0 * (1.0 - normal_within(3.0)));
    for d_k in [1, 2] {
        let error = number(&exact(d_k)["product_square_sd"]) / pairs;
        claims.agrees("d_k", DotJob::variance(&dots(d_k as usize, 1.0).products), f64::from(d_k), error);
        assert!(error < 0.02 * f64::from(d_k), "a few per cent");
    }

    // Variance of a component of q: D times that of a weight.
    let width = 768.0f64;
    let [xavier, uniform, fixed] = [2.0 / (width + width), (1.0 / width.sqrt()).powi(2) / 3.0, 0.02f64.powi(2)];
    claims.all("1.0 0.333 0.307", &[width * xavier, width * uniform, width * fixed]);
    claims.is("0.577", (width * uniform).sqrt());
    claims.is("7.1", of(64, 0.577));
    claims.is("0.333", of(64, 0.577).sqrt() / Scaling::Sqrt.divisor_at(64));
    check("variance", &claims);
}

/// The share of a normal distribution within `bound` standard deviations, by Simpson's rule.
fn normal_within(bound: f64) -> f64 {
    let (steps, density) = (1000, |x: f64| (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt());
    let step = 2.0 * bound / f64::from(steps);
    let weight = |i: i32| if i == 0 || i == steps { 1.0 } else { f64::from(2 + 2 * (i % 2)) };
    (0..=steps).map(|i| weight(i) * density(f64::from(i) * step - bound)).sum::<f64>() * step / 3.0
}
