//! Any settings, and any inputs.

use super::*;

// ---- Settings and inputs

/// The most that is set here where more would only take longer.
pub(super) fn most(figure: Figure, setting: &Setting) -> f64 {
    let most = match (figure, setting.key) {
        (Figure::DotProducts, "count") => 140.0,
        (Figure::EntropyCurves | Figure::Agreement, "count") => 48.0,
        (Figure::EntropyCurves | Figure::Agreement | Figure::CosineScale | Figure::HeadDivisor, "S") => 8.0,
        (Figure::Gradients, "B") => 2.0,
        (Figure::Gradients, "L") => 8.0,
        (Figure::Gradients | Figure::CosineScale | Figure::DotProducts, "d_k") => 24.0,
        (Figure::HeadDivisor, "d_model") => 64.0,
        // Few, so that some divide the width.
        (Figure::HeadDivisor, "h") => 3.0,
        (Figure::Leak, "V" | "L") => 16.0,
        (Figure::OnlineError, "S") => 40.0,
        (Figure::FlashMeasure, "longest") => 150.0,
        (Figure::FlashMeasure, "d") => 6.0,
        _ => setting.limits.1,
    };
    most.min(setting.limits.1)
}

/// Places within the limits of settings: their ends, and near the lower one.
pub(super) fn places() -> impl Strategy<Value = Vec<f64>> {
    let place =
        || prop_oneof![1 => Just(0.0), 1 => Just(1.0), 3 => 0.0..1.0, 3 => (0.0..1.0f64).prop_map(|u| u.powi(9))];
    vec(place(), 8)
}

pub(super) fn set(figure: Figure, places: &[f64]) -> Settings {
    let mut settings = Settings::default();
    for (setting, place) in figure.settings().iter().zip(places) {
        let (least, most) = (setting.limits.0, most(figure, setting));
        let value = least + (most - least) * place;
        let value = if setting.is_whole() { value.round() } else { value };
        assert!(setting.accepts(value), "{} {value}", setting.key);
        settings.set(figure, setting, value);
    }
    settings
}

pub(super) fn wild() -> BoxedStrategy<f64> {
    let special = vec![0.0, -0.0, 1e-320, 1e155, -1e300, 7e4, -90.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    prop_oneof![4 => -4.0..4.0, 2 => -800.0..800.0, 2 => select(special)].boxed()
}

/// Every shape, mask and format; some with every key hidden.
pub(super) fn inputs() -> impl Strategy<Value = Inputs> {
    let carried_out = (select(Precision::ALL), any::<bool>(), select(MaskConstant::ALL));
    let hidden = prop_oneof![4 => Just(false), 1 => Just(true)];
    (prop_oneof![complete(tame), complete(wild)], carried_out, hidden).prop_map(
        |(inputs, (precision, naive, constant), hidden)| {
            let inputs = inputs.with_numerics(Numerics { precision, naive, constant });
            if hidden { inputs.with_mask(Mask::padding(0..8)) } else { inputs }
        },
    )
}
