//! The drawing of vectors in the plane.

use attention_lab::engine::cell::Name;
use attention_lab::engine::trace::attend;
use attention_lab::plots::plane::Plane;
use attention_lab::presentation::plane::{arrows, grid, mixture, vectors};

use super::inputs;

/// 400 units across for −2 to 2: a unit is 100, and the origin lies at (200, 200).
const PLANE: Plane = Plane { reach: 2.0 };

#[test]
fn a_matrix_of_two_columns_is_drawn_twelve_rows_at_most() {
    let inputs = inputs("lesson=bench&from=qkv&q=1,0&k=0,1;1,1&v=1,2,3;4,5,6");
    let of = |names: &[Name]| {
        vectors(&inputs, names).into_iter().map(|vector| (vector.label(), vector.point)).collect::<Vec<_>>()
    };
    let all = [("q₁".to_owned(), [1.0, 0.0]), ("k₁".to_owned(), [0.0, 1.0]), ("k₂".to_owned(), [1.0, 1.0])];
    assert_eq!(of(&[Name::Q, Name::K]), all);
    assert_eq!(of(&[Name::V]), [], "three columns do not lie in the plane");
    let many = inputs.with_size(attention_lab::engine::inputs::Dimension::Keys, 13);
    assert_eq!(vectors(&many, &[Name::K]).last().map(|vector| vector.label()).as_deref(), Some("k₁₂"));
}

/// The query ends at (300, 350), the key at (200, 100), straight up: its head is 11 long and 9 wide.
#[test]
fn arrows_go_from_the_origin_and_bear_their_names() {
    let inputs = inputs("lesson=bench&from=qkv&q=1,-1.5&k=0,1;0,0&v=1;2");
    let svg = arrows(&inputs, &attend(&inputs), PLANE);
    for part in [
        "<path class=\"shaft role-query\" d=\"M200 200L300 350\"/>",
        "<path class=\"shaft role-key\" d=\"M200 200L200 100\"/><path class=\"head role-key\" d=\"M200 100L204.5 111L195.5 111Z\"/>",
        // 24 beyond its end.
        "<text class=\"name role-key\" x=\"200\" y=\"81\" text-anchor=\"middle\">k₁</text>",
        // Of no length: no head, and its name beside the origin.
        "<path class=\"shaft role-key\" d=\"M200 200L200 200\"/><text class=\"name role-key\" x=\"220\" y=\"187\" text-anchor=\"middle\">k₂</text>",
    ] {
        assert!(svg.contains(part), "{part}\n{svg}");
    }
    assert_eq!(svg.matches("class=\"head").count(), 2);
}

#[test]
fn a_handle_is_a_slider_that_says_where_it_is() {
    let inputs = inputs("lesson=bench&from=qkv&q=1,-1.5&k=0,1;0.02,1&v=1;2");
    let all = vectors(&inputs, &[Name::Q, Name::K]);
    let at_rest = "<circle class=\"handle role-query\" r=\"13\" cx=\"300\" cy=\"350\" data-vector=\"q₁\" tabindex=\"0\" role=\"slider\" aria-label=\"q₁\" aria-valuenow=\"1\" aria-valuetext=\"(1, −1.5)\"/><text class=\"name role-query\" x=\"8\" y=\"20\">q₁ = (1, −1.5)</text>";
    assert_eq!(all[0].handle(PLANE, 3, false), at_rest);
    assert_eq!(all[0].handle(PLANE, 3, true), at_rest.replace("handle role-query", "handle role-query dragged"));
    assert!(all[1].is_near(all[2], PLANE) && !all[1].is_near(all[0], PLANE), "2 units apart, and 269");
    let moved = attention_lab::presentation::plane::Vector { point: [0.5, 0.25], ..all[2] };
    assert!(moved.is(all[2]) && !moved.is(all[1]));
    assert_eq!(moved.placed_in(&inputs), super::inputs("lesson=bench&from=qkv&q=1,-1.5&k=0,1;0.5,0.25&v=1;2"));
}

/// Equal weights: the output is the mean of (1, 0), (0, 1), (−1, −1) and (0, 0), which is (0, 0), within the hull.
#[test]
fn the_output_lies_within_the_hull_of_the_values() {
    let inputs = inputs("lesson=bench&from=qkv&q=0&k=1;2;3;4&v=1,0;0,1;-1,-1;0,0");
    let svg = mixture(&inputs, &attend(&inputs), PLANE);
    let start = svg.find("points=\"").expect("a hull") + "points=\"".len();
    let mut corners: Vec<&str> = svg[start..].split('"').next().expect("an end").split(' ').collect();
    corners.sort_unstable();
    assert_eq!(corners, ["100,300", "200,100", "300,200"], "the value at the origin is no corner");
    assert!(svg.contains("<circle class=\"dot role-value\" cx=\"300\" cy=\"200\" r=\"4\"/>"), "{svg}");
    assert_eq!(svg.matches("class=\"dot role-value\"").count(), 4);
    assert!(svg.contains("<path class=\"dot role-output\" d=\"M195.5 195.5h9v9h-9Z\"/><text class=\"name role-output\" x=\"208\" y=\"193\">o₁</text>"), "{svg}");
}

#[test]
fn the_grid_has_its_axes_and_numbers() {
    let svg = grid(PLANE);
    assert!(svg.contains("<path class=\"grid axis\" d=\"M200 0V400M0 200H400\"/>"), "{svg}");
    // A unit to the right and, as y grows upward, one below.
    let one = "<path class=\"grid\" d=\"M300 0V400M0 100H400\"/><text class=\"tick\" x=\"195\" y=\"104\" text-anchor=\"end\">1</text><text class=\"tick\" x=\"300\" y=\"215\" text-anchor=\"middle\">1</text>";
    assert!(svg.contains(one), "{svg}");
}
