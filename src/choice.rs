//! A closed set of options: one table feeds the menus, the links and the tests.

use crate::text::{Language, Text};

/// One of a closed set, with an id for the link and a label for the menu.
pub trait Choice: Copy + PartialEq + Sized + 'static {
    /// Every option, in the order of the menu.
    const ALL: &'static [Self];

    /// The name in links: stable, in ASCII, the same in every language.
    fn id(self) -> &'static str;

    /// The name in menus.
    fn label(self) -> Text;

    /// The option with this id.
    fn from_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|option| option.id() == id)
    }
}

impl Choice for Language {
    const ALL: &'static [Self] = &[Self::Zh, Self::En];

    fn id(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Zh => "zh",
        }
    }

    fn label(self) -> Text {
        match self {
            Self::En => Text { zh: "EN", en: "EN" },
            Self::Zh => Text { zh: "中", en: "中" },
        }
    }
}
