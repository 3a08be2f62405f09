//! Laws of the stages: shapes, sums, masks, permutations.

use super::*;

proptest! {
    #![proptest_config(config())]

    #[test]
    fn stages_have_their_shapes(inputs in complete(wild)) {
        let trace = attend(&inputs);
        let (l, s) = (inputs.queries(), inputs.keys());
        for stage in [Name::Scores, Name::Scaled, Name::Masked, Name::Exponentials, Name::Weights] {
            prop_assert_eq!(trace.matrix(stage).expect("a stage").shape(), (l, s));
        }
        prop_assert_eq!(trace.shifted.shape(), (l, s));
        prop_assert_eq!(trace.output.shape(), (l, inputs.values().ncols()));
        prop_assert_eq!(inputs.values().nrows(), s);
        prop_assert_eq!([trace.row_max.len(), trace.row_sum.len(), trace.visible.len()], [l; 3]);
        for name in Name::ALL {
            if let Some((rows, columns)) = shape(&inputs, &trace, name) {
                let (row, column) = inputs.axes(name);
                prop_assert_eq!((inputs.size(row), inputs.size(column)), (Some(rows), Some(columns)), "{}", name.id());
            }
        }
    }

    #[test]
    fn rows_sum_to_one_or_are_empty(inputs in complete(tame)) {
        let trace = attend(&inputs);
        prop_assert!(all_finite(&trace.weights) && all_finite(&trace.output));
        for i in 0..inputs.queries() {
            let weights = row(&trace.weights, i);
            let visible = (0..inputs.keys()).filter(|&j| !hidden(&inputs, i, j)).count();
            prop_assert_eq!(trace.visible[i], visible);
            prop_assert_eq!(trace.empty_rows.contains(&i), visible == 0);
            let sum: f64 = weights.iter().sum();
            if visible == 0 {
                prop_assert!(weights.iter().chain(row(&trace.output, i).iter()).all(|x| x.to_bits() == 0));
            } else {
                prop_assert!((sum - 1.0).abs() < 1e-12, "row {i} sums to {sum}");
            }
            let statistics = trace.statistics(i);
            prop_assert!(weights.iter().all(|&p| (0.0..=1.0).contains(&p)));
            prop_assert!((0.0..=statistics.ceiling + 1e-12).contains(&statistics.entropy));
            prop_assert!(visible == 0 || statistics.largest >= 1.0 / visible as f64 - 1e-12);
            let norm = Matrix::from_fn(weights.len(), weights.len(), |a, b| {
                weights[a] * (f64::from(a == b) - weights[b])
            });
            prop_assert!((statistics.jacobian_norm - norm.norm()).abs() < 1e-12);
        }
    }

    #[test]
    fn hidden_cells_weigh_exactly_nothing(inputs in complete(wild)) {
        let trace = attend(&inputs);
        for i in 0..inputs.queries() {
            for j in 0..inputs.keys() {
                if hidden(&inputs, i, j) {
                    prop_assert_eq!(trace.masked[(i, j)], f64::NEG_INFINITY);
                    prop_assert_eq!(trace.exponentials[(i, j)].to_bits(), 0);
                    prop_assert_eq!(trace.weights[(i, j)].to_bits(), 0);
                } else {
                    let bias = inputs.mask().bias.as_ref().map_or(0.0, |bias| bias[(i, j)]);
                    let capped = inputs.softcap().map_or(trace.scaled[(i, j)], |cap| cap * (trace.scaled[(i, j)] / cap).tanh());
                    let masked = trace.masked[(i, j)];
                    prop_assert!(same_bits(masked, capped) || same_bits(masked, capped + bias));
                }
            }
        }
    }

    #[test]
    fn what_is_hidden_changes_nothing(inputs in complete(tame), poison in wild(), key in 0..8usize) {
        let j = key % inputs.keys();
        let mut poisoned = inputs.clone();
        for column in 0..inputs.d_k() {
            poisoned = poisoned.with_cell(Cell::new(Name::K, j, column), poison);
        }
        for column in 0..inputs.values().ncols() {
            poisoned = poisoned.with_cell(Cell::new(Name::V, j, column), poison);
        }
        let (before, after) = (attend(&inputs), attend(&poisoned));
        for i in (0..inputs.queries()).filter(|&i| hidden(&inputs, i, j)) {
            for stage in [Name::Masked, Name::Exponentials, Name::Weights, Name::Output] {
                let [a, b] = [&before, &after].map(|trace| row(trace.matrix(stage).expect("a stage"), i));
                prop_assert!(a.iter().zip(&b).all(|(&a, &b)| same_bits(a, b)), "{}: {a:?} became {b:?}", stage.id());
            }
        }
    }

    #[test]
    fn a_constant_on_a_row_of_scores_changes_nothing(
        inputs in with_mask(scores(tame())),
        constants in vec(-100.0..100.0, 8),
    ) {
        let inputs = inputs.with_scaling(Scaling::None);
        let Source::Scores { scores, v, d_k } = inputs.source().clone() else { unreachable!() };
        let moved = Matrix::from_fn(scores.nrows(), scores.ncols(), |i, j| scores[(i, j)] + constants[i]);
        let moved = Source::Scores { scores: moved, v, d_k };
        let moved = Inputs::new(moved, inputs.scaling(), inputs.mask().clone()).expect("the same shapes");
        same("weights", &attend(&moved).weights, &attend(&inputs).weights)?;
    }

    #[test]
    fn permuting_keys_with_values_changes_nothing(inputs in with_mask(qkv(tame())), keys in vec(any::<u8>(), 8)) {
        let inputs = inputs.with_mask(Mask { causal: Causal::None, ..inputs.mask().clone() });
        let Source::Qkv { q, k, v } = inputs.source().clone() else { unreachable!() };
        let order = order(inputs.keys(), &keys);
        let padding: Vec<usize> = (0..order.len()).filter(|&j| inputs.mask().padding.contains(&order[j])).collect();
        let permuted = Source::Qkv { q, k: rows_in(&k, &order), v: rows_in(&v, &order) };
        let mask = Mask::padding(padding);
        let permuted = attend(&Inputs::new(permuted, inputs.scaling(), mask).expect("the same shapes"));
        let straight = attend(&inputs);
        same("output", &permuted.output, &straight.output)?;
        same("weights", &permuted.weights, &straight.weights.select_columns(&order))?;
    }

    #[test]
    fn permuting_tokens_permutes_outputs(inputs in with_mask(tokens(tame())), keys in vec(any::<u8>(), 8)) {
        let inputs = inputs.with_mask(Mask::default());
        let Source::Tokens { x, wq, wk, wv } = inputs.source().clone() else { unreachable!() };
        let order = order(x.nrows(), &keys);
        let permuted = Source::Tokens { x: rows_in(&x, &order), wq, wk, wv };
        let permuted = attend(&Inputs::new(permuted, inputs.scaling(), Mask::default()).expect("the same shapes"));
        let straight = attend(&inputs);
        same("output", &permuted.output, &rows_in(&straight.output, &order))?;
        same("weights", &permuted.weights, &rows_in(&straight.weights, &order).select_columns(&order))?;
    }

    #[test]
    fn outputs_stay_within_the_values(inputs in inputs(tame)) {
        let trace = attend(&inputs);
        for i in (0..inputs.queries()).filter(|i| !trace.empty_rows.contains(i)) {
            for c in 0..inputs.values().ncols() {
                let column = || (0..inputs.keys()).filter(|&j| !hidden(&inputs, i, j)).map(|j| inputs.values()[(j, c)]);
                let (least, most) = (column().fold(f64::INFINITY, f64::min), column().fold(f64::NEG_INFINITY, f64::max));
                prop_assert!((least - 1e-12..=most + 1e-12).contains(&trace.output[(i, c)]));
            }
        }
    }

    #[test]
    fn a_divisor_keeps_the_order(inputs in inputs(tame), divisor in 0.05..50.0) {
        let [before, after] = [Scaling::None, Scaling::Divisor(divisor)].map(|s| attend(&inputs.with_scaling(s)));
        for i in 0..inputs.queries() {
            for a in 0..inputs.keys() {
                for b in (0..inputs.keys()).filter(|&b| !hidden(&inputs, i, a) && !hidden(&inputs, i, b)) {
                    if before.scores[(i, a)] > before.scores[(i, b)] {
                        prop_assert!(after.weights[(i, a)] >= after.weights[(i, b)]);
                    }
                }
            }
        }
        let named = attend(&inputs);
        let spelled = attend(&inputs.with_scaling(Scaling::divisor(inputs.divisor()).expect("a divisor")));
        prop_assert!(same_bits_all(&named.weights, &spelled.weights));
    }

    #[test]
    fn renormalising_repairs_a_late_mask(inputs in inputs(tame)) {
        let right = attend(&inputs).weights;
        // A visible weight that the hidden keys have pressed below the smallest f64 cannot come back.
        prop_assume!(attend(&inputs.with_mask(Mask::default())).scaled.iter().all(|s| s.abs() < 100.0));
        same("repaired", &faults::mask_after_softmax_renormalised(&inputs), &right)?;
        let late = faults::mask_after_softmax(&inputs);
        for i in 0..inputs.queries() {
            let sum = late.row(i).sum();
            prop_assert!(sum < 1.0 + 1e-12);
            prop_assert!((0..inputs.keys()).all(|j| !hidden(&inputs, i, j) || late[(i, j)].to_bits() == 0));
        }
    }
}
