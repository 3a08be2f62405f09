//! The words of the working.

mod panels;

use attention_lab::document::Document;
use attention_lab::engine::cell::Cell;
use attention_lab::engine::matrix::Matrix;
use attention_lab::engine::scaling::Scaling;
use attention_lab::engine::trace::attend;
use attention_lab::lessons::Lesson;
use attention_lab::presentation::Page;
use attention_lab::presentation::panel::Panel;
use attention_lab::presentation::working::{pointed_working, working};
use attention_lab::text::Language;
use attention_lab::text::Language::{En, Zh};

use super::{PADDED, document, inputs};

fn cell(text: &str) -> Cell {
    Cell::parse(text).expect("a cell")
}

/// The working of a cell, its lines joined by `|`, to three decimals.
fn told(link: &str, at: &str, language: Language) -> String {
    let inputs = inputs(link);
    let lines = working(&inputs, &attend(&inputs), cell(at), language, 3);
    lines.into_iter().map(|line| line.text).collect::<Vec<_>>().join(" | ")
}

#[test]
fn every_stage_is_worked_out_with_its_numbers() {
    // e⁻¹ = 0.368, 1/(1 + e⁻¹) = 0.731; entropy −Σ p ln p = 0.582; for two weights the norm is 2 p q = 0.393.
    let cases = [
        (
            "Q 1 2",
            "Q row 1 column 2 | Given; you can change it. | = 2.000",
            "Q 第 1 行第 2 列 | 给定的数，可以改。 | = 2.000",
        ),
        (
            "scores 1 3",
            "scores row 1 column 3 | 1 × 2 + 2 × 1 | = 4.000",
            "分数第 1 行第 3 列 | 1 × 2 + 2 × 1 | = 4.000",
        ),
        (
            "scores 2 2",
            "scores row 2 column 2 | 0 × 0 + (−1) × 1 | = −1.000",
            "分数第 2 行第 2 列 | 0 × 0 + (−1) × 1 | = −1.000",
        ),
        (
            "scaled 2 3",
            "scaled row 2 column 3 | −1 ÷ 1 | ÷ 1 | = −1.000",
            "缩放后的分数第 2 行第 3 列 | −1 ÷ 1 | ÷ 1 | = −1.000",
        ),
        (
            "masked 2 1",
            "masked row 2 column 1 | the key is visible: 0 + 0 | = 0.000",
            "加掩码后的分数第 2 行第 1 列 | 这个键可见：0 + 0 | = 0.000",
        ),
        (
            "masked 1 3",
            "masked row 1 column 3 | the key is padding: 4 + (−∞) | = −∞",
            "加掩码后的分数第 1 行第 3 列 | 键是填充：4 + (−∞) | = −∞",
        ),
        (
            "exponentials 1 1",
            "exponentials row 1 column 1 | row maximum m = 2 | e^(1 − 2) | = 0.368 | in full 0.36787944117144233",
            "指数值第 1 行第 1 列 | 这一行的最大值 m = 2 | e^(1 − 2) | = 0.368 | 完整数值 0.36787944117144233",
        ),
        (
            "exponentials 1 3",
            "exponentials row 1 column 3 | the key is hidden: e^(−∞) = 0 | = 0.000",
            "指数值第 1 行第 3 列 | 键被遮住：e^(−∞) = 0 | = 0.000",
        ),
        (
            "weights 1 2",
            "weights row 1 column 2 | k₁: e^(1 − 2) = 0.368 | k₂: e^(2 − 2) = 1 | k₃: hidden, 0 | sum 1.368 | 1 ÷ 1.368 | = 0.731 | in full 0.7310585786300049 | row q₁: entropy 0.582 nat, at most ln 2 = 0.693 | largest weight 0.731 | Jacobian norm 0.393",
            "权重第 1 行第 2 列 | k₁：e^(1 − 2) = 0.368 | k₂：e^(2 − 2) = 1 | k₃：被遮住，0 | 合计 1.368 | 1 ÷ 1.368 | = 0.731 | 完整数值 0.7310585786300049 | q₁ 行：熵 0.582 nat，上限 ln 2 = 0.693 | 最大权重 0.731 | 雅可比矩阵的范数 0.393",
        ),
        (
            "output 1 1",
            "output row 1 column 1 | 0.269 × 1 + 0.731 × 0 | left out, hidden: k₃ | = 0.269 | in full 0.2689414213699951",
            "输出第 1 行第 1 列 | 0.269 × 1 + 0.731 × 0 | 被遮住，不参与：k₃ | = 0.269 | 完整数值 0.2689414213699951",
        ),
    ];
    for (at, en, zh) in cases {
        assert_eq!(told(PADDED, at, En), en);
        assert_eq!(told(PADDED, at, Zh), zh);
    }
    assert_eq!(told(PADDED, "weights 3 1", En), "", "there is no third query");
}

#[test]
fn the_divisor_is_said_to_come_from_d_k() {
    let scaled = |scale: &str| told(&PADDED.replace("none", scale), "scaled 1 3", En);
    let head = "scaled row 1 column 3 | ";
    assert_eq!(scaled("sqrt"), format!("{head}4 ÷ 1.414 | √d_k = √2 = 1.414 | = 2.828 | in full 2.82842712474619"));
    assert_eq!(scaled("dk"), format!("{head}4 ÷ 2 | d_k = 2 | = 2.000"));
    assert_eq!(scaled("2sqrt"), format!("{head}4 ÷ 2.828 | 2√d_k = 2√2 = 2.828 | = 1.414 | in full 1.414213562373095"));
    assert_eq!(scaled("8"), format!("{head}4 ÷ 8 | 8 | = 0.500"));
}

#[test]
fn all_that_hides_a_key_is_named() {
    let link = PADDED.replace("pad=3", "pad=2&mask=causal&window=0,&keep=101;111");
    let (en, zh) = (told(&link, "masked 1 2", En), told(&link, "masked 1 2", Zh));
    let reasons = "the key comes after the query (causal mask), and the key is padding, and the drawn mask hides the key: 2 + (−∞)";
    assert_eq!(en, format!("masked row 1 column 2 | {reasons} | = −∞"));
    let reasons = "键在查询之后（因果掩码），而且键是填充，而且键被手画的掩码遮住：2 + (−∞)";
    assert_eq!(zh, format!("加掩码后的分数第 1 行第 2 列 | {reasons} | = −∞"));
    assert_eq!(
        told(&link, "masked 2 1", En),
        "masked row 2 column 1 | the key is outside of the window: 0 + (−∞) | = −∞"
    );
}

#[test]
fn a_row_without_a_key_divides_nothing_and_has_no_entropy() {
    let link = PADDED.replace("pad=3", "pad=1,2,3");
    assert_eq!(told(&link, "weights 2 1", En), "weights row 2 column 1 | No key left: 0/0, shown as 0. | = 0.000");
    assert_eq!(told(&link, "weights 2 1", Zh), "权重第 2 行第 1 列 | 没有可看的键：0/0，这里记为 0。 | = 0.000");
    assert_eq!(told(&link, "output 2 2", En), "output row 2 column 2 | 0 | left out, hidden: k₁, k₂, k₃ | = 0.000");
    assert_eq!(told(&link, "output 2 2", Zh), "输出第 2 行第 2 列 | 0 | 被遮住，不参与：k₁、k₂、k₃ | = 0.000");
}

/// 300 · 300 is more than fp16 holds.
#[test]
fn what_overflows_in_fp16_is_followed_to_the_end() {
    let link = "lesson=bench&from=qkv&q=300&k=300;1&v=1,2;3,4&scale=none&precision=f16";
    let rounded = "each operation rounded to fp16";
    assert_eq!(told(link, "Q 1 1", En), "Q row 1 column 1 | Given; you can change it. | = 300.000");
    assert_eq!(told(link, "scores 1 1", En), format!("scores row 1 column 1 | 300 × 300 | {rounded} | = ∞"));
    assert_eq!(told(link, "scores 1 1", Zh), "分数第 1 行第 1 列 | 300 × 300 | 每次运算舍入到 fp16 | = ∞");
    assert_eq!(
        told(link, "exponentials 1 1", En),
        format!("exponentials row 1 column 1 | row maximum m = ∞ | e^(∞ − ∞) | {rounded} | = NaN")
    );
    assert_eq!(
        told(link, "weights 1 2", En),
        format!(
            "weights row 1 column 2 | k₁: e^(∞ − ∞) = NaN | k₂: e^(300 − ∞) = 0 | sum NaN | 0 ÷ NaN | {rounded} | = NaN | row q₁: entropy NaN nat, at most ln 2 = 0.693 | largest weight NaN | Jacobian norm NaN"
        )
    );
    let hidden = format!("{link}&pad=1");
    assert_eq!(
        told(&hidden, "masked 1 1", En),
        format!("masked row 1 column 1 | the key is padding: ∞, replaced by −∞ | {rounded} | = −∞")
    );
    assert_eq!(
        told(&hidden, "masked 1 1", Zh),
        "加掩码后的分数第 1 行第 1 列 | 键是填充：∞，换成 −∞ | 每次运算舍入到 fp16 | = −∞"
    );
}

/// In fp16 300 · −300 is −∞, and so is 1e200 · −1e200 in fp64: those keys are seen all the same, and only hidden ones are
/// left out.
#[test]
fn overflow_hides_no_key_and_a_hidden_key_is_never_added() {
    let of = |link: &str, at, language| told(&format!("lesson=bench&from=qkv&{link}"), at, language);
    let half = "q=300,0;0,1&k=-300,0;0,1&v=1,0;0,1&precision=f16";
    let (exp, weight) = (of(half, "exponentials 1 1", En), of(half, "weights 1 1", En));
    assert!(exp.contains("| e^(−∞ − 0) |") && !exp.contains("hidden"), "{exp}");
    assert!(weight.contains("at most ln 2") && !weight.contains("hidden"), "{weight}");
    let row = of("q=1e200,0;0,1&k=-1e200,0;-1e200,1&v=1,0;0,1", "exponentials 1 1", Zh);
    assert!(row.contains("| e^(−∞ − (−∞)) | = NaN") && !row.contains("被遮住"), "{row}");
    let undefined = "q=1e200,1e200;0,1&k=1e200,-1e200;0,1&v=1,0;0,1";
    let masked = of(&format!("{undefined}&pad=1,2"), "masked 1 1", En);
    assert_eq!(masked, "masked row 1 column 1 | the key is padding: NaN, replaced by −∞ | = −∞");
    let (en, zh) =
        (of(&format!("{undefined}&pad=2"), "weights 1 2", En), of(&format!("{undefined}&pad=2"), "weights 1 2", Zh));
    assert!(en.contains("| the key is hidden and left out: 0 | = 0.000") && !en.contains("÷ NaN"), "{en}");
    assert!(zh.contains("| 键被遮住，不参与：0 | = 0.000"), "{zh}");
}

/// tanh(4/2) = 0.964, and 0.1 is 0.09997… in fp16.
#[test]
fn soft_cap_bias_and_projections_have_their_part() {
    let open = inputs(PADDED).with_softcap(Some(2.0));
    let bias = Matrix::from_row_slice(2, 3, &[0.0, -1.5, 0.25, 0.0, 0.0, 0.0]);
    let mut mask = open.mask().clone();
    mask.bias = Some(bias);
    mask.padding.clear();
    let biased = open.with_mask(mask);
    let lines = working(&biased, &attend(&biased), cell("masked 1 3"), En, 3);
    assert_eq!(lines[1].text, "the key is visible: 2 · tanh(4 ÷ 2) + 0.25");
    let lines = working(&biased, &attend(&biased), cell("masked 1 2"), Zh, 3);
    assert_eq!(lines[1].text, "这个键可见：2 · tanh(2 ÷ 2) + (−1.5)");
    let tokens = "lesson=bench&from=x&x=1,-2&wq=3;4&wk=5;6&wv=0.1,2;0,0";
    assert_eq!(told(tokens, "Q 1 1", En), "Q row 1 column 1 | 1 × 3 + (−2) × 4 | = −5.000");
    assert_eq!(told(tokens, "V 1 2", Zh), "V 第 1 行第 2 列 | 1 × 2 + (−2) × 0 | = 2.000");
}

#[test]
fn lines_have_the_colour_of_their_matrix() {
    let inputs = inputs(PADDED);
    let classes =
        |at| working(&inputs, &attend(&inputs), cell(at), En, 3).into_iter().map(|line| line.class).collect::<Vec<_>>();
    assert_eq!(classes("K 3 1"), ["key", "", "result"]);
    assert_eq!(classes("scaled 1 1"), ["score", "", "soft", "result"]);
    assert_eq!(classes("output 2 1"), ["output", "", "soft", "result", "soft"]);
}
