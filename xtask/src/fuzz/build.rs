//! Building fuzz targets with the flags that cargo-fuzz gives, without cargo-fuzz, which would have to be built first.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::{debian, root, target};

/// What libFuzzer needs to see of a program: which edges it takes and what it compares. The address sanitizer looks at the `unsafe` code.
const FLAGS: [&str; 7] = [
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Zsanitizer=address",
];

/// Why there is nothing to run.
pub(super) enum Fault {
    /// A tool is missing.
    Missing(String),
    /// The targets do not build.
    Broken(String),
}

/// Builds every target, and gives the folder of the programs.
pub(super) fn build() -> Result<PathBuf, Fault> {
    let version = Command::new("rustc").args(["+nightly", "-vV"]).stdin(Stdio::null()).output();
    let version = version.ok().filter(|output| output.status.success()).map(|output| output.stdout);
    let version = version.ok_or_else(|| {
        Fault::Missing(
            "fuzzing needs a nightly compiler: rustup toolchain install nightly --profile minimal".to_owned(),
        )
    })?;
    let version = String::from_utf8_lossy(&version).into_owned();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
    if !has_cpp() {
        debian::install("what libFuzzer is built with", &["g++"]);
    }
    if !has_cpp() {
        return Err(Fault::Missing("libFuzzer is built with a C++ compiler: apt-get install g++".to_owned()));
    }
    let folder = target().join("fuzz");
    let mut command = Command::new("cargo");
    // Named, so that the flags are not those of build scripts and macros too. Not `--locked`: a new scheme is one more package in the lock file.
    command.args(["+nightly", "build", "--release", "--quiet", "--manifest-path", "fuzz/Cargo.toml", "--target", host]);
    command.env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\x1f")).env("CARGO_TARGET_DIR", &folder);
    match command.current_dir(root()).stdin(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(folder.join(host).join("release")),
        Ok(status) => Err(Fault::Broken(format!("cargo +nightly build: {status}"))),
        Err(error) => Err(Fault::Broken(format!("cargo: {error}"))),
    }
}

fn has_cpp() -> bool {
    let mut command = Command::new("c++");
    command.arg("--version").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}
