//! What stands above a matrix, and what a screen reader calls it.

use super::names::{formula, name_text};
use super::panel::Panel;
use crate::document::steps;
use crate::engine::cell::Name;
use crate::engine::inputs::Inputs;
use crate::number::show_typed;
use crate::text::{Language, Text};

/// How `name` of `panel` comes about, in symbols; nothing where it is typed. `inputs` are the learner's own.
pub fn symbol(inputs: &Inputs, panel: Panel, name: Name, language: Language, decimals: usize) -> String {
    match name {
        Name::Scaled => format!("÷ {}", show_typed(panel.inputs(inputs).divisor(), decimals)),
        _ if inputs.typed().contains(&name) => String::new(),
        Name::Output => Text { zh: "权重 · V", en: "weights · V" }.get(language).to_owned(),
        _ => formula(name).to_owned(),
    }
}

/// The name of a matrix among those of other panels: `÷ d_k: weights`.
pub fn table_name(panel: Panel, name: Name, language: Language) -> String {
    let (name, panel) = (name_text(name).get(language), panel.label().get(language));
    match language {
        _ if panel.is_empty() => name.to_owned(),
        Language::En => format!("{panel}: {name}"),
        Language::Zh => format!("{panel}：{name}"),
    }
}

/// The name of its heat map.
pub fn heat_map_name(panel: Panel, name: Name, language: Language) -> String {
    let (name, panel) = (name_text(name).get(language), panel.label().get(language));
    match language {
        Language::En if panel.is_empty() => format!("Heat map: {name}"),
        Language::En => format!("Heat map: {name}, {panel}"),
        Language::Zh if panel.is_empty() => format!("热图：{name}"),
        Language::Zh => format!("热图：{name}，{panel}"),
    }
}

/// Where the walk through the computation is at `step`; 0 shows all of it.
pub fn place(inputs: &Inputs, step: usize, language: Language) -> String {
    let count = steps::count(inputs);
    match (steps::at(inputs, step), language) {
        (None, Language::En) => format!("all {count} steps are shown"),
        (None, Language::Zh) => format!("共 {count} 步，已全部显示"),
        (Some(at), language) => {
            let (name, row) = (name_text(at.name).get(language), at.row + 1);
            match language {
                Language::En => format!("step {step} of {count}: row {row} of {name}"),
                Language::Zh => format!("第 {step} 步，共 {count} 步：{name}，第 {row} 行"),
            }
        }
    }
}
