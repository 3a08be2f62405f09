//! Links that are damaged, or that say what the page does not know.

use super::*;

#[test]
fn damaged_links_open_with_a_notice() {
    let noise: String = (0..100_000u32).map(|i| char::from(33 + (i * 7919 % 94) as u8)).collect();
    let links = [
        "#q=1,2;3",
        "#q=&k=",
        "#scale=0",
        "#scale=-2",
        "#q=nan,inf",
        "#lesson=none",
        "#decimals=99",
        "#q=1%2",
        "#tokens=%E4%B8",
        "#lang=xx",
        "#mask=sideways",
        "#pad=99",
        "#step=abc",
        "#window=",
        "#window=1",
        "#window=1,2,3",
        "#window=-1,0",
        "#window=65,",
        "#window=a,b",
        "#lesson=masks&keep=",
        "#lesson=masks&keep=1111;1111;1111",
        "#lesson=masks&keep=1111;1111;1111;111",
        "#lesson=masks&keep=1111;1121;1111;1111",
        "#lesson=masks&keep=1111;1111;1111;1111;1111",
        "#from=nowhere",
        "#lesson=bench&q=1,2,3",
        "#dk=0",
        "#rubbish",
        "#a%",
        noise.as_str(),
    ];
    for link in links {
        let (state, problems) = read(link, Language::En);
        assert!(!problems.is_empty(), "{:.40} opens without a notice", link);
        let trace = attend(&state.document.inputs);
        assert!(trace.output.iter().all(|x| x.is_finite()), "{link:.40}");
        for problem in problems {
            assert!(!problem.message(Language::Zh).is_empty() && !problem.message(Language::En).is_empty());
        }
    }
}

#[test]
fn keys_of_later_versions_are_ignored() {
    let (_, problems) = read("#lang=en&heads=4&sinks=1,1", Language::Zh);
    assert_eq!(problems, []);
    let (_, problems) = read("#heads=4", Language::Zh);
    assert_eq!(problems, [Problem::Unreadable]);
}

/// A setting that no figure has is told like one that its figure cannot use.
#[test]
fn settings_that_are_none_are_named() {
    let named = |link: &str| -> Vec<String> {
        let (_, problems) = read(link, Language::En);
        problems.iter().map(|problem| problem.message(Language::En)).collect()
    };
    let told = |setting: &str| vec![format!("“{setting}” in the link was not used: there is no such setting.")];
    assert_eq!(named("#lesson=variance&entropy-curves.nonsense=3"), told("entropy-curves.nonsense=3"));
    assert_eq!(named("#lesson=variance&nonsuch.seed=1"), told("nonsuch.seed=1"));
    assert_eq!(named("#lesson=by-hand&exercise.answer=1"), told("exercise.answer=1"));
    let (state, problems) = read("#lang=zh&lesson=variance&nonsuch.seed=1&dot-products.count=100", Language::En);
    assert_eq!(problems[0].message(Language::Zh), "链接中的“nonsuch.seed=1”未被采用：没有这个设置。");
    assert_eq!(write(&state), "lang=zh&lesson=variance&dot-products.count=100", "the rest is read");
    // Those of another lesson's figures, and of exercises, are known everywhere; nobody reads a thousand notices.
    assert!(named("#lesson=bench&entropy-curves.seed=2&exercise.right=&exercise.revealed=").is_empty());
    assert_eq!(named(&format!("#lesson=bench{}", "&a.b=1".repeat(1000))).len(), 4);
}

#[test]
fn too_large_a_matrix_is_refused() {
    let row = vec!["1"; 65].join(",");
    let (state, problems) = read(&format!("#lesson=bench&q={row}"), Language::En);
    assert_eq!(problems.len(), 1);
    assert_eq!(state.document, Document::new(lesson("bench")));
}

/// A matrix that the start of a link does not take is named, one by one; what it takes is not.
#[test]
fn what_the_start_has_no_use_for_is_named() {
    use attention_lab::document::problem::Why;
    let useless = |link: &str| -> Vec<String> {
        let problems = read(link, Language::En).1.into_iter();
        let key = |problem| match problem {
            Problem::Value { key, why: Why::Unused, .. } => key,
            other => panic!("{other:?}"),
        };
        problems.map(key).collect()
    };
    assert_eq!(useless("lesson=bench&from=x&q=1,2;3,4&k=1,2;3,4"), ["q", "k"]);
    assert_eq!(useless("lesson=bench&from=qkv&x=1,2;3,4&dk=7"), ["x", "dk"]);
    assert_eq!(useless("lesson=bench&from=scores&q=1,2;3,4"), ["q"]);
    assert_eq!(useless("lesson=bench&dk=7"), ["dk"]);
    assert_eq!(useless("lesson=bench&from=scores&scores=1,2;3,4&v=1;2&dk=7"), [""; 0]);
    assert_eq!(useless("lesson=bench&from=qkv&q=1,2;3,4&k=1,2;3,4&v=1;2"), [""; 0]);
}
