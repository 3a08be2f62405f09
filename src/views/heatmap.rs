//! A heat map on a canvas, drawn at device resolution.

use leptos::html::Canvas;
use leptos::prelude::*;

use super::names::name_text;
use super::panel::Panel;
use super::store::use_store;
use crate::browser;
use crate::engine::cell::Name;
use crate::engine::matrix::Matrix;
use crate::plots::heatmap::{Grid, ScaleKind, render};
use crate::text::{Language, Text};

/// The longer side of a heat map, in CSS pixels.
const SIDE: f64 = 224.0;

/// The matrix as colours; a click or tap picks a cell. The table beside it holds the numbers.
#[component]
pub(super) fn HeatmapView(
    /// Which stage, for its scale of colours and its mask.
    name: Name,
    /// The numbers.
    matrix: Memo<Matrix>,
    /// The computation that it belongs to.
    panel: Panel,
    /// Called with row and column, from 0.
    on_pick: Callback<(usize, usize)>,
) -> impl IntoView {
    let store = use_store();
    let canvas = NodeRef::<Canvas>::new();
    let size = Memo::new(move |_| {
        let (rows, columns) = matrix.with(Matrix::shape);
        let cell = (SIDE / rows.max(columns) as f64).min(44.0);
        (cell * columns as f64, cell * rows as f64, cell)
    });
    let grid = move || Grid::new(size.get().2, size.get().2, browser::pixel_ratio());
    Effect::new(move |_| {
        let Some(canvas) = canvas.get() else { return };
        let kind = store.scale(name).unwrap_or(ScaleKind::Signed { max: matrix.with(|m| m.amax()) });
        let pixels = matrix.with(|matrix| {
            store.inputs.with(|inputs| {
                let masked = matches!(name, Name::Masked | Name::Exponentials | Name::Weights);
                let (queries, keys) = (inputs.queries(), inputs.keys());
                let hidden = |i, j| masked && inputs.mask().hides(i, j, queries, keys).any();
                render(matrix, hidden, kind, store.palette(), grid())
            })
        });
        browser::put_pixels(&canvas, &pixels);
    });
    let spoken = move || {
        let (name, panel) = (store.say(name_text(name)), store.say(panel.label()));
        match store.language() {
            Language::En => format!("Heat map of {name} {panel}"),
            Language::Zh => format!("{name}的热图 {panel}"),
        }
    };
    let pick = move |event: leptos::ev::MouseEvent| {
        let (rows, columns) = matrix.with_untracked(Matrix::shape);
        let (width, height, _) = size.get_untracked();
        let (x, y) = browser::share_of_element(&event);
        let cell = |share: f64, count: usize| ((share * count as f64) as usize).min(count - 1);
        if width > 0.0 && height > 0.0 {
            on_pick.run((cell(y, rows), cell(x, columns)));
        }
    };
    let legend = Text { zh: "斜纹：被遮住", en: "hatched: hidden" };
    let masked = move || {
        matches!(name, Name::Masked | Name::Exponentials | Name::Weights)
            && store.inputs.with(|inputs| *inputs.mask() != Default::default())
    };
    view! {
        <canvas
            node_ref=canvas
            class="heatmap"
            role="img"
            aria-label=spoken
            style:width=move || format!("{}px", size.get().0)
            style:height=move || format!("{}px", size.get().1)
            on:click=pick
        ></canvas>
        {move || masked().then(|| view! { <small class="legend">{store.say(legend)}</small> })}
    }
}
