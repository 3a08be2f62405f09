//! How often values fall into bins of equal width.

/// Counts in bins of equal width; what lies outside is counted in the first or last bin.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    from: f64,
    width: f64,
    counts: Vec<u32>,
    total: u32,
}

impl Histogram {
    /// `bins` (at least one) empty bins from `from` to `to`.
    pub fn new(from: f64, to: f64, bins: usize) -> Self {
        let bins = bins.max(1);
        Self { from, width: (to - from) / bins as f64, counts: vec![0; bins], total: 0 }
    }

    /// Counts a value; NaN is left out.
    pub fn add(&mut self, value: f64) {
        if value.is_nan() {
            return;
        }
        // `as` holds what is below the first bin to 0.
        let bin = ((value - self.from) / self.width).floor() as usize;
        let last = self.counts.len() - 1;
        self.counts[bin.min(last)] += 1;
        self.total += 1;
    }

    /// The width of a bin.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// The middle of each bin and the share of the values in it.
    pub fn shares(&self) -> Vec<(f64, f64)> {
        let total = f64::from(self.total.max(1));
        let middle = |bin: usize| self.from + (bin as f64 + 0.5) * self.width;
        self.counts.iter().enumerate().map(|(bin, &count)| (middle(bin), f64::from(count) / total)).collect()
    }

    /// The same with `count` bins each taken as one; the number of bins must be a multiple of it.
    pub fn coarser(&self, count: usize) -> Self {
        let counts = self.counts.chunks(count.max(1)).map(|bins| bins.iter().sum()).collect();
        Self { from: self.from, width: self.width * count.max(1) as f64, counts, total: self.total }
    }

    /// The same without the bins below `from`, an edge between two; what they hold is counted in the first that is left.
    pub fn cut(&self, from: f64) -> Self {
        let below = (((from - self.from) / self.width).round() as usize).min(self.counts.len() - 1);
        let mut counts = self.counts[below..].to_vec();
        counts[0] += self.counts[..below].iter().sum::<u32>();
        Self { from: self.from + below as f64 * self.width, counts, ..*self }
    }

    /// A value that half of the values do not exceed, to half a bin; NaN of nothing.
    pub fn median(&self) -> f64 {
        let mut below = 0;
        for (bin, &count) in self.counts.iter().enumerate() {
            below += count;
            if 2 * below >= self.total && count > 0 {
                return self.from + (bin as f64 + 0.5) * self.width;
            }
        }
        f64::NAN
    }
}
