//! What page and worker write to each other.

use serde::{Deserialize, Serialize};

use crate::document::Document;
use crate::document::paste::{Pasted, Target};
use crate::engine::inputs::{Inputs, Parts};
use crate::figures::Outputs;
use crate::lessons::figure::{Figure, FigureKind};
use crate::plots::drawing::Drawing;
use crate::plots::lines::LinePlot;
use crate::plots::palette::Theme;

/// What the page asks for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Order {
    /// Which figure of the page asks; a new order of a figure ends what it asked for before.
    pub slot: u32,
    /// Which run of that figure; its answers bear it.
    pub run: u32,
    /// What is to be done.
    pub task: Task,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Task {
    /// Computes a figure from the beginning.
    Start {
        /// The figure.
        figure: Figure,
        /// The values of its settings, in their order.
        values: Vec<f64>,
        /// The page's own numbers, where the figure reads them.
        inputs: Option<Box<Parts>>,
    },
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

/// All of a document that a figure is computed from: while it stays the same, the figure does.
#[derive(Clone, Debug, PartialEq)]
pub struct Needs {
    figure: Figure,
    values: Vec<f64>,
    inputs: Option<Inputs>,
}

impl Needs {
    /// What `figure` needs of `document`.
    pub fn of(figure: Figure, document: &Document) -> Self {
        let reads = figure.kind() == FigureKind::OfPage;
        Self {
            figure,
            values: document.settings.values(figure),
            inputs: if reads { Some(document.inputs.clone()) } else { None },
        }
    }

    /// The order to compute the figure.
    pub fn task(&self) -> Task {
        let inputs = self.inputs.as_ref().map(|inputs| Box::new(inputs.parts()));
        Task::Start { figure: self.figure, values: self.values.clone(), inputs }
    }
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
    pub output: Outputs,
}

impl Order {
    /// As bytes, for [`Laboratory::turn`](super::Laboratory::turn).
    pub fn write(&self) -> Vec<u8> {
        postcard::to_allocvec(self).unwrap_or_default()
    }
}

impl Reply {
    /// From bytes, as [`Laboratory::turn`](super::Laboratory::turn) gives them; `None` when they are none.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let (reply, rest) = postcard::take_from_bytes(bytes).ok()?;
        rest.is_empty().then_some(reply)
    }
}
