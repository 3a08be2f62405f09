//! One matrix: its name, shape and axes, a table of its numbers, and for a large one a heat map with a window on it.

use leptos::prelude::*;

use super::cells::Events;
use super::grid::CellGrid;
use super::heatmap::HeatmapView;
use super::painter::keep_painted;
use super::store::use_store;
use crate::engine::cell::{Cell, Name};
use crate::engine::matrix::Matrix;
use crate::presentation::heading::{symbol, table_name};
use crate::presentation::html;
use crate::presentation::matrix_table::MatrixTable;
use crate::presentation::names::{has_key_columns, name_text, role};
use crate::presentation::notices::{self, PasteState, error_id};
use crate::presentation::panel::Panel;
use crate::text::Text;

/// The matrix `name` of `panel`. A typed one of the main panel can be edited.
#[component]
pub(super) fn MatrixView(
    /// Which matrix or stage.
    name: Name,
    /// Its numbers.
    matrix: Memo<Matrix>,
    /// The computation that it belongs to.
    #[prop(optional)]
    panel: Option<Panel>,
) -> impl IntoView {
    let store = use_store();
    let grid = CellGrid::new(store, panel.unwrap_or(Panel::Main), name, matrix);
    let editable = grid.editable;
    let large = Memo::new(move |_| grid.is_large());
    let table = grid.table();
    let events = Events(grid);
    let element = NodeRef::<leptos::html::Table>::new();
    keep_painted(table, element);
    let kind = Memo::new(move |_| table.with(MatrixTable::kind));
    // Another kind of table is made anew, never patched.
    let body = move || {
        // Read, not only tracked: a memo that nobody reads follows nothing.
        let _kind = kind.get();
        untrack(|| table.with(html::matrix))
    };
    view! {
        <figure class=format!("matrix role-{}", role(name).token()) class:editable=editable>
            <Caption grid />
            <Show when=move || large.get()>
                <HeatmapView name matrix panel=grid.panel on_pick=Callback::new(move |(row, column)| {
                    grid.reveal(Cell::new(name, row, column));
                    store.point(grid.panel, Cell::new(name, row, column));
                }) />
                <p class="window">{move || grid.viewport().text(store.language())}</p>
            </Show>
            <div
                class="scroll"
                on:mousemove=move |event| events.pointed(&event)
                on:click=move |event| events.pointed(&event)
                on:focusin=move |event| events.focused(&event)
                on:focusout=move |_| events.left()
                on:input=move |event| events.typed(&event)
                on:paste=move |event| events.pasted(&event)
                on:keydown=move |event| events.key(&event)
            >
                <table role="grid" aria-label=move || table_name(grid.panel, name, store.language()) node_ref=element inner_html=body></table>
            </div>
            {move || editable.get().then(|| view! { <CellErrors name /> })}
        </figure>
    }
}

#[component]
fn Caption(grid: CellGrid) -> impl IntoView {
    let (store, name) = (grid.store, grid.name);
    let shape = move || {
        let (rows, columns) = grid.matrix.with(Matrix::shape);
        format!("{rows}×{columns}")
    };
    let symbol =
        move || store.inputs.with(|inputs| symbol(inputs, grid.panel, name, store.language(), store.decimals()));
    let axes =
        move || has_key_columns(name).then(|| store.say(Text { zh: "查询 ↓ 键 →", en: "query ↓ key →" }));
    view! {
        <figcaption>
            <b>{store.said(name_text(name))}</b>
            <span class="symbol">{symbol}</span>
            <span class="shape">{shape}</span>
            <span class="axes">{axes}</span>
        </figcaption>
    }
}

// What is wrong with the texts in the cells of a matrix, right below it.
#[component]
fn CellErrors(name: Name) -> impl IntoView {
    let store = use_store();
    let errors = move || {
        let language = store.language();
        let drafts = store.typing.drafts.get();
        let own = drafts.into_iter().filter(|(cell, _)| cell.name == name);
        own.map(|(cell, (text, error))| {
            view! { <li id=error_id(cell)>{notices::refused(cell, &text, error, language)}</li> }
        })
        .collect_view()
    };
    // Of a paste that was refused, or that gave the matrix another shape.
    let pasted = move || {
        let (cell, state) = store.typing.pasted.get().filter(|(cell, _)| cell.name == name)?;
        let text = state.text(cell, store.language());
        Some(match state {
            PasteState::Refused(_) => view! { <p class="errors" id=error_id(cell)>{text}</p> }.into_any(),
            _ => view! { <p class="soft">{text}</p> }.into_any(),
        })
    };
    view! { <div role="status"><ul class="errors">{errors}</ul>{pasted}</div> }
}
