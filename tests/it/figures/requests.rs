//! From the values of an order to what a figure is computed from.

use attention_lab::choice::Choice;
use attention_lab::lessons::figure::{Figure, FigureKind, OfPage, Request, Settings};

use super::laws::page;

/// A request holds every value of the table, in its place and of its type; what the table does not accept makes none.
#[test]
fn requests_are_made_of_values_by_position() {
    for &figure in Figure::ALL {
        let usual = Settings::default().values(figure);
        let inputs = || (figure.kind() == FigureKind::OfPage).then(page);
        assert_eq!(Request::new(figure, &usual, inputs()).is_none(), figure.kind() == FigureKind::View, "{figure:?}");
        assert!(Request::new(figure, &[&usual[..], &[1.0]].concat(), inputs()).is_none());
        for (at, setting) in figure.settings().iter().enumerate() {
            let with = |value: f64| {
                let mut values = usual.clone();
                values[at] = value;
                Request::new(figure, &values, inputs())
            };
            // Every value makes a request of its own: none is passed over.
            let ends = [setting.limits.0, setting.limits.1].map(with);
            assert!(ends[0].is_some() && ends[1].is_some() && ends[0] != ends[1], "{figure:?} {}", setting.key);
            assert_eq!(with(f64::NAN), None);
            assert_eq!(with(setting.limits.1 * 2.0 + 1.0), None);
            assert_eq!(with(setting.limits.0 + 0.5).is_none(), setting.is_whole(), "{figure:?} {}", setting.key);
            assert_eq!(Request::new(figure, &usual[..at], inputs()), None);
        }
    }
    let values = [3.0, 1.0];
    assert_eq!(
        Request::new(Figure::Permutation, &values, Some(page())),
        Some(Request::OfPage(OfPage::Permutation { shift: 3, causal: true }, Box::new(page())))
    );
    assert_eq!(Request::new(Figure::Permutation, &values, None), None, "without the page's numbers");
}
