//! The worker beside the page: how each of the two sends the other bytes.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

/// What the page hears from its worker.
pub enum Event {
    /// It can take messages now.
    Ready,
    /// A message.
    Message(Vec<u8>),
    /// It could not be loaded, or broke.
    Failed,
}

type Calls = (Closure<dyn FnMut(MessageEvent)>, Closure<dyn FnMut()>);

/// A worker of this page; it ends when this is dropped.
pub struct Worker {
    worker: web_sys::Worker,
    // The worker holds no more than references to them.
    calls: Rc<Calls>,
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
        // It may be one of them that ends it, and that still runs.
        let calls = self.calls.clone();
        leptos::prelude::set_timeout(move || drop(calls), std::time::Duration::ZERO);
    }
}

impl Worker {
    /// Begins to load the worker, and calls `hear` with all that comes of it. A worker of another build than `build` has
    /// failed. `None` where the browser has no workers.
    pub fn start(build: &'static str, hear: impl Fn(Event) + Clone + 'static) -> Option<Self> {
        let worker = web_sys::Worker::new("worker.js").ok()?;
        let fail = hear.clone();
        let message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let data = event.data();
            hear(match data.dyn_into::<Uint8Array>() {
                Ok(bytes) => Event::Message(bytes.to_vec()),
                Err(other) if other.as_string().as_deref() == Some(build) => Event::Ready,
                Err(_) => Event::Failed,
            });
        });
        let error = Closure::<dyn FnMut()>::new(move || fail(Event::Failed));
        worker.set_onmessage(Some(message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(error.as_ref().unchecked_ref()));
        Some(Self { worker, calls: Rc::new((message, error)) })
    }

    /// Sends a message.
    pub fn send(&self, message: &[u8]) {
        let _ended = self.worker.post_message(&Uint8Array::from(message));
    }
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

/// Milliseconds since the worker began.
pub fn now() -> f64 {
    scope().performance().map_or(0.0, |performance| performance.now())
}

/// Within the worker: calls `turn` with each message, and without one for as long as it says that there is more to do;
/// sends what it gives. Of what `build` it is, the page hears first.
pub fn serve(build: &str, turn: impl FnMut(Option<Vec<u8>>) -> (Vec<Vec<u8>>, bool) + 'static) {
    let turn = Rc::new(RefCell::new(turn));
    // Set while a timer runs: one is enough.
    let waits = Rc::new(Cell::new(false));
    // The step sets the timer for itself, so that messages come in between.
    let step = Rc::new(RefCell::new(None::<Closure<dyn FnMut()>>));
    let go = {
        let step = step.clone();
        let waits = waits.clone();
        move |message: Option<Vec<u8>>| {
            let (answers, more) = (turn.borrow_mut())(message);
            for answer in answers {
                let _closed = scope().post_message(&Uint8Array::from(&answer[..]));
            }
            if let Some(step) = step.borrow().as_ref().filter(|_| more && !waits.replace(true)) {
                let call = step.as_ref().unchecked_ref();
                let _refused = scope().set_timeout_with_callback_and_timeout_and_arguments_0(call, 0);
            }
        }
    };
    let again = go.clone();
    *step.borrow_mut() = Some(Closure::new(move || {
        waits.set(false);
        again(None);
    }));
    let message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        if let Ok(bytes) = event.data().dyn_into::<Uint8Array>() {
            go(Some(bytes.to_vec()));
        }
    });
    scope().set_onmessage(Some(message.as_ref().unchecked_ref()));
    // The worker lives as long as it serves.
    message.forget();
    let _closed = scope().post_message(&JsValue::from_str(build));
}
