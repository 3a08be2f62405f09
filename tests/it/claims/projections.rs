//! The numbers of the lesson on projections.

use super::*;

#[test]
fn projections() {
    let mut claims = Claims::default();
    claims.given("exact, sizes, rows and typed numbers", "0 1 2 3 4");
    let of = |inputs: &Inputs, name, i: usize| row(inputs.matrix(name).expect("projected"), i);
    let score = |inputs: &Inputs, i: usize, j: usize| attend(inputs).scores[(i - 1, j - 1)];
    let asymmetry = |inputs: &Inputs| {
        let scores = attend(inputs).scores;
        (&scores - scores.transpose()).amax()
    };
    let [birds, eat] = [0, 1];

    let roles = start("projections", "a");
    claims.all("2 0", &of(&roles, Name::Q, eat));
    claims.all("2 0", &of(&roles, Name::K, birds));
    claims.all("0 2", &of(&roles, Name::K, eat));
    claims.is("4", score(&roles, 2, 1));
    let still = typed(&roles, Name::X, &[(1, 3, 0.0)]);
    claims.all("0 0", &of(&still, Name::K, birds));
    claims.all("0 1", &of(&still, Name::Q, birds));
    claims.is("0", score(&still, 2, 1));
    assert_eq!((of(&roles, Name::Q, birds), of(&roles, Name::WQ, 2)), (vec![0.0, 1.0], vec![0.0, 0.0]));

    assert_eq!((roles.d_k(), roles.values().ncols()), (2, 3));
    let wider = roles.with_size(Dimension::Dk, 4);
    claims.all("1.414 2", &[roles.divisor(), wider.divisor()]);
    let (before, after) = (attend(&roles), attend(&wider));
    assert_eq!(before.scores, after.scores);
    assert!((0..3).all(|i| entropy(&row(&after.weights, i)) > entropy(&row(&before.weights, i))));

    claims.all("2 4 2", &[asymmetry(&roles), score(&roles, 2, 1), score(&roles, 1, 2)]);
    let equal = start("projections", "b");
    assert_eq!(equal.matrix(Name::WQ), equal.matrix(Name::WK));
    claims.all("0 0 4", &[asymmetry(&equal), score(&equal, 2, 1), score(&equal, 2, 2)]);
    let weights = attend(&equal).weights;
    assert!((&weights - weights.transpose()).amax() > 0.1);
    let parted = typed(&equal, Name::WK, &[(3, 1, 2.0)]);
    claims.is("4", score(&parted, 2, 1));
    assert!(asymmetry(&parted) > 0.0);

    let other = typed(&roles, Name::WV, &[(1, 2, 7.0)]);
    assert_eq!((attend(&other).weights, attend(&other).output == before.output), (before.weights, false));
    claims.all("1 0 3", &row(roles.values(), birds));

    let doubled = start("projections", "c");
    let [once, twice] = [1.0, 2.0].map(|size| [(1, 1, size), (2, 2, size)]);
    let single = typed(&doubled, Name::WQ, &once);
    claims.all("0.670 0.330", &row(&attend(&single).weights, 0));
    assert_eq!(attend(&typed(&single, Name::WK, &twice)).weights, attend(&doubled).weights);
    let answers = row(&attend(&doubled).weights, 0);
    assert!((answers[0] - 0.8044).abs() < 5e-5 && (answers[1] - 0.1956).abs() < 5e-5, "{answers:?}");
    claims.is("0", asymmetry(&doubled));
    claims.given("a power of e", "-1.4142");
    claims.is("0.243", (-2f64.sqrt()).exp());
    check("projections", &claims);
}
