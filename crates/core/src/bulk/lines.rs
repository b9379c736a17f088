//! Texts that end with a line feed each.

use core::fmt;

use alloc::vec::Vec;

use crate::error::ParseError;
use crate::id::Id;
use crate::text::Text;

/// A line that is not an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineError {
    line: usize,
    offset: usize,
    error: ParseError,
}

impl LineError {
    /// The number of the line, the first being 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }

    /// Where the line begins, in octets from the beginning of the text.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// What is wrong with the line; its offsets count from the beginning of the line.
    #[must_use]
    pub const fn error(&self) -> ParseError {
        self.error
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, octet {}: {}", self.line, self.offset, self.error)
    }
}

impl core::error::Error for LineError {}

/// Reads one id from each line and puts it at the end of `ids`.
///
/// A line ends with a line feed, before which a carriage return may stand; the last one may lack it. An empty line is no id, and the empty text has no line.
///
/// # Errors
/// The first line that is not an id; those of the lines before it are in `ids` then.
pub fn parse_lines<T: Id>(text: &[u8], ids: &mut Vec<T>) -> Result<(), LineError> {
    let (mut rest, mut line) = (text, 0);
    while !rest.is_empty() {
        let (content, after) = match rest.iter().position(|octet| *octet == b'\n') {
            Some(end) => (rest.get(..end).unwrap_or_default(), rest.get(end.saturating_add(1)..).unwrap_or_default()),
            None => (rest, &[][..]),
        };
        line += 1;
        let content = content.strip_suffix(b"\r").unwrap_or(content);
        match T::parse_bytes(content) {
            Ok(id) => ids.push(id),
            Err(error) => return Err(LineError { line, offset: text.len() - rest.len(), error }),
        }
        rest = after;
    }
    Ok(())
}

/// Writes the canonical text of each id and a line feed to the end of `text`.
pub fn write_lines<T: Id>(ids: &[T], text: &mut Vec<u8>) {
    let mut buffer = [0; Text::CAPACITY];
    for id in ids {
        text.extend_from_slice(id.write_text(&mut buffer).as_bytes());
        text.push(b'\n');
    }
}

/// The lines of `text` that have ended, and what is left: for reading a stream piece by piece.
#[must_use]
pub fn complete_lines(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().rposition(|octet| *octet == b'\n').map_or(0, |last| last.saturating_add(1));
    text.split_at_checked(end).unwrap_or((text, &[]))
}
