//! What is done apart from the page, for figures, pictures of plots and pastes: orders go in, answers come out.
//!
//! It runs in a worker, so that the page never waits for a figure, nor for the code of it all. An order of a figure holds
//! the link of the document as the figure needs it: the link is the state.

use serde::{Deserialize, Serialize};

use crate::choice::Choice;
use crate::document::paste::{Pasted, Target};
use crate::document::{Document, link};
use crate::engine::gauge::Gauge;
use crate::figures::{Context, Output, Sampled, instant, sampling};
use crate::lessons::figure::Figure;
use crate::plots::drawing::{Drawing, svg};
use crate::plots::lines::LinePlot;
use crate::plots::palette::{Palette, Theme};
use crate::text::Language;

/// Milliseconds of sampling before new orders are looked at.
const SLICE: f64 = 25.0;
/// Milliseconds between two answers of one figure: the page draws its plots at each.
const REDRAW: f64 = 150.0;
/// Milliseconds until the first answer, so that the first points are there at once.
const FIRST: f64 = 40.0;

/// Names the sources that page and worker were built from. They understand each other only when these are the same.
pub const BUILD: &str = env!("BUILD");

/// What the page asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Order {
    /// Which figure of the page asks; a new order of a figure ends what it asked for before.
    pub slot: u32,
    /// Which run of that figure; its answers bear it.
    pub run: u32,
    /// What is to be done.
    pub task: Task,
    /// Of the names in the output.
    pub language: Language,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Task {
    /// Computes a figure from the beginning.
    Start {
        /// The figure's id.
        figure: String,
        /// The document, as a link.
        link: String,
        /// The [fingerprint](crate::engine::inputs::Inputs::fingerprint) of the document that the page shows, which the link must give back.
        fingerprint: u32,
    },
    /// Shows what there is, as in another language.
    Show,
    /// Goes no further; what is done stays.
    Stop,
    /// Draws a plot.
    Draw {
        /// The plot.
        plot: LinePlot,
        /// Width and height, device pixels.
        size: (u32, u32),
        /// Device pixels a CSS pixel.
        ratio: f64,
        /// Whose colours it has.
        theme: Theme,
        /// Whether as the text of an SVG file, in place of marks for a canvas.
        file: bool,
    },
    /// Reads what was pasted.
    Read {
        /// The text.
        text: String,
        /// Where it was pasted.
        target: Target,
    },
}

/// What the page hears.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    /// Of a figure.
    Figure(Answer),
    /// A plot that this slot had drawn, for a canvas.
    Drawn(u32, Drawing),
    /// The same as the text of an SVG file.
    File(u32, String),
    /// What the paste of this slot comes to.
    Pasted(u32, Pasted),
}

impl Reply {
    /// Who asked.
    pub fn slot(&self) -> u32 {
        match self {
            Self::Figure(answer) => answer.slot,
            Self::Drawn(slot, _) | Self::File(slot, _) | Self::Pasted(slot, _) => *slot,
        }
    }
}

/// What a figure shows so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// Which figure of the page asked.
    pub slot: u32,
    /// Which run of it.
    pub run: u32,
    /// The share that is done, 0…1.
    pub progress: f64,
    /// Whether it goes on.
    pub running: bool,
    /// What is done so far.
    pub output: Output,
}

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
            Task::Start { figure, link, fingerprint } => {
                self.runs.retain(|run| run.slot != slot);
                let figure = Figure::from_id(&figure)?;
                match document(&link, fingerprint, language) {
                    Ok(document) => self.start(slot, run, language, figure, &document),
                    Err(note) => {
                        let output = Output { note, ..Output::default() };
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

    // An instant figure is answered at once.
    fn start(
        &mut self,
        slot: u32,
        run: u32,
        language: Language,
        figure: Figure,
        document: &Document,
    ) -> Option<Answer> {
        let (settings, inputs) = (&document.settings, &document.inputs);
        match sampling(figure, settings, self.gauge) {
            Some(job) => {
                self.runs.push(Run {
                    slot,
                    number: run,
                    language,
                    job,
                    running: true,
                    due: (self.gauge.now)() + FIRST,
                });
                None
            }
            None => {
                let output = instant(figure, &Context { settings, inputs, language })?;
                Some(Answer { slot, run, progress: 1.0, running: false, output })
            }
        }
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

// The document of a link, or why it is not the one that the page shows: other numbers than the page's are never computed
// with in silence.
fn document(link: &str, fingerprint: u32, language: Language) -> Result<Document, String> {
    let (state, problems) = link::read(link, language);
    if problems.is_empty() && state.document.inputs.fingerprint() == fingerprint {
        return Ok(state.document);
    }
    let mut note = match language {
        Language::Zh => "没有计算：算图的部分读到的数与页面上的不一致。".to_owned(),
        Language::En => "Not computed: what the figure was given is not what the page shows.".to_owned(),
    };
    for problem in problems {
        note.push(' ');
        note += &problem.message(language);
    }
    Err(note)
}

impl Order {
    /// As bytes, for [`Laboratory::turn`].
    pub fn write(&self) -> Vec<u8> {
        postcard::to_allocvec(self).unwrap_or_default()
    }
}

impl Reply {
    /// From bytes, as [`Laboratory::turn`] gives them; `None` when they are none.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let (reply, rest) = postcard::take_from_bytes(bytes).ok()?;
        rest.is_empty().then_some(reply)
    }
}
