//! Online softmax on the page's own numbers, block by block.

use super::output::{Output, Row, Table, TableCell};
use super::say;
use crate::engine::blocks::{BlockRule, BlockStep, online};
use crate::engine::inputs::Inputs;
use crate::engine::matrix::row;
use crate::engine::precision::{Numerics, Precision};
use crate::engine::trace::attend;
use crate::text::Language;

// Columns of the output beyond these are left out.
const MOST: usize = 8;

/// Where row `query` (from 1, held to the rows there are) stands after each block of keys, and what comes out where the
/// output so far is not rescaled. Computed in f64, whatever format the page is in.
pub(super) fn steps(inputs: &Inputs, block: usize, query: usize, language: Language) -> Output {
    let say = |zh, en| say(language, zh, en);
    let inputs = inputs.with_numerics(Numerics::default());
    let trace = attend(&inputs);
    let query = query.clamp(1, inputs.queries());
    let (logits, whole) = (row(&trace.masked, query - 1), row(&trace.output, query - 1));
    let values = inputs.values();
    let run = |rescales| {
        let rule = BlockRule { rescales, ..BlockRule::default() };
        online(Precision::F64, rule, (&logits, &|j| inputs.skips(query - 1, j)), block, values.ncols(), |j, c| {
            values[(j, c)]
        })
    };
    let (right, wrong) = (run([true, true]), run([true, false]));
    let shown = whole.len().min(MOST);
    let numbers = |numbers: &[f64]| numbers.iter().take(shown).map(|&x| TableCell::Number(x)).collect::<Vec<_>>();
    let columns = || (1..=shown).map(|c| format!("o{c}"));
    let line = |step: &BlockStep| Row {
        label: keys(step, language),
        cells: [TableCell::Number(step.max), TableCell::Significant(step.rescale), TableCell::Number(step.sum)]
            .into_iter()
            .chain(numbers(&step.output))
            .collect(),
    };
    let head = [say("块", "block"), "m".to_owned(), say("修正因子", "rescale factor"), "l".to_owned()];
    let steps = Table::new(
        say("每一块之后的 m、l 与输出 o", "m, l and the output o after each block"),
        head.into_iter().chain(columns()).collect(),
        right.iter().map(line).collect(),
    );
    let none = vec![f64::NAN; whole.len()];
    let last = |steps: &[BlockStep]| steps.last().map_or_else(|| none.clone(), |step| step.output.clone());
    let ways = [
        (say("整行一次算完", "the whole row at once"), whole.clone()),
        (say("分块，在线", "in blocks, online"), last(&right)),
        (say("累加的输出忘了修正", "the output so far not rescaled"), last(&wrong)),
    ];
    // NaN is larger than anything: f64::max would drop it.
    let most = |a: f64, b: f64| if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) };
    let difference = |output: &[f64]| output.iter().zip(&whole).map(|(a, b)| (a - b).abs()).fold(0.0, most);
    let rows = ways.into_iter().map(|(label, output)| Row {
        label,
        cells: numbers(&output).into_iter().chain([TableCell::Significant(difference(&output))]).collect(),
    });
    let result = Table::new(
        say("最后的输出", "The output at the end"),
        std::iter::once(String::new()).chain(columns()).chain([say("与整行相差最大", "largest difference")]).collect(),
        rows.collect(),
    );
    let computed = match language {
        Language::En => format!("Computed in fp64 for row {query}."),
        Language::Zh => format!("用 fp64 计算第 {query} 行。"),
    };
    let remark = match () {
        () if trace.visible[query - 1] == 0 => {
            say("这一行没有剩下任何键，输出是 0。", " No key is left in this row; its output is 0.")
        }
        () if !whole.iter().all(|x| x.is_finite()) => say(
            "这一行里有不是有限数的分数或值，所以输出也不是。",
            " This row has scores or values that are not finite, so its output is not finite either.",
        ),
        () if shown < whole.len() => say("只列出输出的前 8 列。", " Only the first 8 columns of the output are shown."),
        () => String::new(),
    };
    Output { plots: Vec::new(), tables: vec![steps, result], note: computed + &remark }
}

/// The keys of a block, counted from 1.
fn keys(step: &BlockStep, language: Language) -> String {
    let (first, last) = (step.keys.start + 1, step.keys.end);
    match (first == last, language) {
        (true, Language::Zh) => format!("键 {first}"),
        (true, Language::En) => format!("key {first}"),
        (false, Language::Zh) => format!("键 {first}–{last}"),
        (false, Language::En) => format!("keys {first}–{last}"),
    }
}
