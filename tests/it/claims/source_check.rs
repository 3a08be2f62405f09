//! The numbers of the lesson that checks its sources.

use super::*;

#[test]
fn source_check() {
    let mut claims = Claims::default();
    claims.given("exact", "0 1 2 -1");
    claims.given("an arXiv id and its year, exp(88)", "2020 1910.10683 88");
    claims.given("sizes and settings", "3 4 8 64 128 200 1000 4096 8192 131072 11.1 88.73 0.8 3.2 1.1");
    claims.given("what the statements say", "0.1 3.6 6.9e10 0.10 0.70 0.20 85 65504");

    quoted_experiment(&mut claims);
    assert!(ratio(&experiment(8, 8, 64)) < 1.0, "at L = 8 the norm is smaller without division");

    let (single, half) = (Precision::F32, Precision::F16);
    claims.is("1.65e38", single.exp(88.0));
    claims.is("3.40e38", single.largest());
    claims.is("88.72", single.exp_limit());
    assert!(single.exp(88.73).is_infinite() && single.exp(88.72).is_finite() && single.exp_limit() - 88.0 < 1.0);
    claims.is("65504", half.largest());
    claims.is("8188", half.largest() / Scaling::Sqrt.divisor_at(64));
    claims.is("11.09", half.exp_limit());
    assert!(half.exp(11.1).is_infinite());
    // The case of [200, 200] that the statement on fp16 refers to.
    assert!(half.dot([(200.0, 200.0); 2].into_iter()).is_infinite());

    // T5: query weights of sd (d_model d_k)^−½, key weights of sd d_model^−½, inputs of variance 1.
    for (d_model, d_k) in [(512.0f64, 64.0f64), (1024.0, 128.0)] {
        let (query, key) = (d_model * (d_model * d_k).powf(-0.5).powi(2), d_model * d_model.powf(-0.5).powi(2));
        claims.is("1", key);
        claims.is("1", query * d_k);
        claims.is("1", (d_k * query * key).sqrt());
    }

    let one = product_multiply_adds(4096.0, 4096.0);
    let layer = |tokens: f64| Model::multi_head(tokens, 4096.0, 1.0, 2.0);
    claims.all("6.9e10 2.75e11", &[one, layer(4096.0).attention()]);
    claims.is("4", layer(4096.0).attention() / one);
    claims.is("4", layer(8192.0).attention() / layer(4096.0).attention());

    let three = weights(&[0.8, 3.2, 1.1]);
    claims.all("0.075 0.824 0.101", &three);
    claims.all("2.4 11.0 7", &[3.2 - 0.8, three[1] / three[0], 0.70 / 0.10]);

    let orthogonal = |length: f64| {
        let identity = || Matrix::identity(2, 2);
        let source = Source::Tokens { x: identity() * length, wq: identity(), wk: identity(), wv: identity() };
        let trace = attend(&Inputs::new(source, Scaling::Sqrt, Mask::default()).expect("shapes"));
        [row(&trace.scaled, 0), row(&trace.weights, 0)]
    };
    claims.all("0.7071 0", &orthogonal(1.0)[0]);
    claims.all("0.670 0.330", &orthogonal(1.0)[1]);
    claims.all("6.364 0.998", &orthogonal(3.0).map(|row| row[0]));
    assert_eq!(orthogonal(0.0)[1], [0.5, 0.5]);

    let prefill = |tokens: f64| Model { layers: 24.0, ..layer(tokens) };
    claims.is("84.2", 100.0 * prefill(131_072.0).attention_share(false));
    claims.is("72.7", 100.0 * prefill(131_072.0).attention_share(true));
    claims.is("25.0", 100.0 * prefill(8192.0).attention_share(false));

    claims.is("0.125", 1.0 / Scaling::Sqrt.divisor_at(64));
    claims.is("8", Scaling::Sqrt.divisor_at(64));
    claims.is("7.4", weights(&[1.0, -1.0])[0] / weights(&[1.0, -1.0])[1]);
    for (gain, written) in [(1, "4.84"), (8, "4.37")] {
        let of = |case: &Value| case["kind"] == "cosine" && case["d_k"] == 64 && case["gain"] == gain;
        let case = cases("rows.json").into_iter().find(of).expect("the gain");
        claims.expected(written, &case["entropy"]);
        let run = cases("rows.json").into_iter().find(|case| case["kind"] == "cosine-run").expect("runs");
        // 256 queries on one set of keys vary less than the 32 of a figure.
        let (mean, sd) = (number(&case["entropy"]["mean"]), number(&run["deviation"]));
        claims.agrees(written, cosine_entropy(f64::from(gain)), mean, sd);
    }

    claims.is("6.1e-5", unit_in_last_place(single, 1000.0));
    for size in [1u32, 3, 10, 30, 100, 1000] {
        let error = |way: &str, of: &str| {
            number(&quoted(&format!("error in f32{of} {way} size={size} S=128 block=16"))["mean"])
        };
        let errors = online_errors(f64::from(size));
        for (way, errors) in ["whole", "blocks"].into_iter().zip(&errors) {
            // Usually below one millionth, in NumPy's 3000 rows as in the 200 here.
            assert!(error(way, " over 1e-6") < 0.005, "{way} at {size}");
            assert!(errors.iter().filter(|&&error| error > 1e-6).count() <= 4, "{way} at {size}: {errors:?}");
        }
        let ratio = error("blocks", "") / error("whole", "");
        assert!(ratio < 1.0, "on average no larger, at {size}: {ratio}");
    }
    claims.is("2.079", 8f64.ln());
    let [leaking, right] = [1, 0].map(leak);
    assert!(leaking < 0.1 && right > 8f64.ln(), "losses {leaking} and {right}");
    check("source_check", &claims);
}

/// Mean entropy of 128 cosines of random vectors of width 64 under a gain.
fn cosine_entropy(gain: f64) -> f64 {
    let mut random = Stream::new(1, 64);
    let mut unit = || {
        let vector: Vec<f64> = (0..64).map(|_| random.gaussian()).collect();
        let length = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
        vector.into_iter().map(|x| x / length).collect::<Vec<f64>>()
    };
    let keys: Vec<Vec<f64>> = (0..128).map(|_| unit()).collect();
    let mut mean = 0.0;
    for _ in 0..256 {
        let query = unit();
        let logits = keys.iter().map(|key| gain * query.iter().zip(key).map(|(q, k)| q * k).sum::<f64>());
        mean += entropy(&weights(&logits.collect::<Vec<_>>())) / 256.0;
    }
    mean
}

/// The loss of a head that looks at the next of 64 random tokens, under a causal mask that leaks `ahead` tokens. A
/// hundredth of each prediction is spread over all 8 words.
fn leak(ahead: isize) -> f64 {
    let (words, length, mut random) = (8, 64, Stream::new(1, 1));
    let tokens: Vec<usize> = (0..length).map(|_| random.index(words)).collect();
    let scores = Matrix::from_fn(length, length, |i, j| if j == i + 1 { 10.0 } else { 0.0 });
    let v = Matrix::from_fn(length, words, |j, word| f64::from(u8::from(tokens[j] == word)));
    let mask = Mask { causal: Causal::TopLeft, offset: ahead, ..Mask::default() };
    let inputs = Inputs::new(Source::Scores { scores, v, d_k: 1 }, Scaling::None, mask).expect("shapes");
    let output = attend(&inputs).output;
    let loss = |i: usize| -(0.99 * output[(i, tokens[i + 1])] + 0.01 / words as f64).ln();
    (0..length - 1).map(loss).sum::<f64>() / (length - 1) as f64
}
