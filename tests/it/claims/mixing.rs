//! The numbers of the lesson on weighted sums.

use super::*;
use attention_lab::engine::faults::output_of;
use attention_lab::engine::hull::{distance_outside, hull};

fn outside(inputs: &Inputs, output: &[f64]) -> f64 {
    let points: Vec<[f64; 2]> = inputs.values().row_iter().map(|row| [row[0], row[1]]).collect();
    let corners: Vec<[f64; 2]> = hull(&points).into_iter().map(|i| points[i]).collect();
    distance_outside([output[0], output[1]], &corners)
}

#[test]
fn mixing() {
    let mut claims = Claims::default();
    claims.given("exact, sizes, rows and typed numbers", "0 1 2 3 5 6 8 10 30 64");
    let page = start("mixing", "a");
    assert_eq!((page.divisor(), page.values().shape()), (1.0, (5, 2)));
    let trace = attend(&page);
    let (weights, output) = (row(&trace.weights, 0), row(&trace.output, 0));
    claims.all("0.1834 0.0675 0.4984 0.0675 0.1834", &weights);
    claims.all("3.447 3.064", &output);
    claims.all("2.8 2.6", &row(&trace.output, 1));
    assert_eq!(page.values().column(0).iter().copied().collect::<Vec<_>>(), [1.0, 5.0, 5.0, 1.0, 2.0]);
    assert_eq!(row(page.values(), 4), [2.0, 3.0]);
    let points: Vec<[f64; 2]> = page.values().row_iter().map(|row| [row[0], row[1]]).collect();
    assert_eq!(hull(&points), [0, 1, 2, 3]);
    assert!((0..2).all(|i| outside(&page, &row(&trace.output, i)) == 0.0));

    let near = attend(&typed(&page, Name::Scores, &[(1, 3, 6.0)]));
    claims.all("4.944 3.966", &row(&near.output, 0));
    let inside = row(&attend(&typed(&page, Name::Scores, &[(1, 5, 30.0)])).output, 0);
    assert!((inside[0] - 2.0).abs() < 1e-6 && (inside[1] - 3.0).abs() < 1e-6, "{inside:?}");
    // The corners alone, in another way: a quarter of the way right, two thirds of the way up.
    let corners = [0.75 / 3.0, 0.25 / 3.0, 0.5 / 3.0, 1.5 / 3.0];
    let mixed = |c: usize| corners.iter().zip(&points).map(|(weight, point)| weight * point[c]).sum::<f64>();
    assert!((mixed(0) - 2.0).abs() < 1e-12 && (mixed(1) - 3.0).abs() < 1e-12);

    let moved: Vec<_> = (1..=5).map(|j| (j, 1, page.values()[(j - 1, 0)] + 10.0)).collect();
    claims.is("13.447", attend(&typed(&page, Name::V, &moved)).output[(0, 0)]);
    let doubled: Vec<_> = (1..=5).flat_map(|j| [1, 2].map(|c| (j, c, 2.0 * page.values()[(j - 1, c - 1)]))).collect();
    let doubled = typed(&page, Name::V, &doubled);
    let twice = attend(&doubled);
    assert_eq!(twice.weights, trace.weights);
    claims.all("5.6 5.2", &row(&twice.output, 1));
    assert_eq!(outside(&doubled, &row(&twice.output, 1)), 0.0);

    claims.is("8", Scaling::Sqrt.divisor_at(64));
    let divided = trace.weights.map(|weight| weight / 8.0);
    claims.is("0.125", divided.row(1).sum());
    let late = output_of(&page, &divided);
    claims.all("0.35 0.325", &row(&late, 1));
    claims.is("0.937", outside(&page, &row(&late, 1)));

    let asked = attend(&start("mixing", "b"));
    assert!((asked.output[(0, 0)] - 3.0).abs() < 1e-12 && (asked.output[(0, 1)] - 4.0).abs() < 1e-12);
    claims.is("2.718", 1f64.exp());
    check("mixing", &claims);
}
