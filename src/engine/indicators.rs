//! Two indicators of weights that may be worth a look: rows that are nearly uniform, and a first key that draws the
//! attention of all. Both are heuristics, and neither proves anything.
//!
//! Softmax sees only differences, so a nearly uniform row cannot tell "all keys fit" from "none fits". It also misses
//! noise: Gaussian scores of 128 keys, which fit nothing, have a largest weight near 8.8/128, well above 2/128. A sink is
//! common in healthy models as well (Xiao et al. 2023, arXiv 2309.17453).

use super::matrix::row;
use super::statistics::{RowStatistics, mean_and_error};
use super::trace::Trace;

/// A row is nearly uniform where its largest weight is below this many times that of a uniform row.
pub const UNIFORM: f64 = 2.0;

/// Fewest visible keys for which the limit is below 1: with fewer, every row would be called uniform.
const FEWEST: usize = 3;

/// The first key is a sink where it receives more than this on average: ε of Gu et al. 2024 (arXiv 2410.10781), section
/// 3, which also takes the mean over queries.
pub const SINK: f64 = 0.3;

/// The indicator of one row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowIndicator {
    /// Largest weight and entropy (nats) of the row.
    pub statistics: RowStatistics,
    /// How many keys the query sees.
    pub visible: usize,
    /// [`UNIFORM`] over `visible`; `None` where it would not be below 1.
    pub limit: Option<f64>,
    /// Whether the largest weight is below the limit; `None` where there is no limit, or the weights are no numbers.
    pub near_uniform: Option<bool>,
}

impl RowIndicator {
    /// Of the row `weights`, in which `visible` keys are not hidden.
    pub fn new(weights: &[f64], visible: usize) -> Self {
        let statistics = RowStatistics::new(weights, visible);
        let limit = (visible >= FEWEST).then(|| UNIFORM / visible as f64);
        let near_uniform = limit.filter(|_| statistics.largest.is_finite()).map(|limit| statistics.largest < limit);
        Self { statistics, visible, limit, near_uniform }
    }
}

/// The indicators of a matrix of weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Indicators {
    /// One of each row, L.
    pub rows: Vec<RowIndicator>,
    /// The mean weight of key 1, over the rows that see it and at least one other key: where it is alone it must have
    /// all. `None` where there is no such row.
    pub first_key: Option<f64>,
    /// What it would be if those rows were uniform.
    pub fair_share: Option<f64>,
    /// The mean entropy of the rows that see a key, nats; `None` where there is none.
    pub mean_entropy: Option<f64>,
}

impl Indicators {
    /// Of the weights of `trace`; `sees_first` tells for each row, from 0, whether key 1 is visible to it.
    pub fn new(trace: &Trace, sees_first: impl Fn(usize) -> bool) -> Self {
        let rows: Vec<RowIndicator> = trace
            .visible
            .iter()
            .enumerate()
            .map(|(i, &visible)| RowIndicator::new(&row(&trace.weights, i), visible))
            .collect();
        let mean = |values: Vec<f64>| (!values.is_empty()).then(|| mean_and_error(&values).0);
        let shared = || (0..rows.len()).filter(|&i| rows[i].visible > 1 && sees_first(i));
        let first_key = mean(shared().map(|i| trace.weights[(i, 0)]).collect());
        let fair_share = mean(shared().map(|i| 1.0 / rows[i].visible as f64).collect());
        let seeing = rows.iter().filter(|row| row.visible > 0);
        let mean_entropy = mean(seeing.map(|row| row.statistics.entropy).collect());
        Self { rows, first_key, fair_share, mean_entropy }
    }

    /// Whether key 1 receives more than [`SINK`]; `None` where there is nothing to tell it from.
    pub fn is_sink(&self) -> Option<bool> {
        self.first_key.filter(|mean| mean.is_finite()).map(|mean| mean > SINK)
    }

    /// How many rows are nearly uniform.
    pub fn uniform_rows(&self) -> usize {
        self.rows.iter().filter(|row| row.near_uniform == Some(true)).count()
    }
}
