//! The mask before softmax, after it, and after it with the rows divided by their sums.

use leptos::prelude::*;

use super::matrix::MatrixView;
use super::store::use_store;
use crate::engine::cell::Name;
use crate::engine::faults::{mask_after_softmax, mask_after_softmax_renormalised};
use crate::presentation::panel::Panel;
use crate::text::Text;

/// Three panels on the learner's matrices and mask.
#[component]
pub(super) fn MaskBeforeAfter() -> impl IntoView {
    let store = use_store();
    let after = Memo::new(move |_| store.inputs.with(mask_after_softmax));
    let renormalised = Memo::new(move |_| store.inputs.with(mask_after_softmax_renormalised));
    let before = Memo::new(move |_| store.trace.with(|trace| trace.weights.clone()));
    let panel = move |panel: Panel, matrix: Memo<_>, title: Text, note: Text| {
        view! {
            <section class="panel" aria-label=store.said(title)>
                <h3>{store.said(title)}</h3>
                <MatrixView name=Name::Weights matrix panel />
                <p class="soft">{store.said(note)}</p>
            </section>
        }
    };
    view! {
        <div class="three">
            {panel(
                Panel::MaskBefore,
                before,
                Text { zh: "掩码在 softmax 之前", en: "mask before softmax" },
                Text { zh: "每一行的和都是 1；一个键也不剩的行是 0。", en: "Every row sums to 1; one without a key left, to 0." },
            )}
            {panel(
                Panel::MaskAfter,
                after,
                Text { zh: "掩码在 softmax 之后", en: "mask after softmax" },
                Text { zh: "被遮的键还占着分母：有键被遮的行，和小于 1。", en: "Hidden keys keep their share of the sum: rows that have them fall short of 1." },
            )}
            {panel(
                Panel::Renormalised,
                renormalised,
                Text { zh: "之后再按行归一", en: "after, then renormalised" },
                Text {
                    zh: "除以行和，就与第一幅一致，除非看得见的权重都已下溢为 0。",
                    en: "Divided by the row sum, it agrees with the first, unless all that is visible has become 0.",
                },
            )}
        </div>
    }
}
