//! What holds for every input: shapes from 1 to 8 that are seldom square, all sources, masks and scalings.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use attention_lab::choice::Choice;
use attention_lab::engine::cell::{Cell, Name};
use attention_lab::engine::derivation::{Derivation, Term, derive};
use attention_lab::engine::faults;
use attention_lab::engine::inputs::{Dimension, Inputs, Source};
use attention_lab::engine::mask::{Causal, Mask, Window};
use attention_lab::engine::matrix::{Matrix, row};
use attention_lab::engine::precision::{MaskConstant, Numerics, Precision};
use attention_lab::engine::scaling::Scaling;
use attention_lab::engine::trace::{Trace, attend, value};
use nalgebra::DMatrix;
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use proptest::sample::select;

use crate::fixture::{Tolerance, differs, same_bits, same_bits_all};

const CLOSE: Tolerance = Tolerance::Absolute(1e-12);

/// Not written to disk: a failure prints its smallest input, which then becomes a test by name.
pub fn config() -> ProptestConfig {
    ProptestConfig { cases: 192, failure_persistence: None, ..ProptestConfig::default() }
}

/// Ordinary numbers, with exact zeros of both signs among them.
pub fn tame() -> BoxedStrategy<f64> {
    prop_oneof![12 => -4.0..4.0, 1 => Just(0.0), 1 => Just(-0.0), 1 => Just(1.0)].boxed()
}

/// Whatever can come out of f64 arithmetic.
fn wild() -> BoxedStrategy<f64> {
    let special = select(vec![
        0.0,
        -0.0,
        1e-300,
        -1e-320,
        1e155,
        -1e155,
        1e300,
        f64::MAX,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ]);
    prop_oneof![8 => -4.0..4.0, 2 => -800.0..800.0, 1 => special].boxed()
}

fn matrix(rows: usize, columns: usize, entry: &BoxedStrategy<f64>) -> impl Strategy<Value = Matrix> + use<> {
    vec(entry.clone(), rows * columns).prop_map(move |entries| Matrix::from_row_slice(rows, columns, &entries))
}

const SIZE: RangeInclusive<usize> = 1..=8;

fn tokens(entry: BoxedStrategy<f64>) -> BoxedStrategy<Source> {
    (SIZE, SIZE, SIZE, SIZE)
        .prop_flat_map(move |(t, d, d_k, d_v)| {
            (matrix(t, d, &entry), matrix(d, d_k, &entry), matrix(d, d_k, &entry), matrix(d, d_v, &entry))
        })
        .prop_map(|(x, wq, wk, wv)| Source::Tokens { x, wq, wk, wv })
        .boxed()
}

fn qkv(entry: BoxedStrategy<f64>) -> BoxedStrategy<Source> {
    (SIZE, SIZE, SIZE, SIZE)
        .prop_flat_map(move |(l, s, d_k, d_v)| (matrix(l, d_k, &entry), matrix(s, d_k, &entry), matrix(s, d_v, &entry)))
        .prop_map(|(q, k, v)| Source::Qkv { q, k, v })
        .boxed()
}

fn scores(entry: BoxedStrategy<f64>) -> BoxedStrategy<Source> {
    (SIZE, SIZE, 1..200usize, SIZE)
        .prop_flat_map(move |(l, s, d_k, d_v)| (matrix(l, s, &entry), matrix(s, d_v, &entry), Just(d_k)))
        .prop_map(|(scores, v, d_k)| Source::Scores { scores, v, d_k })
        .boxed()
}

fn scaling() -> impl Strategy<Value = Scaling> {
    prop_oneof![4 => select(Scaling::ALL), 1 => (0.05..20.0).prop_map(Scaling::Divisor)]
}

fn mask() -> impl Strategy<Value = Mask> {
    let padding = prop_oneof![2 => Just(BTreeSet::new()), 3 => btree_set(0..9usize, 1..4)];
    (select(Causal::ALL), padding).prop_map(|(causal, padding)| Mask { causal, padding, ..Mask::default() })
}

fn with_mask(source: BoxedStrategy<Source>) -> BoxedStrategy<Inputs> {
    (source, scaling(), mask())
        .prop_map(|(source, scaling, mask)| Inputs::new(source, scaling, mask).expect("shapes that fit"))
        .boxed()
}

/// Every source.
fn inputs(entry: fn() -> BoxedStrategy<f64>) -> BoxedStrategy<Inputs> {
    with_mask(prop_oneof![tokens(entry()), qkv(entry()), scores(entry())].boxed())
}

/// Every kind of mask, and a soft cap; windows and offsets beyond the keys, biases of −∞ among them.
pub fn complete(entry: fn() -> BoxedStrategy<f64>) -> BoxedStrategy<Inputs> {
    let end = || prop_oneof![1 => Just(None), 1 => (0..5usize).prop_map(Some)];
    let drawn = prop_oneof![1 => Just(None), 1 => vec(any::<bool>(), 64).prop_map(Some)];
    let biases = prop_oneof![4 => -3.0..3.0, 1 => Just(f64::NEG_INFINITY), 1 => Just(0.0)];
    let bias = prop_oneof![1 => Just(None), 1 => vec(biases, 64).prop_map(Some)];
    let softcap = prop_oneof![1 => Just(None), 1 => (0.5..30.0).prop_map(Some)];
    (inputs(entry), (-6..6isize, end(), end()), drawn, bias, softcap)
        .prop_map(|(inputs, (offset, left, right), drawn, bias, softcap)| {
            let (queries, keys) = (inputs.queries(), inputs.keys());
            let keep = drawn.map(|cells| DMatrix::from_fn(queries, keys, |i, j| cells[i * 8 + j]));
            let bias = bias.map(|cells| Matrix::from_fn(queries, keys, |i, j| cells[i * 8 + j]));
            let mask = Mask { offset, window: Window { left, right }, keep, bias, ..inputs.mask().clone() };
            inputs.with_mask(mask).with_softcap(softcap)
        })
        .boxed()
}

/// The same in every format, naive as well, with every mask constant.
pub fn carried_out(entry: fn() -> BoxedStrategy<f64>) -> BoxedStrategy<Inputs> {
    (complete(entry), select(Precision::ALL), any::<bool>(), select(MaskConstant::ALL))
        .prop_map(|(inputs, precision, naive, constant)| inputs.with_numerics(Numerics { precision, naive, constant }))
        .boxed()
}

fn hidden(inputs: &Inputs, i: usize, j: usize) -> bool {
    inputs.mask().hides(i, j, inputs.queries(), inputs.keys()).any()
}

fn shape(inputs: &Inputs, trace: &Trace, name: Name) -> Option<(usize, usize)> {
    trace.matrix(name).or_else(|| inputs.matrix(name)).map(Matrix::shape)
}

fn cells(inputs: &Inputs, trace: &Trace, name: Name) -> Vec<Cell> {
    let (rows, columns) = shape(inputs, trace, name).unwrap_or_default();
    (0..rows).flat_map(|i| (0..columns).map(move |j| Cell::new(name, i, j))).collect()
}

fn same(field: &str, found: &Matrix, expected: &Matrix) -> Result<(), TestCaseError> {
    differs(field, found, expected, CLOSE).map_or(Ok(()), |difference| Err(TestCaseError::fail(difference)))
}

fn all_finite(matrix: &Matrix) -> bool {
    matrix.iter().all(|x| x.is_finite())
}

/// An order of `0..length` made of `keys`, which need not differ.
fn order(length: usize, keys: &[u8]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..length).collect();
    order.sort_by_key(|&i| keys[i]);
    order
}

fn rows_in(matrix: &Matrix, order: &[usize]) -> Matrix {
    matrix.select_rows(order)
}

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
    fn every_derivation_evaluates_to_its_cell(inputs in carried_out(wild)) {
        let trace = attend(&inputs);
        for name in Name::ALL {
            for cell in cells(&inputs, &trace, name) {
                let own = value(&inputs, &trace, cell).expect("a cell within its matrix");
                let derivation = derive(&inputs, &trace, cell).expect("a derivation");
                let found = derivation.evaluate(inputs.numerics());
                prop_assert!(same_bits(found, own), "{cell}: {found:e}, not {own:e}, from {derivation:?}");
                prop_assert_eq!(matches!(derivation, Derivation::Given(_)), inputs.typed().contains(&name));
                for source in derivation.sources() {
                    prop_assert!(value(&inputs, &trace, source).is_some(), "{cell} has no source {source}");
                    prop_assert!(source.name < name, "{cell} comes before its source {source}");
                }
                for Term { cell: source, value: shown } in terms(&derivation) {
                    let stands = value(&inputs, &trace, source).expect("a term within its matrix");
                    prop_assert!(same_bits(shown, stands), "{cell}: {source} is {stands:e}, not {shown:e}");
                }
            }
            let (rows, columns) = shape(&inputs, &trace, name).unwrap_or_default();
            for outside in [Cell::new(name, rows, 0), Cell::new(name, 0, columns)] {
                prop_assert_eq!(derive(&inputs, &trace, outside), None);
                prop_assert_eq!(value(&inputs, &trace, outside), None);
            }
        }
    }

    #[test]
    fn sources_are_the_rows_and_columns_of_the_formula(inputs in inputs(tame)) {
        let trace = attend(&inputs);
        for name in Name::ALL {
            for cell in cells(&inputs, &trace, name) {
                let found = derive(&inputs, &trace, cell).expect("a derivation").sources();
                prop_assert_eq!(found, formula(&inputs, cell), "{}", cell);
            }
        }
    }

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

    #[test]
    fn a_cell_is_read_as_it_is_written(name in select(Name::ALL.to_vec()), row in 0..1000usize, column in 0..1000usize) {
        let cell = Cell::new(name, row, column);
        prop_assert_eq!(Cell::parse(&cell.to_string()), Some(cell));
        prop_assert_eq!(cell.to_string(), format!("{} {} {}", name.id(), row + 1, column + 1));
    }

    #[test]
    fn noise_is_no_cell(text in "(X|Q|weights|none.weights|output)?[ 0-9a-z.−+-]{0,12}") {
        if let Some(cell) = Cell::parse(&text) {
            prop_assert_eq!(Cell::parse(&cell.to_string()), Some(cell));
            prop_assert_eq!(text.split(' ').count(), 3);
        }
    }
}

/// Every number that a derivation shows with its place.
fn terms(derivation: &Derivation) -> Vec<Term> {
    match derivation {
        Derivation::Given(_) => Vec::new(),
        Derivation::Dot(pairs) | Derivation::Mix { pairs, .. } => pairs.iter().flat_map(|&(a, b)| [a, b]).collect(),
        Derivation::Scaled { score, .. } => vec![*score],
        Derivation::Masked { scaled, .. } => vec![*scaled],
        Derivation::Exp { masked, .. } => vec![*masked],
        Derivation::Quotient { row, .. } => row.clone(),
    }
}

/// The sources of a cell as the formulas name them.
fn formula(inputs: &Inputs, cell: Cell) -> Vec<Cell> {
    let Cell { name, row: i, column: j } = cell;
    let own = |name| vec![Cell::new(name, i, j)];
    let pairs = |n: usize, a: fn(usize, usize, usize) -> Cell, b: fn(usize, usize, usize) -> Cell| {
        (0..n).flat_map(|k| [a(i, j, k), b(i, j, k)]).collect::<Vec<_>>()
    };
    if inputs.typed().contains(&name) {
        return Vec::new();
    }
    let model = inputs.size(Dimension::Model).unwrap_or_default();
    match name {
        Name::X | Name::WQ | Name::WK | Name::WV => Vec::new(),
        Name::Q => pairs(model, |i, _, k| Cell::new(Name::X, i, k), |_, j, k| Cell::new(Name::WQ, k, j)),
        Name::K => pairs(model, |i, _, k| Cell::new(Name::X, i, k), |_, j, k| Cell::new(Name::WK, k, j)),
        Name::V => pairs(model, |i, _, k| Cell::new(Name::X, i, k), |_, j, k| Cell::new(Name::WV, k, j)),
        Name::Scores => pairs(inputs.d_k(), |i, _, k| Cell::new(Name::Q, i, k), |_, j, k| Cell::new(Name::K, j, k)),
        Name::Scaled => own(Name::Scores),
        Name::Masked => own(Name::Scaled),
        Name::Exponentials => own(Name::Masked),
        Name::Weights => (0..inputs.keys()).map(|key| Cell::new(Name::Exponentials, i, key)).collect(),
        Name::Output => (0..inputs.keys())
            .filter(|&key| !hidden(inputs, i, key))
            .flat_map(|key| [Cell::new(Name::Weights, i, key), Cell::new(Name::V, key, j)])
            .collect(),
    }
}

fn same_sources(a: &Inputs, b: &Inputs) -> bool {
    a.typed() == b.typed()
        && a.typed().iter().all(|&name| match (a.matrix(name), b.matrix(name)) {
            (Some(a), Some(b)) => same_bits_all(a, b),
            _ => false,
        })
}

#[test]
fn what_is_no_cell() {
    for text in
        ["", "X", "X 1", "X 0 1", "X 1 0", "X 1 1 1", "X 1 1 ", " X 1 1", "x 1 1", "X −1 1", "X 1.0 1", "none.X 1 1"]
    {
        assert_eq!(Cell::parse(text), None, "{text:?}");
    }
    assert_eq!(Cell::parse("weights 1 2"), Some(Cell::new(Name::Weights, 0, 1)));
}

/// The working names what was left out, and why a cell is hidden.
#[test]
fn derivations_say_what_is_hidden() {
    let mask = Mask { causal: Causal::TopLeft, ..Mask::padding([1]) };
    let source = Source::Scores { scores: Matrix::zeros(2, 3), v: Matrix::zeros(3, 1), d_k: 1 };
    let inputs = Inputs::new(source, Scaling::Sqrt, mask).expect("shapes");
    let trace = attend(&inputs);
    let derived = |name, i, j| derive(&inputs, &trace, Cell::new(name, i, j)).expect("a derivation");
    let Derivation::Masked { hidden, .. } = derived(Name::Masked, 0, 1) else { panic!("not masked") };
    assert!(hidden.causal && hidden.padding);
    let Derivation::Mix { pairs, skipped } = derived(Name::Output, 1, 0) else { panic!("no mix") };
    assert_eq!((pairs.len(), skipped), (1, vec![1, 2]));
    let Derivation::Quotient { column, row, row_sum, .. } = derived(Name::Weights, 1, 2) else { panic!("no quotient") };
    assert_eq!((column, row.len(), row_sum), (2, 3, 1.0));
    let Derivation::Exp { row_max, .. } = derived(Name::Exponentials, 1, 0) else { panic!("no exponential") };
    assert_eq!(row_max, 0.0);
}
