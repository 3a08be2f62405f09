//! The mask that is drawn on, and what is said of rows and numbers.

use attention_lab::document::Document;
use attention_lab::engine::cell::{Cell, Name};
use attention_lab::engine::scaling::Scaling;
use attention_lab::engine::trace::attend;
use attention_lab::number::parse;
use attention_lab::presentation::heading::{heat_map_name, place, symbol, table_name};
use attention_lab::presentation::mask_grid::{mask_grid, size, square};
use attention_lab::presentation::notices::{PasteState, empty_rows, refused};
use attention_lab::presentation::panel::Panel;
use attention_lab::text::Language::{En, Zh};
use attention_lab::text::Words;

use super::{PADDED, document, inputs};

/// Of each button: its symbol and what it says; rows joined.
fn buttons(document: &Document, active: (usize, usize), language: attention_lab::text::Language) -> Vec<String> {
    let html = mask_grid(document, active, language);
    let buttons = html.split("<button").skip(1).map(|rest| rest.split("</button>").next().expect("an end").to_owned());
    buttons.collect()
}

#[test]
fn each_button_says_what_it_hides_and_why() {
    let drawn = document(&format!("{PADDED}&mask=causal&keep=111;101&tokens=a,%3Cb%3E"));
    let en = buttons(&drawn, (0, 0), En);
    assert_eq!(en.len(), 6);
    let label = |at: usize| en[at].split("aria-label=\"").nth(1).expect("a label").split('"').next().expect("an end");
    assert_eq!(label(0), "query 1 key 1: 1, visible");
    assert_eq!(label(1), "query 1 key 2: 0, the key comes after the query (causal mask)");
    assert_eq!(label(2), "query 1 key 3: 0, the key comes after the query (causal mask), and the key is padding");
    assert_eq!(label(4), "query 2 key 2: ×, the drawn mask hides the key");
    let button = " type=\"button\" class=\"hidden-key\" data-keep=\"1 1\" aria-pressed=\"true\" aria-label=\"query 2 key 2: ×, the drawn mask hides the key\" tabindex=\"-1\">×";
    assert_eq!(en[4], button);
    assert!(
        en[0].contains("class=\"\" data-keep=\"0 0\" aria-pressed=\"false\"") && en[0].ends_with("tabindex=\"0\">1")
    );
    let zh = buttons(&drawn, (0, 0), Zh);
    assert!(zh[3].contains("aria-label=\"查询 2 键 1：1，看得见\""), "{}", zh[3]);
    assert!(zh[4].contains("aria-label=\"查询 2 键 2：×，键被手画的掩码遮住\""), "{}", zh[4]);
    let html = mask_grid(&drawn, (0, 0), En);
    assert!(html.contains("<th scope=\"col\" title=\"k₂ &lt;b>\">k₂ &lt;b></th>"), "{html}");
    assert!(html.contains("<th scope=\"row\" title=\"q₂ \">q₂ </th>"), "tokens name queries only where L = S: {html}");
    assert!(html.contains("A click hides one key from one query") && mask_grid(&drawn, (0, 0), Zh).contains("点一格"));
}

#[test]
fn one_button_is_reached_by_tab_whatever_has_gone() {
    let padded = document(PADDED);
    for (active, expected) in [((0, 0), 0), ((1, 2), 5), ((1, 9), 5), ((7, 0), 3)] {
        let buttons = buttons(&padded, active, En);
        let reached: Vec<usize> = (0..6).filter(|&at| buttons[at].contains("tabindex=\"0\"")).collect();
        assert_eq!(reached, [expected], "{active:?}");
    }
    let large = inputs(PADDED).with_size(attention_lab::engine::inputs::Dimension::Keys, 40);
    assert_eq!(size(&large), (2, 24), "more would be too small to hit");
    assert_eq!([square("3 12"), square("3"), square("3 x"), square("")], [Some((3, 12)), None, None, None]);
}

#[test]
fn a_row_without_a_key_is_announced() {
    let trace = |link: &str| attend(&inputs(link));
    assert_eq!(empty_rows(&trace(PADDED), En), None);
    let empty = trace(&PADDED.replace("pad=3", "pad=1,2,3"));
    let text = empty_rows(&empty, En).expect("a notice");
    assert!(text.starts_with("No key left for query 1, 2: every key is hidden."), "{text}");
    let text = empty_rows(&empty, Zh).expect("a notice");
    assert!(text.starts_with("查询 1、2 没有可看的键："), "{text}");
}

#[test]
fn a_text_that_is_no_number_is_told_at_its_place() {
    let (cell, error) = (Cell::new(Name::K, 1, 0), parse("1..2").expect_err("no number"));
    let en = refused(cell, "1..2", error, En);
    assert!(en.starts_with("K row 2 column 1, “1..2”: ") && en.ends_with(" The last good value stays."), "{en}");
    let zh = refused(cell, "1..2", error, Zh);
    assert!(zh.starts_with("K 第 2 行第 1 列，“1..2”：") && zh.ends_with("仍用上一个有效的数。"), "{zh}");
}

#[test]
fn a_paste_says_how_far_it_has_come() {
    let cell = Cell::new(Name::WQ, 0, 0);
    let both = |state: PasteState| [state.text(cell, En), state.text(cell, Zh)];
    assert_eq!(both(PasteState::Reading), ["Reading the paste…", "正在读取粘贴的内容…"]);
    assert_eq!(both(PasteState::Shape(3, 5)), ["WQ is now 3×5, as pasted.", "WQ 已换成粘贴的 3×5 矩阵。"]);
    let why = Words { zh: "太大。".to_owned(), en: "Too large.".to_owned() };
    assert_eq!(both(PasteState::Refused(why)), ["Nothing was pasted: Too large.", "没有粘贴：太大。"]);
}

#[test]
fn a_matrix_says_how_it_comes_about() {
    let padded = inputs(&PADDED.replace("none", "sqrt"));
    let of = |panel, name, language| symbol(&padded, panel, name, language, 3);
    assert_eq!(of(Panel::Main, Name::Scaled, En), "÷ 1.414");
    assert_eq!(of(Panel::Scaling(Scaling::Dk), Name::Scaled, En), "÷ 2");
    assert_eq!(of(Panel::Main, Name::Q, En), "", "typed");
    assert_eq!([of(Panel::Main, Name::Output, En), of(Panel::Main, Name::Output, Zh)], ["weights · V", "权重 · V"]);
    let tokens = inputs("lesson=bench&from=x&x=1,-2&wq=3;4&wk=5;6&wv=0.1,2;0,0");
    assert_eq!(symbol(&tokens, Panel::Main, Name::Q, En, 3), "X W_Q");
    assert_eq!(table_name(Panel::Main, Name::Masked, Zh), "加掩码后的分数");
    assert_eq!(table_name(Panel::MaskAfter, Name::Weights, En), "mask after softmax: weights");
    assert_eq!(table_name(Panel::Renormalised, Name::Weights, Zh), "掩码后再归一：权重");
    assert_eq!(heat_map_name(Panel::Main, Name::Weights, En), "Heat map: weights");
    assert_eq!(heat_map_name(Panel::Scaling(Scaling::Sqrt), Name::Weights, Zh), "热图：权重，÷ √d_k");
}

/// From Q, K, V there are six stages of two rows.
#[test]
fn the_walk_says_where_it_is() {
    let padded = inputs(PADDED);
    let both = |step| [place(&padded, step, En), place(&padded, step, Zh)];
    assert_eq!(both(0), ["all 12 steps are shown", "共 12 步，已全部显示"]);
    assert_eq!(both(4), ["step 4 of 12: row 2 of scaled", "第 4 步，共 12 步：缩放后的分数，第 2 行"]);
}
