//! One matrix: its name, shape and axes, a table of its numbers, and for a large one a heat map with a window on it.

use leptos::prelude::*;

use super::cells::{edit_cell, stage_cell};
use super::grid::Grid;
use super::heatmap::HeatmapView;
use super::names::{cell_name, formula, has_key_columns, name_text, role, row_letter, subscript};
use super::panel::Panel;
use super::store::use_store;
use crate::document::Cover;
use crate::document::problem::number_message;
use crate::engine::cell::{Cell, Name};
use crate::engine::matrix::Matrix;
use crate::number::show_sum;
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
    let token = move |key: bool, index: usize| {
        store.document.with(|d| if key { d.key_label(index) } else { d.query_label(index) }.to_owned())
    };
    let is_key_row = matches!(name, Name::K | Name::V | Name::X);
    let row_head = move |i: usize| {
        let index = grid.cell(i, 0).row;
        let token = if row_letter(name).is_empty() { String::new() } else { token(is_key_row, index) };
        view! { {row_letter(name)}{subscript(index + 1)} <small>{token}</small> }
    };
    let column_head = move |j: usize| {
        let index = grid.cell(0, j).column;
        let keys = has_key_columns(name);
        let token = if keys { token(true, index) } else { String::new() };
        let number = if keys { format!("k{}", subscript(index + 1)) } else { (index + 1).to_string() };
        view! { {number} <small>{token}</small> }
    };
    let sum = move |i: usize| {
        let row = grid.cell(i, 0).row;
        if grid.panel == Panel::Main && store.cover(Cell::new(name, row, 0)) == Cover::Covered {
            return "·".to_owned();
        }
        show_sum(matrix.with(|m| if row < m.nrows() { m.row(row).sum() } else { 0.0 }), store.decimals())
    };
    let body = move || {
        let (rows, columns) = grid.extent.get();
        let row = move |i: usize| {
            let cells = (0..columns).map(|j| {
                if editable.get() { edit_cell(grid, i, j).into_any() } else { stage_cell(grid, i, j).into_any() }
            });
            view! {
                <tr>
                    <th scope="row">{move || row_head(i)}</th>
                    {cells.collect_view()}
                    {(name == Name::Weights).then(|| view! { <td class="sum">{move || sum(i)}</td> })}
                </tr>
            }
        };
        let heads = (0..columns).map(|j| view! { <th scope="col">{move || column_head(j)}</th> }).collect_view();
        view! {
            <thead><tr><td></td>{heads}{(name == Name::Weights).then(|| view! { <th scope="col" class="sum">"Σ"</th> })}</tr></thead>
            <tbody>{(0..rows).map(row).collect_view()}</tbody>
        }
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
            <div class="scroll"><table role="grid" aria-label=move || table_name(grid)>{body}</table></div>
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
            <b>{move || store.say(name_text(name))}</b>
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
    view! { <div role="status"><ul class="errors">{errors}</ul></div> }
}

/// The element that says what is wrong with `cell`.
pub(super) fn error_id(cell: Cell) -> String {
    format!("error-{}", cell.to_string().replace(' ', "-"))
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
