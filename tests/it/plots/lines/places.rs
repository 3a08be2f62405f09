//! Where points lie, and what the pointer finds.

use super::*;

#[test]
fn points_are_drawn_where_the_geometry_says() {
    let plot = entropies();
    let frame = Frame::new(&plot, (640, 360), 1.0);
    let calls = calls(&plot, (640.0, 360.0), 1.0);
    let centres: Vec<_> = calls
        .iter()
        .filter_map(|call| match call {
            Call::Circle { centre, .. } => Some(*centre),
            _ => None,
        })
        .collect();
    let expected: Vec<_> = plot.series[1].points.iter().filter_map(|point| frame.pixel(point.x, point.y)).collect();
    assert_eq!(centres, expected);
    assert_eq!((frame.column(1.0), frame.column(1024.0)), (Some(frame.left), Some(frame.right)));
    assert_eq!((frame.row(0.0), frame.row(5.0)), (Some(frame.bottom), Some(frame.top)));
    let middle = f64::from(frame.left + frame.right) / 2.0;
    assert_eq!(frame.column(32.0), Some(middle.round() as i32), "the middle of ten doublings");
}

#[test]
fn the_pointer_finds_the_nearest_sample() {
    let plot = entropies();
    let drawing = Drawing::new(&plot, (640, 360), 1.0, Palette::of(Theme::Light));
    let frame = Frame::new(&plot, (640, 360), 1.0);
    assert_eq!(drawing.rows, (frame.top, frame.bottom));
    let samples = plot.samples();
    assert_eq!(samples, [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0, 1024.0]);
    for (i, &x) in samples.iter().enumerate() {
        let column = f64::from(frame.column(x).expect("a place"));
        assert_eq!(drawing.nearest(column), Some(i));
        assert_eq!(drawing.nearest(column + 20.0), Some(i), "short of half the way to the next");
    }
    assert_eq!(drawing.nearest(-1e9), Some(0));
    assert_eq!(drawing.nearest(1e9), Some(10));
    let empty = Drawing::new(&LinePlot::default(), (640, 360), 1.0, Palette::of(Theme::Light));
    assert_eq!(empty.nearest(5.0), None);
    let at: Vec<_> = plot.at(4.0).map(|(series, point)| (series.name.as_str(), point.map(|point| point.y))).collect();
    assert_eq!(at, [("none", Some(3.38)), ("sqrt", Some(4.37)), ("d_k", Some(4.73))]);
}
