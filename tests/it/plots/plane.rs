//! The piece of the plane in which vectors are dragged.

use attention_lab::plots::plane::{Plane, SIDE};
use proptest::prelude::*;

#[test]
fn a_round_piece_leaves_room_around_the_points() {
    let reach = |points: &[[f64; 2]]| Plane::around(points).reach;
    assert_eq!(reach(&[]), 1.0);
    assert_eq!(reach(&[[0.5, -0.2]]), 1.0);
    assert_eq!(reach(&[[1.0, 0.0], [0.0, -1.5]]), 2.0);
    assert_eq!(reach(&[[-9.0, 3.0]]), 15.0);
    assert_eq!(reach(&[[f64::NAN, 2.0], [f64::INFINITY, 0.0]]), 3.0);
}

#[test]
fn points_are_drawn_where_they_are_dragged_from() {
    let plane = Plane { reach: 2.0 };
    assert_eq!(plane.place([0.0, 0.0]), (SIDE / 2.0, SIDE / 2.0));
    assert_eq!(plane.place([2.0, 1.0]), (SIDE, SIDE / 4.0));
    assert_eq!(plane.point(1.0, 0.25), [2.0, 1.0]);
    assert_eq!(plane.point(0.574, 0.5), [0.3, 0.0]);
    assert_eq!(plane.point(-3.0, 9.0), [-2.0, -2.0], "not beyond the drawing");
    assert!(plane.point(0.5, 0.5).iter().all(|x| x.is_sign_positive()), "no −0");
}

#[test]
fn keys_move_by_a_step_and_leave_the_other_component_alone() {
    let plane = Plane { reach: 2.0 };
    assert_eq!(plane.moved([0.123, 0.456], [1.0, 0.0]), [0.2, 0.456]);
    assert_eq!(plane.moved([0.3, -1.95], [0.0, -1.0]), [0.3, -2.0]);
    let wide = Plane { reach: 20.0 };
    assert_eq!(wide.moved([3.0, 0.0], [10.0, 0.0]), [13.0, 0.0]);
}

#[test]
fn lines_of_the_grid_are_round_and_few() {
    let labels = |reach| Plane { reach }.grid().into_iter().map(|(_, label)| label).collect::<Vec<_>>();
    assert_eq!(labels(1.0), ["", "−0.5", "", "0.5", ""]);
    assert_eq!(labels(3.0), ["", "−2", "−1", "", "1", "2", ""]);
}

proptest! {
    #[test]
    fn what_is_dragged_stays_within_the_drawing(size in 1e-3f64..1e9, across in -1f64..2.0, down in -1f64..2.0) {
        let plane = Plane::around(&[[size, 0.0]]);
        prop_assert!(plane.reach >= size && plane.reach >= 1.0);
        prop_assert!((3..=13).contains(&plane.grid().len()), "{:?}", plane.grid());
        let point = plane.point(across, down);
        prop_assert!(point.iter().all(|x| x.abs() <= plane.reach * (1.0 + 1e-12)));
        let (x, y) = plane.place(point);
        let half_step = plane.step() / plane.reach * SIDE / 4.0 + 1e-6;
        prop_assert!((x - across.clamp(0.0, 1.0) * SIDE).abs() <= half_step);
        prop_assert!((y - down.clamp(0.0, 1.0) * SIDE).abs() <= half_step);
    }
}
