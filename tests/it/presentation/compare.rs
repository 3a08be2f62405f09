//! What is said of the same scores under several scalings.

use attention_lab::engine::matrix::Matrix;
use attention_lab::engine::order::keys_by_logit;
use attention_lab::engine::statistics::RowStatistics;
use attention_lab::engine::trace::attend;
use attention_lab::presentation::compare::{entropy_text, order_text};
use attention_lab::text::Language::{En, Zh};

use super::{PADDED, inputs};

fn order(scores: &str, rest: &str) -> [String; 2] {
    let keys = scores.split(',').count();
    let values = vec!["1"; keys].join(";");
    let inputs = inputs(&format!("lesson=bench&from=scores&scores={scores}&v={values}&dk=4{rest}"));
    let trace = attend(&inputs);
    [En, Zh].map(|language| order_text(&inputs, &trace, language))
}

#[test]
fn keys_stand_in_the_order_of_their_logits() {
    assert_eq!(order("0.5,-2,3,3", ""), ["order in row 1 k₃ = k₄ > k₁ > k₂", "第 1 行的次序 k₃ = k₄ > k₁ > k₂"]);
    assert_eq!(order("0.5,-2,3,3", "&pad=3"), ["order in row 1 k₄ > k₁ > k₂", "第 1 行的次序 k₄ > k₁ > k₂"]);
    assert_eq!(order("1,2", "&pad=1,2"), ["no key left", "没有可看的键"]);
    assert_eq!(order("7", "")[0], "order in row 1 k₁");
}

#[test]
fn of_many_keys_the_first_eight_are_named() {
    let eight = "order in row 1 k₁ > k₂ > k₃ > k₄ > k₅ > k₆ > k₇ > k₈";
    assert_eq!(order("8,7,6,5,4,3,2,1", "")[0], eight);
    assert_eq!(order("8,7,6,5,4,3,2,1,0,-1", "")[0], format!("{eight} > …"));
    assert_eq!(order("8,7,6,5,4,3,2,1,1", "")[0], format!("{eight} = …"));
    // Hidden keys do not count.
    assert_eq!(order("8,7,6,5,4,3,2,1,0,-1", "&pad=2,3,4,5,6,7,8")[0], "order in row 1 k₁ > k₉ > k₁₀");
}

/// In fp16 300 · 300 overflows to ∞, and ∞ · 0, which is NaN, has no place in an order.
#[test]
fn what_is_no_number_has_no_place() {
    let of = |link: &str| {
        let inputs = inputs(link);
        let trace = attend(&inputs);
        (order_text(&inputs, &trace, En), keys_by_logit(&inputs, &trace, 0))
    };
    // The first query is ∞, the keys are 300, 0 and −300.
    let link = "lesson=bench&from=x&x=300;0;-300&wq=300&wk=1&wv=1&scale=none&precision=f16";
    assert_eq!(of(link), ("order in row 1 k₁ > k₃".to_owned(), vec![0, 2]));
    assert_eq!(of(&link.replace("wk=1", "wk=0")), ("NaN".to_owned(), vec![]), "all keys are 0");
}

/// Row 1 has weights 0.269 and 0.731, row 2 the same turned round: entropy 0.58220, of at most ln 2 = 0.69315.
#[test]
fn means_are_over_rows_and_shares_are_of_the_ceiling() {
    let mean = attend(&inputs(PADDED)).mean_statistics();
    assert_eq!(entropy_text(&mean, En, 3), "mean entropy 0.582 nat, ceiling 0.693");
    assert_eq!(entropy_text(&mean, Zh, 2), "平均熵 0.58 nat，上限 0.69");
    assert!((mean.share() - 0.839_942).abs() < 1e-6, "{}", mean.share());
    assert!((mean.largest - 0.731_059).abs() < 1e-6 && (mean.jacobian_norm - 0.393_224).abs() < 1e-6);
    let single = RowStatistics::new(&[1.0], 1);
    assert_eq!(single.share(), 0.0, "one key leaves no choice");
    assert_eq!(RowStatistics::new(&[0.25; 4], 4).share(), 1.0);
    // A row without a key counts as one of entropy 0.
    let half = attend(&inputs(PADDED).with_mask(attention_lab::engine::mask::Mask {
        bias: Some(Matrix::from_row_slice(
            2,
            3,
            &[f64::NEG_INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY, 0.0, 0.0, f64::NEG_INFINITY],
        )),
        ..Default::default()
    }));
    assert!((half.mean_statistics().entropy - 0.291_102).abs() < 1e-6, "{}", half.mean_statistics().entropy);
}
