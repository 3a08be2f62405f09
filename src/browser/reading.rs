//! How far the reader has come.

use leptos::prelude::*;

/// Calls `then` whenever the page is scrolled.
pub fn on_scroll(then: impl Fn() + 'static) {
    let _forever = window_event_listener(leptos::ev::scroll, move |_| then());
}

/// Scrolls the strip that `strip` finds sideways, until what `shown` finds in it stands in its middle.
pub fn centre(strip: &str, shown: &str) {
    let document = document();
    let find = |selector: &str| document.query_selector(selector).ok().flatten();
    let (Some(strip), Some(shown)) = (find(strip), find(shown)) else { return };
    let middle = |element: &web_sys::Element| {
        let area = element.get_bounding_client_rect();
        area.left() + 0.5 * area.width()
    };
    strip.set_scroll_left(strip.scroll_left() + (middle(&shown) - middle(&strip)) as i32);
}

/// Whether the page was scrolled until the links to the neighbouring lessons, which stand at the end, are in view.
pub fn is_at_end() -> bool {
    let document = document();
    let find = |selector: &str| document.query_selector(selector).ok().flatten();
    let (Some(root), Some(end)) = (document.document_element(), find("article > section").and(find("nav.turn"))) else {
        return false;
    };
    root.scroll_top() > 0 && end.get_bounding_client_rect().top() < f64::from(root.client_height())
}
