//! Heads cut and grouped wrongly.

use attention_lab::engine::cell::Name;
use attention_lab::engine::faults::{Fault, Scenario, cut_without_transpose};
use attention_lab::engine::heads::split;
use attention_lab::engine::mask::{Causal, Mask};
use attention_lab::engine::matrix::Matrix;
use attention_lab::engine::precision::{MaskConstant, Numerics, Precision};
use attention_lab::engine::scaling::Scaling;

use super::{CLOSE, NAN, assert_outputs, assert_sides, logits, m, qkv, several};

/// Two queries of two heads.
fn tokens() -> Matrix {
    m(&[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0]])
}

#[test]
fn heads_cut_wrongly() {
    let right = [m(&[[0.0, 1.0], [4.0, 5.0]]), m(&[[2.0, 3.0], [6.0, 7.0]])];
    let wrong = [m(&[[0.0, 1.0], [2.0, 3.0]]), m(&[[4.0, 5.0], [6.0, 7.0]])];
    assert_eq!(split(&tokens(), 2).expect("two heads"), right);
    assert_eq!(cut_without_transpose(&tokens(), 2).expect("two heads"), wrong);
    assert_eq!(cut_without_transpose(&tokens(), 1).expect("one head"), [tokens()]);
    for heads in [0, 3, 5, 8] {
        assert_eq!(cut_without_transpose(&tokens(), heads), None);
    }
    let k = m(&[[0.5, -0.25, 0.25, 0.0], [0.0, 0.5, -0.5, 0.25], [-0.25, 0.0, 0.125, 0.5]]);
    let v = m(&[[1.0, 2.0, 3.0, 4.0], [-1.0, 0.0, 2.0, 5.0], [0.0, 3.0, -2.0, 1.0]]);
    let scenario = several(qkv(tokens(), k, v, Mask::default()), 2, 2);
    let right = [
        m(&[
            [0.2568806922831207, 0.43656698840213476, 0.3065523193147445],
            [0.21110877560974195, 0.7276428898558952, 0.061248334534362806],
        ]),
        m(&[
            [0.2494579718756761, 0.1467837427321465, 0.6037582853921775],
            [0.12294839822644862, 0.017588074593516675, 0.8594635271800347],
        ]),
    ];
    let wrong = [
        m(&[
            [0.2568806922831207, 0.3065523193147445, 0.43656698840213476],
            [0.21674835514540364, 0.25865980968412944, 0.5245918351704669],
        ]),
        m(&[
            [0.06243995983810308, 0.052322618681197836, 0.8852374214806991],
            [0.01972221938782104, 0.01652656675711335, 0.9637512138550656],
        ]),
    ];
    let fault = Fault::ReshapeWithoutTranspose;
    assert_sides(fault, &scenario, &right, &wrong, CLOSE);
    let right = m(&[
        [-0.17968629611901402, 1.433418342510475, -0.16557516969303354, 2.335508886555614],
        [-0.5165341142461533, 0.6059625548225723, -1.31490571049369, 1.4391974930534126],
    ]);
    let wrong = m(&[
        [0.7399706618252195, 1.7399706618252195, 0.4681359490273251, 1.4681359490273251],
        [-1.645594923285192, 1.354405076714808, -1.888057988934489, 1.111942011065511],
    ]);
    assert_outputs(fault, &scenario, &right, &wrong);
}

#[test]
fn key_heads_tiled() {
    // Each key head has its own number as value, so that the output names it.
    let named = Matrix::from_fn(3, 4, |_, c| c as f64);
    let scenario = several(qkv(Matrix::zeros(2, 4), Matrix::zeros(3, 4), named, Mask::default()), 4, 2);
    let fault = Fault::GroupedTile;
    assert_outputs(fault, &scenario, &m(&[[0.0, 0.0, 1.0, 1.0]; 2]), &m(&[[0.0, 1.0, 0.0, 1.0]; 2]));
    let q = m(&[[1.0, -1.0, 0.5, 2.0], [0.0, 1.0, -2.0, 0.25]]);
    // What stands in the columns beyond the two key heads is not read.
    let k = m(&[[1.0, 0.5, NAN, 7.0], [-0.5, 2.0, 7.0, NAN], [0.0, -1.0, NAN, NAN]]);
    let v = m(&[[1.0, 10.0, NAN, NAN], [2.0, 30.0, 7.0, NAN], [4.0, 20.0, NAN, 7.0]]);
    let scenario = several(qkv(q, k, v, Mask::default()), 4, 2);
    let right = m(&[
        [1.8339160760325357, 2.5410462685384543, 23.111969744605396, 29.03016056475555],
        [2.3333333333333335, 1.8339160760325357, 19.550414778589726, 21.44796553526402],
    ]);
    let wrong = m(&[
        [1.8339160760325357, 18.638221811306508, 2.1024876642043298, 29.03016056475555],
        [2.3333333333333335, 26.103066424492393, 2.4838738937254985, 21.44796553526402],
    ]);
    assert_outputs(fault, &scenario, &right, &wrong);
}

#[test]
fn heads_that_do_not_fit() {
    let inputs = qkv(tokens(), tokens(), m(&[[1.0; 6]; 2]), Mask::default());
    for (heads, key_heads) in [(0, 0), (0, 1), (1, 0), (2, 0), (3, 3), (4, 4), (2, 4), (1, 2)] {
        assert_eq!(Scenario::new(inputs.clone(), heads, key_heads), None, "{heads} heads, {key_heads} key heads");
    }
    assert!(Scenario::new(inputs.clone(), 2, 1).is_some() && Scenario::new(inputs.clone(), 2, 2).is_some());
    assert_eq!(Scenario::new(inputs.clone(), 1, 1), Some(inputs.into()));
    let scores = logits(&[[1.0, 2.0], [3.0, 4.0]], Mask::default()).inputs().clone();
    assert_eq!(Scenario::new(scores.clone(), 2, 1), None);
    assert!(Scenario::new(scores, 1, 1).is_some());
}

/// Every head has its own columns and all else that the scenario says, but for how a key is hidden.
#[test]
fn heads_cut_as_they_should_be() {
    let inputs = qkv(tokens(), tokens(), m(&[[1.0, 2.0], [3.0, 4.0]]), Causal::TopLeft);
    let inputs = inputs.with_scaling(Scaling::TwoSqrt).with_softcap(Some(1.5));
    let numerics = Numerics { precision: Precision::F32, naive: true, constant: MaskConstant::Billion };
    let scenario = several(inputs.with_numerics(numerics), 2, 1);
    let heads = scenario.each_head();
    assert_eq!(heads.len(), 2);
    for (head, columns) in heads.iter().zip([0, 2]) {
        assert_eq!(head.matrix(Name::Q), Some(&tokens().columns(columns, 2).into_owned()));
        assert_eq!(head.matrix(Name::K), Some(&tokens().columns(0, 2).into_owned()));
        assert_eq!(head.values(), &m(&[[1.0], [3.0]]));
        assert_eq!((head.scaling(), head.softcap(), head.d_k()), (Scaling::TwoSqrt, Some(1.5), 2));
        assert_eq!((head.mask(), head.numerics()), (inputs.mask(), Precision::F32.into()));
    }
}
