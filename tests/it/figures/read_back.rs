//! Comma-separated values, read back.

use attention_lab::figures::{Row, Table, TableCell, plot_csv};
use attention_lab::plots::lines::{LinePlot, Point};
use proptest::prelude::*;

use crate::fixture::same_bits;

/// Reads RFC 4180: lines end with CR LF, a cell in quotation marks may hold commas, and a mark as two.
fn cells(csv: &str) -> Vec<Vec<String>> {
    let lines = csv.strip_suffix("\r\n").expect("a last line that ends").split("\r\n");
    lines.map(line).collect()
}

fn line(text: &str) -> Vec<String> {
    let (mut cells, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '"' if quoted && rest.peek() == Some(&'"') => cell.push(rest.next().expect("peeked")),
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(std::mem::take(&mut cell)),
            c => cell.push(c),
        }
    }
    assert!(!quoted, "{text}");
    cells.push(cell);
    cells
}

fn number(text: &str) -> f64 {
    text.parse().unwrap_or_else(|_| panic!("{text:?} is no number"))
}

/// Every cell comes back, to the last bit.
pub fn check_table(table: &Table) -> Result<(), TestCaseError> {
    let lines = cells(&table.csv());
    prop_assert_eq!(lines.len(), table.rows.len() + 1);
    prop_assert_eq!(&lines[0], &table.head);
    for (cells, row) in lines[1..].iter().zip(&table.rows) {
        prop_assert_eq!(row.cells.len() + 1, table.head.len(), "{}: {}", table.caption, row.label);
        prop_assert_eq!((cells.len(), &cells[0]), (table.head.len(), &row.label));
        for (text, entry) in cells[1..].iter().zip(&row.cells) {
            match entry {
                TableCell::Empty => prop_assert_eq!(text, ""),
                TableCell::Text(words) => prop_assert_eq!(text, words),
                entry => prop_assert!(same_bits(number(text), entry.value()), "{text}, not {entry:?}"),
            }
        }
    }
    Ok(())
}

/// Every point of every series comes back, in its order.
pub fn check_plot(plot: &LinePlot) -> Result<(), TestCaseError> {
    let lines = cells(&plot_csv(plot));
    let names = plot.series.iter().flat_map(|series| [series.name.clone(), format!("{} ± (s.e.)", series.name)]);
    let head: Vec<String> = std::iter::once(plot.x_label.clone()).chain(names).collect();
    prop_assert_eq!(&lines[0], &head);
    for (at, series) in plot.series.iter().enumerate() {
        let there = |cells: &&Vec<String>| !cells[1 + 2 * at].is_empty();
        let read = |cells: &Vec<String>| {
            let error = Some(cells[2 + 2 * at].as_str()).filter(|text| !text.is_empty()).map(number);
            Point { x: number(&cells[0]), y: number(&cells[1 + 2 * at]), error }
        };
        let found: Vec<Point> = lines[1..].iter().filter(there).map(read).collect();
        prop_assert_eq!(found.len(), series.points.len(), "{} of {}", &series.name, &plot.y_label);
        for (a, b) in found.iter().zip(&series.points) {
            prop_assert!(same_point(a, b), "{a:?}, not {b:?}");
        }
    }
    Ok(())
}

/// Equal to the last bit, errors too.
pub fn same_point(a: &Point, b: &Point) -> bool {
    let errors = match (a.error, b.error) {
        (Some(a), Some(b)) => same_bits(a, b),
        (a, b) => a.is_none() && b.is_none(),
    };
    same_bits(a.x, b.x) && same_bits(a.y, b.y) && errors
}

#[test]
fn quotation_is_read_back() {
    assert_eq!(line("a,\"b, \"\"c\"\"\",,1"), ["a", "b, \"c\"", "", "1"]);
    let row = Row { label: "x, \"y\"".to_owned(), cells: vec![TableCell::Exact(-0.0), TableCell::Empty] };
    let table = Table { head: ["", "a,b", "c"].map(str::to_owned).to_vec(), rows: vec![row], ..Table::default() };
    check_table(&table).expect("every digit");
}
