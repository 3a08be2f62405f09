//! The values of a line plot, in words and as a table.

use super::html::escaped;
use crate::number::{show, show_typed};
use crate::plots::lines::{LinePlot, Point, Series};
use crate::text::Language;

/// All values at `x`: `d_k = 64: none 0.620 ± 0.019; ÷ √d_k 4.350 ± 0.131`. A series without a point there is left out.
pub fn reading(plot: &LinePlot, x: f64, language: Language, decimals: usize) -> String {
    let value =
        |(series, point): (&Series, Option<&Point>)| Some(format!("{} {}", series.name, value(point?, decimals)));
    let values: Vec<String> = plot.at(x).filter_map(value).collect();
    let (x, label) = (show_typed(x, decimals), &plot.x_label);
    match language {
        Language::En => format!("{label} = {x}: {}", values.join("; ")),
        Language::Zh => format!("{label} = {x}：{}", values.join("；")),
    }
}

/// One value with its standard error, where it has one.
pub fn value(point: &Point, decimals: usize) -> String {
    let y = show(point.y, decimals);
    match point.error {
        Some(error) => format!("{y} ± {}", show(error, decimals)),
        None => y,
    }
}

/// All values as a table, a row for each x and a column for each series, named `title`.
pub fn values(plot: &LinePlot, title: &str, decimals: usize) -> String {
    let row = |x: f64| {
        let cell = |point: Option<&Point>| point.map_or_else(String::new, |point| value(point, decimals));
        let cells: String = plot.at(x).map(|(_, point)| format!("<td>{}</td>", cell(point))).collect();
        format!("<tr><th scope=\"row\">{}</th>{cells}</tr>", show_typed(x, decimals))
    };
    let names: String =
        plot.series.iter().map(|series| format!("<th scope=\"col\">{}</th>", escaped(&series.name))).collect();
    let rows: String = plot.samples().into_iter().map(row).collect();
    let [title, x] = [title, &plot.x_label].map(escaped);
    format!(
        "<table><caption>{title}</caption><thead><tr><th scope=\"col\">{x}</th>{names}</tr></thead><tbody>{rows}</tbody></table>"
    )
}
