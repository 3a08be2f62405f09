//! Every closed set: ids that links can rely on, labels in both languages.

use std::collections::BTreeSet;
use std::fmt::Debug;

use attention_lab::choice::Choice;
use attention_lab::document::origin::Origin;
use attention_lab::engine::mask::Causal;
use attention_lab::engine::precision::{MaskConstant, Precision};
use attention_lab::engine::scaling::Scaling;
use attention_lab::lessons::figure::Figure;
use attention_lab::lessons::slips::Slip;
use attention_lab::plots::palette::Theme;
use attention_lab::text::{Language, Text};

fn closed_set<T: Choice + Debug>() {
    assert!(!T::ALL.is_empty());
    for &option in T::ALL {
        assert_eq!(T::from_id(option.id()), Some(option));
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
        assert!(!option.id().is_empty() && option.id().chars().all(plain), "{option:?}: {:?}", option.id());
        let Text { zh, en } = option.label();
        assert!(!zh.trim().is_empty() && !en.trim().is_empty(), "{option:?} lacks a label");
    }
    let ids: BTreeSet<_> = T::ALL.iter().map(|option| option.id()).collect();
    assert_eq!(ids.len(), T::ALL.len(), "two options share an id: {ids:?}");
    for wrong in ["", "nothing-of-the-kind", " "] {
        assert_eq!(T::from_id(wrong), None);
    }
}

#[test]
fn languages() {
    closed_set::<Language>();
    let sentence = Text { zh: "注意力", en: "attention" };
    assert_eq!([Language::Zh, Language::En].map(|language| sentence.get(language)), ["注意力", "attention"]);
    assert_eq!([Language::Zh, Language::En].map(Language::tag), ["zh-Hans", "en"]);
}

#[test]
fn masks_and_scalings() {
    closed_set::<Causal>();
    closed_set::<Scaling>();
    closed_set::<Origin>();
    closed_set::<Precision>();
    closed_set::<MaskConstant>();
    assert_eq!(Scaling::Divisor(3.0).id(), Scaling::OWN);
    let ids = |all: &[Causal]| all.iter().map(|causal| causal.id()).collect::<Vec<_>>();
    assert_eq!(ids(Causal::ALL), ["none", "causal", "causal-br"]);
}

#[test]
fn figures_slips_and_themes() {
    closed_set::<Figure>();
    closed_set::<Slip>();
    closed_set::<Theme>();
}
