//! The values of a line plot, in words and as a table.

use attention_lab::plots::lines::{LinePlot, Point, Series};
use attention_lab::presentation::html::{escaped, head};
use attention_lab::presentation::reading::{reading, value, values};
use attention_lab::text::Language::{En, Zh};

fn plot() -> LinePlot {
    let series = |name: &str, points: &[(f64, f64, Option<f64>)]| Series {
        name: name.to_owned(),
        points: points.iter().map(|&(x, y, error)| Point { x, y, error }).collect(),
        ..Series::default()
    };
    LinePlot {
        x_label: "d_k".to_owned(),
        series: vec![
            series("none", &[(64.0, 0.62, Some(0.0191)), (128.0, f64::NAN, None)]),
            series("÷ <√d_k>", &[(64.0, 4.35, None)]),
            series("÷ d_k", &[(0.5, 1e-9, Some(0.0))]),
        ],
        ..LinePlot::default()
    }
}

#[test]
fn a_reading_names_what_has_a_point_there() {
    assert_eq!(reading(&plot(), 64.0, En, 3), "d_k = 64: none 0.620 ± 0.019; ÷ <√d_k> 4.350");
    assert_eq!(reading(&plot(), 64.0, Zh, 2), "d_k = 64：none 0.62 ± 0.02；÷ <√d_k> 4.35");
    assert_eq!(reading(&plot(), 0.5, En, 3), "d_k = 0.5: ÷ d_k 1e−9 ± 0.000");
    assert_eq!(reading(&plot(), 128.0, En, 3), "d_k = 128: none NaN");
    assert_eq!(value(&Point { x: 0.0, y: f64::INFINITY, error: Some(f64::NAN) }, 3), "∞ ± NaN");
}

#[test]
fn the_table_has_a_row_for_each_x_and_a_column_for_each_series() {
    let table = "<table><caption>Entropy &amp; width</caption><thead><tr><th scope=\"col\">d_k</th><th scope=\"col\">none</th><th scope=\"col\">÷ &lt;√d_k></th><th scope=\"col\">÷ d_k</th></tr></thead><tbody>\
        <tr><th scope=\"row\">0.5</th><td></td><td></td><td>1e−9 ± 0.000</td></tr>\
        <tr><th scope=\"row\">64</th><td>0.620 ± 0.019</td><td>4.350</td><td></td></tr>\
        <tr><th scope=\"row\">128</th><td>NaN</td><td></td><td></td></tr></tbody></table>";
    assert_eq!(values(&plot(), "Entropy & width", 3), table);
}

#[test]
fn text_cannot_leave_its_place() {
    assert_eq!(escaped("<a href=\"x\">&amp;"), "&lt;a href=&quot;x&quot;>&amp;amp;");
    assert_eq!(head("row", "\"k\""), "<th scope=\"row\" title=\"&quot;k&quot;\">&quot;k&quot;</th>");
}
