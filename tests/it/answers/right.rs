//! What is right.

use super::*;

#[test]
fn two_decimals_are_right_and_below_a_tenth_two_digits() {
    for (right, yes, no) in [
        (0.665_240_956, [0.67, 0.665, 0.6603, 0.6702], [0.66, 0.671, 0.6602, -0.665]),
        (3.35e-4, [3.35e-4, 3.4e-4, 0.00033, 0.00035], [-0.001, 0.005, 1e-8, 0.0]),
        (0.0904, [0.09, 0.0904, 0.0945, 0.0860], [0.1, 0.085, 0.0, 0.095]),
        (30.858, [30.86, 30.9, 30.8, 31.0], [30.7, 31.1, 30.0, 32.0]),
        (-2.0, [-2.0, -1.99, -2.01, -1.991], [2.0, -1.98, -2.02, 0.0]),
        (0.99966, [0.9997, 0.999, 0.99966, 0.996], [1.0, 0.994, 1.006, 0.99]),
    ] {
        for answer in yes {
            assert!(matches(answer, right), "{answer} is right for {right}");
        }
        for answer in no {
            assert!(!matches(answer, right), "{answer} is wrong for {right}");
        }
    }
    // The tolerance grows with the number and has no jump.
    let grid: Vec<f64> = (-4000..4000).map(|k| 10f64.powf(f64::from(k) / 1000.0)).collect();
    for pair in grid.windows(2) {
        let [low, high] = [tolerance(pair[0]), tolerance(pair[1])];
        assert!(low <= high && high <= low * 1.003, "{pair:?}: {low} {high}");
    }
    // Whatever is rounded as the page asks for is right.
    let mut random = Stream::new(1, 0);
    for _ in 0..20_000 {
        let right = 10f64.powf(6.0 * random.uniform() - 4.0);
        let decimals = (right * 100.0).round() / 100.0;
        let answer = if right < 0.1 { rounded(right, 2) } else { decimals };
        assert!(matches(answer, right) || answer == 1.0, "{answer} for {right}");
    }
}

#[test]
fn nothing_but_zero_is_zero_and_noise_is_no_difference() {
    assert!(matches(0.0, 0.0) && !matches(0.004, 0.0) && !matches(1e-8, 0.0));
    // 0.1 + 0.2 − 0.3, and ten times 0.1.
    let noise: f64 = 0.1 + 0.2 - 0.3;
    let one: f64 = (0..10).map(|_| 0.1).sum();
    assert!(noise != 0.0 && one != 1.0 && matches(0.0, noise) && matches(1.0, one));
    // A weight is never beyond 0…1, and 0 only where the key is hidden.
    let weight = Cell::new(Name::Weights, 0, 0);
    assert!(accepts(weight, 1.0, 1.0) && !accepts(weight, 1.003, 1.0) && !accepts(weight, 1.001, 0.9999));
    assert!(accepts(weight, 0.0, 0.0) && !accepts(weight, 0.0, 1e-20) && !accepts(weight, -1e-20, 0.0));
}

/// The impossible answers that once passed, at the question where they did.
#[test]
fn a_tiny_weight_wants_its_own_digits() {
    let document = at_start("by-hand", "b");
    let question = &document.chosen().questions[0];
    let right = question.answer(&document.inputs).expect("the cell is there");
    assert!((right - 3.35e-4).abs() < 1e-6);
    for answer in [-0.001, 0.005, 1e-8, 0.0, 0.001, -3.35e-4] {
        assert!(!question.accepts(&document.inputs, answer), "{answer}");
    }
    for answer in [3.4e-4, 0.000335, 3.3e-4, (-8f64).exp()] {
        assert!(question.accepts(&document.inputs, answer), "{answer}");
    }
}
