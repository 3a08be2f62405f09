//! Vectors of two components in the plane, as SVG.

use std::fmt::Write;

use super::names::{role, row_letter, subscript};
use crate::engine::cell::{Cell, Name};
use crate::engine::hull::hull;
use crate::engine::inputs::Inputs;
use crate::engine::matrix::Matrix;
use crate::engine::trace::Trace;
use crate::number::show_typed;
use crate::plots::plane::{Plane, SIDE};

/// Vectors of each matrix that are drawn; of more one could not be told from the other.
const MOST: usize = 12;
/// The attribute of a handle that holds the label of its vector.
pub const HANDLE: &str = "data-vector";

/// A row of a matrix of two columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vector {
    /// The matrix.
    pub name: Name,
    /// Its row, from 0.
    pub row: usize,
    /// The two components.
    pub point: [f64; 2],
}

impl Vector {
    /// Its name: `q₁`.
    pub fn label(self) -> String {
        format!("{}{}", row_letter(self.name), subscript(self.row + 1))
    }

    /// `inputs` with this row in its matrix.
    pub fn placed_in(self, inputs: &Inputs) -> Inputs {
        let cell = |inputs: Inputs, axis| inputs.with_cell(Cell::new(self.name, self.row, axis), self.point[axis]);
        [0, 1].into_iter().fold(inputs.clone(), cell)
    }

    // The class of its colour.
    fn role(self) -> String {
        format!("role-{}", role(self.name).token())
    }

    /// Whether it is the same row, wherever that lies.
    pub fn is(self, other: Self) -> bool {
        (self.name, self.row) == (other.name, other.row)
    }

    /// Whether its handle lies so near to the other that they can hardly be told apart.
    pub fn is_near(self, other: Self, plane: Plane) -> bool {
        let ((x, y), (u, v)) = (plane.place(self.point), plane.place(other.point));
        (x - u).hypot(y - v) < 8.0
    }

    /// The circle that it is dragged by, a slider to a screen reader, and its name in the corner, which the stylesheet
    /// shows while the handle is held.
    pub fn handle(self, plane: Plane, decimals: usize, dragged: bool) -> String {
        let (x, y) = plane.place(self.point);
        let [across, up] = self.point.map(|x| show_typed(x, decimals));
        format!(
            "<circle class=\"handle {0}{3}\" r=\"13\" cx=\"{x}\" cy=\"{y}\" {HANDLE}=\"{1}\" tabindex=\"0\" role=\"slider\" aria-label=\"{1}\" aria-valuenow=\"{2}\" aria-valuetext=\"({across}, {up})\"/><text class=\"name {0}\" x=\"8\" y=\"20\">{1} = ({across}, {up})</text>",
            self.role(),
            self.label(),
            self.point[0],
            if dragged { " dragged" } else { "" }
        )
    }
}

// At most the first twelve; none where the matrix has not two columns.
fn rows(name: Name, matrix: &Matrix) -> Vec<Vector> {
    let vector = |row| Vector { name, row, point: [matrix[(row, 0)], matrix[(row, 1)]] };
    if matrix.ncols() == 2 { (0..matrix.nrows().min(MOST)).map(vector).collect() } else { Vec::new() }
}

/// The rows of the matrices `names` that can be drawn.
pub fn vectors(inputs: &Inputs, names: &[Name]) -> Vec<Vector> {
    names.iter().flat_map(|&name| inputs.matrix(name).map(|matrix| rows(name, matrix)).unwrap_or_default()).collect()
}

/// The lines of the grid and their labels.
pub fn grid(plane: Plane) -> String {
    let mut svg = String::new();
    for (at, label) in plane.grid() {
        let (x, y) = plane.place([at, at]);
        let axis = if at == 0.0 { " axis" } else { "" };
        let middle = SIDE / 2.0;
        let _ = write!(
            svg,
            "<path class=\"grid{axis}\" d=\"M{x} 0V{SIDE}M0 {y}H{SIDE}\"/><text class=\"tick\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{label}</text><text class=\"tick\" x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{label}</text>",
            middle - 5.0,
            y + 4.0,
            middle + 15.0,
        );
    }
    svg
}

// The name of a vector, beyond its end as seen from the origin; that of a query a little to one side, since a key may
// end at the same place.
fn name_at(vector: Vector, plane: Plane) -> String {
    let (x, y) = plane.place(vector.point);
    let (dx, dy) = (x - SIDE / 2.0, y - SIDE / 2.0);
    let far = dx.hypot(dy).max(1.0);
    let aside = if vector.name == Name::Q { 16.0 } else { 0.0 };
    let place =
        |from: f64, along: f64, across: f64| (from + (24.0 * along + aside * across) / far).clamp(12.0, SIDE - 12.0);
    let (x, y) = if far < 8.0 { (x + 20.0, y - 18.0 - aside) } else { (place(x, dx, dy), place(y, dy, -dx)) };
    format!(
        "<text class=\"name {}\" x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        vector.role(),
        y + 5.0,
        vector.label()
    )
}

/// Queries and keys as arrows from the origin.
pub fn arrows(inputs: &Inputs, _: &Trace, plane: Plane) -> String {
    let mut svg = String::new();
    for vector in vectors(inputs, &[Name::Q, Name::K]) {
        let (x, y) = plane.place(vector.point);
        let (dx, dy) = (x - SIDE / 2.0, y - SIDE / 2.0);
        let length = dx.hypot(dy);
        // A key is dashed, so that it differs without colour.
        let _ = write!(svg, "<path class=\"shaft {0}\" d=\"M{1} {1}L{x} {y}\"/>", vector.role(), SIDE / 2.0);
        if length > 1.0 {
            let (ux, uy) = (dx / length, dy / length);
            let corner = |side: f64| format!("{} {}", x - 11.0 * ux - side * uy, y - 11.0 * uy + side * ux);
            let _ = write!(
                svg,
                "<path class=\"head {}\" d=\"M{x} {y}L{}L{}Z\"/>",
                vector.role(),
                corner(4.5),
                corner(-4.5)
            );
        }
        svg += &name_at(vector, plane);
    }
    svg
}

/// Values as points with their hull, and the outputs, which lie within it.
pub fn mixture(inputs: &Inputs, trace: &Trace, plane: Plane) -> String {
    let values = rows(Name::V, inputs.values());
    let points: Vec<[f64; 2]> = values.iter().map(|value| value.point).collect();
    let corners: Vec<String> = hull(&points)
        .into_iter()
        .map(|corner| {
            let (x, y) = plane.place(points[corner]);
            format!("{x},{y}")
        })
        .collect();
    let mut svg = format!("<polygon class=\"hull\" points=\"{}\"/>", corners.join(" "));
    for value in &values {
        let (x, y) = plane.place(value.point);
        let _ =
            write!(svg, "<circle class=\"dot role-value\" cx=\"{x}\" cy=\"{y}\" r=\"4\"/>{}", name_at(*value, plane));
    }
    for output in rows(Name::Output, &trace.output) {
        let (x, y) = plane.place(output.point);
        let _ = write!(svg, "<path class=\"dot role-output\" d=\"M{} {}h9v9h-9Z\"/>", x - 4.5, y - 4.5);
        let _ = write!(
            svg,
            "<text class=\"name role-output\" x=\"{}\" y=\"{}\">{}</text>",
            (x + 8.0).min(SIDE - 20.0),
            (y - 7.0).max(14.0),
            output.label()
        );
    }
    svg
}
