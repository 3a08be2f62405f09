//! Compiles the prose of the lessons, `src/lessons/NAME.zh.md` and `NAME.en.md`: a text a lesson and language, which the
//! page loads when it is opened, and `$OUT_DIR/prose.rs`, which lists them.
//!
//! It takes the colours of the plots from the stylesheet as well, into `$OUT_DIR/palette.rs`.
//!
//! The build fails, with file and line, when the languages of a lesson differ in sections, figures or formulas.

#[path = "build/compiler.rs"]
mod compiler;
#[path = "build/palette.rs"]
mod palette;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use compiler::Lesson;

const LESSONS: &str = "src/lessons";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rerun-if-changed={}", palette::TOKENS);
    let css = fs::read_to_string(palette::TOKENS)?;
    let hash = hashed(css.as_bytes(), 0xcbf2_9ce4_8422_2325);
    println!("cargo::rustc-env=BUILD={:016x}", fingerprint(Path::new("src"), hash)?);
    match palette::compile(&css) {
        Ok(code) => fs::write(out()?.join("palette.rs"), code)?,
        Err(fault) => println!("cargo::error={}: {fault}", palette::TOKENS),
    }
    match compiler::compile(Path::new(LESSONS))? {
        Ok(lessons) => write(&lessons),
        Err(faults) => {
            faults.iter().for_each(|fault| println!("cargo::error={fault}"));
            Ok(())
        }
    }
}

fn out() -> io::Result<PathBuf> {
    env::var_os("OUT_DIR").map(PathBuf::from).ok_or_else(|| io::Error::other("cargo sets OUT_DIR"))
}

// 64-bit FNV-1a, as it is the same on every machine.
fn hashed(bytes: &[u8], hash: u64) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

// Of all files in `folder`.
fn fingerprint(folder: &Path, mut hash: u64) -> io::Result<u64> {
    let mut paths = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            hash = fingerprint(&path, hash)?;
        } else {
            hash = hashed(&fs::read(&path)?, hash);
        }
    }
    Ok(hash)
}

fn write(lessons: &[Lesson]) -> io::Result<()> {
    let out = out()?;
    // The page's texts lie where Trunk.toml fetches them: in the folder of the profile, which is that of
    // `build/attention-lab-HASH/out`.
    let profile = out.ancestors().nth(3).ok_or_else(|| io::Error::other("OUT_DIR lies in the profile's folder"))?;
    let texts = profile.join("lessons");
    if texts.exists() {
        fs::remove_dir_all(&texts)?;
    }
    fs::create_dir_all(&texts)?;
    let mut code = String::from("/// Every lesson's text, by name.\npub const TEXTS: &[TextEntry] = &[\n");
    for lesson in lessons {
        let (Lesson { id, title: [zh, en], .. }, version) = (lesson, lesson.version());
        for (language, text) in ["zh", "en"].into_iter().zip(&lesson.texts) {
            fs::write(texts.join(format!("{id}-{language}-{version}.txt")), text)?;
            fs::write(out.join(format!("{id}.{language}")), text)?;
        }
        let text = |language| format!("include_str!(concat!(env!(\"OUT_DIR\"), \"/{id}.{language}\"))");
        let _ =
            writeln!(code, "TextEntry {{ id: {id:?}, title: Text {{ zh: {zh:?}, en: {en:?} }}, version: {version:?},");
        let _ = writeln!(code, "#[cfg(not(target_arch = \"wasm32\"))]");
        let _ = writeln!(code, "text: Text {{ zh: {}, en: {} }} }},", text("zh"), text("en"));
    }
    code.push_str("];\n");
    fs::write(out.join("prose.rs"), code)
}
