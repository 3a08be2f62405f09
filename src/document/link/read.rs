//! Reading a link.

use percent_encoding::percent_decode_str;

use super::{FROM, WIDEST, from_id, from_of, key_of};
use crate::choice::Choice;
use crate::document::edit::{From, started_from};
use crate::document::problem::{Problem, Why};
use crate::document::{Document, State, View, steps};
use crate::engine::cell::Name;
use crate::engine::inputs::{Inputs, Source};
use crate::engine::mask::{Mask, Window};
use crate::engine::matrix::{Matrix, from_rows};
use crate::engine::precision::Numerics;
use crate::engine::scaling::Scaling;
use crate::lessons::figure::{Figure, Setting};
use crate::lessons::{LESSONS, Lesson, Question};
use crate::number;
use crate::text::Language;

/// The state that `fragment` (with or without `#`) stands for, and what could not be used. Never fails: whatever is
/// missing or damaged is taken from the lesson's start. `language` stands where the link names none.
pub fn read(fragment: &str, language: Language) -> (State, Vec<Problem>) {
    let fragment = fragment.strip_prefix('#').unwrap_or(fragment);
    let mut reader = Reader { pairs: Vec::new(), problems: Vec::new(), known: Vec::new() };
    for part in fragment.split('&').filter(|part| !part.is_empty()) {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        reader.pairs.push((key, value));
    }
    let mut view = View::new(reader.choice("lang").unwrap_or(language));
    let lesson = reader.value("lesson", |text| Lesson::from_id(text).ok_or(Why::Option)).unwrap_or(LESSONS[0]);
    let start = reader
        .value("exercise.start", |text| lesson.starts.iter().position(|start| start.id == text).ok_or(Why::Option));
    let mut document = Document::at_start(lesson, start.unwrap_or(0));
    document.inputs = reader.inputs(&document.inputs);
    if let Some(tokens) = reader.tokens(document.inputs.keys()) {
        document.tokens = tokens;
    }
    let asked = document.chosen().questions;
    let questions = asked.len();
    if let Some(answers) = reader.value("exercise.answers", |text| answers(text, asked)) {
        answers.into_iter().for_each(|(index, answer)| document.answer(index, answer));
    }
    if let Some(right) = reader.value("exercise.right", |text| positions(text, questions)) {
        document.right.extend(right.into_iter().filter(|index| document.answers.contains_key(index)));
    }
    if let Some(revealed) = reader.value("exercise.revealed", |text| positions(text, questions)) {
        document.revealed.extend(revealed);
    }
    for &figure in Figure::ALL {
        for setting in figure.settings() {
            let key = format!("{}.{}", figure.id(), setting.key);
            if let Some(value) = reader.value(&key, |text| within(setting, text)) {
                document.settings.set(figure, setting, value);
            }
        }
    }
    if let Some(decimals) = reader.integer("decimals", View::DECIMALS.0, View::DECIMALS.1) {
        view.decimals = decimals;
    }
    let steps = steps::count(&document.inputs);
    view.step = reader.integer("step", 0, steps).unwrap_or(0);
    reader.check_unknown();
    (State { view, document: document.tidied() }, reader.problems)
}

struct Reader<'a> {
    pairs: Vec<(&'a str, &'a str)>,
    problems: Vec<Problem>,
    // The keys that were asked for and found.
    known: Vec<String>,
}

impl Reader<'_> {
    // The text of a key as it stands in the link; the last one counts when it is there twice.
    fn raw(&mut self, key: &str) -> Option<String> {
        let found = self.pairs.iter().rev().find(|(other, _)| *other == key)?.1.to_owned();
        self.known.push(key.to_owned());
        Some(found)
    }

    fn value<T>(&mut self, key: &str, read: impl FnOnce(&str) -> Result<T, Why>) -> Option<T> {
        let raw = self.raw(key)?;
        let result = decoded(&raw).and_then(|text| read(&text));
        result.map_err(|why| self.complain(key, &raw, why)).ok()
    }

    fn choice<C: Choice>(&mut self, key: &str) -> Option<C> {
        self.value(key, |text| C::from_id(text).ok_or(Why::Option))
    }

    fn integer(&mut self, key: &str, least: usize, most: usize) -> Option<usize> {
        self.value(key, |text| integer(text, least, most))
    }

    fn complain(&mut self, key: &str, text: &str, why: Why) {
        let text: String =
            if text.chars().count() > 32 { text.chars().take(31).chain(['…']).collect() } else { text.to_owned() };
        self.problems.push(Problem::Value { key: key.to_owned(), text, why });
    }

    fn tokens(&mut self, keys: usize) -> Option<Vec<String>> {
        let raw = self.raw("tokens")?;
        // Split first: a token may hold an escaped comma.
        let tokens: Result<Vec<String>, Why> = raw.split(',').map(decoded).collect();
        match tokens {
            Ok(tokens) if tokens.len() <= keys.max(1) => Some(tokens),
            Ok(_) => {
                self.complain("tokens", &raw, Why::Range(0, keys));
                None
            }
            Err(why) => {
                self.complain("tokens", &raw, why);
                None
            }
        }
    }

    fn inputs(&mut self, start: &Inputs) -> Inputs {
        let from = self.value("from", |text| FROM.iter().find(|(_, id)| *id == text).map(|f| f.0).ok_or(Why::Option));
        let scaling = self.value("scale", scaling).unwrap_or(start.scaling());
        let mut matrices = Vec::new();
        for name in [Name::X, Name::WQ, Name::WK, Name::WV, Name::Q, Name::K, Name::V, Name::Scores] {
            if let Some(matrix) = self.value(&key_of(name), matrix) {
                matrices.push((name, matrix));
            }
        }
        let given = |name| matrices.iter().find(|(other, _)| *other == name).map(|(_, matrix)| matrix.clone());
        let from = from.unwrap_or_else(|| {
            let only_scores = given(Name::Scores).is_some() && given(Name::Q).is_none();
            let tokens = given(Name::X).is_some() || given(Name::WQ).is_some();
            match from_of(start) {
                _ if only_scores => From::Scores,
                From::Qkv | From::Scores if tokens => From::Tokens,
                From::Scores | From::Tokens if given(Name::Q).is_some() || given(Name::K).is_some() => From::Qkv,
                own => own,
            }
        });
        let used = match from {
            From::Tokens => [Name::X, Name::WQ, Name::WK, Name::WV].as_slice(),
            From::Qkv => &[Name::Q, Name::K, Name::V],
            From::Scores => &[Name::Scores, Name::V],
        };
        let useless = matrices.iter().filter(|(name, _)| !used.contains(name)).map(|(name, _)| key_of(*name));
        let width = (from != From::Scores).then(|| "dk".to_owned());
        for key in useless.chain(width).collect::<Vec<_>>() {
            if let Some(text) = self.raw(&key) {
                self.complain(&key, &text, Why::Unused);
            }
        }
        // A width that is not given is the lesson's, where the lesson starts from scores as well.
        let usual = if from_of(start) == From::Scores { start.d_k() } else { 1 };
        let d_k = self.integer("dk", 1, WIDEST).unwrap_or(usual);
        let base = if from == from_of(start) { Some(start.clone()) } else { None };
        let base = base.or_else(|| started_from(start, from).ok()).unwrap_or_else(|| start.clone());
        let source = source_of(&base, from, d_k, given);
        let causal = self.choice("mask").unwrap_or(start.mask().causal);
        let precision = self.choice("precision").unwrap_or(start.numerics().precision);
        let numerics = Numerics { precision, ..start.numerics() };
        let inputs = match Inputs::new(source, scaling, Mask { causal, ..start.mask().clone() }) {
            Ok(inputs) => inputs.with_numerics(numerics),
            Err(error) => {
                let (key, text) = match matrices.first() {
                    Some((name, _)) => (key_of(*name), "…"),
                    None => ("from".to_owned(), from_id(from)),
                };
                self.complain(&key, text, Why::Shape(error));
                start.with_scaling(scaling).with_mask(Mask { causal, ..start.mask().clone() }).with_numerics(numerics)
            }
        };
        let mask = self.hidden(inputs.mask().clone(), inputs.queries(), inputs.keys());
        inputs.with_mask(mask)
    }

    // The parts of the mask that depend on the sizes.
    fn hidden(&mut self, mut mask: Mask, queries: usize, keys: usize) -> Mask {
        if let Some(padding) = self.value("pad", |text| positions(text, keys)) {
            mask.padding = Mask::padding(padding).padding;
        }
        if let Some(window) = self.value("window", window) {
            mask.window = window;
        }
        match self.value("keep", |text| drawn(text, queries, keys)) {
            Some(rows) => mask.with_drawn(&rows),
            None => mask,
        }
    }

    // A link of a later version may hold keys that this one does not know; one that holds nothing else is damaged. A key
    // with a dot is a setting that somebody means to see, such as a figure's.
    fn check_unknown(&mut self) {
        let damaged = self.pairs.iter().any(|(key, value)| decoded(key).is_err() || decoded(value).is_err());
        if self.problems.is_empty() && (damaged || (self.known.is_empty() && !self.pairs.is_empty())) {
            self.problems.push(Problem::Unreadable);
            return;
        }
        let unknown = |(key, _): &(&str, &str)| key.contains('.') && !self.known.iter().any(|known| known == key);
        // A few are enough to tell by.
        for (key, text) in self.pairs.clone().into_iter().filter(unknown).take(4).collect::<Vec<_>>() {
            self.complain(key, text, Why::Unknown);
        }
    }
}

fn source_of(base: &Inputs, from: From, d_k: usize, given: impl Fn(Name) -> Option<Matrix>) -> Source {
    let or_base = |name| given(name).or_else(|| base.matrix(name).cloned());
    let identity = |size| Matrix::identity(size, size);
    // Values that were not given and do not fit are the identity, so that the output shows the weights.
    let values = |keys: usize| match (given(Name::V), base.values()) {
        (Some(v), _) => v,
        (None, v) if v.nrows() == keys => v.clone(),
        _ => identity(keys),
    };
    match from {
        From::Tokens => {
            let x = or_base(Name::X).unwrap_or_else(|| identity(2));
            let w = |name| or_base(name).unwrap_or_else(|| identity(x.ncols()));
            Source::Tokens { wq: w(Name::WQ), wk: w(Name::WK), wv: w(Name::WV), x }
        }
        From::Qkv => {
            let k = or_base(Name::K).unwrap_or_else(|| identity(2));
            let q = or_base(Name::Q).unwrap_or_else(|| k.clone());
            Source::Qkv { v: values(k.nrows()), q, k }
        }
        From::Scores => {
            let scores = or_base(Name::Scores).unwrap_or_else(|| identity(2));
            Source::Scores { v: values(scores.ncols()), scores, d_k }
        }
    }
}

fn scaling(text: &str) -> Result<Scaling, Why> {
    match Scaling::from_id(text) {
        Some(closed) if !matches!(closed, Scaling::Divisor(_)) => Ok(closed),
        _ => {
            let value = number::parse(text).map_err(Why::Number)?;
            Scaling::divisor(value).ok_or(Why::Divisor)
        }
    }
}

fn matrix(text: &str) -> Result<Matrix, Why> {
    let rows: Vec<Vec<f64>> = text
        .split(';')
        .map(|row| row.split(',').map(|cell| number::parse(cell).map_err(Why::Number)).collect())
        .collect::<Result<_, _>>()?;
    if rows.len() > Inputs::MAX_SIZE || rows.iter().any(|row| row.len() > Inputs::MAX_SIZE) {
        return Err(Why::TooLarge);
    }
    from_rows(&rows).ok_or(Why::Ragged)
}

fn within(setting: &Setting, text: &str) -> Result<f64, Why> {
    let value = number::parse(text).map_err(Why::Number)?;
    if setting.accepts(value) { Ok(value) } else { Err(Why::Limits(*setting)) }
}

fn integer(text: &str, least: usize, most: usize) -> Result<usize, Why> {
    text.parse().ok().filter(|number| (least..=most).contains(number)).ok_or(Why::Range(least, most))
}

// Positions from 1 in the link, from 0 inside.
fn positions(text: &str, most: usize) -> Result<Vec<usize>, Why> {
    text.split(',').filter(|part| !part.is_empty()).map(|part| Ok(integer(part.trim(), 1, most)? - 1)).collect()
}

fn window(text: &str) -> Result<Window, Why> {
    let (left, right) = text.split_once(',').ok_or(Why::Window)?;
    let side = |text: &str| if text.is_empty() { Ok(None) } else { integer(text, 0, Inputs::MAX_SIZE).map(Some) };
    Ok(Window { left: side(left)?, right: side(right)? })
}

fn drawn(text: &str, queries: usize, keys: usize) -> Result<Vec<Vec<bool>>, Why> {
    let digits = |row: &str| row.chars().map(|c| c.to_digit(2).map(|digit| digit == 1)).collect::<Option<Vec<bool>>>();
    let rows = text.split(';').map(digits).collect::<Option<Vec<_>>>();
    let fits = |rows: &Vec<Vec<bool>>| rows.len() == queries && rows.iter().all(|row| row.len() == keys);
    rows.filter(fits).ok_or(Why::Drawn(queries, keys))
}

fn answers(text: &str, questions: &[Question]) -> Result<Vec<(usize, f64)>, Why> {
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() > questions.len() {
        return Err(Why::Range(0, questions.len()));
    }
    let given = parts.into_iter().zip(questions).enumerate().filter(|(_, (part, _))| !part.is_empty());
    given.map(|(index, (part, question))| Ok((index, question.read(part).map_err(Why::Number)?))).collect()
}

// `percent_decode_str` passes damaged escapes through as text.
fn decoded(text: &str) -> Result<String, Why> {
    let bytes = text.as_bytes();
    let whole = |at: usize| bytes.get(at + 1..at + 3).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit));
    if (0..bytes.len()).any(|at| bytes[at] == b'%' && !whole(at)) {
        return Err(Why::Escape);
    }
    percent_decode_str(text).decode_utf8().map(Into::into).map_err(|_| Why::Escape)
}
