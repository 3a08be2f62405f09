//! The figure of dot products.

use super::*;

/// The table of the products: variance, sd, mean lengths, sd of cosines.
fn measured(d_k: f64, sigma: f64, count: f64, seed: u32) -> Vec<f64> {
    let values = [("d_k", d_k), ("sigma", sigma), ("count", count), ("seed", f64::from(seed))];
    column(&run(Figure::DotProducts, &values).tables[0], 0)
}

fn compare_products(widths: &[f64]) {
    let count = 50_000.0;
    for case in of_kind("lengths").filter(|case| widths.contains(&of(case, "d_k"))) {
        let d_k = of(case, "d_k");
        for seed in SEEDS {
            let context = |what: &str| format!("{what} at d_k {d_k}, seed {seed}");
            let found = measured(d_k, 1.0, count, seed);
            assert_near(&context("variance"), found[0], d_k, 0.03 * d_k);
            assert_near(&context("variance"), found[0], d_k, 4.0 * of(case, "product_square_sd") / count.sqrt());
            assert_near(&context("sd"), found[1], found[0].sqrt(), 1e-12 * d_k);
            for length in [found[2], found[3]] {
                assert_near(&context("length"), length, of(case, "mean"), 4.0 * of(case, "sd") / count.sqrt());
            }
            let expected = of(case, "cosine_sd");
            let error = of(case, "cosine_square_sd") / (2.0 * expected * count.sqrt());
            assert_near(&context("sd of cos θ"), found[4], expected, 4.0 * error);
        }
    }
}

#[test]
fn products_vary_as_wide_as_theory_says() {
    compare_products(&[16.0, 64.0, 128.0]);
}

/// A test of its own, since it takes as long as all the others.
#[test]
fn products_of_long_vectors_do_so_too() {
    compare_products(&[256.0]);
}

#[test]
fn a_wider_component_counts_to_the_fourth_power() {
    for case in of_kind("lengths").filter(|case| of(case, "d_k") >= 16.0) {
        let d_k = of(case, "d_k");
        for sigma in [0.5, 2.0f64] {
            // Powers of two: everything is scaled without rounding.
            let [unit, wide] = [1.0, sigma].map(|sigma| measured(d_k, sigma, 200.0, 3));
            let factors = [sigma.powi(4), sigma.powi(2), sigma, sigma, 1.0];
            let scaled: Vec<f64> = unit.iter().zip(factors).map(|(x, factor)| x * factor).collect();
            assert_eq!(wide, scaled, "d_k {d_k}, σ {sigma}");
            if d_k > 64.0 {
                continue;
            }
            let (found, variance) = (measured(d_k, sigma, 50_000.0, 1), d_k * sigma.powi(4));
            let context = format!("d_k {d_k}, σ {sigma}");
            assert_near(&context, found[0], variance, 0.03 * variance);
            for length in [found[2], found[3]] {
                let error = sigma * of(case, "sd") / 50_000f64.sqrt();
                assert_near(&context, length, sigma * of(case, "mean"), 4.0 * error);
            }
            let error = of(case, "cosine_square_sd") / (2.0 * of(case, "cosine_sd") * 50_000f64.sqrt());
            assert_near(&context, found[4], of(case, "cosine_sd"), 4.0 * error);
        }
    }
}
