//! How the cells of a matrix look, what they say, and the HTML that they begin as.

mod covers;

use attention_lab::document::{Cover, Document};
use attention_lab::engine::cell::{Cell, Name};
use attention_lab::engine::matrix::Matrix;
use attention_lab::engine::scaling::Scaling;
use attention_lab::engine::trace::attend;
use attention_lab::lessons::Lesson;
use attention_lab::number::parse;
use attention_lab::plots::heatmap::ScaleKind;
use attention_lab::plots::palette::{Palette, Theme};
use attention_lab::presentation::matrix_table::{CellLook, Drafts, MatrixTable, Subject, matrix_table};
use attention_lab::presentation::panel::Panel;
use attention_lab::presentation::viewport::Viewport;
use attention_lab::presentation::{Page, has_covers, html};
use attention_lab::text::Language;
use attention_lab::text::Language::{En, Zh};

use super::{PADDED, document};

fn cell(text: &str) -> Cell {
    Cell::parse(text).expect("a cell")
}

/// The table of `name` of a document, as `change` has it.
fn table(document: &Document, name: Name, language: Language, change: impl FnOnce(&mut Subject)) -> MatrixTable {
    table_of(document, name, language, None, &Drafts::new(), change)
}

/// The same with other numbers, and with texts that are no numbers.
fn table_of(
    document: &Document,
    name: Name,
    language: Language,
    numbers: Option<&Matrix>,
    drafts: &Drafts,
    change: impl FnOnce(&mut Subject),
) -> MatrixTable {
    let (trace, settled) = (attend(&document.inputs), document.settled());
    let own = document.inputs.matrix(name).or_else(|| trace.matrix(name)).expect("a matrix");
    let matrix = numbers.unwrap_or(own);
    let mut subject = Subject {
        page: Page { document, settled: &settled, step: 0, language, decimals: 3 },
        panel: Panel::Main,
        name,
        matrix,
        viewport: Viewport::new(matrix.shape(), (0, 0)),
        editable: document.inputs.typed().contains(&name),
        active: (0, 0),
        pointed: None,
        sources: &[],
        typing: None,
        drafts,
        refused: None,
        scale: None,
        palette: Palette::of(Theme::Light),
    };
    change(&mut subject);
    matrix_table(&subject)
}

fn looks<T>(table: &MatrixTable, pick: impl Fn(&CellLook) -> T) -> Vec<Vec<T>> {
    table.rows.iter().map(|row| row.looks.iter().map(&pick).collect()).collect()
}

fn texts(table: &MatrixTable) -> Vec<Vec<String>> {
    looks(table, |look| look.text.clone())
}

fn heads(table: &MatrixTable) -> (Vec<&str>, Vec<&str>) {
    let rows = table.rows.iter().map(|row| row.head.trim_end()).collect();
    (table.columns.iter().map(|column| column.trim_end()).collect(), rows)
}

#[test]
fn rows_and_columns_have_their_letters_and_tokens() {
    let named = document(&format!("{PADDED}&tokens=I,am,%E6%88%91"));
    let of = |name| table(&named, name, En, |_| {});
    assert_eq!(heads(&of(Name::Weights)), (vec!["k₁ I", "k₂ am", "k₃ 我"], vec!["q₁", "q₂"]), "tokens name keys");
    assert_eq!(heads(&of(Name::K)), (vec!["1", "2"], vec!["k₁ I", "k₂ am", "k₃ 我"]));
    assert_eq!(heads(&of(Name::V)).1, ["v₁ I", "v₂ am", "v₃ 我"]);
    assert_eq!(heads(&of(Name::Output)), (vec!["1", "2"], vec!["o₁", "o₂"]));
    let square = document("lesson=bench&from=x&x=1,0;0,1&wq=1;2&wk=3;4&wv=5;6&tokens=a,b");
    assert_eq!(heads(&table(&square, Name::Scores, En, |_| {})), (vec!["k₁ a", "k₂ b"], vec!["q₁ a", "q₂ b"]));
    assert_eq!(heads(&table(&square, Name::WQ, En, |_| {})), (vec!["1"], vec!["₁", "₂"]));
}

#[test]
fn cells_say_their_place_and_number_in_both_languages() {
    let padded = document(PADDED);
    let spoken = |name, language| looks(&table(&padded, name, language, |_| {}), |look| look.spoken.clone());
    assert_eq!(spoken(Name::Weights, En)[0][1], "weights row 1 column 2: 0.731");
    assert_eq!(spoken(Name::Weights, Zh)[0][1], "权重第 1 行第 2 列：0.731");
    assert_eq!(spoken(Name::Masked, Zh)[1][2], "加掩码后的分数第 2 行第 3 列：−∞");
    // What is typed is read to the last digit; what is computed, as it is shown.
    let typed = document("lesson=bench&from=qkv&q=0.12345678901&k=1&v=-2");
    assert_eq!(
        looks(&table(&typed, Name::Q, En, |_| {}), |look| look.spoken.clone())[0][0],
        "Q row 1 column 1: 0.12345678901"
    );
    let copy = table(&padded, Name::Weights, Zh, |subject| subject.panel = Panel::Scaling(Scaling::Dk));
    assert_eq!(copy.rows[1].looks[0].spoken, "÷ d_k：权重第 2 行第 1 列：0.731");
    assert_eq!(copy.rows[1].looks[0].id, "dk.weights 2 1");
}

#[test]
fn numbers_are_typed_ones_whole_and_computed_ones_rounded() {
    let padded = document(PADDED);
    assert_eq!(texts(&table(&padded, Name::K, En, |_| {})), [["1", "0"], ["0", "1"], ["2", "1"]]);
    assert_eq!(
        texts(&table(&padded, Name::Scores, En, |_| {})),
        [["1.000", "2.000", "4.000"], ["0.000", "−1.000", "−1.000"]]
    );
    assert_eq!(
        texts(&table(&padded, Name::Weights, En, |_| {})),
        [["0.269", "0.731", "0.000"], ["0.731", "0.269", "0.000"]]
    );
    let sums = |table: &MatrixTable| table.rows.iter().map(|row| row.sum.clone()).collect::<Vec<_>>();
    assert_eq!(sums(&table(&padded, Name::Weights, En, |_| {})), [Some("1.000".to_owned()), Some("1.000".to_owned())]);
    assert_eq!(sums(&table(&padded, Name::Output, En, |_| {})), [None, None]);
}

/// softmax of 16, 8, 0: e⁻⁸ = 3.4e−4 and e⁻¹⁶ = 1.1e−7.
#[test]
fn what_only_rounds_to_0_or_1_is_never_shown_as_0_or_1() {
    let far = document("lesson=bench&from=scores&scores=16,8,0&v=1;2;3&dk=64&scale=none");
    assert_eq!(texts(&table(&far, Name::Weights, En, |_| {})), [["1−3e−4", "3e−4", "1e−7"]]);
}

#[test]
fn classes_tell_the_edge_the_mask_and_what_is_no_number() {
    let padded = document(PADDED);
    let classes = |name, change: fn(&mut Subject)| looks(&table(&padded, name, En, change), |look| look.class.clone());
    assert_eq!(
        classes(Name::Weights, |_| {}),
        [
            ["left serif top", "top", "right serif top hidden-key"],
            ["left serif bottom", "bottom", "right serif bottom hidden-key"]
        ]
    );
    assert_eq!(classes(Name::Scaled, |_| {})[0][2], "right serif top", "the mask comes later");
    assert_eq!(classes(Name::K, |_| {})[1], ["left serif edit", "right serif edit"]);
    let pointed = |subject: &mut Subject| {
        subject.pointed = Some((Panel::Main, Cell::new(Name::Scores, 0, 1)));
        subject.sources = &[Cell { name: Name::Scores, row: 1, column: 1 }];
    };
    assert_eq!(
        classes(Name::Scores, pointed),
        [
            ["left serif top", "top here", "right serif top"],
            ["left serif bottom", "bottom source", "right serif bottom"]
        ]
    );
    let copy = |subject: &mut Subject| {
        subject.panel = Panel::MaskBefore;
        subject.pointed = Some((Panel::Main, Cell::new(Name::Weights, 0, 1)));
        subject.sources = &[Cell { name: Name::Weights, row: 1, column: 1 }];
    };
    assert_eq!(classes(Name::Weights, copy)[0][1], "top", "another panel is pointed at");
    // NaN and ∞ are marked; −∞ is what a mask writes.
    let odd = Matrix::from_row_slice(1, 3, &[f64::NAN, f64::INFINITY, f64::NEG_INFINITY]);
    let single = document("lesson=bench&from=qkv&q=1&k=1;2;3&v=1;2;3");
    let odd = table_of(&single, Name::Scores, En, Some(&odd), &Drafts::new(), |_| {});
    assert_eq!(
        looks(&odd, |look| look.class.clone())[0],
        ["left serif top bottom not-finite", "top bottom not-finite", "right serif top bottom"]
    );
    assert_eq!(texts(&odd)[0], ["NaN", "∞", "−∞"]);
}

#[test]
fn colours_are_of_numbers_that_are_seen() {
    let padded = document(PADDED);
    let tints = |table: &MatrixTable| looks(table, |look| look.tint.clone());
    let weights = table(&padded, Name::Weights, En, |subject| subject.scale = Some(ScaleKind::Weights));
    let colour =
        |weight: f64| Some(format!("background-color: {}", Palette::of(Theme::Light).sequential(weight).css()));
    let weight = 1.0 / (1.0 + (-1f64).exp());
    assert_eq!(tints(&weights)[0], [colour(1.0 - weight), colour(weight), None], "none where the key is hidden");
    let signed = Some(ScaleKind::Signed { max: 4.0 });
    let scores = table(&padded, Name::Scores, En, |subject| subject.scale = signed);
    // 0 is the paper of tokens.css, #fbfaf7.
    assert_eq!(tints(&scores)[1][0].as_deref(), Some("background-color: rgb(251 250 247)"));
    assert_ne!(tints(&scores)[0][2], tints(&scores)[0][0]);
    let single = document("lesson=bench&from=qkv&q=1&k=1;2;3&v=1;2;3");
    let odd = Matrix::from_row_slice(1, 3, &[f64::NAN, f64::INFINITY, 0.0]);
    let odd = table_of(&single, Name::Scores, En, Some(&odd), &Drafts::new(), |subject| subject.scale = signed);
    assert_eq!(tints(&odd)[0][..2], [None, None]);
    assert_eq!(tints(&table(&padded, Name::K, En, |_| {}))[0][0], None, "typed matrices have no scale");
}

#[test]
fn what_is_typed_stays_with_its_fault() {
    let padded = document(PADDED);
    let mut drafts = Drafts::new();
    drafts.insert(cell("K 2 1"), ("1..2".to_owned(), parse("1..2").expect_err("no number")));
    let typed = table_of(&padded, Name::K, En, None, &drafts, |subject| {
        subject.typing = Some((cell("K 3 2"), "1/".to_owned()));
        subject.refused = Some(cell("K 1 1"));
        subject.active = (2, 1);
    });
    assert_eq!(texts(&typed), [["1", "0"], ["1..2", "1"], ["2", "1/"]]);
    let errors = looks(&typed, |look| look.error.clone().unwrap_or_default());
    assert_eq!(errors, [["error-K-1-1", ""], ["error-K-2-1", ""], ["", ""]]);
    // What is being typed is newer than what was refused.
    let both = table_of(&padded, Name::K, En, None, &drafts, |subject| {
        subject.typing = Some((cell("K 2 1"), "1.2".to_owned()));
    });
    assert_eq!(texts(&both)[1][0], "1.2");
    let active = looks(&typed, |look| look.tab_index());
    assert_eq!(active, [["-1", "-1"], ["-1", "-1"], ["-1", "0"]]);
    let computed = table(&padded, Name::Scores, En, |subject| subject.refused = Some(cell("scores 1 1")));
    assert_eq!(computed.rows[0].looks[0].error, None);
}
