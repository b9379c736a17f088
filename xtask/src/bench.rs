//! `cargo xtask bench`: ours and other implementations side by side.

use std::process::{Command, Stdio};

use crate::{Exit, root, target};

/// Builds the benchmark in its own workspace and runs what is named. Nothing of it is part of `cargo xtask test`: these figures are for reading.
pub(crate) fn command(words: &[&str]) -> Exit {
    let mut command = Command::new("cargo");
    command.args(["run", "--release", "--quiet", "--manifest-path", "bench/Cargo.toml", "--target-dir"]);
    command.arg(target().join("bench")).arg("--").args(words).current_dir(root()).stdin(Stdio::null());
    match command.status() {
        Ok(status) if status.success() => Exit::Fine,
        Ok(_) => Exit::Differs,
        Err(error) => {
            eprintln!("cargo: {error}");
            Exit::CouldNotRun
        }
    }
}
