//! Another starting point, and another format.

use super::*;

/// Scores that are started from, or Q, K, V: the same attention, and the same after the link.
#[test]
fn another_start_keeps_the_attention_and_its_link() {
    // Softmax of 1 and 0 over √1, and of 0 and 2, with mpmath.
    let expected =
        [[0.731_058_578_630_004_9, 0.268_941_421_369_995_1], [0.119_202_922_022_117_56, 0.880_797_077_977_882_4]];
    let (state, problems) = read("lesson=bench&from=scores&scores=1,0;0,2&v=1,0;0,1&dk=1&scale=sqrt", Language::En);
    assert_eq!(problems, []);
    let ways = [
        vec![],
        vec![Origin::Qkv],
        vec![Origin::Tokens],
        vec![Origin::Tokens, Origin::Scores],
        vec![Origin::Qkv, Origin::Scores],
    ];
    for way in ways {
        let document = way.iter().fold(state.document.clone(), |document, &from| document.edited(&Edit::Origin(from)));
        let moved = State { document, ..state.clone() };
        let (back, problems) = read(&write(&moved), Language::En);
        assert_eq!((problems, &back), (vec![], &moved));
        let found = attend(&back.document.inputs).weights;
        for (at, expected) in expected.as_flattened().iter().enumerate() {
            assert!((found[(at / 2, at % 2)] - expected).abs() < 1e-15, "{way:?}: {found}");
        }
        assert_eq!(back.document.inputs.divisor(), 1.0);
    }
    // A divisor that d_k gives becomes the number that it is, once d_k is another.
    let (state, _) = read("lesson=three-scalings&scale=sqrt&precision=f16", Language::En);
    let moved = state.document.edited(&Edit::Origin(Origin::Qkv)).inputs;
    assert_eq!((moved.scaling(), moved.d_k()), (Scaling::Divisor(8.0), 3));
    let same = state.document.edited(&Edit::Scaling(Scaling::None)).edited(&Edit::Origin(Origin::Qkv)).inputs;
    assert_eq!(same.scaling(), Scaling::None);
}

/// What has overflowed cannot be typed: all stays, and the reason is told.
#[test]
fn what_is_not_finite_is_not_started_from() {
    let (q, k) = (Cell::new(Name::Q, 0, 0), Cell::new(Name::K, 0, 0));
    let state = read("lesson=bench&precision=f16", Language::En).0;
    let document = state.document.edited(&Edit::Cell(q, 300.0)).edited(&Edit::Cell(k, 300.0));
    let infinite = attend(&document.inputs).scores[(0, 0)];
    assert!(infinite.is_infinite(), "{infinite}");
    assert_eq!(started_from(&document.inputs, Origin::Scores), Err(NoStart::NotFinite(Name::Scores)));
    assert_eq!(document.edited(&Edit::Origin(Origin::Scores)), document);
    let tokens = read("from=x&x=1e200,0;0,1&wq=1e200,0;0,1&wk=1,0;0,1&wv=1,0;0,1", Language::En).0.document;
    assert_eq!(started_from(&tokens.inputs, Origin::Qkv), Err(NoStart::NotFinite(Name::Q)));
    assert_eq!(started_from(&tokens.inputs, Origin::Tokens).as_ref(), Ok(&tokens.inputs));
    let wide = read("from=qkv&q=1;2&k=1&v=1", Language::En).0.document;
    assert_eq!(started_from(&wide.inputs, Origin::Tokens), Err(NoStart::NotSquare));
    for (why, zh, en) in [
        (NoStart::NotFinite(Name::Scores), "scores 里有 ∞ 或 NaN", "scores holds ∞ or NaN"),
        (NoStart::NotSquare, "L = S", "L = S"),
    ] {
        assert!(no_start_message(why, Language::Zh).contains(zh));
        assert!(no_start_message(why, Language::En).contains(en));
    }
}

/// A divisor is rounded to the format; where nothing is left of it, the page says so.
#[test]
fn a_divisor_that_the_format_cannot_hold_is_told() {
    // NumPy: float16(1e-8) is 0, float16(3e-8) the least number above it; float16(65519) is 65504, float16(65520) is ∞.
    let cases = [
        ("f16", "1e-8", Some(0.0)),
        ("f16", "3e-8", None),
        ("f16", "65519", None),
        ("f16", "65520", Some(f64::INFINITY)),
        ("f32", "1e-46", Some(0.0)),
        ("f32", "1e39", Some(f64::INFINITY)),
        ("bf16", "1e39", Some(f64::INFINITY)),
        ("bf16", "1e-41", Some(0.0)),
        ("f64", "1e-300", None),
    ];
    for (precision, divisor, lost) in cases {
        let link = format!("lesson=bench&precision={precision}&scale={divisor}");
        let inputs = read(&link, Language::En).0.document.inputs;
        assert_eq!(divisor_notice(&inputs).is_some(), lost.is_some(), "{link}");
        assert_eq!(inputs.set_divisor(), divisor.parse::<f64>().expect("a number"));
        if let Some(lost) = lost {
            assert_eq!(inputs.divisor(), lost, "{link}");
            let notice = divisor_notice(&inputs).expect("a notice");
            assert!(notice.en.contains(&format!("becomes {}", show(lost, 0))), "{}", notice.en);
            let weights = attend(&inputs).weights;
            let even = 1.0 / inputs.keys() as f64;
            let as_ieee = |x: &f64| if lost == 0.0 { x.is_nan() } else { (x - even).abs() < 1e-2 };
            assert!(weights.row(0).iter().all(as_ieee), "{link}: {weights}");
        }
    }
    // A named scaling as well: √d_k and d_k of scores that are said to be that wide.
    let wide = |scale: &str| read(&format!("scores=1,0&v=1;2&dk=1000000&precision=f16&scale={scale}"), Language::En).0;
    assert!(divisor_notice(&wide("dk").document.inputs).is_some());
    assert!(divisor_notice(&wide("sqrt").document.inputs).is_none());
}
