//! Where the pointer is.

use wasm_bindgen::prelude::*;
use web_sys::Element;

/// Where a click lies in the element that listens, in CSS pixels from its top left.
pub fn place_in_element(event: &web_sys::MouseEvent) -> (f64, f64) {
    let Some(element) = event.current_target().and_then(|target| target.dyn_into::<Element>().ok()) else {
        return (0.0, 0.0);
    };
    let area = element.get_bounding_client_rect();
    (f64::from(event.client_x()) - area.left(), f64::from(event.client_y()) - area.top())
}

/// Where a pointer is in the element that listens: shares of its width, from the left, and of its height, from the top;
/// beyond 0…1 outside of it.
pub fn share_of_element(event: &web_sys::PointerEvent) -> Option<(f64, f64)> {
    let area = event.current_target()?.dyn_into::<Element>().ok()?.get_bounding_client_rect();
    let (x, y) = place_in_element(event);
    Some((x / area.width().max(1.0), y / area.height().max(1.0)))
}

/// Has all of a pointer's events go to the element that listens, until it is released.
pub fn capture(event: &web_sys::PointerEvent) {
    if let Some(element) = event.current_target().and_then(|target| target.dyn_into::<Element>().ok()) {
        let _left = element.set_pointer_capture(event.pointer_id());
    }
}
