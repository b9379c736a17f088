//! What the fuzz targets state, a module for each concern; a target is a line that calls one function of this library.
//!
//! Every function takes any octets and ends, or panics where what it states is not so. `README.md` lists the targets.

#![forbid(unsafe_code)]

pub mod adapter;
pub mod differential;
pub mod lenient;
pub mod lines;
pub mod parse;
pub mod paths;
pub mod roundtrip;
pub mod schemes;
pub mod vectors;

/// The number in the first 16 octets, most significant first, and what follows them.
fn number(data: &[u8]) -> Option<(u128, &[u8])> {
    data.split_first_chunk().map(|(octets, rest)| (u128::from_be_bytes(*octets), rest))
}

/// A text with some octets replaced: pairs of a place, counted from the start again after the end, and an octet.
fn changed(text: &str, changes: &[u8]) -> Vec<u8> {
    let mut text = text.as_bytes().to_vec();
    if text.is_empty() {
        return text;
    }
    for [place, octet] in changes.as_chunks().0 {
        let place = usize::from(*place) % text.len();
        text[place] = *octet;
    }
    text
}
