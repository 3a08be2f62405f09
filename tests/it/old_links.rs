//! Links that an earlier page wrote, and damaged ones, open to what they opened to then.

use attention_lab::document::State;
use attention_lab::document::link::{read, write};
use attention_lab::engine::matrix::Matrix;
use attention_lab::engine::trace::{Trace, attend};
use attention_lab::text::Language;

use crate::fixture::{cases, number};

/// FNV-1a over the bits, any NaN being the same NaN.
#[derive(Clone, Copy)]
struct Sum(u64);

impl Sum {
    const NEW: Self = Self(0xcbf2_9ce4_8422_2325);

    fn add(&mut self, x: f64) {
        let bits = if x.is_nan() { f64::NAN.to_bits() & !(1 << 63) } else { x.to_bits() };
        for byte in bits.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn matrix(&mut self, matrix: &Matrix) {
        self.add(matrix.nrows() as f64);
        matrix.iter().for_each(|&x| self.add(x));
    }
}

/// Two sums: over the stages that IEEE 754 alone determines, and over those that the system's exp and tanh have a part in.
fn sums(trace: &Trace) -> (Sum, Sum) {
    let Trace {
        scores,
        scaled,
        capped,
        masked,
        row_max,
        shifted,
        exponentials,
        row_sum,
        weights,
        output,
        empty_rows,
        visible,
    } = trace;
    let (mut exact, mut all) = (Sum::NEW, Sum::NEW);
    [scores, scaled, capped, masked, shifted].into_iter().for_each(|matrix| exact.matrix(matrix));
    row_max.iter().for_each(|&x| exact.add(x));
    empty_rows.iter().chain(visible).for_each(|&x| exact.add(x as f64));
    [exponentials, weights, output].into_iter().for_each(|matrix| all.matrix(matrix));
    row_sum.iter().for_each(|&x| all.add(x));
    (exact, all)
}

fn problems(found: &[attention_lab::document::problem::Problem]) -> Vec<String> {
    let mut messages: Vec<String> = found.iter().map(|problem| problem.message(Language::En)).collect();
    messages.sort();
    messages
}

#[test]
fn links_of_an_earlier_page_open_to_the_same_state_and_numbers() {
    let cases = cases("links.json");
    assert!(cases.len() >= 600, "{} links", cases.len());
    for case in &cases {
        let text = |key: &str| case[key].as_str().unwrap_or_else(|| panic!("{case} has no {key}"));
        let link = text("link");
        let (state, found): (State, _) = read(link, Language::En);
        assert_eq!(write(&state), case["opens"].as_str().unwrap_or(link), "{link}");
        assert_eq!(f64::from(state.document.inputs.fingerprint()), number(&case["fingerprint"]), "{link}");
        let (exact, all) = sums(&attend(&state.document.inputs));
        assert_eq!(format!("{:016x}", exact.0), text("scores"), "{link}");
        if cfg!(all(target_os = "linux", target_env = "gnu", target_arch = "x86_64")) {
            assert_eq!(format!("{:016x}", all.0), text("weights"), "{link}");
        }
        let expected: Vec<&str> =
            case["problems"].as_array().into_iter().flatten().filter_map(|p| p.as_str()).collect();
        assert_eq!(problems(&found), expected, "{link}");
    }
}
