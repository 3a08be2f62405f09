//! One step of generation with a cache, and the mask of new queries behind one.

use super::output::{Heat, Output, Row, Table, TableCell};
use super::say;
use crate::engine::cache::Cache;
use crate::engine::cell::Name;
use crate::engine::inputs::{Inputs, Source};
use crate::engine::mask::{Causal, Mask};
use crate::engine::matrix::{Matrix, row};
use crate::engine::softmax::largest;
use crate::engine::trace::attend;
use crate::text::Language;

// More tokens or columns are no longer read side by side.
const MOST: usize = 12;

/// The page's mask for the query that comes right after `cache`.
///
/// With as many queries as keys both corners of a causal mask are one; a drawn mask and a bias have a row for each query.
fn mask_of_next(mask: &Mask, cache: &Cache) -> Mask {
    let past = cache.len();
    let next = cache.mask(Mask {
        causal: if mask.causal == Causal::None { Causal::None } else { Causal::TopLeft },
        keep: mask.keep.as_ref().map(|keep| keep.rows(past, 1).columns(0, past + 1).into_owned()),
        bias: mask.bias.as_ref().map(|bias| bias.rows(past, 1).columns(0, past + 1).into_owned()),
        ..mask.clone()
    });
    Mask { offset: next.offset.saturating_add(mask.offset), ..next }
}

/// Token `past` + 1 of the page on its own, behind a cache of the tokens before it; `None` where the page has no Q and K,
/// or not as many queries as keys.
fn next_token(inputs: &Inputs, past: usize) -> Option<Inputs> {
    let (q, k, v) = (inputs.matrix(Name::Q)?, inputs.matrix(Name::K)?, inputs.values());
    if q.nrows() != k.nrows() {
        return None;
    }
    let rows = |matrix: &Matrix, first, count| matrix.rows(first, count).into_owned();
    let cache = Cache::new(rows(k, 0, past), rows(v, 0, past))?;
    let present = cache.append(&rows(k, past, 1), &rows(v, past, 1))?;
    let source = Source::Qkv { q: rows(q, past, 1), k: present.keys().clone(), v: present.values().clone() };
    let step = Inputs::new(source, inputs.scaling(), mask_of_next(inputs.mask(), &cache)).ok()?;
    Some(step.with_softcap(inputs.softcap()).with_numerics(inputs.numerics()))
}

fn with_corner(head: impl Iterator<Item = String>) -> Vec<String> {
    std::iter::once(String::new()).chain(head).collect()
}

/// Step `step` of generation, held to the tokens that the page has: what is computed and what is read, and how far the
/// result is from that of the whole pass.
pub(super) fn step(inputs: &Inputs, step: usize, language: Language) -> Output {
    let say = |zh, en| say(language, zh, en);
    let count = inputs.keys();
    let past = step.clamp(1, count.max(1)) - 1;
    let captions = [
        match language {
            Language::Zh => format!("第 {} 步（共 {count} 个词元）：每个词元要做什么", past + 1),
            Language::En => format!("Step {} of {count}: what is done for each token", past + 1),
        },
        say("新查询的注意力权重", "The weights of the new query"),
        say("新查询的输出", "The output of the new query"),
        say("这一步的数", "The numbers of this step"),
    ];
    let Some(next) = next_token(inputs, past) else {
        let empty = |caption| Table::new(caption, vec![String::new()], Vec::new());
        let note = if inputs.matrix(Name::Q).is_none() {
            say("页面直接从分数开始，没有可以缓存的 K。", "The page starts from scores alone: there is no K to keep.")
        } else {
            say(
                "查询与键的个数不同，这不是自注意力：逐个生成要求两者一样多。",
                "There are not as many queries as keys, so this is no sequence that looks at itself, token by token.",
            )
        };
        return Output { plots: Vec::new(), tables: captions.map(empty).to_vec(), note };
    };
    let first = past.saturating_sub(7).min(count.saturating_sub(MOST));
    let shown = first..count.min(first + MOST);
    let whole = attend(inputs);
    let (alone, full) = (attend(&next), |matrix: &Matrix| row(matrix, past));
    let weights: Vec<f64> = row(&alone.weights, 0).into_iter().chain(vec![0.0; count - past - 1]).collect();
    let outputs = row(&alone.output, 0);
    let [words, weights_caption, outputs_caption, numbers] = captions;
    let names = [
        say("有缓存，只算这一个", "with the cache, this one alone"),
        say("全部重算，取这一行", "all computed, this row"),
    ];
    // A key that is not there yet has no weight, not a weight of 0.
    let cached_cells = shown.clone().map(|j| if j <= past { TableCell::Number(weights[j]) } else { TableCell::Empty });
    let full_weights = full(&whole.weights);
    let full_cells = shown.clone().map(|j| TableCell::Number(full_weights[j]));
    let full_outputs = full(&whole.output);
    let cells = |values: &[f64]| values.iter().take(MOST).map(|&x| TableCell::Number(x)).collect::<Vec<_>>();
    let pair = |a: Vec<TableCell>, b: Vec<TableCell>| {
        names.clone().into_iter().zip([a, b]).map(|(label, cells)| Row { label, cells }).collect::<Vec<_>>()
    };
    let tables = vec![
        Table::new(
            words,
            with_corner([Name::Q, Name::K, Name::V].map(|name| name.id().to_lowercase()).into_iter()),
            shown.clone().map(|token| doing(token, past, language)).collect(),
        ),
        Table {
            heat: Heat::Weights,
            ..Table::new(
                weights_caption,
                with_corner(shown.clone().map(|j| format!("k{}", j + 1))),
                pair(cached_cells.collect(), full_cells.collect()),
            )
        },
        Table::new(
            outputs_caption,
            with_corner((0..outputs.len().min(MOST)).map(|c| format!("o{}", c + 1))),
            pair(cells(&outputs), cells(&full_outputs)),
        ),
        summary(numbers, &next, past, [(&weights, &full_weights), (&outputs, &full_outputs)], language),
    ];
    Output { plots: Vec::new(), tables, note: note(inputs, past, shown.len() < count, language) }
}

fn doing(token: usize, past: usize, language: Language) -> Row {
    let say = |zh, en| TableCell::Text(say(language, zh, en));
    let cells = match token.cmp(&past) {
        std::cmp::Ordering::Less => {
            vec![
                say("不需要", "not needed"),
                say("从缓存读", "read from the cache"),
                say("从缓存读", "read from the cache"),
            ]
        }
        std::cmp::Ordering::Equal => vec![
            say("现在算", "computed now"),
            say("现在算，存入缓存", "computed now and kept"),
            say("现在算，存入缓存", "computed now and kept"),
        ],
        std::cmp::Ordering::Greater => vec![say("还没有", "not there yet"); 3],
    };
    Row { label: format!("{} {}", super::say(language, "词元", "token"), token + 1), cells }
}

fn summary(caption: String, next: &Inputs, past: usize, pairs: [(&[f64], &[f64]); 2], language: Language) -> Table {
    let say = |zh, en| say(language, zh, en);
    let numbers = next.d_k() + next.values().ncols();
    let count = |label: String, value: usize| Row { label, cells: vec![TableCell::Exact(value as f64)] };
    let [weights, outputs] = pairs
        .map(|(a, b)| largest(&a.iter().zip(b).map(|(a, b)| (a - b).abs()).collect::<Vec<_>>()))
        .map(|difference| vec![TableCell::Significant(difference)]);
    let rows = vec![
        count(say("缓存里已有的词元", "tokens in the cache before"), past),
        count(say("从缓存读出的数", "numbers read from the cache"), past * numbers),
        count(say("存入缓存的数", "numbers added to the cache"), numbers),
        Row { label: say("权重的最大差", "largest difference of weights"), cells: weights },
        Row { label: say("输出的最大差", "largest difference of outputs"), cells: outputs },
    ];
    Table::new(caption, vec![String::new(), say("数值", "value")], rows)
}

fn note(inputs: &Inputs, past: usize, cut: bool, language: Language) -> String {
    let mut parts = vec![say(
        language,
        "取自上面的 Q、K、V，每步一个词元，用页面的缩放与掩码。",
        "From Q, K and V above, one token a step, under the page's scaling and mask.",
    )];
    let later = |j: usize| !inputs.hidden(past, j).any();
    if (past + 1..inputs.keys()).any(later) {
        parts.push(say(
            language,
            "页面的掩码让这个查询看到了后面的词元；逐个生成时那些词元还不存在，所以两者不同。",
            "The page's mask lets this query see later tokens, which are not there yet when tokens come one by one. So the two differ.",
        ));
    }
    if cut {
        parts.push(match language {
            Language::Zh => format!("只列出这一步附近的 {MOST} 个词元。"),
            Language::En => format!("{MOST} tokens around this step are shown."),
        });
    }
    parts.join(if language == Language::En { " " } else { "" })
}

/// Which keys `new` queries may see behind `cached` tokens: with the mask moved by the cache, and with its corner left at
/// the top left.
pub(super) fn corner(cached: usize, new: usize, language: Language) -> Output {
    let say = |zh, en| say(language, zh, en);
    let keys = cached + new;
    let width = Cache::new(Matrix::zeros(cached, 1), Matrix::zeros(cached, 1));
    let right = width.map_or_else(Mask::default, |cache| cache.mask(Causal::TopLeft.into()));
    let masks = [right, Causal::TopLeft.into()];
    let query = |i: usize| format!("q{}", cached + i + 1);
    let sees = |mask: &Mask, i: usize, j: usize| !mask.hides(i, j, new, keys).any();
    let table = |caption: String, mask: &Mask| {
        let cells = |i| (0..keys).map(|j| TableCell::Exact(f64::from(u8::from(sees(mask, i, j))))).collect();
        Table {
            heat: Heat::Weights,
            ..Table::new(
                caption,
                with_corner((0..keys).map(|j| format!("k{}", j + 1))),
                (0..new).map(|i| Row { label: query(i), cells: cells(i) }).collect(),
            )
        }
    };
    let seen = |mask: &Mask, i: usize| TableCell::Exact((0..keys).filter(|&j| sees(mask, i, j)).count() as f64);
    let counts = Table::new(
        say("每个新查询看到几个键", "How many keys each new query sees"),
        vec![
            String::new(),
            say("从缓存之后数起", "counted from behind the cache"),
            say("从左上角数起", "counted from the top left"),
        ],
        (0..new).map(|i| Row { label: query(i), cells: masks.iter().map(|mask| seen(mask, i)).collect() }).collect(),
    );
    let tables = vec![
        table(say("正确：新查询排在缓存之后", "Right: the new queries stand behind the cache"), &masks[0]),
        table(say("错误：对角线从左上角开始", "Wrong: the diagonal starts at the top left"), &masks[1]),
        counts,
    ];
    let note = say("1 表示看得见，0 表示被遮住。", "1 is a key that is seen, 0 one that is hidden.");
    Output { plots: Vec::new(), tables, note }
}
