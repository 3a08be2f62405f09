//! Undo and redo, by snapshot.

use super::Document;
use super::edit::Edit;

/// The document with what came before and after it.
#[derive(Clone, Debug)]
pub struct History {
    past: Vec<Document>,
    present: Document,
    future: Vec<Document>,
    last: Option<Edit>,
}

// A document of the largest matrices is about 100 kB.
const LONGEST: usize = 200;

impl History {
    /// Begins with `document` and nothing to undo.
    pub fn new(document: Document) -> Self {
        Self { past: Vec::new(), present: document, future: Vec::new(), last: None }
    }

    /// The document as it is now.
    pub fn present(&self) -> &Document {
        &self.present
    }

    /// Makes `edit`. Typing on in one cell is one step; an edit that changes nothing is none, nor is typing that ends where
    /// it began.
    pub fn apply(&mut self, edit: Edit) {
        let new = self.present.edited(&edit);
        if new == self.present {
            return;
        }
        let continues = self.last.as_ref().is_some_and(|last| edit.continues(last)) && !self.past.is_empty();
        self.future.clear();
        if continues && self.past.last() == Some(&new) {
            self.past.pop();
            self.present = new;
            return self.pause();
        }
        if !continues {
            self.push_past();
        }
        self.present = new;
        self.last = Some(edit);
    }

    /// Goes to another document, such as one from a link; undo leads back.
    pub fn replace(&mut self, document: Document) {
        if document != self.present {
            self.push_past();
            self.present = document;
            self.future.clear();
        }
        self.last = None;
    }

    /// Ends the step: what follows is undone apart from what was before.
    pub fn pause(&mut self) {
        self.last = None;
    }

    /// Goes one step back, if there is one.
    pub fn undo(&mut self) {
        if let Some(before) = self.past.pop() {
            self.future.push(std::mem::replace(&mut self.present, before));
        }
        self.last = None;
    }

    /// Goes one step forward again, if there is one.
    pub fn redo(&mut self) {
        if let Some(after) = self.future.pop() {
            self.past.push(std::mem::replace(&mut self.present, after));
        }
        self.last = None;
    }

    /// Whether there is a step to undo.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there is a step to redo.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    fn push_past(&mut self) {
        self.past.push(self.present.clone());
        if self.past.len() > LONGEST {
            self.past.remove(0);
        }
    }
}
