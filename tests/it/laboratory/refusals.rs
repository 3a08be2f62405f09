//! Orders that the worker cannot use.

use attention_lab::engine::inputs::Source;
use attention_lab::engine::matrix::Matrix;
use attention_lab::engine::scaling::Scaling;
use attention_lab::laboratory::{Laboratory, Task};
use attention_lab::lessons::figure::Figure;
use attention_lab::text::Language::{En, Zh};

use super::{GAUGE, document, order, read, start};

/// What the worker cannot use it says, in the reader's language, and computes nothing.
#[test]
fn an_order_that_cannot_be_used_is_refused_in_words() {
    let whole = document("masks");
    let Task::Start { figure, values, inputs } = start(Figure::Polarity, &whole) else { panic!("a start") };
    let parts = *inputs.expect("the page's numbers");
    let Source::Qkv { q, k, .. } = parts.source.clone() else { panic!("Q, K and V") };
    let v = Matrix::zeros(k.nrows() + 1, 2);
    let mut spoiled = [parts.clone(), parts.clone(), parts.clone(), parts];
    spoiled[0].source = Source::Qkv { q: q.clone(), k: k.clone(), v };
    spoiled[1].source = Source::Qkv { q: q.clone(), k, v: Matrix::zeros(0, 0) };
    spoiled[2].scaling = Scaling::Divisor(-1.0);
    spoiled[3].softcap = Some(f64::NAN);
    let words = [
        ("S is", "对不上"),
        ("V holds no number", "V 中没有数"),
        ("divisor must be greater than 0", "除数必须大于 0"),
        ("divisor must be greater than 0", "除数必须大于 0"),
    ];
    let refused = |values: &[f64], inputs, language| {
        let task = Task::Start { figure, values: values.to_vec(), inputs };
        let (answers, more) = Laboratory::new(GAUGE).turn(order(1, 1, task, language));
        let [answer] = &read(&answers)[..] else { panic!("one answer") };
        assert!(!more && !answer.running && answer.progress == 1.0 && answer.output.tables.is_empty());
        answer.output.note.clone()
    };
    for (parts, (en, zh)) in spoiled.into_iter().zip(words) {
        for (language, word) in [(En, en), (Zh, zh)] {
            let note = refused(&values, Some(Box::new(parts.clone())), language);
            assert!(note.contains(word), "{note}");
        }
    }
    for (language, word) in [(En, "Not computed"), (Zh, "没有计算")] {
        assert!(refused(&values, None, language).contains(word));
        assert!(refused(&[1.0], None, language).contains(word));
    }
    let (answers, _) = Laboratory::new(GAUGE).turn(order(1, 1, start(Figure::Polarity, &whole), En));
    assert!(!read(&answers)[0].output.tables.is_empty());
}
