//! Histograms against a direct sort and a direct count.

use attention_lab::engine::histogram::Histogram;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use crate::laws::config;

const FROM: f64 = -3.0;
const TO: f64 = 5.0;

fn filled(bins: usize, values: &[f64]) -> Histogram {
    let mut histogram = Histogram::new(FROM, TO, bins);
    values.iter().for_each(|&value| histogram.add(value));
    histogram
}

/// How many values lie in bin `bin` of `bins`, with the first and the last bin open to their side.
fn counted(values: &[f64], bin: usize, bins: usize) -> usize {
    let width = (TO - FROM) / bins as f64;
    let edge = |bin: usize| FROM + bin as f64 * width;
    let above = |value: f64| bin == 0 || value >= edge(bin);
    let below = |value: f64| bin + 1 == bins || value < edge(bin + 1);
    values.iter().filter(|&&value| above(value) && below(value)).count()
}

/// Values over and beyond the range, none so close to an edge that rounding decides its bin.
fn values() -> impl Strategy<Value = Vec<f64>> {
    let inside = (0..480i32, 0.01..0.99).prop_map(|(place, part)| FROM + (f64::from(place) + part) / 60.0);
    let beyond = select(vec![f64::NEG_INFINITY, -1e300, -3.5, 5.25, 7e8, f64::INFINITY]);
    vec(prop_oneof![9 => inside, 1 => beyond], 1..80)
}

#[test]
fn nothing_has_no_median_and_nan_is_left_out() {
    let nothing = Histogram::new(FROM, TO, 4);
    assert!(nothing.median().is_nan() && nothing.shares().iter().all(|&(_, share)| share == 0.0));
    let mut one = filled(8, &[f64::NAN, 1.2]);
    assert_eq!((one.median(), one.width()), (1.5, 1.0));
    one.add(f64::NAN);
    assert_eq!(one, filled(8, &[1.2]));
    assert_eq!(Histogram::new(FROM, TO, 0).shares().len(), 1);
    // Half of the values do not exceed the lower of the two in the middle.
    assert_eq!(filled(8, &[4.2, -2.8, 0.1, 2.3]).median(), 0.5);
    assert_eq!(filled(8, &[4.2, -2.8, 2.3]).median(), 2.5);
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn shares_are_counts(values in values(), bins in select(vec![1, 2, 8, 16, 48, 480])) {
        let histogram = filled(bins, &values);
        let shares = histogram.shares();
        prop_assert_eq!(shares.len(), bins);
        prop_assert_eq!(histogram.width(), (TO - FROM) / bins as f64);
        for (bin, (middle, share)) in shares.into_iter().enumerate() {
            let expected = counted(&values, bin, bins) as f64 / values.len() as f64;
            prop_assert!((share - expected).abs() < 1e-15, "bin {bin}: {share}, not {expected}");
            prop_assert!((middle - (FROM + (bin as f64 + 0.5) * histogram.width())).abs() < 1e-12);
        }
    }

    #[test]
    fn the_median_is_half_a_bin_from_the_sorted_one(values in values(), bins in select(vec![1, 8, 48, 480])) {
        let histogram = filled(bins, &values);
        let mut sorted = values.clone();
        sorted.sort_by(f64::total_cmp);
        let half = 0.5 * histogram.width();
        // What lies beyond is counted in the outermost bins.
        let expected = sorted[(sorted.len() - 1) / 2].clamp(FROM + half, TO - half);
        let median = histogram.median();
        prop_assert!(median.is_finite());
        prop_assert!((median - expected).abs() <= half * (1.0 + 1e-9), "{median}, not {expected}");
        let reached = sorted.iter().filter(|&&value| value <= median + half || median + half > TO - 1e-9).count();
        prop_assert!(2 * reached >= sorted.len());
    }

    #[test]
    fn coarser_is_counted_anew(values in values(), count in select(vec![1, 2, 3, 5, 8, 60, 480])) {
        let (coarser, anew) = (filled(480, &values).coarser(count), filled(480 / count, &values));
        prop_assert!((coarser.width() - anew.width()).abs() < 1e-12);
        let pairs = coarser.shares().into_iter().zip(anew.shares());
        prop_assert_eq!(coarser.shares().len(), 480 / count);
        for ((x, share), (middle, expected)) in pairs {
            prop_assert!((x - middle).abs() < 1e-12 && share == expected, "{share} at {x}, not {expected} at {middle}");
        }
    }
}
