//! Several heads on the page's own numbers, and what divides their scores.

use super::output::{Heat, Output, Row, Table, TableCell};
use super::say;
use crate::engine::cell::Name;
use crate::engine::heads::{MultiHead, key_head, split};
use crate::engine::inputs::Inputs;
use crate::engine::matrix::Matrix;
use crate::engine::random::Stream;
use crate::engine::sampling::sample_scores;
use crate::engine::scaling::Scaling;
use crate::engine::softmax::softmax;
use crate::engine::statistics::RowStatistics;
use crate::text::Language;

// Larger matrices are no longer read: so many columns, and rows of each head, stand for the others.
const COLUMNS: usize = 12;
const ROWS: usize = 8;

/// Why there are no heads to show.
enum Unfit {
    Scores,
    Width(Name, usize),
    Groups,
}

/// Q, K and V cut into heads, with the first `key_heads` of K and V for all of them.
fn cut(inputs: &Inputs, query_heads: usize, key_heads: usize) -> Result<MultiHead, Unfit> {
    let (Some(q), Some(k)) = (inputs.matrix(Name::Q), inputs.matrix(Name::K)) else { return Err(Unfit::Scores) };
    // More key heads than query heads would all be there to take, but none would be read.
    key_head(0, query_heads, key_heads).ok_or(Unfit::Groups)?;
    let v = inputs.values();
    let parts = |name, matrix: &Matrix| split(matrix, query_heads).ok_or(Unfit::Width(name, matrix.ncols()));
    let (q, mut k, mut v) = (parts(Name::Q, q)?, parts(Name::K, k)?, parts(Name::V, v)?);
    k.truncate(key_heads);
    v.truncate(key_heads);
    let masks = vec![inputs.mask().clone(); query_heads];
    let heads = MultiHead::new(&q, &k, &v, inputs.scaling(), &masks).map_err(|_| Unfit::Groups)?;
    Ok(heads.with_softcap(inputs.softcap()).with_numerics(inputs.numerics()))
}

// (1 − m) I + m · the average over heads: column c of every head goes to column c of every head.
fn output_projection(heads: usize, width: usize, mix: f64) -> Matrix {
    let share = mix / heads as f64;
    Matrix::from_fn(heads * width, heads * width, |i, j| match (i % width == j % width, i / width == j / width) {
        (false, _) => 0.0,
        (true, same_head) => share + if same_head { 1.0 - mix } else { 0.0 },
    })
}

fn head(language: Language, at: usize) -> String {
    format!("{} {}", say(language, "头", "head"), at + 1)
}

// Columns of joined heads of `width`.
fn joined_columns(count: usize, width: usize) -> Vec<String> {
    (0..count.min(COLUMNS)).map(|c| format!("h{} c{}", c / width + 1, c % width + 1)).collect()
}

fn numbered(letter: &str, count: usize) -> Vec<String> {
    (0..count.min(COLUMNS)).map(|c| format!("{letter}{}", c + 1)).collect()
}

fn numbers(matrix: &Matrix, i: usize) -> Vec<TableCell> {
    matrix.row(i).iter().take(COLUMNS).map(|&x| TableCell::Number(x)).collect()
}

fn with_corner(head: Vec<String>) -> Vec<String> {
    std::iter::once(String::new()).chain(head).collect()
}

// One head below the other.
fn stacked(caption: String, columns: Vec<String>, heads: &[&Matrix], language: Language) -> Table {
    let rows = |(at, matrix): (usize, &&Matrix)| {
        let label = |i: usize| format!("{}  q{}", head(language, at), i + 1);
        (0..matrix.nrows().min(ROWS)).map(|i| Row { label: label(i), cells: numbers(matrix, i) }).collect::<Vec<_>>()
    };
    Table::new(caption, with_corner(columns), heads.iter().enumerate().flat_map(rows).collect())
}

fn plain(caption: String, columns: Vec<String>, matrix: &Matrix) -> Table {
    let row = |i: usize| Row { label: format!("q{}", i + 1), cells: numbers(matrix, i) };
    Table::new(caption, with_corner(columns), (0..matrix.nrows().min(ROWS)).map(row).collect())
}

/// Q cut into heads, the weights of each head, their outputs joined, W_O, and what it makes of them.
pub(super) fn heads(inputs: &Inputs, query_heads: usize, key_heads: usize, mix: f64, language: Language) -> Output {
    let say = |zh, en| say(language, zh, en);
    let captions = [
        say("每个查询头读哪个键值头", "Which key-value head each query head reads"),
        say("切开的 Q", "Q, cut into heads"),
        say("每个头的注意力权重", "The weights of each head"),
        say("各头的输出，并排拼回", "The outputs of the heads, side by side"),
        say("W_O = (1 − m)·I + m·各头平均", "W_O = (1 − m)·I + m·average of the heads"),
        say("乘以 W_O 之后", "After W_O"),
    ];
    let heads = match cut(inputs, query_heads, key_heads) {
        Ok(heads) => heads,
        Err(why) => {
            let empty = |caption| Table::new(caption, vec![String::new()], Vec::new());
            let tables = captions.map(empty).to_vec();
            return Output { plots: Vec::new(), tables, note: unfit(&why, query_heads, key_heads, language) };
        }
    };
    let first = &heads.heads()[0];
    let (d_k, d_v) = (first.d_k(), first.values().ncols());
    let wo = output_projection(query_heads, d_v, mix);
    let trace = heads.with_projection(&wo).unwrap_or_else(|_| heads.clone()).attend();
    let [reads, cuts, weights, joined, projection, output] = captions;
    let reading = |at: usize| {
        let read =
            key_head(at, query_heads, key_heads).map_or(TableCell::Empty, |read| TableCell::Exact(read as f64 + 1.0));
        let columns = if d_k == 1 { (at + 1).to_string() } else { format!("{}–{}", at * d_k + 1, (at + 1) * d_k) };
        let divisor = TableCell::Number(heads.heads()[at].divisor());
        Row {
            label: head(language, at),
            cells: vec![TableCell::Text(columns), read, TableCell::Exact(d_k as f64), divisor],
        }
    };
    let queries: Vec<&Matrix> = heads.heads().iter().filter_map(|head| head.matrix(Name::Q)).collect();
    let all_weights: Vec<&Matrix> = trace.heads.iter().map(|head| &head.weights).collect();
    let width = query_heads * d_v;
    let wo_row = |i: usize| Row { label: format!("h{} c{}", i / d_v + 1, i % d_v + 1), cells: numbers(&wo, i) };
    let tables = vec![
        Table::new(
            reads,
            with_corner(vec![
                say("Q 的列", "columns of Q"),
                say("键值头", "key-value head"),
                "d_k".to_owned(),
                say("除数", "divisor"),
            ]),
            (0..query_heads).map(reading).collect(),
        ),
        stacked(cuts, numbered("c", d_k), &queries, language),
        Table { heat: Heat::Weights, ..stacked(weights, numbered("k", inputs.keys()), &all_weights, language) },
        plain(joined, joined_columns(width, d_v), &trace.joined),
        Table {
            heat: Heat::Signed,
            ..Table::new(projection, with_corner(numbered("o", width)), (0..width.min(COLUMNS)).map(wo_row).collect())
        },
        plain(output, numbered("o", width), &trace.output),
    ];
    let mut note = say(
        "取自上面的 Q、K、V，用页面的缩放与掩码，d_k 是一个头的宽度。键值头比查询头少时，K 和 V 只取前面 G 个头。W_O 由 m 决定，不是训练得来的。",
        "From Q, K and V above, under the page's scaling and mask; d_k is the width of one head. With fewer key-value heads only the first G heads of K and V are used. W_O follows from m; it is not trained.",
    );
    if inputs.queries() > ROWS || [d_k, width, inputs.keys()].iter().any(|&size| size > COLUMNS) {
        note += &match language {
            Language::Zh => format!("每个头只列出前 {ROWS} 行，每张表只列出前 {COLUMNS} 列，其余照常参与计算。"),
            Language::En => format!(
                " The first {ROWS} rows of a head and {COLUMNS} columns of a table are shown; the others take part all the same."
            ),
        };
    }
    Output { plots: Vec::new(), tables, note }
}

fn unfit(why: &Unfit, query_heads: usize, key_heads: usize, language: Language) -> String {
    match (why, language) {
        (Unfit::Scores, Language::Zh) => "页面直接从分数开始，没有可以切开的 Q 和 K。".to_owned(),
        (Unfit::Scores, Language::En) => "The page starts from scores alone: there are no Q and K to cut.".to_owned(),
        (Unfit::Width(name, width), Language::Zh) => {
            format!("{} 有 {width} 列，切不成 {query_heads} 个同样宽的头。请换一个能整除的头数。", name.id())
        }
        (Unfit::Width(name, width), Language::En) => format!(
            "{} has {width} columns, which cannot be cut into {query_heads} heads of one width. Choose a number of heads that divides it.",
            name.id()
        ),
        (Unfit::Groups, Language::Zh) => {
            format!("{query_heads} 个查询头无法平分给 {key_heads} 个键值头。请让 G 能整除 H。")
        }
        (Unfit::Groups, Language::En) => {
            format!(
                "{query_heads} query heads cannot be shared out evenly among {key_heads} key-value heads. Let G divide H."
            )
        }
    }
}

// Queries that the rows are sampled with.
const QUERIES: usize = 32;

/// One head's rows divided by √d_k and by √d_model.
pub(super) fn divisor(d_model: usize, heads: usize, keys: usize, seed: u32, language: Language) -> Output {
    let say = |zh, en| say(language, zh, en);
    let head = vec![String::new(), "÷ √d_k".to_owned(), "÷ √d_model".to_owned()];
    let d_k = d_model.checked_div(heads).filter(|d_k| d_k * heads == d_model);
    let Some(d_k) = d_k.filter(|d_k| *d_k > 0) else {
        let note = match language {
            Language::Zh => format!("d_model = {d_model} 不能平分给 {heads} 个头。"),
            Language::En => format!("d_model = {d_model} cannot be shared out evenly among {heads} heads."),
        };
        let caption = say("同一个头，两种除数", "One head under two divisors");
        return Output { plots: Vec::new(), tables: vec![Table::new(caption, head, Vec::new())], note };
    };
    let scores = sample_scores(&mut Stream::new(seed, d_k), QUERIES, keys, d_k);
    let column = |divisor: f64| {
        let logits: Vec<Vec<f64>> = scores.iter().map(|row| row.iter().map(|s| s / divisor).collect()).collect();
        let square = logits.iter().flatten().map(|z| z * z).sum::<f64>() / (QUERIES * keys) as f64;
        let rows: Vec<RowStatistics> =
            logits.iter().map(|row| RowStatistics::new(&softmax(row).weights, keys)).collect();
        let mean = RowStatistics::mean(&rows);
        [divisor, (d_k as f64).sqrt() / divisor, square.sqrt(), mean.entropy, mean.largest, mean.ceiling]
    };
    let [right, wrong] = [d_k, d_model].map(|width| column(Scaling::Sqrt.divisor_at(width)));
    let labels = [
        say("除数", "divisor"),
        say("logit 的标准差（理论）", "sd of the logits, predicted"),
        say("logit 的标准差（抽样）", "sd of the logits, sampled"),
        say("平均熵（nat）", "mean entropy (nat)"),
        say("最大权重的平均值", "mean largest weight"),
        say("熵的上限 ln S", "ceiling of the entropy, ln S"),
    ];
    let row = |(label, (a, b)): (String, (f64, f64))| Row { label, cells: [a, b].map(TableCell::Number).to_vec() };
    let caption = match language {
        Language::Zh => format!("一个头，宽 d_k = {d_k}"),
        Language::En => format!("One head of width d_k = {d_k}"),
    };
    let rows = labels.into_iter().zip(right.into_iter().zip(wrong)).map(row).collect();
    let note = match language {
        Language::Zh => {
            format!(
                "现场抽样：{QUERIES} 个查询对同一组 {keys} 个键，所有分量独立，均值 0、方差 1。两列用的是同一批分数。"
            )
        }
        Language::En => format!(
            "Sampled here: {QUERIES} queries against one set of {keys} keys, all components independent with mean 0 and variance 1. Both columns divide the same scores."
        ),
    };
    Output { plots: Vec::new(), tables: vec![Table::new(caption, head, rows)], note }
}
