//! What a figure shows: plots, tables and a remark.

use crate::number::{full, show, show_typed};
use crate::plots::lines::LinePlot;
use crate::text::Language;
use serde::{Deserialize, Serialize};

/// What a figure shows, in both languages: the same numbers with other words.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Outputs {
    /// In Simplified Chinese.
    pub zh: Output,
    /// In English.
    pub en: Output,
}

impl Outputs {
    /// What `of` gives in each language.
    pub fn both(of: impl Fn(Language) -> Output) -> Self {
        Self { zh: of(Language::Zh), en: of(Language::En) }
    }

    /// The output in `language`.
    pub fn get(&self, language: Language) -> &Output {
        match language {
            Language::Zh => &self.zh,
            Language::En => &self.en,
        }
    }
}

/// What a figure shows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Output {
    /// Side by side, in this order.
    pub plots: Vec<LinePlot>,
    /// Below the plots.
    pub tables: Vec<Table>,
    /// What was computed, and how.
    pub note: String,
}

/// A table of numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// What it shows.
    pub caption: String,
    /// The names of the columns; the first is that of the row names.
    pub head: Vec<String>,
    /// The rows, each as long as `head` less one.
    pub rows: Vec<Row>,
    /// What colours its cells, as a heat map.
    pub heat: Heat,
}

/// What the colour of a cell says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Heat {
    /// Nothing.
    #[default]
    None,
    /// Sign and size, beside the largest of the table.
    Signed,
    /// A slope a(1−a) or −ab of softmax, on the scale from −0.25 to 0.25, which no slope leaves.
    Slopes,
    /// A weight, on the scale from 0 to 1 that all weights share.
    Weights,
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Its name.
    pub label: String,
    /// Its cells.
    pub cells: Vec<TableCell>,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum TableCell {
    /// Shown at the decimals of the page.
    Number(f64),
    /// Shown at the decimals of the page, or as a power of ten where it is below 1e−3 or from 1e6 on.
    Significant(f64),
    /// Shown in full.
    Exact(f64),
    /// The same with four decimals at least, and with what went wrong here; a cell that only carries it on has none.
    Marked(f64, Option<FloatException>),
    /// Words, or a formula with its numbers put in.
    Text(String),
    /// Nothing.
    Empty,
}

/// The floating-point exception (IEEE 754, section 7) that the operation of a cell raised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FloatException {
    /// ±∞ from finite numbers.
    Overflow,
    /// 0 from what is not 0.
    Underflow,
    /// NaN from numbers.
    NotANumber,
}

impl FloatException {
    /// All marks.
    pub const ALL: [Self; 3] = [Self::Overflow, Self::Underflow, Self::NotANumber];
}

impl TableCell {
    /// Its number; NaN where there is none.
    pub fn value(&self) -> f64 {
        match self {
            Self::Number(value) | Self::Significant(value) | Self::Exact(value) | Self::Marked(value, _) => *value,
            Self::Text(_) | Self::Empty => f64::NAN,
        }
    }

    /// The same; nothing where its number is not finite.
    pub fn or_empty(self) -> Self {
        if self.value().is_finite() { self } else { Self::Empty }
    }

    /// As it is shown at `decimals`.
    pub fn text(&self, decimals: usize) -> String {
        match self {
            Self::Number(value) => show(*value, decimals),
            Self::Significant(value) => significant(*value, decimals),
            Self::Exact(value) => full(*value),
            Self::Marked(value, _) => significant(*value, decimals.max(4)),
            Self::Text(text) => text.clone(),
            Self::Empty => String::new(),
        }
    }

    /// What is born here.
    pub fn mark(&self) -> Option<FloatException> {
        match self {
            Self::Marked(_, mark) => *mark,
            _ => None,
        }
    }
}

/// A decimal fraction where that is short, else a power of ten with `decimals` decimals.
fn significant(value: f64, decimals: usize) -> String {
    let plain = value == 0.0 || !value.is_finite() || (1e-3..1e6).contains(&value.abs());
    if plain { show_typed(value, decimals) } else { format!("{value:.decimals$e}").replace('-', "−") }
}

impl Table {
    /// A table without colours.
    pub fn new(caption: String, head: Vec<String>, rows: Vec<Row>) -> Self {
        Self { caption, head, rows, heat: Heat::None }
    }

    /// The table as comma-separated values, every digit of every number, ends of lines as RFC 4180 has them.
    pub fn csv(&self) -> String {
        let number = |entry: &TableCell| match entry {
            TableCell::Empty => String::new(),
            TableCell::Text(text) => quoted(text),
            entry => crate::number::exact(entry.value()),
        };
        let head = self.head.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(",");
        let row = |row: &Row| {
            std::iter::once(quoted(&row.label)).chain(row.cells.iter().map(number)).collect::<Vec<_>>().join(",")
        };
        std::iter::once(head).chain(self.rows.iter().map(row)).map(|line| line + "\r\n").collect()
    }
}

/// The values of a plot as comma-separated values: x, then y and standard error of each series.
pub fn plot_csv(plot: &LinePlot) -> String {
    let names = plot.series.iter().flat_map(|series| [series.name.clone(), format!("{} ± (s.e.)", series.name)]);
    let head: Vec<String> = std::iter::once(plot.x_label.clone()).chain(names).map(|name| quoted(&name)).collect();
    let row = |x: f64| {
        let values = plot.at(x).flat_map(|(_, point)| {
            let text = |value: Option<f64>| value.map_or_else(String::new, crate::number::exact);
            [text(point.map(|point| point.y)), text(point.and_then(|point| point.error))]
        });
        std::iter::once(crate::number::exact(x)).chain(values).collect::<Vec<_>>().join(",")
    };
    std::iter::once(head.join(",")).chain(plot.samples().into_iter().map(row)).map(|line| line + "\r\n").collect()
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}
