//! Where four formats end: slopes, products before and after the division, and e^x.

use super::formats::raised;
use super::output::{FloatException, Heat, Output, Row, Table, TableCell};
use super::say;
use crate::choice::Choice;
use crate::engine::precision::{Numerics, Precision};
use crate::engine::softmax::softmax_in;
use crate::text::Language;

/// p(1−p) of two keys in every format.
pub(super) fn slope(gap: f64, language: Language) -> Output {
    let row = |&precision: &Precision| {
        let softmax = softmax_in(Numerics::from(precision), &[gap, 0.0]);
        let [larger, smaller] = softmax.weights[..] else { return Row { label: String::new(), cells: Vec::new() } };
        let product = precision.multiply(larger, smaller);
        let weight = |p: f64, e: f64| raised(p, &[e]);
        Row {
            label: precision.name().to_owned(),
            cells: vec![
                weight(larger, 1.0),
                // e^−gap is what is divided: a 0 there is an underflow.
                if smaller == 0.0 {
                    TableCell::Marked(0.0, Some(FloatException::Underflow))
                } else {
                    TableCell::Marked(smaller, None)
                },
                raised(product, &[larger, smaller]),
            ],
        }
    };
    let table = Table {
        caption: say(language, "两个键的权重与斜率", "Weights and slope of two keys"),
        head: vec![
            String::new(),
            say(language, "较大的权重 p", "larger weight p"),
            say(language, "较小的权重 1−p", "smaller weight 1−p"),
            "p(1−p)".to_owned(),
        ],
        rows: Precision::ALL.iter().map(row).collect(),
        heat: Heat::None,
    };
    let limit = crate::number::full(Precision::F16.smallest());
    let note = match language {
        Language::En => format!("The smallest positive number of fp16 is {limit}; half of it and less becomes 0."),
        Language::Zh => format!("fp16 最小的正数是 {limit}；不超过它一半的数舍入为 0。"),
    };
    Output { plots: Vec::new(), tables: vec![table], note }
}

/// q = k, all components a: the product first, or the division first.
pub(super) fn scale_order(a: f64, d_k: usize, language: Language) -> Output {
    let row = |&precision: &Precision| {
        let (a, divisor) = (precision.round(a), precision.round((d_k as f64).sqrt()));
        let product = precision.dot((0..d_k).map(|_| (a, a)));
        let after = precision.divide(product, divisor);
        let scaled = precision.divide(a, divisor);
        let first = precision.dot((0..d_k).map(|_| (scaled, a)));
        let less = |x: f64| raised(precision.subtract(x, x), &[x]);
        // A difference of 0 is no underflow.
        let difference = |x: f64| if x.is_finite() { TableCell::Marked(0.0, None) } else { less(x) };
        Row {
            label: precision.name().to_owned(),
            cells: vec![
                raised(product, &[a]),
                raised(after, &[product]),
                difference(after),
                raised(first, &[a, scaled]),
                difference(first),
            ],
        }
    };
    let table = Table {
        caption: say(language, "q = k，每个分量都是 a", "q = k, every component a"),
        head: vec![
            String::new(),
            "q·k".to_owned(),
            "q·k ÷ √d_k".to_owned(),
            say(language, "减去最大值", "less the maximum"),
            "(q ÷ √d_k)·k".to_owned(),
            say(language, "减去最大值", "less the maximum"),
        ],
        rows: Precision::ALL.iter().map(row).collect(),
        heat: Heat::None,
    };
    let note = say(
        language,
        "点积算作一次运算：在 fp32 里累加，再舍入一次。",
        "A dot product counts as one operation: accumulated in fp32 and rounded once.",
    );
    Output { plots: Vec::new(), tables: vec![table], note }
}

/// e^x in every format, and where it overflows.
pub(super) fn exp_limits(x: f64, language: Language) -> Output {
    let row = |&precision: &Precision| Row {
        label: precision.name().to_owned(),
        cells: vec![
            raised(precision.exp(x), &[x]),
            TableCell::Significant(precision.largest()),
            TableCell::Significant(precision.exp_limit()),
            TableCell::Significant(precision.smallest_normal()),
            TableCell::Significant(precision.smallest()),
        ],
    };
    let table = Table {
        caption: say(language, "四种格式里的 e^x", "e^x in four formats"),
        head: vec![
            String::new(),
            format!("e^{}", crate::number::show_typed(x, 6)),
            say(language, "最大的数", "largest number"),
            say(language, "x 超过它就上溢", "overflows for x above"),
            say(language, "最小的规格化数", "smallest normal"),
            say(language, "最小的非规格化数", "smallest subnormal"),
        ],
        rows: Precision::ALL.iter().map(row).collect(),
        heat: Heat::None,
    };
    let rounded = crate::number::full(Precision::Bf16.round(x));
    let note = match language {
        Language::En => format!("x itself is first rounded to the format: to {rounded} in bf16."),
        Language::Zh => format!("x 先舍入到各自的格式：在 bf16 里是 {rounded}。"),
    };
    Output { plots: Vec::new(), tables: vec![table], note }
}
