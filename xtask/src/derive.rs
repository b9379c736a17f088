//! The second derivation: a Python program that shares no code with the crates.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::{Exit, debian, root};

const PROGRAM: &str = "xtask/derivation/derive.py";

/// Python, installed first where that is possible and needed.
///
/// # Errors
/// What to do, where there is none.
pub(crate) fn python() -> Result<&'static str, String> {
    const PYTHON: &str = "python3";
    let works = || {
        let version = "import sys; sys.exit(sys.version_info < (3, 8))";
        let status = Command::new(PYTHON).args(["-c", version]).stdin(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    if works() {
        return Ok(PYTHON);
    }
    debian::install("python3 (3.8 or later)", &["python3"]);
    if works() { Ok(PYTHON) } else { Err("the second derivation needs python3, 3.8 or later: install it".to_owned()) }
}

/// Runs the program of the repository in `folder` with these words.
fn call(folder: &Path, words: &[&str]) -> Result<std::process::Output, String> {
    let mut command = Command::new(python()?);
    command.arg("-B").arg(folder.join(PROGRAM)).args(words).current_dir(folder).stdin(Stdio::null());
    command.output().map_err(|error| format!("{PROGRAM}: {error}"))
}

/// Runs the program and shows what it prints.
fn show(folder: &Path, words: &[&str]) -> Exit {
    match call(folder, words) {
        Ok(output) => {
            print!("{}", String::from_utf8_lossy(&output.stdout));
            eprint!("{}", String::from_utf8_lossy(&output.stderr));
            match output.status.code() {
                Some(0) => Exit::Fine,
                Some(1) => Exit::Differs,
                _ => Exit::CouldNotRun,
            }
        }
        Err(reason) => {
            eprintln!("{reason}");
            Exit::CouldNotRun
        }
    }
}

/// Fills in every expectation and the manifest.
pub(crate) fn write() -> Exit {
    show(&root(), &["--vectors", "vectors", "--write"])
}

/// Checks the derivation against public values, and every expectation against the derivation.
pub(crate) fn check(folder: &Path) -> Exit {
    match show(folder, &["--self-test"]) {
        Exit::Fine => show(folder, &["--vectors", "vectors", "--check"]),
        exit => exit,
    }
}

/// The derived expectation of one case.
///
/// # Errors
/// Why there is none.
pub(crate) fn one(id: &str) -> Result<String, String> {
    let output = call(&root(), &["--vectors", "vectors", "--case", id])?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    } else {
        Err(String::from_utf8_lossy(&output.stderr).trim().to_owned())
    }
}
