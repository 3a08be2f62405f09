//! The numbers of the lesson on blocks and online softmax.

use attention_lab::engine::blocks::BlockStep;
use attention_lab::figures::{Output, Table};
use attention_lab::lessons::figure::Figure;
use attention_lab::lessons::{Asked, Puzzle};

use super::*;

/// An instant figure on `inputs`, in English.
pub fn figure(figure: Figure, values: &[(&str, f64)], inputs: &Inputs) -> Output {
    crate::figures::shown(figure, values, inputs)
}

pub fn line(table: &Table, row: usize) -> Vec<f64> {
    table.rows[row].cells.iter().map(|cell| cell.value()).collect()
}

/// The problems in words of a start.
pub fn puzzles(lesson: &str, id: &str) -> Vec<&'static Puzzle> {
    let lesson = Lesson::from_id(lesson).expect("the lesson is there");
    let start = lesson.starts.iter().find(|start| start.id == id).expect("the start is there");
    let puzzle = |asked| match asked {
        Asked::Number(puzzle) => puzzle,
        Asked::Cell(cell) => panic!("a cell: {cell:?}"),
    };
    start.questions.iter().map(|question| puzzle(question.asked)).collect()
}

pub fn wrong(puzzle: &Puzzle) -> Vec<f64> {
    puzzle.mistakes.iter().map(|mistake| mistake()).collect()
}

pub fn near(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    let close = |(a, b): (&f64, &f64)| a.is_finite() && (a - b).abs() <= 5e-4 * b.abs().max(1.0);
    assert!(found.iter().zip(expected).all(close), "{found:?}, not {expected:?}");
}

#[test]
fn flash() {
    let mut claims = Claims::default();
    claims.given("exact, indices, counts and typed numbers", "0 1 2 3 4 64 1000 1024 10 20 30 40");
    claims.given("papers", "2022 2205.14135 2018 1805.02867 2023 2307.08691");
    claims.given("the largest L of the figure, and what the outputs may differ by", "4096 1e-12");

    let three = start("flash", "a");
    let trace = attend(&three);
    assert_eq!((row(&trace.scaled, 0), three.scaling()), (vec![1.0, 3.0, 2.0], Scaling::None));
    claims.all("10 20 30", three.values().as_slice());
    let steps = figure(Figure::OnlineSteps, &[], &three);
    claims.all("1 0 1 10", &line(&steps.tables[0], 0));
    claims.all("3 0.135 1.135 18.808", &line(&steps.tables[0], 1));
    claims.all("3 1 1.503 21.547", &line(&steps.tables[0], 2));
    claims.is("0.135", (1f64 - 3.0).exp());
    claims.is("21.547", trace.output[(0, 0)]);
    let ends = |block: f64, inputs: &Inputs| {
        let tables = figure(Figure::OnlineSteps, &[("block", block)], inputs).tables;
        (tables[0].rows.len(), [0, 1, 2].map(|i| line(&tables[1], i)[0]))
    };
    claims.all("21.547 21.547 27.299", &ends(1.0, &three).1);
    claims.all("21.547 21.547 21.547", &ends(2.0, &three).1);
    assert_eq!([1.0, 2.0, 3.0].map(|block| ends(block, &three).0), [3, 2, 1]);
    claims.is("21.547", ends(3.0, &three).1[1]);

    let large = start("flash", "b");
    assert!((1000f64).exp().is_infinite());
    let first = figure(Figure::OnlineSteps, &[], &large);
    let maxima: Vec<f64> = (0..6).map(|i| line(&first.tables[0], i)[0]).collect();
    claims.all("1000 1001 1003 1003 1003 1003", &maxima);
    let last = line(&first.tables[0], 5);
    claims.all("1.578 2.330 -0.057", &last[2..]);
    assert!((0..2).all(|c| (attend(&large).output[(0, c)] - last[3 + c]).abs() < 1e-14));
    let second = figure(Figure::OnlineSteps, &[("row", 2.0)], &large);
    claims.all("40 80", &[line(&second.tables[0], 2)[0], line(&second.tables[0], 3)[0]]);
    claims.is("4.248e-18", line(&second.tables[0], 3)[1]);
    assert_eq!(second.tables[0].rows[3].cells[1].text(3), "4.248e−18");
    for (row, block) in (1..=3).flat_map(|row| (1..=6).map(move |block| (f64::from(row), f64::from(block)))) {
        let output = figure(Figure::OnlineSteps, &[("row", row), ("block", block)], &large);
        assert!(line(&output.tables[1], 1)[2] < 1e-14, "row {row}, block {block}");
    }
    let errors = figure(Figure::OnlineError, &[("size", 30.0)], &three);
    assert!([1, 2].into_iter().all(|i| line(&errors.tables[0], i)[1] < 1e-6));
    assert!(online_errors(30.0).into_iter().flatten().all(|error| error < 1e-6));

    // Megabytes: the whole matrix; a tile, and the queries and keys of width 64 that belong to it.
    let blocks = |keys: f64| 8.0 * (64.0 * keys + 64.0 * 64.0 + keys * 64.0) / 1e6;
    claims.all("134 0.1 1.1", &[8.0 * 4096.0 * 4096.0 / 1e6, blocks(64.0), blocks(1024.0)]);
    claims.is("0.602", 4f64.log10());
    let settings = Figure::FlashMeasure.settings();
    assert_eq!(
        ["d", "longest", "block"].map(|key| settings.iter().find(|s| s.key == key).expect(key).usual),
        [64.0, 4096.0, 64.0]
    );

    // What is asked, worked out once more.
    let [e1, e2] = [1.0, 2.0].map(|x: f64| (-x).exp());
    claims.given("a power of e", "-1");
    claims.is("0.368", e1);
    let [factor, sum, output] = puzzles("flash", "c")[..] else { panic!("three problems") };
    near(&[(factor.answer)(), (sum.answer)(), (output.answer)()], &[0.368, 1.503, 30.858]);
    near(&wrong(factor), &[1.0 / e1, e2, 1.0]);
    near(&wrong(sum), &[1.0 + e1 + 1.0, e1 * (1.0 + e1 + 1.0)]);
    let (l, first) = (1.0 + e1 + e2, 10.0 + 20.0 * e1);
    near(
        &wrong(output),
        &[(first + 40.0) / l, (first + 40.0) / (2.0 + e1), e1 * first + 40.0, 0.5 * (first / (1.0 + e1) + 40.0)],
    );
    let page = typed(&three, Name::Scores, &[(1, 1, 2.0), (1, 2, 1.0), (1, 3, 3.0)]);
    let page = typed(&page, Name::V, &[(1, 1, 10.0), (2, 1, 20.0), (3, 1, 40.0)]);
    let shown = figure(Figure::OnlineSteps, &[("block", 2.0)], &page);
    near(&line(&shown.tables[0], 1), &[3.0, 0.368, 1.503, 30.857]);
    near(&line(&shown.tables[1], 2)[..1], &wrong(output)[..1]);
    check("flash", &claims);
}

#[test]
fn the_worked_example_of_blocks_is_the_lesson_s() {
    let three = start("flash", "a");
    let steps =
        |rule| online(Precision::F64, rule, (&[1.0, 3.0, 2.0], &|_| false), 1, 1, |j, _| three.values()[(j, 0)]);
    let right = steps(BlockRule::default());
    let of = |pick: fn(&BlockStep) -> f64| right.iter().map(pick).collect::<Vec<f64>>();
    assert_eq!(of(|step| step.max), [1.0, 3.0, 3.0]);
    let written = |found: &[f64], expected: &[f64]| {
        found.iter().zip(expected).all(|(a, b)| a.is_finite() && (a - b).abs() <= 5.1e-7)
    };
    assert!(written(&of(|step| step.sum), &[1.0, 1.135335, 1.503215]));
    assert!(written(&of(|step| step.output[0]), &[10.0, 18.807971, 21.546979]));
    let faulty = steps(BlockRule { rescales: [true, false], ..BlockRule::default() });
    assert!(written(&[faulty[2].output[0]], &[27.299083]));
}
