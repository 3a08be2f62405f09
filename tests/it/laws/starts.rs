//! Laws of changes: sizes there and back, and other starting points.

use super::*;

proptest! {
    #![proptest_config(config())]

    #[test]
    fn there_and_back(
        inputs in inputs(wild),
        dimension in select(Dimension::ALL.to_vec()),
        more in 0..70usize,
    ) {
        let Some(size) = inputs.size(dimension) else {
            prop_assert!(same_sources(&inputs.with_size(dimension, more), &inputs));
            return Ok(());
        };
        let grown = inputs.with_size(dimension, size + more);
        let free = dimension == Dimension::Dk && matches!(inputs.source(), Source::Scores { .. });
        let largest = if free { usize::MAX } else { Inputs::MAX_SIZE };
        prop_assert_eq!(grown.size(dimension), Some((size + more).min(largest)));
        // What was there stays where it was, and what is new is 0.
        for &name in inputs.typed() {
            let (old, new) = (inputs.matrix(name).expect("there"), grown.matrix(name).expect("there"));
            for i in 0..new.nrows() {
                for j in 0..new.ncols() {
                    prop_assert!(same_bits(new[(i, j)], old.get((i, j)).copied().unwrap_or(0.0)));
                }
            }
        }
        for other in Dimension::ALL.into_iter().filter(|&other| other != dimension) {
            prop_assert_eq!(grown.size(other), inputs.size(other));
        }
        let back = grown.with_size(dimension, size);
        prop_assert_eq!(back.mask(), inputs.mask());
        prop_assert_eq!(back.size(Dimension::Dk), inputs.size(Dimension::Dk));
        prop_assert!(same_sources(&back, &inputs));
        prop_assert_eq!(inputs.with_size(dimension, 0).size(dimension), Some(1));
    }

    #[test]
    fn another_start_keeps_the_scores(inputs in inputs(tame)) {
        let trace = attend(&inputs);
        let from_scores = inputs.from_scores(trace.scores.clone());
        prop_assert_eq!(attend(&from_scores), trace.clone());
        prop_assert_eq!(from_scores.typed()[0], Name::Scores);
        prop_assert_eq!(from_scores.d_k(), inputs.d_k());
        let from_qkv = inputs.from_qkv();
        prop_assert_eq!(from_qkv.typed()[0], Name::Q);
        // The weights too: the divisor stays, whatever d_k becomes.
        prop_assert_eq!(attend(&from_qkv), trace.clone());
        prop_assert_eq!(from_qkv.divisor(), inputs.divisor());
        let from_tokens = inputs.from_tokens();
        prop_assert_eq!(from_tokens.is_some(), inputs.queries() == inputs.keys());
        if let Some(from_tokens) = from_tokens {
            prop_assert_eq!(from_tokens.typed()[0], Name::X);
            prop_assert_eq!(attend(&from_tokens), trace);
        }
        prop_assert_eq!(inputs.from_scores(Matrix::zeros(9, 9)), inputs, "scores that do not fit");
    }
}
