//! Runs the command.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::io::Write as _;
use std::process::{Child, Command, Stdio};

/// How a run ended.
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) output: String,
    pub(crate) error: String,
}

impl Ended {
    /// Asserts all of it.
    #[track_caller]
    pub(crate) fn is(&self, code: i32, output: &str, error: &str) {
        assert_eq!((self.output.as_str(), self.error.as_str(), self.code), (output, error, Some(code)));
    }
}

/// A process with pipes, at a fixed present instant and with nothing of the environment.
pub(crate) fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_idspec"))
        .args(arguments)
        .env_clear()
        .env("IDSPEC_NOW", "2026-01-01")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Runs it without input.
pub(crate) fn idspec(arguments: &[&str]) -> Ended {
    idspec_with(arguments, b"")
}

/// Runs it with input, which may be more than a pipe holds.
pub(crate) fn idspec_with(arguments: &[&str], input: &[u8]) -> Ended {
    let mut child = start(arguments);
    let mut pipe = child.stdin.take().unwrap();
    let (output, written) = std::thread::scope(|scope| {
        let written = scope.spawn(move || pipe.write_all(input));
        (child.wait_with_output().unwrap(), written.join().unwrap())
    });
    // It may end before it has read everything.
    drop(written);
    Ended {
        code: output.status.code(),
        output: String::from_utf8(output.stdout).unwrap(),
        error: String::from_utf8(output.stderr).unwrap(),
    }
}
