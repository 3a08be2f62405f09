//! The numbers of the lesson on three scalings.

use super::*;

/// The page's curves for `keys` keys, as far as the first `widths` widths.
fn curves(keys: usize, widths: usize) -> CurveJob {
    let settings = CurveSettings { keys, ..CurveSettings::default() };
    let [none, sqrt, dk] = Scaling::COMPARED;
    let mut job = CurveJob::new(settings, &[none, sqrt, dk, Scaling::TwoSqrt]);
    while job.curves()[0].points.len() < widths {
        job.advance();
    }
    job
}

fn point(job: &CurveJob, scaling: usize, d_k: usize) -> &CurvePoint {
    job.curves()[scaling].points.iter().find(|point| point.d_k == d_k).expect("the width")
}

#[test]
fn three_scalings() {
    let mut claims = Claims::default();
    claims.given("exact", "0 1 2 3");
    claims.given("sizes and settings", "4 8 9 16 32 64 128 256 512 1024 0.5");
    claims.given("years, sections and arXiv ids", "2017 1706.03762 3.2.1 2022 2203.03466 2020 1910.10683");

    let scores = [16.0, 8.0, 0.0];
    let divided = |scaling: Scaling| {
        let logits: Vec<f64> = scores.iter().map(|s| s / scaling.divisor_at(64)).collect();
        weights(&logits)
    };
    let rows = Scaling::COMPARED.map(divided);
    claims.all("0.99966 0.000335 1.1e-7", &rows[0]);
    claims.all("0.665 0.245 0.090", &rows[1]);
    claims.all("0.376 0.332 0.293", &rows[2]);
    claims.is("3e-4", 1.0 - rows[0][0]);
    claims.all("0.003 0.832 1.093 1.099", &[entropy(&rows[0]), entropy(&rows[1]), entropy(&rows[2]), 3f64.ln()]);
    let norms = rows.clone().map(|row| jacobian_norm(&row));
    claims.all("0.00067 0.389 0.470", &norms);
    claims.all("0.00067 0.049 0.0073", &[norms[0], norms[1] / 8.0, norms[2] / 64.0]);
    // Raising the middle score by 1 moves the middle weight most under √d_k, least without division.
    let moves: Vec<f64> = Scaling::COMPARED
        .iter()
        .zip(&rows)
        .map(|(scaling, row)| weights(&[16.0, 9.0, 0.0].map(|s| s / scaling.divisor_at(64)))[1] - row[1])
        .collect();
    assert!(moves[1] > moves[2] && moves[2] > moves[0] && moves[0] > 0.0, "{moves:?}");
    claims.is("0.125", Scaling::Sqrt.divisor_at(64) / Scaling::Dk.divisor_at(64));

    claims.is("4.852", 128f64.ln());
    let sampled = curves(128, 11);
    let names = ["none", "sqrt", "dk", "2sqrt"];
    claims.is("320000", number(&quoted("entropy none S=128 d_k=4")["count"]));
    for (d_k, [none, root, whole]) in [
        (4, ["3.37", "4.38", "4.73"]),
        (16, ["1.64", "4.37", "4.82"]),
        (64, ["0.67", "4.37", "4.84"]),
        (256, ["0.30", "4.37", "4.85"]),
        (1024, ["0.14", "4.37", "4.85"]),
    ] {
        for (scaling, written) in [none, root, whole, "4.73"].into_iter().enumerate() {
            claims.estimate(
                written,
                &format!("entropy {} S=128 d_k={d_k}", names[scaling]),
                point(&sampled, scaling, d_k).entropy,
            );
        }
        if d_k >= 16 {
            claims.estimate("0.136", &format!("jacobian sqrt S=128 d_k={d_k}"), point(&sampled, 1, d_k).jacobian);
        }
        for name in names {
            let error = number(&quoted(&format!("entropy {name} S=128 d_k={d_k}"))["error"]);
            assert!(error < 0.002, "{name} at {d_k}: ± {error}");
        }
    }
    claims.given("the largest standard error", "0.002");
    claims.sampled("0.86", "deviation of the entropy of a row none S=128 d_k=4", sd_of_entropy(4, 128), 8192.0);
    for (d_k, norm) in [(16, "0.29"), (64, "0.22"), (1024, "0.07")] {
        claims.estimate(norm, &format!("jacobian none S=128 d_k={d_k}"), point(&sampled, 0, d_k).jacobian);
    }
    // Highest at 16, and falling from there.
    let undivided =
        [4, 16, 32, 64, 256, 1024].map(|d_k| number(&quoted(&format!("jacobian none S=128 d_k={d_k}"))["mean"]));
    assert!(undivided[0] < undivided[1] && undivided[1..].is_sorted_by(|a, b| a > b), "{undivided:?}");
    claims.is("0.088", jacobian_norm(&[1.0 / 128.0; 128]));
    claims.expected("0.088", &quoted("jacobian dk S=128 d_k=1024"));
    let divisors = [Scaling::Dk.divisor_at(16), Scaling::TwoSqrt.divisor_at(64), Scaling::Sqrt.divisor_at(256)];
    assert_eq!(divisors, [16.0; 3]);
    assert_eq!((Scaling::TwoSqrt.divisor_at(4), Scaling::Dk.divisor_at(4)), (4.0, 4.0));

    for (keys, [ceiling, sqrt, none]) in [(32, ["3.47", "3.01", "0.50"]), (512, ["6.24", "5.74", "0.83"])] {
        let sampled = curves(keys, 7);
        claims.is(ceiling, (keys as f64).ln());
        for (scaling, written) in [(0, none), (1, sqrt)] {
            let name = format!("entropy {} S={keys} d_k=64", names[scaling]);
            claims.estimate(written, &name, point(&sampled, scaling, 64).entropy);
        }
    }
    let largest = |keys| number(&quoted(&format!("largest none S={keys} d_k=64"))["mean"]);
    assert!(largest(512) < largest(32));
    claims.given("about 3.47 − 0.50, and less than 6.24 − 0.83", "3 5");

    let settings = AgreementSettings { correlation: 0.5, keys: 128, count: 2048, seed: 1 };
    let points = finished(AgreementJob::new(settings)).points;
    let at = |scaling: usize, d_k: usize| points[scaling].iter().find(|point| point.d_k == d_k).expect("the width");
    for (scaling, d_k, score) in
        [(0, 64, "32"), (1, 64, "4"), (1, 256, "8"), (1, 1024, "16"), (2, 64, "0.5"), (2, 1024, "0.5")]
    {
        let estimate = at(scaling, d_k).score;
        claims.near(score, estimate.mean, 4.0 * estimate.error.expect("an error"));
    }
    let reference = cases("figures.json");
    let mut weight = |written: &str, scaling: usize, d_k: usize| {
        let of = |case: &&Value| {
            (&case["kind"], &case["rho"], &case["scaling"])
                == (&"agreement-estimate".into(), &0.5.into(), &names[scaling].into())
                && case["d_k"] == d_k
        };
        let case = &reference.iter().find(of).expect("the width")["weight"];
        claims.expected(written, case);
        let Estimate { mean, error } = at(scaling, d_k).weight;
        let both = number(&case["error"]).hypot(error.expect("an error"));
        claims.agrees(written, mean, number(&case["mean"]), both);
    };
    weight("0.25", 1, 64);
    weight("0.90", 1, 256);
    for d_k in [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024] {
        weight("0.013", 2, d_k);
    }
    check("three_scalings", &claims);
}

/// The standard deviation of the entropy of single undivided rows.
fn sd_of_entropy(d_k: usize, keys: usize) -> f64 {
    let mut random = Stream::new(1, 0);
    let entropies: Vec<f64> = (0..8192)
        .map(|_| {
            let length = (0..d_k).map(|_| random.gaussian().powi(2)).sum::<f64>().sqrt();
            entropy(&weights(&(0..keys).map(|_| length * random.gaussian()).collect::<Vec<_>>()))
        })
        .collect();
    let mean = entropies.iter().sum::<f64>() / entropies.len() as f64;
    (entropies.iter().map(|h| (h - mean).powi(2)).sum::<f64>() / (entropies.len() - 1) as f64).sqrt()
}
