//! Saving a plot or table as a file.

use leptos::prelude::*;

use super::store::use_store;
use crate::browser;
use crate::text::Language;

/// The kinds of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Save {
    /// An image of pixels.
    Png,
    /// An image of lines.
    Svg,
    /// Numbers, in full.
    Csv,
}

impl Save {
    fn extension(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Svg => "svg",
            Self::Csv => "csv",
        }
    }

    fn label(self) -> &'static str {
        match self {
            Self::Png => "PNG",
            Self::Svg => "SVG",
            Self::Csv => "CSV",
        }
    }

    /// Saves a file, named after what it shows.
    pub(super) fn download(self, name: &str, content: &str) {
        browser::download(&format!("{}.{}", file_name(name), self.extension()), &self.address(content));
    }

    // Spreadsheets take a file without the mark for another encoding than UTF-8.
    fn address(self, content: &str) -> String {
        match self {
            Self::Png => content.to_owned(),
            Self::Svg => browser::data_address("image/svg+xml", content),
            Self::Csv => browser::data_address("text/csv", &format!("\u{feff}{content}")),
        }
    }
}

/// Buttons that save what `save` gives for their kind: the address of a PNG, the text of another file, or nothing where
/// that comes later.
#[component]
pub(super) fn SaveButtons(
    kinds: &'static [Save],
    name: Signal<String>,
    save: Callback<Save, Option<String>>,
) -> impl IntoView {
    let store = use_store();
    let pressed = move |kind: Save| {
        if let Some(content) = save.run(kind) {
            kind.download(&name.get_untracked(), &content);
        }
    };
    let button = move |&kind: &Save| {
        let label = move || match store.language() {
            Language::En => format!("save as {}: {}", kind.label(), name.get()),
            Language::Zh => format!("存为 {}：{}", kind.label(), name.get()),
        };
        view! { <button type="button" class="save" aria-label=label on:click=move |_| pressed(kind)>{kind.label()}</button> }
    };
    view! { <p class="saves">{kinds.iter().map(button).collect_view()}</p> }
}

fn is_chinese(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c)
}

// Letters, digits and Chinese stay; whatever a file system might not take becomes a dash.
fn file_name(name: &str) -> String {
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' || is_chinese(c) { c } else { '-' }).collect();
    plain.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
}
