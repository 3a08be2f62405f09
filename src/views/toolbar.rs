//! The top of the page: name, undo and redo, reset, link, language and theme.

use leptos::prelude::*;

use super::copy::CopyLink;
use super::store::{Store, label, use_store};
use crate::browser;
use crate::choice::Choice;
use crate::plots::palette::Theme;
use crate::presentation::html::pressed;
use crate::text::{Language, Text};

/// The header.
#[component]
pub(super) fn Toolbar() -> impl IntoView {
    let store = use_store();
    let dark = move || store.theme() == Theme::Dark;
    let other_theme = move || if dark() { Theme::Light } else { Theme::Dark };
    view! {
        <header>
            <a class="skip" href="#main" on:click=move |event| {
                event.prevent_default();
                browser::focus("main");
            }>{store.said(Text { zh: "跳到正文", en: "Skip to the lesson" })}</a>
            <p class="brand"><b>"注意力实验室"</b> <span>"Attention Lab"</span></p>
            <div class="tools">
                <button type="button" name="undo" title="Ctrl+Z" disabled=move || !store.can_undo() on:click=move |_| store.undo()>
                    {store.said(Text { zh: "撤销", en: "undo" })}
                </button>
                <button type="button" name="redo" title="Ctrl+Shift+Z" disabled=move || !store.can_redo() on:click=move |_| store.redo()>
                    {store.said(Text { zh: "重做", en: "redo" })}
                </button>
                <button type="button" name="reset" on:click=move |_| store.reset()>
                    {store.said(Text { zh: "重置", en: "reset" })}
                </button>
                <CopyLink name="link" class="" text=Text { zh: "复制链接", en: "copy link" } link=Store::put_link />
                <span class="group" role="group" aria-label="语言 Language">
                    {Language::ALL.iter().map(|&language| view! {
                        <button
                            type="button"
                            name="language"
                            value=language.id()
                            lang=language.tag()
                            aria-pressed=move || pressed(store.language() == language)
                            on:click=move |_| store.set_language(language)
                        >
                            {move || label(store, language)}
                        </button>
                    }).collect_view()}
                </span>
                <button
                    type="button"
                    name="theme"
                    aria-label=store.said(Text { zh: "深色", en: "dark theme" })
                    aria-pressed=move || pressed(dark())
                    on:click=move |_| store.set_theme(untrack(other_theme))
                >
                    "◐"
                </button>
            </div>
        </header>
    }
}
