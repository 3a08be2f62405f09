//! Compiles the prose of the lessons, `src/lessons/NAME.zh.md` and `NAME.en.md`, to `$OUT_DIR/prose.rs`.
//!
//! The build fails, with file and line, when the languages of a lesson differ in sections, figures or formulas.

#[path = "build/compiler.rs"]
mod compiler;

use std::path::Path;
use std::{env, fs, io};

const LESSONS: &str = "src/lessons";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed={LESSONS}");
    match compiler::compile(Path::new(LESSONS))? {
        Ok(code) => {
            let folder = env::var_os("OUT_DIR").ok_or_else(|| io::Error::other("cargo sets OUT_DIR"))?;
            fs::write(Path::new(&folder).join("prose.rs"), code)
        }
        Err(faults) => {
            faults.iter().for_each(|fault| println!("cargo::error={fault}"));
            Ok(())
        }
    }
}
