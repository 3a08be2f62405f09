//! Vectors of two components in the plane, which are dragged with a pointer or moved with the arrow keys.

use std::fmt::Write;
use std::time::Duration;

use leptos::ev::{Event, KeyboardEvent, PointerEvent};
use leptos::prelude::*;

use super::figure::ComputedFigure;
use super::names::{role, row_letter, subscript};
use super::store::use_store;
use crate::browser;
use crate::document::edit::Edit;
use crate::engine::cell::Name;
use crate::engine::hull::hull;
use crate::engine::inputs::Inputs;
use crate::engine::matrix::Matrix;
use crate::engine::trace::Trace;
use crate::lessons::figure::Figure;
use crate::number::show_typed;
use crate::plots::plane::{Plane, SIDE};
use crate::text::Text;

/// Vectors of each matrix that are drawn; of more one could not be told from the other.
const MOST: usize = 12;
/// Names the vector of a handle.
const HANDLE: &str = "data-vector";

/// Queries and keys as arrows from the origin, with a table of their products.
#[component]
pub(super) fn Arrows() -> impl IntoView {
    let needs = Text {
        zh: "只有 d_k = 2 时才能画在平面上，而且起点要有 Q 和 K。",
        en: "This can be drawn only where d_k = 2, and where there are a Q and a K.",
    };
    view! { <Vectors figure=Figure::Arrows names=&[Name::Q, Name::K] needs draw=arrows /> }
}

/// Values as points, their hull, and the outputs, with a table of these.
#[component]
pub(super) fn Hull() -> impl IntoView {
    let needs = Text { zh: "只有 d_v = 2 时才能画在平面上。", en: "This can be drawn only where d_v = 2." };
    view! { <Vectors figure=Figure::Hull names=&[Name::V] needs draw=mixture /> }
}

// A row of a matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Vector {
    name: Name,
    row: usize,
    point: [f64; 2],
}

impl Vector {
    fn label(self) -> String {
        format!("{}{}", row_letter(self.name), subscript(self.row + 1))
    }

    // The class of its colour.
    fn role(self) -> String {
        format!("role-{}", role(self.name).token())
    }

    // What it is taken by, which a screen reader reads as a slider.
    fn handle(self, plane: Plane, decimals: usize) -> String {
        let (x, y) = plane.place(self.point);
        let [across, up] = self.point.map(|x| show_typed(x, decimals));
        format!(
            "<circle class=\"handle {}\" r=\"13\" cx=\"{x}\" cy=\"{y}\" {HANDLE}=\"{1}\" tabindex=\"0\" role=\"slider\" aria-label=\"{1}\" aria-valuenow=\"{2}\" aria-valuetext=\"({across}, {up})\"/>",
            self.role(),
            self.label(),
            self.point[0]
        )
    }
}

fn rows(name: Name, matrix: &Matrix) -> Vec<Vector> {
    let vector = |row| Vector { name, row, point: [matrix[(row, 0)], matrix[(row, 1)]] };
    if matrix.ncols() == 2 { (0..matrix.nrows().min(MOST)).map(vector).collect() } else { Vec::new() }
}

fn vectors(inputs: &Inputs, names: &[Name]) -> Vec<Vector> {
    names.iter().flat_map(|&name| inputs.matrix(name).map(|matrix| rows(name, matrix)).unwrap_or_default()).collect()
}

// The vector that is being dragged, and the piece of the plane as it was when that began: it stays until the end.
#[derive(Clone, Copy)]
struct Drag {
    vector: Vector,
    plane: Plane,
    // Where the pointer was last; it may move many times in a frame, which shows only the last of them.
    pointed: Option<(f64, f64)>,
}

// The drawing is one text, and one listener for each event serves all handles: elements of their own for each handle
// would weigh three times as much in the page.
#[component]
fn Vectors(
    figure: Figure,
    names: &'static [Name],
    needs: Text,
    draw: fn(&Inputs, &Trace, Plane) -> String,
) -> impl IntoView {
    let store = use_store();
    let drag = StoredValue::new(None::<Drag>);
    let released = RwSignal::new(0u32);
    let all = move || store.inputs.with(|inputs| vectors(inputs, names));
    let movable = move || store.inputs.with(|inputs| names.iter().all(|name| inputs.typed().contains(name)));
    let plane = move |all: &[Vector]| match drag.get_value() {
        Some(drag) => drag.plane,
        None => Plane::around(&all.iter().map(|vector| vector.point).collect::<Vec<_>>()),
    };
    let drawing = move || {
        released.track();
        let all = all();
        let plane = plane(&all);
        let drawn = store.inputs.with(|inputs| store.trace.with(|trace| draw(inputs, trace, plane)));
        let handles = if movable() { &all[..] } else { &[] };
        let handles: String = handles.iter().map(|vector| vector.handle(plane, store.decimals())).collect();
        format!("{}{drawn}{handles}", grid(plane))
    };
    let set = move |vector: Vector, point: [f64; 2]| store.edit(Edit::Row(vector.name, vector.row, point.to_vec()));
    let meant = move |event: &Event| {
        let handle = browser::attribute(event, HANDLE)?;
        untrack(all).into_iter().find(|vector| vector.label() == handle)
    };
    let follow = move || {
        let last = drag.try_update_value(|drag| {
            drag.as_mut().and_then(|drag| Some((drag.vector, drag.plane, drag.pointed.take()?)))
        });
        if let Some((vector, plane, (across, down))) = last.flatten() {
            set(vector, plane.point(across, down));
        }
    };
    let grab = move |event: PointerEvent| {
        if let Some(vector) = meant(&event) {
            event.prevent_default();
            browser::capture(&event);
            drag.set_value(Some(Drag { vector, plane: plane(&untrack(all)), pointed: None }));
        }
    };
    let pull = move |event: PointerEvent| {
        let place = browser::share_of_element(&event);
        let first = drag.try_update_value(|drag| {
            drag.as_mut().is_some_and(|drag| std::mem::replace(&mut drag.pointed, place).is_none())
        });
        if first == Some(true) {
            request_animation_frame(follow);
        }
    };
    let release = move |_: PointerEvent| {
        if drag.get_value().is_some() {
            follow();
            drag.set_value(None);
            released.update(|released| *released += 1);
            store.pause();
        }
    };
    let key = move |event: KeyboardEvent| {
        let far = if event.shift_key() { 10.0 } else { 1.0 };
        let steps = match event.key().as_str() {
            "ArrowRight" => [far, 0.0],
            "ArrowLeft" => [-far, 0.0],
            "ArrowUp" => [0.0, far],
            "ArrowDown" => [0.0, -far],
            _ => return,
        };
        if let Some(vector) = meant(&event) {
            event.prevent_default();
            set(vector, plane(&untrack(all)).moved(vector.point, steps));
            // The handle was drawn anew.
            set_timeout(move || browser::focus(&format!("[{HANDLE}=\"{}\"]", vector.label())), Duration::ZERO);
        }
    };
    view! {
        <div class="plane">
            <div>
                <svg
                    viewBox=format!("0 0 {SIDE} {SIDE}")
                    role="group"
                    aria-label=store.said(Text { zh: "平面上的向量", en: "Vectors in the plane" })
                    inner_html=drawing
                    on:pointerdown=grab
                    on:pointermove=pull
                    on:pointerup=release
                    on:pointercancel=release
                    on:keydown=key
                ></svg>
                <p class="soft hint">{move || {
                    let drawn = !all().is_empty();
                    store.say(if drawn { hint(movable()) } else { needs })
                }}</p>
            </div>
            <ComputedFigure figure />
        </div>
    }
}

fn hint(movable: bool) -> Text {
    if movable {
        Text {
            zh: "拖动圆圈，或选中它后用方向键移动；按住 Shift 走十步。",
            en: "Drag a circle, or focus it and use the arrow keys; with Shift it goes ten steps.",
        }
    } else {
        Text {
            zh: "这里的向量是算出来的，不能拖动；可在“更多设置”里改为从 Q、K、V 开始。",
            en: "These vectors are computed and cannot be dragged; in “More settings” you can start from Q, K, V.",
        }
    }
}

// ---- What lies below the handles, as SVG

fn grid(plane: Plane) -> String {
    let mut svg = String::new();
    for (at, label) in plane.grid() {
        let (x, y) = plane.place([at, at]);
        let axis = if at == 0.0 { " axis" } else { "" };
        let middle = SIDE / 2.0;
        let _ = write!(
            svg,
            "<path class=\"grid{axis}\" d=\"M{x} 0V{SIDE}M0 {y}H{SIDE}\"/><text class=\"tick\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{label}</text><text class=\"tick\" x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{label}</text>",
            middle - 5.0,
            y + 4.0,
            middle + 15.0,
        );
    }
    svg
}

// The name of a vector, beyond its end as seen from the origin; that of a query a little to one side, since a key may
// end at the same place.
fn name_at(vector: Vector, plane: Plane) -> String {
    let (x, y) = plane.place(vector.point);
    let (dx, dy) = (x - SIDE / 2.0, y - SIDE / 2.0);
    let far = dx.hypot(dy).max(1.0);
    let aside = if vector.name == Name::Q { 16.0 } else { 0.0 };
    let place =
        |from: f64, along: f64, across: f64| (from + (24.0 * along + aside * across) / far).clamp(12.0, SIDE - 12.0);
    let (x, y) = if far < 8.0 { (x + 20.0, y - 18.0 - aside) } else { (place(x, dx, dy), place(y, dy, -dx)) };
    format!(
        "<text class=\"name {}\" x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        vector.role(),
        y + 5.0,
        vector.label()
    )
}

fn arrows(inputs: &Inputs, _: &Trace, plane: Plane) -> String {
    let mut svg = String::new();
    for vector in vectors(inputs, &[Name::Q, Name::K]) {
        let (x, y) = plane.place(vector.point);
        let (dx, dy) = (x - SIDE / 2.0, y - SIDE / 2.0);
        let length = dx.hypot(dy);
        // A key is dashed, so that it differs without colour.
        let _ = write!(svg, "<path class=\"shaft {0}\" d=\"M{1} {1}L{x} {y}\"/>", vector.role(), SIDE / 2.0);
        if length > 1.0 {
            let (ux, uy) = (dx / length, dy / length);
            let corner = |side: f64| format!("{} {}", x - 11.0 * ux - side * uy, y - 11.0 * uy + side * ux);
            let _ = write!(
                svg,
                "<path class=\"head {}\" d=\"M{x} {y}L{}L{}Z\"/>",
                vector.role(),
                corner(4.5),
                corner(-4.5)
            );
        }
        svg += &name_at(vector, plane);
    }
    svg
}

fn mixture(inputs: &Inputs, trace: &Trace, plane: Plane) -> String {
    let values = rows(Name::V, inputs.values());
    let points: Vec<[f64; 2]> = values.iter().map(|value| value.point).collect();
    let corners: Vec<String> = hull(&points)
        .into_iter()
        .map(|corner| {
            let (x, y) = plane.place(points[corner]);
            format!("{x},{y}")
        })
        .collect();
    let mut svg = format!("<polygon class=\"hull\" points=\"{}\"/>", corners.join(" "));
    for value in &values {
        let (x, y) = plane.place(value.point);
        let _ =
            write!(svg, "<circle class=\"dot role-value\" cx=\"{x}\" cy=\"{y}\" r=\"4\"/>{}", name_at(*value, plane));
    }
    for output in rows(Name::Output, &trace.output) {
        let (x, y) = plane.place(output.point);
        let _ = write!(svg, "<path class=\"dot role-output\" d=\"M{} {}h9v9h-9Z\"/>", x - 4.5, y - 4.5);
        let _ = write!(
            svg,
            "<text class=\"name role-output\" x=\"{}\" y=\"{}\">{}</text>",
            (x + 8.0).min(SIDE - 20.0),
            (y - 7.0).max(14.0),
            output.label()
        );
    }
    svg
}
