//! The numbers of the lesson on several heads.

use super::*;

use attention_lab::engine::heads::{key_head, merge, split};
use attention_lab::figures::Output;
use attention_lab::lessons::figure::Figure;

/// What `figure` shows on the page's numbers `inputs`.
pub fn shown(figure: Figure, values: &[(&str, f64)], inputs: &Inputs) -> Output {
    crate::figures::shown(figure, values, inputs)
}

/// The numbers of a row of a table.
pub fn cells(output: &Output, table: usize, row: usize) -> Vec<f64> {
    output.tables[table].rows[row].cells.iter().map(|cell| cell.value()).collect()
}

/// Mean entropies under √d_k and under √768: what is written is their expected value, and what the figure shows is no
/// further from it than one draw of 32 queries may be.
fn sampled_run(claims: &mut Claims, written: &str, d_k: u32, shown: &[f64]) {
    let cases = cases("rows.json");
    let mut of_width = cases.iter().filter(|case| case["kind"] == "product-run" && case["d_k"] == d_k);
    for (written, &shown) in written.split(' ').zip(shown) {
        let case = of_width.next().expect("a divisor");
        claims.expected(written, &case["entropy"]);
        let (mean, deviation) = (number(&case["entropy"]["mean"]), number(&case["deviation"]));
        assert!((shown - mean).abs() < 4.0 * deviation, "{shown} of {mean} ± {deviation}");
    }
}

/// Rows 1 and 3 of V swapped.
fn swapped(inputs: &Inputs) -> Inputs {
    let v = inputs.values();
    let numbers: Vec<_> = (0..4).flat_map(|c| [(1, c + 1, v[(2, c)]), (3, c + 1, v[(0, c)])]).collect();
    typed(inputs, Name::V, &numbers)
}

#[test]
fn multi_head() {
    let mut claims = Claims::default();
    claims.given("exact, sizes, rows, heads and settings", "0 1 2 3 4 6");
    claims.given("section 3.2.2 of the paper of 2017", "3.2.2 2017");
    let start_a = start("multi-head", "a");
    let feeds = 1;

    // One head.
    let (trace, other) = (attend(&start_a), attend(&swapped(&start_a)));
    assert_eq!(start_a.matrix(Name::Q).map(|q| row(q, feeds)), Some(vec![3.0, 0.0, 3.0, 0.0]));
    claims.all("6 6", &[trace.scores[(feeds, 0)], trace.scores[(feeds, 2)]]);
    assert_eq!((start_a.d_k(), start_a.divisor()), (4, 2.0));
    claims.all("0.488 0.488", &[trace.weights[(feeds, 0)], trace.weights[(feeds, 2)]]);
    assert!(row(&trace.output, feeds).iter().all(|x| (x - 0.488).abs() < 5e-4));
    let still = |i: usize| {
        let pairs = row(&trace.output, i).into_iter().zip(row(&other.output, i));
        pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    assert!(still(feeds) < 1e-15 && still(2) > 0.1);

    // Two.
    let heads =
        |inputs: &Inputs, h: f64, g: f64, mix: f64| shown(Figure::Heads, &[("H", h), ("G", g), ("mix", mix)], inputs);
    assert_eq!(heads(&start_a, 2.0, 2.0, 0.0), shown(Figure::Heads, &[], &start_a));
    let two = heads(&start_a, 2.0, 2.0, 0.0);
    let [first, second] = [cells(&two, 2, feeds), cells(&two, 2, 3 + feeds)];
    claims.all("0.972 0.972", &[first[0], second[2]]);
    claims.all("0.972 0.014 0.014 0.972", &cells(&two, 3, feeds));
    claims.all("0.014 0.972 0.972 0.014", &cells(&heads(&swapped(&start_a), 2.0, 2.0, 0.0), 3, feeds));
    claims.all("0.488 0.488 0.488 0.488", &cells(&heads(&start_a, 1.0, 1.0, 0.0), 3, feeds));
    assert!(heads(&start_a, 3.0, 2.0, 0.0).tables.iter().all(|table| table.rows.is_empty()));

    // Split is reshape, then transpose.
    let counted = start("multi-head", "b");
    let x = counted.matrix(Name::X).expect("X");
    assert_eq!((row(x, 0), row(x, 1)), (vec![0.0, 1.0, 2.0, 3.0], vec![4.0, 5.0, 6.0, 7.0]));
    let cut = shown(Figure::Heads, &[], &counted);
    let rows: Vec<f64> = (0..4).flat_map(|i| cells(&cut, 1, i)).collect();
    claims.all("0 1 4 5 2 3 6 7", &rows);
    let parts = split(x, 2).expect("two heads");
    assert_eq!((row(&parts[0], 1), row(&parts[1], 0)), (vec![4.0, 5.0], vec![2.0, 3.0]));
    assert_eq!(merge(&parts).as_ref(), Some(x));
    // The memory of X, row by row, read as [H, T, d_k].
    let memory: Vec<f64> = (0..2).flat_map(|i| row(x, i)).collect();
    assert_eq!((&memory[..2], &memory[2..4]), (&[0.0, 1.0][..], &[2.0, 3.0][..]));

    // W_O.
    claims.given("a setting", "0.5");
    let mixed = cells(&heads(&start_a, 2.0, 2.0, 0.5), 5, feeds);
    claims.is("0.733", mixed[0]);
    let joined = cells(&two, 3, feeds);
    assert!((mixed[0] - (0.75 * joined[0] + 0.25 * joined[2])).abs() < 1e-15);
    claims.all("0.493 0.493 0.493 0.493", &cells(&heads(&start_a, 2.0, 2.0, 1.0), 5, feeds));

    // The divisor of a head.
    claims.given("settings", "768 12 48");
    let divisor = |h: f64| shown(Figure::HeadDivisor, &[("h", h)], &start_a);
    assert_eq!(divisor(12.0), shown(Figure::HeadDivisor, &[], &start_a));
    claims.is("64", 768.0 / 12.0);
    claims.all("8 27.713", &cells(&divisor(12.0), 0, 0));
    assert_eq!([64, 768].map(|width| Scaling::Sqrt.divisor_at(width)).to_vec(), cells(&divisor(12.0), 0, 0));
    claims.all("1 0.289", &cells(&divisor(12.0), 0, 1));
    claims.is("0.289", 12f64.sqrt().recip());
    sampled_run(&mut claims, "4.37 4.81", 64, &cells(&divisor(12.0), 0, 3));
    claims.all("4.852 4.852", &cells(&divisor(12.0), 0, 5));
    claims.is("0.144", cells(&divisor(48.0), 0, 1)[1]);
    sampled_run(&mut claims, "4.37 4.84", 16, &cells(&divisor(48.0), 0, 3));
    assert!((0..6).all(|i| cells(&divisor(1.0), 0, i)[0] == cells(&divisor(1.0), 0, i)[1]));

    // Shapes and parameters.
    claims.given("settings", "128 256 4096 32");
    let chain = |values: &[(&str, f64)]| shown(Figure::ShapeChain, values, &start_a);
    let counts = |output: &Output| (0..5).map(|i| cells(output, 0, i)[1]).collect::<Vec<_>>();
    let (short, long) = (counts(&chain(&[])), counts(&chain(&[("T", 256.0)])));
    claims.all("196608 196608 393216 196608 196608", &short);
    claims.all("393216 393216 1572864 393216 393216", &long);
    assert_eq!(long[2], 4.0 * short[2]);
    let parameters = |values: &[(&str, f64)]| cells(&chain(values), 1, 2)[0];
    claims.is("2359296", parameters(&[]));
    assert_eq!(parameters(&[("H", 1.0)]), parameters(&[]));
    claims.is("67108864", parameters(&[("D", 4096.0), ("H", 32.0)]));
    claims.is("67.1", parameters(&[("D", 4096.0), ("H", 32.0)]) / 1e6);

    // Groups.
    let grouped = heads(&start_a, 4.0, 2.0, 0.0);
    let read: Vec<f64> = (0..4).map(|head| cells(&grouped, 0, head)[1]).collect();
    claims.all("1 1 2 2", &read);
    let from_zero: Vec<f64> = (0..4).map(|head| key_head(head, 4, 2).expect("a key head") as f64).collect();
    claims.all("0 0 1 1", &from_zero);
    assert!((0..4).all(|head| cells(&heads(&start_a, 4.0, 1.0, 0.0), 0, head)[1] == 1.0));
    assert!(heads(&start_a, 4.0, 3.0, 0.0).tables[0].rows.is_empty());
    check("multi_head", &claims);
}

#[test]
fn problems_on_heads_have_their_answers() {
    let answers = answers("multi-head", "c");
    assert_eq!(answers, [8.0, 3.0, 4.194304]);
}
