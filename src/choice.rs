//! A closed set of options: one table feeds the menus, the links and the tests.

use crate::text::Text;

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
