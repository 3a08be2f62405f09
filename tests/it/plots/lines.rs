//! Line plots: what is drawn, and that the pointer finds it there.

mod places;

use std::rc::Rc;

use attention_lab::choice::Choice;
use attention_lab::plots::axis::Spread;
use attention_lab::plots::drawing::{Drawing, paint};
use attention_lab::plots::geometry::Frame;
use attention_lab::plots::lines::{Dash, LinePlot, Marker, Point, Rule, Series, draw};
use attention_lab::plots::palette::{Palette, Role, Theme};
use plotters::prelude::SVGBackend;

use super::canvas::{Call, Canvas};

const RATIOS: [f64; 4] = [1.0, 1.25, 2.0, 3.0];

fn series(name: &str, role: Role, dash: Dash, marker: Marker, ys: &[f64]) -> Series {
    let points = ys.iter().enumerate().map(|(i, &y)| Point { x: f64::from(1 << i), y, error: Some(0.03 * y) });
    Series { name: name.to_owned(), role, dash, marker, points: points.collect(), bars: None }
}

/// Entropy against the width, as the scalings lesson has it.
fn entropies() -> LinePlot {
    let none = [4.46, 4.07, 3.38, 2.43, 1.5, 0.94, 0.62, 0.42, 0.29, 0.2, 0.14];
    let sqrt = [4.46, 4.4, 4.37, 4.36, 4.36, 4.35, 4.35, 4.35, 4.35, 4.35, 4.35];
    let full = [4.46, 4.61, 4.73, 4.79, 4.82, 4.84, 4.84, 4.85, 4.85, 4.85, 4.85];
    LinePlot {
        x_label: "d_k".to_owned(),
        y_label: "mean entropy (nats)".to_owned(),
        x_spread: Spread::Log2,
        x_range: None,
        y_range: Some((0.0, 5.0)),
        series: vec![
            series("none", Role::Key, Dash::Dotted, Marker::Triangle, &none),
            series("sqrt", Role::Query, Dash::Solid, Marker::Circle, &sqrt),
            series("d_k", Role::Value, Dash::Dashed, Marker::Square, &full),
        ],
        rules: vec![Rule { label: "ln 128 = 4.852".to_owned(), y: 128f64.ln() }],
    }
}

fn svg(plot: &LinePlot, size: (u32, u32), ratio: f64, theme: Theme) -> String {
    let mut text = String::new();
    draw(plot, SVGBackend::with_string(&mut text, size), ratio, Palette::of(theme)).expect("drawn");
    text
}

fn calls(plot: &LinePlot, (width, height): (f64, f64), ratio: f64) -> Vec<Call> {
    let calls = Rc::default();
    let canvas = Canvas { size: size(width, height, ratio), calls: Rc::clone(&calls) };
    draw(plot, canvas, ratio, Palette::of(Theme::Light)).expect("drawn");
    calls.take()
}

fn size(width: f64, height: f64, ratio: f64) -> (u32, u32) {
    ((width * ratio).round() as u32, (height * ratio).round() as u32)
}

fn texts<'a>(calls: &'a [Call]) -> Vec<(&'a str, (i32, i32), f64)> {
    let text = |call: &'a Call| match call {
        Call::Text { text, at, size } => Some((text.as_str(), *at, *size)),
        _ => None,
    };
    calls.iter().filter_map(text).collect()
}

/// What is painted from the list of marks, sent as bytes in between, is what is drawn at once.
#[test]
fn a_plot_painted_from_its_marks_is_the_plot() {
    let bars = Series { bars: Some(0.4), ..series("bars", Role::Output, Dash::Solid, Marker::None, &[0.5, 2.0, 1.0]) };
    let with_bars = LinePlot { series: vec![bars], x_spread: Spread::Linear, ..entropies() };
    for (plot, ratio, theme) in
        [(entropies(), 1.0, Theme::Light), (entropies(), 2.0, Theme::Dark), (with_bars, 1.25, Theme::Dark)]
    {
        let size = size(400.0, 300.0, ratio);
        let drawing = Drawing::new(&plot, size, ratio, Palette::of(theme));
        let bytes = postcard::to_allocvec(&drawing).expect("bytes");
        let drawing: Drawing = postcard::from_bytes(&bytes).expect("a drawing");
        let mut text = String::new();
        paint(&drawing.marks, &mut SVGBackend::with_string(&mut text, size)).expect("painted");
        assert!(text.len() > 1000, "{text}");
        assert_eq!(text, svg(&plot, size, ratio, theme));
    }
}

#[test]
fn a_plot_looks_as_it_did() {
    insta::assert_snapshot!("wide_light", svg(&entropies(), (640, 360), 1.0, Theme::Light));
    insta::assert_snapshot!("narrow_dark", svg(&entropies(), (640, 480), 2.0, Theme::Dark));
}

#[test]
fn straight_lines_are_crisp_at_every_ratio() {
    for ratio in RATIOS {
        let calls = calls(&entropies(), (320.0, 240.0), ratio);
        let straight: Vec<_> = calls.iter().filter(|call| matches!(call, Call::Straight { .. })).collect();
        assert!(straight.len() > 20);
        for call in straight {
            let Call::Straight { edges, .. } = call else { continue };
            assert!(edges.iter().all(|edge| edge.fract() == 0.0), "{ratio}: {call:?}");
        }
    }
}

#[test]
fn everything_grows_with_the_ratio() {
    for ratio in RATIOS {
        let calls = calls(&entropies(), (320.0, 240.0), ratio);
        assert!(texts(&calls).iter().all(|(_, _, size)| *size == 12.0 * ratio));
        let widths = calls.iter().filter_map(|call| match call {
            Call::Path { width, .. } => Some(*width),
            _ => None,
        });
        assert_eq!(widths.max(), Some((2.0 * ratio).round() as u32));
    }
}

#[test]
fn a_narrow_plot_still_has_every_label_and_none_touch() {
    for ratio in RATIOS {
        let plot = entropies();
        let calls = calls(&plot, (320.0, 240.0), ratio);
        let texts = texts(&calls);
        for name in ["d_k", "mean entropy (nats)", "ln 128 = 4.852", "1", "1024", "0", "5"] {
            assert!(texts.iter().any(|(text, ..)| *text == name), "{name} at {ratio}");
        }
        let frame = Frame::new(&plot, size(320.0, 240.0, ratio), ratio);
        let ticks = &frame.x_ticks;
        for pair in ticks.windows(2) {
            let [a, b] = [&pair[0], &pair[1]].map(|tick| frame.column(tick.value).expect("a place"));
            let widths = (pair[0].label.len() + pair[1].label.len()) as f64 * 0.6 * 12.0 * ratio / 2.0;
            assert!(f64::from(b - a) > widths + 4.0 * ratio, "{pair:?} at {ratio}");
        }
        let half = 4.0 * 0.6 * 12.0 * ratio / 2.0;
        assert!(f64::from(frame.right) + half <= 320.0 * ratio, "half of 1024 stands out to the right");
        for (text, (x, y), size) in texts {
            assert!(
                (0..(320.0 * ratio) as i32).contains(&x) && f64::from(y) < 240.0 * ratio && f64::from(y) >= size,
                "{text} at {x}, {y}"
            );
        }
    }
}

#[test]
fn a_point_without_a_place_breaks_the_line() {
    let mut plot = entropies();
    plot.series.truncate(2);
    plot.series.remove(0);
    let count = |plot: &LinePlot| {
        let calls = calls(plot, (640.0, 360.0), 1.0);
        let of = |pick: fn(&Call) -> bool| calls.iter().filter(|call| pick(call)).count();
        (of(|call| matches!(call, Call::Circle { .. })), of(|call| matches!(call, Call::Polygon(_))))
    };
    assert_eq!(count(&plot), (11, 1));
    plot.series[0].points[5].y = f64::NAN;
    assert_eq!(count(&plot), (10, 2));
    plot.series[0].points[8].error = None;
    assert_eq!(count(&plot), (10, 3), "a point without an error has no band");
    plot.series[0].points[0].y = f64::INFINITY;
    assert_eq!(count(&plot), (9, 3));
}

#[test]
fn a_band_is_one_standard_error_on_both_sides() {
    let plot = entropies();
    let frame = Frame::new(&plot, (640, 360), 1.0);
    let calls = calls(&plot, (640.0, 360.0), 1.0);
    let band = calls.iter().find_map(|call| match call {
        Call::Polygon(points) => Some(points),
        _ => None,
    });
    let band = band.expect("a band");
    assert_eq!(band.len(), 22);
    let point = plot.series[0].points[3];
    let error = point.error.expect("an error");
    assert_eq!(Some(band[3]), frame.pixel(point.x, point.y + error));
    assert_eq!(Some(band[22 - 1 - 3]), frame.pixel(point.x, point.y - error));
}

#[test]
fn an_axis_grows_so_that_nothing_is_cut_off() {
    let mut plot = entropies();
    plot.y_range = Some((0.0, 1.0));
    plot.x_range = Some((1.0, 4096.0));
    let frame = Frame::new(&plot, (640, 360), 1.0);
    assert_eq!(frame.x.ends(), (1.0, 4096.0));
    assert_eq!(frame.y.ends().0, 0.0);
    assert!(frame.y.ends().1 >= 4.85 * 1.03);
    plot.y_range = None;
    let (low, high) = Frame::new(&plot, (640, 360), 1.0).y.ends();
    assert_eq!((low, high), (0.0, 5.0), "without a range the ends are ticks");
}

#[test]
fn nothing_breaks_it() {
    let odd = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 0.0, -1.0, 1e300, -1e300, f64::MAX, f64::MIN];
    for spread in [Spread::Linear, Spread::Log2] {
        for &a in &odd {
            for &b in &odd {
                let points = [(a, b), (1.0, a), (b, 2.0)].map(|(x, y)| Point { x, y, error: Some(b) }).to_vec();
                let dashed =
                    Series { dash: Dash::Dashed, points, ..series("", Role::Ink, Dash::Solid, Marker::None, &[]) };
                let plot = LinePlot { x_spread: spread, series: vec![dashed], ..entropies() };
                let empty = LinePlot { series: Vec::new(), y_range: Some((a, b)), ..plot.clone() };
                for size in [(0, 0), (1, 1), (30, 20), (320, 240)] {
                    for &theme in Theme::ALL {
                        svg(&plot, size, 1.25, theme);
                        svg(&empty, size, 3.0, theme);
                    }
                }
            }
        }
    }
}
