//! Where attention meets the ends of its formats: overflow beside masks, gradients under masks, offsets, divisors, gaps.

mod masks;

use attention_lab::engine::blocks::{BlockRule, online};
use attention_lab::engine::cache::Cache;
use attention_lab::engine::cell::Name;
use attention_lab::engine::faults::{Fault, Scenario};
use attention_lab::engine::gradient::backward;
use attention_lab::engine::gradient_experiment::{ExperimentJob, ExperimentSettings};
use attention_lab::engine::heads::MultiHead;
use attention_lab::engine::inputs::{Inputs, Source};
use attention_lab::engine::job::Job;
use attention_lab::engine::mask::{Causal, Mask, Window};
use attention_lab::engine::matrix::{Matrix, from_rows, row};
use attention_lab::engine::precision::{MaskConstant, Numerics, Precision};
use attention_lab::engine::scaling::Scaling;
use attention_lab::engine::score::cosine;
use attention_lab::engine::tiled::{blockwise, full};
use attention_lab::engine::trace::attend;
use attention_lab::lessons::figure::{Figure, Settings};
use attention_lab::text::Language;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;

use crate::figures::instant;
use crate::fixture::{
    Tolerance, assert_close, assert_row, cases, differs, indices, matrix, number, numbers, row_matrix,
    unit_in_last_place, within_length,
};
use crate::laws::config;

const CLOSE: Tolerance = Tolerance::Relative(1e-14);

fn of_kind(kind: &str) -> Vec<Value> {
    let found: Vec<Value> = cases("extremes.json").into_iter().filter(|case| case["kind"] == kind).collect();
    assert!(found.len() >= 3, "{kind}");
    found
}

/// What each way with blocks gives for row `i`.
fn in_blocks(inputs: &Inputs, i: usize, block: usize) -> Vec<f64> {
    let (trace, values) = (attend(inputs), inputs.values());
    let logits = row(&trace.masked, i);
    let hidden = |j: usize| inputs.skips(i, j);
    let steps =
        online(inputs.numerics().precision, BlockRule::default(), (&logits, &hidden), block, values.ncols(), |j, c| {
            values[(j, c)]
        });
    steps.last().expect("a block").output.clone()
}

/// The whole row, tiles, blocks, heads, the figure and the faults say the same of a score that overflowed.
#[test]
fn overflow_poisons_no_block_and_hides_no_key() {
    for case in of_kind("overflow") {
        let name = case["name"].as_str().expect("a name");
        let (q, k, v) = (matrix(&case["q"]), matrix(&case["k"]), matrix(&case["v"]));
        let (hidden, expected) = (indices(&case["hidden"]), matrix(&case["output"]));
        let source = Source::Qkv { q: q.clone(), k: k.clone(), v: v.clone() };
        let inputs = Inputs::new(source, Scaling::None, Mask::padding(hidden.clone())).expect("shapes");
        let trace = attend(&inputs);
        assert_close(name, "whole", &trace.output, &expected, CLOSE);
        let empty = hidden.len() == k.nrows();
        assert_eq!(trace.empty_rows.len(), if empty { q.nrows() } else { 0 }, "{name}");
        let masks = vec![inputs.mask().clone(); 2];
        let both = MultiHead::new(
            &[q.clone(), q.clone()],
            std::slice::from_ref(&k),
            std::slice::from_ref(&v),
            Scaling::None,
            &masks,
        );
        for head in both.expect("heads").attend().heads {
            assert_close(name, "head", &head.output, &expected, CLOSE);
        }
        for block in 1..=k.nrows() {
            for i in 0..q.nrows() {
                let found = in_blocks(&inputs, i, block);
                assert_row(name, &format!("online, {block}"), &found, &row(&expected, i), CLOSE);
            }
            if hidden.is_empty() {
                assert_close(name, &format!("tiles of {block}"), &blockwise(&q, &k, &v, block), &expected, CLOSE);
            }
            let mut setting = Scenario::from(inputs.clone());
            setting.block = block;
            for fault in [Fault::NoRescale, Fault::FiniteStartMax, Fault::FullyMaskedRow] {
                assert_close(name, "right", &fault.right(&setting).output, &expected, CLOSE);
            }
            let wrong = Fault::FiniteStartMax.wrong(&setting).output;
            assert_eq!(wrong[(0, 0)].is_nan(), expected[(0, 0)].is_nan(), "{name}: {wrong}");
        }
        if hidden.is_empty() {
            assert_close(name, "full", &full(&q, &k, &v).expect("memory"), &expected, CLOSE);
        }
        for language in [Language::En, Language::Zh] {
            let output =
                instant(Figure::OnlineSteps, &Settings::default(), &inputs, language).expect("an instant figure");
            for way in [0, 1] {
                let found = output.tables[1].rows[way].cells[0].value();
                let failure = differs(name, &row_matrix(&[found]), &row_matrix(&[expected[(0, 0)]]), CLOSE);
                assert!(failure.is_none(), "{failure:?}");
            }
            let says_empty = ["No key is left", "没有剩下任何键"].iter().any(|text| output.note.contains(text));
            assert_eq!(says_empty, empty, "{name}: {}", output.note);
        }
    }
}

/// The same in fp16, where −300 · 300 overflows.
#[test]
fn overflow_in_half_is_no_mask() {
    let source = Source::Qkv {
        q: from_rows(&[vec![-300.0]]).expect("a matrix"),
        k: from_rows(&[vec![300.0], vec![300.0]]).expect("a matrix"),
        v: from_rows(&[vec![1.0], vec![2.0]]).expect("a matrix"),
    };
    let inputs = Inputs::new(source, Scaling::None, Mask::default()).expect("shapes");
    let setting = Scenario::from(inputs.with_numerics(Precision::F16.into()));
    for fault in [Fault::NoRescale, Fault::FiniteStartMax, Fault::WrongAxis, Fault::MaskAfterSoftmax] {
        let sides = [fault.right(&setting), fault.wrong(&setting)];
        assert!(sides.iter().all(|side| side.output[(0, 0)].is_nan()), "{sides:?}");
    }
}

proptest! {
    #![proptest_config(config())]

    /// Any size of block gives what the row gives at once, whatever overflowed and whatever is hidden.
    #[test]
    fn blocks_are_the_row(
        scores in prop::collection::vec(select(vec![f64::NEG_INFINITY, -1e308, -745.0, -1.0, -0.0, 5e-324, 2.0, 1e308, f64::INFINITY]), 1..7),
        hidden in prop::collection::btree_set(0..7usize, 0..4),
        block in 1..8usize,
        precision in select(vec![Precision::F64, Precision::F32, Precision::F16, Precision::Bf16]),
    ) {
        let v = Matrix::from_fn(scores.len(), 1, |j, _| (j + 1) as f64);
        let source = Source::Scores { scores: row_matrix(&scores), v, d_k: 1 };
        let inputs = Inputs::new(source, Scaling::None, Mask::padding(hidden)).expect("shapes");
        let inputs = inputs.with_numerics(precision.into());
        let (whole, parts) = (attend(&inputs).output[(0, 0)], in_blocks(&inputs, 0, block)[0]);
        prop_assert_eq!(whole.is_nan(), parts.is_nan(), "{} and {}", whole, parts);
        let close = 8.0 * unit_in_last_place(precision, whole.abs().max(1.0));
        prop_assert!(whole.is_nan() || (whole - parts).abs() <= close, "{} and {}", whole, parts);
    }
}

/// The median of what is smaller than anything that is drawn.
#[test]
fn medians_of_gradients_are_not_clamped() {
    for case in of_kind("median") {
        let whole = |field: &str| number(&case[field]) as usize;
        let (length, d_k, seed) = (whole("length"), whole("d_k"), whole("seed") as u32);
        let mut job = ExperimentJob::new(ExperimentSettings { batch: 1, length, d_k, seed });
        while !job.is_done() {
            job.advance();
        }
        let (found, expected) = (job.measured[0].median_size(), number(&case["median"]));
        // Half of a bin of a two hundredth of a decade.
        assert!((found.log10() - expected.log10()).abs() < 0.0025 + 1e-9, "d_k {d_k}: {found:e}, not {expected:e}");
    }
}

#[test]
fn a_small_angle_is_not_rounding() {
    for case in of_kind("cosine") {
        let (a, b) = (numbers(&case["a"]), numbers(&case["b"]));
        let turned: Vec<f64> = b.iter().map(|x| -x).collect();
        let expected = 1.0 - number(&case["one_less"]);
        for (b, sign) in [(&b, 1.0), (&turned, -1.0)] {
            let found = cosine(&a, b).expect("directions");
            assert!((found - sign * expected).abs() <= 2.3e-16, "{b:?}: {found:e}, not {sign} · {expected:e}");
        }
    }
    assert_eq!((cosine(&[3.0, 4.0], &[6.0, 8.0]), cosine(&[1.0, 3.0], &[-0.1, -0.3])), (Some(1.0), Some(-1.0)));
    assert_eq!(cosine(&[1.0, 1.0], &[-1.0, 1.0]), Some(0.0));
}

#[test]
fn gaps_of_the_formats() {
    use attention_lab::choice::Choice;
    for case in of_kind("gap") {
        let precision = Precision::from_id(case["format"].as_str().expect("a format")).expect("a format");
        let (x, gap) = (number(&case["x"]), number(&case["gap"]));
        for x in [x, -x] {
            assert_eq!(unit_in_last_place(precision, x), gap, "{} at {x:e}", precision.id());
        }
    }
    for &precision in Precision::ALL {
        assert_eq!(unit_in_last_place(precision, f64::NEG_INFINITY), f64::INFINITY);
        assert!(unit_in_last_place(precision, f64::NAN).is_nan());
    }
}
