//! Files: what is fetched from the page's own host, and what is saved.

use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{HtmlElement, Response};

use super::set_attribute;

/// The text at `address`, which is relative to the page; `None` where it cannot be had.
pub async fn fetch_text(address: &str) -> Option<String> {
    let response: Response = JsFuture::from(window().fetch_with_str(address)).await.ok()?.dyn_into().ok()?;
    let text = response.ok().then(|| response.text().ok()).flatten()?;
    JsFuture::from(text).await.ok()?.as_string()
}

/// Saves what is at `address` as a file.
pub fn download(name: &str, address: &str) {
    let anchor = document().create_element("a").ok().and_then(|element| element.dyn_into::<HtmlElement>().ok());
    if let Some(anchor) = anchor {
        set_attribute(&anchor, "href", Some(address));
        set_attribute(&anchor, "download", Some(name));
        anchor.click();
    }
}

/// An address that holds `text` itself.
pub fn data_address(kind: &str, text: &str) -> String {
    format!("data:{kind};charset=utf-8,{}", js_sys::encode_uri_component(text))
}

/// The picture on a canvas, as the address of a PNG.
pub fn png(canvas: &web_sys::HtmlCanvasElement) -> Option<String> {
    canvas.to_data_url().ok()
}
