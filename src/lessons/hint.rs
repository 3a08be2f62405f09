//! What to tell after a miss that no slip explains: first how such a number comes about, then how its working begins.

use super::tolerance::matches;
use crate::engine::cell::Name;
use crate::number::parse;
use crate::text::Text;

/// How a number of this stage is found.
pub fn hint(name: Name) -> Text {
    match name {
        Name::Q | Name::K | Name::V => Text {
            zh: "X 的这一行与权重矩阵的这一列，逐个相乘再相加。",
            en: "Multiply the row of X with the column of the projection, number by number, and add.",
        },
        Name::Scores => Text {
            zh: "查询与键逐个分量相乘，再相加。",
            en: "Multiply the query with the key, number by number, and add.",
        },
        Name::Scaled => {
            Text { zh: "先求分数，再除以除数。", en: "Take the score, then divide it by the divisor." }
        }
        Name::Weights | Name::Exponentials | Name::Masked => Text {
            zh: "先划掉被遮住的键；对这一行剩下的每个 logit 取 e 的幂，再除以它们的和。",
            en: "Cross out the hidden keys; take e to each logit left in the row, then divide by their sum.",
        },
        _ => Text {
            zh: "V 的每一行乘上它的权重，再相加。", en: "Take each row of V times its weight, and add."
        },
    }
}

/// How the working of a problem in words begins: all before its result `answer`, be it given in thousandths or millionths
/// too. Numbers that are reckoned with are no results; nothing is left where the result is not found.
pub fn beginning(working: &str, answer: f64) -> &str {
    let mut before = ' ';
    let mut at = 0;
    while let Some(c) = working[at..].chars().next() {
        let number =
            working[at..].split(|c: char| !c.is_ascii_digit() && c != '.' && c != '−').next().unwrap_or_default();
        if number.is_empty() {
            if c != ' ' {
                before = c;
            }
            at += c.len_utf8();
            continue;
        }
        let value = parse(number.trim_end_matches('.')).unwrap_or(f64::NAN);
        if !"×÷+−√·([,–^".contains(before) && [1.0, 1e3, 1e6].iter().any(|unit| matches(value, answer * unit))
        {
            return working[..at].trim_end_matches([' ', '=', '≈', ':', '：', '，', '得']);
        }
        before = if number == "−" { '−' } else { '0' };
        at += number.len();
    }
    ""
}
