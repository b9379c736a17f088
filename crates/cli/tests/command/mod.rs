//! Runs the command.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::io::{Read, Write as _};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

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
    let (mut output, mut error) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    std::thread::scope(|scope| {
        // It may end before it has read everything.
        scope.spawn(move || drop(pipe.write_all(input)));
        let output = scope.spawn(move || all(&mut output));
        let error = scope.spawn(move || all(&mut error));
        let code = end(&mut child);
        Ended { code, output: output.join().unwrap(), error: error.join().unwrap() }
    })
}

fn all(pipe: &mut impl Read) -> String {
    let mut text = String::new();
    pipe.read_to_string(&mut text).unwrap();
    text
}

/// Longer than anything takes on a loaded machine.
pub(crate) const LIMIT: Duration = Duration::from_secs(60);

/// Waits for the end, and kills what does not end.
pub(crate) fn end(child: &mut Child) -> Option<i32> {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if started.elapsed() > LIMIT {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}
