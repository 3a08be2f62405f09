//! The worker beside the page, in which the figures compute; on any other target than the browser there is nothing to
//! run.

#[cfg(target_arch = "wasm32")]
fn main() {
    use attention_lab::browser::worker;
    let mut laboratory = attention_lab::laboratory::Laboratory::new(worker::now);
    worker::serve(move |order| laboratory.turn(order));
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {}
