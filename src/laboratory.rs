//! What is done apart from the page, for figures, pictures of plots and pastes: orders go in, answers come out.
//!
//! It runs in a worker, so that the page never waits for a figure, nor for the code of it all. An order of a figure holds
//! what the figure is computed from, and nothing else.

mod order;

pub use order::{Answer, Needs, Order, Reply, Task};

use crate::document::paste::Pasted;
use crate::document::problem::Why;
use crate::engine::gauge::Gauge;
use crate::engine::inputs::{Inputs, Parts, PartsError};
use crate::figures::{Output, Sampled, Work, work};
use crate::lessons::figure::{Figure, Request};
use crate::plots::drawing::{Drawing, svg};
use crate::plots::palette::Palette;
use crate::text::Language;

/// Milliseconds of sampling before new orders are looked at.
const SLICE: f64 = 25.0;
/// Milliseconds between two answers of one figure: the page draws its plots at each.
const REDRAW: f64 = 150.0;
/// Milliseconds until the first answer, so that the first points are there at once.
const FIRST: f64 = 40.0;

/// Names the sources that page and worker were built from. They understand each other only when these are the same.
pub const BUILD: &str = env!("BUILD");

/// All figures that are being computed.
pub struct Laboratory {
    gauge: Gauge,
    runs: Vec<Run>,
}

struct Run {
    slot: u32,
    number: u32,
    language: Language,
    job: Box<dyn Sampled>,
    running: bool,
    // When the next answer is due.
    due: f64,
}

impl Run {
    fn answer(&self) -> Answer {
        Answer {
            slot: self.slot,
            run: self.number,
            progress: self.job.progress(),
            running: self.running,
            output: self.job.output(self.language),
        }
    }
}

impl Laboratory {
    /// One without orders. `gauge` measures what figures measure, and tells the time.
    pub fn new(gauge: Gauge) -> Self {
        Self { gauge, runs: Vec::new() }
    }

    /// Takes an order, or goes on with what was ordered, for a slice of time; gives what is to be answered, and whether
    /// there is more to do. Both are written as [`Order::write`] and [`Reply::read`] have it; an order that cannot be
    /// read is left alone.
    pub fn turn(&mut self, order: Option<Vec<u8>>) -> (Vec<Vec<u8>>, bool) {
        let answers: Vec<Reply> = match order {
            Some(order) => postcard::from_bytes(&order).ok().and_then(|order| self.take(order)).into_iter().collect(),
            None => self.work(),
        };
        let written = answers.iter().filter_map(|reply| postcard::to_allocvec(reply).ok()).collect();
        (written, self.runs.iter().any(|run| run.running))
    }

    fn take(&mut self, order: Order) -> Option<Reply> {
        let Order { slot, run, task, language } = order;
        let answer = match task {
            Task::Draw { plot, size, ratio, theme, file } => {
                let palette = Palette::of(theme);
                return Some(match file {
                    true => Reply::File(slot, svg(&plot, size, ratio, palette)),
                    false => Reply::Drawn(slot, Drawing::new(&plot, size, ratio, palette)),
                });
            }
            Task::Read { text, target } => return Some(Reply::Pasted(slot, Pasted::read(&text, target))),
            Task::Start { figure, values, inputs } => {
                self.runs.retain(|run| run.slot != slot);
                match request(figure, &values, inputs).map(|request| work(request, self.gauge, language)) {
                    Ok(Work::Goes(job)) => {
                        let due = (self.gauge.now)() + FIRST;
                        self.runs.push(Run { slot, number: run, language, job, running: true, due });
                        None
                    }
                    Ok(Work::Done(output)) => Some(Answer { slot, run, progress: 1.0, running: false, output }),
                    Err(why) => {
                        let output = Output { note: refusal(why, language), ..Output::default() };
                        Some(Answer { slot, run, progress: 1.0, running: false, output })
                    }
                }
            }
            Task::Show => {
                let run = self.runs.iter_mut().find(|run| run.slot == slot)?;
                run.language = language;
                Some(run.answer())
            }
            Task::Stop => {
                let run = self.runs.iter_mut().find(|run| run.slot == slot)?;
                run.running = false;
                Some(run.answer())
            }
        };
        answer.map(Reply::Figure)
    }

    fn work(&mut self) -> Vec<Reply> {
        let mut answers = Vec::new();
        for run in self.runs.iter_mut().filter(|run| run.running) {
            let begin = (self.gauge.now)();
            while !run.job.is_done() && (self.gauge.now)() - begin < SLICE {
                run.job.advance();
            }
            run.running = !run.job.is_done();
            let now = (self.gauge.now)();
            if !run.running || now >= run.due {
                run.due = now + REDRAW;
                answers.push(Reply::Figure(run.answer()));
            }
        }
        answers
    }
}

// The request of an order, or why there is none.
fn request(figure: Figure, values: &[f64], inputs: Option<Box<Parts>>) -> Result<Request, Option<Why>> {
    let inputs = inputs.map(|parts| Inputs::from_parts(*parts)).transpose().map_err(|error| match error {
        PartsError::Shape(error) => Some(Why::Shape(error)),
        PartsError::NotPositive => Some(Why::Divisor),
    })?;
    Request::new(figure, values, inputs).ok_or(None)
}

// What is said where nothing can be computed from an order. The page sends no such order.
fn refusal(why: Option<Why>, language: Language) -> String {
    let mut note = match language {
        Language::Zh => "没有计算：算图的部分收到的数不能用。".to_owned(),
        Language::En => "Not computed: the figure cannot use what it was given.".to_owned(),
    };
    if let Some(why) = why {
        note.push(' ');
        note += &why.message(language);
    }
    note
}
