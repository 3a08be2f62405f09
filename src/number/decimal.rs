//! A decimal number to the nearest f64. In a browser its own parser does it, which rounds as exactly (ECMA-262,
//! StringToNumber): that of the standard library would bring a table of 10 kB that no compression makes smaller.

#[cfg(not(target_arch = "wasm32"))]
pub(super) fn parse(text: &str) -> Option<f64> {
    text.parse().ok()
}

#[cfg(target_arch = "wasm32")]
pub(super) fn parse(text: &str) -> Option<f64> {
    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_name = Number)]
        fn number(text: &str) -> f64;
    }

    // An empty text would be 0 to it.
    Some(number(text)).filter(|value| !value.is_nan() && !text.is_empty())
}
