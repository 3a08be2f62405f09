//! Numbers as learners write and read them.

pub mod block;
mod decimal;
mod operand;
mod show;

pub use operand::{first_operand, operand};
pub use show::{exact, full, show, show_answer, show_sum, show_typed};

/// Why a text is not a number that can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberError {
    /// Nothing was typed.
    Empty,
    /// Not a number, a quotient, a product or a root.
    NotANumber,
    /// Beyond the largest f64, or spelled as infinity or NaN.
    NotFinite,
    /// Not zero, but closer to zero than any f64.
    TooSmall,
    /// Division by zero.
    DivisionByZero,
    /// The root of a negative number.
    NegativeRoot,
    /// The logarithm of a number that is not positive.
    Logarithm,
}

/// Reads `0.5`, `-1e-3`, `1/2`, `√2`, `2√3`, `sqrt(2)`, `25%`, `e`, `e^-1`, `exp(-1)`, `ln 3`, products and parentheses, with
/// full-width digits and signs and the minus of typography.
///
/// # Errors
/// [`NumberError`] says what is wrong; the result is always finite.
pub fn parse(text: &str) -> Result<f64, NumberError> {
    let plain: Vec<char> = text.trim().chars().map(half_width).collect();
    if plain.is_empty() {
        return Err(NumberError::Empty);
    }
    let word: String = plain.iter().collect::<String>().to_ascii_lowercase();
    if ["nan", "inf", "infinity", "∞"].contains(&word.trim_start_matches(['+', '-'])) {
        return Err(NumberError::NotFinite);
    }
    let mut reader = Reader { text: &plain, at: 0 };
    let value = reader.product()?;
    reader.skip_space();
    if reader.at == plain.len() { Ok(value) } else { Err(NumberError::NotANumber) }
}

fn half_width(c: char) -> char {
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xfee0).unwrap_or(c),
        '\u{2212}' | '\u{2013}' | '\u{2014}' => '-',
        // The full stop that a Chinese keyboard gives where a decimal point is meant.
        '。' => '.',
        '×' | '·' => '*',
        '÷' => '/',
        other => other,
    }
}

struct Reader<'a> {
    text: &'a [char],
    at: usize,
}

// Parentheses nested deeper than this are no number that a learner typed, and would exhaust the stack.
const DEEPEST: usize = 16;

impl Reader<'_> {
    fn product(&mut self) -> Result<f64, NumberError> {
        let mut value = self.factor(0)?;
        loop {
            self.skip_space();
            let (factor, result) = if self.take('*') || self.peek().is_some_and(|c| c == '√' || c == 's') {
                let factor = self.factor(0)?;
                (factor, value * factor)
            } else if self.take('/') {
                let divisor = self.factor(0)?;
                if divisor == 0.0 {
                    return Err(NumberError::DivisionByZero);
                }
                (divisor, value / divisor)
            } else {
                return finite(value);
            };
            if result == 0.0 && value != 0.0 && factor != 0.0 {
                return Err(NumberError::TooSmall);
            }
            value = result;
        }
    }

    // A number with the signs, roots and functions before it, and the percent sign behind it.
    fn factor(&mut self, depth: usize) -> Result<f64, NumberError> {
        let value = self.unsigned(depth)?;
        self.skip_space();
        Ok(if self.take('%') { value / 100.0 } else { value })
    }

    fn unsigned(&mut self, depth: usize) -> Result<f64, NumberError> {
        if depth > DEEPEST {
            return Err(NumberError::NotANumber);
        }
        self.skip_space();
        if self.take('-') {
            return Ok(-self.factor(depth + 1)?);
        }
        if self.take('+') {
            return self.factor(depth + 1);
        }
        if self.take('√') || self.take_word("sqrt") {
            let radicand = self.factor(depth + 1)?;
            return if radicand < 0.0 { Err(NumberError::NegativeRoot) } else { Ok(radicand.sqrt()) };
        }
        if self.take_word("ln") {
            let value = self.factor(depth + 1)?;
            return if value > 0.0 { Ok(value.ln()) } else { Err(NumberError::Logarithm) };
        }
        if self.take_word("exp") || self.take('e') {
            let raised = self.text[self.at - 1] == 'p' || self.take('^');
            let power = if raised { self.factor(depth + 1)? } else { 1.0 };
            return match power.exp() {
                0.0 => Err(NumberError::TooSmall),
                value => finite(value),
            };
        }
        if self.take('(') {
            let rest = &self.text[self.at..];
            let mut inner = Reader { text: rest, at: 0 };
            if rest.iter().filter(|&&c| c == '(').count() > DEEPEST {
                return Err(NumberError::NotANumber);
            }
            let value = inner.product()?;
            self.at += inner.at;
            self.skip_space();
            return if self.take(')') { Ok(value) } else { Err(NumberError::NotANumber) };
        }
        self.literal()
    }

    fn literal(&mut self) -> Result<f64, NumberError> {
        let start = self.at;
        let digits = |reader: &mut Self| {
            let from = reader.at;
            while reader.peek().is_some_and(|c| c.is_ascii_digit()) {
                reader.at += 1;
            }
            reader.at > from
        };
        let whole = digits(self);
        let fraction = self.take('.') && digits(self);
        if !whole && !fraction {
            return Err(NumberError::NotANumber);
        }
        if self.take('e') || self.take('E') {
            let _sign = self.take('-') || self.take('+');
            if !digits(self) {
                return Err(NumberError::NotANumber);
            }
        }
        let lexeme: String = self.text[start..self.at].iter().collect();
        let value = decimal::parse(&lexeme).ok_or(NumberError::NotANumber)?;
        let mantissa = lexeme.split(['e', 'E']).next().unwrap_or_default();
        if value == 0.0 && mantissa.contains(|c: char| ('1'..='9').contains(&c)) {
            return Err(NumberError::TooSmall);
        }
        finite(value)
    }

    // Space may stand around numbers and signs, never inside a number: `1 2` is not 12.
    fn skip_space(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn take(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        self.at += usize::from(found);
        found
    }

    fn take_word(&mut self, word: &str) -> bool {
        let length = word.chars().count();
        let found = self.text.get(self.at..self.at + length).is_some_and(|text| text.iter().copied().eq(word.chars()));
        self.at += if found { length } else { 0 };
        found
    }
}

fn finite(value: f64) -> Result<f64, NumberError> {
    if value.is_finite() { Ok(value) } else { Err(NumberError::NotFinite) }
}
