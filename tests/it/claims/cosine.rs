//! The numbers of the lesson on cosine similarity.

use attention_lab::engine::cosine::cosines;
use attention_lab::lessons::figure::Figure;

use super::flash::{figure, line, near, puzzles, wrong};
use super::*;

#[test]
fn cosine() {
    let mut claims = Claims::default();
    claims.given("exact, indices, typed numbers and versions", "0 1 2 3 4 -1 0.2 6");
    claims.given("a paper", "2020 2010.04245");
    claims.given("settings", "64 128 256 1000");

    let keys = start("cosine", "a");
    let matrix = |name| keys.matrix(name).expect("typed");
    let (q, k) = (matrix(Name::Q), matrix(Name::K));
    assert_eq!(
        (row(q, 0), row(k, 0), row(k, 1), row(k, 2)),
        (vec![1.0, 0.0], vec![3.0, 4.0], vec![1.0, 0.0], vec![0.0, 2.0])
    );
    claims.is("5", k.row(0).norm());
    let trace = attend(&keys);
    claims.all("3 1 0", &row(&trace.scores, 0));
    claims.is("1.414", keys.divisor());
    claims.all("2.121 0.707 0", &row(&trace.scaled, 0));
    claims.all("0.734 0.178 0.088", &row(&trace.weights, 0));
    claims.all("0.6 1 0", &row(&cosines(q, k), 0));
    let of = |values: &[(&str, f64)], inputs: &Inputs| figure(Figure::Cosine, values, inputs);
    let shown = of(&[], &keys);
    for (table, expected) in shown.tables.iter().zip([&trace.scaled, &trace.weights]) {
        assert_eq!(line(table, 0), row(expected, 0));
    }
    claims.all("0.6 1 0", &line(&shown.tables[2], 0));
    claims.all("0.329 0.491 0.180", &line(&shown.tables[3], 0));

    let first =
        |values: &[(&str, f64)]| of(values, &keys).tables.iter().map(|table| line(table, 0)[0]).collect::<Vec<_>>();
    claims.all("6.364 0.995 0.6 0.329", &first(&[("stretch", 3.0)]));
    claims.all("0.335 0.6 0.329", &first(&[("stretch", 0.2)])[1..]);
    let zero = first(&[("stretch", 0.0)]);
    claims.all("0 0 0.212", &[zero[0], zero[2], zero[3]]);
    let heights = |series: usize| shown.plots[0].series[series].points.iter().map(|point| point.y).collect::<Vec<_>>();
    assert!(heights(0).windows(2).all(|pair| pair[0] < pair[1]));
    assert!(heights(1)[1..].windows(2).all(|pair| pair[0] == pair[1]));
    claims.is("0.212", heights(1)[0]);

    let longer = typed(&keys, Name::Q, &[(1, 1, 2.0)]);
    assert_eq!(attend(&longer).scaled, 2.0 * &trace.scaled);
    claims.is("0.932", attend(&longer).weights[(0, 0)]);
    claims.is("0.329", line(&of(&[], &longer).tables[3], 0)[0]);

    let extremes = weights(&[1.0, -1.0]);
    claims.is("7.389", extremes[0] / extremes[1]);
    claims.all("0.165 0.820 0.015", &line(&of(&[("gain", 4.0)], &keys).tables[3], 0));
    claims.is("0.125", 1.0 / Scaling::Sqrt.divisor_at(64));
    claims.is("0.0625", 1.0 / Scaling::Sqrt.divisor_at(256));
    claims.all("8 16", &[Scaling::Sqrt.divisor_at(64), Scaling::Sqrt.divisor_at(256)]);
    claims.is("4.852", 128f64.ln());
    let sampled = cases("rows.json");
    let expected =
        |gain: u32| sampled.iter().find(|case| case["kind"] == "cosine" && case["d_k"] == 64 && case["gain"] == gain);
    claims.expected("4.84", &expected(1).expect("a gain")["entropy"]);
    claims.expected("4.37", &expected(8).expect("a gain")["entropy"]);
    // sd of the cosines, 1/√d_k, and the entropies at gain 1 and at the gain that is set.
    let random = |d_k: f64| {
        figure(Figure::CosineScale, &[("d_k", d_k)], &keys).tables[0]
            .rows
            .iter()
            .map(|row| row.cells[0].value())
            .collect::<Vec<_>>()
    };
    claims.is("4.84", random(64.0)[2]);
    let run = sampled.iter().find(|case| case["kind"] == "cosine-run").expect("runs");
    claims.expected("4.37", &run["entropy"]);
    let (mean, deviation) = (number(&run["entropy"]["mean"]), number(&run["deviation"]));
    assert!((random(64.0)[3] - mean).abs() < 4.0 * deviation, "{} of {mean} ± {deviation}", random(64.0)[3]);
    claims.near("0.125", random(64.0)[0], 0.005);
    claims.near("0.0625", random(256.0)[0], 0.003);
    assert!(random(256.0)[3] > random(64.0)[3] + 0.2);

    let root = 2f64.sqrt();
    claims.is("1.414", root);
    claims.is("6.908", 1000f64.ln());
    claims.given("the vectors of the problems", "3 4 8 6");
    let [angle, stretched, gain] = puzzles("cosine", "b")[..] else { panic!("three problems") };
    near(&[(angle.answer)(), (stretched.answer)(), (gain.answer)()], &[0.96, 67.882, 3.454]);
    near(&wrong(angle), &[48.0, 48.0 / root, 9.6, 4.8]);
    near(&wrong(stretched), &[48.0 / root, 0.96, 48.0, 96.0]);
    near(&wrong(gain), &[1000f64.ln(), 500.0]);
    let own = typed(&keys, Name::Q, &[(1, 1, 3.0), (1, 2, 4.0)]);
    let own = typed(&own, Name::K, &[(1, 1, 8.0), (1, 2, 6.0)]);
    near(&[line(&of(&[], &own).tables[2], 0)[0]], &[0.96]);
    near(&[line(&of(&[("stretch", 2.0)], &own).tables[0], 0)[0]], &[67.882]);
    check("cosine", &claims);
}
