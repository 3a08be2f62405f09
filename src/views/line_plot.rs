//! A line plot, which the worker draws, on a canvas, with a legend, a reader for its values and a table of them.

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::html::Canvas;
use leptos::prelude::*;

use super::client::{Client, Message};
use super::life::Life;
use super::save::{Save, SaveButtons};
use super::store::use_store;
use crate::browser;
use crate::figures::plot_csv;
use crate::laboratory::{Order, Reply, Task};
use crate::plots::drawing::{Drawing, paint};
use crate::plots::lines::{LinePlot, Marker, Series};
use crate::presentation::reading::{reading, values};
use crate::text::Text;

/// The curves of `plot`. Pointing, dragging or the arrow keys read the values at one place of the x axis.
#[component]
pub(super) fn LinePlotView(
    /// What is drawn.
    plot: Memo<LinePlot>,
    /// What the plot shows, for those who do not see it.
    #[prop(into)]
    title: Signal<String>,
    /// Who draws it.
    client: StoredValue<Client, LocalStorage>,
) -> impl IntoView {
    let store = use_store();
    let canvas = NodeRef::<Canvas>::new();
    let size = RwSignal::new((0.0, 0.0));
    let pixels = Memo::new(move |_| {
        let ratio = browser::pixel_ratio();
        let (width, height) = size.get();
        (((width * ratio).round() as u32, (height * ratio).round() as u32), ratio)
    });
    let drawing = RwSignal::new(None::<Drawing>);
    let watch = StoredValue::new_local(None);
    canvas.on_load(move |canvas| {
        watch.set_value(browser::watch_size(&canvas, move |width, height| size.set((width, height))))
    });
    let (slot, life) = (store.clients.next_slot(), Life::here());
    let draw = move |size: (u32, u32), ratio, file| {
        if size.0 > 0 && size.1 > 0 {
            let task = Task::Draw { plot: plot.get_untracked(), size, ratio, theme: store.theme.get_untracked(), file };
            let order = Order { slot, run: 0, task };
            client.with_value(|client| client.send(&order));
        }
    };
    Effect::new(move |_| {
        plot.track();
        store.theme.track();
        let (size, ratio) = pixels.get();
        draw(size, ratio, false);
    });
    let hear = move |message| match message {
        _ if !life.lasts() => {}
        Message::Reply(Reply::Drawn(_, drawn)) => {
            if let Some(mut surface) = canvas.get_untracked().and_then(|canvas| browser::surface(&canvas, drawn.size)) {
                // A canvas refuses nothing that is drawn here; if it did, the table would still have the numbers.
                let _drawn = paint(&drawn.marks, &mut surface);
            }
            drawing.set(Some(drawn));
        }
        Message::Reply(Reply::File(_, text)) => Save::Svg.download(&title.get_untracked(), &text),
        Message::Retry => {
            let (size, ratio) = pixels.get_untracked();
            draw(size, ratio, false);
        }
        Message::Reply(_) | Message::Failed => {}
    };
    client.with_value(|client| client.subscribe(slot, hear));
    on_cleanup(move || client.with_value(|client| client.unsubscribe(slot)));
    let save = Callback::new(move |kind| match kind {
        Save::Png => browser::png(&canvas.get_untracked()?),
        Save::Svg => {
            // As it stands on the page, in the colours of the theme.
            let ((width, height), ratio) = pixels.get_untracked();
            let css = |length| (f64::from(length) / ratio).round() as u32;
            draw((css(width), css(height)), 1.0, true);
            None
        }
        Save::Csv => Some(plot.with_untracked(plot_csv)),
    });
    view! {
        <figure class="line-plot">
            <Legend plot />
            <Reader plot title drawing>
                <canvas node_ref=canvas role="img" aria-label=title></canvas>
            </Reader>
            <Values plot title />
            <SaveButtons kinds=&[Save::Png, Save::Svg, Save::Csv] name=title save />
        </figure>
    }
}

// Lies over the canvas, so that moving it draws nothing anew. It is a slider to a screen reader, which says its text.
#[component]
fn Reader(
    plot: Memo<LinePlot>,
    title: Signal<String>,
    drawing: RwSignal<Option<Drawing>>,
    children: Children,
) -> impl IntoView {
    let store = use_store();
    let samples = Memo::new(move |_| plot.with(LinePlot::samples));
    let chosen = RwSignal::new(None::<usize>);
    let last = move || samples.with(Vec::len).saturating_sub(1);
    let place = move || chosen.get().map(|at| at.min(last()));
    let x = move || samples.with(|samples| samples.get(place()?).copied());
    let text = move || match x() {
        Some(x) => plot.with(|plot| reading(plot, x, store.language(), store.decimals())),
        None => store
            .say(Text {
                zh: "把光标移到图上，或用方向键，查看数值。",
                en: "Point at the plot, or use the arrow keys, to read its values.",
            })
            .to_owned(),
    };
    // A length in CSS pixels.
    let css = move |pick: &dyn Fn(&Drawing) -> Option<i32>| {
        drawing.with(|drawing| {
            let drawing = drawing.as_ref()?;
            Some(format!("{}px", f64::from(pick(drawing)?) / drawing.ratio))
        })
    };
    let left = move || {
        let place = place()?;
        css(&|drawing| *drawing.columns.get(place)?)
    };
    let point = move |event: PointerEvent| {
        let (across, _) = browser::place_in_element(&event);
        let nearest = |drawing: &Option<Drawing>| {
            let drawing = drawing.as_ref()?;
            drawing.nearest(across * drawing.ratio)
        };
        chosen.set(drawing.with_untracked(nearest));
    };
    let press = move |event: KeyboardEvent| {
        let (now, last) = (untrack(place), untrack(last));
        let next = match event.key().as_str() {
            "ArrowLeft" | "ArrowDown" => now.map_or(0, |at| at.saturating_sub(1)),
            "ArrowRight" | "ArrowUp" => now.map_or(0, |at| (at + 1).min(last)),
            "Home" => 0,
            "End" => last,
            _ => return,
        };
        event.prevent_default();
        chosen.set(Some(next));
    };
    view! {
        <div class="plot">
            {children()}
            <div
                class="reader"
                role="slider"
                tabindex="0"
                aria-label=title
                aria-valuemin="0"
                aria-valuemax=last
                aria-valuenow=move || place().unwrap_or(0)
                aria-valuetext=text
                on:pointermove=point
                on:pointerdown=point
                on:keydown=press
            >
                <i
                    hidden=move || left().is_none()
                    style:left=left
                    style:top=move || css(&|drawing| Some(drawing.rows.0))
                    style:height=move || css(&|drawing| Some(drawing.rows.1 - drawing.rows.0))
                ></i>
            </div>
        </div>
        <p class="reading">{text}</p>
    }
}

#[component]
fn Legend(plot: Memo<LinePlot>) -> impl IntoView {
    let entry = |series: &Series| {
        let colour = format!("var(--{})", series.role.token());
        let dashes = series.dash.lengths().map(|(piece, gap)| format!("{piece} {gap}"));
        let shape = match series.marker {
            Marker::None => None,
            Marker::Circle => Some("M15.5 7a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0"),
            Marker::Square => Some("M15.5 3.5h7v7h-7z"),
            Marker::Triangle => Some("M19 2l4.3 7.5h-8.6z"),
        };
        view! {
            <li>
                <svg width="38" height="14" aria-hidden="true">
                    <path d="M1 7h36" stroke=colour.clone() stroke-width="2" stroke-dasharray=dashes fill="none" />
                    {shape.map(|shape| view! { <path d=shape fill=colour /> })}
                </svg>
                " "{series.name.clone()}
            </li>
        }
    };
    view! { <ul class="legend">{move || plot.with(|plot| plot.series.iter().map(entry).collect_view())}</ul> }
}

// The rows are made when they are asked for: a curve of a thousand steps changes faster than one could read them.
#[component]
fn Values(plot: Memo<LinePlot>, title: Signal<String>) -> impl IntoView {
    let store = use_store();
    let open = RwSignal::new(false);
    let table = move || plot.with(|plot| values(plot, &title.get(), store.decimals()));
    view! {
        <details on:toggle=move |event| open.set(browser::is_open(&event))>
            <summary>{store.said(Text { zh: "数值表", en: "Table of values" })}</summary>
            <div class="scroll" tabindex="0" role="group" aria-label=title inner_html=move || if open.get() { table() } else { String::new() }></div>
        </details>
    }
}
