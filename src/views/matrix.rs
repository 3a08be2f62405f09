//! One matrix: its name, shape and axes, a table of its numbers, and for a large one a heat map with a window on it.

use leptos::prelude::*;

use super::cells::Events;
use super::grid::Grid;
use super::heatmap::HeatmapView;
use super::html;
use super::names::{cell_name, formula, has_key_columns, name_text, role};
use super::painter::keep_painted;
use super::panel::Panel;
use super::store::{PasteState, use_store};
use super::table::{Table, error_id};
use crate::document::problem::number_message;
use crate::engine::cell::{Cell, Name};
use crate::engine::matrix::Matrix;
use crate::text::{Language, Text};

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
    let grid = Grid::new(store, panel.unwrap_or(Panel::Main), name, matrix);
    let editable = grid.editable;
    let large = Memo::new(move |_| grid.is_large());
    let table = grid.table();
    let events = Events(grid);
    let element = NodeRef::<leptos::html::Table>::new();
    keep_painted(table, element);
    let kind = Memo::new(move |_| table.with(Table::kind));
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
                <p class="window">{move || window_text(grid)}</p>
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
                <table role="grid" aria-label=move || table_name(grid) node_ref=element inner_html=body></table>
            </div>
            {move || editable.get().then(|| view! { <CellErrors name /> })}
        </figure>
    }
}

#[component]
fn Caption(grid: Grid) -> impl IntoView {
    let (store, name) = (grid.store, grid.name);
    let shape = move || {
        let (rows, columns) = grid.matrix.with(Matrix::shape);
        format!("{rows}×{columns}")
    };
    let symbol = move || match name {
        Name::Scaled => format!(
            "÷ {}",
            crate::number::show_typed(store.inputs.with(|i| grid.panel.inputs(i).divisor()), store.decimals())
        ),
        _ if store.inputs.with(|i| i.typed().contains(&name)) => String::new(),
        Name::Output => store.say(Text { zh: "权重 · V", en: "weights · V" }).to_owned(),
        _ => formula(name).to_owned(),
    };
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
        let drafts = store.drafts.get();
        let own = drafts.into_iter().filter(|(cell, _)| cell.name == name);
        own.map(|(cell, (text, error))| {
            let (place, why) = (cell_name(cell, language), number_message(error).get(language));
            let kept = Text { zh: "仍用上一个有效的数。", en: "The last good value stays." }.get(language);
            let text = match language {
                Language::Zh => format!("{place}，“{text}”：{why}{kept}"),
                Language::En => format!("{place}, “{text}”: {why} {kept}"),
            };
            view! { <li id=error_id(cell)>{text}</li> }
        })
        .collect_view()
    };
    // Of a paste that was refused, or that gave the matrix another shape.
    let pasted = move || {
        let language = store.language();
        let (cell, state) = store.pasted.get().filter(|(cell, _)| cell.name == name)?;
        let text = match (&state, language) {
            (PasteState::Reading, Language::Zh) => "正在读取粘贴的内容…".to_owned(),
            (PasteState::Reading, Language::En) => "Reading the paste…".to_owned(),
            (PasteState::Shape(rows, columns), Language::Zh) => {
                format!("{} 已换成粘贴的 {rows}×{columns} 矩阵。", name.id())
            }
            (PasteState::Shape(rows, columns), Language::En) => {
                format!("{} is now {rows}×{columns}, as pasted.", name.id())
            }
            (PasteState::Refused(why), Language::Zh) => format!("没有粘贴：{}", why.zh),
            (PasteState::Refused(why), Language::En) => format!("Nothing was pasted: {}", why.en),
        };
        Some(match state {
            PasteState::Refused(_) => view! { <p class="errors" id=error_id(cell)>{text}</p> }.into_any(),
            _ => view! { <p class="soft">{text}</p> }.into_any(),
        })
    };
    view! { <div role="status"><ul class="errors">{errors}</ul>{pasted}</div> }
}

fn table_name(grid: Grid) -> String {
    let name = grid.store.say(name_text(grid.name));
    let panel = grid.store.say(grid.panel.label());
    match grid.store.language() {
        _ if panel.is_empty() => name.to_owned(),
        Language::En => format!("{panel}: {name}"),
        Language::Zh => format!("{panel}：{name}"),
    }
}

fn window_text(grid: Grid) -> String {
    let ((row, column), (rows, columns)) = (grid.first(), grid.extent.get());
    let (row, column) = (row + 1, column + 1);
    let (last_row, last_column) = (row + rows - 1, column + columns - 1);
    match grid.store.language() {
        Language::En => format!("rows {row}–{last_row}, columns {column}–{last_column}; arrow keys or a click move on"),
        Language::Zh => format!("第 {row}–{last_row} 行，第 {column}–{last_column} 列；用方向键或点热图移动"),
    }
}
