//! A heat map on a canvas, drawn at device resolution, and the bar that explains its colours.

use leptos::html::Canvas;
use leptos::prelude::*;

use super::store::use_store;
use crate::browser;
use crate::engine::cell::Name;
use crate::engine::matrix::Matrix;
use crate::number::show;
use crate::plots::heatmap::{CellLayout, ScaleKind, colour_bar, render};
use crate::presentation::heading::heat_map_name;
use crate::presentation::names::is_masked_stage;
use crate::presentation::panel::Panel;
use crate::text::Text;

/// The longer side of a heat map, in CSS pixels.
const SIDE: f64 = 232.0;
const BAR: (f64, f64) = (96.0, 8.0);

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
    let shape = Memo::new(move |_| matrix.with(Matrix::shape));
    let grid = move || {
        let (rows, columns) = shape.get();
        CellLayout::fit(SIDE, rows.max(columns), browser::pixel_ratio())
    };
    let size = move || {
        let (rows, columns) = shape.get();
        let (width, height) = grid().size(rows, columns);
        let css = |pixels: u32| format!("{}px", f64::from(pixels) / browser::pixel_ratio());
        (css(width), css(height))
    };
    // Not the inputs themselves: a picture of what did not change is not drawn anew.
    let hidden = Memo::new(move |_| {
        store.inputs.with(|inputs| {
            let (queries, keys) = (inputs.queries(), inputs.keys());
            let hides = |i, j| is_masked_stage(name) && inputs.hidden(i, j).any();
            (keys, (0..queries * keys).map(|at| hides(at / keys, at % keys)).collect::<Vec<bool>>())
        })
    });
    Effect::new(move |_| {
        let Some(canvas) = canvas.get() else { return };
        let kind = store.scale(name).unwrap_or_else(|| signed(&matrix.get()));
        let pixels = matrix.with(|matrix| {
            hidden.with(|(keys, hidden)| {
                let hides = |i: usize, j: usize| hidden.get(i * keys + j) == Some(&true);
                render(matrix, hides, kind, store.palette(), grid())
            })
        });
        browser::put_pixels(&canvas, &pixels);
    });
    let spoken = move || heat_map_name(panel, name, store.language());
    let pick = move |event: leptos::ev::MouseEvent| {
        let ((rows, columns), (x, y)) = (shape.get_untracked(), browser::place_in_element(&event));
        let ratio = browser::pixel_ratio();
        if let Some(cell) = untrack(grid).cell_at((x * ratio, y * ratio), rows, columns) {
            on_pick.run(cell);
        }
    };
    view! {
        <canvas
            node_ref=canvas
            class="heatmap"
            role="img"
            aria-label=spoken
            style:width=move || size().0
            style:height=move || size().1
            on:click=pick
        ></canvas>
    }
}

fn signed(matrix: &Matrix) -> ScaleKind {
    ScaleKind::Signed { max: crate::plots::heatmap::max_abs(&[matrix]) }
}

/// The scale of colours that `name` shares with its neighbours, with its ends.
#[component]
pub(super) fn ColourBar(name: Name) -> impl IntoView {
    let store = use_store();
    let canvas = NodeRef::<Canvas>::new();
    Effect::new(move |_| {
        let (Some(canvas), Some(kind)) = (canvas.get(), store.scale(name)) else { return };
        let pixels = |css: f64| (css * browser::pixel_ratio()).round() as u32;
        browser::put_pixels(&canvas, &colour_bar(kind, store.palette(), pixels(BAR.0), pixels(BAR.1)));
    });
    let end = move |upper: bool| {
        let (low, high) = store.scale(name).map_or((0.0, 1.0), ScaleKind::ends);
        // The largest score may be just what the learner is asked for.
        if store.has_covers() && store.scale(name) != Some(ScaleKind::Weights) {
            return "?".to_owned();
        }
        let value = if upper { high } else { low };
        // The ends of the scale of weights are exact.
        if store.scale(name) == Some(ScaleKind::Weights) { format!("{value}") } else { show(value, 2) }
    };
    let text = move || match name {
        Name::Weights => store.say(Text { zh: "权重", en: "weights" }),
        Name::Output => store.say(Text { zh: "输出", en: "output" }),
        _ => store.say(Text { zh: "分数", en: "scores" }),
    };
    view! {
        <span class="colour-bar">
            {text} " " {move || end(false)}
            <canvas node_ref=canvas aria-hidden="true" style:width=format!("{}px", BAR.0) style:height=format!("{}px", BAR.1)></canvas>
            {move || end(true)}
        </span>
    }
}

/// What the patterns mean.
#[component]
pub(super) fn PatternLegend() -> impl IntoView {
    let store = use_store();
    view! {
        <span class="colour-bar">
            <i class="sample hidden-key"></i> {store.said(Text { zh: "被遮住", en: "hidden" })}
        </span>
    }
}
