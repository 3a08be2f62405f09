//! The address of the page: what stands in it, and what stood there.

use leptos::prelude::*;

use crate::browser;
use crate::document::problem::Problem;

/// How long a busy browser may take to hear of a new address, milliseconds.
const RECENT: f64 = 2000.0;

/// What is known of the address.
#[derive(Clone, Copy)]
pub(super) struct Address {
    /// The fragment as last read or written here.
    pub current: StoredValue<String>,
    /// The link that the page was opened with, and how this page would have written it.
    pub opened: StoredValue<Option<(String, String)>>,
    /// Entries of the browser's history that were left before they were written: what they hold, and what they should.
    pub late: StoredValue<Vec<(String, String)>>,
    /// What of the link could not be used.
    pub problems: RwSignal<Vec<Problem>>,
    // The fragments that were written over, and when.
    replaced: StoredValue<Vec<(f64, String)>>,
}

impl Address {
    /// The page was opened with `fragment`, of which `problems` could not be used; it would be `written` here.
    pub fn new(fragment: String, written: String, problems: Vec<Problem>) -> Self {
        Self {
            opened: StoredValue::new(Some((fragment.clone(), written))),
            current: StoredValue::new(fragment),
            late: StoredValue::new(Vec::new()),
            problems: RwSignal::new(problems),
            replaced: StoredValue::new(Vec::new()),
        }
    }

    /// The fragment that the page was opened with; where the page before went while it was still to be written, as that
    /// page would have written it.
    pub fn opened_with() -> String {
        let fragment = browser::fragment();
        let aside = browser::take_up().unwrap_or_default();
        if let Some((before, link)) = aside.rsplit_once('\n')
            && before.split('\n').any(|before| before == fragment)
        {
            browser::replace_fragment(link.trim_start_matches('#'));
        }
        browser::fragment()
    }

    /// Writes `fragment`, unless it stands there already. Where the address is no longer the one known here, a link was
    /// followed whose event is still to come: its entry of the browser's history is not this state's to write over.
    pub fn write(self, fragment: &str) {
        let address = browser::fragment();
        if address == self.current.get_value() && address.trim_start_matches('#') != fragment {
            self.replace(fragment);
            let mut replaced = self.recently_replaced();
            replaced.push((browser::date(), address));
            self.replaced.set_value(replaced);
        }
    }

    /// Writes `fragment` over whatever stands there.
    pub fn replace(self, fragment: &str) {
        browser::replace_fragment(fragment);
        self.current.set_value(browser::fragment());
    }

    /// Hands the last address to the page that is loaded next: a browser that is told to load the page anew may not have
    /// heard of the last ones yet, and load an older one.
    pub fn put_aside(self) {
        let mut aside = String::new();
        for (_, before) in self.recently_replaced() {
            aside += &before;
            aside.push('\n');
        }
        if !aside.is_empty() {
            browser::put_aside(&(aside + &browser::fragment()));
        }
    }

    fn recently_replaced(self) -> Vec<(f64, String)> {
        let mut replaced = self.replaced.get_value();
        replaced.retain(|(at, _)| browser::date() - at < RECENT);
        replaced
    }
}
