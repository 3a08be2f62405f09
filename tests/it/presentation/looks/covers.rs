//! What is covered, and the part of a matrix that is in view.

use super::*;

#[test]
fn what_is_to_be_predicted_is_covered() {
    let by_hand = Document::new(Lesson::from_id("by-hand").expect("a lesson"));
    assert!(has_covers(&by_hand, &by_hand.settled()) && !has_covers(&document(PADDED), &[]));
    // The first question asks for scores 1 3, and covers that stage and all later ones.
    let scores = table(&by_hand, Name::Scores, En, |subject| subject.scale = Some(ScaleKind::Weights));
    assert_eq!(texts(&scores), [["·", "·", "?"]]);
    assert_eq!(looks(&scores, |look| look.tint.clone()), [[None, None, None]]);
    assert_eq!(scores.rows[0].looks[1].class, "top bottom veiled");
    assert_eq!(scores.rows[0].looks[2].class, "right serif top bottom asked");
    assert_eq!(scores.rows[0].looks[1].spoken, "scores row 1 column 2: not yet reached");
    assert_eq!(scores.rows[0].looks[2].spoken, "scores row 1 column 3: yours to predict");
    let zh = table(&by_hand, Name::Scores, Zh, |_| {});
    assert_eq!(zh.rows[0].looks[1].spoken, "分数第 1 行第 2 列：还没有算到");
    assert_eq!(zh.rows[0].looks[2].spoken, "分数第 1 行第 3 列：请你预测");
    assert_eq!(table(&by_hand, Name::Weights, En, |_| {}).rows[0].sum.as_deref(), Some("·"));
    assert_eq!(texts(&table(&by_hand, Name::K, En, |_| {}))[2], ["1", "1"], "what is typed is open");
    // A copy beside it is shown whole.
    assert_eq!(texts(&table(&by_hand, Name::Scores, En, |subject| subject.panel = Panel::MaskBefore))[0][2], "2.000");
}

/// At step 3 of L = 2: scores 1, scores 2, scaled 1 are reached.
#[test]
fn the_walk_uncovers_row_by_row() {
    let padded = document(PADDED);
    let at = |step, name| texts(&table(&padded, name, En, |subject| subject.page.step = step));
    assert_eq!(at(3, Name::Scores)[1], ["0.000", "−1.000", "−1.000"]);
    assert_eq!(at(3, Name::Scaled), [["1.000", "2.000", "4.000"], ["·", "·", "·"]]);
    assert_eq!(at(3, Name::Weights)[0], ["·", "·", "·"]);
    let page = Page { document: &padded, settled: &[], step: 3, language: En, decimals: 3 };
    assert_eq!([cell("scaled 1 3"), cell("scaled 2 1")].map(|cell| page.cover(cell)), [Cover::Open, Cover::Covered]);
}

#[test]
fn a_large_matrix_is_seen_through_a_viewport() {
    assert_eq!([(1, 12), (13, 64), (12, 13)].map(Viewport::extent), [(1, 12), (8, 8), (12, 8)]);
    let viewport = Viewport::new((13, 20), (9, 3));
    assert_eq!(viewport, Viewport { first: (5, 3), extent: (8, 8) }, "held inside of the matrix");
    assert_eq!(
        [(5, 3), (12, 10), (4, 11), (0, 19)].map(|(i, j)| viewport.revealing(i, j)),
        [(5, 3), (5, 3), (4, 4), (0, 12)]
    );
    assert_eq!(viewport.text(En), "rows 6–13, columns 4–11; arrow keys or a click move on");
    assert_eq!(viewport.text(Zh), "第 6–13 行，第 4–11 列；用方向键或点热图移动");
    let wide =
        document("lesson=bench&from=qkv&q=1&k=1;2;3;4;5;6;7;8;9;10;11;12;13&v=1;2;3;4;5;6;7;8;9;10;11;12;13&pad=13");
    let shown = table(&wide, Name::Masked, En, |subject| {
        subject.viewport = Viewport::new((1, 13), (0, 5));
        subject.active = (0, 7);
    });
    assert_eq!(heads(&shown).0, ["k₆", "k₇", "k₈", "k₉", "k₁₀", "k₁₁", "k₁₂", "k₁₃"]);
    assert_eq!(texts(&shown)[0][7], "−∞");
    let last = &shown.rows[0].looks[7];
    assert_eq!(
        (last.id.as_str(), last.class.as_str(), last.active),
        ("masked 1 13", "right serif top bottom hidden-key", true)
    );
    assert_eq!(shown.rows[0].looks[0].class, "left serif top bottom");
}

#[test]
fn a_table_begins_as_html() {
    let padded = document(&format!("{PADDED}&tokens=a%22%3Cb%26"));
    let html = html::matrix(&table(&padded, Name::Weights, En, |_| {}));
    let head = "<thead><tr><td></td><th scope=\"col\" title=\"k₁ a&quot;&lt;b&amp;\">k₁ a&quot;&lt;b&amp;</th>";
    assert!(html.starts_with(head), "{html}");
    assert!(html.contains("<th scope=\"col\" class=\"sum\">Σ</th></tr></thead><tbody>"), "{html}");
    let cell = "<td tabindex=\"0\" data-cell=\"weights 1 1\" aria-label=\"weights row 1 column 1: 0.269\" class=\"left serif top\">0.269</td>";
    assert!(html.contains(cell), "{html}");
    assert!(html.contains("<td class=\"sum\">1.000</td></tr>"), "{html}");
    let mut drafts = Drafts::new();
    drafts.insert(Cell::new(Name::Q, 0, 0), ("<".to_owned(), parse("<").expect_err("no number")));
    let html = html::matrix(&table_of(&padded, Name::Q, En, None, &drafts, |_| {}));
    let cell = "<td class=\"left serif top edit\"><input type=\"text\" size=\"1\" autocomplete=\"off\" autocapitalize=\"off\" spellcheck=\"false\" data-cell=\"Q 1 1\" aria-label=\"Q row 1 column 1: 1\" aria-invalid=\"true\" aria-describedby=\"error-Q-1-1\" value=\"&lt;\"></td>";
    assert!(html.contains(cell), "{html}");
    assert!(!html.contains("class=\"sum\""), "only weights add up to 1: {html}");
}
