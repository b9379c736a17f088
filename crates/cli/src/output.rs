//! Standard output: buffered, and line by line where somebody waits for the lines.

use std::io::{self, BufWriter, IsTerminal as _, Stdout, StdoutLock, Write};

use crate::failure::Failure;

/// How many octets are gathered before they are written.
const BUFFER: usize = 1 << 16;

/// Standard output.
pub struct Output {
    writer: BufWriter<StdoutLock<'static>>,
    colored: bool,
}

impl Output {
    /// Locks standard output.
    pub fn new(color: crate::args::Color) -> Self {
        let stdout: Stdout = io::stdout();
        let terminal = stdout.is_terminal();
        let colored = match color {
            crate::args::Color::Always => true,
            crate::args::Color::Never => false,
            crate::args::Color::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|it| it.is_empty()),
        };
        Self { writer: BufWriter::with_capacity(BUFFER, stdout.lock()), colored }
    }

    /// Whether colours are wanted.
    pub const fn colored(&self) -> bool {
        self.colored
    }

    /// Writes a text and a line end.
    pub fn line(&mut self, text: impl std::fmt::Display) -> Result<(), Failure> {
        writeln!(self.writer, "{text}").map_err(Failure::output)
    }

    /// Writes octets as they are.
    pub fn octets(&mut self, octets: &[u8]) -> Result<(), Failure> {
        self.writer.write_all(octets).map_err(Failure::output)
    }

    /// Writes an object of JSON on a line of its own.
    pub fn json(&mut self, value: &serde_json::Value) -> Result<(), Failure> {
        self.line(value)
    }

    /// Hands everything on. Called at the end, and before waiting for more input.
    pub fn flush(&mut self) -> Result<(), Failure> {
        self.writer.flush().map_err(Failure::output)
    }
}
