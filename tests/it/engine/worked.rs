//! The engine against numbers from arbitrary-precision arithmetic.

use super::*;

fn entropies(trace: &Trace) -> Vec<f64> {
    (0..trace.weights.nrows()).map(|i| trace.statistics(i).entropy).collect()
}

#[test]
fn worked_softmax() {
    for case in of_kind("softmax") {
        let logits = numbers(&case["scores"]);
        let hidden = (0..logits.len()).filter(|&j| logits[j] == f64::NEG_INFINITY);
        let finite: Vec<f64> = logits.iter().map(|x| if x.is_finite() { *x } else { 0.0 }).collect();
        let trace = attend(&scores(&[finite], padding(&hidden.collect::<Vec<_>>())));
        let expected = numbers(&case["weights"]);
        assert_row(id(&case), "softmax", &softmax(&logits).weights, &expected, CLOSE);
        assert_row(id(&case), "weights", &row(&trace.weights, 0), &expected, CLOSE);
        let statistics = trace.statistics(0);
        assert_row(id(&case), "entropy", &[statistics.entropy], &[number(&case["entropy_nats"])], CLOSE);
        let norm = number(&case["jacobian_frobenius"]);
        assert_row(id(&case), "jacobian", &[statistics.jacobian_norm], &[norm], CLOSE);
        let largest = expected.iter().fold(0.0, |m: f64, &p| m.max(p));
        assert_row(id(&case), "largest", &[statistics.largest], &[largest], CLOSE);
    }
}

#[test]
fn worked_attention() {
    for case in of_kind("attention") {
        let causal = if case["causal"] == true { Causal::TopLeft } else { Causal::None };
        let source = qkv(matrix(&case["q"]), matrix(&case["k"]), matrix(&case["v"]));
        let trace = attend(&inputs(source, Scaling::Sqrt, causal.into()));
        for (field, found) in
            [("raw", &trace.scores), ("scaled", &trace.scaled), ("weights", &trace.weights), ("output", &trace.output)]
        {
            assert_close(id(&case), field, found, &matrix(&case[field]), CLOSE);
        }
        assert_row(id(&case), "entropy", &entropies(&trace), &numbers(&case["entropy_nats"]), CLOSE);
    }
}

#[test]
fn worked_saturation() {
    let close = Tolerance::Relative(1e-9);
    for case in of_kind("saturation") {
        // Two keys whose scores lie two standard deviations apart; after scaling the deviation is 1.
        let gap = 2.0 * case.get("sd").map_or(1.0, number);
        let weights = row(&attend(&scores(&[vec![-0.5 * gap, 0.5 * gap]], Mask::default())).weights, 0);
        let [smaller, larger] = weights[..] else { panic!("two weights") };
        assert_row(id(&case), "larger weight", &[larger], &[number(&case["larger_weight"])], close);
        let product = number(&case["p_times_1_minus_p"]);
        assert_row(id(&case), "p(1−p)", &[larger * smaller], &[product], close);
        // J = p(1−p) [[1, −1], [−1, 1]], whose norm is 2 p(1−p).
        assert_row(id(&case), "jacobian", &[jacobian_norm(&weights)], &[2.0 * product], close);
        if let Some(rest) = case.get("one_minus_larger_weight") {
            assert_row(id(&case), "1−p", &[smaller], &[number(rest)], close);
        }
    }
}

#[test]
fn hard_rows_of_softmax() {
    // Relative: a weight of 1e−300 is no 0, and its entropy and gradient are not either.
    let close = Tolerance::Relative(1e-13);
    for case in cases("softmax.json") {
        let weights = softmax(&numbers(&case["logits"])).weights;
        assert_row(id(&case), "weights", &weights, &numbers(&case["weights"]), close);
        let visible = number(&case["visible"]);
        let statistics = RowStatistics::new(&weights, visible as usize);
        assert_row(id(&case), "entropy", &[statistics.entropy], &[number(&case["entropy"])], close);
        assert_row(id(&case), "jacobian", &[statistics.jacobian_norm], &[number(&case["jacobian_norm"])], close);
        assert_row(id(&case), "largest", &[statistics.largest], &[number(&case["largest"])], close);
        assert_row(id(&case), "ceiling", &[statistics.ceiling], &[visible.ln()], close);
        assert!(!statistics.entropy.is_sign_negative(), "{}: entropy {}", id(&case), statistics.entropy);
    }
}

#[test]
fn every_stage_on_awkward_shapes() {
    for case in cases("attention.json") {
        let at = |name: &str| matrix(&case["source"][name]);
        let source = match &case["source"] {
            source if source.get("x").is_some() => {
                Source::Tokens { x: at("x"), wq: at("wq"), wk: at("wk"), wv: at("wv") }
            }
            source if source.get("q").is_some() => qkv(at("q"), at("k"), at("v")),
            source => Source::Scores { scores: at("scores"), v: at("v"), d_k: number(&source["d_k"]) as usize },
        };
        let scaling = match case["scaling"].as_str() {
            Some("none") => Scaling::None,
            Some("sqrt") => Scaling::Sqrt,
            Some("dk") => Scaling::Dk,
            Some("2sqrt") => Scaling::TwoSqrt,
            _ => Scaling::divisor(number(&case["scaling"])).expect("a divisor"),
        };
        let causal = match case["causal"].as_str().expect("a mask") {
            "causal" => Causal::TopLeft,
            "causal-br" => Causal::BottomRight,
            _ => Causal::None,
        };
        let mask = Mask { causal, ..Mask::padding(indices(&case["padding"])) };
        let inputs = inputs(source, scaling, mask);
        let trace = attend(&inputs);
        for name in [Name::Q, Name::K, Name::V].into_iter().filter(|name| case.get(name.id()).is_some()) {
            let found = inputs.matrix(name).expect("a projection");
            assert_close(id(&case), name.id(), found, &matrix(&case[name.id()]), CLOSE);
        }
        for name in [Name::Scores, Name::Scaled, Name::Masked, Name::Exponentials, Name::Weights, Name::Output] {
            let found = trace.matrix(name).expect("a stage");
            assert_close(id(&case), name.id(), found, &matrix(&case[name.id()]), CLOSE);
        }
        let statistics: Vec<RowStatistics> = (0..inputs.queries()).map(|i| trace.statistics(i)).collect();
        let norms: Vec<f64> = statistics.iter().map(|row| row.jacobian_norm).collect();
        for (field, found) in [
            ("row_max", &trace.row_max),
            ("row_sum", &trace.row_sum),
            ("entropy", &entropies(&trace)),
            ("jacobian_norm", &norms),
        ] {
            assert_row(id(&case), field, found, &numbers(&case[field]), CLOSE);
        }
        assert_row(id(&case), "divisor", &[inputs.divisor()], &[number(&case["divisor"])], CLOSE);
        assert_eq!(trace.empty_rows, indices(&case["empty_rows"]), "{}: empty rows", id(&case));
        assert_eq!(trace.visible, indices(&case["visible"]), "{}: visible keys", id(&case));
        for (i, statistics) in statistics.iter().enumerate() {
            let ceiling = (trace.visible[i].max(1) as f64).ln();
            assert_row(id(&case), "ceiling", &[statistics.ceiling], &[ceiling], CLOSE);
            assert!(trace.visible[i] > 0 || ceiling == 0.0);
        }
        let shifted = Matrix::from_fn(inputs.queries(), inputs.keys(), |i, j| {
            let masked = trace.masked[(i, j)];
            if masked == f64::NEG_INFINITY { masked } else { masked - trace.row_max[i] }
        });
        assert!(same_bits_all(&trace.shifted, &shifted), "{}: shifted", id(&case));
    }
}

#[test]
fn small_measures() {
    assert_eq!(entropy(&[]), 0.0);
    assert_eq!(entropy(&[1.0]).to_bits(), 0, "0, not −0");
    assert_eq!(jacobian_norm(&[0.0, 0.0, 1.0]), 0.0);
    assert_row("uniform", "entropy", &[entropy(&[0.25; 4])], &[4f64.ln()], CLOSE);
    assert_eq!(mean_and_error(&[2.0]), (2.0, None));
    let (mean, error) = mean_and_error(&[1.0, 2.0, 3.0, 6.0]);
    assert_eq!(mean, 3.0);
    // Variance 14/3 over n − 1 = 3, over n = 4.
    assert_row("four numbers", "error", &[error.expect("an error")], &[(14f64 / 3.0 / 4.0).sqrt()], CLOSE);
    assert_eq!(from_rows(&[]), None);
    assert_eq!(from_rows(&[vec![]]), None);
    assert_eq!(from_rows(&[vec![1.0], vec![1.0, 2.0]]), None);
    let matrix = from_rows(&[vec![1.0, 2.0, 3.0], vec![4.0, 5.0, 6.0]]).expect("a matrix");
    assert_eq!((matrix.shape(), row(&matrix, 1)), ((2, 3), vec![4.0, 5.0, 6.0]));
}
