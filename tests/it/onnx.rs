//! The engine against the ONNX operator Attention: every case in a folder, all outputs, in the format of the case.

use attention_lab::engine::cache::Cache;
use attention_lab::engine::heads::{MultiHead, MultiHeadTrace, split};
use attention_lab::engine::mask::{Causal, Mask, Window};
use attention_lab::engine::matrix::Matrix;
use attention_lab::engine::precision::Precision;
use attention_lab::engine::scaling::Scaling;
use attention_lab::engine::trace::Trace;
use nalgebra::DMatrix;
use serde_json::Value;

use crate::fixture::{cases_in, number, unit_in_last_place, within_length};

#[test]
fn every_case_agrees() {
    cases_in("onnx-attention", "ONNX_ATTENTION_CASES", 62, failure);
}

struct Tensor {
    shape: Vec<usize>,
    dtype: String,
    /// The last axis runs fastest.
    data: Vec<f64>,
}

/// The tensor `name` among the inputs or outputs; `None` where the case leaves it out.
fn tensor(group: &Value, name: &str) -> Option<Tensor> {
    let value = group.get(name)?;
    let list = |field: &str| value[field].as_array().unwrap_or_else(|| panic!("{name} has no {field}"));
    let entry = |x: &Value| x.as_bool().map_or_else(|| number(x), f64::from);
    let tensor = Tensor {
        shape: list("shape").iter().map(|size| number(size) as usize).collect(),
        dtype: value["dtype"].as_str().expect("a dtype").to_owned(),
        data: list("data").iter().map(entry).collect(),
    };
    assert_eq!(tensor.shape.iter().product::<usize>(), tensor.data.len(), "{name}");
    Some(tensor)
}

impl Tensor {
    /// The heads of each batch, from B×h×T×d or, for `count` heads, B×T×(h·d).
    fn heads(&self, count: usize) -> Vec<Vec<Matrix>> {
        let matrices = |rows: usize, columns: usize| {
            self.data.chunks_exact(rows * columns).map(move |data| Matrix::from_row_slice(rows, columns, data))
        };
        match self.shape[..] {
            [_, rows, columns] => {
                matrices(rows, columns).map(|joined| split(&joined, count).expect("as many heads")).collect()
            }
            [_, heads, rows, columns] => {
                let all: Vec<Matrix> = matrices(rows, columns).collect();
                all.chunks_exact(heads).map(<[Matrix]>::to_vec).collect()
            }
            _ => panic!("{:?} has no heads", self.shape),
        }
    }

    /// The entry at `index`, with axes aligned at the last and those of size 1 repeated. `None` beyond the last axis,
    /// which alone is never repeated.
    fn broadcast(&self, index: [usize; 4]) -> Option<f64> {
        let last = self.shape.len() - 1;
        let axes = self.shape.iter().zip(&index[3 - last..]).enumerate();
        let at = |(axis, (&size, &i)): (usize, (&usize, &usize))| if size == 1 && axis < last { 0 } else { i };
        let flat = axes
            .map(|axis| (axis.1.0, at(axis)))
            .try_fold(0, |flat, (size, i)| (i < *size).then(|| flat * size + i))?;
        Some(self.data[flat])
    }

    /// The mask of one head, L×S: what a short mask leaves out is hidden.
    fn mask(&self, [batch, head]: [usize; 2], queries: usize, keys: usize) -> Mask {
        let cell = |i, j| self.broadcast([batch, head, i, j]);
        if self.dtype == "bool" {
            let keep = DMatrix::from_fn(queries, keys, |i, j| cell(i, j) == Some(1.0));
            return Mask { keep: Some(keep), ..Mask::default() };
        }
        let bias = Matrix::from_fn(queries, keys, |i, j| cell(i, j).unwrap_or(f64::NEG_INFINITY));
        Mask { bias: Some(bias), ..Mask::default() }
    }
}

/// The attributes that change a result here.
#[derive(Default)]
struct Attributes {
    causal: Causal,
    window: Window,
    scale: Option<f64>,
    softcap: Option<f64>,
    query_heads: usize,
    key_heads: usize,
    stage: usize,
}

fn attributes(case: &Value) -> Result<Attributes, String> {
    let mut read = Attributes::default();
    for (name, value) in case["attributes"].as_object().expect("attributes") {
        let x = number(value);
        let bound = (x >= 0.0).then_some(x as usize);
        match name.as_str() {
            "is_causal" if x == 0.0 => {}
            "is_causal" => read.causal = Causal::TopLeft,
            "left_window_size" => read.window.left = bound,
            "right_window_size" => read.window.right = bound,
            "scale" if x > 0.0 => read.scale = Some(x),
            "softcap" => read.softcap = Some(x),
            "q_num_heads" => read.query_heads = x as usize,
            "kv_num_heads" => read.key_heads = x as usize,
            "qk_matmul_output_mode" => read.stage = x as usize,
            // f32, f16, f64 and bf16. The tolerance is met without: here every operation is computed in f32 at least.
            "softmax_precision" if [1.0, 10.0, 11.0, 16.0].contains(&x) => {}
            _ => return Err(format!("no attribute {name} = {value}")),
        }
    }
    Ok(read)
}

/// What the engine makes of one batch: the present keys and values, and attention over them.
struct Batch {
    present: Vec<Cache>,
    trace: MultiHeadTrace,
}

fn batches(case: &Value, attributes: &Attributes, precision: Precision) -> Vec<Batch> {
    let input = |name: &str| tensor(&case["inputs"], name);
    let given = |name: &str, heads: usize| input(name).expect("Q, K and V").heads(heads);
    let (q, k, v) =
        (given("Q", attributes.query_heads), given("K", attributes.key_heads), given("V", attributes.key_heads));
    let past = input("past_key").zip(input("past_value")).map(|(keys, values)| (keys.heads(0), values.heads(0)));
    let (drawn, lengths) = (input("attn_mask"), input("nonpad_kv_seqlen"));
    let batch = |b: usize| {
        let cache = |head: usize| match &past {
            Some((keys, values)) => Cache::new(keys[b][head].clone(), values[b][head].clone()).expect("a past"),
            None => Cache::empty(k[b][head].ncols(), v[b][head].ncols()),
        };
        let before: Vec<Cache> = (0..k[b].len()).map(cache).collect();
        let appended = |(head, past): (usize, &Cache)| past.append(&k[b][head], &v[b][head]).expect("shapes");
        let present: Vec<Cache> = before.iter().enumerate().map(appended).collect();
        let (queries, keys) = (q[b][0].nrows(), present[0].len());
        let mask = |head: usize| {
            let drawn = drawn.as_ref().map_or_else(Mask::default, |mask| mask.mask([b, head], queries, keys));
            let mask = Mask { causal: attributes.causal, window: attributes.window, ..drawn };
            match &lengths {
                Some(lengths) => within_length(mask, lengths.data[b] as usize, queries, keys),
                None => before[0].mask(mask),
            }
        };
        let masks: Vec<Mask> = (0..q[b].len()).map(mask).collect();
        let scale = attributes.scale.unwrap_or_else(|| 1.0 / (q[b][0].ncols() as f64).sqrt());
        // The operator multiplies Q and K by √scale before the product, which rounds otherwise than a division after
        // it. In a narrow format the two may be three units in the last place apart.
        let (early, scaling) = match precision {
            Precision::F64 | Precision::F32 => (1.0, Scaling::divisor(1.0 / scale).expect("a scale")),
            Precision::Bf16 | Precision::F16 => (scale.sqrt(), Scaling::None),
        };
        let scaled = |matrix: &Matrix| matrix.map(|x| if early == 1.0 { x } else { precision.multiply(x, early) });
        let q: Vec<Matrix> = q[b].iter().map(scaled).collect();
        let keys: Vec<Matrix> = present.iter().map(|head| scaled(head.keys())).collect();
        let values: Vec<Matrix> = present.iter().map(|head| head.values().clone()).collect();
        let heads = MultiHead::new(&q, &keys, &values, scaling, &masks).expect("shapes");
        Batch { present, trace: heads.with_softcap(attributes.softcap).with_numerics(precision.into()).attend() }
    };
    (0..q.len()).map(batch).collect()
}

/// The first number that differs.
fn failure(case: &Value) -> Option<String> {
    compare(case).err()
}

fn compare(case: &Value) -> Result<(), String> {
    let attributes = attributes(case)?;
    let precision = match case["inputs"]["Q"]["dtype"].as_str() {
        Some("float64") => Precision::F64,
        Some("float32") => Precision::F32,
        Some("float16") => Precision::F16,
        Some("bfloat16") => Precision::Bf16,
        other => return Err(format!("no dtype {other:?}")),
    };
    let stage: fn(&Trace) -> &Matrix = match attributes.stage {
        0 => |head| &head.scaled,
        1 => |head| &head.capped,
        2 => |head| &head.masked,
        3 => |head| &head.weights,
        other => return Err(format!("no qk_matmul_output_mode {other}")),
    };
    let found = batches(case, &attributes, precision);
    let joined = case["inputs"]["Q"]["shape"].as_array().map(Vec::len) == Some(3);
    let of_heads = |pick: fn(&Trace) -> &Matrix| flat(found.iter().flat_map(|b| b.trace.heads.iter().map(pick)));
    let of_caches = |pick: fn(&Cache) -> &Matrix| flat(found.iter().flat_map(|b| b.present.iter().map(pick)));
    let [absolute, relative] = ["atol", "rtol"].map(|name| number(&case[name]));
    let close = |b: f64| match precision {
        Precision::F64 | Precision::F32 => (absolute + relative * b.abs()).min(1e-5),
        Precision::Bf16 | Precision::F16 => 2.0 * unit_in_last_place(precision, b),
    };
    for name in case["outputs"].as_object().expect("outputs").keys() {
        let (found, exact) = match name.as_str() {
            "Y" if joined => (flat(found.iter().map(|b| &b.trace.output)), false),
            "Y" => (of_heads(|head| &head.output), false),
            "qk_matmul_output" => (of_heads(stage), false),
            "present_key" => (of_caches(Cache::keys), true),
            "present_value" => (of_caches(Cache::values), true),
            other => return Err(format!("no output {other}")),
        };
        let expected = tensor(&case["outputs"], name).map_or_else(Vec::new, |tensor| tensor.data);
        if found.len() != expected.len() {
            return Err(format!("{name} has {} numbers, not {}", found.len(), expected.len()));
        }
        // Files hold too few digits to be numbers of the format, copies included; what is computed must be one.
        let pairs = found.iter().map(|&a| if exact { precision.round(a) } else { a }).zip(expected.iter());
        let pairs = pairs.map(|(a, &b)| (a, precision.round(b)));
        // What is not finite must be the same; no difference to NaN would exceed a tolerance.
        let agree = |(a, b): (f64, f64)| match (a.is_finite(), b.is_finite()) {
            (true, true) => a == precision.round(a) && (a - b).abs() <= if exact { 0.0 } else { close(b) },
            _ => a == b || (a.is_nan() && b.is_nan()),
        };
        if let Some((at, (a, b))) = pairs.enumerate().find(|&(_, pair)| !agree(pair)) {
            return Err(format!("{name} number {}: {a:e}, not {b:e}", at + 1));
        }
    }
    Ok(())
}

/// One matrix after the other, each row by row.
fn flat<'a>(matrices: impl Iterator<Item = &'a Matrix>) -> Vec<f64> {
    matrices.flat_map(|matrix| matrix.transpose().iter().copied().collect::<Vec<_>>()).collect()
}
