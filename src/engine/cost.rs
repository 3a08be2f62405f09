//! What attention costs: operations, numbers, bytes.
//!
//! A multiply-add counts as two FLOPs. Softmax, norms and other work that grows with T alone are left out: they are
//! small beside the products.

/// A model of multi-head attention and a feed-forward layer of width 4 D, in each of its layers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// T, the tokens of the context.
    pub tokens: f64,
    /// D, the width of the model: heads times d_k.
    pub width: f64,
    /// How many layers.
    pub layers: f64,
    /// Heads of keys and values over heads of queries: 1 for multi-head attention.
    pub key_share: f64,
    /// Bytes of one stored number.
    pub bytes: f64,
}

impl Model {
    /// FLOPs of the projections to Q, K, V and the output, over all layers: 8 T D² a layer for multi-head attention.
    pub fn projections(&self) -> f64 {
        (4.0 + 4.0 * self.key_share) * self.tokens * self.width * self.width * self.layers
    }

    /// FLOPs of Q Kᵀ and of weights times V, over all layers: 4 T² D a layer.
    pub fn attention(&self) -> f64 {
        4.0 * self.tokens * self.tokens * self.width * self.layers
    }

    /// FLOPs of the feed-forward layers: 16 T D² a layer.
    pub fn feed_forward(&self) -> f64 {
        16.0 * self.tokens * self.width * self.width * self.layers
    }

    /// All of these; with `causal` attention at half its price, as where masked blocks are skipped.
    pub fn total(&self, causal: bool) -> f64 {
        self.projections() + self.attention() * if causal { 0.5 } else { 1.0 } + self.feed_forward()
    }

    /// The share of attention in [`Self::total`].
    pub fn attention_share(&self, causal: bool) -> f64 {
        self.attention() * if causal { 0.5 } else { 1.0 } / self.total(causal)
    }

    /// FLOPs of one more token whose keys and values join a cache of the others: its own projections and feed-forward
    /// layer, and its query against all T keys: 24 D² + 4 T D a layer for multi-head attention.
    pub fn step(&self) -> f64 {
        self.total(false) / self.tokens
    }

    /// FLOPs of T such steps from an empty cache: Σ of [`Self::step`] over 1…T tokens. It is also the price of one causal
    /// pass over T tokens that leaves out masked pairs.
    pub fn steps(&self) -> f64 {
        self.projections() + self.feed_forward() + self.attention() * (self.tokens + 1.0) / (2.0 * self.tokens)
    }

    /// FLOPs of the same T steps without a cache, each a causal pass over all tokens so far: Σ of [`Self::steps`].
    pub fn steps_without_cache(&self) -> f64 {
        let (one, two) = (self.tokens + 1.0, self.tokens + 2.0);
        (self.projections() + self.feed_forward()) * one / 2.0 + self.attention() * one * two / (6.0 * self.tokens)
    }

    /// Numbers in the score matrices of one layer: T² a head.
    pub fn scores(&self, heads: f64) -> f64 {
        heads * self.tokens * self.tokens
    }

    /// Bytes of cached keys and values, over all layers: 2 T D a layer for multi-head attention.
    pub fn cache_bytes(&self) -> f64 {
        2.0 * self.tokens * self.width * self.key_share * self.layers * self.bytes
    }

    /// Bytes of the weights: 12 D² a layer for multi-head attention.
    pub fn weight_bytes(&self) -> f64 {
        (2.0 + 2.0 * self.key_share + 8.0) * self.width * self.width * self.layers * self.bytes
    }
}

/// Multiply-adds of one product of T×d with d×T: T² d. Its FLOPs are twice that, and attention has two such products.
pub fn product_multiply_adds(tokens: f64, width: f64) -> f64 {
    score_multiply_adds(tokens, tokens, width)
}

/// Multiply-adds of Q Kᵀ, L×d_k with d_k×S: L S d_k, one for each component of each pair. Its FLOPs are twice that.
pub fn score_multiply_adds(queries: f64, keys: f64, d_k: f64) -> f64 {
    queries * keys * d_k
}
