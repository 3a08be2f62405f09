//! Every part of the state, with two states that differ in it alone.

use super::*;

/// Another matrix of this shape.
fn other(matrix: &Matrix) -> Matrix {
    matrix.map(|x| x / 3.0 - 0.1)
}

/// For each part of the state, one that differs in that part alone. Nothing is left out by `..`: a new part does not
/// compile before it stands here.
pub(super) fn each_part() -> Vec<(&'static str, State, State)> {
    let plain = State { view: View::new(Language::En), document: Document::new(lesson("masks")) };
    let State { view, document } = plain.clone();
    let mut parts = Vec::new();

    let View { language, step, decimals } = view;
    let mut looked = |part, view| parts.push((part, plain.clone(), State { view, ..plain.clone() }));
    assert_eq!(language, Language::En);
    looked("language", View { language: Language::Zh, ..view });
    looked("step", View { step: step + 5, ..view });
    looked("decimals", View { decimals: decimals + 1, ..view });

    let Document { lesson: masks, start, inputs, tokens, answers, right, revealed, settings } = document.clone();
    let asked = Document::at_start(masks, 1);
    let mut worked = |part, document: Document, base: &Document| {
        parts.push((part, State { document: base.clone(), ..plain.clone() }, State { document, ..plain.clone() }));
    };
    worked("lesson", Document::new(lesson("bench")), &document);
    worked("start", Document::at_start(masks, start + 1), &document);
    worked(
        "tokens",
        Document { tokens: [tokens, vec!["a,b".into(), "%;&".into()]].concat(), ..document.clone() },
        &document,
    );
    assert!(answers.is_empty() && right.is_empty() && revealed.is_empty());
    worked("answers", asked.edited(&Edit::Answer(0, Some(0.125))), &asked);
    let value = asked.chosen().questions[0].answer(&asked.inputs);
    let rightly = asked.edited(&Edit::Answer(0, value));
    assert!(!rightly.right.is_empty());
    worked("right", rightly, &asked.edited(&Edit::Answer(0, Some(0.125))));
    worked("revealed", asked.edited(&Edit::Reveal(0)), &asked);
    assert_eq!(settings, Settings::default());
    for &figure in Figure::ALL {
        for (index, setting) in figure.settings().iter().enumerate() {
            let value = if setting.usual == setting.limits.0 { setting.limits.1 } else { setting.limits.0 };
            worked(setting.key, document.edited(&Edit::Setting(figure, index, value)), &document);
        }
    }

    let Parts { source, scaling, softcap, mask, numerics } = inputs.parts();
    let mut computed = |part, inputs: Inputs| worked(part, Document { inputs, ..document.clone() }, &document);
    let (queries, keys) = (inputs.queries(), inputs.keys());
    let square = |seed: f64| Matrix::from_fn(queries, keys, |i, j| seed / (1.0 + i as f64 + 2.0 * j as f64));
    match source {
        Source::Qkv { q, k, v } => {
            for (name, matrix) in [(Name::Q, q), (Name::K, k), (Name::V, v)] {
                let changed = inputs.filled(|other_name, _, _| {
                    let own = inputs.matrix(other_name).expect("typed").clone();
                    if other_name == name { other(&matrix) } else { own }
                });
                computed(name.id(), changed);
            }
        }
        other => panic!("{other:?}"),
    }
    let made = |source| inputs.with_source(source).expect("shapes that fit");
    computed("x", made(Source::Tokens { x: square(1.0), wq: square(2.0), wk: square(3.0), wv: square(4.0) }));
    computed("scores", made(Source::Scores { scores: square(-1.0), v: square(5.0), d_k: 77 }));
    assert_eq!(scaling, Scaling::Sqrt);
    Scaling::ALL.iter().chain([&Scaling::Divisor(1.0 / 3.0)]).filter(|other| **other != scaling).for_each(|&other| {
        computed("scaling", inputs.with_scaling(other));
    });
    assert_eq!(softcap, None);
    computed("softcap", inputs.with_softcap(Some(0.1)));

    let Mask { causal, offset, window, padding, keep, bias } = mask.clone();
    let mut hidden = |part, mask| computed(part, inputs.with_mask(mask));
    Causal::ALL.iter().filter(|other| **other != causal).for_each(|&causal| {
        hidden("causal", Mask { causal, ..mask.clone() });
    });
    hidden("offset", Mask { offset: offset - 3, ..mask.clone() });
    let Window { left, right } = window;
    assert_eq!((left, right), (None, None));
    hidden("left", Mask { window: Window { left: Some(2), right }, ..mask.clone() });
    hidden("right", Mask { window: Window { left, right: Some(0) }, ..mask.clone() });
    assert!(padding.is_empty() && keep.is_none() && bias.is_none());
    hidden("padding", Mask { padding: BTreeSet::from([1, 3]), ..mask.clone() });
    hidden("keep", mask.clone().with_toggled(2, 1, queries, keys));
    let biased = Matrix::from_fn(queries, keys, |i, j| match i {
        0 => f64::NEG_INFINITY,
        1 => -0.0,
        _ => 5e-324 * j as f64 - 0.1,
    });
    hidden("bias", Mask { bias: Some(biased), ..mask.clone() });

    let Numerics { precision, naive, constant } = numerics;
    let mut carried = |part, numerics| computed(part, inputs.with_numerics(numerics));
    Precision::ALL.iter().filter(|other| **other != precision).for_each(|&precision| {
        carried("precision", Numerics { precision, ..numerics });
    });
    carried("naive", Numerics { naive: !naive, ..numerics });
    MaskConstant::ALL.iter().filter(|other| **other != constant).for_each(|&constant| {
        carried("constant", Numerics { constant, ..numerics });
    });
    parts
}
