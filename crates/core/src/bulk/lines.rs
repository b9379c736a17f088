//! Texts that end with a line feed each.

use core::fmt;

use alloc::vec::Vec;

use crate::error::ParseError;
use crate::id::Id;
use crate::text::Text;
use crate::text::feeds::feeds;

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
    let read = T::read_lines(text, |id| ids.push(id));
    let mut reader = Reader { text, start: read, ids };
    let mut first = read;
    let mut ends = Ends { places: [0; CHUNK + SPARE], count: 0, block: 0 };
    for chunk in text.get(read..).unwrap_or_default().chunks(CHUNK) {
        (ends.count, ends.block) = (0, 0);
        let (blocks, last) = chunk.as_chunks();
        blocks.iter().for_each(|block| ends.add(feeds(block)));
        let mut padded = [0; BLOCK];
        for (slot, octet) in padded.iter_mut().zip(last) {
            *slot = *octet;
        }
        ends.add(feeds(&padded));
        for place in ends.places.get(..ends.count).unwrap_or_default() {
            reader.line(first + usize::from(*place))?;
        }
        first += chunk.len();
    }
    if reader.start < text.len() { reader.line(text.len()) } else { Ok(()) }
}

/// How many octets are looked through for line feeds before their lines are read.
const CHUNK: usize = 1024;
const BLOCK: usize = 64;
/// How many places are put down at once, needed or not, since a loop of unknown length costs more.
const SPARE: usize = 4;

/// Where lines end in a chunk.
struct Ends {
    places: [u16; CHUNK + SPARE],
    count: usize,
    block: u16,
}

impl Ends {
    /// Adds the line feeds of the next block.
    #[inline]
    fn add(&mut self, mut feeds: u64) {
        let count = feeds.count_ones() as usize;
        let mut put = 0;
        loop {
            let slots = self.places.get_mut(self.count + put..).and_then(|rest| rest.first_chunk_mut::<SPARE>());
            for slot in slots.into_iter().flatten() {
                *slot = self.block + feeds.trailing_zeros() as u16;
                feeds &= feeds.wrapping_sub(1);
            }
            put += SPARE;
            if put >= count {
                break;
            }
        }
        self.count += count;
        self.block += BLOCK as u16;
    }
}

struct Reader<'a, T> {
    text: &'a [u8],
    /// Where the next line begins.
    start: usize,
    ids: &'a mut Vec<T>,
}

impl<T: Id> Reader<'_, T> {
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
    // All of the array is copied and the end dropped again, since a copy of one size is a store or two.
    let written = T::write_lines(ids, |line, length| {
        text.extend_from_slice(line);
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
