//! Light or dark, and the colours that go with it.

use leptos::prelude::*;

use super::store::Store;
use crate::browser;
use crate::choice::Choice;
use crate::plots::palette::{Palette, Theme};

impl Store {
    /// Light or dark.
    pub fn theme(self) -> Theme {
        self.theme.get()
    }

    /// Changes the theme, and keeps it for the next visit.
    pub fn set_theme(self, theme: Theme) {
        browser::store("theme", theme.id());
        self.theme.set(theme);
    }

    /// The colours of the theme.
    pub fn palette(self) -> &'static Palette {
        Palette::of(self.theme.get())
    }
}
