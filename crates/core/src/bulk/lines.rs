//! Texts that end with a line feed each.

use core::fmt;

use alloc::vec::Vec;

use crate::error::ParseError;
use crate::id::Id;
use crate::text::Text;
use crate::text::feeds::{CHUNK, Ends, feeds};

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

    /// The same where `lines` lines of `octets` octets come before.
    #[cfg(feature = "rayon")]
    pub(super) const fn after(self, lines: usize, octets: usize) -> Self {
        let (line, offset) = (self.line.saturating_add(lines), self.offset.saturating_add(octets));
        Self { line, offset, error: self.error }
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
    let mut reader = Reader { text, start: 0, ids };
    let mut ends = Ends::new();
    while let Some(rest) = text.get(reader.start..).filter(|rest| !rest.is_empty()) {
        let read = T::read_lines(rest, reader.ids);
        reader.start = reader.start.saturating_add(read);
        let Some(chunk) = rest.get(read..) else { break };
        reader.chunk(chunk.get(..CHUNK).unwrap_or(chunk), &mut ends)?;
    }
    Ok(())
}

struct Reader<'a, T> {
    text: &'a [u8],
    /// Where the next line begins.
    start: usize,
    ids: &'a mut Vec<T>,
}

#[allow(clippy::arithmetic_side_effects, reason = "places in a text, which ends before `isize::MAX`")]
impl<T: Id> Reader<'_, T> {
    /// Reads the lines that begin in a chunk, which is the first unread one.
    fn chunk(&mut self, chunk: &[u8], ends: &mut Ends) -> Result<(), LineError> {
        let first = self.start;
        let (blocks, last) = chunk.as_chunks();
        ends.clear();
        blocks.iter().for_each(|block| ends.add(feeds(block)));
        let mut padded = [0; 64];
        for (slot, octet) in padded.iter_mut().zip(last) {
            *slot = *octet;
        }
        ends.add(feeds(&padded));
        for place in ends.places() {
            self.line(first + place)?;
        }
        // The last line may end in a later chunk, or without a line feed at the end of the text.
        if self.start < first + chunk.len() {
            let rest = self.text.get(self.start..).unwrap_or_default();
            let end = rest.iter().position(|octet| *octet == b'\n').unwrap_or(rest.len());
            self.line(self.start + end)?;
        }
        Ok(())
    }

    /// Reads the line that ends before `end`.
    #[inline]
    fn line(&mut self, end: usize) -> Result<(), LineError> {
        let line = self.text.get(self.start..end).unwrap_or_default();
        match T::parse_bytes(line) {
            Ok(id) => self.ids.push(id),
            Err(_) => self.ids.push(self.unusual(line)?),
        }
        self.start = end + 1;
        Ok(())
    }

    /// The id of a line that ends with a carriage return, or what is wrong with the line.
    #[cold]
    fn unusual(&self, line: &[u8]) -> Result<T, LineError> {
        T::parse_bytes(line.strip_suffix(b"\r").unwrap_or(line)).map_err(|error| {
            let before = self.text.get(..self.start).unwrap_or_default();
            let line = before.iter().filter(|octet| **octet == b'\n').count() + 1;
            LineError { line, offset: self.start, error }
        })
    }
}

/// Writes the canonical text of each id and a line feed to the end of `text`.
pub fn write_lines<T: Id>(ids: &[T], text: &mut Vec<u8>) {
    // All of it is copied and the end dropped again, since a copy of one size is a store or two.
    #[allow(clippy::arithmetic_side_effects, reason = "the text is as long as the line that was put there, or longer")]
    let written = T::write_lines(ids, |line, length| {
        text.extend_from_slice(line.as_bytes());
        text.truncate(text.len() - line.len() + length);
    });
    if !written {
        let mut buffer = [0; Text::CAPACITY];
        for id in ids {
            text.extend_from_slice(id.write_text(&mut buffer).as_bytes());
            text.push(b'\n');
        }
    }
}

/// The lines of `text` that have ended, and what is left: for reading a stream piece by piece.
#[must_use]
pub fn complete_lines(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().rposition(|octet| *octet == b'\n').map_or(0, |last| last.saturating_add(1));
    text.split_at_checked(end).unwrap_or((text, &[]))
}
