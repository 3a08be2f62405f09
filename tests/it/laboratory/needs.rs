//! What of a document a figure is computed from.

use attention_lab::choice::Choice;
use attention_lab::document::Document;
use attention_lab::document::edit::Edit;
use attention_lab::engine::cell::Cell;
use attention_lab::engine::inputs::Inputs;
use attention_lab::laboratory::{Needs, Order, Task};
use attention_lab::lessons::figure::{Figure, FigureKind};
use proptest::prelude::*;
use proptest::sample::select;

use super::document;
use crate::laws::{carried_out, config};

/// A figure is asked again when something changes that it is computed from, and only then.
#[test]
fn a_figure_needs_its_own_settings_and_the_numbers_that_it_reads() {
    let before = document("cost");
    let typed = before.edited(&Edit::Cell(Cell::new(before.inputs.typed()[0], 0, 0), 0.75));
    let named = before.edited(&Edit::Tokens(vec!["a".to_owned()]));
    assert!(before.inputs != typed.inputs && before != named);
    let mut readers = 0;
    for &figure in Figure::ALL {
        let needs = |document: &Document| Needs::of(figure, document);
        let reads = figure.kind() == FigureKind::OfPage;
        readers += usize::from(reads);
        assert_eq!(needs(&before) != needs(&typed), reads, "{figure:?}");
        assert_eq!(needs(&before), needs(&named), "{figure:?}");
        for &other in Figure::ALL {
            for (at, setting) in other.settings().iter().enumerate() {
                let [least, most] = [setting.limits.0, setting.limits.1];
                let value = if setting.usual == least { most } else { least };
                let set = before.edited(&Edit::Setting(other, at, value));
                assert_eq!(needs(&before) != needs(&set), figure == other, "{figure:?} {other:?} {}", setting.key);
            }
        }
    }
    assert!(readers > 10, "{readers}");
}

fn wild() -> BoxedStrategy<f64> {
    let special = vec![0.0, -0.0, 5e-324, f64::MAX, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    prop_oneof![1 => any::<f64>(), 1 => select(special)].boxed()
}

proptest! {
    #![proptest_config(config())]

    /// Every bit and every part of the page's numbers comes to the worker.
    #[test]
    fn the_numbers_of_the_page_arrive_as_they_are(inputs in carried_out(wild)) {
        let document = Document { inputs, ..Document::default() };
        let task = Needs::of(Figure::Shapes, &document).task();
        let order = Order { slot: 1, run: 1, task }.write();
        let (order, rest): (Order, &[u8]) = postcard::take_from_bytes(&order).expect("an order");
        let Task::Start { figure: Figure::Shapes, inputs: Some(parts), .. } = order.task else { panic!("a start") };
        let inputs = Inputs::from_parts(*parts).expect("inputs");
        prop_assert!(rest.is_empty());
        prop_assert_eq!(inputs.fingerprint(), document.inputs.fingerprint());
        prop_assert_eq!(inputs.mask(), document.inputs.mask());
        prop_assert_eq!(inputs.source(), document.inputs.source());
        prop_assert_eq!(format!("{:?}", inputs), format!("{:?}", document.inputs));
    }
}
