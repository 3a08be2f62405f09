//! What holds for every figure, whatever is set and whatever the page's own numbers are.

mod any;

use std::mem::discriminant;
use std::sync::LazyLock;

use attention_lab::choice::Choice;
use attention_lab::engine::inputs::Inputs;
use attention_lab::engine::mask::Mask;
use attention_lab::engine::precision::{MaskConstant, Numerics, Precision};
use attention_lab::engine::scaling::Scaling;
use attention_lab::figures::{Output, TableCell};
use attention_lab::lessons::figure::{Figure, FigureKind, Setting, Settings};
use attention_lab::plots::lines::LinePlot;
use attention_lab::text::Language;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use self::any::{inputs, places, set};
use super::read_back::{check_plot, check_table, same_point};
use super::{GAUGE, finished, instant, row_of_scores, run, sampling};
use crate::fixture::same_bits;
use crate::laws::{complete, config, tame};

pub fn page() -> Inputs {
    row_of_scores(&[12.0, 11.0, 3.0], Scaling::None, &[])
}

fn instant_in(language: Language, figure: Figure, settings: &Settings, inputs: &Inputs) -> Option<Output> {
    instant(figure, settings, inputs, language)
}

fn figures(sampled: bool) -> impl Iterator<Item = Figure> {
    let is_one =
        move |figure: &Figure| figure.kind() != FigureKind::View && (figure.kind() == FigureKind::Sampled) == sampled;
    Figure::ALL.iter().copied().filter(is_one)
}

/// How many plots and tables each figure has at first.
static PARTS: LazyLock<Vec<(Figure, (usize, usize))>> = LazyLock::new(|| {
    let settings = Settings::default();
    let first = |figure: Figure| match sampling(figure, &settings, GAUGE) {
        Some(job) => job.output(Language::En),
        None => instant_in(Language::En, figure, &settings, &page()).expect("an output"),
    };
    [false, true].into_iter().flat_map(figures).map(|figure| (figure, parts(&first(figure)))).collect()
});

fn parts(output: &Output) -> (usize, usize) {
    (output.plots.len(), output.tables.len())
}

// ---- Two outputs

fn same_entry(a: &TableCell, b: &TableCell) -> bool {
    discriminant(a) == discriminant(b) && a.mark() == b.mark() && same_bits(a.value(), b.value())
}

fn same_numbers(a: &Output, b: &Output) -> Result<(), TestCaseError> {
    prop_assert_eq!(parts(a), parts(b));
    for (a, b) in a.tables.iter().zip(&b.tables) {
        prop_assert_eq!((a.head.len(), a.rows.len(), a.heat), (b.head.len(), b.rows.len(), b.heat));
        for (a, b) in a.rows.iter().zip(&b.rows) {
            prop_assert_eq!(a.cells.len(), b.cells.len());
            let same = a.cells.iter().zip(&b.cells).all(|(a, b)| same_entry(a, b));
            prop_assert!(same, "{a:?}\n{b:?}");
        }
    }
    for (a, b) in a.plots.iter().zip(&b.plots) {
        prop_assert_eq!((a.x_range, a.y_range, a.series.len()), (b.x_range, b.y_range, b.series.len()));
        let heights = |plot: &LinePlot| plot.rules.iter().map(|rule| rule.y).collect::<Vec<_>>();
        prop_assert_eq!((a.x_spread, heights(a)), (b.x_spread, heights(b)));
        for (a, b) in a.series.iter().zip(&b.series) {
            prop_assert_eq!((a.role, a.dash, a.marker, a.bars), (b.role, b.dash, b.marker, b.bars));
            prop_assert_eq!(a.points.len(), b.points.len());
            prop_assert!(a.points.iter().zip(&b.points).all(|(a, b)| same_point(a, b)), "{}", &a.name);
        }
    }
    Ok(())
}

/// All that holds for the output of `figure` in both languages.
fn check(figure: Figure, zh: &Output, en: &Output) -> Result<(), TestCaseError> {
    let (_, expected) = PARTS.iter().find(|(other, _)| *other == figure).expect("a figure with an output");
    prop_assert_eq!(parts(en), *expected, "{:?}", figure);
    same_numbers(zh, en)?;
    for output in [zh, en] {
        output.tables.iter().try_for_each(check_table)?;
        output.plots.iter().try_for_each(check_plot)?;
        prop_assert!(output.tables.iter().all(|table| !table.caption.is_empty()));
    }
    // A sentence in both languages, or in none.
    prop_assert_eq!(zh.note.is_empty(), en.note.is_empty());
    let han = |text: &str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    prop_assert!(zh.note.is_empty() || han(&zh.note) && !han(&en.note));
    Ok(())
}

#[test]
fn every_figure_is_shown_in_one_way() {
    let settings = Settings::default();
    for &figure in Figure::ALL {
        let ways = [
            sampling(figure, &settings, GAUGE).is_some(),
            instant_in(Language::En, figure, &settings, &page()).is_some(),
        ];
        let expected = match figure.kind() {
            FigureKind::View => [false, false],
            FigureKind::Sampled => [true, false],
            FigureKind::Alone | FigureKind::OfPage => [false, true],
        };
        assert_eq!(ways, expected, "{figure:?}");
        assert!(
            figure.kind() != FigureKind::View || figure.view().is_some() && figure.settings().is_empty(),
            "{figure:?}"
        );
    }
    assert!(PARTS.iter().all(|(_, (plots, tables))| plots + tables > 0));
}

#[test]
fn the_seed_decides_every_number() {
    // Of the sampled ones all but that which measures.
    let seeded: Vec<Figure> = [true, false].into_iter().flat_map(figures).collect();
    let has_seed = |figure: &Figure| figure.settings().iter().any(|setting| setting.key == "seed");
    let (seeded, others): (Vec<Figure>, Vec<Figure>) = seeded.into_iter().partition(has_seed);
    assert!(
        others.iter().all(|&figure| figure.kind() != FigureKind::Sampled || figure == Figure::FlashMeasure),
        "{others:?}"
    );
    assert!(seeded.len() >= 7);
    for figure in seeded {
        let of = |seed: f64| {
            let mut settings = set(figure, &[0.9, 0.5, 0.9, 0.3]);
            let setting = figure.settings().iter().find(|setting| setting.key == "seed").expect("a seed");
            settings.set(figure, setting, seed);
            if let Some(mut job) = sampling(figure, &settings, GAUGE) {
                while !job.is_done() {
                    job.advance();
                }
                return job.output(Language::En);
            }
            instant_in(Language::En, figure, &settings, &page()).expect("an output")
        };
        let [first, again, other] = [of(7.0), of(7.0), of(8.0)];
        same_numbers(&first, &again).expect("the same numbers");
        assert!(same_numbers(&first, &other).is_err(), "{figure:?}: another seed, the same numbers");
        assert_eq!(first, again);
    }
}

#[test]
fn a_figure_that_is_done_stays_as_it_is() {
    let values = [("B", 1.0), ("L", 4.0), ("d_k", 3.0)];
    let (mut job, output) = (finished(Figure::Gradients, &values), run(Figure::Gradients, &values));
    job.advance();
    assert_eq!((job.output(Language::En), job.progress()), (output, 1.0));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..config() })]

    #[test]
    fn instant_figures_have_one_form(inputs in inputs(), places in places()) {
        for figure in figures(false) {
            let settings = set(figure, &places);
            let of = |language| instant_in(language, figure, &settings, &inputs).expect("an output");
            check(figure, &of(Language::Zh), &of(Language::En))?;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..config() })]

    #[test]
    fn sampled_figures_have_one_form_at_any_time(places in places(), pause in 0..40usize) {
        for figure in figures(true) {
            let mut job = sampling(figure, &set(figure, &places), GAUGE).expect("a job");
            let mut progress = 0.0;
            for step in 0.. {
                if step == 0 || step == pause || job.is_done() {
                    check(figure, &job.output(Language::Zh), &job.output(Language::En))?;
                }
                prop_assert!((progress..=1.0).contains(&job.progress()) && job.is_done() == (job.progress() == 1.0));
                if job.is_done() {
                    break;
                }
                progress = job.progress();
                job.advance();
            }
            // What is done is finite.
            let output = job.output(Language::En);
            let points = output.plots.iter().flat_map(|plot| &plot.series).flat_map(|series| &series.points);
            let values = output.tables.iter().flat_map(|table| &table.rows).flat_map(|row| &row.cells);
            prop_assert!(points.map(|point| point.y).chain(values.map(|cell| cell.value())).all(f64::is_finite));
        }
    }
}
