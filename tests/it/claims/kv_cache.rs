//! The numbers of the lesson on the KV cache.

use super::multi_head::{cells, shown};
use super::*;

use attention_lab::lessons::figure::Figure;

#[test]
fn kv_cache() {
    let mut claims = Claims::default();
    claims.given("exact, rows, steps and settings", "0 1 2 3 4 5 8 24");
    claims.given("the paper of 2023 and its number", "2023 2305.13245");
    let inputs = start("kv-cache", "a");
    let step = |inputs: &Inputs, t: u8| shown(Figure::Cache, &[("t", f64::from(t))], inputs);
    let column = |inputs: &Inputs, t: u8| (0..5).map(|i| cells(&step(inputs, t), 3, i)[0]).collect::<Vec<_>>();
    assert_eq!(step(&inputs, 3), shown(Figure::Cache, &[], &inputs));
    assert_eq!(inputs.mask().causal, Causal::TopLeft);

    claims.all("0.178 0.734 0.088", &cells(&step(&inputs, 3), 1, 0)[..3]);
    claims.all("1.178 0.646 1.824", &cells(&step(&inputs, 3), 2, 0));
    assert_eq!(cells(&step(&inputs, 3), 2, 0), row(&attend(&inputs).output, 2));
    claims.all("0 5 10 15", &[1, 2, 3, 4].map(|t| column(&inputs, t)[1]));
    claims.all("5 2 3", &[column(&inputs, 1)[2], inputs.d_k() as f64, inputs.values().ncols() as f64]);
    assert!((1..=4).all(|t| column(&inputs, t)[3..] == [0.0, 0.0]));

    let later = typed(&inputs, Name::X, &[(4, 1, 7.0), (4, 2, -3.0), (4, 3, 0.5)]);
    let rows = |inputs: &Inputs| attend(inputs).output.rows(0, 3).into_owned();
    assert_eq!(rows(&later), rows(&inputs));
    assert_ne!(attend(&later).output, attend(&inputs).output);
    let open = inputs.with_mask(Mask::default());
    claims.is("0.598", cells(&step(&open, 3), 1, 1)[3]);
    claims.is("0.810", column(&open, 3)[4]);
    assert_eq!(column(&open, 4)[3..], [0.0, 0.0]);
    assert!((0..3).all(|i| (rows(&open).row(i) - rows(&inputs).row(i)).amax() > 0.1));

    claims.given("keys seen, one digit for each", "1110 1111 1000 1100");
    let corner = |cached: f64, new: f64| shown(Figure::CacheCorner, &[("cached", cached), ("new", new)], &inputs);
    let digits = |table: usize, i: usize| -> String {
        cells(&corner(2.0, 2.0), table, i).iter().map(|seen| seen.to_string()).collect()
    };
    assert_eq!(corner(2.0, 2.0), shown(Figure::CacheCorner, &[], &inputs));
    assert_eq!([digits(0, 0), digits(0, 1), digits(1, 0), digits(1, 1)], ["1110", "1111", "1000", "1100"]);
    claims.all("6 1", &cells(&corner(5.0, 1.0), 2, 0));
    assert_eq!(cells(&corner(5.0, 1.0), 1, 0), [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]);

    claims.given("lengths", "4096 131072");
    let cost = |values: &[(&str, f64)]| shown(Figure::CacheCost, values, &inputs);
    assert_eq!(cost(&[("T", 4096.0)]), cost(&[]));
    let (last, all) = (cells(&cost(&[]), 0, 0), cells(&cost(&[]), 0, 1));
    claims.all("4.288e13 1.127e10", &last);
    claims.all("8.559e16 4.288e13", &all);
    assert_eq!(all[1], last[0]);
    // One pass over the whole text, masked pairs included.
    claims.is("4.618e13", Model::multi_head(4096.0, 4096.0, 24.0, 2.0).total(false));
    let long = cost(&[("T", 131_072.0)]);
    claims.is("6.120e10", cells(&long, 0, 0)[1]);
    claims.all("9.66 51.5", &[cells(&long, 0, 2)[1], cells(&long, 0, 3)[1]]);
    claims.is("2.15", cells(&cost(&[("T", 131_072.0), ("layers", 1.0)]), 0, 3)[1]);
    let grouped = cost(&[("T", 131_072.0), ("group", 8.0)]);
    claims.is("6.44", cells(&grouped, 0, 3)[1]);
    claims.is("5.979e10", cells(&grouped, 0, 0)[1]);
    check("kv_cache", &claims);
}

#[test]
fn problems_on_the_cache_have_their_answers() {
    let answers = answers("kv-cache", "b");
    // q of "down" is [1, 2], k of "cat" [2, 1].
    assert!((answers[0] - 4.0 / 2f64.sqrt()).abs() < 1e-15, "{answers:?}");
    assert_eq!(answers[1..], [21.0, 131.072]);
}
