//! What a number of the prose is checked against.

use super::*;

enum Check {
    /// Chosen, exact or quoted: nothing to compute.
    Given,
    /// The value rounds to what is written.
    Is(f64),
    /// The value, a sample, is no further away than the tolerance.
    Near(f64, f64),
}

#[derive(Default)]
pub(super) struct Claims(Vec<(String, Check)>);

impl Claims {
    /// Numbers with nothing to compute, and why.
    pub(in crate::claims) fn given(&mut self, why: &str, numbers: &str) {
        assert!(!why.is_empty());
        self.0.extend(numbers.split(' ').map(|number| (number.to_owned(), Check::Given)));
    }

    pub(in crate::claims) fn is(&mut self, written: &str, value: f64) {
        self.0.push((written.to_owned(), Check::Is(value)));
    }

    pub(in crate::claims) fn all(&mut self, written: &str, values: &[f64]) {
        let written: Vec<&str> = written.split(' ').collect();
        assert_eq!(written.len(), values.len(), "{written:?}");
        written.iter().zip(values).for_each(|(written, &value)| self.is(written, value));
    }

    /// The mean of a sample, `{"mean", "error"}`: what is written may be off by rounding and by three standard errors.
    pub(in crate::claims) fn expected(&mut self, written: &str, estimate: &Value) {
        let [mean, error] = ["mean", "error"].map(|key| number(&estimate[key]));
        self.near(written, mean, half_unit(written) + 3.0 * error);
    }

    /// The sampled figure `name` of quoted.json: what is written is its mean, and `found`, of `draws` draws of this page,
    /// is no further from it than four standard errors of both.
    pub(in crate::claims) fn sampled(&mut self, written: &str, name: &str, found: f64, draws: f64) {
        let case = quoted(name);
        self.expected(written, &case);
        let [mean, error, sd] = ["mean", "error", "sd"].map(|key| number(&case[key]));
        self.agrees(written, found, mean, error.hypot(sd / draws.sqrt()));
    }

    /// The same with an error that the page itself gives.
    pub(in crate::claims) fn estimate(&mut self, written: &str, name: &str, found: Estimate) {
        let case = quoted(name);
        self.expected(written, &case);
        let [mean, error] = ["mean", "error"].map(|key| number(&case[key]));
        self.agrees(written, found.mean, mean, error.hypot(found.error.expect("an error")));
    }

    /// A value of this page lies within four standard errors of its expected value.
    pub(in crate::claims) fn agrees(&self, what: &str, found: f64, mean: f64, error: f64) {
        assert!((found - mean).abs() <= 4.0 * error, "{what}: {found} on this page, expected {mean} ± {error}");
    }

    pub(in crate::claims) fn near(&mut self, written: &str, value: f64, tolerance: f64) {
        self.0.push((written.to_owned(), Check::Near(value, tolerance)));
    }
}

/// Reads `src/lessons/NAME.zh.md` and `NAME.en.md` and compares them with `claims`; shows all that is wrong.
pub(super) fn check(name: &str, claims: &Claims) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lessons");
    let read = |language: &str| {
        let path = folder.join(format!("{name}.{language}.md"));
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let sections = |text: &str| text.split("\n## ").map(numbers).collect::<Vec<_>>();
    let [zh, en] = ["zh", "en"].map(|language| sections(&read(language)));
    let mut wrong = Vec::new();
    for (i, (zh, en)) in zh.iter().zip(&en).enumerate() {
        let one: Vec<&String> = zh.symmetric_difference(en).collect();
        if !one.is_empty() {
            wrong.push(format!("section {i}: in one language only: {one:?}"));
        }
    }
    let written: BTreeSet<&String> = zh.iter().chain(&en).flatten().collect();
    for number in &written {
        if !claims.0.iter().any(|(claim, _)| claim == *number) {
            wrong.push(format!("{number} is in the prose, but nothing here vouches for it"));
        }
    }
    for (claim, check) in &claims.0 {
        if !written.contains(claim) {
            wrong.push(format!("{claim} is not in the prose"));
        }
        let (value, allowed) = match *check {
            Check::Given => continue,
            // A little more, for halves that are not exact in binary.
            Check::Is(value) => (value, half_unit(claim) * (1.0 + 1e-9)),
            Check::Near(value, tolerance) => (value, tolerance),
        };
        let distance = (value - claim.parse::<f64>().expect("a number")).abs();
        if distance.is_nan() || distance > allowed {
            wrong.push(format!("{claim} is written, {value:e} was computed"));
        }
    }
    assert!(wrong.is_empty(), "{name}:\n{}", wrong.join("\n"));
}
