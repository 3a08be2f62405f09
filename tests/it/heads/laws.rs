//! What holds for all heads.

use super::*;

fn matrix(rows: usize, columns: usize) -> impl Strategy<Value = Matrix> + use<> {
    vec(-4.0..4.0f64, rows * columns).prop_map(move |entries| Matrix::from_row_slice(rows, columns, &entries))
}

fn sequence() -> impl Strategy<Value = [Matrix; 3]> {
    (1..=8usize, 1..=5usize, 1..=5usize).prop_flat_map(|(tokens, d_k, d_v)| {
        (matrix(tokens, d_k), matrix(tokens, d_k), matrix(tokens, d_v)).prop_map(|(q, k, v)| [q, k, v])
    })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn splitting_and_joining_undo_each_other(
        (joined, heads) in (1..=6usize, 1..=4usize, 1..=5usize)
            .prop_flat_map(|(rows, heads, width)| (matrix(rows, heads * width), Just(heads))),
    ) {
        let parts = split(&joined, heads).expect("a multiple");
        prop_assert_eq!(parts.len(), heads);
        prop_assert!(same_bits_all(&merge(&parts).expect("as many rows"), &joined));
        prop_assert_eq!(split(&merge(&parts).expect("as many rows"), heads), Some(parts));
    }

    /// Adding +0 for a hidden key changes no sum, so not even the last bit differs.
    #[test]
    fn one_token_at_a_time_equals_the_whole_pass(
        [q, k, v] in sequence(),
        left in proptest::option::of(0..4usize),
        chunk in 1..4usize,
    ) {
        let mask = Mask { causal: Causal::TopLeft, window: Window { left, right: None }, ..Mask::default() };
        let whole = alone(&q, &k, &v, Scaling::Sqrt, mask.clone());
        let mut past = Cache::empty(k.ncols(), v.ncols());
        let mut start = 0;
        while start < q.nrows() {
            let rows = chunk.min(q.nrows() - start);
            let [new, keys, values] = [&q, &k, &v].map(|m| m.rows(start, rows).into_owned());
            let present = past.append(&keys, &values).expect("shapes");
            let step = alone(&new, present.keys(), present.values(), Scaling::Sqrt, past.mask(mask.clone()));
            prop_assert!(same_bits_all(&step.output, &whole.output.rows(start, rows).into_owned()));
            past = present;
            start += rows;
        }
        prop_assert!(same_bits_all(past.keys(), &k) && same_bits_all(past.values(), &v));
    }

    /// Grouped queries are ordinary heads whose keys and values were copied for every query head.
    #[test]
    fn shared_keys_equal_copied_keys(
        (q, k, v) in (1..=3usize, 1..=3usize, 1..=4usize, 1..=5usize, 1..=3usize, 1..=4usize).prop_flat_map(
            |(groups, group, queries, keys, d_k, d_v)| {
                (vec(matrix(queries, d_k), groups * group), vec(matrix(keys, d_k), groups), vec(matrix(keys, d_v), groups))
            },
        ),
    ) {
        let group = q.len() / k.len();
        let copied = |heads: &[Matrix]| -> Vec<Matrix> {
            heads.iter().flat_map(|head| std::iter::repeat_n(head.clone(), group)).collect()
        };
        let masks = vec![Causal::BottomRight.into(); q.len()];
        let made = |k: &[Matrix], v: &[Matrix]| MultiHead::new(&q, k, v, Scaling::Sqrt, &masks).expect("shapes").attend();
        prop_assert_eq!(made(&k, &v), made(&copied(&k), &copied(&v)));
    }
}
