//! Seeded random numbers: the same on every machine for the same seed (not those of NumPy or PyTorch).

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// A stream of random numbers. One seed has many, so that what is drawn for one purpose does not depend on another.
#[derive(Clone, Debug)]
pub struct Stream {
    random: Pcg32,
    // Normal numbers are made in pairs.
    spare: Option<f64>,
}

impl Stream {
    /// The stream of `seed` numbered `number`.
    pub fn new(seed: u32, number: usize) -> Self {
        // Through SeedableRng as well: PCG's first outputs of neighbouring raw states are alike.
        let mut start = Pcg32::seed_from_u64(u64::from(seed));
        Self { random: Pcg32::new(rand::Rng::next_u64(&mut start), number as u64), spare: None }
    }

    /// A uniform number, 0 ≤ x < 1.
    pub fn uniform(&mut self) -> f64 {
        self.random.random()
    }

    /// A uniform whole number below `count`, which is at least 1.
    pub fn index(&mut self, count: usize) -> usize {
        // Rounding reaches no further: the uniform number is below 1 by 2⁻⁵³ at least.
        (self.uniform() * count.max(1) as f64) as usize
    }

    /// A standard normal number, by the polar method (Marsaglia and Bray 1964). A table of the ziggurat method would be
    /// 4 kB of the page.
    pub fn gaussian(&mut self) -> f64 {
        if let Some(spare) = self.spare.take() {
            return spare;
        }
        loop {
            let (x, y) = (2.0 * self.uniform() - 1.0, 2.0 * self.uniform() - 1.0);
            let square = x * x + y * y;
            if square > 0.0 && square < 1.0 {
                let factor = (-2.0 * square.ln() / square).sqrt();
                self.spare = Some(y * factor);
                return x * factor;
            }
        }
    }
}
