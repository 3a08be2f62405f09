//! What edits do to the document and to its link.

use super::*;

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
