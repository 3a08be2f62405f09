//! A table of a figure. It is written as HTML: a cell of numbers needs no reactive node of its own.

use leptos::prelude::*;

use super::save::{Save, SaveButtons};
use super::store::{Store, use_store};
use crate::figures::{FloatException, Heat, Row, Table, TableCell};
use crate::number::full;
use crate::presentation::html::escaped;
use crate::text::Text;

/// The table, with its marks explained and a button that saves it.
#[component]
pub(super) fn FigureTable(table: Memo<Table>) -> impl IntoView {
    let caption = Signal::derive(move || table.with(|table| table.caption.clone()));
    let store = use_store();
    let save = Callback::new(move |kind| (kind == Save::Csv).then(|| table.with_untracked(Table::csv)));
    view! {
        <div class="table" hidden=move || table.with(|table| table.rows.is_empty())>
        <div
            class="scroll"
            tabindex="0"
            role="group"
            aria-label=caption
            inner_html=move || table.with(|table| html(store, table))
        ></div>
        <SaveButtons kinds=&[Save::Csv] name=caption save />
        </div>
    }
}

fn html(store: Store, table: &Table) -> String {
    let cells = || table.rows.iter().flat_map(|row| &row.cells);
    let largest = cells().map(|cell| cell.value().abs()).fold(0.0, f64::max);
    let tint = |value: f64| {
        let colour = match table.heat {
            Heat::None => return String::new(),
            _ if value.is_nan() => return String::new(),
            Heat::Signed => store.palette().diverging(value, largest),
            Heat::Slopes => store.palette().diverging(value, 0.25),
            Heat::Weights => store.palette().sequential(value),
        };
        format!(" style=\"background-color: {}\"", colour.css())
    };
    let has_words = |column: usize| {
        column > 0 && table.rows.iter().any(|row| matches!(row.cells.get(column - 1), Some(TableCell::Text(_))))
    };
    // The corner above the row names heads nothing.
    let heading = |(column, name): (usize, &String)| match name.is_empty() {
        true => "<td></td>".to_owned(),
        false => {
            let class = if has_words(column) { " class=\"words\"" } else { "" };
            // A line ends before a sign, not behind it.
            format!("<th scope=\"col\"{class}>{}</th>", escaped(name).replace("÷ ", "÷\u{a0}"))
        }
    };
    let head: String = table.head.iter().enumerate().map(heading).collect();
    let rows: String = table.rows.iter().map(|row| row_html(store, row, &tint)).collect();
    let found = |mark: &FloatException| cells().any(|cell| cell.mark() == Some(*mark));
    let legend = |mark: FloatException| {
        format!("<span><b class=\"born\">{}</b> {}</span> ", symbol(mark), store.say(meaning(mark)))
    };
    let marks: String = FloatException::ALL.into_iter().filter(found).map(legend).collect();
    format!(
        "<table class=\"computed-table\"><caption>{}</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table><p class=\"legend\">{marks}</p>",
        escaped(&table.caption),
    )
}

fn row_html(store: Store, row: &Row, tint: &impl Fn(f64) -> String) -> String {
    let cell = |entry: &TableCell| {
        if let TableCell::Text(text) = entry {
            return format!("<td class=\"words\">{}</td>", escaped(text));
        }
        let value = entry.value();
        let tint = tint(value);
        let mark = entry.mark().map_or_else(String::new, |mark| {
            format!(
                "<b class=\"born\" role=\"img\" aria-label=\"{0}\" title=\"{0}\">{1}</b>",
                store.say(meaning(mark)),
                symbol(mark)
            )
        });
        let title = if *entry == TableCell::Empty { String::new() } else { full(value) };
        format!("<td title=\"{title}\"{tint}>{}{mark}</td>", entry.text(store.decimals()))
    };
    let cells: String = row.cells.iter().map(cell).collect();
    format!("<tr><th scope=\"row\">{}</th>{cells}</tr>", escaped(&row.label))
}

fn symbol(mark: FloatException) -> &'static str {
    match mark {
        FloatException::Overflow => "↑",
        FloatException::Underflow => "↓",
        FloatException::NotANumber => "?",
    }
}

fn meaning(mark: FloatException) -> Text {
    match mark {
        FloatException::Overflow => Text { zh: "在此上溢", en: "overflows here" },
        FloatException::Underflow => Text { zh: "在此下溢为 0", en: "underflows to 0 here" },
        FloatException::NotANumber => Text { zh: "NaN 在此产生", en: "NaN is born here" },
    }
}
