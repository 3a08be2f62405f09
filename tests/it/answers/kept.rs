//! What is kept of each start, and what stays covered.

use super::*;

#[test]
fn each_start_keeps_its_answers_and_figures_their_settings() {
    let figure = Figure::MixingScale;
    let c = setting(figure, "c");
    let set = |document: &Document| document.edited(&Edit::Setting(figure, 0, -1.0));
    let first = set(&Document::new(Lesson::from_id("mixing").expect("the lesson is there")));
    let mut shelf = Shelf::default();
    let second = shelf.choose(&first, 1);
    assert_eq!((second.chosen().id, second.settings.get(figure, c)), ("b", -1.0));
    let worked = answered(second).edited(&Edit::Cell(Cell::new(Name::V, 0, 0), 5.0));
    let back = shelf.choose(&worked, 0);
    assert_eq!(back, first);
    assert_eq!(shelf.choose(&back, 1), worked);
    // A figure that was set meanwhile stays as it is set.
    let again = shelf.choose(&back.edited(&Edit::Setting(figure, 0, 2.0)), 1);
    assert_eq!((again.settings.get(figure, c), &again.answers), (2.0, &worked.answers));
    // Chosen anew, it is the start that is left off: nothing is lost of the one in use.
    assert_eq!(shelf.choose(&worked, 1), worked);
}

#[test]
fn a_lesson_is_opened_as_it_was_left() {
    let by_hand = Lesson::from_id("by-hand").expect("the lesson is there");
    let bench = Lesson::from_id("bench").expect("the lesson is there");
    let mut shelf = Shelf::default();
    let open = |shelf: &Shelf, lesson| link::to_lesson(lesson, shelf, Language::Zh, 4);
    assert_eq!(open(&shelf, by_hand), "#lang=zh&lesson=by-hand&decimals=4");
    shelf.put(&Document::new(by_hand));
    assert!(shelf.last(by_hand).is_none(), "nothing was done there");
    let (a, d) = (answered(at_start("by-hand", "a")), answered(at_start("by-hand", "d")));
    [&a, &d, &Document::new(bench)].into_iter().for_each(|document| shelf.put(document));
    assert_eq!(shelf.last(by_hand), Some(&d), "the start that was left last");
    assert_eq!(link::read(&open(&shelf, by_hand), Language::En).0.document, d);
    shelf.put(&a);
    assert_eq!(shelf.last(by_hand), Some(&a));
    shelf.put(&at_start("by-hand", "a"));
    assert!(shelf.last(by_hand).is_none(), "begun anew");
}

/// A figure that shows other numbers for other inputs stays covered while any of them is asked for; one that does not has
/// no need to.
#[test]
fn every_figure_that_tells_is_covered() {
    let mut asked = Vec::new();
    for lesson in LESSONS {
        let text = TextEntry::of(lesson.id).and_then(|entry| parse(entry.text.en)).expect("a text");
        let blocks = text.sections.iter().flat_map(|section| &section.blocks);
        let figures = blocks.filter_map(|block| if let Block::Figure(figure) = block { Some(*figure) } else { None });
        for figure in figures {
            let reads = |start: usize| {
                let document = Document::at_start(lesson, start);
                let output = |document: &Document| {
                    let (settings, inputs) = (&document.settings, &document.inputs);
                    instant(figure, settings, inputs, Language::En).map(|output| format!("{output:?}"))
                };
                output(&document) != output(&document.edited(&Edit::Fill(5)))
            };
            let any = (0..lesson.starts.len()).any(reads);
            // How far the scores are from symmetric says no number of theirs; the mask is no number.
            let tells_nothing = matches!(figure, Figure::Shapes | Figure::Polarity);
            let own = figure == Figure::MaskBeforeAfter;
            assert_eq!(figure.tells(), (any && !tells_nothing) || own, "{} in {}", figure.id(), lesson.id);
            if figure.tells() && lesson.starts.iter().flat_map(|start| start.questions).any(|q| q.cell().is_some()) {
                asked.push(figure);
            }
        }
    }
    for figure in [Figure::RowShift, Figure::Permutation, Figure::MaskBeforeAfter, Figure::Hull, Figure::Arrows] {
        assert!(asked.contains(&figure), "{}", figure.id());
    }
}
