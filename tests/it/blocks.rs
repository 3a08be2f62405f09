//! Online softmax over blocks of keys.

use attention_lab::engine::blocks::{BlockRule, online};
use attention_lab::engine::matrix::row;
use attention_lab::engine::precision::Precision;
use attention_lab::engine::trace::attend;
use proptest::prelude::*;

use crate::fixture::{Tolerance, assert_row, cases, numbers};
use crate::laws::{complete, config, tame};

#[test]
fn worked_online() {
    let worked: Vec<_> = cases("worked-examples.json").into_iter().filter(|case| case["kind"] == "online").collect();
    assert_eq!(worked.len(), 1);
    for case in worked {
        let (scores, values) = (numbers(&case["scores"]), numbers(&case["values"]));
        let block = case["block"].as_u64().expect("a size") as usize;
        let steps = online(Precision::F64, BlockRule::default(), (&scores, &|_| false), block, 1, |j, _| values[j]);
        let close = Tolerance::Absolute(1e-12);
        let of =
            |pick: fn(&attention_lab::engine::blocks::BlockStep) -> f64| steps.iter().map(pick).collect::<Vec<_>>();
        assert_row("online", "m", &of(|step| step.max), &numbers(&case["m"]), close);
        assert_row("online", "l", &of(|step| step.sum), &numbers(&case["l"]), close);
        assert_row("online", "output", &of(|step| step.output[0]), &numbers(&case["running_output"]), close);
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_size_of_a_block_changes_nothing(inputs in complete(tame), block in 1..10usize) {
        let trace = attend(&inputs);
        let values = inputs.values();
        for i in 0..inputs.queries() {
            let logits = row(&trace.masked, i);
            let steps = online(Precision::F64, BlockRule::default(), (&logits, &|j| inputs.skips(i, j)), block, values.ncols(), |j, c| values[(j, c)]);
            prop_assert_eq!(steps.len(), inputs.keys().div_ceil(block));
            prop_assert_eq!(steps.last().map(|step| step.keys.end), Some(inputs.keys()));
            let last = steps.last().expect("a block");
            for c in 0..values.ncols() {
                let (found, expected) = (last.output[c], trace.output[(i, c)]);
                prop_assert!(found.is_finite());
                prop_assert!((found - expected).abs() < 1e-12, "row {i}: {found}, not {expected}");
            }
            prop_assert_eq!(last.max, trace.row_max[i]);
            prop_assert!((last.sum - trace.row_sum[i]).abs() < 1e-12);
        }
    }

    #[test]
    fn a_nan_under_a_hidden_key_is_never_read(inputs in complete(tame), block in 1..10usize) {
        let (trace, values) = (attend(&inputs), inputs.values());
        for i in 0..inputs.queries() {
            let logits = row(&trace.masked, i);
            let poisoned = |j: usize, c| if logits[j] == f64::NEG_INFINITY { f64::NAN } else { values[(j, c)] };
            let steps = online(Precision::F64, BlockRule::default(), (&logits, &|j| inputs.skips(i, j)), block, values.ncols(), poisoned);
            prop_assert!(steps.iter().all(|step| step.output.iter().all(|x| x.is_finite())));
        }
    }
}
