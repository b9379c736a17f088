//! `cargo xtask bench db`: keys in databases.

use std::process::{Command, Stdio};

use crate::{Exit, root, servers, target};

/// Caches that a table of a million rows does not fit into, and nothing in the background but what is measured.
const SETTINGS: [(&str, &[&str]); 2] = [
    (
        "Postgres",
        &[
            "-c",
            "shared_buffers=32MB",
            "-c",
            "autovacuum=off",
            // Checkpoints happen where the program asks for them, and the WAL since the last ones can be read.
            "-c",
            "checkpoint_timeout=1h",
            "-c",
            "max_wal_size=8GB",
            "-c",
            "wal_keep_size=4GB",
        ],
    ),
    ("MariaDB", &["--innodb-buffer-pool-size=12M"]),
];

const MANIFEST: &str = "bench/db/Cargo.toml";

/// Builds the program in its own workspace and runs it. These figures are for reading; `cargo xtask test` runs only the quick mode.
pub(crate) fn command(words: &[&str]) -> Exit {
    let docs = root().join("docs").display().to_string();
    let written = if page(words) { &["--docs", docs.as_str()][..] } else { &[] };
    let mut command = cargo(&["run"]);
    // Quickly is to see that it runs, so the build of the tests will do.
    if !words.contains(&"--quick") {
        command.arg("--release");
    }
    command.arg("--").args(words).args(written);
    if words.contains(&"--redraw") { status(command) } else { servers::run_with(command, &SETTINGS) }
}

/// Lints and tests the workspace, compares its page with its figures, and runs it on some thousand rows.
pub(crate) fn step() -> Exit {
    let lints = || {
        let mut command = cargo(&["clippy", "--all-targets"]);
        command.args(["--", "-D", "warnings"]);
        status(command)
    };
    let mut format = Command::new("cargo");
    format.args(["fmt", "--manifest-path", MANIFEST, "--check"]).current_dir(root());
    let rest = [lints, || status(cargo(&["test"])), || command(&["--quick"])];
    std::iter::once(status(format))
        .chain(rest.iter().map(|step| step()))
        .find(|exit| *exit != Exit::Fine)
        .unwrap_or(Exit::Fine)
}

/// Whether the page of the guide is written: by whole runs, and where its figures are drawn again.
fn page(words: &[&str]) -> bool {
    matches!(words, [] | ["--redraw"] | ["--only", _])
}

/// A command of cargo in the workspace, in the folder of the other builds for what they have in common. Not `--locked`: a new scheme is one more package in the lock file.
fn cargo(words: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.args(words).args(["--quiet", "--manifest-path", MANIFEST, "--target-dir"]).arg(target());
    command.current_dir(root()).stdin(Stdio::null());
    command
}

fn status(mut command: Command) -> Exit {
    match command.status() {
        Ok(status) if status.success() => Exit::Fine,
        Ok(_) => Exit::Differs,
        Err(error) => {
            eprintln!("cargo: {error}");
            Exit::CouldNotRun
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_runs_write_the_page() {
        assert!(page(&[]) && page(&["--redraw"]) && page(&["--only", "SQLite"]));
        for words in [&["--quick"][..], &["--rows", "5000"], &["--rounds", "1"], &["--only", "SQLite", "--quick"]] {
            assert!(!page(words), "{words:?}");
        }
    }
}
