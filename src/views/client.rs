//! The client of the worker: who of the page hears which answer.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use leptos::prelude::*;

use crate::browser::worker::{Event, Worker};
use crate::document::paste::{Pasted, Target};
use crate::laboratory::{BUILD, Order, Reply, Task};
use crate::text::Text;

/// A worker of the page with those who wait for it. It is loaded when it is first asked, and ends with the last of its
/// copies.
#[derive(Clone, Default)]
pub(super) struct Client(Rc<RefCell<Connection>>);

#[derive(Default)]
struct Connection {
    worker: Option<Worker>,
    ready: bool,
    // Ordered before the worker was ready.
    waiting: Vec<Vec<u8>>,
    listeners: Vec<(u32, Listener)>,
}

/// What those hear who asked.
#[derive(Clone)]
pub(super) enum Message {
    /// What was asked for.
    Reply(Reply),
    /// The worker could not be loaded, or broke.
    Failed,
    /// The learner wants to try again what failed.
    Retry,
}

type Listener = Rc<dyn Fn(Message)>;

impl Client {
    /// Calls `hear` with the answers of `slot`.
    pub(super) fn subscribe(&self, slot: u32, hear: impl Fn(Message) + 'static) {
        self.0.borrow_mut().listeners.push((slot, Rc::new(hear)));
    }

    /// Tells `slot` nothing more.
    pub(super) fn unsubscribe(&self, slot: u32) {
        self.0.borrow_mut().listeners.retain(|(other, _)| *other != slot);
    }

    /// Sends an order; the worker is started where there is none.
    pub(super) fn send(&self, order: &Order) {
        let mut state = self.0.borrow_mut();
        if state.worker.is_none() {
            let client = Rc::downgrade(&self.0);
            state.worker = Worker::start(BUILD, move |event| receive(&client, event));
        }
        match &state.worker {
            Some(worker) if state.ready => worker.send(&order.write()),
            Some(_) => state.waiting.push(order.write()),
            None => {
                drop(state);
                receive(&Rc::downgrade(&self.0), Event::Failed);
            }
        }
    }

    /// Ends the worker, in the middle of whatever it does.
    pub(super) fn end(&self) {
        let mut state = self.0.borrow_mut();
        state.worker = None;
        state.ready = false;
        state.waiting.clear();
    }
}

/// The worker of the page, with numbers for those who ask it.
#[derive(Clone, Copy)]
pub(super) struct Clients {
    /// The worker that computes the figures.
    pub shared: StoredValue<Client, LocalStorage>,
    last: StoredValue<u32>,
}

impl Clients {
    /// Nobody asks yet.
    pub fn new() -> Self {
        Self { shared: StoredValue::new_local(Client::default()), last: StoredValue::new(0) }
    }

    /// A number for one more that asks.
    pub fn next_slot(self) -> u32 {
        self.last.update_value(|slot| *slot += 1);
        self.last.get_value()
    }

    /// Has a text that was pasted at `target` read, and calls `then` with what it comes to while `is_wanted`.
    pub fn read_paste(
        self,
        text: String,
        target: Target,
        is_wanted: impl Fn() -> bool + 'static,
        then: Box<dyn Fn(Pasted)>,
    ) {
        let (slot, client) = (self.next_slot(), self.shared.get_value());
        let own = client.clone();
        client.subscribe(slot, move |message| {
            let pasted = match message {
                Message::Reply(Reply::Pasted(_, pasted)) => pasted,
                Message::Failed => Pasted::Refused(UNREAD.into()),
                Message::Reply(_) | Message::Retry => return,
            };
            own.unsubscribe(slot);
            if is_wanted() {
                then(pasted);
            }
        });
        client.send(&Order { slot, run: 0, task: Task::Read { text, target } });
    }
}

// What is said where the worker, which reads pastes, does not come.
const UNREAD: Text = Text {
    zh: "读取粘贴内容的那部分程序没有加载成功；请再粘贴一次。",
    en: "the part of the page that reads pastes could not be loaded; paste it once more to try again.",
};

fn receive(client: &Weak<RefCell<Connection>>, event: Event) {
    let Some(client) = client.upgrade().map(Client) else { return };
    match event {
        Event::Ready => {
            let mut state = client.0.borrow_mut();
            state.ready = true;
            let waiting = std::mem::take(&mut state.waiting);
            if let Some(worker) = &state.worker {
                waiting.iter().for_each(|order| worker.send(order));
            }
        }
        Event::Message(bytes) => match Reply::read(&bytes) {
            Some(reply) => client.notify(Some(reply.slot()), &Message::Reply(reply)),
            None => client.fail(),
        },
        Event::Failed => client.fail(),
    }
}

impl Client {
    /// Tries again what failed.
    pub(super) fn retry(&self) {
        self.notify(None, &Message::Retry);
    }

    /// Ends the worker, and tells all who wait for it.
    pub(super) fn fail(&self) {
        self.end();
        self.notify(None, &Message::Failed);
    }

    // A listener may send at once, so nothing is borrowed while it hears.
    fn notify(&self, slot: Option<u32>, message: &Message) {
        let listeners: Vec<Listener> = {
            let state = self.0.borrow();
            let meant = state.listeners.iter().filter(|(other, _)| slot.is_none_or(|slot| slot == *other));
            meant.map(|(_, listener)| listener.clone()).collect()
        };
        listeners.iter().for_each(|listener| listener(message.clone()));
    }
}
