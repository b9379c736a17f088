//! Files as they are.

use std::path::PathBuf;

use super::source::Source;
use super::{Origin, file};
use crate::failure::Failure;
use crate::output::Output;

/// The octets of files, one after the other.
#[derive(Debug)]
pub struct Octets {
    origins: std::vec::IntoIter<Origin>,
    source: Source,
}

/// A part of a file.
#[derive(Clone, Copy, Debug)]
pub struct Chunk<'a> {
    pub text: &'a [u8],
    /// Whether it ends with a line, or with the file.
    pub whole: bool,
}

impl Octets {
    /// Standard input where there are no files.
    pub fn new(files: &[PathBuf]) -> Self {
        let origins: Vec<Origin> =
            if files.is_empty() { vec![Origin::Standard] } else { files.iter().map(|path| file(path)).collect() };
        Self { origins: origins.into_iter(), source: Source::empty() }
    }

    /// What is there. What was written to the output is handed on before input is waited for. Call [`Octets::take`] before the next call.
    pub fn next(&mut self, output: &mut Output) -> Result<Option<Chunk<'_>>, Failure> {
        loop {
            if let Some((place, whole)) = self.source.octets(output)? {
                return Ok(Some(Chunk { text: self.source.text(place), whole }));
            }
            match self.origins.next() {
                Some(Origin::File(path)) => self.source.open_file(&path)?,
                Some(_) => self.source.open_stdin(),
                None => return Ok(None),
            }
        }
    }

    /// Goes on after so many octets of the chunk.
    pub fn take(&mut self, count: usize) {
        self.source.take(count);
    }
}
