//! A matrix as an image: one cell a number, at the resolution of the screen.
//!
//! The pixels are computed here rather than drawn through plotters: a rectangle a cell costs some 100 ms at 128×128.

use super::colour::Rgb;
use super::palette::Palette;
use super::pattern::Pattern;
use crate::engine::matrix::Matrix;

/// How a number becomes a colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ScaleKind {
    /// Signed numbers from −`max` to `max`, centred on 0.
    Signed {
        /// The end of the scale; neighbours share one, see [`max_abs`].
        max: f64,
    },
    /// Weights from 0 to 1.
    Weights,
}

impl ScaleKind {
    /// The colour of `value`.
    pub fn colour(self, value: f64, palette: &Palette) -> Rgb {
        match self {
            Self::Signed { max } => palette.diverging(value, max),
            Self::Weights => palette.sequential(value),
        }
    }

    /// The two ends of the scale.
    pub fn ends(self) -> (f64, f64) {
        match self {
            Self::Signed { max } => (-max, max),
            Self::Weights => (0.0, 1.0),
        }
    }
}

/// The largest absolute value among the finite entries; 0 when there is none.
pub fn max_abs(matrices: &[&Matrix]) -> f64 {
    let entries = matrices.iter().flat_map(|matrix| matrix.iter());
    entries.filter(|x| x.is_finite()).fold(0.0, |max, x| max.max(x.abs()))
}

/// An image: four bytes a pixel (red, green, blue, opaque), row by row from the top left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// Pixels from left to right.
    pub width: u32,
    /// Pixels from top to bottom.
    pub height: u32,
    /// The bytes.
    pub rgba: Vec<u8>,
}

/// Where the cells lie: `cell` pixels wide and high, with `gap` pixels of line between neighbours and none around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellLayout {
    /// Width and height of a cell, at least 1.
    pub cell: (u32, u32),
    /// Pixels between two cells.
    pub gap: u32,
    /// About how many pixels lie between the lines of a pattern.
    pub hatch: u32,
}

impl CellLayout {
    /// Square cells as large as `cells` of them fit in `side` CSS pixels at `ratio` device pixels each, with a thin line
    /// between unless they are so small that the lines would be most of the picture.
    pub fn fit(side: f64, cells: usize, ratio: f64) -> Self {
        let whole = |css: f64| (css * ratio).round().max(1.0) as u32;
        let share = side * ratio / cells.max(1) as f64;
        let gap = if share < 6.0 * ratio { 0 } else { whole(1.0) };
        let cell = (share as u32).saturating_sub(gap).clamp(1, whole(44.0));
        Self { cell: (cell, cell), gap, hatch: whole(6.0) }
    }

    /// Width and height of the image of a matrix.
    pub fn size(self, rows: usize, columns: usize) -> (u32, u32) {
        let along = |cells: usize, cell: u32| (cells as u32 * (cell + self.gap)).saturating_sub(self.gap);
        (along(columns, self.cell.0), along(rows, self.cell.1))
    }

    /// The left and top pixel of a cell.
    pub fn corner(self, row: usize, column: usize) -> (u32, u32) {
        (column as u32 * (self.cell.0 + self.gap), row as u32 * (self.cell.1 + self.gap))
    }

    /// The row and column at a pixel, a line counting to the cell before it; `None` outside a matrix of this shape.
    pub fn cell_at(self, (x, y): (f64, f64), rows: usize, columns: usize) -> Option<(usize, usize)> {
        let along = |at: f64, cell: u32, count: usize| {
            let index = (at / f64::from(cell + self.gap)).floor();
            (0.0..count as f64).contains(&index).then_some(index as usize)
        };
        Some((along(y, self.cell.1, rows)?, along(x, self.cell.0, columns)?))
    }
}

/// Draws `matrix`; `hidden` tells which keys (row, column) are masked.
pub fn render(
    matrix: &Matrix,
    hidden: impl Fn(usize, usize) -> bool,
    kind: ScaleKind,
    palette: &Palette,
    grid: CellLayout,
) -> Pixels {
    let (width, height) = grid.size(matrix.nrows(), matrix.ncols());
    let mut rgba = opaque(palette.line).repeat((width * height) as usize);
    let stride = 4 * width as usize;
    let samples = Pattern::ALL.map(|pattern| pattern_sample(pattern, palette, grid));
    for row in 0..matrix.nrows() {
        let top = grid.corner(row, 0).1 as usize * stride;
        let band = &mut rgba[top..top + grid.cell.1 as usize * stride];
        let span = |column| {
            let left = 4 * grid.corner(row, column).0 as usize;
            left..left + 4 * grid.cell.0 as usize
        };
        // One line of pixels says it all for plain cells: it is copied down, then patterns go over it.
        for column in 0..matrix.ncols() {
            fill(&mut band[span(column)], kind.colour(matrix[(row, column)], palette));
        }
        for line in 1..grid.cell.1 as usize {
            band.copy_within(..stride, line * stride);
        }
        for column in 0..matrix.ncols() {
            let Some(pattern) = Pattern::of(matrix[(row, column)], hidden(row, column)) else { continue };
            let sample = samples[pattern as usize].rgba.chunks_exact(4 * grid.cell.0 as usize);
            for (line, sample) in band.chunks_exact_mut(stride).zip(sample) {
                line[span(column)].copy_from_slice(sample);
            }
        }
    }
    Pixels { width, height, rgba }
}

/// The scale from its lower end at the left to its upper end at the right.
pub fn colour_bar(kind: ScaleKind, palette: &Palette, width: u32, height: u32) -> Pixels {
    let (low, high) = kind.ends();
    let last = f64::from(width.saturating_sub(1).max(1));
    let line: Vec<u8> =
        (0..width).flat_map(|x| opaque(kind.colour(low + (high - low) * f64::from(x) / last, palette))).collect();
    Pixels { width, height, rgba: line.repeat(height as usize) }
}

/// A sample of a pattern for a legend.
pub fn pattern_sample(pattern: Pattern, palette: &Palette, grid: CellLayout) -> Pixels {
    let (width, height) = grid.cell;
    let side = width.min(height);
    let repeats = (side / grid.hatch.max(1)).max(1);
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let colour = |(x, y)| if pattern.is_inked(x, y, side, repeats) { palette.hatch } else { palette.paper };
    Pixels { width, height, rgba: pixels.flat_map(|at| opaque(colour(at))).collect() }
}

fn opaque(Rgb(r, g, b): Rgb) -> [u8; 4] {
    [r, g, b, 255]
}

fn fill(pixels: &mut [u8], colour: Rgb) {
    pixels.chunks_exact_mut(4).for_each(|pixel| pixel.copy_from_slice(&opaque(colour)));
}
