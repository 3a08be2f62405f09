//! The mathematics: no browser, no language of the page but the labels of choices, no lesson.
//!
//! Shapes are checked once, in [`inputs::Inputs`]; everything after that is total. Rows are queries, columns are keys:
//! Q is L×d_k, K is S×d_k, V is S×d_v, `scores` and `weights` are L×S, `output` is L×d_v. Entropies are in nats.
//! After Vaswani et al. 2017, "Attention Is All You Need", section 3.2.1 (arXiv 1706.03762).

pub mod agreement;
pub mod blocks;
pub mod cache;
pub mod cell;
pub mod cosine;
pub mod cost;
pub mod derivation;
pub mod dot_products;
pub mod faults;
pub mod gauge;
pub mod gradient;
pub mod gradient_experiment;
pub mod heads;
pub mod histogram;
pub mod hull;
pub mod indicators;
pub mod inputs;
pub mod job;
pub mod mask;
pub mod matrix;
pub mod measurement;
pub mod order;
pub mod permutation;
pub mod precision;
pub mod random;
pub mod sampling;
pub mod scaling;
pub mod score;
pub mod softmax;
pub mod source;
pub mod spectrum;
pub mod statistics;
pub mod tiled;
pub mod trace;
