//! `cargo xtask bench`: ours and other implementations side by side, and keys in databases.

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

/// Builds a benchmark in its own workspace and runs it. Nothing of it is part of `cargo xtask test`: these figures are for reading.
pub(crate) fn command(words: &[&str]) -> Exit {
    if let ["db", words @ ..] = words {
        return databases(words);
    }
    let command = program("bench/Cargo.toml", "bench", words);
    status(command)
}

/// Keys in databases.
fn databases(words: &[&str]) -> Exit {
    let docs = root().join("docs").display().to_string();
    let written = if page(words) { &["--docs", docs.as_str()][..] } else { &[] };
    let words = [words, written].concat();
    let command = program("bench/db/Cargo.toml", "bench-db", &words);
    if words.contains(&"--redraw") { status(command) } else { servers::run_with(command, &SETTINGS) }
}

/// Whether the page of the guide is written: by whole runs, and where its figures are drawn again.
fn page(words: &[&str]) -> bool {
    matches!(words, [] | ["--redraw"] | ["--only", _])
}

/// The command that builds and runs a program of a workspace of its own.
fn program(manifest: &str, folder: &str, words: &[&str]) -> Command {
    let mut command = Command::new("cargo");
    command.args(["run", "--release", "--quiet", "--manifest-path", manifest, "--target-dir"]);
    command.arg(target().join(folder)).arg("--").args(words).current_dir(root()).stdin(Stdio::null());
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
