//! Vectors of two components in the plane, which are dragged with a pointer or moved with the arrow keys.

use std::time::Duration;

use leptos::ev::{Event, KeyboardEvent, PointerEvent, TouchEvent};
use leptos::prelude::*;

use super::computed_figure::ComputedFigure;
use super::life::Life;
use super::store::use_store;
use crate::browser;
use crate::document::Document;
use crate::document::edit::Edit;
use crate::engine::cell::Name;
use crate::engine::inputs::Inputs;
use crate::engine::trace::{Trace, attend};
use crate::lessons::figure::Figure;
use crate::plots::plane::{Plane, SIDE};
use crate::presentation::plane::{HANDLE, Vector, arrows, grid, mixture, vectors};
use crate::text::Text;

/// How long the hand rests before the page is told where it is.
const REST: Duration = Duration::from_millis(100);

/// Queries and keys as arrows from the origin, with a table of their products.
#[component]
pub(super) fn Arrows() -> impl IntoView {
    let needs = Text {
        zh: "只有 d_k = 2，而且有 Q 和 K，才能画在平面上。",
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

// The vector that is being dragged, where it is now, and the piece of the plane as it was when that began: it stays until
// the end.
#[derive(Clone, Copy)]
struct Drag {
    vector: Vector,
    plane: Plane,
    // Where it was taken, and whether the pointer has left that place: until then it may be a click.
    from: Option<(f64, f64)>,
    moved: bool,
    // What a click goes on to: the next of those that lie at the same place, where this one was held already.
    next: Vector,
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
    let (drag, life) = (StoredValue::new(None::<Drag>), Life::here());
    // Counts the places of what is dragged, and its release.
    let moved = RwSignal::new(0u32);
    let all = move || store.inputs.with(|inputs| vectors(inputs, names));
    let movable = move || store.inputs.with(|inputs| names.iter().all(|name| inputs.typed().contains(name)));
    let plane = move |all: &[Vector]| match drag.get_value() {
        Some(drag) => drag.plane,
        None => Plane::around(&all.iter().map(|vector| vector.point).collect::<Vec<_>>()),
    };
    // The document with what is dragged where it is now.
    let shown = Memo::new(move |_| {
        moved.track();
        let mut document = store.document.get();
        if let Some(drag) = drag.get_value() {
            document.inputs = drag.vector.placed_in(&document.inputs);
        }
        document
    });
    let drawing = move || {
        moved.track();
        // The handle that is held is drawn anew too.
        if let Some(held) = browser::focused(HANDLE) {
            life.after(Duration::ZERO, move || hold(&held));
        }
        shown.with(|Document { inputs, .. }| {
            let all = vectors(inputs, names);
            let plane = plane(&all);
            let handles = if movable() { &all[..] } else { &[] };
            let handles: String = handles
                .iter()
                .map(|vector| {
                    let dragged = drag.get_value().is_some_and(|drag| drag.vector.is(*vector));
                    vector.handle(plane, store.decimals(), dragged)
                })
                .collect();
            format!("{}{}{handles}", grid(plane), draw(inputs, &attend(inputs), plane))
        })
    };
    let draw_anew = move || moved.update(|moved| *moved += 1);
    let set = move |vector: Vector| store.edit(Edit::Row(vector.name, vector.row, vector.point.to_vec()));
    let meant = move |event: &Event| {
        let handle = browser::attribute(event, HANDLE)?;
        untrack(all).into_iter().find(|vector| vector.label() == handle)
    };
    // The rest of the page takes longer than a frame may: it follows when the hand rests.
    let tell = move |at: u32| {
        if let Some(drag) = drag.get_value().filter(|_| moved.get_untracked() == at) {
            set(drag.vector);
        }
    };
    let follow = move || {
        let follows = drag.try_update_value(|drag| {
            let drag = drag.as_mut()?;
            let (across, down) = drag.pointed.take()?;
            drag.vector.point = drag.plane.point(across, down);
            Some(())
        });
        if follows.flatten().is_some() {
            draw_anew();
            let at = moved.get_untracked();
            life.after(REST, move || tell(at));
        }
    };
    let grab = move |event: PointerEvent| {
        if let Some(hit) = meant(&event) {
            event.prevent_default();
            browser::capture(&event);
            let all = untrack(all);
            let plane = plane(&all);
            // One handle hides the others at its place: there the one that is held is meant, and a click goes on to the
            // one below.
            let here: Vec<Vector> = all.into_iter().filter(|other| other.is_near(hit, plane)).collect();
            let at = browser::focused(HANDLE).and_then(|held| here.iter().position(|other| other.label() == held));
            let vector = at.map_or(hit, |at| here[at]);
            let next = at.map_or(hit, |at| here[(at + here.len() - 1) % here.len()]);
            let from = browser::share_of_element(&event);
            drag.set_value(Some(Drag { vector, plane, from, moved: false, next, pointed: None }));
            hold(&vector.label());
        }
    };
    // A finger on a handle drags and does not scroll, though its handle is drawn anew meanwhile.
    let touch = move |event: TouchEvent| {
        if browser::attribute(&event, HANDLE).is_some() {
            event.prevent_default();
        }
    };
    let pull = move |event: PointerEvent| {
        let place = browser::share_of_element(&event);
        let first = drag.try_update_value(|drag| {
            drag.as_mut().is_some_and(|drag| {
                drag.moved |= is_far(drag.from, place);
                drag.moved && std::mem::replace(&mut drag.pointed, place).is_none()
            })
        });
        if first == Some(true) {
            life.in_frame(follow);
        }
    };
    let release = move |_: PointerEvent| {
        if let Some(Drag { vector, next, moved: dragged, .. }) = drag.get_value() {
            follow();
            tell(moved.get_untracked());
            drag.set_value(None);
            draw_anew();
            store.pause();
            hold(&if dragged { vector } else { next }.label());
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
            set(Vector { point: plane(&untrack(all)).moved(vector.point, steps), ..vector });
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
                    on:touchstart=touch
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
            <ComputedFigure figure document=shown />
        </div>
    }
}

// Whether a pointer has gone farther than a hand trembles, in shares of the drawing.
fn is_far(from: Option<(f64, f64)>, to: Option<(f64, f64)>) -> bool {
    from.zip(to).is_some_and(|(from, to)| (from.0 - to.0).hypot(from.1 - to.1) > 0.01)
}

fn hold(label: &str) {
    browser::focus(&format!("[{HANDLE}=\"{label}\"]"));
}

fn hint(movable: bool) -> Text {
    if movable {
        Text {
            zh: "拖动圆圈，或点一下选中它，再用方向键移动，按住 Shift 走十步。圆圈重叠时，再点一下就换到下面那个。",
            en: "Drag a circle, or click it and use the arrow keys; with Shift it goes ten steps. Where circles lie on each other, click again for the one below.",
        }
    } else {
        Text {
            zh: "这里的向量是算出来的，不能拖动；可在“更多设置”里改为从 Q、K、V 开始。",
            en: "These vectors are computed and cannot be dragged; in “More settings” you can start from Q, K, V.",
        }
    }
}
