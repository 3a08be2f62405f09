//! What time and memory are measured with: handed in, so that the mathematics knows neither browser nor allocator.

/// A clock and a counter of allocated memory.
#[derive(Clone, Copy, Debug)]
pub struct Gauge {
    /// The time since any fixed moment, in milliseconds.
    pub now: fn() -> f64,
    /// Makes what is allocated now the peak; it rises from there.
    pub restart: fn(),
    /// What is allocated now, in bytes.
    pub allocated: fn() -> usize,
    /// The most that was allocated at one time since the last restart, in bytes.
    pub peak: fn() -> usize,
}

/// What one run took.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Usage {
    /// Milliseconds.
    pub time: f64,
    /// The peak of what was allocated, in bytes, beyond what was allocated before.
    pub bytes: usize,
}

impl Gauge {
    /// Runs `work`, and tells what it took together with its result. What the result itself holds counts as well.
    pub fn take<T>(self, work: impl FnOnce() -> T) -> (T, Usage) {
        (self.restart)();
        let (before, start) = ((self.allocated)(), (self.now)());
        let result = work();
        let taken = Usage { time: (self.now)() - start, bytes: (self.peak)().saturating_sub(before) };
        (result, taken)
    }
}
