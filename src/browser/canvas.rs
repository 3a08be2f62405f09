//! Canvases: what is drawn on them, and how large they are in device pixels.

use std::sync::LazyLock;

use leptos::prelude::*;
use leptos::reactive::graph::{AnySource, ToAnySource};
use plotters_canvas::CanvasBackend;
use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlCanvasElement};

use crate::plots::heatmap::Pixels;

static RATIO: LazyLock<ArcRwSignal<f64>> = LazyLock::new(|| {
    let ratio = ArcRwSignal::new(window().device_pixel_ratio());
    let zoomed = ratio.clone();
    let _forever = window_event_listener(leptos::ev::resize, move |_| renew_ratio(&zoomed));
    on_other_screen(ratio.clone());
    ratio
});

/// Device pixels per CSS pixel; what is drawn with it is drawn anew when it changes.
pub fn pixel_ratio() -> f64 {
    RATIO.get()
}

/// The same as a source of signals.
pub fn pixel_ratio_source() -> AnySource {
    RATIO.to_any_source()
}

fn renew_ratio(ratio: &ArcRwSignal<f64>) {
    let now = window().device_pixel_ratio();
    if ratio.get_untracked() != now {
        ratio.set(now);
    }
}

// Another screen need not change the size of the window. A query can only tell that the present ratio is left, so it is
// asked anew after each change.
fn on_other_screen(ratio: ArcRwSignal<f64>) {
    let query = window().match_media(&format!("(resolution: {}dppx)", window().device_pixel_ratio()));
    let Ok(Some(query)) = query else { return };
    let asked = query.clone();
    let left = Closure::once_into_js(move || {
        asked.set_onchange(None);
        renew_ratio(&ratio);
        on_other_screen(ratio);
    });
    query.set_onchange(Some(left.unchecked_ref()));
}

/// Puts a finished image on a canvas, a pixel for a device pixel.
pub fn put_pixels(canvas: &HtmlCanvasElement, pixels: &Pixels) {
    canvas.set_width(pixels.width);
    canvas.set_height(pixels.height);
    let data = wasm_bindgen::Clamped(pixels.rgba.as_slice());
    let image = web_sys::ImageData::new_with_u8_clamped_array_and_sh(data, pixels.width, pixels.height);
    let context = canvas.get_context("2d").ok().flatten();
    let context = context.and_then(|context| context.dyn_into::<web_sys::CanvasRenderingContext2d>().ok());
    if let (Ok(image), Some(context)) = (image, context) {
        let _ = context.put_image_data(&image, 0.0, 0.0);
    }
}

/// What plotters draws on: `canvas`, wiped clean, `size` device pixels wide and high.
pub fn surface(canvas: &HtmlCanvasElement, size: (u32, u32)) -> Option<CanvasBackend> {
    canvas.set_width(size.0);
    canvas.set_height(size.1);
    CanvasBackend::with_canvas_object(canvas.clone())
}

/// A watch on the size of an element; it ends when this is dropped.
pub struct SizeWatch {
    observer: web_sys::ResizeObserver,
    // The observer holds no more than a reference to it.
    _call: Closure<dyn FnMut()>,
}

impl Drop for SizeWatch {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// Calls `then` with the width and height of `element` in CSS pixels, soon and after every change.
pub fn watch_size(element: &Element, then: impl Fn(f64, f64) + 'static) -> Option<SizeWatch> {
    let watched = element.clone();
    let call = Closure::<dyn FnMut()>::new(move || {
        let area = watched.get_bounding_client_rect();
        then(area.width(), area.height());
    });
    let observer = web_sys::ResizeObserver::new(call.as_ref().unchecked_ref()).ok()?;
    observer.observe(element);
    Some(SizeWatch { observer, _call: call })
}
