//! A query and one key that agrees with it: what each divisor leaves of their score as d_k grows.
//!
//! Each component of the matching key is ρ times that of the query plus noise, so that both have variance 1 and
//! correlation ρ; the other keys are independent. Then E[q·k] = ρ d_k: over √d_k it still grows, over d_k it stays at ρ,
//! which is why width-scaling schemes divide by d_k (Yang et al. 2022, arXiv 2203.03466, section 4).

use super::job::Job;
use super::random::Stream;
use super::sampling::{Estimate, WIDTHS, estimate};
use super::scaling::Scaling;
use super::softmax::softmax;

/// What it is sampled with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgreementSettings {
    /// ρ, 0…1.
    pub correlation: f64,
    /// S, the keys of each query, at least 2: the first one matches.
    pub keys: usize,
    /// Queries for each width.
    pub count: usize,
    /// Seed of the stream.
    pub seed: u32,
}

/// What was measured at one width under one scaling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgreementPoint {
    /// The width.
    pub d_k: usize,
    /// The mean scaled score of the matching key.
    pub score: Estimate,
    /// Its mean weight.
    pub weight: Estimate,
}

/// The sampling, a query at a time.
#[derive(Clone, Debug)]
pub struct AgreementJob {
    settings: AgreementSettings,
    /// Points by rising d_k, for each of [`Scaling::COMPARED`].
    pub points: [Vec<AgreementPoint>; 3],
    random: Stream,
    // Scaled score and weight of each query at this width, for each scaling.
    samples: [[Vec<f64>; 2]; 3],
}

impl AgreementJob {
    /// Starts with nothing done.
    pub fn new(settings: AgreementSettings) -> Self {
        let keys = settings.keys.max(2);
        Self {
            settings: AgreementSettings { keys, count: settings.count.max(2), ..settings },
            points: Default::default(),
            random: Stream::new(settings.seed, WIDTHS[0]),
            samples: Default::default(),
        }
    }

    fn width(&self) -> usize {
        self.points[0].len()
    }
}

impl Job for AgreementJob {
    fn advance(&mut self) {
        let Some(&d_k) = WIDTHS.get(self.width()) else { return };
        let AgreementSettings { correlation, keys, count, seed } = self.settings;
        let noise = (1.0 - correlation * correlation).max(0.0).sqrt();
        let random = &mut self.random;
        let query: Vec<f64> = (0..d_k).map(|_| random.gaussian()).collect();
        let matching = query.iter().map(|q| q * (correlation * q + noise * random.gaussian())).sum();
        // Given the query, its product with an independent key is normal with sd ‖q‖: no need to draw the key itself.
        let length = query.iter().map(|q| q * q).sum::<f64>().sqrt();
        let scores: Vec<f64> = std::iter::once(matching).chain((1..keys).map(|_| length * random.gaussian())).collect();
        for (samples, scaling) in self.samples.iter_mut().zip(Scaling::COMPARED) {
            let divisor = scaling.divisor_at(d_k);
            let scaled: Vec<f64> = scores.iter().map(|score| score / divisor).collect();
            samples[0].push(scaled[0]);
            samples[1].push(softmax(&scaled).weights[0]);
        }
        if self.samples[0][0].len() == count {
            for (points, samples) in self.points.iter_mut().zip(&mut self.samples) {
                let [score, weight] = std::mem::take(samples).map(|list| estimate(&list));
                points.push(AgreementPoint { d_k, score, weight });
            }
            if let Some(&next) = WIDTHS.get(self.width()) {
                self.random = Stream::new(seed, next);
            }
        }
    }

    fn progress(&self) -> f64 {
        let part = self.samples[0][0].len() as f64 / self.settings.count as f64;
        (self.width() as f64 + part) / WIDTHS.len() as f64
    }

    fn is_done(&self) -> bool {
        self.width() == WIDTHS.len()
    }
}
