//! What a fault is run on, and what comes out.

use crate::engine::cell::Name;
use crate::engine::heads::{key_head, merge, split};
use crate::engine::inputs::{Inputs, Source};
use crate::engine::matrix::Matrix;
use crate::engine::precision::Numerics;
use crate::engine::trace::attend;

/// Attention in one or several heads, with what some faults need besides.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    inputs: Inputs,
    heads: usize,
    key_heads: usize,
    /// The keys in a block of online softmax; 0 counts as 1.
    pub block: usize,
    /// What decides which weights dropout drops.
    pub seed: u32,
    /// The probability that dropout drops a weight; from 1 on it drops all.
    pub dropout: f64,
}

/// One head: all of `inputs`.
impl From<Inputs> for Scenario {
    fn from(inputs: Inputs) -> Self {
        Self { inputs, heads: 1, key_heads: 1, block: 1, seed: 1, dropout: 0.5 }
    }
}

impl Scenario {
    /// Q, K and V of `inputs` are h heads side by side: L×(h·d_k), S×(h·d_k) and S×(h·d_v). Where there are fewer key
    /// heads, only the first ones of K and V are read.
    ///
    /// `None` unless the heads divide the widths and the key heads divide the heads. Scores alone are one head.
    pub fn new(inputs: Inputs, heads: usize, key_heads: usize) -> Option<Self> {
        let fits = match inputs.matrix(Name::Q) {
            Some(q) => split(q, heads).is_some() && split(inputs.values(), heads).is_some(),
            None => heads == 1,
        };
        let grouped = key_head(0, heads, key_heads).is_some();
        (fits && grouped).then(|| Self { heads, key_heads, ..Self::from(inputs) })
    }

    /// What the heads are cut from. Its numerics say what hides a key in [`super::Fault::FullyMaskedRow`].
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// h, the number of query heads.
    pub fn heads(&self) -> usize {
        self.heads
    }

    /// The number of key heads.
    pub fn key_heads(&self) -> usize {
        self.key_heads
    }

    /// Each head on its own, cut and grouped as it should be. The format is that of the scenario; the maximum is
    /// subtracted and a hidden key is skipped, whatever its numerics say.
    pub fn each_head(&self) -> Vec<Inputs> {
        self.cut(split, |head| key_head(head, self.heads, self.key_heads))
    }

    /// The same, cut and grouped otherwise.
    pub(super) fn cut(
        &self,
        split: fn(&Matrix, usize) -> Option<Vec<Matrix>>,
        key_head: impl Fn(usize) -> Option<usize>,
    ) -> Vec<Inputs> {
        let numerics = Numerics::from(self.inputs.numerics().precision);
        let inputs = self.inputs.with_numerics(numerics);
        let (Some(q), Some(k), true) = (inputs.matrix(Name::Q), inputs.matrix(Name::K), self.heads > 1) else {
            return vec![inputs];
        };
        let read = |matrix: &Matrix| matrix.columns(0, matrix.ncols() / self.heads * self.key_heads).into_owned();
        // `new` has checked that the cuts are whole, so that no head is left out.
        let cut = |matrix: &Matrix, heads| split(matrix, heads).unwrap_or_default();
        let (q, k, v) =
            (cut(q, self.heads), cut(&read(k), self.key_heads), cut(&read(inputs.values()), self.key_heads));
        let of_head = |head: usize| {
            let key = key_head(head)?;
            let source = Source::Qkv { q: q.get(head)?.clone(), k: k.get(key)?.clone(), v: v.get(key)?.clone() };
            let alone = Inputs::new(source, inputs.scaling(), inputs.mask().clone()).ok()?;
            Some(alone.with_softcap(inputs.softcap()).with_numerics(numerics))
        };
        (0..self.heads).filter_map(of_head).collect()
    }
}

/// What attention gives.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The weights of each head, L×S.
    pub weights: Vec<Matrix>,
    /// The outputs of the heads, joined: L×(h·d_v).
    pub output: Matrix,
}

/// What one head gives.
pub(super) struct Head {
    /// L×S.
    pub weights: Matrix,
    /// L×d_v.
    pub output: Matrix,
}

impl Head {
    /// Attention as it should be.
    pub fn right(inputs: &Inputs) -> Self {
        let trace = attend(inputs);
        Self { weights: trace.weights, output: trace.output }
    }
}

impl Outcome {
    /// Joins what the heads give by `join`.
    pub(super) fn joined(
        heads: impl IntoIterator<Item = Head>,
        join: impl FnOnce(&[Matrix]) -> Option<Matrix>,
    ) -> Self {
        let (weights, outputs): (Vec<_>, Vec<_>) = heads.into_iter().map(|head| (head.weights, head.output)).unzip();
        let output = join(&outputs).unwrap_or_else(|| Matrix::zeros(0, 0));
        Self { weights, output }
    }

    /// The same, joined as it should be.
    pub(super) fn merged(heads: impl IntoIterator<Item = Head>) -> Self {
        Self::joined(heads, merge)
    }
}
