//! The image of a matrix, by reading its pixels back.

use attention_lab::engine::matrix::{Matrix, from_rows};
use attention_lab::plots::colour::Rgb;
use attention_lab::plots::heatmap::{CellLayout, Pixels, ScaleKind, colour_bar, max_abs, pattern_sample, render};
use attention_lab::plots::palette::{Palette, Theme};
use attention_lab::plots::pattern::Pattern;
use proptest::prelude::*;

const GRID: CellLayout = CellLayout { cell: (5, 4), gap: 2, hatch: 4 };
const SIGNED: ScaleKind = ScaleKind::Signed { max: 6.0 };

fn light() -> &'static Palette {
    Palette::of(Theme::Light)
}

fn pixel(image: &Pixels, x: u32, y: u32) -> Rgb {
    assert!(x < image.width && y < image.height);
    let at = 4 * (y * image.width + x) as usize;
    assert_eq!(image.rgba[at + 3], 255, "opaque");
    Rgb(image.rgba[at], image.rgba[at + 1], image.rgba[at + 2])
}

/// Not square, not symmetric.
fn matrix() -> Matrix {
    from_rows(&[vec![1.0, -2.0, 3.0], vec![-4.0, 5.0, -6.0]]).expect("a matrix")
}

#[test]
fn every_pixel_is_of_its_cell_or_of_a_line() {
    let image = render(&matrix(), |_, _| false, SIGNED, light(), GRID);
    assert_eq!((image.width, image.height), (3 * 5 + 2 * 2, 2 * 4 + 2));
    assert_eq!(image.rgba.len(), (4 * image.width * image.height) as usize);
    for y in 0..image.height {
        for x in 0..image.width {
            let is_line = x % 7 >= 5 || y % 6 >= 4;
            let value = matrix()[((y / 6) as usize, (x / 7) as usize)];
            let expected = if is_line { light().line } else { light().diverging(value, 6.0) };
            assert_eq!(pixel(&image, x, y), expected, "at {x}, {y}");
        }
    }
}

#[test]
fn rows_go_down_and_columns_go_across() {
    let image = render(&matrix(), |_, _| false, SIGNED, light(), GRID);
    assert!(image.width > image.height);
    let (x, y) = GRID.corner(0, 2);
    assert_eq!(pixel(&image, x, y), light().diverging(3.0, 6.0), "row 1, column 3 stands at the top right");
    let (x, y) = GRID.corner(1, 0);
    assert_eq!(pixel(&image, x, y), light().diverging(-4.0, 6.0), "row 2, column 1 stands at the bottom left");
}

#[test]
fn weights_have_one_scale_whatever_their_largest() {
    let weights = from_rows(&[vec![0.25, 0.0]]).expect("a matrix");
    let image = render(&weights, |_, _| false, ScaleKind::Weights, light(), CellLayout { gap: 0, ..GRID });
    assert_eq!(pixel(&image, 0, 0), light().sequential(0.25));
    assert_eq!(pixel(&image, 5, 0), light().paper);
}

#[test]
fn what_has_no_place_on_the_scale_is_a_pattern() {
    let values = [f64::NEG_INFINITY, f64::INFINITY, f64::NAN, 1.0, f64::NAN];
    let row = from_rows(&[values.to_vec()]).expect("a matrix");
    let image = render(&row, |_, column| column == 4, SIGNED, light(), GRID);
    let expected = [
        Some(Pattern::NegativeInfinity),
        Some(Pattern::PositiveInfinity),
        Some(Pattern::NotANumber),
        None,
        Some(Pattern::Hidden),
    ];
    for (column, pattern) in expected.into_iter().enumerate() {
        assert_eq!(pattern, Pattern::of(values[column], column == 4));
        let Some(pattern) = pattern else { continue };
        let sample = pattern_sample(pattern, light(), GRID);
        let (left, top) = GRID.corner(0, column);
        for (x, y) in (0..5).flat_map(|x| (0..4).map(move |y| (x, y))) {
            assert_eq!(pixel(&image, left + x, top + y), pixel(&sample, x, y), "{pattern:?} at {x}, {y}");
        }
    }
}

#[test]
fn a_hidden_key_looks_the_same_whatever_lies_under_it() {
    let images = [0.0, -5.0, f64::NAN, f64::NEG_INFINITY, f64::INFINITY]
        .map(|value| render(&Matrix::from_element(2, 2, value), |_, _| true, SIGNED, light(), GRID));
    assert!(images.iter().all(|image| *image == images[0]));
}

#[test]
fn patterns_differ_at_every_size() {
    for side in 3..=60 {
        for hatch in [3, 6, 12, 18] {
            let grid = CellLayout { cell: (side, side + side / 3), gap: 1, hatch };
            let samples = Pattern::ALL.map(|pattern| pattern_sample(pattern, light(), grid));
            for (i, a) in samples.iter().enumerate() {
                assert!(samples[..i].iter().all(|b| a != b), "{side} px, hatch {hatch}");
                let ink = a.rgba.chunks(4).filter(|pixel| pixel[0] == light().hatch.0).count() as f64;
                let share = ink / f64::from(a.width * a.height);
                assert!((0.04..0.7).contains(&share), "{side} px, hatch {hatch}: {share} inked");
            }
        }
    }
}

#[test]
fn hatching_runs_on_across_cells_without_a_gap() {
    let grid = CellLayout { cell: (12, 12), gap: 0, hatch: 6 };
    let image = render(&Matrix::zeros(3, 3), |_, _| true, SIGNED, light(), grid);
    for (x, y) in (0..35).flat_map(|x| (1..36).map(move |y| (x, y))) {
        assert_eq!(pixel(&image, x, y), pixel(&image, x + 1, y - 1), "at {x}, {y}");
    }
}

#[test]
fn an_empty_matrix_is_an_empty_image() {
    for (rows, columns) in [(0, 0), (0, 3), (3, 0)] {
        assert!(render(&Matrix::zeros(rows, columns), |_, _| true, SIGNED, light(), GRID).rgba.is_empty());
    }
}

#[test]
fn the_bar_runs_from_end_to_end() {
    let signed = colour_bar(ScaleKind::Signed { max: 0.3 }, light(), 101, 3);
    assert_eq!((signed.width, signed.height, signed.rgba.len()), (101, 3, 4 * 101 * 3));
    assert_eq!(pixel(&signed, 0, 2), light().diverging(-1.0, 1.0));
    assert_eq!(pixel(&signed, 50, 1), light().paper);
    assert_eq!(pixel(&signed, 100, 0), light().diverging(1.0, 1.0));
    let weights = colour_bar(ScaleKind::Weights, light(), 101, 1);
    assert_eq!((pixel(&weights, 0, 0), pixel(&weights, 100, 0)), (light().paper, light().sequential(1.0)));
    assert_eq!(pixel(&weights, 30, 0), light().sequential(0.3));
}

#[test]
fn a_shared_scale_ignores_what_is_not_finite() {
    let odd = from_rows(&[vec![f64::NEG_INFINITY, f64::NAN], vec![-7.0, f64::INFINITY]]).expect("a matrix");
    assert_eq!(max_abs(&[&matrix(), &odd]), 7.0);
    assert_eq!(max_abs(&[&matrix()]), 6.0);
    assert_eq!(max_abs(&[]), 0.0);
    assert_eq!(max_abs(&[&Matrix::from_element(1, 1, f64::NAN)]), 0.0);
}

#[test]
fn a_few_cells_are_large_and_many_have_no_lines_between() {
    assert_eq!(CellLayout::fit(224.0, 3, 1.0), CellLayout { cell: (44, 44), gap: 1, hatch: 6 });
    assert_eq!(CellLayout::fit(224.0, 3, 1.25), CellLayout { cell: (55, 55), gap: 1, hatch: 8 });
    assert_eq!(CellLayout::fit(224.0, 16, 3.0), CellLayout { cell: (39, 39), gap: 3, hatch: 18 });
    assert_eq!(CellLayout::fit(224.0, 64, 1.0), CellLayout { cell: (3, 3), gap: 0, hatch: 6 });
    assert_eq!(CellLayout::fit(224.0, 0, 1.0).size(0, 0), (0, 0));
}

proptest! {
    #[test]
    fn pointing_at_a_pixel_finds_its_cell(
        cell in (1u32..30, 1u32..30), gap in 0u32..4, row in 0usize..9, column in 0usize..7, dx in 0.0..1.0, dy in 0.0..1.0,
    ) {
        let grid = CellLayout { cell, gap, hatch: 6 };
        let (left, top) = grid.corner(row, column);
        let at = (f64::from(left) + dx * f64::from(cell.0), f64::from(top) + dy * f64::from(cell.1));
        prop_assert_eq!(grid.cell_at(at, 9, 7), Some((row, column)));
        prop_assert_eq!(grid.cell_at((at.0, -0.5), 9, 7), None);
        let (width, height) = grid.size(9, 7);
        prop_assert_eq!(grid.cell_at((f64::from(width + gap), at.1), 9, 7), None);
        prop_assert_eq!(grid.cell_at((at.0, f64::from(height + gap)), 9, 7), None);
    }

    #[test]
    fn fitted_cells_stay_within_their_side(side in 64.0..1000.0, cells in 1usize..=128, ratio in 1.0..4.0) {
        let (width, _) = CellLayout::fit(side, cells, ratio).size(1, cells);
        prop_assert!(f64::from(width) <= (side * ratio).max(cells as f64));
    }
}
