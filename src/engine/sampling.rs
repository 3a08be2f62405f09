//! Seeded sampling of Gaussian queries and keys.

use super::job::Job;
use super::matrix::Matrix;
use super::random::Stream;
use super::scaling::Scaling;
use super::softmax::{largest, softmax};
use super::statistics::{entropy, jacobian_norm, mean_and_error};

/// The widths at which the curves are computed.
pub const WIDTHS: [usize; 11] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

/// Queries that share one set of keys. Rows with common keys are not independent, so standard errors are taken over
/// such batches, not over rows.
const QUERIES_PER_BATCH: usize = 16;

/// What the curves are sampled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurveSettings {
    /// Seed of the stream; the same seed gives the same numbers on every machine (not NumPy's or PyTorch's).
    pub seed: u32,
    /// Queries for each width; rounded up to whole batches of 16.
    pub count: usize,
    /// S, the keys for each query.
    pub keys: usize,
}

impl CurveSettings {
    /// Least and most queries.
    pub const COUNT: (usize, usize) = (32, 8192);
    /// Least and most keys.
    pub const KEYS: (usize, usize) = (2, 512);
}

impl Default for CurveSettings {
    fn default() -> Self {
        Self { seed: 1, count: 512, keys: 128 }
    }
}

/// A sampled mean with its standard error (`None` from a single batch).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean over all queries.
    pub mean: f64,
    /// The standard error of the mean, over batches.
    pub error: Option<f64>,
}

/// Mean and standard error of independent measurements.
pub(super) fn estimate(values: &[f64]) -> Estimate {
    let (mean, error) = mean_and_error(values);
    Estimate { mean, error }
}

/// What was measured at one width under one scaling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
    /// The width of queries and keys.
    pub d_k: usize,
    /// Mean entropy of a row of weights, nats.
    pub entropy: Estimate,
    /// Mean of the largest weight of a row.
    pub largest: Estimate,
    /// Standard deviation of the scaled scores.
    pub score_sd: Estimate,
    /// Mean Frobenius norm of the softmax Jacobian of a row.
    pub jacobian: Estimate,
}

/// The points of one scaling, by rising d_k.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// How the scores were divided.
    pub scaling: Scaling,
    /// As many as are done.
    pub points: Vec<CurvePoint>,
}

/// The sampling of all curves, done a batch at a time so that the caller can pause, draw or stop between.
///
/// Components of q and k are independent with mean 0 and variance 1, as in the footnote of Vaswani et al. 2017,
/// section 3.2.1.
#[derive(Clone, Debug)]
pub struct CurveJob {
    settings: CurveSettings,
    curves: Vec<Curve>,
    width: usize,
    batch: usize,
    random: Stream,
    // For each scaling, the means of each batch: entropy, largest weight, squared score, Jacobian norm.
    batches: Vec<[Vec<f64>; 4]>,
}

impl CurveJob {
    /// Starts with nothing done. Settings are held to their limits.
    pub fn new(settings: CurveSettings, scalings: &[Scaling]) -> Self {
        let settings = CurveSettings {
            // Whole batches, so that the mean over batches is the mean over queries.
            count: settings
                .count
                .clamp(CurveSettings::COUNT.0, CurveSettings::COUNT.1)
                .next_multiple_of(QUERIES_PER_BATCH),
            keys: settings.keys.clamp(CurveSettings::KEYS.0, CurveSettings::KEYS.1),
            ..settings
        };
        Self {
            settings,
            curves: scalings.iter().map(|&scaling| Curve { scaling, points: Vec::new() }).collect(),
            width: 0,
            batch: 0,
            random: Stream::new(settings.seed, WIDTHS[0]),
            batches: vec![Default::default(); scalings.len()],
        }
    }

    /// What is done so far.
    pub fn curves(&self) -> &[Curve] {
        &self.curves
    }

    fn batch_count(&self) -> usize {
        self.settings.count / QUERIES_PER_BATCH
    }

    fn finish_width(&mut self, d_k: usize) {
        for (curve, batches) in self.curves.iter_mut().zip(&mut self.batches) {
            let [entropy, largest, square, jacobian] = std::mem::take(batches).map(|list| estimate(&list));
            // The root is taken once, at the end: the mean of the roots of batches is too small (by 1.8 % at d_k = 1).
            let sd = square.mean.sqrt();
            let score_sd = Estimate { mean: sd, error: square.error.map(|error| error / (2.0 * sd)) };
            curve.points.push(CurvePoint { d_k, entropy, largest, score_sd, jacobian });
        }
        self.batch = 0;
        self.width += 1;
        if let Some(&next) = WIDTHS.get(self.width) {
            self.random = Stream::new(self.settings.seed, next);
        }
    }
}

impl Job for CurveJob {
    // By arithmetic operations.
    fn progress(&self) -> f64 {
        let cost = |width: usize| (WIDTHS[width] + 64) as f64;
        let total: f64 = (0..WIDTHS.len()).map(cost).sum();
        let done: f64 = (0..self.width).map(cost).sum();
        let part = if self.is_done() { 0.0 } else { cost(self.width) * self.batch as f64 / self.batch_count() as f64 };
        (done + part) / total
    }

    fn is_done(&self) -> bool {
        self.width == WIDTHS.len()
    }

    // One batch: 16 queries against S keys.
    fn advance(&mut self) {
        if self.is_done() {
            return;
        }
        let d_k = WIDTHS[self.width];
        let scores = sample_scores(&mut self.random, QUERIES_PER_BATCH, self.settings.keys, d_k);
        for (curve, batches) in self.curves.iter().zip(&mut self.batches) {
            let means = measure(&scores, curve.scaling.divisor_at(d_k));
            batches.iter_mut().zip(means).for_each(|(list, mean)| list.push(mean));
        }
        self.batch += 1;
        if self.batch == self.batch_count() {
            self.finish_width(d_k);
        }
    }
}

/// A matrix of independent standard normal numbers, rounded to `decimals`, row by row from `random`.
pub fn gaussian_matrix(random: &mut Stream, rows: usize, columns: usize, decimals: u32) -> Matrix {
    let unit = 10f64.powi(decimals as i32);
    // `+ 0.0` turns −0 into 0.
    let entries: Vec<f64> = (0..rows * columns).map(|_| (random.gaussian() * unit).round() / unit + 0.0).collect();
    Matrix::from_row_slice(rows, columns, &entries)
}

/// Scores q·k of `queries` against `keys` that they share, a row for each query; all components are independent standard
/// normal numbers from `random`, `d_k` to a vector.
pub fn sample_scores(random: &mut Stream, queries: usize, keys: usize, d_k: usize) -> Vec<Vec<f64>> {
    let q: Vec<f64> = (0..queries * d_k).map(|_| random.gaussian()).collect();
    let mut scores = vec![Vec::with_capacity(keys); queries];
    let mut key = vec![0.0; d_k];
    for _ in 0..keys {
        key.iter_mut().for_each(|x| *x = random.gaussian());
        for (row, query) in scores.iter_mut().zip(q.chunks_exact(d_k)) {
            row.push(query.iter().zip(&key).map(|(a, b)| a * b).sum());
        }
    }
    scores
}

// The mean entropy, largest weight, square and Jacobian norm of one batch. The scores have mean 0, so that the mean
// square is their variance without an estimated mean in it.
fn measure(scores: &[Vec<f64>], divisor: f64) -> [f64; 4] {
    let (mut entropies, mut tops, mut squares, mut norms) = (0.0, 0.0, 0.0, 0.0);
    for row in scores {
        let scaled: Vec<f64> = row.iter().map(|s| s / divisor).collect();
        squares += scaled.iter().map(|s| s * s).sum::<f64>();
        let weights = softmax(&scaled).weights;
        entropies += entropy(&weights);
        tops += largest(&weights);
        norms += jacobian_norm(&weights);
    }
    let rows = scores.len() as f64;
    let cells = scores.iter().map(Vec::len).sum::<usize>() as f64;
    [entropies / rows, tops / rows, squares / cells, norms / rows]
}
