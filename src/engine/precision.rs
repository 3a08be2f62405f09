//! Number formats: every operation is computed in f32 (f64 for f64) and rounded once to the format.

use half::{bf16, f16};
use serde::{Deserialize, Serialize};

use crate::choice::Choice;
use crate::text::Text;

/// The format of every number of a computation. Values are carried as f64, which holds all four exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Precision {
    /// IEEE 754 binary64.
    #[default]
    F64,
    /// IEEE 754 binary32.
    F32,
    /// bfloat16: the range of f32 with 8 bits of precision.
    Bf16,
    /// IEEE 754 binary16: 11 bits of precision, at most 65504.
    F16,
}

impl Choice for Precision {
    const ALL: &'static [Self] = &[Self::F64, Self::F32, Self::Bf16, Self::F16];

    fn id(self) -> &'static str {
        match self {
            Self::F64 => "f64",
            Self::F32 => "f32",
            Self::Bf16 => "bf16",
            Self::F16 => "f16",
        }
    }

    fn label(self) -> Text {
        match self {
            Self::F64 => Text { zh: "fp64（双精度）", en: "fp64 (double)" },
            Self::F32 => Text { zh: "fp32（单精度）", en: "fp32 (single)" },
            Self::Bf16 => Text { zh: "bf16", en: "bf16" },
            Self::F16 => Text { zh: "fp16（半精度）", en: "fp16 (half)" },
        }
    }
}

// `x` cut to f32, its last bit set where anything was lost: rounding that further gives what rounding `x` at once gives.
// `f16::from_f64` forgets the lower half of `x` first, so that what lies just above the middle of two numbers is rounded
// as if it were the middle.
fn sticky(x: f64) -> f32 {
    let near = x as f32;
    if f64::from(near) == x || x.is_nan() {
        return near;
    }
    let beyond = u32::from(f64::from(near).abs() > x.abs());
    f32::from_bits((near.to_bits() - beyond) | 1)
}

impl Precision {
    /// What the format is called, in any language. Links keep [`Choice::id`].
    pub fn name(self) -> &'static str {
        match self {
            Self::F64 => "fp64",
            Self::F32 => "fp32",
            Self::Bf16 => "bf16",
            Self::F16 => "fp16",
        }
    }

    /// `x` rounded to the format, ties to even; beyond the largest number it becomes ±∞.
    pub fn round(self, x: f64) -> f64 {
        match self {
            Self::F64 => x,
            Self::F32 => f64::from(x as f32),
            Self::Bf16 => bf16::from_f32(sticky(x)).to_f64(),
            Self::F16 => f16::from_f32(sticky(x)).to_f64(),
        }
    }

    /// The largest finite number; its negative is the lowest.
    pub fn largest(self) -> f64 {
        match self {
            Self::F64 => f64::MAX,
            Self::F32 => f64::from(f32::MAX),
            Self::Bf16 => bf16::MAX.to_f64(),
            Self::F16 => f16::MAX.to_f64(),
        }
    }

    /// The smallest positive number with all its digits.
    pub fn smallest_normal(self) -> f64 {
        match self {
            Self::F64 => f64::MIN_POSITIVE,
            Self::F32 => f64::from(f32::MIN_POSITIVE),
            Self::Bf16 => bf16::MIN_POSITIVE.to_f64(),
            Self::F16 => f16::MIN_POSITIVE.to_f64(),
        }
    }

    /// The smallest positive number; half of it and less rounds to 0.
    pub fn smallest(self) -> f64 {
        match self {
            Self::F64 => f64::from_bits(1),
            Self::F32 => f64::from(f32::from_bits(1)),
            Self::Bf16 => bf16::from_bits(1).to_f64(),
            Self::F16 => f16::from_bits(1).to_f64(),
        }
    }

    /// The logarithm of [`Self::largest`]: exp of more than this overflows, but for what rounding lets through.
    pub fn exp_limit(self) -> f64 {
        self.largest().ln()
    }

    // Operands are rounded as well: a typed number need not be one of the format. Those of a narrow format are exact in f32,
    // whose result is then rounded once.
    fn narrow(self, x: f64) -> f32 {
        self.round(x) as f32
    }

    fn once(self, x: f32) -> f64 {
        self.round(f64::from(x))
    }

    /// a + b.
    pub fn add(self, a: f64, b: f64) -> f64 {
        if self == Self::F64 { a + b } else { self.once(self.narrow(a) + self.narrow(b)) }
    }

    /// a − b.
    pub fn subtract(self, a: f64, b: f64) -> f64 {
        if self == Self::F64 { a - b } else { self.once(self.narrow(a) - self.narrow(b)) }
    }

    /// a · b.
    pub fn multiply(self, a: f64, b: f64) -> f64 {
        if self == Self::F64 { a * b } else { self.once(self.narrow(a) * self.narrow(b)) }
    }

    /// a ÷ b.
    pub fn divide(self, a: f64, b: f64) -> f64 {
        if self == Self::F64 { a / b } else { self.once(self.narrow(a) / self.narrow(b)) }
    }

    /// e to the x.
    pub fn exp(self, x: f64) -> f64 {
        if self == Self::F64 { x.exp() } else { self.once(self.narrow(x).exp()) }
    }

    /// The hyperbolic tangent.
    pub fn tanh(self, x: f64) -> f64 {
        if self == Self::F64 { x.tanh() } else { self.once(self.narrow(x).tanh()) }
    }

    /// The sum, accumulated from first to last and rounded once.
    pub fn sum(self, values: impl Iterator<Item = f64>) -> f64 {
        if self == Self::F64 {
            values.fold(0.0, |sum, x| sum + x)
        } else {
            self.once(values.fold(0.0, |sum, x| sum + self.narrow(x)))
        }
    }

    /// The sum of the products of pairs, accumulated from first to last and rounded once; of nothing it is 0.
    pub fn dot(self, pairs: impl Iterator<Item = (f64, f64)>) -> f64 {
        if self == Self::F64 {
            pairs.fold(0.0, |sum, (a, b)| sum + a * b)
        } else {
            self.once(pairs.fold(0.0, |sum, (a, b)| sum + self.narrow(a) * self.narrow(b)))
        }
    }
}

/// What stands in for −∞ where a mask hides a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum MaskConstant {
    /// −∞, with the key skipped from then on: nothing under it can leak, and an empty row is 0.
    #[default]
    Infinity,
    /// −1e9 is added, once for each mask that hides the key.
    Billion,
    /// The lowest number of the format is added, once for each mask that hides the key.
    Lowest,
}

impl Choice for MaskConstant {
    const ALL: &'static [Self] = &[Self::Infinity, Self::Billion, Self::Lowest];

    fn id(self) -> &'static str {
        match self {
            Self::Infinity => "inf",
            Self::Billion => "1e9",
            Self::Lowest => "lowest",
        }
    }

    fn label(self) -> Text {
        match self {
            Self::Infinity => Text { zh: "−∞", en: "−∞" },
            Self::Billion => Text { zh: "−1e9", en: "−1e9" },
            Self::Lowest => Text { zh: "该格式最负的有限数", en: "the format's lowest number" },
        }
    }
}

impl MaskConstant {
    /// What is added, in `precision`: the constant rounded to the format.
    pub fn value(self, precision: Precision) -> f64 {
        match self {
            Self::Infinity => f64::NEG_INFINITY,
            Self::Billion => precision.round(-1e9),
            Self::Lowest => -precision.largest(),
        }
    }
}

/// How the computation is carried out. In exact arithmetic neither format nor subtraction would change a result; the mask
/// constant would: a row without a key is 0 under −∞, and as if it had no mask under a finite constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Numerics {
    /// The format of every number.
    pub precision: Precision,
    /// Softmax without subtracting the row maximum first.
    pub naive: bool,
    /// What hides a key.
    pub constant: MaskConstant,
}

impl Numerics {
    /// Whether a key at −∞ is skipped, not computed with.
    pub fn skips(self) -> bool {
        self.constant == MaskConstant::Infinity
    }
}

impl From<Precision> for Numerics {
    fn from(precision: Precision) -> Self {
        Self { precision, ..Self::default() }
    }
}
