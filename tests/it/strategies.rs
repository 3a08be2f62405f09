//! Random edits and the states that they lead to.

use attention_lab::choice::Choice;
use attention_lab::document::edit::Edit;
use attention_lab::document::origin::Origin;
use attention_lab::document::{Document, State, View, steps};
use attention_lab::engine::cell::{Cell, Name};
use attention_lab::engine::inputs::Dimension;
use attention_lab::engine::mask::{Causal, Window};
use attention_lab::engine::precision::Precision;
use attention_lab::engine::scaling::Scaling;
use attention_lab::lessons::LESSONS;
use attention_lab::lessons::figure::Figure;
use attention_lab::text::Language;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::Union;
use proptest::test_runner::TestRunner;

/// Every finite number, those at the ends of the range among them.
pub fn number() -> impl Strategy<Value = f64> {
    prop_oneof![
        Just(0.0),
        Just(-0.0),
        Just(f64::MIN_POSITIVE / 8.0),
        Just(-1e308),
        // Squares of these overflow in fp16.
        Just(300.0),
        any::<f64>().prop_filter("finite", |x| x.is_finite()),
        -9.0..9.0f64
    ]
}

fn name() -> impl Strategy<Value = Name> {
    select(Name::ALL.to_vec())
}

fn cell() -> impl Strategy<Value = Cell> {
    (name(), 0..5usize, 0..5usize).prop_map(|(name, row, column)| Cell::new(name, row, column))
}

fn block() -> impl Strategy<Value = Vec<Vec<f64>>> {
    (1..4usize, 1..4usize).prop_flat_map(|(rows, columns)| vec(vec(number(), columns), rows))
}

// Each pattern with how often it comes and the strategy that makes such edits: the compiler asks for a variant that is
// missing, and a test sees that each strategy makes what its pattern says.
macro_rules! edits {
    ($($pattern:pat => $weight:literal, $strategy:expr;)*) => {
        type Kind = (u32, BoxedStrategy<Edit>, fn(&Edit) -> bool);

        fn kinds() -> Vec<Kind> {
            #[deny(unreachable_patterns)]
            fn _every_variant(edit: &Edit) {
                match edit { $($pattern => {})* }
            }
            vec![$(($weight, $strategy.boxed(), |edit| matches!(edit, $pattern))),*]
        }
    };
}

edits! {
    Edit::Cell(..) => 4, (cell(), number()).prop_map(|(cell, value)| Edit::Cell(cell, value));
    Edit::Paste { .. } => 4, (cell(), vec(vec(number(), 1..4), 1..4)).prop_map(|(at, block)| Edit::Paste { at, block });
    Edit::Whole(..) => 4, (name(), block()).prop_map(|(name, block)| Edit::Whole(name, block));
    Edit::Keep(..) => 4, (1..5usize, 1..5usize)
        .prop_flat_map(|(rows, columns)| vec(vec(any::<bool>(), columns), rows))
        .prop_map(Edit::Keep);
    Edit::Size(..) => 4, (select(Dimension::ALL.to_vec()), 0..9usize).prop_map(|(dimension, size)| Edit::Size(dimension, size));
    Edit::Scaling(..) => 4, prop_oneof![
        select(Scaling::ALL),
        (1e-300..1e300f64).prop_map(Scaling::Divisor),
        (0.1..10.0f64).prop_map(Scaling::Divisor)
    ]
    .prop_map(Edit::Scaling);
    Edit::Causal(..) => 4, select(Causal::ALL).prop_map(Edit::Causal);
    Edit::TogglePadding(..) => 4, (0..6usize).prop_map(Edit::TogglePadding);
    Edit::Window(..) => 4, (option::of(0..99usize), option::of(0..3usize))
        .prop_map(|(left, right)| Edit::Window(Window { left, right }));
    Edit::ToggleKeep(..) => 4, (0..5usize, 0..5usize).prop_map(|(row, column)| Edit::ToggleKeep(row, column));
    Edit::ClearDrawn => 4, Just(Edit::ClearDrawn);
    Edit::Row(..) => 4, (name(), 0..5usize, vec(number(), 0..5)).prop_map(|(name, row, values)| Edit::Row(name, row, values));
    Edit::Origin(..) => 4, select(Origin::ALL).prop_map(Edit::Origin);
    Edit::Fill(..) => 4, any::<u32>().prop_map(Edit::Fill);
    Edit::Tokens(..) => 4, vec(".{0,4}", 0..6).prop_map(Edit::Tokens);
    Edit::Answer(..) => 40, (0..4usize, option::of(number())).prop_map(|(question, answer)| Edit::Answer(question, answer));
    Edit::Reveal(..) => 6, (0..4usize).prop_map(Edit::Reveal);
    Edit::ClearAnswers => 1, Just(Edit::ClearAnswers);
    Edit::Start(..) => 2, (0..7usize).prop_map(Edit::Start);
    Edit::Setting(..) => 12, {
        let value = prop_oneof![-10.0..1000f64, (0..1000u32).prop_map(f64::from)];
        (select(Figure::ALL), 0..5usize, value).prop_map(|(figure, index, value)| Edit::Setting(figure, index, value))
    };
    Edit::Preset(..) => 4, (select(Figure::ALL), 0..4usize).prop_map(|(figure, index)| Edit::Preset(figure, index));
    Edit::Precision(..) => 4, select(Precision::ALL).prop_map(Edit::Precision);
    Edit::Reset => 1, Just(Edit::Reset);
}

#[test]
fn every_strategy_makes_its_own_edits() {
    let mut runner = TestRunner::deterministic();
    for (_, strategy, makes) in kinds() {
        for _ in 0..8 {
            let edit = strategy.new_tree(&mut runner).expect("an edit").current();
            assert!(makes(&edit), "{edit:?}");
        }
    }
}

/// Any edit.
pub fn edit() -> BoxedStrategy<Edit> {
    Union::new_weighted(kinds().into_iter().map(|(weight, strategy, _)| (weight, strategy)).collect()).boxed()
}

/// What a lesson, from 0, comes to by edits; a right answer among them where a question is asked.
pub fn document(lesson: usize) -> impl Strategy<Value = Document> {
    let edits = vec((edit(), any::<bool>()), 0..24);
    edits.prop_map(move |edits| {
        edits.iter().fold(Document::new(LESSONS[lesson]), |document, (edit, rightly)| match edit {
            Edit::Answer(index, Some(_)) if *rightly => {
                let question = document.chosen().questions.get(*index);
                let right = question.and_then(|question| question.answer(&document.inputs)).filter(|x| x.is_finite());
                document.edited(&Edit::Answer(*index, right))
            }
            edit => document.edited(edit),
        })
    })
}

/// Such a document, looked at in any way.
pub fn state(lesson: usize) -> impl Strategy<Value = State> {
    (document(lesson), select(Language::ALL), 0..40usize, 2..=6usize).prop_map(
        |(document, language, step, decimals)| {
            let step = step.min(steps::count(&document.inputs));
            State { view: View { language, step, decimals }, document }
        },
    )
}

/// The same for any lesson.
pub fn any_state() -> impl Strategy<Value = State> {
    (0..LESSONS.len()).prop_flat_map(state)
}
