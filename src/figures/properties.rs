//! Properties of attention, seen on the page's own numbers and on random ones: order of tokens, rank, a constant on a row.

use super::output::{Output, Row, Table, TableCell};
use super::say;
use crate::engine::cell::{Cell, Name};
use crate::engine::inputs::{Inputs, Source};
use crate::engine::mask::{Causal, Mask};
use crate::engine::matrix::{Matrix, row};
use crate::engine::permutation::{permuted, rows_in};
use crate::engine::precision::Numerics;
use crate::engine::random::Stream;
use crate::engine::sampling::gaussian_matrix;
use crate::engine::scaling::Scaling;
use crate::engine::softmax::largest;
use crate::engine::spectrum::{rank, singular_values};
use crate::engine::trace::attend;
use crate::plots::lines::{Dash, LinePlot, Marker, Point, Rule, Series};
use crate::plots::palette::Role;
use crate::text::Language;

// A table larger than this is no longer read; the first rows and columns stand for the others.
const MOST: usize = 12;

fn number(x: f64) -> TableCell {
    TableCell::Number(x).or_empty()
}

fn significant(x: f64) -> TableCell {
    TableCell::Significant(x).or_empty()
}

fn numbers(values: &[f64]) -> Vec<TableCell> {
    values.iter().take(MOST).map(|&x| number(x)).collect()
}

fn largest_difference(a: &Matrix, b: &Matrix) -> f64 {
    largest((a - b).map(f64::abs).as_slice())
}

// What is said where a page's numbers have no sum.
fn not_finite(language: Language) -> String {
    say(
        language,
        "有些结果不是有限的数，对应的格子空着。",
        " Some results are no finite numbers; their cells are empty.",
    )
}

/// Outputs of tokens moved `shift` places, against the moved outputs, without a mask and under a causal one.
pub(super) fn permutation(inputs: &Inputs, shift: usize, causal: bool, language: Language) -> Output {
    let say = |zh, en| say(language, zh, en);
    let tokens = inputs.queries() == inputs.keys();
    let keys = inputs.keys();
    let order: Vec<usize> = (0..keys).map(|i| (i + shift) % keys).collect();
    // Both in f64 and without the page's own mask, so that nothing but the order differs.
    let outputs = |causal: Causal| {
        let inputs = inputs.with_numerics(Numerics::default()).with_mask(Mask::from(causal));
        let before = attend(&inputs).output;
        let moved = if tokens { rows_in(&before, &order) } else { before };
        (attend(&permuted(&inputs, &order)).output, moved)
    };
    let (plain, masked) = (outputs(Causal::None), outputs(Causal::TopLeft));
    let [plain_difference, masked_difference] = [&plain, &masked].map(|(new, moved)| largest_difference(new, moved));
    let (new, moved) = if causal { &masked } else { &plain };
    let columns: Vec<String> = (1..=new.ncols().min(MOST)).map(|c| format!("v{c}")).collect();
    let table = |caption: String, matrix: &Matrix| {
        let label = |i: usize| match (tokens, language) {
            (false, _) => format!("q{}", i + 1),
            (true, Language::Zh) => format!("第 {} 位（原第 {} 位）", i + 1, order[i] + 1),
            (true, Language::En) => format!("place {} (was {})", i + 1, order[i] + 1),
        };
        let rows = (0..matrix.nrows().min(MOST)).map(|i| Row { label: label(i), cells: numbers(&row(matrix, i)) });
        Table::new(caption, std::iter::once(String::new()).chain(columns.iter().cloned()).collect(), rows.collect())
    };
    let differences = Table::new(
        say("最大的差", "Largest difference"),
        vec![String::new(), say("数值", "value")],
        [
            (say("没有掩码", "without a mask"), plain_difference),
            (say("有因果掩码", "with a causal mask"), masked_difference),
        ]
        .map(|(label, value)| Row { label, cells: vec![significant(value)] })
        .into(),
    );
    let mut note = if tokens {
        say(
            "每个词元往前移若干位，移出开头的接到末尾；用的是上面的数，但不用上面的掩码，按 fp64 计算。",
            "Every token moves forward by so many places, and those that leave at the front come in at the end. From the numbers above, without the mask above, in fp64.",
        )
    } else {
        say(
            "这里 L ≠ S，查询和键不是同一批词元：只移动键和值，查询留在原处，所以输出也该留在原处。不用上面的掩码，按 fp64 计算。",
            "Here L ≠ S, so queries and keys are not the same tokens: keys move with their values and queries stay, so the outputs should stay as well. Without the mask above, in fp64.",
        )
    };
    if !plain_difference.is_finite() || !masked_difference.is_finite() {
        note.push_str(&not_finite(language));
    }
    let tables = vec![
        table(say("先移动词元，再算输出", "Tokens moved, then outputs computed"), new),
        table(
            if tokens {
                say("先算输出，再移动输出", "Outputs computed, then moved")
            } else {
                say("原来的输出", "Outputs as they were")
            },
            moved,
        ),
        differences,
    ];
    Output { plots: Vec::new(), tables, note }
}

/// What the figure on rank is set to.
#[derive(Clone, Copy)]
pub(super) struct RankSettings {
    /// L.
    pub(super) queries: usize,
    /// S.
    pub(super) keys: usize,
    /// The width of both.
    pub(super) d_k: usize,
    /// Of the random numbers.
    pub(super) seed: u32,
    /// Relative to the largest singular value.
    pub(super) tolerance: f64,
}

// Digits of the random numbers: more than any table shows.
const DECIMALS: u32 = 9;

/// Singular values and rank of Gaussian scores, and of their weights under √d_k.
pub(super) fn rank_of(settings: RankSettings, language: Language) -> Output {
    let say = |zh, en| say(language, zh, en);
    let RankSettings { queries, keys, d_k, seed, tolerance } = settings;
    let draw = |rows, stream| gaussian_matrix(&mut Stream::new(seed, stream), rows, d_k, DECIMALS);
    let source = Source::Qkv { q: draw(queries, 0), k: draw(keys, 1), v: Matrix::zeros(keys, 1) };
    let Ok(inputs) = Inputs::new(source, Scaling::Sqrt, Mask::default()) else { return Output::default() };
    let trace = attend(&inputs);
    let values = [&trace.scores, &trace.weights].map(|matrix| singular_values(matrix).unwrap_or_default());
    let places = queries.min(keys);
    let pair = |label: String, of: &dyn Fn(usize) -> TableCell| Row { label, cells: vec![of(0), of(1)] };
    let bounds = [places.min(d_k), places];
    let ranks = Table::new(
        say("数值秩", "Numerical rank"),
        vec![String::new(), say("分数", "scores"), say("权重", "weights")],
        vec![
            pair(say("高于容差的奇异值个数", "singular values above the tolerance"), &|which| {
                TableCell::Exact(rank(&values[which], tolerance) as f64)
            }),
            pair(say("秩至多是", "the rank is at most"), &|which| TableCell::Exact(bounds[which] as f64)),
        ],
    );
    let singular = |at: usize| {
        pair(format!("σ{}", at + 1), &|which| {
            values[which].get(at).map_or(TableCell::Empty, |&value| significant(value))
        })
    };
    let list = Table::new(
        say("奇异值", "Singular values"),
        vec![String::new(), say("分数", "scores"), say("权重", "weights")],
        (0..places.min(MOST)).map(singular).collect(),
    );
    let names = [
        (say("分数", "scores"), Role::Score, Dash::Dashed, Marker::Square),
        (say("权重", "weights"), Role::Weight, Dash::Solid, Marker::Circle),
    ];
    let curve = |((name, role, dash, marker), values): ((String, Role, Dash, Marker), &Vec<f64>)| {
        let top = values.first().copied().unwrap_or(0.0);
        // One that is exactly 0 has no place on this axis.
        let shown = values.iter().enumerate().filter(|&(_, &value)| value > 0.0);
        let points = shown.map(|(i, &value)| Point { x: (i + 1) as f64, y: (value / top).log10(), error: None });
        Series { name, role, dash, marker, points: points.filter(|point| point.y.is_finite()).collect(), bars: None }
    };
    let plot = LinePlot {
        x_label: say("第几个奇异值", "number of the singular value"),
        y_label: say("log₁₀(奇异值 ÷ 最大的)", "log₁₀(singular value ÷ largest)"),
        series: names.into_iter().zip(&values).map(curve).collect(),
        rules: vec![Rule { label: say("容差", "tolerance"), y: tolerance.log10() }],
        ..LinePlot::default()
    };
    let note = say(
        "Q 与 K 取自标准正态分布，权重是 softmax(QKᵀ ÷ √d_k)。数值秩是大于容差 × 最大奇异值的奇异值个数。舍入误差使本该是 0 的奇异值略大于 0，所以要有容差；真正的秩可能更高。",
        "Q and K are standard normal, the weights are softmax(QKᵀ ÷ √d_k). The numerical rank counts the singular values above tolerance × the largest. Rounding leaves those that should be 0 a little above it, hence the tolerance; the rank itself may be higher.",
    );
    Output { plots: vec![plot], tables: vec![ranks, list], note }
}

/// The weights of row 1 after a constant is added to its scores, and after they are multiplied by it.
pub(super) fn row_shift(inputs: &Inputs, constant: f64, language: Language) -> Output {
    let say = |zh, en| say(language, zh, en);
    let inputs = inputs.with_numerics(Numerics::default());
    let first = |inputs: &Inputs| row(&attend(inputs).weights, 0);
    let scores = row(&attend(&inputs).scores, 0);
    let changed = |change: &dyn Fn(f64) -> f64| {
        let from_scores = inputs.from_scores(attend(&inputs).scores);
        let set = |inputs: Inputs, (j, &s): (usize, &f64)| inputs.with_cell(Cell::new(Name::Scores, 0, j), change(s));
        first(&scores.iter().enumerate().fold(from_scores, set))
    };
    let before = first(&inputs);
    let (added, multiplied) = (changed(&|s| s + constant), changed(&|s| s * constant));
    let difference = |after: &[f64]| largest(&before.iter().zip(after).map(|(a, b)| (a - b).abs()).collect::<Vec<_>>());
    let differences = [difference(&added), difference(&multiplied)];
    let columns = (1..=scores.len().min(MOST)).map(|j| format!("k{j}"));
    let rows = [
        (say("分数 s", "score s"), &scores),
        (say("权重", "weight"), &before),
        (say("s + c 的权重", "weight of s + c"), &added),
        (say("s × c 的权重", "weight of s × c"), &multiplied),
    ];
    let table = Table::new(
        say("第 1 行", "Row 1"),
        std::iter::once(String::new()).chain(columns).collect(),
        rows.map(|(label, values)| Row { label, cells: numbers(values) }).into(),
    );
    let labels = [say("加上 c", "c added"), say("乘以 c", "multiplied by c")];
    let summary = Table::new(
        say("权重的最大变化", "Largest change of a weight"),
        vec![String::new(), say("数值", "value")],
        labels
            .into_iter()
            .zip(differences)
            .map(|(label, value)| Row { label, cells: vec![significant(value)] })
            .collect(),
    );
    let mut note = say(
        "取自上面第 1 行的原始分数，缩放和掩码照旧，按 fp64 计算。",
        "From the raw scores of row 1 above, under the same scaling and mask, in fp64.",
    );
    if !differences.iter().all(|value| value.is_finite()) {
        note.push_str(&not_finite(language));
    }
    Output { plots: Vec::new(), tables: vec![table, summary], note }
}
