//! The figures of the source check, and the model of costs.

use attention_lab::engine::cost::{Model, product_multiply_adds};
use attention_lab::lessons::figure::Figure;
use serde_json::Value;

use super::{alone, assert_near, assert_relative, column, of, of_kind, row};
use crate::fixture::{cases, numbers};

fn worked(id: &str) -> Value {
    cases("worked-examples.json").into_iter().find(|case| case["id"] == id).expect("the example")
}

#[test]
fn t5_starts_with_scores_of_unit_deviation() {
    for case in of_kind("t5") {
        let (d_model, d_k) = (of(case, "d_model"), of(case, "d_k"));
        let table = &alone(Figure::T5, &[("d_model", d_model), ("d_k", d_k)]).tables[0];
        assert_relative("T5", &row(table, 0)[..3], &["query", "key", "product"].map(|field| of(case, field)), 1e-14);
        assert_relative("weights", &row(table, 0)[3..], &[(d_model * d_k).powf(-0.5), d_model.powf(-0.5)], 1e-14);
        assert_near("sd of q·k in T5", row(table, 0)[2], 1.0, 1e-14);
        assert_relative("unit variance", &row(table, 1)[..3], &[1.0, 1.0, of(case, "unit_product")], 1e-14);
    }
}

#[test]
fn two_products_cost_four_times_what_is_said() {
    let output = alone(Figure::TwoProducts, &[]);
    // T²d, 2T²d, 4T²d for T = d = 4096 = 2¹².
    assert_eq!(column(&output.tables[0], 0), [2f64.powi(36), 2f64.powi(37), 2f64.powi(38)]);
    let texts: Vec<String> = output.tables[0].rows.iter().map(|row| row.cells[0].text(2)).collect();
    assert_eq!(texts, ["6.87e10", "1.37e11", "2.75e11"]);
    let exercise = worked("exercise-t1024");
    let table = &alone(Figure::TwoProducts, &[("T", of(&exercise, "T")), ("d", of(&exercise, "d_k"))]).tables[0];
    assert_eq!(column(table, 0)[..2], [of(&exercise, "multiply_adds"), of(&exercise, "flops")]);
}

#[test]
fn the_prefill_is_the_worked_example() {
    let case = worked("long-context-contract");
    let table = &alone(Figure::Prefill, &[]).tables[0];
    let fields = ["flops_projections", "flops_attention", "flops_ffn", "flops_total"];
    let all = column(table, 0);
    assert_eq!(all[..4], fields.map(|field| of(&case, field)));
    assert_relative("share, %", &[all[4] / 100.0], &[of(&case, "attention_share")], 1e-15);
    assert_eq!(all[5], of(&case, "prefill_seconds_at_1e15_flops"));
    // Masked blocks skipped: 3.38e15, 4.64e15, 72.7 %, 4.6 s.
    let half = column(table, 1);
    let [projections, attention, feed_forward] = [0, 1, 2].map(|at| of(&case, fields[at]));
    let total = projections + attention / 2.0 + feed_forward;
    assert_eq!(half[..4], [projections, attention / 2.0, feed_forward, total]);
    assert_relative("half", &half[4..], &[100.0 * attention / 2.0 / total, total / 1e15], 1e-15);
    let texts = |at: usize| table.rows.iter().map(|row| row.cells[at].text(1)).collect::<Vec<_>>();
    assert_eq!(texts(0), ["4.2e14", "6.8e15", "8.4e14", "8.0e15", "84.2", "8.0"]);
    assert_eq!(texts(1), ["4.2e14", "3.4e15", "8.4e14", "4.6e15", "72.7", "4.6"]);
    // 32768 tokens instead: a sixteenth of the attention, 7.39e14 FLOPs.
    let short = column(&alone(Figure::Prefill, &[("T", 32768.0)]).tables[0], 0);
    assert_eq!(short[1], attention / 16.0);
    assert_near("32768 tokens", short[3], 7.39e14, 0.005e14);
}

#[test]
fn the_model_of_costs_is_the_worked_example() {
    let case = worked("long-context-contract");
    let get = |field: &str| of(&case, field);
    let bytes = get("bytes_per_number");
    let model = |layers| Model {
        heads: get("H"),
        key_heads: get("H"),
        d_k: get("d_k"),
        ..Model::multi_head(get("T"), get("D"), layers, bytes)
    };
    let all = model(get("layers"));
    assert_eq!(get("H") * get("d_k"), get("D"));
    assert_eq!(all.scores(), get("score_matrix_elements_per_layer"));
    assert_eq!(all.scores() * bytes, get("score_matrix_bytes_per_layer"));
    assert_eq!(model(1.0).cache_bytes(), get("kv_bytes_per_layer"));
    assert_eq!(all.cache_bytes(), get("kv_bytes_total"));
    assert_eq!(all.projections(), get("flops_projections"));
    assert_eq!(all.attention(), get("flops_attention"));
    assert_eq!(all.feed_forward(), get("flops_ffn"));
    assert_eq!(all.total(false), get("flops_total"));
    assert_relative("share", &[all.attention_share(false)], &[get("attention_share")], 1e-15);
    assert_eq!(all.total(false) / 1e15, get("prefill_seconds_at_1e15_flops"));
    assert_relative("decode", &[all.cache_bytes() / 3e12 * 1e3], &[get("decode_ms_per_token_at_3e12_bytes")], 1e-15);
    // Two FLOPs a parameter and token; beside 4 D² the feed-forward layer has 8 D².
    let parameters = get("attention_parameters_per_layer");
    assert_eq!(model(1.0).projections() / (2.0 * get("T")), parameters);
    assert_eq!(all.weight_bytes(), 3.0 * parameters * get("layers") * bytes);
    // One query over the whole cache: 4 T D FLOPs.
    assert_eq!(all.decode_intensity(), get("decode_arithmetic_intensity_flop_per_byte"));
    let grouped = Model { key_heads: all.heads / 4.0, ..all };
    assert_eq!(grouped.decode_intensity(), 4.0, "g FLOPs a byte with g query heads a key head");
    assert_eq!(grouped.projections(), 0.625 * all.projections());
    assert_eq!((grouped.attention(), grouped.cache_bytes()), (all.attention(), 0.25 * all.cache_bytes()));

    // The figures of the lesson that the example does not hold: 4.64e15 and 72.7 %, 3.38e15; 9.66 GB; twice T.
    assert_near("causal", all.total(true), 4.64e15, 0.005e15);
    assert_near("causal share", all.attention_share(true), 0.727, 0.0005);
    assert_near("weights", all.weight_bytes(), 9.66e9, 0.005e9);
    assert_eq!(Model { tokens: 2.0 * all.tokens, ..all }.attention(), 4.0 * all.attention());

    let exercise = worked("exercise-t1024");
    let (tokens, d_k) = (of(&exercise, "T"), of(&exercise, "d_k"));
    let head = Model::multi_head(tokens, d_k, 1.0, 2.0);
    assert_eq!(head.scores(), of(&exercise, "score_elements"));
    assert_eq!(product_multiply_adds(tokens, d_k), of(&exercise, "multiply_adds"));
    assert_eq!(head.attention() / 2.0, of(&exercise, "flops"));
}

#[test]
fn three_scores_have_the_worked_weights() {
    let case = worked("coreference");
    let table = &alone(Figure::ThreeScores, &[]).tables[0];
    assert_eq!(row(table, 0), numbers(&case["scores"]));
    assert_relative("weights", &row(table, 1), &numbers(&case["weights"]), 1e-14);
    let texts: Vec<String> = table.rows[1].cells.iter().map(|cell| cell.text(3)).collect();
    assert_eq!(texts, ["0.075", "0.824", "0.101"]);
}

#[test]
fn orthogonal_tokens_prefer_themselves() {
    for case in of_kind("orthogonal") {
        let table = &alone(Figure::Orthogonal, &[("a", of(case, "length"))]).tables[0];
        for (at, field) in ["scores", "scaled", "weights"].into_iter().enumerate() {
            // e^−7071 is below the smallest f64.
            assert_relative(field, &row(table, at), &numbers(&case[field]), 1e-14);
        }
    }
    let case = worked("two-tokens-identity");
    let first = |field: &str| numbers(&case[field][0]);
    let table = &alone(Figure::Orthogonal, &[]).tables[0];
    for (at, field) in ["raw", "scaled", "weights"].into_iter().enumerate() {
        assert_relative(field, &row(table, at), &first(field), 1e-14);
    }
}

#[test]
fn random_cosines_spread_like_one_over_the_root_of_the_width() {
    for case in of_kind("lengths") {
        let d_k = of(case, "d_k");
        for seed in 1..=3 {
            let values = [("d_k", d_k), ("S", 256.0), ("seed", f64::from(seed))];
            let column = column(&alone(Figure::CosineScale, &values).tables[0], 0);
            // 32 queries against 256 keys; squares of cosines are uncorrelated, also where vectors are shared.
            let expected = of(case, "cosine_sd");
            let error = of(case, "cosine_square_sd") / (2.0 * expected * (32.0f64 * 256.0).sqrt());
            assert_near(&format!("sd at d_k {d_k}, seed {seed}"), column[0], expected, 4.0 * error + 1e-12);
            assert_relative("theory", &[column[1], column[4]], &[expected, 256f64.ln()], 1e-14);
        }
    }
}

#[test]
fn cosines_need_a_gain() {
    let column = column(&alone(Figure::CosineScale, &[]).tables[0], 0);
    assert!(column.iter().all(|x| x.is_finite()));
    let [plain, gained, ceiling] = [column[2], column[3], column[4]];
    // All but uniform without a gain; with √d_k what dot products over √d_k give (4.366; rows share their keys).
    assert!(ceiling - plain < 0.01 && plain < ceiling, "{column:?}");
    assert_near("gain 8", gained, 4.366, 0.05);
}

#[test]
fn online_softmax_stays_exact() {
    for size in [0.0, 1.0, 30.0, 1000.0, 1e4] {
        for (seed, block) in [(1, 1.0), (2, 16.0), (3, 7.0), (4, 512.0)] {
            let values = [("size", size), ("block", block), ("seed", f64::from(seed))];
            let table = &alone(Figure::OnlineError, &values).tables[0];
            let [exact, whole, blocks] = [0, 1, 2].map(|at| row(table, at));
            assert!([&exact, &whole, &blocks].iter().all(|row| row.iter().all(|x| x.is_finite())));
            assert_eq!(exact[1], 0.0);
            for found in [whole, blocks] {
                assert_near("error", found[1], 0.0, 1e-6);
                assert_eq!(found[1], (found[0] - exact[0]).abs());
            }
        }
    }
}

#[test]
fn a_leak_shows_in_the_loss() {
    for seed in 1..=5 {
        let column = column(&alone(Figure::Leak, &[("seed", f64::from(seed))]).tables[0], 0);
        let [leaking, right, generating, chance] = column[..] else { panic!("four losses") };
        assert!(column.iter().all(|loss| loss.is_finite()));
        assert!(leaking < 0.01 * chance, "{leaking} is not far below {chance}");
        assert_near("right mask", right, chance, 0.9);
        assert_eq!((generating, chance), (right, 8f64.ln()));
    }
}
