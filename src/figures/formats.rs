//! A row of scores in four formats, and what each operation raises.

use super::output::{FloatException, Heat, Output, Row, Table, TableCell};
use super::say;
use crate::choice::Choice;
use crate::engine::inputs::{Inputs, Source};
use crate::engine::mask::{Causal, Mask};
use crate::engine::matrix::{Matrix, row as matrix_row};
use crate::engine::precision::{MaskConstant, Numerics, Precision};
use crate::engine::softmax::softmax_hiding;
use crate::engine::trace::attend;
use crate::text::Language;

// More columns are no longer read side by side.
const MOST: usize = 8;

fn keys(count: usize) -> impl Iterator<Item = String> {
    (0..count).map(|j| format!("k{}", j + 1))
}

/// The cell of `value`, computed from `sources`, with the exception that its operation raised.
pub(super) fn raised(value: f64, sources: &[f64]) -> TableCell {
    let all = |is: fn(f64) -> bool| sources.iter().all(|&x| is(x));
    let mark = match value {
        x if x.is_nan() && all(|x| !x.is_nan()) => Some(FloatException::NotANumber),
        x if x.is_infinite() && all(f64::is_finite) => Some(FloatException::Overflow),
        // A hidden key is 0 by right, and so is what is divided by ∞.
        0.0 if all(|x| x != 0.0 && x.is_finite()) => Some(FloatException::Underflow),
        _ => None,
    };
    TableCell::Marked(value, mark)
}

// The first row of the scores as a computation of its own, under the same mask.
fn first_row(inputs: &Inputs) -> Inputs {
    let scores = attend(&inputs.with_numerics(Numerics::default())).scores;
    let source = Source::Scores {
        scores: scores.rows(0, 1).into_owned(),
        v: Matrix::zeros(inputs.keys(), 1),
        d_k: inputs.d_k(),
    };
    // The corner of a bottom-right mask moves with the number of queries.
    let corner = if inputs.mask().causal == Causal::BottomRight { inputs.queries() as isize - 1 } else { 0 };
    let mask = Mask { offset: inputs.mask().offset.saturating_sub(corner), ..inputs.mask().clone() };
    let row = Inputs::new(source, inputs.scaling(), mask).map(|row| row.with_softcap(inputs.softcap()));
    row.unwrap_or_else(|_| inputs.clone())
}

// What is left out of a table that shows only the first keys of `count`.
fn left_out(count: usize, language: Language) -> String {
    match (count.checked_sub(MOST), language) {
        (None | Some(0), _) => String::new(),
        (Some(more), Language::Zh) => format!("另有 {more} 个键参与计算，但未列出。"),
        (Some(more), Language::En) => format!(" {more} more keys take part and are not shown."),
    }
}

/// The first row of what enters softmax, through every format, naive and stable.
pub(super) fn row(inputs: &Inputs, language: Language) -> Output {
    let inputs = first_row(inputs);
    let exact = matrix_row(&attend(&inputs).masked, 0);
    let hidden: Vec<bool> = (0..exact.len()).map(|j| inputs.skips(0, j)).collect();
    let shown = exact.len().min(MOST);
    let table = |naive: bool| {
        let rows = Precision::ALL
            .iter()
            .flat_map(|&precision| rows_of(precision, naive, (&exact, &hidden), language))
            .collect();
        let (zh, en) = if naive {
            ("直接计算：e^z ÷ Σ e^z", "Naive: e^z ÷ Σ e^z")
        } else {
            ("先减最大值：e^(z−m) ÷ Σ e^(z−m)", "Stable: e^(z−m) ÷ Σ e^(z−m)")
        };
        let last = say(language, "m 或 Σ", "m or Σ");
        Table {
            caption: say(language, zh, en),
            head: std::iter::once(String::new()).chain(keys(shown)).chain([last]).collect(),
            rows,
            heat: Heat::None,
        }
    };
    let note = say(
        language,
        "取自上面第 1 行的 logit。每次运算用 fp32 计算（fp64 用 fp64），再舍入一次。",
        "From the logits of row 1 above. Each operation is computed in fp32 (fp64 in fp64) and rounded once.",
    );
    let note = note + &left_out(exact.len(), language);
    Output { plots: Vec::new(), tables: vec![table(true), table(false)], note }
}

fn rows_of(precision: Precision, naive: bool, (exact, hidden): (&[f64], &[bool]), language: Language) -> Vec<Row> {
    let logits: Vec<f64> = exact.iter().map(|&z| precision.round(z)).collect();
    let numerics = Numerics { precision, naive, ..Numerics::default() };
    let softmax = softmax_hiding(numerics, &logits, |j| hidden[j]);
    let name = precision.name();
    let pairs = |values: &[f64], sources: &[f64]| -> Vec<TableCell> {
        values.iter().zip(sources).map(|(&value, &source)| raised(value, &[source])).collect()
    };
    let row = |what: String, mut cells: Vec<TableCell>, last: TableCell| {
        cells.truncate(MOST);
        cells.push(last);
        Row { label: format!("{name}  {what}"), cells }
    };
    let max = if naive { TableCell::Empty } else { TableCell::Marked(softmax.max, None) };
    let mut rows = vec![row("z".to_owned(), pairs(&logits, exact), max)];
    if !naive {
        // The largest less itself is 0, which is no underflow.
        let shifted = softmax.shifted.iter().zip(&logits).map(|(&shifted, &z)| match shifted {
            0.0 => TableCell::Marked(0.0, None),
            _ => raised(shifted, &[z, softmax.max]),
        });
        rows.push(row("z − m".to_owned(), shifted.collect(), TableCell::Empty));
    }
    let sum = raised(softmax.sum, &softmax.exponentials);
    let what = if naive { "e^z" } else { "e^(z−m)" };
    // exp of what is below its range is 0, and of what is above it ∞: both from a finite number.
    let exponentials = softmax.exponentials.iter().zip(&softmax.shifted).map(|(&e, &z)| match z {
        0.0 => TableCell::Marked(e, None),
        z => raised(e, &[z]),
    });
    rows.push(row(what.to_owned(), exponentials.collect(), sum));
    let weights = softmax.weights.iter().zip(&softmax.exponentials);
    let weights = weights.map(|(&p, &e)| raised(p, &[e, softmax.sum])).collect();
    rows.push(row(say(language, "权重", "weight"), weights, TableCell::Empty));
    rows
}

/// The first row under each constant that stands in for −∞: with the page's mask, and with every key hidden.
pub(super) fn mask_constants(inputs: &Inputs, language: Language) -> Output {
    let inputs = first_row(inputs);
    let (count, shown) = (inputs.keys(), inputs.keys().min(MOST));
    let table = |caption: String, mask: &Mask| {
        let row = |precision: Precision, constant: MaskConstant| {
            let numerics = Numerics { precision, naive: false, constant };
            let weights = attend(&inputs.with_mask(mask.clone()).with_numerics(numerics)).weights;
            let cells = matrix_row(&weights, 0).into_iter().take(shown);
            let cells = cells.map(|p| TableCell::Marked(p, p.is_nan().then_some(FloatException::NotANumber)));
            Row { label: format!("{}  {}", precision.name(), constant.label().get(language)), cells: cells.collect() }
        };
        let each = |&precision: &Precision| MaskConstant::ALL.iter().map(move |&constant| (precision, constant));
        Table {
            caption,
            head: std::iter::once(String::new()).chain(keys(shown)).collect(),
            rows: Precision::ALL.iter().flat_map(each).map(|(precision, constant)| row(precision, constant)).collect(),
            heat: Heat::None,
        }
    };
    let once = Mask::padding(0..count);
    let twice = Mask { causal: Causal::TopLeft, offset: -(count as isize), ..once.clone() };
    let tables = vec![
        table(say(language, "按上面的掩码", "With the mask above"), inputs.mask()),
        table(say(language, "所有键都被遮住（加一次）", "Every key hidden, added once"), &once),
        table(
            say(
                language,
                "所有键都被填充与因果掩码同时遮住（加两次）",
                "Every key hidden by padding and causal mask, added twice",
            ),
            &twice,
        ),
    ];
    let note = say(
        language,
        "上面第 1 行的权重。用 −∞ 时，本站直接跳过被遮的键，空行记为 0；其余常数照常相加。",
        "Weights of row 1 above. With −∞ this page skips hidden keys, and an empty row is 0; the other constants are added as they are.",
    );
    Output { plots: Vec::new(), tables, note: note + &left_out(count, language) }
}
