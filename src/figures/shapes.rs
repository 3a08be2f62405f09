//! The shapes of a computation.

use super::output::{Heat, Output, Row, Table, TableCell};
use super::say;
use crate::engine::cell::Name;
use crate::engine::inputs::Inputs;
use crate::engine::matrix::Matrix;
use crate::engine::softmax::largest;
use crate::engine::trace::attend;
use crate::text::Language;

/// Every matrix of `inputs` with its sizes, and how far the scores are from symmetric.
pub(super) fn shapes(inputs: &Inputs, language: Language) -> Output {
    let say = |zh, en| say(language, zh, en);
    let row = |name: Name| {
        let (rows, columns) = inputs.axes(name);
        let sizes = [rows, columns].map(|dimension| inputs.size(dimension));
        let count = |size: Option<usize>| size.map_or(TableCell::Empty, |size| TableCell::Exact(size as f64));
        // Matrices that this computation does not have are left out, with their place kept in no row.
        (sizes.iter().all(Option::is_some)).then(|| Row {
            label: format!("{}  {}×{}", name.id(), rows.symbol(), columns.symbol()),
            cells: sizes.map(count).to_vec(),
        })
    };
    let has = |name: &Name| *name >= Name::Scores || inputs.matrix(*name).is_some();
    let table = Table {
        caption: say("各矩阵的形状", "The shape of every matrix"),
        head: vec![String::new(), say("行", "rows"), say("列", "columns")],
        rows: Name::ALL.into_iter().filter(has).filter_map(row).collect(),
        heat: Heat::None,
    };
    let scores = attend(inputs).scores;
    let difference = |scores: &Matrix| largest((scores - scores.transpose()).map(f64::abs).as_slice());
    let symmetry = Table {
        caption: say("分数是否对称", "Whether the scores are symmetric"),
        head: vec![String::new(), say("数值", "value")],
        rows: vec![Row {
            label: say("最大的 |sᵢⱼ − sⱼᵢ|", "largest |sᵢⱼ − sⱼᵢ|"),
            cells: vec![if scores.is_square() {
                TableCell::Significant(difference(&scores))
            } else {
                TableCell::Empty
            }],
        }],
        heat: Heat::None,
    };
    Output { plots: Vec::new(), tables: vec![table, symmetry], note: String::new() }
}
