//! The same on all threads of rayon's pool.
//!
//! Worth it from some hundred thousand ids on; below that the threads cost more than they give.

use alloc::vec::Vec;

use rayon::prelude::*;

use super::lines::LineError;
use crate::id::{Id, Timestamped};
use crate::time::Timestamp;

/// About how many octets one thread takes at once.
const PIECE: usize = 1 << 18;
/// How many ids.
const IDS: usize = 1 << 13;

/// As [`bulk::parse_lines`](super::parse_lines).
///
/// # Errors
/// The first line that is not an id; those of the lines before it are in `ids` then.
pub fn parse_lines<T: Id>(text: &[u8], ids: &mut Vec<T>) -> Result<(), LineError> {
    let pieces: Vec<&[u8]> = Pieces { rest: text }.collect();
    let read: Vec<(Vec<T>, Result<(), LineError>)> = pieces
        .par_iter()
        .map(|piece| {
            let mut ids = Vec::new();
            let result = super::parse_lines(piece, &mut ids);
            (ids, result)
        })
        .collect();
    let (before, mut offset) = (ids.len(), 0);
    for ((some, result), piece) in read.into_iter().zip(pieces) {
        let lines = ids.len().saturating_sub(before);
        ids.extend_from_slice(&some);
        result.map_err(|error| error.after(lines, offset))?;
        offset = offset.saturating_add(piece.len());
    }
    Ok(())
}

/// As [`bulk::write_lines`](super::write_lines).
pub fn write_lines<T: Id>(ids: &[T], text: &mut Vec<u8>) {
    let pieces: Vec<Vec<u8>> = ids
        .par_chunks(IDS)
        .map(|ids| {
            let mut text = Vec::new();
            super::write_lines(ids, &mut text);
            text
        })
        .collect();
    text.reserve(pieces.iter().map(Vec::len).sum());
    pieces.iter().for_each(|piece| text.extend_from_slice(piece));
}

/// As [`bulk::timestamps`](super::timestamps).
pub fn timestamps<T: Timestamped>(ids: &[T], times: &mut Vec<Timestamp>) {
    times.par_extend(ids.par_iter().with_min_len(IDS).map(|id| id.timestamp()));
}

/// Whole lines, of [`PIECE`] octets and the rest of the line that is there.
struct Pieces<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Pieces<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let (front, after) = self.rest.split_at_checked(PIECE).unwrap_or((self.rest, &[]));
        let end = after.iter().position(|octet| *octet == b'\n').map_or(after.len(), |place| place.saturating_add(1));
        let (piece, rest) = self.rest.split_at_checked(front.len().saturating_add(end))?;
        self.rest = rest;
        Some(piece).filter(|piece| !piece.is_empty())
    }
}
