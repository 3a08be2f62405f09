//! Every part of the state has a key, and every key a row of the README.

mod parts;

use std::collections::BTreeSet;

use attention_lab::choice::Choice;
use attention_lab::document::edit::Edit;
use attention_lab::document::field::{FIELDS, MEANINGS};
use attention_lab::document::link::{read, write};
use attention_lab::document::origin::Origin;
use attention_lab::document::patch::Patch;
use attention_lab::document::{Document, State, View};
use attention_lab::engine::cell::{Cell, Name};
use attention_lab::engine::inputs::{Inputs, Parts, Source};
use attention_lab::engine::mask::{Causal, Mask, Window};
use attention_lab::engine::matrix::{Matrix, same};
use attention_lab::engine::precision::{MaskConstant, Numerics, Precision};
use attention_lab::engine::scaling::Scaling;
use attention_lab::lessons::figure::{Figure, Settings};
use attention_lab::lessons::{LESSONS, Lesson};
use attention_lab::text::Language;
use proptest::prelude::*;

use self::parts::each_part;
use crate::fixture::same_bits_all;
use crate::laws::{complete, config, tame};
use crate::strategies::{any_state, state};

fn lesson(id: &str) -> &'static Lesson {
    Lesson::from_id(id).expect("a lesson")
}

/// The same to the last bit, the sign of 0 too.
fn assert_same(found: &State, expected: &State, what: &str) {
    assert_eq!(found, expected, "{what}");
    assert_eq!(found.document.inputs.fingerprint(), expected.document.inputs.fingerprint(), "{what}");
    let bias = |state: &State| state.document.inputs.mask().bias.clone();
    match (bias(found), bias(expected)) {
        (Some(found), Some(expected)) => assert!(same(&found, &expected), "{what}"),
        (found, expected) => assert_eq!(found, expected, "{what}"),
    }
}

#[test]
fn each_part_of_the_state_comes_back_from_its_link_alone_and_can_be_taken_back() {
    for (part, base, changed) in each_part() {
        assert_ne!(base, changed, "{part}");
        let link = write(&changed);
        let (back, problems) = read(&link, Language::En);
        assert_eq!(problems, [], "{part}: {link}");
        assert_same(&back, &changed, &format!("{part}: {link}"));
        for (from, to) in [(&base, &changed), (&changed, &base), (&changed, &changed)] {
            let patch = Patch::between(from, to);
            let (found, problems) = patch.apply(from);
            assert_eq!(problems, [], "{part}: {}", patch.to_link());
            assert_same(&found, to, &format!("{part}: {}", patch.to_link()));
            assert_eq!(patch == Patch::default(), from == to, "{part}");
        }
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_patch_between_two_states_leads_from_one_to_the_other(
        (from, to) in (0..LESSONS.len()).prop_flat_map(|lesson| (state(lesson), state(lesson))),
        elsewhere in any_state(),
    ) {
        for to in [&to, &elsewhere] {
            let patch = Patch::between(&from, to);
            prop_assert_eq!(Patch::parse(&patch.to_link()), patch.clone());
            let (found, problems) = patch.apply(&from);
            prop_assert_eq!(problems, vec![], "{}", patch.to_link());
            prop_assert_eq!(&found, to, "{}", patch.to_link());
            prop_assert_eq!(found.document.inputs.fingerprint(), to.document.inputs.fingerprint());
            prop_assert_eq!(Patch::between(&found, to), Patch::default());
        }
    }

    #[test]
    fn any_computation_comes_back_from_its_link(
        inputs in complete(tame),
        precision in proptest::sample::select(Precision::ALL),
        naive in any::<bool>(),
        constant in proptest::sample::select(MaskConstant::ALL),
    ) {
        let inputs = inputs.with_numerics(Numerics { precision, naive, constant });
        let document = Document { inputs, tokens: Vec::new(), ..Document::new(LESSONS[0]) };
        let state = State { view: View::new(Language::Zh), document };
        let link = write(&state);
        let (back, problems) = read(&link, Language::En);
        prop_assert_eq!(problems, vec![], "{}", &link);
        prop_assert_eq!(&back, &state, "{}", &link);
        prop_assert_eq!(back.document.inputs.fingerprint(), state.document.inputs.fingerprint());
        if let (Some(found), Some(bias)) = (&back.document.inputs.mask().bias, &state.document.inputs.mask().bias) {
            prop_assert!(same_bits_all(found, bias));
        }
    }

    #[test]
    fn any_text_is_a_patch_that_is_written_as_it_is_read(text in "[-#&=%;,.0-9a-z]{0,60}") {
        let patch = Patch::parse(&text);
        prop_assert_eq!(Patch::parse(&patch.to_link()), patch);
    }
}

/// A partial link changes what it names, and leaves the rest as it is.
#[test]
fn a_patch_changes_what_it_names() {
    let (state, _) = read("lesson=masks&pad=2&scale=none&jacobian.T=2&step=3&tokens=a,b", Language::En);
    let applied = |state: &State, link: &str| {
        let (state, problems) = Patch::parse(link).apply(state);
        assert_eq!(problems, [], "{link}");
        write(&state)
    };
    let rest = "lang=en&lesson=masks&step=3&scale=none";
    assert_eq!(applied(&state, ""), write(&state));
    assert_eq!(applied(&state, "pad=1,4"), format!("{rest}&pad=1,4&tokens=a,b&jacobian.T=2"));
    assert_eq!(applied(&state, "pad=&scale=sqrt&jacobian.T=1&tokens="), "lang=en&lesson=masks&step=3");
    // Another exercise begins as it does, but for the figures; another lesson altogether.
    assert_eq!(applied(&state, "exercise.start=b"), "lang=en&lesson=masks&exercise.start=b&jacobian.T=2");
    assert_eq!(applied(&state, "lesson=bench&lang=zh"), "lang=zh&lesson=bench");
    // What cannot be used leaves what is there.
    let (found, problems) = Patch::parse("pad=9&scale=-1&q=1,2;3").apply(&state);
    assert_eq!((problems.len(), &found), (3, &state));
    // Wrong answers end with the numbers that they were given to, and with nothing else.
    let asked = Document::at_start(lesson("masks"), 1).edited(&Edit::Answer(0, Some(0.125)));
    let asked = State { document: asked, ..state.clone() };
    let left = |link: &str| Patch::parse(link).apply(&asked).0.document.answers.len();
    assert_eq!([left("decimals=5"), left("scale=sqrt"), left("scale=2")], [1, 1, 0]);
}

#[test]
fn what_no_bias_cap_or_offset_can_be_is_told() {
    let told = |link: &str| {
        let (state, problems) = read(link, Language::En);
        assert_eq!(state.document, Document::new(lesson("bench")), "{link}");
        problems.iter().map(|problem| problem.message(Language::En)).collect::<String>()
    };
    let size = {
        let inputs = &Document::new(lesson("bench")).inputs;
        format!("it must be {} rows of {} numbers", inputs.queries(), inputs.keys())
    };
    for (link, what) in [
        ("bias=1,2;3", "its rows differ in length"),
        ("bias=inf", "not finite"),
        ("bias=nan", "not finite"),
        ("bias=1,2,3,4,5,6,7,8,9", size.as_str()),
        ("softcap=0", "greater than 0"),
        ("softcap=-1", "greater than 0"),
        ("softcap=x", "not a number"),
        ("offset=1.5", "a whole number"),
        ("offset=1e99", "a whole number"),
        ("naive=yes", "between 0 and 1"),
        ("constant=-inf", "no such option"),
    ] {
        let message = told(&format!("lesson=bench&{link}"));
        assert!(message.contains(what), "{link}: {message}");
    }
}

#[test]
fn keys_are_different_and_the_readme_has_them() {
    let keys: Vec<&str> = FIELDS.iter().map(|field| field.key).collect();
    assert_eq!(keys, MEANINGS.iter().map(|(key, _)| *key).collect::<Vec<_>>());
    assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), keys.len());
    let readme = include_str!("../../README.md");
    let table: String = MEANINGS.iter().map(|(key, meaning)| format!("| `{key}` | {meaning} |\n")).collect();
    assert!(readme.contains(&table), "the README's table of keys is to be:\n{table}");
}

/// No edit, and no starting point, makes a typed number infinite: not one of a narrow format that has overflowed either.
#[test]
fn what_is_not_finite_is_never_typed() {
    for lesson in LESSONS {
        let document = Document::new(lesson);
        let name = document.inputs.typed()[0];
        for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for edit in [
                Edit::Cell(Cell::new(name, 0, 0), value),
                Edit::Row(name, 0, vec![1.0, value]),
                Edit::Paste { at: Cell::new(name, 0, 0), block: vec![vec![value]] },
                Edit::Whole(name, vec![vec![1.0, value], vec![0.0, 1.0]]),
            ] {
                assert_eq!(document.edited(&edit), document, "{edit:?}");
            }
        }
    }
    let wide = Document::new(LESSONS[0]).edited(&Edit::Origin(Origin::Scores));
    let wide = wide.edited(&Edit::Size(attention_lab::engine::inputs::Dimension::Dk, usize::MAX));
    assert_eq!(wide.inputs.d_k(), Origin::WIDEST);
}
