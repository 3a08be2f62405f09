//! Horizontal and vertical lines fill whole pixels, whatever their width and whichever way they are drawn.

use attention_lab::plots::pixel_aligned::PixelAligned;
use plotters::prelude::*;

use super::canvas::{Call, Canvas};

fn drawn(draw: impl Fn(&mut PixelAligned<Canvas>)) -> Vec<Call> {
    let calls = Default::default();
    draw(&mut PixelAligned(Canvas { size: (100, 100), calls: std::rc::Rc::clone(&calls) }));
    calls.take()
}

fn edges(call: &Call) -> Option<[f64; 4]> {
    match call {
        Call::Straight { edges, .. } => Some(*edges),
        _ => None,
    }
}

#[test]
fn straight_lines_cover_whole_pixels() {
    for width in 1..=8 {
        let style = BLACK.stroke_width(width);
        for (from, to) in [((10, 20), (40, 20)), ((40, 20), (10, 20)), ((10, 20), (10, 50)), ((10, 50), (10, 20))] {
            let line = drawn(|backend| backend.draw_line(from, to, &style).expect("drawn"));
            let path = drawn(|backend| backend.draw_path([from, to], &style).expect("drawn"));
            let pieces = drawn(|backend| {
                backend.draw_path([from, ((from.0 + to.0) / 2, (from.1 + to.1) / 2), to], &style).expect("drawn");
            });
            assert!(line == path && path == pieces, "{width} px from {from:?} to {to:?}");
            let [left, top, right, bottom] = edges(&line[0]).expect("a straight line");
            assert!([left, top, right, bottom].iter().all(|edge| edge.fract() == 0.0), "{width} px: {line:?}");
            assert_eq!((right - left).min(bottom - top), f64::from(width));
            assert_eq!((right - left).max(bottom - top), 30.0, "no longer and no shorter");
        }
    }
}

#[test]
fn a_bare_canvas_blurs_them() {
    let calls = std::rc::Rc::default();
    let mut bare = Canvas { size: (100, 100), calls: std::rc::Rc::clone(&calls) };
    bare.draw_path([(10, 20), (40, 20)], &BLACK.stroke_width(1)).expect("drawn");
    bare.draw_line((10, 20), (40, 20), &BLACK.stroke_width(2)).expect("drawn");
    for call in calls.take() {
        assert_eq!(edges(&call).expect("a straight line")[1].fract(), 0.5, "the check would notice");
    }
}

#[test]
fn other_paths_are_left_alone() {
    let bent = vec![(0, 0), (10, 0), (10, 10)];
    for width in [1, 2] {
        let calls = drawn(|backend| backend.draw_path(bent.clone(), &BLACK.stroke_width(width)).expect("drawn"));
        assert_eq!(calls, [Call::Path { points: bent.clone(), width, colour: (0, 0, 0) }]);
    }
}
