//! Online softmax: attention over blocks of keys, exact, without ever holding a whole row of scores.
//!
//! Milakov and Gimelshein 2018 (arXiv 1805.02867) for the running maximum and sum; Dao et al. 2022 (arXiv 2205.14135),
//! section 3.1, for the running output.

use super::precision::Precision;
use super::softmax::{larger, part_shift};

/// Where a row stands after a block of keys.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockStep {
    /// The keys of the block, from 0.
    pub keys: std::ops::Range<usize>,
    /// m: the largest logit so far; −∞ before a visible key, or where all so far have overflowed to it.
    pub max: f64,
    /// What the sum and the output so far were multiplied by as the maximum rose: exp(m before − m); 0 while m is −∞.
    pub rescale: f64,
    /// l: Σ exp(logit − m) so far.
    pub sum: f64,
    /// Σ exp(logit − m) · v so far, d_v numbers, not yet divided.
    pub accumulated: Vec<f64>,
    /// o = `accumulated` ÷ l: attention over the keys so far; all 0 before a visible key.
    pub output: Vec<f64>,
}

/// What may go wrong, for the faulty variants; the default is right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlockRule {
    /// What the running maximum starts at.
    pub start: f64,
    /// Whether sum and output are rescaled as the maximum rises; `[sum, output]`.
    pub rescales: [bool; 2],
}

impl Default for BlockRule {
    fn default() -> Self {
        Self { start: f64::NEG_INFINITY, rescales: [true, true] }
    }
}

/// Runs one row of `logits` over blocks of `block` keys (at least 1), in `precision`; keys that are `hidden` are skipped.
/// A visible logit of −∞ is one that overflowed: it counts for 0 beside a finite one, and a row of nothing else is NaN, as
/// the whole row at once is. `value(j, c)` is column c of the value of key j, of `width` columns; it is not asked for
/// hidden keys.
pub fn online(
    precision: Precision,
    rule: BlockRule,
    (logits, hidden): (&[f64], &dyn Fn(usize) -> bool),
    block: usize,
    width: usize,
    value: impl Fn(usize, usize) -> f64,
) -> Vec<BlockStep> {
    let block = block.max(1);
    let mut steps: Vec<BlockStep> = Vec::new();
    let (mut max, mut sum, mut accumulated, mut any) = (rule.start, 0.0, vec![0.0; width], false);
    for start in (0..logits.len()).step_by(block) {
        let keys = start..(start + block).min(logits.len());
        let visible: Vec<usize> = keys.clone().filter(|&j| !hidden(j)).collect();
        let mut rescale = 1.0;
        if !visible.is_empty() {
            let before = max;
            max = visible.iter().map(|&j| logits[j]).fold(max, larger);
            let share = |logit: f64| precision.exp(precision.subtract(logit, part_shift(max)));
            rescale = share(before);
            let shares: Vec<f64> = visible.iter().map(|&j| share(logits[j])).collect();
            let carried = |kept: bool, x: f64| if kept { precision.multiply(x, rescale) } else { x };
            sum = precision.add(carried(rule.rescales[0], sum), precision.sum(shares.iter().copied()));
            for (c, entry) in accumulated.iter_mut().enumerate() {
                let of_block = precision.dot(shares.iter().zip(&visible).map(|(&share, &j)| (share, value(j, c))));
                *entry = precision.add(carried(rule.rescales[1], *entry), of_block);
            }
        }
        any |= !visible.is_empty();
        let output = accumulated.iter().map(|&x| if any { precision.divide(x, sum) } else { 0.0 }).collect();
        steps.push(BlockStep { keys, max, rescale, sum, accumulated: accumulated.clone(), output });
    }
    steps
}
