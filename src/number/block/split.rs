//! Rows of a block: what stands between brackets, bars, commas, tabs and ends of lines.

use super::{BlockError, Rows, cut, owned};
use crate::number::NumberError;

pub(super) fn of_latex(text: &str) -> Result<Rows, BlockError> {
    let count = text.matches("\\begin{").count();
    let body = text.split("\\end{").next().unwrap_or_default();
    let body = body.rsplit_once("\\begin{").map_or(body, |(_, body)| body);
    let mut body = body.split_once('}').map_or(body, |(_, body)| body).trim_start();
    // The columns of an array.
    if let Some((_, rest)) = body.strip_prefix('{').and_then(|body| body.split_once('}')) {
        body = rest;
    }
    if count > 1 {
        return Err(BlockError::Several(count));
    }
    let mut body = body.replace("\\hline", "").replace("\\%", "%").replace("\\,", "");
    for name in ["\\frac{", "\\dfrac{", "\\tfrac{"] {
        body = body.replace(name, "{").replace("}{", ")/(");
    }
    let body = body.replace("\\sqrt", "√").replace('{', "(").replace('}', ")");
    let rows = body.split("\\\\").filter(|row| !row.trim().is_empty());
    Ok(rows.map(|row| row.split('&').map(owned).collect()).collect())
}

// Whether it is a whole matrix, not a row of numbers.
pub(super) fn of_brackets(text: &str) -> Result<(Rows, bool), BlockError> {
    let (before, body) = text.split_at(text.find('[').unwrap_or(0));
    let (mut rows, mut since, mut depth, mut deepest, mut matrices) = (Rows::new(), String::new(), 0usize, 0, 0);
    // Whether a list has just begun, and at which depth there is one that holds rows.
    let (mut leaf, mut holds, mut flat) = (false, None, 0);
    for c in body.chars() {
        match c {
            '[' | ']' => {
                let text = std::mem::take(&mut since);
                if depth > 0 && c == ']' && leaf {
                    split_list(&text, depth == 1, &mut rows);
                    if depth == 1 { flat = 1 } else { holds = Some(depth - 1) }
                } else if depth > 0
                    && !text.trim_matches(|c: char| c.is_whitespace() || c == ',' || c == ';').is_empty()
                {
                    let word = cut(text.trim_matches(|c: char| c.is_whitespace() || c == ','));
                    return Err(BlockError::Entry(rows.len() + 1, 1, word, NumberError::NotANumber));
                } else if c == ']' && holds == Some(depth) {
                    (matrices, holds) = (matrices + 1, None);
                }
                leaf = c == '[';
                depth = if leaf { depth + 1 } else { depth.saturating_sub(1) };
                deepest = deepest.max(depth);
            }
            _ => since.push(c),
        }
    }
    if depth > 0 {
        let word = cut(since.trim());
        return Err(BlockError::Entry(rows.len() + 1, 1, word, NumberError::NotANumber));
    }
    if let Some(rest) = arithmetic(before, &since) {
        return Err(BlockError::Arithmetic(cut(rest)));
    }
    // What are rows on their own belongs together.
    if matrices + flat > 1 {
        return Err(BlockError::Several(matrices + flat));
    }
    let whole = deepest > 1 || rows.len() > 1;
    Ok((rows, whole))
}

// What is computed with the brackets between `before` and `after`: a factor, a quotient, a transpose. Of a call, what
// follows is what stands behind it.
fn arithmetic<'a>(before: &'a str, after: &'a str) -> Option<&'a str> {
    const OPERATORS: [char; 6] = ['*', '/', '+', '-', '@', '^'];
    let call = before.trim_end().ends_with('(');
    // Of words before it, only what is called belongs to the matrix: `scores - head 2` is a label.
    let callee = |c: char| c.is_alphanumeric() || "_.(".contains(c);
    if before.trim_end().trim_end_matches(callee).trim_end().ends_with(OPERATORS) {
        return Some(before.trim());
    }
    let rest = if call { after.split_once(')').map_or("", |(_, rest)| rest) } else { after }.trim();
    let quoted = before.ends_with('\'');
    (rest.starts_with(OPERATORS) || rest.starts_with('.') || rest.starts_with('\'') && !quoted).then_some(rest)
}

// Lists of one level hold rows that `;` ends, or a line: NumPy breaks a list of its own only beyond 60 characters.
fn split_list(text: &str, flat: bool, rows: &mut Rows) {
    let lines = flat && text.lines().next().is_some_and(|line| line.len() < 60 && !line.trim_end().ends_with(','));
    for row in text.trim().split(|c| flat && c == ';' || lines && c == '\n') {
        let row = row.trim();
        let row = row.strip_suffix(',').unwrap_or(row);
        let words: Vec<String> = if row.contains(',') {
            row.split(',').map(owned).collect()
        } else {
            row.split_whitespace().map(owned).collect()
        };
        if !(flat && words.is_empty()) {
            rows.push(words);
        }
    }
}

pub(super) fn of_markdown(text: &str) -> Rows {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let rule = |line: &&str| line.contains('-') && line.chars().all(|c| matches!(c, '|' | '-' | ':' | '+') || c == ' ');
    let inside = |line: &str| {
        let line = line.strip_prefix('|').unwrap_or(line);
        line.strip_suffix('|').unwrap_or(line).split('|').map(owned).collect()
    };
    lines.filter(|line| !rule(line)).map(inside).collect()
}

pub(super) fn of_lines(text: &str) -> (Rows, bool) {
    let ended = |line: &str| line.trim_end_matches([';', ' ', '\r']).to_owned();
    let lines: Vec<String> = text.lines().map(ended).filter(|line| !line.trim_matches(' ').is_empty()).collect();
    let semicolons = lines.iter().any(|line| line.contains(';'));
    let rows = if semicolons && lines.len() == 1 {
        lines[0].split(';').map(ToOwned::to_owned).filter(|row| !row.trim().is_empty()).collect()
    } else {
        lines
    };
    let tabs = rows.iter().any(|row| row.contains('\t'));
    let columns = semicolons && rows.iter().any(|row| row.contains(';'));
    // Rows such as `0,1`, parted by spaces.
    let decimal = |row: &String| {
        let comma = |word: &str| word.split(',').filter(|part| part.ends_with(|c: char| c.is_ascii_digit())).count();
        row.split_whitespace().count() > 1 && row.split_whitespace().all(|word| word.contains(',') && comma(word) == 2)
    };
    let commas = !rows.iter().all(decimal) && rows.iter().any(|row| row.contains(','));
    let parted = |row: &String| -> Vec<String> {
        match (tabs, columns, commas) {
            (true, ..) => row.split('\t').map(owned).collect(),
            (_, true, _) => row.split(';').map(owned).collect(),
            (.., true) => row.split(',').map(owned).collect(),
            _ => row.split_whitespace().map(owned).collect(),
        }
    };
    (rows.iter().map(parted).collect(), false)
}
