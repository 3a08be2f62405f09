//! Attention with the whole matrix and in blocks, against 30 digits and against the page's own; and its measurement.

use attention_lab::engine::gauge::Gauge;
use attention_lab::engine::inputs::{Inputs, Source};
use attention_lab::engine::mask::Mask;
use attention_lab::engine::matrix::Matrix;
use attention_lab::engine::measurement::MeasureSettings;
use attention_lab::engine::random::Stream;
use attention_lab::engine::scaling::Scaling;
use attention_lab::engine::tiled::{blockwise, full};
use attention_lab::engine::trace::attend;
use attention_lab::figures::TableCell;
use attention_lab::lessons::figure::Figure;
use attention_lab::text::Language;
use std::time::Instant;

use super::{GAUGE, column, of, run, sampling, settings};
use crate::fixture::{Tolerance, assert_close, cases, matrix};

/// As `tiled.py` has them.
fn entries(rows: usize, columns: usize, shift: usize, scale: f64) -> Matrix {
    let entry = |i: usize, c: usize| ((37 * i + 11 * c + shift) % 101) as f64 / 25.0 - 2.0;
    Matrix::from_fn(rows, columns, |i, c| entry(i, c) * scale)
}

#[test]
fn both_ways_are_right_to_twelve_digits() {
    let cases = cases("tiled.json");
    assert_eq!(cases.len(), 4);
    for case in &cases {
        let size = |field| of(case, field) as usize;
        let scale = of(case, "scale");
        let q = entries(size("L"), size("d_k"), 5, scale);
        let k = entries(size("S"), size("d_k"), 17, scale);
        let v = entries(size("S"), size("d_v"), 60, 1.0);
        let expected = matrix(&case["output"]);
        // Large logits come out of products with rounding errors of their own.
        let tolerance = Tolerance::Absolute(if scale > 1.0 { 1e-11 } else { 1e-13 });
        let whole = full(&q, &k, &v).expect("memory");
        assert_close("full", "output", &whole, &expected, tolerance);
        for block in [0, 1, 2, 3, 4, 5, 7, 64, 65, 130, 131, 1000] {
            assert_close(&format!("block {block}"), "output", &blockwise(&q, &k, &v, block), &expected, tolerance);
        }
    }
}

#[test]
fn both_ways_are_the_page_s_own_attention() {
    let mut random = Stream::new(3, 0);
    for (queries, keys, d_k, d_v, scale) in [(129, 200, 5, 3, 1.0), (64, 64, 4, 8, 3.0), (2, 193, 33, 1, 1.0)] {
        let mut draw = |rows, columns, scale: f64| Matrix::from_fn(rows, columns, |_, _| scale * random.gaussian());
        let (q, k, v) = (draw(queries, d_k, scale), draw(keys, d_k, 1.0), draw(keys, d_v, 1.0));
        let source = Source::Qkv { q: q.clone(), k: k.clone(), v: v.clone() };
        let expected = attend(&Inputs::new(source, Scaling::Sqrt, Mask::default()).expect("shapes")).output;
        let (whole, blocks) = (full(&q, &k, &v).expect("memory"), blockwise(&q, &k, &v, 64));
        assert_close("full", "output", &whole, &expected, Tolerance::Absolute(1e-12));
        assert_close("blocks", "output", &blocks, &expected, Tolerance::Absolute(1e-12));
        assert_close("both", "output", &blocks, &whole, Tolerance::Absolute(1e-12));
    }
}

#[test]
fn large_logits_do_not_overflow() {
    let q = Matrix::from_fn(3, 2, |i, c| 1e3 * (i as f64 - 1.5) * (c as f64 + 0.5));
    let k = Matrix::from_fn(5, 2, |j, c| 1e2 * (j as f64 - 2.0) + c as f64);
    let v = Matrix::from_fn(5, 2, |j, c| (j * 2 + c) as f64);
    for output in [full(&q, &k, &v).expect("memory"), blockwise(&q, &k, &v, 2)] {
        assert!(output.iter().all(|x| x.is_finite()), "{output}");
        // Rows 1 and 2 point against the keys, row 3 along them: the first key, and the last.
        let expected = Matrix::from_row_slice(3, 2, &[0.0, 1.0, 0.0, 1.0, 8.0, 9.0]);
        assert_close("hard", "output", &output, &expected, Tolerance::Absolute(1e-12));
    }
}

#[test]
fn lengths_double_up_to_the_longest() {
    let of = |longest| MeasureSettings { width: 1, longest, block: 1 }.lengths();
    assert_eq!(of(128), [128]);
    assert_eq!(of(129), [128, 129]);
    assert_eq!(of(1024), [128, 256, 512, 1024]);
    assert_eq!(of(3000), [128, 256, 512, 1024, 2048, 3000]);
}

#[test]
fn one_step_is_one_way_at_one_length() {
    let values = [("d", 3.0), ("longest", 300.0), ("block", 16.0)];
    let mut job = sampling(Figure::FlashMeasure, &settings(Figure::FlashMeasure, &values), GAUGE).expect("a job");
    let squares = [128.0f64, 256.0, 300.0].map(|length| length * length);
    let all = 2.0 * squares.iter().sum::<f64>();
    let mut done = 0.0;
    for (step, square) in squares.iter().flat_map(|square| [square, square]).enumerate() {
        assert!((job.progress() - done / all).abs() < 1e-15 && !job.is_done());
        job.advance();
        done += square;
        let output = job.output(Language::En);
        assert_eq!(output.tables[0].rows.len(), step / 2 + 1);
        assert_eq!(output.tables[0].rows[step / 2].cells[1] == TableCell::Empty, step % 2 == 0);
        assert_eq!(output.plots[1].series.iter().map(|series| series.points.len()).sum::<usize>(), step + 1);
    }
    assert!(job.is_done() && job.progress() == 1.0);
}

#[test]
fn what_the_gauge_counts_is_shown() {
    let output = run(Figure::FlashMeasure, &[("d", 2.0), ("longest", 256.0)]);
    let table = &output.tables[0];
    // 100 ms from one look at the clock to the next; of the bytes those of the output are taken off.
    assert_eq!((column(table, 0), column(table, 1)), (vec![100.0; 2], vec![100.0; 2]));
    let bytes = [128, 256].map(|length| ((1 << 20) - length * 2 * 8) as f64);
    assert_eq!((column(table, 2), column(table, 3), column(table, 4)), (bytes.into(), bytes.into(), vec![1.0; 2]));
    assert!(column(table, 5).iter().all(|&difference| difference < 1e-12));
    let heights = |plot: usize| output.plots[plot].series[0].points.iter().map(|point| point.y).collect::<Vec<_>>();
    assert_eq!((heights(0), heights(1)), (vec![2.0; 2], bytes.map(f64::log10).into()));
}

#[test]
fn a_clock_that_stands_still_ends_all_the_same() {
    fn nothing() -> usize {
        0
    }
    let gauge = Gauge { now: || 5.0, restart: || (), allocated: nothing, peak: nothing };
    let values = settings(Figure::FlashMeasure, &[("d", 1.0), ("longest", 128.0)]);
    let mut job = sampling(Figure::FlashMeasure, &values, gauge).expect("a job");
    while !job.is_done() {
        job.advance();
    }
    let output = job.output(Language::En);
    assert_eq!(super::row(&output.tables[0], 0)[..5], [0.0; 5]);
    assert!(output.plots.iter().flat_map(|plot| &plot.series).all(|series| series.points.is_empty()));
}

#[test]
fn a_real_clock_sees_time_pass() {
    fn now() -> f64 {
        static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
        START.get_or_init(Instant::now).elapsed().as_secs_f64() * 1e3
    }
    let values = settings(Figure::FlashMeasure, &[("d", 16.0), ("longest", 128.0)]);
    let mut job = sampling(Figure::FlashMeasure, &values, Gauge { now, ..GAUGE }).expect("a job");
    while !job.is_done() {
        job.advance();
    }
    let times = super::row(&job.output(Language::En).tables[0], 0);
    assert!(times[..2].iter().all(|&time| time > 0.0 && time.is_finite()), "{times:?}");
}
