//! The typed matrices of a link: given one by one, put to use together.

use super::text::{matrix, matrix_text};
use super::{Draft, FIELDS, Phase};
use crate::choice::Choice;
use crate::document::State;
use crate::document::origin::{Origin, started_from};
use crate::document::patch::Patch;
use crate::document::problem::{Problem, Why};
use crate::engine::cell::Name;
use crate::engine::inputs::{Inputs, Source};
use crate::engine::matrix::{Matrix, same};

/// What a link gives of the source.
#[derive(Default)]
pub(in crate::document) struct Given {
    pub(super) origin: Option<Origin>,
    matrices: Vec<(Name, Matrix)>,
    pub(super) d_k: Option<usize>,
}

/// The matrix `name` of `now` where it is typed, and `base` has it not, or starts from elsewhere.
pub(super) fn write(now: &State, base: &State, name: Name) -> Option<String> {
    let (now, base) = (&now.document.inputs, &base.document.inputs);
    let matrix = now.matrix(name).filter(|_| now.typed().contains(&name))?;
    let stays = Origin::of(now) == Origin::of(base) && base.matrix(name).is_some_and(|other| same(matrix, other));
    (!stays).then(|| matrix_text(matrix))
}

pub(super) fn write_width(now: &State, base: &State) -> Option<String> {
    let (now, base) = (&now.document.inputs, &base.document.inputs);
    let stays = Origin::of(base) == Origin::Scores && now.d_k() == base.d_k();
    (Origin::of(now) == Origin::Scores && !stays).then(|| now.d_k().to_string())
}

impl Given {
    pub(super) fn read(&mut self, name: Name, text: &str) -> Result<(), Why> {
        self.matrices.push((name, matrix(text)?));
        Ok(())
    }

    fn get(&self, name: Name) -> Option<Matrix> {
        self.matrices.iter().find(|(other, _)| *other == name).map(|(_, matrix)| matrix.clone())
    }

    // Where it is not said, the matrices tell.
    fn origin(&self, base: &Inputs) -> Origin {
        let has = |name| self.matrices.iter().any(|(other, _)| *other == name);
        let only_scores = has(Name::Scores) && !has(Name::Q);
        let tokens = has(Name::X) || has(Name::WQ);
        self.origin.unwrap_or_else(|| match Origin::of(base) {
            _ if only_scores => Origin::Scores,
            Origin::Qkv | Origin::Scores if tokens => Origin::Tokens,
            Origin::Scores | Origin::Tokens if has(Name::Q) || has(Name::K) => Origin::Qkv,
            own => own,
        })
    }

    fn source(&self, base: &Inputs, origin: Origin) -> Source {
        // A width that is not given stays, where there is one.
        let usual = if Origin::of(base) == Origin::Scores { base.d_k() } else { 1 };
        let moved = started_from(base, origin).ok();
        let base = moved.as_ref().unwrap_or(base);
        let or_base = |name| self.get(name).or_else(|| base.matrix(name).cloned());
        let identity = |size| Matrix::identity(size, size);
        // Values that were not given and do not fit are the identity, so that the output shows the weights.
        let values = |keys: usize| match (self.get(Name::V), base.values()) {
            (Some(v), _) => v,
            (None, v) if v.nrows() == keys => v.clone(),
            _ => identity(keys),
        };
        match origin {
            Origin::Tokens => {
                let x = or_base(Name::X).unwrap_or_else(|| identity(2));
                let w = |name| or_base(name).unwrap_or_else(|| identity(x.ncols()));
                Source::Tokens { wq: w(Name::WQ), wk: w(Name::WK), wv: w(Name::WV), x }
            }
            Origin::Qkv => {
                let k = or_base(Name::K).unwrap_or_else(|| identity(2));
                let q = or_base(Name::Q).unwrap_or_else(|| k.clone());
                Source::Qkv { v: values(k.nrows()), q, k }
            }
            Origin::Scores => {
                let scores = or_base(Name::Scores).unwrap_or_else(|| identity(2));
                Source::Scores { v: values(scores.ncols()), scores, d_k: self.d_k.unwrap_or(usual) }
            }
        }
    }
}

impl Draft {
    /// Puts to use what `patch` gave of the source. Matrices that do not fit together change nothing.
    pub(in crate::document) fn settle(&mut self, patch: &Patch, problems: &mut Vec<Problem>) {
        if !FIELDS.iter().any(|field| field.phase == Phase::Source && patch.text(field.key).is_some()) {
            return;
        }
        let given = std::mem::take(&mut self.given);
        let base = self.inputs();
        let origin = given.origin(base);
        let used = match origin {
            Origin::Tokens => [Name::X, Name::WQ, Name::WK, Name::WV].as_slice(),
            Origin::Qkv => &[Name::Q, Name::K, Name::V],
            Origin::Scores => &[Name::Scores, Name::V],
        };
        let useless = given.matrices.iter().filter(|(name, _)| !used.contains(name)).map(|(name, _)| key_of(*name));
        let width = (origin != Origin::Scores).then(|| "dk".to_owned());
        for key in useless.chain(width) {
            if let Some(text) = patch.text(&key) {
                problems.push(Problem::value(&key, text, Why::Unused));
            }
        }
        match base.with_source(given.source(base, origin)) {
            Ok(inputs) => self.state.document.inputs = inputs,
            Err(error) => problems.push(match given.matrices.iter().min_by_key(|(name, _)| *name) {
                Some((name, _)) => Problem::value(&key_of(*name), "…", Why::Shape(error)),
                None => Problem::value("from", origin.id(), Why::Shape(error)),
            }),
        }
    }
}

fn key_of(name: Name) -> String {
    name.id().to_ascii_lowercase()
}
