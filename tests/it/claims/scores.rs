//! The numbers of the lesson on scores.

use super::*;
use attention_lab::engine::cost::score_multiply_adds;
use attention_lab::engine::score::{Score, angle, cosine, length};
use attention_lab::lessons::figure::Figure;

#[test]
fn scores() {
    let mut claims = Claims::default();
    claims.given(
        "exact, sizes, rows, typed numbers and parts of formulas",
        "0 1 2 3 4 5 12 10 20 -5 -10 1024 64 2048 128 -2 -4",
    );
    claims.given("years and addresses of papers", "2014 1409.0473 2015 1508.04025 2017 1706.03762 1703.03906");
    let vector = |inputs: &Inputs, name, i: usize| row(inputs.matrix(name).expect("typed"), i - 1);
    let scores = |inputs: &Inputs, i: usize| row(&attend(inputs).scores, i - 1);

    let page = start("scores", "a");
    assert_eq!((page.d_k(), vector(&page, Name::Q, 1)), (2, vec![2.0, 1.0]));
    claims.all("5 0 -5 10", &scores(&page, 1));
    let with_key = |inputs: &Inputs, j: usize| {
        let (q, k) = (vector(inputs, Name::Q, 1), vector(inputs, Name::K, j));
        (cosine(&q, &k).expect("a cosine"), angle(&q, &k).expect("an angle"), length(&k))
    };
    let [first, fourth] = [1, 4].map(|j| with_key(&page, j));
    assert_eq!((first.0, first.1, fourth.0, fourth.1), (1.0, 0.0, 1.0, 0.0));
    claims.all("2.236 4.472", &[first.2, fourth.2]);
    let turned = typed(&page, Name::K, &[(1, 1, 1.0), (1, 2, -2.0)]);
    claims.is("90", with_key(&turned, 1).1);
    assert_eq!((scores(&turned, 1)[0], with_key(&turned, 1).2), (0.0, first.2));
    let longer = typed(&page, Name::K, &[(1, 1, 2.0), (1, 2, -4.0)]);
    assert_eq!(scores(&longer, 1)[0], 0.0);
    let doubled = typed(&page, Name::Q, &[(1, 1, 4.0), (1, 2, 2.0)]);
    claims.all("10 0 -10 20", &scores(&doubled, 1));

    let all = |lengths: f64, d_k: f64| {
        [score_multiply_adds(lengths, lengths, 1.0), score_multiply_adds(lengths, lengths, d_k)]
    };
    let [usual, long, wide] = [all(1024.0, 64.0), all(2048.0, 64.0), all(1024.0, 128.0)];
    claims.all("1048576 67108864", &usual);
    claims.all("134217728 1.34e8", &[2.0 * usual[1]; 2]);
    assert_eq!((long, wide), (usual.map(|x| 4.0 * x), [usual[0], 2.0 * usual[1]]));

    let kinds = crate::figures::shown(Figure::ScoreKinds, &[], &page);
    let cells =
        |table: usize, line: usize| kinds.tables[table].rows[line].cells.iter().map(|c| c.value()).collect::<Vec<_>>();
    // Query 1: dot product, distance, distance without ‖q‖², additive.
    let [dot, distance, without, additive] = [0, 1, 2, 3].map(|line| cells(1, line));
    assert_eq!(dot, row(&attend(&page).weights, 0));
    claims.is("0.971", dot[3]);
    claims.all("0.833 0.142", &[distance[0], distance[3]]);
    assert!(distance.iter().zip(&without).all(|(a, b)| (a - b).abs() < 1e-15));
    assert!(additive.iter().all(|weight| weight.is_finite()));
    assert_eq!(cells(0, 1)[0], 0.0);
    claims.all("1.963 1.757", &cells(0, 3)[..2]);
    claims.all("4 7 8", &Score::ALL.map(|score| score.flops(2.0)));

    let asked = start("scores", "b");
    assert_eq!((scores(&asked, 1), scores(&asked, 2)[2]), (vec![7.0, -2.0, 0.0], 1.5));
    let counted = start("scores", "c");
    assert_eq!((counted.queries(), counted.keys(), counted.d_k()), (3, 5, 2));
    check("scores", &claims);
}
