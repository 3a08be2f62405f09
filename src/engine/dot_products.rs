//! Sampled products of random vectors: how they grow with d_k.
//!
//! For independent components of mean 0 and variance σ², Var(q·k) = d_k σ⁴ (Vaswani et al. 2017, section 3.2.1,
//! footnote 4, for σ = 1).

use super::job::Job;
use super::random::Stream;

/// What the products are sampled with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DotSettings {
    /// The width of both vectors, at least 1.
    pub d_k: usize,
    /// The standard deviation of a component.
    pub sigma: f64,
    /// How many pairs, at least 2.
    pub count: usize,
    /// Seed of the stream.
    pub seed: u32,
}

impl DotSettings {
    /// Var(q·k) = d_k σ⁴.
    pub fn variance(&self) -> f64 {
        self.d_k as f64 * self.sigma.powi(4)
    }

    /// √d_k σ, about which the lengths of long vectors lie.
    pub fn length(&self) -> f64 {
        (self.d_k as f64).sqrt() * self.sigma
    }
}

/// The sampling, some pairs at a time.
#[derive(Clone, Debug)]
pub struct DotJob {
    /// What it is sampled with.
    pub settings: DotSettings,
    random: Stream,
    /// q·k of each pair.
    pub products: Vec<f64>,
    /// ‖q‖ of each pair.
    pub query_lengths: Vec<f64>,
    /// ‖k‖ of each pair.
    pub key_lengths: Vec<f64>,
    /// cos θ of each pair.
    pub cosines: Vec<f64>,
}

impl DotJob {
    /// Starts with nothing done.
    pub fn new(settings: DotSettings) -> Self {
        let settings = DotSettings { d_k: settings.d_k.max(1), count: settings.count.max(2), ..settings };
        Self {
            settings,
            random: Stream::new(settings.seed, settings.d_k),
            products: Vec::new(),
            query_lengths: Vec::new(),
            key_lengths: Vec::new(),
            cosines: Vec::new(),
        }
    }

    /// The mean of the squares: the variance, since the mean is known to be 0.
    pub fn variance(values: &[f64]) -> f64 {
        values.iter().map(|x| x * x).sum::<f64>() / values.len() as f64
    }
}

impl Job for DotJob {
    fn advance(&mut self) {
        let DotSettings { d_k, sigma, count, .. } = self.settings;
        let pairs = (4096 / d_k).max(1).min(count - self.products.len());
        for _ in 0..pairs {
            let (mut product, mut query, mut key) = (0.0, 0.0, 0.0);
            for _ in 0..d_k {
                let (q, k) = (sigma * self.random.gaussian(), sigma * self.random.gaussian());
                product += q * k;
                query += q * q;
                key += k * k;
            }
            self.products.push(product);
            self.query_lengths.push(query.sqrt());
            self.key_lengths.push(key.sqrt());
            self.cosines.push(product / (query.sqrt() * key.sqrt()));
        }
    }

    fn progress(&self) -> f64 {
        self.products.len() as f64 / self.settings.count as f64
    }

    fn is_done(&self) -> bool {
        self.products.len() == self.settings.count
    }
}
