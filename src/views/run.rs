//! One computation of a figure after the other, and where the present one stands.

use std::time::Duration;

use leptos::prelude::*;

use super::client::{Client, Clients, Message};
use super::life::Life;
use crate::laboratory::{Answer, Needs, Order, Reply, Task};
use crate::lessons::figure::{Figure, FigureKind};
use crate::text::Language;

/// How long a worker may take to load and to begin: a slow line and a slow machine are met with patience.
const PATIENCE: Duration = Duration::from_secs(30);

/// Where the computing of a figure stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// Nothing has come yet, but for what earlier settings gave.
    Waiting,
    /// Parts of it have come.
    Running,
    /// All of it has come.
    Done,
    /// The learner has stopped it.
    Stopped,
    /// The worker could not be loaded, or broke.
    Failed,
}

/// One computation after the other; only the last one is heard.
#[derive(Clone, Copy)]
pub(super) struct FigureRun {
    /// The worker that is asked: of a figure that takes long its own, so that it keeps nobody waiting.
    pub client: StoredValue<Client, LocalStorage>,
    /// What has come, of this computation or the one before.
    pub answer: RwSignal<Option<Answer>>,
    /// Where it stands.
    pub status: RwSignal<Status>,
    /// While this lasts.
    pub life: Life,
    figure: Figure,
    slot: u32,
    number: StoredValue<u32>,
}

impl FigureRun {
    /// Nothing of `figure` is computed yet.
    pub fn new(figure: Figure, clients: Clients) -> Self {
        let long = figure.kind() == FigureKind::Sampled;
        Self {
            client: StoredValue::new_local(if long { Client::default() } else { clients.shared.get_value() }),
            answer: RwSignal::new(None),
            status: RwSignal::new(Status::Waiting),
            life: Life::here(),
            figure,
            slot: clients.next_slot(),
            number: StoredValue::new(0),
        }
    }

    /// Takes in what the worker answers; `start` is called where the learner tries again what failed.
    pub fn follow(self, start: impl Fn() + 'static) {
        self.client.with_value(|client| client.subscribe(self.slot, move |message| self.receive(message, &start)));
        on_cleanup(move || self.client.with_value(|client| client.unsubscribe(self.slot)));
    }

    fn order(self, task: Task) {
        let order = Order { slot: self.slot, run: self.number.get_value(), task };
        self.client.with_value(|client| client.send(&order));
    }

    /// Begins to compute, in place of what is being computed.
    pub fn start(self, needs: &Needs) {
        // A stop that is not yet confirmed: the worker is in the middle of a long piece.
        let stops = self.status.get_untracked() == Status::Stopped
            && self.answer.with_untracked(|answer| answer.as_ref().is_none_or(|answer| answer.running));
        if stops && self.figure.kind() == FigureKind::Sampled {
            self.client.with_value(Client::end);
        }
        self.number.update_value(|number| *number += 1);
        self.status.set(Status::Waiting);
        self.order(needs.task());
        let number = self.number.get_value();
        self.life.after(PATIENCE, move || {
            if self.number.get_value() == number && self.status.get_untracked() == Status::Waiting {
                self.client.with_value(Client::fail);
            }
        });
    }

    /// Stops; what has come stays.
    pub fn stop(self) {
        self.status.set(Status::Stopped);
        self.order(Task::Stop);
    }

    fn receive(self, message: Message, start: &impl Fn()) {
        if !self.life.lasts() {
            return;
        }
        match message {
            Message::Failed => self.status.set(Status::Failed),
            Message::Retry if self.status.get_untracked() == Status::Failed => start(),
            Message::Reply(Reply::Figure(answer)) if answer.run == self.number.get_value() => {
                match (answer.running, answer.progress >= 1.0) {
                    (true, _) if self.status.get_untracked() == Status::Stopped => {}
                    (true, _) => self.status.set(Status::Running),
                    (false, true) => self.status.set(Status::Done),
                    (false, false) => self.status.set(Status::Stopped),
                }
                self.answer.set(Some(answer));
            }
            _ => {}
        }
    }

    /// The share of the present computation that is done.
    pub fn progress(self) -> f64 {
        let _ = self.status.get();
        let number = self.number.get_value();
        self.answer
            .with(|answer| answer.as_ref().filter(|answer| answer.run == number).map_or(0.0, |answer| answer.progress))
    }

    /// Where it stands, in words.
    pub fn status_text(self, language: Language) -> String {
        let percent = (100.0 * self.progress()).floor();
        match (self.status.get(), language) {
            (Status::Waiting | Status::Running, _) => format!("{percent}%"),
            (Status::Done, Language::En) => "done".to_owned(),
            (Status::Done, Language::Zh) => "已算完".to_owned(),
            (Status::Stopped, Language::En) => format!("stopped at {percent}%; what was done stays"),
            (Status::Stopped, Language::Zh) => format!("停在 {percent}%，已算的保留"),
            (Status::Failed, _) => String::new(),
        }
    }
}
