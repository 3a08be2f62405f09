//! The worker beside the page, in which the figures compute; on any other target than the browser there is nothing to
//! run.

// Counts what is allocated, for the figure that measures memory.
#[cfg(target_arch = "wasm32")]
#[global_allocator]
static MEMORY: peak_alloc::PeakAlloc = peak_alloc::PeakAlloc;

#[cfg(target_arch = "wasm32")]
fn main() {
    use attention_lab::browser::worker;
    use attention_lab::engine::gauge::Gauge;
    use attention_lab::laboratory::{BUILD, Laboratory};

    let gauge = Gauge {
        now: worker::now,
        restart: || MEMORY.reset_peak_usage(),
        allocated: || MEMORY.current_usage(),
        peak: || MEMORY.peak_usage(),
    };
    let mut laboratory = Laboratory::new(gauge);
    worker::serve(BUILD, move |order| laboratory.turn(order));
}

#[cfg(not(target_arch = "wasm32"))]
fn main() {}
