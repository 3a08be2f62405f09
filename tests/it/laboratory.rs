//! What the worker does with orders.

mod needs;
mod refusals;

use std::cell::Cell;

use attention_lab::document::Document;
use attention_lab::document::edit::Edit;
use attention_lab::document::paste::{Pasted, Target};
use attention_lab::engine::cell::{Cell as Place, Name};
use attention_lab::engine::gauge::Gauge;
use attention_lab::engine::inputs::Inputs;
use attention_lab::engine::mask::Mask;
use attention_lab::engine::matrix::Matrix;
use attention_lab::engine::precision::{MaskConstant, Numerics};
use attention_lab::figures::Output;
use attention_lab::laboratory::{Answer, Laboratory, Needs, Order, Reply, Task};
use attention_lab::lessons::Lesson;
use attention_lab::lessons::figure::Figure;
use attention_lab::plots::drawing::Drawing;
use attention_lab::plots::lines::draw;
use attention_lab::plots::palette::{Palette, Theme};
use attention_lab::text::Language::{self, En, Zh};
use plotters::prelude::SVGBackend;

use crate::figures::{instant, sampling};

thread_local! { static TIME: Cell<f64> = const { Cell::new(0.0) } }

/// Every look at the clock finds it 10 ms later.
fn clock() -> f64 {
    TIME.set(TIME.get() + 10.0);
    TIME.get()
}

const GAUGE: Gauge = Gauge { now: clock, restart: || {}, allocated: || 0, peak: || 0 };

fn document(lesson: &str) -> Document {
    Document::new(Lesson::from_id(lesson).expect("the lesson is there"))
}

fn start(figure: Figure, document: &Document) -> Task {
    Needs::of(figure, document).task()
}

fn order(slot: u32, run: u32, task: Task, language: Language) -> Option<Vec<u8>> {
    Some(Order { slot, run, task, language }.write())
}

fn read(answers: &[Vec<u8>]) -> Vec<Answer> {
    let figure = |bytes: &Vec<u8>| match Reply::read(bytes) {
        Some(Reply::Figure(answer)) => answer,
        other => panic!("an answer of a figure, not {other:?}"),
    };
    answers.iter().map(figure).collect()
}

/// All answers until there is nothing more to do.
fn rest(laboratory: &mut Laboratory) -> Vec<Answer> {
    let mut all = Vec::new();
    for _ in 0..100_000 {
        let (answers, more) = laboratory.turn(None);
        all.extend(read(&answers));
        if !more {
            return all;
        }
    }
    panic!("it does not end")
}

fn direct(figure: Figure, document: &Document, language: Language) -> Output {
    instant(figure, &document.settings, &document.inputs, language).expect("an instant figure")
}

#[test]
fn what_is_instant_is_answered_at_once_with_the_numbers_of_the_page() {
    let mut laboratory = Laboratory::new(GAUGE);
    let document = document("numerics").edited(&Edit::Cell(Place::new(Name::Scores, 0, 1), -3.125e-7));
    for language in [En, Zh] {
        let (answers, more) = laboratory.turn(order(7, 3, start(Figure::Formats, &document), language));
        assert!(!more);
        let [answer] = &read(&answers)[..] else { panic!("one answer") };
        assert_eq!((answer.slot, answer.run, answer.running), (7, 3, false));
        // Texts and numbers are the same to the last bit; NaN is told by its text.
        assert_eq!(format!("{:?}", answer.output), format!("{:?}", direct(Figure::Formats, &document, language)));
    }
}

#[test]
fn what_is_sampled_is_answered_again_and_again_until_it_is_done() {
    let mut laboratory = Laboratory::new(GAUGE);
    let document = document("three-scalings");
    let (answers, more) = laboratory.turn(order(1, 1, start(Figure::EntropyCurves, &document), En));
    assert!(answers.is_empty() && more);
    let answers = rest(&mut laboratory);
    assert!(answers.len() > 2, "{} answers", answers.len());
    assert!(answers.windows(2).all(|pair| pair[0].progress <= pair[1].progress));
    let (last, earlier) = answers.split_last().expect("answers");
    assert!(earlier.iter().all(|answer| answer.running) && !last.running);
    assert_eq!(last.progress, 1.0);
    let mut job = sampling(Figure::EntropyCurves, &document.settings, GAUGE).expect("sampled");
    while !job.is_done() {
        job.advance();
    }
    assert_eq!(format!("{:?}", last.output), format!("{:?}", job.output(En)));

    // In another language it says the same, without computing it anew.
    let (answers, more) = laboratory.turn(order(1, 1, Task::Show, Zh));
    assert!(!more);
    assert_eq!(format!("{:?}", read(&answers)[0].output), format!("{:?}", job.output(Zh)));
}

#[test]
fn what_is_stopped_keeps_what_is_done_and_goes_no_further() {
    let mut laboratory = Laboratory::new(GAUGE);
    let document = document("three-scalings");
    laboratory.turn(order(1, 1, start(Figure::EntropyCurves, &document), En));
    laboratory.turn(order(2, 1, start(Figure::Agreement, &document), En));
    for _ in 0..3 {
        assert!(laboratory.turn(None).1);
    }
    let (answers, more) = laboratory.turn(order(1, 1, Task::Stop, En));
    let [stopped] = &read(&answers)[..] else { panic!("one answer") };
    assert!(more, "the other figure goes on");
    assert!(!stopped.running && stopped.progress > 0.0 && stopped.progress < 1.0);
    assert!(rest(&mut laboratory).iter().all(|answer| answer.slot == 2));
    let (answers, _) = laboratory.turn(order(1, 1, Task::Show, En));
    assert_eq!(read(&answers)[0].progress, stopped.progress);
    // A new order of the same figure ends the old one.
    laboratory.turn(order(1, 2, start(Figure::EntropyCurves, &document), En));
    assert!(rest(&mut laboratory).iter().all(|answer| answer.run == 2));
}

/// The worker computes with what the page has, to the last bit: numbers and parts that no link could say among them.
#[test]
fn the_worker_computes_with_the_numbers_of_the_page() {
    let whole = document("masks");
    let inputs = |change: &dyn Fn(&Inputs) -> Inputs| Document { inputs: change(&whole.inputs), ..whole.clone() };
    let bias = Some(Matrix::from_element(whole.inputs.queries(), whole.inputs.keys(), -1.5));
    let first = Place::new(Name::K, 0, 1);
    let documents = [
        whole.clone(),
        inputs(&|inputs| inputs.with_cell(first, f64::INFINITY)),
        inputs(&|inputs| inputs.with_cell(first, f64::NAN)),
        inputs(&|inputs| inputs.with_cell(first, -0.0)),
        inputs(&|inputs| inputs.with_mask(Mask { bias: bias.clone(), ..inputs.mask().clone() })),
        inputs(&|inputs| inputs.with_mask(Mask { offset: -1, ..inputs.mask().clone() })),
        inputs(&|inputs| inputs.with_mask(inputs.mask().clone().with_toggled(1, 0, 4, 4))),
        inputs(&|inputs| inputs.with_softcap(Some(2.0))),
        inputs(&|inputs| inputs.with_numerics(Numerics { naive: true, ..inputs.numerics() })),
        inputs(&|inputs| inputs.with_numerics(Numerics { constant: MaskConstant::Billion, ..inputs.numerics() })),
    ];
    let mut outputs = Vec::new();
    for document in &documents {
        let answers = read(&Laboratory::new(GAUGE).turn(order(1, 1, start(Figure::MixingScale, document), En)).0);
        let output = format!("{:?}", answers[0].output);
        assert_eq!(output, format!("{:?}", direct(Figure::MixingScale, document, En)));
        outputs.push(output);
    }
    outputs.sort();
    outputs.dedup();
    assert!(outputs.len() > 5, "they differ: {}", outputs.len());
}

/// A paste comes back as it was read, to the last bit, whatever else is being computed.
#[test]
fn pastes_are_read_beside_the_figures() {
    let mut laboratory = Laboratory::new(GAUGE);
    laboratory.turn(order(1, 1, start(Figure::EntropyCurves, &document("three-scalings")), En));
    let hard = "[[0.1, 5e-324], [-0.0, 1.7976931348623157e308], [1/3, 2.2250738585072014e-308]]";
    for (text, target) in
        [(hard, Target::Cell(1, 0)), ("True False", Target::Mask(1, 2)), ("1 2 x", Target::Cell(0, 0))]
    {
        let (answers, more) = laboratory.turn(order(4, 0, Task::Read { text: text.to_owned(), target }, Zh));
        assert!(more, "the figure goes on");
        let [answer] = &answers[..] else { panic!("one answer") };
        let Some(Reply::Pasted(4, pasted)) = Reply::read(answer) else { panic!("a paste") };
        assert_eq!(pasted, Pasted::read(text, target));
        if let Pasted::Whole(rows) = pasted {
            assert_eq!(rows[1][0].to_bits(), (-0.0f64).to_bits());
            assert_eq!(rows[0][1].to_bits(), 1);
            assert_eq!(rows[2][0].to_bits(), (1.0f64 / 3.0).to_bits());
        }
    }
}

/// A plot is drawn for a canvas and for a file, whatever else is being computed.
#[test]
fn plots_are_drawn_beside_the_figures() {
    let mut laboratory = Laboratory::new(GAUGE);
    laboratory.turn(order(1, 1, start(Figure::EntropyCurves, &document("three-scalings")), En));
    let plot = direct(Figure::Cosine, &document("cosine"), En).plots.swap_remove(0);
    let (size, ratio) = ((500, 300), 1.25);
    for theme in [Theme::Light, Theme::Dark] {
        let palette = Palette::of(theme);
        let mut ask = |file| {
            let task = Task::Draw { plot: plot.clone(), size, ratio, theme, file };
            let (answers, more) = laboratory.turn(order(5, 0, task, Zh));
            assert!(more && answers.len() == 1, "the figure goes on");
            Reply::read(&answers[0]).expect("a reply")
        };
        assert_eq!(ask(false), Reply::Drawn(5, Drawing::new(&plot, size, ratio, palette)));
        let mut text = String::new();
        draw(&plot, SVGBackend::with_string(&mut text, size), ratio, palette).expect("drawn");
        assert!(text.contains("</svg>"));
        assert_eq!(ask(true), Reply::File(5, text));
    }
}

#[test]
fn what_is_no_order_is_left_alone() {
    let mut laboratory = Laboratory::new(GAUGE);
    let whole = Order { slot: 1, run: 1, task: start(Figure::T5, &document("source-check")), language: Zh }.write();
    for length in 0..whole.len() {
        assert_eq!(laboratory.turn(Some(whole[..length].to_vec())), (Vec::new(), false));
    }
    // The number of a figure that there is not.
    let unknown = whole.iter().map(|&byte| if byte == Figure::T5 as u8 { 0x7f } else { byte }).collect();
    assert_eq!(laboratory.turn(Some(unknown)), (Vec::new(), false));
    assert_eq!(laboratory.turn(order(9, 1, Task::Stop, En)), (Vec::new(), false));
    assert!(Reply::read(&[]).is_none());
    assert!(Reply::read(&[0; 3000]).is_none(), "zeros, which begin like an answer, are none");
}
