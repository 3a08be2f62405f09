//! HTML as text, for tables whose cells need no reactive node of their own.

use super::matrix_table::{CellLook, MatrixTable};

/// `text` within an element or a quoted attribute.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

/// The value of `aria-pressed`.
pub fn pressed(on: bool) -> &'static str {
    if on { "true" } else { "false" }
}

/// The head and body of a matrix; the page paints what changes from then on.
pub fn matrix(table: &MatrixTable) -> String {
    let columns: String = table.columns.iter().map(|name| head("col", name)).collect();
    let has_sums = table.rows.iter().any(|row| row.sum.is_some());
    let sums = if has_sums { "<th scope=\"col\" class=\"sum\">Σ</th>" } else { "" };
    let mut html = format!("<thead><tr><td></td>{columns}{sums}</tr></thead><tbody>");
    for row in &table.rows {
        html += &(String::from("<tr>") + &head("row", &row.head));
        row.looks.iter().for_each(|look| html += &cell(look, table.editable));
        if let Some(sum) = &row.sum {
            html += &format!("<td class=\"sum\">{}</td>", escaped(sum));
        }
        html += "</tr>";
    }
    html + "</tbody>"
}

/// The head of a row or column (`scope`). A long one is cut by the stylesheet; its title is whole.
pub fn head(scope: &str, name: &str) -> String {
    let name = escaped(name);
    format!("<th scope=\"{scope}\" title=\"{name}\">{name}</th>")
}

fn cell(look: &CellLook, editable: bool) -> String {
    let attribute =
        |name: &str, value: Option<&str>| value.map_or_else(String::new, |v| format!(" {name}=\"{}\"", escaped(v)));
    let names = attribute("data-cell", Some(&look.id)) + &attribute("aria-label", Some(&look.spoken));
    let style = attribute("class", Some(&look.class)) + &attribute("style", look.tint.as_deref());
    if !editable {
        return format!("<td tabindex=\"{}\"{names}{style}>{}</td>", look.tab_index(), escaped(&look.text));
    }
    let wrong = attribute("aria-invalid", look.error.as_ref().map(|_| "true"))
        + &attribute("aria-describedby", look.error.as_deref());
    format!(
        "<td{style}><input type=\"text\" size=\"1\" autocomplete=\"off\" autocapitalize=\"off\" spellcheck=\"false\"{names}{wrong}{}></td>",
        attribute("value", Some(&look.text))
    )
}
