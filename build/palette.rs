//! The colours that the stylesheet declares for both themes, as constants: plots and page share them.

#[allow(dead_code, reason = "the plots use the rest of it")]
#[path = "../src/plots/colour.rs"]
mod colour;

use std::fmt::Write;

use colour::{ROLES, Rgb};

/// The file that the build reads.
pub const TOKENS: &str = "style/tokens.css";

/// The code of `LIGHT`, `DARK` and `FONT` from the stylesheet, or what it lacks.
pub fn compile(css: &str) -> Result<String, String> {
    let mut code = String::new();
    for (name, selector) in [("LIGHT", ":root {"), ("DARK", ":root[data-theme=\"dark\"] {")] {
        let block = css.split_once(selector).and_then(|(_, rest)| rest.split_once('}')).map_or("", |(block, _)| block);
        code += &theme(name, block)?;
    }
    let font = declared(css, "sans").ok_or("no --sans")?;
    let _ = writeln!(code, "pub(super) const FONT: &str = {font:?};");
    Ok(code)
}

fn theme(name: &str, block: &str) -> Result<String, String> {
    let colour = |token: &str| {
        let value = declared(block, token).and_then(Rgb::from_hex);
        value.ok_or(format!("{} theme: no --{token} as #rrggbb", name.to_lowercase()))
    };
    let (paper, ink) = (colour("paper")?, colour("ink")?);
    let roles = ROLES.iter().map(|token| colour(token)).collect::<Result<Vec<_>, _>>()?;
    let tint = |token| {
        // Numbers stand on the tints in ink, so a tint goes as far as they stay readable and no further.
        let is_readable = |&tint: &Rgb| tint.contrast(ink) >= Rgb::TEXT;
        Ok::<_, String>(shades(paper, colour(token)?).rev().find(is_readable).unwrap_or(paper))
    };
    let tints = [tint("negative")?, tint("positive")?, tint("weight")?];
    let hatch = shades(paper, ink).find(|shade| shade.contrast(paper) >= Rgb::SHAPE).unwrap_or(ink);
    let (raise, line) = (colour("raise")?, colour("line")?);
    Ok(format!(
        "pub(super) const {name}: Tokens = Tokens {{ paper: {paper:?}, raise: {raise:?}, line: {line:?}, hatch: {hatch:?}, \
         roles: {roles:?}, tints: {tints:?} }};\n"
    ))
}

// The value of `--token: value;`.
fn declared<'a>(css: &'a str, token: &str) -> Option<&'a str> {
    css.lines().find_map(|line| {
        let value = line.trim().strip_prefix("--")?.strip_prefix(token)?.strip_prefix(':')?;
        Some(value.trim().trim_end_matches(';'))
    })
}

fn shades(from: Rgb, to: Rgb) -> impl DoubleEndedIterator<Item = Rgb> {
    (0..=200).map(move |i| from.mix(to, f64::from(i) / 200.0))
}
