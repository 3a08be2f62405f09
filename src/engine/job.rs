//! Long work in small pieces, so that the caller can draw, pause or stop between them.

/// Work that is done a piece at a time.
pub trait Job {
    /// Does one piece, a few milliseconds at ordinary settings, some tens at the largest; a measurement takes as
    /// long as what it measures. Does nothing once done.
    fn advance(&mut self);

    /// The share that is done, 0…1.
    fn progress(&self) -> f64;

    /// Whether all is done.
    fn is_done(&self) -> bool;
}
