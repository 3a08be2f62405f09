//! Both themes stay readable, and no scale hides what it shows, to eyes of any kind.

use attention_lab::choice::Choice;
use attention_lab::plots::colour::Rgb;
use attention_lab::plots::palette::{Palette, Role, Theme};

fn palettes() -> impl Iterator<Item = (Theme, &'static Palette)> {
    Theme::ALL.iter().map(|&theme| (theme, Palette::of(theme)))
}

#[test]
fn contrast_is_as_wcag_defines_it() {
    let (black, white) = (Rgb(0, 0, 0), Rgb(255, 255, 255));
    approx::assert_abs_diff_eq!(black.contrast(white), 21.0, epsilon = 1e-9);
    approx::assert_abs_diff_eq!(Rgb(0x76, 0x76, 0x76).contrast(white), 4.54, epsilon = 0.005);
    assert_eq!(white.contrast(black), black.contrast(white));
}

#[test]
fn mixing_is_as_css_color_mix_in_oklab() {
    let (black, white) = (Rgb(0, 0, 0), Rgb(255, 255, 255));
    assert_eq!(black.mix(white, 0.5), Rgb(99, 99, 99));
    let (red, blue) = (Rgb(255, 0, 0), Rgb(0, 0, 255));
    assert_eq!(red.mix(blue, 0.5), Rgb(140, 83, 162));
    assert_eq!((red.mix(blue, 0.0), red.mix(blue, 1.0)), (red, blue));
    approx::assert_abs_diff_eq!(black.distance(white), 1.0, epsilon = 1e-6);
}

#[test]
fn hex_and_css_name_the_same_colour() {
    assert_eq!(Rgb::from_hex("#0b62a4").map(Rgb::css).as_deref(), Some("rgb(11 98 164)"));
    for wrong in ["0b62a4", "#0b62a", "#0b62a41", "#0b62ag", "", "#"] {
        assert_eq!(Rgb::from_hex(wrong), None, "{wrong}");
    }
}

#[test]
fn each_theme_has_its_own_colours() {
    let (light, dark) = (Palette::of(Theme::Light), Palette::of(Theme::Dark));
    let black = Rgb(0, 0, 0);
    assert!(light.paper.contrast(black) > light.role(Role::Ink).contrast(black));
    assert!(dark.paper.contrast(black) < dark.role(Role::Ink).contrast(black));
    assert!(Role::ALL.iter().all(|&role| light.role(role) != dark.role(role)));
}

#[test]
fn every_role_can_be_read_as_text() {
    for (theme, palette) in palettes() {
        for role in Role::ALL {
            for ground in [palette.paper, palette.raise] {
                let contrast = palette.role(role).contrast(ground);
                assert!(contrast >= Rgb::TEXT, "{theme:?} {role:?}: {contrast:.2}");
            }
        }
    }
}

#[test]
fn ink_can_be_read_on_every_point_of_both_scales() {
    for (theme, palette) in palettes() {
        for i in 0..=1000 {
            let share = f64::from(i) / 1000.0;
            for tint in [palette.diverging(-share, 1.0), palette.diverging(share, 1.0), palette.sequential(share)] {
                let contrast = tint.contrast(palette.role(Role::Ink));
                assert!(contrast >= Rgb::TEXT, "{theme:?} {share}: {contrast:.2}");
            }
        }
    }
}

#[test]
fn scales_start_at_paper_and_only_ever_move_away() {
    for (theme, palette) in palettes() {
        let scales: [&dyn Fn(f64) -> Rgb; 3] =
            [&|x| palette.diverging(-x, 1.0), &|x| palette.diverging(x, 1.0), &|x| palette.sequential(x)];
        for scale in scales {
            assert_eq!(scale(0.0), palette.paper);
            let steps: Vec<f64> = (0..=20).map(|i| scale(f64::from(i) / 20.0).distance(palette.paper)).collect();
            assert!(steps.is_sorted_by(|a, b| a < b), "{theme:?} {steps:?}");
        }
    }
}

#[test]
fn values_beyond_a_scale_take_its_end() {
    let palette = Palette::of(Theme::Light);
    assert_eq!(palette.diverging(7.0, 2.0), palette.diverging(2.0, 2.0));
    assert_eq!(palette.diverging(f64::NEG_INFINITY, 2.0), palette.diverging(-2.0, 2.0));
    assert_eq!(palette.diverging(3.0, 3.0), palette.diverging(1e-300, 1e-300), "the scale is relative");
    assert_eq!(palette.diverging(-0.0, 0.0), palette.paper);
    assert_eq!(palette.diverging(f64::NAN, 1.0), palette.paper);
    assert_eq!(palette.sequential(1.5), palette.sequential(1.0));
    assert_eq!(palette.sequential(-0.5), palette.paper);
    assert_eq!(palette.sequential(f64::NAN), palette.paper);
}

#[test]
fn ends_of_the_scales_differ_to_every_kind_of_eye() {
    for (theme, palette) in palettes() {
        let ends = [palette.diverging(-1.0, 1.0), palette.diverging(1.0, 1.0), palette.sequential(1.0), palette.paper];
        for (eye, see) in EYES {
            for (a, b) in [(0, 1), (0, 3), (1, 3), (2, 3)] {
                let distance = see_as(see, ends[a]).distance(see_as(see, ends[b]));
                assert!(distance > 0.1, "{theme:?} {eye}: ends {a} and {b} are {distance:.3} apart");
            }
        }
    }
}

#[test]
fn roles_that_stand_side_by_side_differ_to_every_kind_of_eye() {
    let roles = [Role::Query, Role::Key, Role::Value, Role::Score, Role::Weight, Role::Output];
    for (theme, palette) in palettes() {
        for (eye, see) in EYES {
            for (i, &a) in roles.iter().enumerate() {
                for &b in &roles[..i] {
                    let distance = see_as(see, palette.role(a)).distance(see_as(see, palette.role(b)));
                    assert!(distance > 0.05, "{theme:?} {eye}: {a:?} and {b:?} are {distance:.3} apart");
                }
            }
        }
    }
}

#[test]
fn patterns_stand_out_from_paper() {
    for (theme, palette) in palettes() {
        assert!(palette.hatch.contrast(palette.paper) >= Rgb::SHAPE, "{theme:?}");
        assert!(palette.hatch.contrast(palette.paper) < 1.1 * Rgb::SHAPE, "{theme:?}: louder than it needs to be");
    }
}

type Eye = [[f64; 3]; 3];

/// Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB.
const EYES: [(&str, Eye); 4] = [
    ("full sight", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    ("protanopia", [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]]),
    ("deuteranopia", [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]]),
    ("tritanopia", [[1.256, -0.077, -0.179], [-0.078, 0.931, 0.148], [0.005, 0.691, 0.304]]),
];

fn see_as(eye: Eye, Rgb(r, g, b): Rgb) -> Rgb {
    let linear = [r, g, b].map(|c| (f64::from(c) / 255.0).powf(2.2));
    let [r, g, b] = eye.map(|row| {
        let light: f64 = row.iter().zip(linear).map(|(weight, c)| weight * c).sum();
        (light.clamp(0.0, 1.0).powf(1.0 / 2.2) * 255.0).round() as u8
    });
    Rgb(r, g, b)
}
