//! The order of keys.

use super::inputs::Inputs;
use super::trace::Trace;

/// The keys that query `i` sees, from 0, the one of the largest logit first, which has the largest weight too; equal ones
/// in the order of their numbers. A logit that is NaN has no place among the others: its key is left out.
pub fn keys_by_logit(inputs: &Inputs, trace: &Trace, i: usize) -> Vec<usize> {
    let logit = |key: usize| trace.masked[(i, key)];
    let mut left: Vec<usize> =
        (0..inputs.keys()).filter(|&key| !logit(key).is_nan() && !inputs.hidden(i, key).any()).collect();
    let mut order = Vec::with_capacity(left.len());
    // The largest that is left, again and again: a sort would weigh more in the page than it saves.
    while let Some(at) = (0..left.len()).reduce(|a, b| if logit(left[b]) > logit(left[a]) { b } else { a }) {
        order.push(left.remove(at));
    }
    order
}
