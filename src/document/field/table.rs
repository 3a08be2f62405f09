//! The table of fields. A setting of a figure has no row: its key has a dot, and [`Patch`](super::super::patch::Patch) has it.

use super::text::{
    NONE, bias, bias_text, choice, integer, keep_text, keeps, positions, positions_text, scaling, scaling_text,
    softcap, tokens_text, window, window_text,
};
use super::{Field, Phase, source, work};
use crate::choice::Choice;
use crate::document::origin::Origin;
use crate::document::problem::Why;
use crate::document::{Document, State, View};
use crate::engine::cell::Name;
use crate::engine::inputs::Inputs;
use crate::engine::mask::Mask;
use crate::engine::precision::Numerics;
use crate::lessons::Lesson;
use crate::number::exact;

fn unless(same: bool, text: &str) -> Option<String> {
    (!same).then(|| text.to_owned())
}

fn inputs(state: &State) -> &Inputs {
    &state.document.inputs
}

fn mask(state: &State) -> &Mask {
    inputs(state).mask()
}

fn numerics(state: &State) -> Numerics {
    inputs(state).numerics()
}

fn origin(state: &State) -> Origin {
    Origin::of(inputs(state))
}

macro_rules! fields {
    ($(#[doc = $meaning:literal] $key:literal $($escaped:ident)?, $phase:ident, $write:expr, $read:expr;)*) => {
        /// Every field, in the order in which links are written. [`Patch::apply`](super::super::patch::Patch::apply) reads them
        /// phase by phase.
        pub static FIELDS: &[Field] =
            &[$(Field {
                key: $key,
                phase: Phase::$phase,
                escaped: fields!(@escaped $($escaped)?),
                write: $write,
                read: $read,
            }),*];

        /// The key and the meaning of every field, as the README has them.
        pub const MEANINGS: &[(&str, &str)] = &[$(($key, $meaning.trim_ascii())),*];
    };
    (@escaped) => { false };
    (@escaped escaped) => { true };
}

fields! {
    /// the language: `en` or `zh`
    "lang", Place,
    |now, base| unless(now.view.language == base.view.language, now.view.language.id()),
    |draft, text| { draft.state.view.language = choice(text)?; Ok(()) };
    /// the lesson's id; everything starts as the lesson does
    "lesson", Place,
    |now, base| unless(now.document.lesson == base.document.lesson, now.document.lesson.id),
    |draft, text| { draft.begin(Document::new(Lesson::from_id(text).ok_or(Why::Option)?)); Ok(()) };
    /// the id of one of the lesson's exercises; all but the figures starts as it does
    "exercise.start", Place,
    |now, base| unless(now.document.start == base.document.start, now.document.chosen().id),
    work::read_start;
    /// how far the computation is walked through, one row of one stage a step; 0 shows all of it
    "step", Work, work::write_step, work::read_step;
    /// decimals of the numbers shown, 2…6
    "decimals", Work,
    |now, base| unless(now.view.decimals == base.view.decimals, &now.view.decimals.to_string()),
    |draft, text| { draft.state.view.decimals = integer(text, View::DECIMALS.0, View::DECIMALS.1)?; Ok(()) };
    /// which matrices are typed: `x` (X and projections), `qkv` (Q, K, V), `scores` (scores and V)
    "from", Source,
    |now, base| unless(origin(now) == origin(base), origin(now).id()),
    |draft, text| { draft.given.origin = Some(choice(text)?); Ok(()) };
    /// X, T×D
    "x", Source,
    |now, base| source::write(now, base, Name::X), |draft, text| draft.given.read(Name::X, text);
    /// W_Q, D×d_k
    "wq", Source,
    |now, base| source::write(now, base, Name::WQ), |draft, text| draft.given.read(Name::WQ, text);
    /// W_K, D×d_k
    "wk", Source,
    |now, base| source::write(now, base, Name::WK), |draft, text| draft.given.read(Name::WK, text);
    /// W_V, D×d_v
    "wv", Source,
    |now, base| source::write(now, base, Name::WV), |draft, text| draft.given.read(Name::WV, text);
    /// Q, L×d_k
    "q", Source,
    |now, base| source::write(now, base, Name::Q), |draft, text| draft.given.read(Name::Q, text);
    /// K, S×d_k
    "k", Source,
    |now, base| source::write(now, base, Name::K), |draft, text| draft.given.read(Name::K, text);
    /// Q Kᵀ, L×S
    "scores", Source,
    |now, base| source::write(now, base, Name::Scores), |draft, text| draft.given.read(Name::Scores, text);
    /// V, S×d_v
    "v", Source,
    |now, base| source::write(now, base, Name::V), |draft, text| draft.given.read(Name::V, text);
    /// with `from=scores`, the d_k that the scores came from; 1 where it is not given
    "dk", Source,
    source::write_width,
    |draft, text| { draft.given.d_k = Some(integer(text, 1, Origin::WIDEST)?); Ok(()) };
    /// what scores are divided by: `none`, `sqrt`, `dk`, `2sqrt` or a number
    "scale", Inputs,
    |now, base| {
        let scaling = inputs(now).scaling();
        (scaling != inputs(base).scaling()).then(|| scaling_text(scaling))
    },
    |draft, text| { draft.state.document.inputs = draft.inputs().with_scaling(scaling(text)?); Ok(()) };
    /// the bound c of c · tanh(score / c), applied after scaling: a number or `none`
    "softcap", Inputs,
    |now, base| {
        let cap = inputs(now).softcap();
        (cap != inputs(base).softcap()).then(|| cap.map_or_else(|| NONE.to_owned(), exact))
    },
    |draft, text| { draft.state.document.inputs = draft.inputs().with_softcap(softcap(text)?); Ok(()) };
    /// the number format: `f64`, `f32`, `bf16`, `f16`
    "precision", Inputs,
    |now, base| unless(numerics(now).precision == numerics(base).precision, numerics(now).precision.id()),
    |draft, text| { draft.set_numerics(Numerics { precision: choice(text)?, ..draft.inputs().numerics() }); Ok(()) };
    /// 1 for a softmax that does not subtract the row maximum first, 0 for one that does
    "naive", Inputs,
    |now, base| unless(numerics(now).naive == numerics(base).naive, if numerics(now).naive { "1" } else { "0" }),
    |draft, text| {
        draft.set_numerics(Numerics { naive: integer(text, 0, 1)? == 1, ..draft.inputs().numerics() });
        Ok(())
    };
    /// what hides a key: `inf` (−∞), `1e9` (−1e9) or `lowest` (the lowest number of the format)
    "constant", Inputs,
    |now, base| unless(numerics(now).constant == numerics(base).constant, numerics(now).constant.id()),
    |draft, text| { draft.set_numerics(Numerics { constant: choice(text)?, ..draft.inputs().numerics() }); Ok(()) };
    /// the causal mask: `none`, `causal` (from the top left corner), `causal-br` (from the bottom right one)
    "mask", Inputs,
    |now, base| unless(mask(now).causal == mask(base).causal, mask(now).causal.id()),
    |draft, text| { draft.set_mask(Mask { causal: choice(text)?, ..draft.mask() }); Ok(()) };
    /// how many keys came before the first query, a whole number: moves causal mask and window
    "offset", Inputs,
    |now, base| unless(mask(now).offset == mask(base).offset, &mask(now).offset.to_string()),
    |draft, text| {
        draft.set_mask(Mask { offset: text.parse().map_err(|_| Why::Whole)?, ..draft.mask() });
        Ok(())
    };
    /// hidden keys, counted from 1
    "pad", Inputs,
    |now, base| (mask(now).padding != mask(base).padding).then(|| positions_text(mask(now).padding.iter().copied())),
    |draft, text| {
        let padding = Mask::padding(positions(text, draft.inputs().keys())?).padding;
        draft.set_mask(Mask { padding, ..draft.mask() });
        Ok(())
    };
    /// the sliding window `left,right`; a side without a limit is empty
    "window", Inputs,
    |now, base| (mask(now).window != mask(base).window).then(|| window_text(mask(now).window)),
    |draft, text| { draft.set_mask(Mask { window: window(text)?, ..draft.mask() }); Ok(()) };
    /// the drawn mask, L rows of S digits: 1 keeps the key, 0 hides it
    "keep", Inputs,
    |now, base| (mask(now).keep != mask(base).keep).then(|| keep_text(inputs(now))),
    |draft, text| {
        let rows = keeps(text, draft.inputs().queries(), draft.inputs().keys())?;
        draft.set_mask(draft.mask().with_drawn(&rows));
        Ok(())
    };
    /// what is added to the scaled scores, L×S, `-inf` hiding the key; or `none`
    "bias", Inputs,
    |now, base| bias_text(mask(now), mask(base)),
    |draft, text| {
        let bias = bias(text, draft.inputs().queries(), draft.inputs().keys())?;
        draft.set_mask(Mask { bias, ..draft.mask() });
        Ok(())
    };
    /// labels of the keys
    "tokens" escaped, Work,
    |now, base| (now.document.tokens != base.document.tokens).then(|| tokens_text(&now.document.tokens)),
    work::read_tokens;
    /// the answers given, by question
    "exercise.answers", Work, work::write_answers, work::read_answers;
    /// the questions, from 1, whose answers were right for numbers that have changed since
    "exercise.right", Work, work::write_right, work::read_right;
    /// the questions, from 1, whose workings were asked for
    "exercise.revealed", Work, work::write_revealed, work::read_revealed;
}
