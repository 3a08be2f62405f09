//! What is said of answers.

use super::*;

/// Exercise, question from 1, answer, and how the verdict begins in both languages. The answers are worked out here.
#[test]
fn a_wrong_answer_names_its_slip_in_both_languages() {
    let softmax = |scores: &[f64]| {
        let sum: f64 = scores.iter().map(|x| x.exp()).sum();
        scores[0].exp() / sum
    };
    let root = 2f64.sqrt();
    let (scaling, half) = (
        ("It looks as if the division was left out", "看起来漏了缩放"),
        ("It looks as if you divided by d_k, not by √d_k.", "看起来除的是 d_k，不是 √d_k。"),
    );
    let whole =
        ("That is the exponential; it is not yet divided by the row sum.", "这是指数值，还没有除以这一行的和。");
    let cross = ("Not yet. Cross out the hidden keys; take e to each logit", "还不对。先划掉被遮住的键；");
    let logit = ("That is the logit, before softmax, not the weight.", "这是 softmax 之前的 logit，不是权重。");
    let slips = [
        ("a", 3, softmax(&[1.0, 1.0, 2.0]), scaling),
        ("a", 3, softmax(&[0.5, 0.5, 1.0]), half),
        ("a", 2, 2.0, scaling),
        ("a", 2, -root, ("The sign is wrong", "符号反了")),
        ("a", 3, (1.0 / root).exp(), whole),
        ("a", 3, 1.0 / root, logit),
        // The logits of its first row are 1.414 and 0.
        (
            "d",
            3,
            1.0,
            (
                "It looks as if you took the share of the scores without the exponential.",
                "看起来直接用分数求了比例，漏了取指数",
            ),
        ),
        ("a", 3, (-1.0 / root).exp(), whole),
        ("b", 4, (-1f64).exp(), whole),
        ("a", 3, 0.9, cross),
        // A hidden key's logit is −∞, and near 0 lies more than one number.
        ("e", 1, 0.5, cross),
        ("e", 1, 0.05, cross),
        ("b", 1, -0.001, cross),
        ("b", 1, 0.005, cross),
        (
            "b",
            1,
            0.0,
            ("It rounds to that, but it is not exactly 0 or 1.", "四舍五入后是这个数，但它并不恰好等于 0 或 1。"),
        ),
        ("e", 2, softmax(&[2.0, 1.0, 0.5, 3.0]), ("It looks as if the mask was left out", "看起来漏了掩码")),
        // Row 2, column 1 in place of row 1, column 2.
        (
            "f",
            4,
            number(&worked("three-tokens-projected")["weights"][1][0]),
            ("Row and column are swapped", "行和列对调了"),
        ),
    ];
    for (letter, index, answer, (en, zh)) in slips {
        let typed = format!("{answer:.4}");
        for (language, begins) in [(En, en), (Zh, zh)] {
            let verdict = said("by-hand", letter, index, &typed, 1, language);
            assert!(verdict.contains(begins), "{letter} {index}: {typed} gives {verdict:?}");
        }
    }
}

#[test]
fn after_a_second_miss_the_working_begins() {
    let both = |lesson, start, at, text, count| [En, Zh].map(|language| said(lesson, start, at, text, count, language));
    let hint = [
        "Not yet. Multiply the query with the key, number by number, and add.",
        "还不对。查询与键逐个分量相乘，再相加。",
    ];
    assert_eq!(both("by-hand", "a", 1, "5", 1), hint);
    let begins = [" The working begins: 1 × 1 + 1 × 1 …", " 算式这样开头：1 × 1 + 1 × 1 …"];
    assert_eq!(both("by-hand", "a", 1, "7", 2), [0, 1].map(|at| format!("{}{}", hint[at], begins[at])));
    // Problems in words have no stages.
    assert_eq!(both("flash", "c", 3, "20", 1), ["Not yet. The number is larger.", "还不对。正确的数要大一些。"]);
    let [en, zh] = both("flash", "c", 3, "50", 2);
    assert!(en.starts_with("Not yet. The number is smaller. The working begins: ") && !en.contains("30.8"), "{en}");
    assert!(zh.starts_with("还不对。正确的数要小一些。 算式这样开头：") && !zh.contains("30.8"), "{zh}");
}

#[test]
fn percent_counts_units_and_rounding_are_judged_as_what_they_are() {
    let cases: [(&str, &str, usize, &str, &str, &str); 14] = [
        ("cost", "d", 4, "1%", "Right: 1", "对了：1"),
        ("cost", "d", 4, "1", "Right: 1", "对了：1"),
        ("cost", "d", 4, "0.01", "This is the ratio", "这是比值"),
        ("cost", "d", 1, "0.268", "It is off by a factor of 1000", "和正确的数相差 1000 倍"),
        ("cost", "d", 1, "256", "This goes by 1024", "这是按 1024 换算的"),
        (
            "properties",
            "c",
            3,
            "4.01",
            "Things are counted here: the answer is a whole number.",
            "这里数的是个数，答案是整数。",
        ),
        ("by-hand", "b", 1, "3e-4", "Too coarse: give two significant digits.", "约得太粗了：请给出两位有效数字。"),
        ("by-hand", "b", 1, "3.4e-4", "Right: 3.4e−4", "对了：3.4e−4"),
        ("by-hand", "b", 1, "1e-8", "Not yet.", "还不对。"),
        ("kv-cache", "b", 3, "131", "Right: 131.072", "对了：131.072"),
        ("kv-cache", "b", 3, "132", "", ""),
        ("flash", "c", 3, "30.86", "Right: 30.858", "对了：30.858"),
        ("cosine", "b", 3, "ln(1000)/2", "Right: 3.454", "对了：3.454"),
        ("mixing", "b", 5, "12.5%", "Right: 0.125", "对了：0.125"),
    ];
    for (lesson, start, at, text, en, zh) in cases {
        for (language, begins) in [(En, en), (Zh, zh)] {
            let verdict = said(lesson, start, at, text, 1, language);
            assert!(verdict.starts_with(begins), "{lesson} {start} {at}: {text} gives {verdict:?}");
            assert_eq!(verdict.starts_with("Right") || verdict.starts_with("对了"), en.starts_with("Right"), "{text}");
        }
    }
    for text in ["1/e", "exp(-1)", "e^(−1)", "e^-1", "36.8%"] {
        assert_eq!(said("flash", "c", 1, text, 1, En), "Right: 0.368", "{text}");
        assert_eq!(said("flash", "c", 1, text, 1, Zh), "对了：0.368", "{text}");
    }
    let (mixing, _) = question(&at("mixing", "b"), 5, En);
    assert!(mixing.read("ln 0").is_err(), "only a positive number has a logarithm");
}
