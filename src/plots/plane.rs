//! A square piece of the plane around the origin, for vectors of two components that are drawn and dragged.

use crate::number::show_typed;

/// The width and height of the drawing, in its own units.
pub const SIDE: f64 = 400.0;

/// How much of the plane is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    /// What lies at the right and the upper edge; the left and the lower are as far away.
    pub reach: f64,
}

impl Plane {
    /// The smallest round piece, from 1 on, that leaves some room around the points; those that are not finite are left
    /// out.
    pub fn around(points: &[[f64; 2]]) -> Self {
        let size = points.iter().flatten().map(|x| x.abs()).filter(|x| x.is_finite()).fold(0.0, f64::max);
        let wanted = (size * 1.15).clamp(1.0, 1e300);
        let power = 10f64.powi(wanted.log10().floor() as i32);
        let reach = [1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.5, 10.0].map(|round| round * power);
        Self { reach: reach.into_iter().find(|&reach| reach >= wanted).unwrap_or(wanted) }
    }

    /// Where a point is drawn: from the left, from the top; both are finite.
    pub fn place(self, point: [f64; 2]) -> (f64, f64) {
        let half = SIDE / 2.0;
        // What is far off, or no number, is still written as one that a drawing takes.
        let offset = |x: f64| if x.is_nan() { 0.0 } else { (half * (x / self.reach)).clamp(-1e5, 1e5) };
        (half + offset(point[0]), half - offset(point[1]))
    }

    /// The point at a share of the width, from the left, and of the height, from the top; rounded to [`Self::step`] and
    /// kept within the drawing.
    pub fn point(self, across: f64, down: f64) -> [f64; 2] {
        [2.0 * across - 1.0, 1.0 - 2.0 * down].map(|share| self.rounded(share * self.reach))
    }

    /// `point` moved by steps to the right and up.
    pub fn moved(self, point: [f64; 2], steps: [f64; 2]) -> [f64; 2] {
        [0, 1].map(|axis| match steps[axis] {
            // What is not moved keeps every digit.
            0.0 => point[axis],
            steps => self.rounded(point[axis] + steps * self.step()),
        })
    }

    /// What a vector is moved by: 0.1 where 1 to 10 is drawn.
    pub fn step(self) -> f64 {
        10f64.powi(self.power() - 1)
    }

    /// Lines of the grid, and what is written at them: nothing at the origin, nor at the edge, where it would be cut off.
    pub fn grid(self) -> Vec<(f64, String)> {
        let unit = 10f64.powi(self.power());
        let spacing = if self.reach < 2.5 * unit {
            0.5 * unit
        } else if self.reach < 5.5 * unit {
            unit
        } else {
            2.5 * unit
        };
        let most = (self.reach / spacing).floor() as i32;
        let label = |i: i32| {
            let at = f64::from(i) * spacing;
            if i == 0 || at.abs() > 0.95 * self.reach { String::new() } else { show_typed(at, 3) }
        };
        (-most..=most).map(|i| (f64::from(i) * spacing, label(i))).collect()
    }

    fn power(self) -> i32 {
        self.reach.log10().floor() as i32
    }

    // A quotient of whole numbers, so that 0.3 is the 0.3 that one types.
    fn rounded(self, x: f64) -> f64 {
        let x = x.clamp(-self.reach, self.reach);
        let power = self.power() - 1;
        if power < 0 {
            let unit = 10f64.powi(-power);
            (x * unit).round() / unit + 0.0
        } else {
            let unit = 10f64.powi(power);
            (x / unit).round() * unit + 0.0
        }
    }
}
