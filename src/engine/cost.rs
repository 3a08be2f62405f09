//! What attention costs: operations, numbers, bytes.
//!
//! A multiply-add counts as two FLOPs. Left out are softmax, whose operations grow with H T² but are few beside the 4 d_k of
//! a pair in the products, and norms, biases and embeddings, which grow with T D. Few operations need not be little time:
//! on an H100 with d_k = 128, exp takes half as long as the products (Shah et al. 2024, arXiv 2407.08608).

/// A model of multi-head or grouped-query attention and a feed-forward layer of width 4 D, in each of its layers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// T, the tokens of the context.
    pub tokens: f64,
    /// D, the width of the model. H d_k need not be equal to it.
    pub width: f64,
    /// H, the heads of queries.
    pub heads: f64,
    /// G, the heads of keys and values: H for multi-head attention, fewer for grouped queries.
    pub key_heads: f64,
    /// d_k, the width of a head, of values too.
    pub d_k: f64,
    /// How many layers.
    pub layers: f64,
    /// Bytes of one stored number.
    pub bytes: f64,
}

impl Model {
    /// Multi-head attention with H d_k = D. How D is divided into heads changes nothing but [`Self::scores`], so one head
    /// stands for all.
    pub fn multi_head(tokens: f64, width: f64, layers: f64, bytes: f64) -> Self {
        Self { tokens, width, heads: 1.0, key_heads: 1.0, d_k: width, layers, bytes }
    }

    /// H d_k, the width of the queries of all heads.
    fn query_width(&self) -> f64 {
        self.heads * self.d_k
    }

    /// G d_k, the width of the keys of all heads.
    fn key_width(&self) -> f64 {
        self.key_heads * self.d_k
    }

    /// FLOPs of the projections to Q, K, V and the output, over all layers: 4 T D (H + G) d_k a layer, which is 8 T D²
    /// for multi-head attention with H d_k = D.
    pub fn projections(&self) -> f64 {
        4.0 * self.tokens * self.width * (self.query_width() + self.key_width()) * self.layers
    }

    /// FLOPs of Q Kᵀ and of weights times V, over all layers: 4 T² H d_k a layer.
    pub fn attention(&self) -> f64 {
        4.0 * self.tokens * self.tokens * self.query_width() * self.layers
    }

    /// The same; with `causal` at half its price, as where masked blocks are skipped.
    pub fn attention_with(&self, causal: bool) -> f64 {
        self.attention() * if causal { 0.5 } else { 1.0 }
    }

    /// FLOPs of the feed-forward layers: 16 T D² a layer.
    pub fn feed_forward(&self) -> f64 {
        16.0 * self.tokens * self.width * self.width * self.layers
    }

    /// Projections, [`Self::attention_with`] and feed-forward layers.
    pub fn total(&self, causal: bool) -> f64 {
        self.projections() + self.attention_with(causal) + self.feed_forward()
    }

    /// The share of attention in [`Self::total`].
    pub fn attention_share(&self, causal: bool) -> f64 {
        self.attention_with(causal) / self.total(causal)
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

    /// Numbers in the score matrices of one layer: H T².
    pub fn scores(&self) -> f64 {
        self.heads * self.tokens * self.tokens
    }

    /// Bytes of cached keys and values, over all layers: 2 T G d_k numbers a layer.
    pub fn cache_bytes(&self) -> f64 {
        2.0 * self.tokens * self.key_width() * self.layers * self.bytes
    }

    /// Bytes of the weights: (2 H + 2 G) d_k D + 8 D² numbers a layer, which is 12 D² for multi-head attention with
    /// H d_k = D.
    pub fn weight_bytes(&self) -> f64 {
        (2.0 * (self.query_width() + self.key_width()) + 8.0 * self.width) * self.width * self.layers * self.bytes
    }

    /// Seconds that one decoding step takes at the least, for `batch` requests of T tokens each, from a memory of
    /// `bandwidth` bytes a second: every cache is read, and the weights once for all.
    pub fn decode_seconds(&self, batch: f64, bandwidth: f64) -> f64 {
        (batch * self.cache_bytes() + self.weight_bytes()) / bandwidth
    }

    /// FLOPs of attention when one token is decoded over the whole cache, for each byte read from it: 2 H / G over the
    /// bytes of a number.
    pub fn decode_intensity(&self) -> f64 {
        self.attention() / self.tokens / self.cache_bytes()
    }

    /// How many requests of T tokens fit beside the weights into `memory` bytes; 0 where the weights alone do not.
    pub fn requests(&self, memory: f64) -> f64 {
        ((memory - self.weight_bytes()) / self.cache_bytes()).floor().max(0.0)
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
