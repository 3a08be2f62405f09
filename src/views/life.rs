//! What is to happen later happens only while the part of the page that waits for it is there.

use std::time::Duration;

use leptos::prelude::*;

/// The life of a part of the page. Signals end with the part that made them, and reading one that has ended is a panic;
/// timers, frames and what the browser tells of an element that leaves all come later than that.
#[derive(Clone, Copy)]
pub(super) struct Life(StoredValue<()>);

impl Life {
    /// That of the part that is being made.
    pub fn here() -> Self {
        Self(StoredValue::new(()))
    }

    /// Whether the part is still there.
    pub fn lasts(self) -> bool {
        !self.0.is_disposed()
    }

    /// Calls `then` after `delay`.
    pub fn after(self, delay: Duration, then: impl FnOnce() + 'static) {
        let then = self.guarded(Box::new(then));
        set_timeout(then, delay);
    }

    /// Calls `then` before the next frame.
    pub fn in_frame(self, then: impl FnOnce() + 'static) {
        let then = self.guarded(Box::new(then));
        request_animation_frame(then);
    }

    // One type for all, so that what the two above are made of is compiled once.
    fn guarded(self, then: Box<dyn FnOnce()>) -> impl FnOnce() + 'static {
        move || {
            if self.lasts() {
                then();
            }
        }
    }
}
