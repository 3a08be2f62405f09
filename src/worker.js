// Starts the worker; a page that cannot have it is told so.
try {
  importScripts("laboratory.js");
  wasm_bindgen({ module_or_path: "laboratory_bg.wasm" }).catch(() => postMessage("failed"));
} catch {
  postMessage("failed");
}
