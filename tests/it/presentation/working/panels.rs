//! What is told of the cell that is pointed at, and of copies beside the learner's own computation.

use super::*;

/// What the page tells of a cell of a panel, at a step.
fn pointed(document: &Document, step: usize, at: Option<(Panel, &str)>, language: Language) -> String {
    let settled = document.settled();
    let page = Page { document, settled: &settled, step, language, decimals: 3 };
    let lines = pointed_working(&page, &attend(&document.inputs), at.map(|(panel, at)| (panel, cell(at))));
    lines.into_iter().map(|line| line.text).collect::<Vec<_>>().join(" | ")
}

#[test]
fn nothing_is_told_that_is_still_to_be_predicted() {
    let by_hand = Document::new(Lesson::from_id("by-hand").expect("a lesson"));
    let hidden = "Not shown yet: work it out first.";
    assert_eq!(
        pointed(&by_hand, 0, Some((Panel::Main, "scores 1 3")), En),
        format!("scores row 1 column 3 | {hidden}")
    );
    assert_eq!(
        pointed(&by_hand, 0, Some((Panel::Main, "output 1 1")), Zh),
        "输出第 1 行第 1 列 | 这一格还没有揭晓：先自己算一算。"
    );
    let bench = document(PADDED);
    assert!(pointed(&bench, 1, Some((Panel::Main, "scores 1 1")), En).contains("1 × 1 + 2 × 0"));
    assert_eq!(pointed(&bench, 1, Some((Panel::Main, "scores 2 1")), En), format!("scores row 2 column 1 | {hidden}"));
    let hint = "Point at a cell, or walk to it with the arrow keys: its arithmetic appears here.";
    assert_eq!(pointed(&bench, 0, None, En), hint);
    assert_eq!(pointed(&bench, 0, Some((Panel::Main, "V 4 1")), En), hint, "a row that has gone");
    assert_eq!(pointed(&bench, 0, None, Zh), "点一格，或用方向键走到一格，这里写出它是怎么算出来的。");
}

/// Without a mask row 1 is e⁻³, e⁻², 1 over 1.18512; the two visible ones add up to 0.156.
#[test]
fn a_copy_says_what_differs_in_it() {
    let bench = document(PADDED);
    let divided = pointed(&bench, 0, Some((Panel::Scaling(Scaling::Dk), "scaled 1 3")), En);
    assert_eq!(divided, "scaled row 1 column 3 | ÷ d_k | 4 ÷ 2 | d_k = 2 | = 2.000");
    let end = |panel, at, language| {
        let text = pointed(&bench, 0, Some((panel, at)), language);
        let lines: Vec<&str> = text.split(" | ").collect();
        lines[lines.len() - 2..].join(" | ")
    };
    assert_eq!(end(Panel::MaskAfter, "weights 1 3", En), "hidden only after softmax: × 0 = 0 | = 0.000");
    assert_eq!(end(Panel::MaskAfter, "weights 1 2", En), "visible: × 1 | = 0.114");
    assert_eq!(end(Panel::MaskAfter, "weights 1 2", Zh), "可见：× 1 | = 0.114");
    assert_eq!(end(Panel::Renormalised, "weights 1 2", En), "visible: × 1 | 0.114 ÷ 0.156 = 0.731");
    assert_eq!(end(Panel::Renormalised, "weights 1 3", Zh), "softmax 之后才遮：× 0 = 0 | 0 ÷ 0.156 = 0.000");
    assert!(end(Panel::MaskBefore, "weights 1 2", En).starts_with("largest weight 0.731"));
    let empty = document(&PADDED.replace("pad=3", "pad=1,2,3"));
    let text = pointed(&empty, 0, Some((Panel::Renormalised, "weights 1 1")), En);
    assert!(text.ends_with("× 0 = 0 | = 0: the row is all 0, and is not divided."), "{text}");
    let text = pointed(&empty, 0, Some((Panel::Renormalised, "weights 1 1")), Zh);
    assert!(text.ends_with("× 0 = 0 | = 0：这一行全是 0，不再相除。"), "{text}");
}
