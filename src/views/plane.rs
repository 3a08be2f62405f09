//! Vectors of two components in the plane, which are dragged with a pointer or moved with the arrow keys.

use std::fmt::Write;

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::prelude::*;

use super::figure_table::FigureTable;
use super::names::{role, row_letter, subscript};
use super::store::{Store, use_store};
use crate::browser;
use crate::document::edit::Edit;
use crate::engine::cell::Name;
use crate::engine::hull::hull;
use crate::engine::inputs::Inputs;
use crate::engine::matrix::Matrix;
use crate::engine::trace::Trace;
use crate::figures::{Output, mixing, pairs};
use crate::number::show_typed;
use crate::plots::plane::{Plane, SIDE};
use crate::text::{Language, Text};

/// Vectors of each matrix that are drawn; of more one could not be told from the other.
const MOST: usize = 12;

/// Queries and keys as arrows from the origin.
#[component]
pub(super) fn Arrows() -> impl IntoView {
    let needs = Text {
        zh: "只有 d_k = 2 时才能画在平面上，而且起点要有 Q 和 K。",
        en: "This can be drawn only where d_k = 2, and where there are a Q and a K.",
    };
    view! { <Vectors names=&[Name::Q, Name::K] needs beside=pairs draw=arrows /> }
}

/// Values as points, their hull, and the outputs.
#[component]
pub(super) fn Hull() -> impl IntoView {
    let needs = Text { zh: "只有 d_v = 2 时才能画在平面上。", en: "This can be drawn only where d_v = 2." };
    view! { <Vectors names=&[Name::V] needs beside=mixing draw=mixture /> }
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
}

fn rows(name: Name, matrix: &Matrix) -> Vec<Vector> {
    let vector = |row| Vector { name, row, point: [matrix[(row, 0)], matrix[(row, 1)]] };
    if matrix.ncols() == 2 { (0..matrix.nrows().min(MOST)).map(vector).collect() } else { Vec::new() }
}

fn vectors(inputs: &Inputs, names: &[Name]) -> Vec<Vector> {
    names.iter().flat_map(|&name| inputs.matrix(name).map(|matrix| rows(name, matrix)).unwrap_or_default()).collect()
}

#[component]
fn Vectors(
    names: &'static [Name],
    needs: Text,
    beside: fn(&Inputs, Language) -> Output,
    draw: fn(&Inputs, &Trace, Plane) -> String,
) -> impl IntoView {
    let store = use_store();
    let all = Memo::new(move |_| store.inputs.with(|inputs| vectors(inputs, names)));
    // While something is dragged, the piece of the plane stays as it is.
    let held = RwSignal::new(None::<Plane>);
    let plane = Memo::new(move |_| {
        held.get().unwrap_or_else(|| {
            let own = all.with(|all| all.iter().map(|vector| vector.point).collect::<Vec<_>>());
            Plane::around(&own)
        })
    });
    let drawing = move || {
        let inputs = store.inputs.get();
        let content = store.trace.with(|trace| draw(&inputs, trace, plane.get()));
        format!("{}{content}", grid(plane.get()))
    };
    let movable = Memo::new(move |_| {
        let typed = store.inputs.with(|inputs| inputs.typed());
        all.with(|all| all.iter().filter(|vector| typed.contains(&vector.name)).count())
    });
    let handles = move || (0..movable.get()).map(|at| view! { <Handle at all plane held /> }).collect_view();
    let output = Memo::new(move |_| store.inputs.with(|inputs| beside(inputs, store.language())));
    let table = Memo::new(move |_| output.with(|output| output.tables.first().cloned().unwrap_or_default()));
    view! {
        <div class="plane">
            <Show
                when=move || !all.with(Vec::is_empty)
                fallback=move || view! { <p class="soft">{store.said(needs)}</p> }
            >
                <svg viewBox=format!("0 0 {SIDE} {SIDE}") role="group" aria-label=store.said(Text { zh: "平面上的向量", en: "Vectors in the plane" })>
                    <g inner_html=drawing></g>
                    {handles}
                </svg>
            </Show>
            <div>
                <p class="soft hint">{move || hint(store, movable.get())}</p>
                <FigureTable table />
                <p class="soft note">{move || output.with(|output| output.note.clone())}</p>
            </div>
        </div>
    }
}

fn hint(store: Store, movable: usize) -> &'static str {
    store.say(if movable > 0 {
        Text {
            zh: "拖动圆圈，或选中它后用方向键移动；按住 Shift 走十步。",
            en: "Drag a circle, or focus it and use the arrow keys; with Shift it goes ten steps.",
        }
    } else {
        Text {
            zh: "这里的向量是算出来的，不能拖动；可在“更多设置”里改为从 Q、K、V 开始。",
            en: "These vectors are computed and cannot be dragged; in “More settings” you can start from Q, K, V.",
        }
    })
}

#[component]
fn Handle(at: usize, all: Memo<Vec<Vector>>, plane: Memo<Plane>, held: RwSignal<Option<Plane>>) -> impl IntoView {
    let store = use_store();
    let vector = Memo::new(move |_| all.with(|all| all.get(at).copied()));
    let place = move || vector.get().map_or((0.0, 0.0), |vector| plane.get().place(vector.point));
    let set = move |point: [f64; 2]| {
        if let Some(Vector { name, row, .. }) = vector.get_untracked() {
            store.edit(Edit::Row(name, row, point.to_vec()));
        }
    };
    // Where the pointer was last; a pointer may move many times in a frame, which shows only the last of them.
    let pointed = StoredValue::new(None::<(f64, f64)>);
    let follow = move || {
        let last = pointed.try_update_value(Option::take).flatten();
        if let Some((plane, (across, down))) = held.try_get_untracked().flatten().zip(last) {
            set(plane.point(across, down));
        }
    };
    let grab = move |event: PointerEvent| {
        browser::capture(&event);
        held.set(Some(plane.get_untracked()));
    };
    let drag = move |event: PointerEvent| {
        if held.get_untracked().is_none() {
            return;
        }
        let waits = pointed.with_value(Option::is_some);
        pointed.set_value(browser::share_of_drawing(&event));
        if !waits {
            request_animation_frame(follow);
        }
    };
    let release = move |_: PointerEvent| {
        follow();
        held.set(None);
        store.pause();
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
        event.prevent_default();
        if let Some(vector) = vector.get_untracked() {
            set(plane.get_untracked().moved(vector.point, steps));
        }
    };
    let name = move || vector.get().map_or_else(String::new, Vector::label);
    let text = move || {
        vector.get().map_or_else(String::new, |vector| {
            let [x, y] = vector.point.map(|x| show_typed(x, store.decimals()));
            format!("({x}, {y})")
        })
    };
    view! {
        <circle
            class=move || format!("handle {}", vector.get().map_or_else(String::new, Vector::role))
            r="13"
            cx=move || place().0
            cy=move || place().1
            tabindex="0"
            role="slider"
            aria-label=name
            aria-valuetext=text
            aria-valuenow=move || vector.get().map_or(0.0, |vector| vector.point[0])
            on:pointerdown=grab
            on:pointermove=drag
            on:pointerup=release
            on:pointercancel=release
            on:keydown=key
        />
    }
}

// ---- What lies below the handles, as SVG

fn grid(plane: Plane) -> String {
    let mut svg = String::new();
    for (at, label) in plane.grid() {
        let (x, y) = plane.place([at, at]);
        let axis = if label.is_empty() { " axis" } else { "" };
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

// The name of a vector, beyond its end as seen from the origin.
fn name_at(vector: Vector, plane: Plane) -> String {
    let (x, y) = plane.place(vector.point);
    let (dx, dy) = (x - SIDE / 2.0, y - SIDE / 2.0);
    let far = dx.hypot(dy).max(1.0);
    let place = |from: f64, part: f64| (from + 24.0 * part / far).clamp(12.0, SIDE - 12.0);
    let (x, y) = if far < 8.0 { (x + 20.0, y - 18.0) } else { (place(x, dx), place(y, dy)) };
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
        let angle = dy.atan2(dx).to_degrees();
        // A key is dashed, so that it differs without colour.
        let _ = write!(svg, "<path class=\"shaft {}\" d=\"M200 200L{x} {y}\"/>", vector.role());
        if length > 1.0 {
            let _ = write!(
                svg,
                "<path class=\"head {}\" transform=\"translate({x} {y})rotate({angle})\" d=\"M0 0L-11 4.5V-4.5Z\"/>",
                vector.role()
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
