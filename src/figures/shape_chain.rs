//! From [B, T, D] to heads and back, with the size of every step and the parameters.

use super::output::{Output, Row, Table, TableCell};
use super::say;
use crate::engine::cost::Model;
use crate::text::Language;

/// Every step of multi-head self-attention with its shape and numbers, and the parameters of its projections.
pub(super) fn shape_chain([batch, tokens, width, heads]: [f64; 4], language: Language) -> Output {
    let say = |zh, en| say(language, zh, en);
    let d_k = width / heads;
    let fits = d_k.fract() == 0.0;
    let chain = [
        (say("输入 X", "input X"), vec![batch, tokens, width]),
        (say("Q，切成头", "Q, cut into heads"), vec![batch, heads, tokens, d_k]),
        (say("每个头的权重", "weights of each head"), vec![batch, heads, tokens, tokens]),
        (say("每个头的输出", "output of each head"), vec![batch, heads, tokens, d_k]),
        (say("拼回，再乘 W_O", "joined, then W_O"), vec![batch, tokens, width]),
    ];
    let step = |(label, shape): (String, Vec<f64>)| {
        let text = shape.iter().map(f64::to_string).collect::<Vec<_>>().join(", ");
        let count = shape.iter().product();
        Row { label, cells: vec![TableCell::Text(format!("[{text}]")), TableCell::Exact(count)] }
    };
    let steps = Table::new(
        say("形状一步步怎么变", "The shape, step by step"),
        vec![String::new(), say("形状", "shape"), say("数的个数", "numbers")],
        if fits { chain.into_iter().map(step).collect() } else { Vec::new() },
    );
    // Two FLOPs a parameter and token.
    let model = Model::multi_head(1.0, width, 1.0, 1.0);
    let all = model.projections() / 2.0;
    let one = all / 4.0;
    let row = |label: String, value: f64| Row { label, cells: vec![TableCell::Exact(value)] };
    let parameters = Table::new(
        say("注意力的参数（每层，无偏置）", "Parameters of attention, a layer, without biases"),
        vec![String::new(), say("个数", "count")],
        vec![
            row(say("W_Q、W_K、W_V，共 3D²", "W_Q, W_K and W_V, 3D²"), 3.0 * one),
            row("W_O  D²".to_owned(), one),
            row(say("合计 4D²", "together 4D²"), all),
        ],
    );
    let note = match (fits, language) {
        (true, Language::Zh) => format!("d_k = D/H = {d_k}，这里 d_v = d_k。参数个数与 H 无关。"),
        (true, Language::En) => {
            format!("d_k = D/H = {d_k}, and d_v = d_k here. The number of parameters does not depend on H.")
        }
        (false, Language::Zh) => format!("D = {width} 不能平分给 {heads} 个头，切不开。"),
        (false, Language::En) => format!("D = {width} cannot be shared out evenly among {heads} heads."),
    };
    Output { plots: Vec::new(), tables: vec![steps, parameters], note }
}
