//! Mounts the page; on any other target than the browser there is nothing to run.

fn main() {
    #[cfg(target_arch = "wasm32")]
    {
        attention_lab::views::mount();
    }
}
