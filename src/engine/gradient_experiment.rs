//! Where the gradient of softmax sits under each scaling, sampled.
//!
//! Gaussian Q and K; the loss is Σ weights ∘ Gaussian noise, so the gradient with respect to the weights is that noise.
//! GradientStatistics is the gradient with respect to the numbers that enter softmax, and carried on to Q.

use super::gradient::softmax_backward_row;
use super::histogram::Histogram;
use super::job::Job;
use super::random::Stream;

use super::scaling::Scaling;
use super::softmax::softmax;
use super::statistics::entropy;

/// What it is sampled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExperimentSettings {
    /// B, independent repetitions.
    pub batch: usize,
    /// L, as many queries as keys.
    pub length: usize,
    /// The width of queries and keys.
    pub d_k: usize,
    /// Seed of the stream.
    pub seed: u32,
}

/// What was measured under one scaling; sums over all rows so far.
#[derive(Clone, Debug)]
pub struct GradientStatistics {
    /// How the scores were divided.
    pub scaling: Scaling,
    rows: usize,
    cells: usize,
    squares: f64,
    entropies: f64,
    norm: f64,
    query_norm: f64,
    /// log₁₀ of the size of each entry of the gradient; the lowest bin holds those of exactly 0, and no other.
    pub sizes: Histogram,
}

impl GradientStatistics {
    /// The lowest and highest exponent that sizes are told apart at. The smallest number of f64 is 4.9e−324.
    pub const EXPONENTS: (f64, f64) = (-325.0, 2.0);
    // Two hundred bins a decade: the median is then right to 0.6 %.
    const BINS: usize = 200 * 327;

    fn new(scaling: Scaling) -> Self {
        let sizes = Histogram::new(Self::EXPONENTS.0, Self::EXPONENTS.1, Self::BINS);
        Self { scaling, rows: 0, cells: 0, squares: 0.0, entropies: 0.0, norm: 0.0, query_norm: 0.0, sizes }
    }

    /// The variance of the numbers that enter softmax (their mean is known to be 0).
    pub fn score_variance(&self) -> f64 {
        self.squares / self.cells as f64
    }

    /// The mean entropy of a row, nats.
    pub fn mean_entropy(&self) -> f64 {
        self.entropies / self.rows as f64
    }

    /// The norm of the whole gradient at the logits.
    pub fn gradient_norm(&self) -> f64 {
        self.norm.sqrt()
    }

    /// The norm of the whole gradient with respect to Q, the divisor included.
    pub fn query_gradient_norm(&self) -> f64 {
        self.query_norm.sqrt()
    }

    /// The median size of one entry of the gradient, to 0.6 %; 0 where half of them are.
    pub fn median_size(&self) -> f64 {
        let exponent = self.sizes.median();
        if exponent < Self::EXPONENTS.0 + 1.0 { 0.0 } else { 10f64.powf(exponent) }
    }

    /// Which share of the sum of squares the largest hundredth of the entries holds, to a bin of [`Self::sizes`].
    pub fn share_of_largest(&self) -> f64 {
        let (mut entries, mut largest, mut total) = (0.0, 0.0, 0.0);
        for (exponent, share) in self.sizes.shares().into_iter().rev() {
            let square = 100f64.powf(exponent);
            largest += (0.01f64 - entries).clamp(0.0, share) * square;
            total += share * square;
            entries += share;
        }
        largest / total
    }

    fn add(&mut self, scores: &[f64], noise: &[f64], keys: &[f64], d_k: usize) {
        let divisor = self.scaling.divisor_at(d_k);
        let scaled: Vec<f64> = scores.iter().map(|score| score / divisor).collect();
        let weights = softmax(&scaled).weights;
        let gradient = softmax_backward_row(&weights, noise);
        self.rows += 1;
        self.cells += scaled.len();
        self.squares += scaled.iter().map(|s| s * s).sum::<f64>();
        self.entropies += entropy(&weights);
        self.norm += gradient.iter().map(|g| g * g).sum::<f64>();
        gradient.iter().for_each(|g| self.sizes.add(g.abs().log10()));
        let mut query = vec![0.0; d_k];
        for (g, key) in gradient.iter().zip(keys.chunks_exact(d_k)) {
            query.iter_mut().zip(key).for_each(|(q, k)| *q += g * k);
        }
        self.query_norm += query.iter().map(|q| (q / divisor).powi(2)).sum::<f64>();
    }
}

/// The experiment, a row at a time.
#[derive(Clone, Debug)]
pub struct ExperimentJob {
    settings: ExperimentSettings,
    /// For each of [`Scaling::COMPARED`].
    pub measured: Vec<GradientStatistics>,
    random: Stream,
    // The keys of this batch, one after the other; empty before the first row.
    keys: Vec<f64>,
    row: usize,
}

impl ExperimentJob {
    /// Starts with nothing done.
    pub fn new(settings: ExperimentSettings) -> Self {
        let ExperimentSettings { batch, length, d_k, seed } = settings;
        Self {
            settings: ExperimentSettings { batch: batch.max(1), length: length.max(1), d_k: d_k.max(1), seed },
            measured: Scaling::COMPARED.map(GradientStatistics::new).to_vec(),
            random: Stream::new(seed, 0),
            keys: Vec::new(),
            row: 0,
        }
    }
}

impl Job for ExperimentJob {
    fn advance(&mut self) {
        if self.is_done() {
            return;
        }
        let ExperimentSettings { length, d_k, .. } = self.settings;
        let random = &mut self.random;
        let mut draw = |count: usize| (0..count).map(|_| random.gaussian()).collect::<Vec<f64>>();
        if self.row.is_multiple_of(length) {
            self.keys = draw(length * d_k);
        }
        let (query, noise) = (draw(d_k), draw(length));
        let product = |key: &[f64]| query.iter().zip(key).map(|(q, k)| q * k).sum::<f64>();
        let scores: Vec<f64> = self.keys.chunks_exact(d_k).map(product).collect();
        self.measured.iter_mut().for_each(|measured| measured.add(&scores, &noise, &self.keys, d_k));
        self.row += 1;
    }

    fn progress(&self) -> f64 {
        self.row as f64 / (self.settings.batch * self.settings.length) as f64
    }

    fn is_done(&self) -> bool {
        self.row == self.settings.batch * self.settings.length
    }
}
