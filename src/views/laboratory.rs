//! Asking the worker: what of the page hears which answer.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use leptos::prelude::*;

use super::store::Store;
use crate::browser::worker::{News, Worker};
use crate::document::paste::{Pasted, Target};
use crate::laboratory::{BUILD, Order, Reply, Task};
use crate::text::Text;

/// A worker of the page with those who wait for it. It is loaded when it is first asked, and ends with the last of its
/// copies.
#[derive(Clone, Default)]
pub(super) struct Desk(Rc<RefCell<State>>);

#[derive(Default)]
struct State {
    worker: Option<Worker>,
    ready: bool,
    // Ordered before the worker was ready.
    waiting: Vec<Vec<u8>>,
    listeners: Vec<(u32, Listener)>,
}

/// What those hear who asked.
#[derive(Clone)]
pub(super) enum Heard {
    /// What was asked for.
    Reply(Reply),
    /// The worker could not be loaded, or broke.
    Failed,
    /// The learner wants to try again what failed.
    Again,
}

type Listener = Rc<dyn Fn(Heard)>;

impl Desk {
    /// Calls `hear` with the answers of `slot`.
    pub(super) fn listen(&self, slot: u32, hear: impl Fn(Heard) + 'static) {
        self.0.borrow_mut().listeners.push((slot, Rc::new(hear)));
    }

    /// Tells `slot` nothing more.
    pub(super) fn forget(&self, slot: u32) {
        self.0.borrow_mut().listeners.retain(|(other, _)| *other != slot);
    }

    /// Sends an order; the worker is started where there is none.
    pub(super) fn send(&self, order: &Order) {
        let mut state = self.0.borrow_mut();
        if state.worker.is_none() {
            let desk = Rc::downgrade(&self.0);
            state.worker = Worker::start(BUILD, move |news| hear(&desk, news));
        }
        match &state.worker {
            Some(worker) if state.ready => worker.send(&order.write()),
            Some(_) => state.waiting.push(order.write()),
            None => {
                drop(state);
                hear(&Rc::downgrade(&self.0), News::Failed);
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

/// What is said where the worker, which reads pastes, does not come.
const UNREAD: Text = Text {
    zh: "读取粘贴内容的那部分程序没有加载成功；请再粘贴一次。",
    en: "the part of the page that reads pastes could not be loaded; paste it once more to try again.",
};

impl Store {
    /// A number for one more that asks the worker.
    pub fn next_slot(self) -> u32 {
        self.slots.update_value(|slots| *slots += 1);
        self.slots.get_value()
    }

    /// Has a text that was pasted at `target` read, and calls `then` with what it comes to, unless undo, a reset or
    /// another link has put other numbers there meanwhile.
    pub fn read_paste(self, text: String, target: Target, then: Box<dyn Fn(Pasted)>) {
        let (slot, desk) = (self.next_slot(), self.desk.get_value());
        let epoch = self.epoch.get_untracked();
        let own = desk.clone();
        desk.listen(slot, move |heard| {
            let pasted = match heard {
                Heard::Reply(Reply::Pasted(_, pasted)) => pasted,
                Heard::Failed => Pasted::Refused(UNREAD.into()),
                Heard::Reply(_) | Heard::Again => return,
            };
            own.forget(slot);
            if epoch == self.epoch.get_untracked() {
                then(pasted);
            }
        });
        desk.send(&Order { slot, run: 0, task: Task::Read { text, target } });
    }
}

fn hear(desk: &Weak<RefCell<State>>, news: News) {
    let Some(desk) = desk.upgrade().map(Desk) else { return };
    match news {
        News::Ready => {
            let mut state = desk.0.borrow_mut();
            state.ready = true;
            let waiting = std::mem::take(&mut state.waiting);
            if let Some(worker) = &state.worker {
                waiting.iter().for_each(|order| worker.send(order));
            }
        }
        News::Message(bytes) => match Reply::read(&bytes) {
            Some(reply) => desk.tell(Some(reply.slot()), &Heard::Reply(reply)),
            None => desk.fail(),
        },
        News::Failed => desk.fail(),
    }
}

impl Desk {
    /// Tries again what failed.
    pub(super) fn try_again(&self) {
        self.tell(None, &Heard::Again);
    }

    /// Ends the worker, and tells all who wait for it.
    pub(super) fn fail(&self) {
        self.end();
        self.tell(None, &Heard::Failed);
    }

    // A listener may send at once, so nothing is borrowed while it hears.
    fn tell(&self, slot: Option<u32>, heard: &Heard) {
        let listeners: Vec<Listener> = {
            let state = self.0.borrow();
            let meant = state.listeners.iter().filter(|(other, _)| slot.is_none_or(|slot| slot == *other));
            meant.map(|(_, listener)| listener.clone()).collect()
        };
        listeners.iter().for_each(|listener| listener(heard.clone()));
    }
}
