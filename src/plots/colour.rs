//! A colour of the screen, its contrast with another, and even steps between the two. The build script has this file too.

/// The roles of colours as the stylesheet names them, in the order of [`Role`](super::palette::Role).
pub const ROLES: [&str; 12] =
    ["ink", "soft", "accent", "query", "key", "value", "score", "weight", "output", "negative", "positive", "wrong"];

/// An sRGB colour: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// The contrast that WCAG 2.2 asks of text (level AA).
    pub const TEXT: f64 = 4.5;
    /// The contrast that WCAG 2.2 asks of shapes that carry a meaning.
    pub const SHAPE: f64 = 3.0;

    /// Reads `#rrggbb`.
    pub fn from_hex(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
        let number = u32::from_str_radix(digits, 16).ok()?;
        Some(Self((number >> 16) as u8, (number >> 8) as u8, number as u8))
    }

    /// The colour in CSS.
    pub fn css(self) -> String {
        format!("rgb({} {} {})", self.0, self.1, self.2)
    }

    /// Contrast as WCAG 2.2 defines it, from 1 (none) to 21 (black on white); the order does not matter.
    pub fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// The colour at `share` (0…1) of the way to `other`, in OKLab, where equal steps look equal. sRGB would pass
    /// through mud between two hues.
    pub fn mix(self, other: Self, share: f64) -> Self {
        let (from, to) = (self.oklab(), other.oklab());
        Self::from_oklab(std::array::from_fn(|i| from[i] + (to[i] - from[i]) * share.clamp(0.0, 1.0)))
    }

    /// How different the two look: the distance in OKLab, where black to white is 1.
    pub fn distance(self, other: Self) -> f64 {
        let (a, b) = (self.oklab(), other.oklab());
        (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()
    }

    fn luminance(self) -> f64 {
        let [r, g, b] = self.linear();
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    fn linear(self) -> [f64; 3] {
        [self.0, self.1, self.2].map(|channel| {
            let c = f64::from(channel) / 255.0;
            if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn from_linear(linear: [f64; 3]) -> Self {
        let [r, g, b] = linear.map(|c| {
            let c = if c <= 0.003_130_8 { c * 12.92 } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 };
            (c.clamp(0.0, 1.0) * 255.0).round() as u8
        });
        Self(r, g, b)
    }

    // Ottosson 2020, "A perceptual color space for image processing": the same matrices as CSS Color 4.
    fn oklab(self) -> [f64; 3] {
        let [r, g, b] = self.linear();
        let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
        let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
        let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
        [
            0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
            1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
            0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s,
        ]
    }

    fn from_oklab([lightness, a, b]: [f64; 3]) -> Self {
        let l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
        let m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
        let s = (lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
        Self::from_linear([
            4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s,
            -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s,
            -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s,
        ])
    }
}
