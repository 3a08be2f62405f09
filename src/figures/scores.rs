//! Scores: what Q Kᵀ costs, and the dot product beside other ways to score.

use super::output::{Heat, Output, Row, Table, TableCell};
use super::say;
use crate::engine::cell::Name;
use crate::engine::cost::score_multiply_adds;
use crate::engine::inputs::Inputs;
use crate::engine::matrix::{Matrix, row};
use crate::engine::score::Score;
use crate::engine::softmax::softmax;
use crate::text::Language;

// Queries and keys that are shown; the first ones stand for the others.
const QUERIES: usize = 3;
const KEYS: usize = 12;

/// Numbers, multiply-adds and FLOPs of Q Kᵀ for `queries` L, `keys` S and width `d_k`.
pub(super) fn cost([queries, keys, d_k]: [f64; 3], language: Language) -> Output {
    let say = |zh, en| say(language, zh, en);
    let once = score_multiply_adds(queries, keys, d_k);
    let line = |label: String, formula: String, value: f64| Row {
        label,
        cells: vec![
            TableCell::Text(formula),
            if value < 1e9 { TableCell::Exact(value) } else { TableCell::Significant(value) },
        ],
    };
    let rows = vec![
        line(say("分数的个数 L·S", "scores, L·S"), format!("{queries} · {keys}"), queries * keys),
        line(say("乘加次数 L·S·d_k", "multiply-adds, L·S·d_k"), format!("{queries} · {keys} · {d_k}"), once),
        line(say("FLOP 2·L·S·d_k", "FLOPs, 2·L·S·d_k"), format!("2 · {queries} · {keys} · {d_k}"), 2.0 * once),
    ];
    let head = vec![String::new(), say("代入", "with the numbers"), say("数值", "value")];
    let table = Table::new(say("一个头的 Q Kᵀ", "Q Kᵀ of one head"), head, rows);
    let note = say("一次乘加算两个 FLOP。", "A multiply-add counts as two FLOPs.");
    Output { tables: vec![table], note, ..Output::default() }
}

/// The same pairs scored by dot product, by distance and by an additive score, the weights that come of it, and the
/// FLOPs of each.
pub(super) fn kinds(inputs: &Inputs, language: Language) -> Output {
    let say = |zh, en| say(language, zh, en);
    let none = Matrix::zeros(0, 0);
    let (q, k) = match (inputs.matrix(Name::Q), inputs.matrix(Name::K)) {
        (Some(q), Some(k)) => (q, k),
        _ => (&none, &none),
    };
    let (queries, keys) = (q.nrows().min(QUERIES), k.nrows().min(KEYS));
    let of = |score: Score, i: usize| (0..k.nrows()).map(|j| score.of(&row(q, i), &row(k, j))).collect::<Vec<f64>>();
    // Half of the square of a length is half of the product with itself.
    let half_square = |matrix: &Matrix, i: usize| 0.5 * Score::Dot.of(&row(matrix, i), &row(matrix, i));
    let without = |i: usize, query: f64| {
        let product = of(Score::Dot, i);
        product.into_iter().enumerate().map(|(j, p)| p - query - half_square(k, j)).collect::<Vec<f64>>()
    };
    let names = [
        "q·k".to_owned(),
        "−½‖q − k‖²".to_owned(),
        "q·k − ½‖q‖² − ½‖k‖²".to_owned(),
        "q·k − ½‖k‖²".to_owned(),
        say("加性", "additive"),
    ];
    let all = |i: usize| {
        let identity = without(i, half_square(q, i));
        [of(Score::Dot, i), of(Score::Distance, i), identity, without(i, 0.0), of(Score::Additive, i)]
    };
    let divisor = inputs.divisor();
    let weights = |scores: &Vec<f64>| softmax(&scores.iter().map(|s| s / divisor).collect::<Vec<_>>()).weights;
    let numbers = |values: &[f64]| values.iter().take(keys).map(|&x| TableCell::Number(x)).collect::<Vec<_>>();
    let line =
        |i: usize, name: &str, values: &[f64]| Row { label: format!("q{}: {name}", i + 1), cells: numbers(values) };
    let lines = |shown: &dyn Fn(&Vec<f64>) -> Vec<f64>, left_out: usize| -> Vec<Row> {
        let of_query = |i: usize| {
            let values = all(i).into_iter().zip(&names).enumerate().filter(move |(place, _)| *place != left_out);
            values.map(|(_, (values, name))| line(i, name, &shown(&values))).collect::<Vec<_>>()
        };
        (0..queries).flat_map(of_query).collect()
    };
    let head = || std::iter::once(String::new()).chain((0..keys).map(|j| format!("k{}", j + 1))).collect();
    let scores = Table::new(say("分数", "Scores"), head(), lines(&Vec::clone, 3));
    // The identity has the weights of the distance; what is left of it without ‖q‖² has them too, which is shown.
    let weights =
        Table { caption: say("权重", "Weights"), head: head(), rows: lines(&weights, 2), heat: Heat::Weights };
    let d_k = inputs.d_k() as f64;
    let pairs = (q.nrows() * k.nrows()) as f64;
    let cost = |score: Score, name: &str, formula: &str| Row {
        label: name.to_owned(),
        cells: vec![
            TableCell::Text(formula.to_owned()),
            TableCell::Significant(score.flops(d_k)),
            TableCell::Significant(score.flops(d_k) * pairs),
        ],
    };
    let costs = Table::new(
        say("FLOP", "FLOPs"),
        vec![String::new(), say("公式", "formula"), say("每一对", "a pair"), say("L·S 对合计", "all L·S pairs")],
        vec![
            cost(Score::Dot, &names[0], "2d_k"),
            cost(Score::Distance, &names[1], "3d_k + 1"),
            cost(Score::Additive, &names[4], "4d_k"),
        ],
    );
    let note = if pairs == 0.0 {
        say("这里直接从分数开始，没有 Q 和 K。", "This computation starts from scores; it has no Q and no K.")
    } else {
        say(
            "加性分数是 v·tanh(Wq + Uk)，这里取 W = U = I，v 的分量全是 1。每一种都除以本页的除数，再做 softmax，不加掩码。tanh 算一个 FLOP；Wq 与 Uk 每个向量只算一次，未计入。最多列 3 个查询、12 个键。",
            "The additive score is v·tanh(Wq + Uk), here with W = U = I and v all ones. Each is divided by the page's divisor, then softmax, without a mask. A tanh counts as one FLOP; Wq and Uk, once a vector, are not counted. At most 3 queries and 12 keys are listed.",
        )
    };
    Output { tables: vec![scores, weights, costs], note, ..Output::default() }
}
