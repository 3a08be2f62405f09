//! The link is the state: whatever a learner can do comes back to the last bit, and any noise opens a page.

use std::collections::BTreeSet;

use attention_lab::choice::Choice;
use attention_lab::document::edit::{Edit, From, NoStart, started_from};
use attention_lab::document::history::History;
use attention_lab::document::link::{read, write};
use attention_lab::document::problem::{Problem, divisor_notice, no_start_message};
use attention_lab::document::{Document, State, View, steps};
use attention_lab::engine::cell::{Cell, Name};
use attention_lab::engine::inputs::Dimension;
use attention_lab::engine::mask::{Causal, Window};
use attention_lab::engine::precision::Precision;
use attention_lab::engine::scaling::Scaling;
use attention_lab::engine::trace::attend;
use attention_lab::lessons::figure::Figure;
use attention_lab::lessons::{LESSONS, Lesson};
use attention_lab::number::show;
use attention_lab::text::Language;
use proptest::prelude::*;
use proptest::sample::select;

use crate::laws::config;

fn lesson(id: &str) -> &'static Lesson {
    Lesson::from_id(id).expect("a lesson")
}

fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        Just(0.0),
        Just(-0.0),
        Just(f64::MIN_POSITIVE / 8.0),
        Just(-1e308),
        any::<f64>().prop_filter("finite", |x| x.is_finite()),
        -9.0..9.0f64
    ]
}

fn cell() -> impl Strategy<Value = Cell> {
    (0..Name::ALL.len(), 0..5usize, 0..5usize).prop_map(|(name, row, column)| Cell::new(Name::ALL[name], row, column))
}

fn edit() -> impl Strategy<Value = Edit> {
    let block = prop::collection::vec(prop::collection::vec(number(), 1..4), 1..4);
    prop_oneof![
        (cell(), number()).prop_map(|(cell, value)| Edit::Cell(cell, value)),
        (cell(), block).prop_map(|(at, block)| Edit::Paste { at, block }),
        (0..Dimension::ALL.len(), 0..9usize).prop_map(|(d, size)| Edit::Size(Dimension::ALL[d], size)),
        (0..Scaling::ALL.len() - 1).prop_map(|s| Edit::Scaling(Scaling::ALL[s])),
        (1e-300..1e300f64).prop_map(|x| Edit::Scaling(Scaling::Divisor(x))),
        (0..Causal::ALL.len()).prop_map(|c| Edit::Causal(Causal::ALL[c])),
        (0..6usize).prop_map(Edit::TogglePadding),
        (prop::option::of(0..99usize), prop::option::of(0..3usize))
            .prop_map(|(left, right)| Edit::Window(Window { left, right })),
        (0..5usize, 0..5usize).prop_map(|(row, column)| Edit::ToggleKeep(row, column)),
        Just(Edit::ClearDrawn),
        (0..Name::ALL.len(), 0..5usize, prop::collection::vec(number(), 0..5))
            .prop_map(|(name, row, values)| Edit::Row(Name::ALL[name], row, values)),
        prop_oneof![Just(From::Tokens), Just(From::Qkv), Just(From::Scores)].prop_map(Edit::From),
        any::<u32>().prop_map(Edit::Fill),
        prop::collection::vec(".{0,4}", 0..6).prop_map(Edit::Tokens),
        (0..6usize, prop::option::of(number())).prop_map(|(q, answer)| Edit::Answer(q, answer)),
        (0..6usize).prop_map(Edit::Reveal),
        (0..7usize).prop_map(Edit::Start),
        (select(Figure::ALL), 0..5usize, -10.0..1000f64)
            .prop_map(|(figure, index, value)| Edit::Setting(figure, index, value)),
        (select(Figure::ALL), 0..5usize, 0..1000u32).prop_map(|(figure, index, value)| Edit::Setting(
            figure,
            index,
            f64::from(value)
        )),
        (select(Figure::ALL), 0..4usize).prop_map(|(figure, index)| Edit::Preset(figure, index)),
        select(Precision::ALL).prop_map(Edit::Precision),
        Just(Edit::Reset),
        Just(Edit::ClearAnswers),
    ]
}

prop_compose! {
    fn state()(
        lesson in 0..LESSONS.len(),
        edits in prop::collection::vec(edit(), 0..12),
        zh in any::<bool>(),
        step in 0..40usize,
        decimals in 2..=6usize,
    ) -> State {
        let document = edits.iter().fold(Document::new(LESSONS[lesson]), |document, edit| document.edited(edit));
        let step = step.min(steps::count(&document.inputs));
        let language = if zh { Language::Zh } else { Language::En };
        State { view: View { language, step, decimals }, document }
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn every_state_comes_back_from_its_link(state in state()) {
        let link = write(&state);
        let (back, problems) = read(&link, Language::En);
        prop_assert_eq!(problems, vec![], "{}", link);
        prop_assert_eq!(&back, &state, "{}", &link);
        // To the last bit, the sign of 0 too: the worker computes from what it reads.
        prop_assert_eq!(back.document.inputs.fingerprint(), state.document.inputs.fingerprint(), "{}", &link);
        prop_assert_eq!(write(&back), link);
    }

    #[test]
    fn every_prefix_of_a_link_opens(state in state(), share in 0.0..1.0f64) {
        let link = write(&state);
        let cut = (0..=(link.len() as f64 * share) as usize).rev().find(|&at| link.is_char_boundary(at)).unwrap_or(0);
        let (back, _) = read(&link[..cut], Language::Zh);
        attend(&back.document.inputs);
    }

    #[test]
    fn noise_opens(noise in "[-#&=%;,.0-9a-zA-Z√−你\u{0}-\u{2f}]{0,200}") {
        let (back, _) = read(&noise, Language::En);
        attend(&back.document.inputs);
    }

    #[test]
    fn undo_returns_to_the_start(edits in prop::collection::vec(edit(), 0..20)) {
        let start = Document::new(LESSONS[0]);
        let mut history = History::new(start.clone());
        for edit in edits {
            history.apply(edit);
        }
        let end = history.present().clone();
        while history.can_undo() {
            history.undo();
        }
        prop_assert_eq!(history.present(), &start);
        while history.can_redo() {
            history.redo();
        }
        prop_assert_eq!(history.present(), &end);
    }
}

/// Scores that are started from, or Q, K, V: the same attention, and the same after the link.
#[test]
fn another_start_keeps_the_attention_and_its_link() {
    // Softmax of 1 and 0 over √1, and of 0 and 2, with mpmath.
    let expected =
        [[0.731_058_578_630_004_9, 0.268_941_421_369_995_1], [0.119_202_922_022_117_56, 0.880_797_077_977_882_4]];
    let (state, problems) = read("lesson=bench&from=scores&scores=1,0;0,2&v=1,0;0,1&dk=1&scale=sqrt", Language::En);
    assert_eq!(problems, []);
    let ways =
        [vec![], vec![From::Qkv], vec![From::Tokens], vec![From::Tokens, From::Scores], vec![From::Qkv, From::Scores]];
    for way in ways {
        let document = way.iter().fold(state.document.clone(), |document, &from| document.edited(&Edit::From(from)));
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
    let moved = state.document.edited(&Edit::From(From::Qkv)).inputs;
    assert_eq!((moved.scaling(), moved.d_k()), (Scaling::Divisor(8.0), 3));
    let same = state.document.edited(&Edit::Scaling(Scaling::None)).edited(&Edit::From(From::Qkv)).inputs;
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
    assert_eq!(started_from(&document.inputs, From::Scores), Err(NoStart::NotFinite(Name::Scores)));
    assert_eq!(document.edited(&Edit::From(From::Scores)), document);
    let tokens = read("from=x&x=1e200,0;0,1&wq=1e200,0;0,1&wk=1,0;0,1&wv=1,0;0,1", Language::En).0.document;
    assert_eq!(started_from(&tokens.inputs, From::Qkv), Err(NoStart::NotFinite(Name::Q)));
    assert_eq!(started_from(&tokens.inputs, From::Tokens).as_ref(), Ok(&tokens.inputs));
    let wide = read("from=qkv&q=1;2&k=1&v=1", Language::En).0.document;
    assert_eq!(started_from(&wide.inputs, From::Tokens), Err(NoStart::NotSquare));
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

fn weights(link: &str) -> Vec<String> {
    let (state, problems) = read(link, Language::En);
    assert_eq!(problems, [], "{link}");
    attend(&state.document.inputs).weights.row(0).iter().map(|&w| show(w, state.view.decimals)).collect()
}

#[test]
fn links_of_the_contract() {
    let link = "#lang=en&lesson=bench&from=qkv&q=1,1&k=1,0;0,1;1,1&v=1,0,0;0,1,0;0,0,1";
    assert_eq!(weights(link), ["0.248", "0.248", "0.503"]);
    assert_eq!(weights(&format!("{link}&scale=none")), ["0.212", "0.212", "0.576"]);
    assert_eq!(weights(&format!("{link}&pad=3")), ["0.500", "0.500", "0.000"]);
    let scores = "#lesson=bench&from=scores&scores=16,8,0&scale=sqrt";
    assert_eq!(weights(&format!("{scores}&dk=64")), ["0.665", "0.245", "0.090"]);
    assert_eq!(weights(&format!("{scores}&dk=64&scale=dk")), ["0.376", "0.332", "0.293"]);
    // Without dk the scores came from width 1, so √d_k is 1.
    assert_eq!(weights(scores), ["1−3e−4", "3e−4", "1e−7"]);
    assert_eq!(weights("#lesson=bench&q=1%2C1&k=1,0;0,1;1,1&v=1;2;3"), ["0.248", "0.248", "0.503"]);
}

#[test]
fn damaged_links_open_with_a_notice() {
    let noise: String = (0..100_000u32).map(|i| char::from(33 + (i * 7919 % 94) as u8)).collect();
    let links = [
        "#q=1,2;3",
        "#q=&k=",
        "#scale=0",
        "#scale=-2",
        "#q=nan,inf",
        "#lesson=none",
        "#decimals=99",
        "#q=1%2",
        "#tokens=%E4%B8",
        "#lang=xx",
        "#mask=sideways",
        "#pad=99",
        "#step=abc",
        "#window=",
        "#window=1",
        "#window=1,2,3",
        "#window=-1,0",
        "#window=65,",
        "#window=a,b",
        "#lesson=masks&keep=",
        "#lesson=masks&keep=1111;1111;1111",
        "#lesson=masks&keep=1111;1111;1111;111",
        "#lesson=masks&keep=1111;1121;1111;1111",
        "#lesson=masks&keep=1111;1111;1111;1111;1111",
        "#from=nowhere",
        "#lesson=bench&q=1,2,3",
        "#dk=0",
        "#rubbish",
        "#a%",
        noise.as_str(),
    ];
    for link in links {
        let (state, problems) = read(link, Language::En);
        assert!(!problems.is_empty(), "{:.40} opens without a notice", link);
        let trace = attend(&state.document.inputs);
        assert!(trace.output.iter().all(|x| x.is_finite()), "{link:.40}");
        for problem in problems {
            assert!(!problem.message(Language::Zh).is_empty() && !problem.message(Language::En).is_empty());
        }
    }
}

#[test]
fn keys_of_later_versions_are_ignored() {
    let (_, problems) = read("#lang=en&heads=4&softcap=30&sinks=1,1", Language::Zh);
    assert_eq!(problems, []);
    let (_, problems) = read("#heads=4", Language::Zh);
    assert_eq!(problems, [Problem::Unreadable]);
}

/// A setting that no figure has is told like one that its figure cannot use.
#[test]
fn settings_that_are_none_are_named() {
    let named = |link: &str| -> Vec<String> {
        let (_, problems) = read(link, Language::En);
        problems.iter().map(|problem| problem.message(Language::En)).collect()
    };
    let told = |setting: &str| vec![format!("“{setting}” in the link was not used: there is no such setting.")];
    assert_eq!(named("#lesson=variance&entropy-curves.nonsense=3"), told("entropy-curves.nonsense=3"));
    assert_eq!(named("#lesson=variance&nonsuch.seed=1"), told("nonsuch.seed=1"));
    assert_eq!(named("#lesson=by-hand&exercise.answer=1"), told("exercise.answer=1"));
    let (state, problems) = read("#lang=zh&lesson=variance&nonsuch.seed=1&dot-products.count=100", Language::En);
    assert_eq!(problems[0].message(Language::Zh), "链接中的“nonsuch.seed=1”未被采用：没有这个设置。");
    assert_eq!(write(&state), "lang=zh&lesson=variance&dot-products.count=100", "the rest is read");
    // Those of another lesson's figures, and of exercises, are known everywhere; nobody reads a thousand notices.
    assert!(named("#lesson=bench&entropy-curves.seed=2&exercise.right=&exercise.revealed=").is_empty());
    assert_eq!(named(&format!("#lesson=bench{}", "&a.b=1".repeat(1000))).len(), 4);
}

#[test]
fn too_large_a_matrix_is_refused() {
    let row = vec!["1"; 65].join(",");
    let (state, problems) = read(&format!("#lesson=bench&q={row}"), Language::En);
    assert_eq!(problems.len(), 1);
    assert_eq!(state.document, Document::new(lesson("bench")));
}

#[test]
fn only_what_differs_is_written() {
    for lesson in LESSONS {
        let state = State { view: View::new(Language::Zh), document: Document::new(lesson) };
        assert_eq!(write(&state), format!("lang=zh&lesson={}", lesson.id));
    }
    let document = Document::new(LESSONS[0]).edited(&Edit::Cell(Cell::new(Name::Q, 0, 1), -0.0));
    let state = State { view: View::new(Language::En), document };
    assert_eq!(write(&state), "lang=en&lesson=overview&q=1,-0");
}

#[test]
fn typing_on_in_a_cell_is_one_step() {
    let mut history = History::new(Document::default());
    let cell = Cell::new(Name::Q, 0, 0);
    [1.5, 1.55, 1.0, 7.0].into_iter().for_each(|value| history.apply(Edit::Cell(cell, value)));
    history.undo();
    assert_eq!(history.present(), &Document::default());
    assert!(!history.can_undo());
    history.apply(Edit::Cell(cell, 2.0));
    history.pause();
    history.apply(Edit::Cell(cell, 3.0));
    history.undo();
    assert!(history.can_undo(), "leaving the cell ends the step");
}

#[test]
fn padding_and_tokens_follow_the_keys() {
    let document = Document::new(lesson("bench"))
        .edited(&Edit::Tokens(vec!["a".into(), "b".into(), "c".into(), "d".into()]))
        .edited(&Edit::TogglePadding(3))
        .edited(&Edit::Size(Dimension::Keys, 2));
    assert_eq!(document.tokens, ["a", "b"]);
    assert_eq!(document.inputs.mask().padding, BTreeSet::new());
}

fn masks(link: &str) -> Document {
    let (state, problems) = read(link, Language::En);
    assert_eq!(problems, [], "{link}");
    state.document
}

fn written(document: Document) -> String {
    write(&State { view: View::new(Language::En), document })
}

#[test]
fn windows_and_drawn_masks_are_read() {
    let visible = |link: &str| attend(&masks(link).inputs).visible;
    let open = "lang=en&lesson=masks&mask=none";
    assert_eq!(visible(&format!("{open}&window=1,0")), [1, 2, 2, 2]);
    assert_eq!(visible(&format!("{open}&window=,0")), [1, 2, 3, 4]);
    assert_eq!(visible(&format!("{open}&window=1,")), [4, 4, 3, 2]);
    assert_eq!(visible(&format!("{open}&window=,")), [4; 4]);
    assert_eq!(visible(&format!("{open}&window=64,64")), [4; 4]);
    assert_eq!(visible(&format!("{open}&keep=1110;0000;1111;0101")), [3, 0, 4, 2]);
    assert_eq!(visible(&format!("{open}&window=0,1&pad=1&keep=1111;1011;1111;1111")), [1, 1, 2, 1]);
    assert_eq!(masks(&format!("{open}&keep=1111;1111;1111;1111")), masks(open));
    for link in [format!("{open}&window=1,"), format!("{open}&window=,3&keep=1110;0000;1111;0101")] {
        assert_eq!(written(masks(&link)), link);
    }
}

#[test]
fn a_mask_is_drawn_cell_by_cell() {
    let start = Document::new(lesson("masks"));
    let toggle = |document: &Document, i, j| document.edited(&Edit::ToggleKeep(i, j));
    let drawn = toggle(&toggle(&start, 3, 2), 0, 1);
    assert_eq!(written(drawn.clone()), "lang=en&lesson=masks&keep=1011;1111;1111;1101");
    let mask = drawn.inputs.mask();
    assert!(!mask.keeps(3, 2) && !mask.keeps(0, 1) && mask.keeps(3, 3) && mask.hides(3, 2, 4, 4).drawn);
    // What keeps every key is no mask, however it came about.
    assert_eq!(toggle(&toggle(&drawn, 3, 2), 0, 1), start);
    assert_eq!(drawn.edited(&Edit::ClearDrawn), start);
    assert_eq!(toggle(&start, 4, 0), start);
    // It is cut with the matrices, and grows by what is visible.
    let cut = drawn.edited(&Edit::Size(Dimension::Queries, 3));
    assert_eq!(written(cut.clone()).split("keep=").nth(1), Some("1011;1111;1111"));
    let grown = cut.edited(&Edit::Size(Dimension::Keys, 5)).edited(&Edit::Size(Dimension::Queries, 4));
    assert_eq!(written(grown).split("keep=").nth(1), Some("10111;11111;11111;11111"));
    let gone = cut.edited(&Edit::Size(Dimension::Keys, 1));
    assert_eq!(gone.inputs.mask().keep, None);
    let window = start.edited(&Edit::Window(Window { left: Some(usize::MAX), right: Some(0) }));
    assert_eq!(window.inputs.mask().window, Window { left: Some(64), right: Some(0) });
}

#[test]
fn a_row_is_set_in_one_edit() {
    let start = Document::new(lesson("masks"));
    let row = |name, row, values: &[f64]| Edit::Row(name, row, values.to_vec());
    let mut history = History::new(start.clone());
    for x in [1.0, 1.1, 1.2] {
        history.apply(row(Name::Q, 1, &[x, -x, 9.0]));
    }
    let q = |document: &Document| document.inputs.matrix(Name::Q).map(|q| q.row(1).iter().copied().collect::<Vec<_>>());
    assert_eq!(q(history.present()), Some(vec![1.2, -1.2]));
    history.undo();
    assert_eq!((history.present(), history.can_undo()), (&start, false), "one step");
    history.apply(row(Name::Q, 1, &[1.0, 1.0]));
    history.apply(row(Name::K, 1, &[1.0, 2.0]));
    history.apply(row(Name::K, 2, &[1.0, 2.0]));
    history.undo();
    history.undo();
    assert!(history.can_undo(), "another row is another step");
    // Fewer numbers leave the others; what is not typed, or not there, stays.
    assert_eq!(q(&start.edited(&row(Name::Q, 1, &[7.0]))), Some(vec![7.0, 2.0]));
    for edit in [row(Name::Scores, 0, &[1.0]), row(Name::Q, 9, &[1.0]), row(Name::X, 0, &[1.0]), row(Name::Q, 1, &[])] {
        assert_eq!(start.edited(&edit), start);
    }
}

#[test]
fn a_walk_beyond_the_end_is_written_as_its_end() {
    let document = Document::new(lesson("bench"));
    let last = steps::count(&document.inputs);
    let document = document.edited(&Edit::Size(Dimension::Queries, 1));
    let link = write(&State { view: View { step: last, ..View::new(Language::En) }, document });
    let (state, problems) = read(&link, Language::En);
    assert_eq!(problems, [], "{link}");
    assert_eq!(state.view.step, steps::count(&state.document.inputs));
}

#[test]
fn a_preset_is_one_step_and_sets_every_number() {
    let figure = Figure::Calculator;
    let place = |key: &str| figure.settings().iter().position(|setting| setting.key == key).expect("a setting");
    let mut history = History::new(Document::new(lesson("cost")));
    for (key, value) in [("T", 5.0), ("memory", 1e12)] {
        history.apply(Edit::Setting(figure, place(key), value));
    }
    let before = history.present().clone();
    for (index, preset) in figure.presets().iter().enumerate() {
        history.apply(Edit::Preset(figure, index));
        for setting in figure.settings() {
            let named = preset.values.iter().find(|(key, _)| *key == setting.key);
            let expected = named.map_or(setting.usual, |(_, value)| *value);
            assert_eq!(history.present().settings.get(figure, setting), expected, "{} {}", index, setting.key);
        }
        history.undo();
        assert_eq!(*history.present(), before, "one step back");
    }
    history.apply(Edit::Preset(figure, 99));
    history.apply(Edit::Preset(Figure::Rank, 0));
    assert_eq!(*history.present(), before, "no such preset");
}

/// A matrix that the start of a link does not take is named, one by one; what it takes is not.
#[test]
fn what_the_start_has_no_use_for_is_named() {
    use attention_lab::document::problem::Why;
    let useless = |link: &str| -> Vec<String> {
        let problems = read(link, Language::En).1.into_iter();
        let key = |problem| match problem {
            Problem::Value { key, why: Why::Unused, .. } => key,
            other => panic!("{other:?}"),
        };
        problems.map(key).collect()
    };
    assert_eq!(useless("lesson=bench&from=x&q=1,2;3,4&k=1,2;3,4"), ["q", "k"]);
    assert_eq!(useless("lesson=bench&from=qkv&x=1,2;3,4&dk=7"), ["x", "dk"]);
    assert_eq!(useless("lesson=bench&from=scores&q=1,2;3,4"), ["q"]);
    assert_eq!(useless("lesson=bench&dk=7"), ["dk"]);
    assert_eq!(useless("lesson=bench&from=scores&scores=1,2;3,4&v=1;2&dk=7"), [""; 0]);
    assert_eq!(useless("lesson=bench&from=qkv&q=1,2;3,4&k=1,2;3,4&v=1;2"), [""; 0]);
}

/// A document has the cells of its own matrices and stages, and no others.
#[test]
fn a_document_knows_its_cells() {
    let document = read("lesson=bench&from=qkv&q=1,2&k=1,2;3,4;5,6&v=1;2;3", Language::En).0.document;
    let has = |name, row, column| document.has(Cell::new(name, row, column));
    assert!(
        has(Name::Q, 0, 1)
            && has(Name::K, 2, 1)
            && has(Name::V, 2, 0)
            && has(Name::Weights, 0, 2)
            && has(Name::Output, 0, 0)
    );
    assert!(!has(Name::Q, 1, 0) && !has(Name::Weights, 1, 0) && !has(Name::Weights, 0, 3) && !has(Name::Output, 0, 1));
    assert!(!has(Name::X, 0, 0) && !has(Name::WQ, 0, 0));
}
