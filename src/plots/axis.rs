//! One axis: from values to shares of its length, and where its ticks stand.

use serde::{Deserialize, Serialize};

/// How values are spread along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Spread {
    /// Equal differences are equally long.
    #[default]
    Linear,
    /// Every doubling is equally long; only positive values have a place.
    Log2,
}

impl Spread {
    // The ends of f64 are left out, so that the length of an axis and its ratios are finite too.
    fn has_place(self, value: f64) -> bool {
        match self {
            Self::Linear => value.abs() <= 1e300,
            Self::Log2 => (1e-300..=1e300).contains(&value),
        }
    }
}

/// A mark on an axis and the number beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// Where it stands.
    pub value: f64,
    /// The number, with U+2212 for minus.
    pub label: String,
}

/// A range of values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    spread: Spread,
    from: f64,
    to: f64,
}

impl Axis {
    /// The axis that holds all of `values` that have a place on it; widened where they leave no length, and on a
    /// logarithmic axis to powers of two.
    pub fn around(spread: Spread, values: impl IntoIterator<Item = f64>) -> Self {
        let placed = values.into_iter().filter(|&x| spread.has_place(x));
        let (from, to) = placed.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
        let (from, to) = if from > to { (1.0, 1.0) } else { (from, to) };
        let (from, to) = match spread {
            Spread::Linear if from == to => (from - 0.5 * from.abs().max(1.0), to + 0.5 * to.abs().max(1.0)),
            Spread::Linear => (from, to),
            Spread::Log2 => (from.log2().floor().exp2(), (to.log2().ceil()).exp2()),
        };
        let to = if from == to { 2.0 * to } else { to };
        Self { spread, from, to }
    }

    /// The same axis, with its ends moved out to the next of at most `most` ticks.
    pub fn rounded(self, most: usize) -> Self {
        if self.spread == Spread::Log2 {
            return self;
        }
        let step = self.step(most);
        Self { from: (self.from / step + 1e-9).floor() * step, to: (self.to / step - 1e-9).ceil() * step, ..self }
    }

    /// First and last value.
    pub fn ends(self) -> (f64, f64) {
        (self.from, self.to)
    }

    /// Where `value` stands: 0 at the first value, 1 at the last; `None` for one without a place.
    pub fn share(self, value: f64) -> Option<f64> {
        self.spread.has_place(value).then(|| match self.spread {
            Spread::Linear => (value - self.from) / (self.to - self.from),
            Spread::Log2 => (value.log2() - self.from.log2()) / (self.to.log2() - self.from.log2()),
        })
    }

    /// At most `most` ticks (at least two are allowed for), at round numbers.
    pub fn ticks(self, most: usize) -> Vec<Tick> {
        let step = self.step(most);
        let unit = |value: f64| if self.spread == Spread::Linear { value / step } else { value.log2() / step };
        // The slack keeps an end that rounding has put a hair beyond its tick.
        let (first, last) = ((unit(self.from) - 1e-9).ceil() as i64, (unit(self.to) + 1e-9).floor() as i64);
        let tick = |i: i64| match self.spread {
            Spread::Linear => {
                Tick { value: i as f64 * step, label: linear_label(i as f64 * step, step, self.largest()) }
            }
            Spread::Log2 => {
                let value = (i as f64 * step).exp2();
                Tick { value, label: if value < 1.0 { format!("1/{}", value.recip()) } else { value.to_string() } }
            }
        };
        (first..=last).map(tick).collect()
    }

    fn largest(self) -> f64 {
        self.from.abs().max(self.to.abs())
    }

    // The least round step that needs no more than `most` ticks; in doublings on a logarithmic axis.
    fn step(self, most: usize) -> f64 {
        let most = most.max(2) as f64;
        match self.spread {
            Spread::Linear => {
                let least = (self.to - self.from) / most;
                let decade = 10f64.powf(least.log10().floor());
                let count = |step: f64| (self.to / step + 1e-9).floor() - (self.from / step - 1e-9).ceil() + 1.0;
                let steps = [1.0, 2.0, 5.0, 10.0, 20.0].map(|round| round * decade);
                steps.into_iter().find(|&step| count(step) <= most).unwrap_or(50.0 * decade)
            }
            Spread::Log2 => {
                let (first, last) = (self.from.log2().ceil(), self.to.log2().floor());
                let count = |step: f64| (last / step).floor() - (first / step).ceil() + 1.0;
                (1..).map(f64::from).find(|&step| count(step) <= most).unwrap_or(1.0)
            }
        }
    }
}

// As many digits as tell neighbouring ticks apart.
fn linear_label(value: f64, step: f64, largest: f64) -> String {
    let magnitude = |x: f64| (x.log10() + 1e-9).floor() as i32;
    let text = if value == 0.0 {
        "0".to_owned()
    } else if magnitude(step) < -4 || magnitude(largest) > 5 {
        let digits = (magnitude(value.abs()) - magnitude(step)).max(0) as usize;
        format!("{value:.digits$e}")
    } else {
        let decimals = (-magnitude(step)).max(0) as usize;
        format!("{value:.decimals$}")
    };
    text.replace('-', "−")
}
