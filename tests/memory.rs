//! How much memory attention takes, counted by the allocator: a binary of its own, where nothing else runs.
#![allow(missing_docs)]

use attention_lab::engine::gauge::Gauge;
use attention_lab::engine::job::Job;
use attention_lab::engine::matrix::Matrix;
use attention_lab::engine::measurement::{MeasureJob, MeasureSettings};
use attention_lab::engine::random::Stream;
use attention_lab::engine::tiled::blockwise;
use peak_alloc::PeakAlloc;

#[global_allocator]
static COUNTER: PeakAlloc = PeakAlloc;

const GAUGE: Gauge = Gauge {
    // As if every run took long enough: none is repeated.
    now: || COUNTER.peak_usage() as f64 * 1e6,
    restart: || COUNTER.reset_peak_usage(),
    allocated: || COUNTER.current_usage(),
    peak: || COUNTER.peak_usage(),
};

const WIDTH: usize = 64;
const BLOCK: usize = 64;

/// The bytes of L×L scores in f64.
fn scores(length: usize) -> usize {
    8 * length * length
}

// One test: two at a time would count each other's memory.
#[test]
fn blocks_take_less_than_a_twentieth() {
    let mut job = MeasureJob::new(MeasureSettings { width: WIDTH, longest: 1024, block: BLOCK }, GAUGE);
    while !job.is_done() {
        job.advance();
    }
    let last = job.measured.last().expect("a measurement");
    let [full, blocks] = [last.full, last.blockwise].map(|taken| taken.expect("measured").bytes);
    println!("L = {}: {full} and {blocks} bytes", last.length);
    assert_eq!(last.length, 1024);
    // The scores and little else.
    assert!((scores(1024)..scores(1024) * 11 / 10).contains(&full), "{full}");
    assert!(blocks > 0 && 20 * blocks < full, "{blocks} of {full}");
    drop(job);

    let [q, k, v] = [0, 1, 2].map(|number| {
        let mut random = Stream::new(7, number);
        Matrix::from_fn(4096, WIDTH, |_, _| random.gaussian())
    });
    let (output, taken) = GAUGE.take(|| blockwise(&q, &k, &v, BLOCK));
    let blocks = taken.bytes - size_of_val(output.as_slice());
    println!("L = 4096: {blocks} bytes, {} of the scores", scores(4096) / blocks);
    assert!(output.iter().all(|x| x.is_finite()));
    assert!(blocks > 0 && 1000 * blocks < scores(4096), "{blocks}");
}
