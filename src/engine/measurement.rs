//! Time and memory of attention with the whole matrix of scores and in blocks, measured where it runs.

use super::gauge::{Gauge, Usage};
use super::job::Job;
use super::matrix::Matrix;
use super::random::Stream;
use super::tiled::{blockwise, full};

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeasureSettings {
    /// The width of queries, keys and values.
    pub width: usize,
    /// The largest L, at least [`Self::SHORTEST`].
    pub longest: usize,
    /// The keys of a block.
    pub block: usize,
}

impl MeasureSettings {
    /// The smallest L.
    pub const SHORTEST: usize = 128;

    /// The lengths L, each twice the one before, and the largest.
    pub fn lengths(&self) -> Vec<usize> {
        let doubled = std::iter::successors(Some(Self::SHORTEST), |length| Some(2 * length));
        let longest = self.longest.max(Self::SHORTEST);
        doubled.take_while(|&length| length < longest).chain([longest]).collect()
    }
}

/// What was measured at one length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measurement {
    /// L, as many queries as keys.
    pub length: usize,
    /// Attention with all L×L scores, without the output; `None` where there is no memory for them.
    pub full: Option<Usage>,
    /// Attention in blocks, without the output; `None` until it has run.
    pub blockwise: Option<Usage>,
    /// The largest difference of the two outputs; `None` until there are both.
    pub difference: Option<f64>,
}

/// Seeded Gaussian Q, K and V, and the full output once it is there.
struct Running {
    matrices: [Matrix; 3],
    output: Option<Matrix>,
}

/// The measurement, one length and one way at a time.
pub struct MeasureJob {
    settings: MeasureSettings,
    gauge: Gauge,
    lengths: Vec<usize>,
    steps: usize,
    /// What is done so far, by growing length.
    pub measured: Vec<Measurement>,
    running: Option<Running>,
}

// A clock of the browser may only tell whole milliseconds: short runs are repeated until that does not matter.
const ENOUGH: f64 = 50.0;
const MOST: u32 = 32;

impl MeasureJob {
    /// Starts with nothing done.
    pub fn new(settings: MeasureSettings, gauge: Gauge) -> Self {
        let lengths = settings.lengths();
        Self { settings, gauge, lengths, steps: 0, measured: Vec::new(), running: None }
    }

    fn matrices(&self, length: usize) -> [Matrix; 3] {
        let width = self.settings.width.max(1);
        [0, 1, 2].map(|number| {
            let mut random = Stream::new(1, number);
            Matrix::from_fn(length, width, |_, _| random.gaussian())
        })
    }

    // The peak of the first run; the mean time of as many as it needs.
    fn take(&self, mut work: impl FnMut() -> Option<Matrix>) -> Option<(Matrix, Usage)> {
        let (result, first) = self.gauge.take(&mut work);
        let result = result?;
        let (mut time, mut runs) = (first.time, 1);
        while time < ENOUGH && runs < MOST {
            time += self.gauge.take(&mut work).1.time;
            runs += 1;
        }
        let bytes = first.bytes.saturating_sub(size_of_val(result.as_slice()));
        Some((result, Usage { time: time / f64::from(runs), bytes }))
    }
}

impl Job for MeasureJob {
    fn advance(&mut self) {
        let Some(&length) = self.lengths.get(self.steps / 2) else { return };
        let block = self.settings.block;
        match self.running.take() {
            None => {
                let matrices = self.matrices(length);
                let [q, k, v] = &matrices;
                if self.steps == 0 {
                    // Untimed: the browser compiles better what has run before.
                    full(q, k, v);
                    blockwise(q, k, v, block);
                }
                let (output, full) = self.take(|| full(q, k, v)).unzip();
                self.measured.push(Measurement { length, full, blockwise: None, difference: None });
                self.running = Some(Running { matrices, output });
            }
            Some(Running { matrices: [q, k, v], output }) => {
                let taken = self.take(|| Some(blockwise(&q, &k, &v, block)));
                if let (Some(measured), Some((blocks, taken))) = (self.measured.last_mut(), taken) {
                    measured.blockwise = Some(taken);
                    measured.difference = output.map(|output| (output - blocks).amax());
                }
            }
        }
        self.steps += 1;
    }

    fn progress(&self) -> f64 {
        let share = |count: usize| (0..count).map(|step| self.lengths[step / 2].pow(2) as f64).sum::<f64>();
        share(self.steps) / share(2 * self.lengths.len())
    }

    fn is_done(&self) -> bool {
        self.steps == 2 * self.lengths.len()
    }
}
