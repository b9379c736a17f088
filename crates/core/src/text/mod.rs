//! The text forms that several schemes share, and the inline text that all of them write.
//!
//! Readers have two stages: the first accepts or refuses without saying why, the second finds the first fault in the order of precedence of the
//! specification. So a good text pays nothing for exact errors.

use core::fmt;
use core::ops::Deref;

pub mod crockford;
pub mod decimal;
#[cfg(feature = "fast")]
mod fast;
#[cfg(feature = "alloc")]
pub(crate) mod feeds;
pub mod hex;
#[doc(hidden)]
pub mod paths;
pub mod uuid;

use crate::form::{Form, TextCodec};

/// Decimal text: the codec of the Twitter, Discord and Instagram schemes and of home-grown layouts.
pub const DECIMAL: TextCodec = TextCodec {
    parse: decimal::parse_number,
    write: decimal::write_number,
    decimal: true,
    forms: &[Form::Canonical, Form::Decimal, Form::Hex],
    expects: "1 to 20 decimal digits",
    pattern: "(0|[1-9][0-9]{0,19})",
};

/// A short ASCII text without allocation; derefs to `str`.
#[derive(Clone, Copy)]
pub struct Text {
    /// ASCII in all places, used or not.
    octets: [u8; Self::CAPACITY],
    first: usize,
    end: usize,
}

impl Text {
    /// Enough for the longest form, `urn:uuid:` and 36 characters, and for a prefix of 27 characters before a GUID.
    pub const CAPACITY: usize = 64;

    /// A text of exactly these octets; one that is not ASCII becomes a question mark.
    ///
    /// More octets than [`Text::CAPACITY`] do not compile.
    #[must_use]
    pub fn from_array<const N: usize>(octets: [u8; N]) -> Self {
        const { assert!(N <= Self::CAPACITY, "the text is longer than any form") };
        Self::from_octets(octets)
    }

    /// A text of ASCII octets; the callers are the writers of this crate, whose forms fit.
    #[allow(clippy::arithmetic_side_effects, reason = "no more than there are places")]
    pub(crate) fn from_octets(octets: impl IntoIterator<Item = u8>) -> Self {
        let mut text = Self { octets: [0; Self::CAPACITY], first: 0, end: 0 };
        for (slot, octet) in text.octets.iter_mut().zip(octets) {
            *slot = if octet.is_ascii() { octet } else { b'?' };
            text.end += 1;
        }
        text
    }

    /// A text of `len` octets, which are still to be written.
    #[inline]
    const fn of_len(len: usize) -> Self {
        Self { octets: [0; Self::CAPACITY], first: 0, end: len }
    }

    /// Where a writer of this module puts octets of its alphabet, and nothing that is not ASCII after them.
    #[inline]
    const fn buffer(&mut self) -> &mut [u8; Self::CAPACITY] {
        &mut self.octets
    }

    /// A text of exactly these octets, which a writer of this module took from its alphabet.
    #[inline]
    fn of_ascii<const N: usize>(octets: [u8; N]) -> Self {
        const { assert!(N <= Self::CAPACITY, "the text is longer than any form") };
        let mut text = Self::of_len(N);
        if let Some(front) = text.octets.first_chunk_mut() {
            *front = octets;
        }
        text
    }

    /// This text without its first `count` octets.
    #[inline]
    fn without_first(mut self, count: usize) -> Self {
        self.first = self.first.saturating_add(count).min(self.end);
        self
    }

    /// This text without its last `count` octets.
    #[must_use]
    pub fn without_last(mut self, count: usize) -> Self {
        self.end = self.end.saturating_sub(count).max(self.first);
        self
    }

    /// This text after another one.
    pub(crate) fn after(self, prefix: &str) -> Self {
        if prefix.is_empty() { self } else { Self::from_octets(prefix.bytes().chain(self.bytes())) }
    }

    /// This text in a buffer.
    pub(crate) fn into_buffer(self, buffer: &mut [u8; Self::CAPACITY]) -> &str {
        *buffer = self.octets;
        ascii(buffer.get(self.first..self.end).unwrap_or_default())
    }

    /// The text.
    #[inline]
    #[must_use]
    pub fn as_str(&self) -> &str {
        ascii(self.octets.get(self.first..self.end).unwrap_or_default())
    }
}

/// Writes a text with the width, fill and precision that are asked for; mostly none is.
#[inline]
pub(crate) fn pad(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match (f.width(), f.precision()) {
        (None, None) => f.write_str(text),
        _ => f.pad(text),
    }
}

/// ASCII octets that a writer of this module took from its alphabet, as text.
#[cfg(feature = "fast")]
use fast::ascii;

/// The same, looking at each octet once more.
#[cfg(not(feature = "fast"))]
#[inline]
fn ascii(octets: &[u8]) -> &str {
    core::str::from_utf8(octets).unwrap_or_default()
}

/// The high and the low 64 bits of a number.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "the two halves are all there is")]
const fn halves(number: u128) -> [u64; 2] {
    [(number >> 64) as u64, number as u64]
}

impl Text {
    /// The octets of the text, which are ASCII.
    #[inline]
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.octets.get(self.first..self.end).unwrap_or_default()
    }
}

impl Deref for Text {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pad(self.as_str(), f)
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str()
    }
}

impl Eq for Text {}

impl core::hash::Hash for Text {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

#[cfg(feature = "alloc")]
impl From<Text> for alloc::string::String {
    fn from(text: Text) -> Self {
        Self::from(text.as_str())
    }
}

/// The offset and value of the first octet of which `wrong` is true.
///
/// A macro would be needed to take a closure in a constant, so the two questions that readers ask are two functions.
pub(crate) const fn first_non_ascii(text: &[u8]) -> Option<(usize, u8)> {
    let (mut rest, mut offset) = (text, 0_usize);
    while let [octet, tail @ ..] = rest {
        if !octet.is_ascii() {
            return Some((offset, *octet));
        }
        (rest, offset) = (tail, offset.saturating_add(1));
    }
    None
}

/// The offset and value of the first octet that is no digit of `radix` (at most 36, either case).
pub(crate) const fn first_non_digit(text: &[u8], radix: u32) -> Option<(usize, u8)> {
    let (mut rest, mut offset) = (text, 0_usize);
    while let [octet, tail @ ..] = rest {
        if digit(*octet, radix).is_none() {
            return Some((offset, *octet));
        }
        (rest, offset) = (tail, offset.saturating_add(1));
    }
    None
}

/// The value of a digit of `radix` in either case; nothing for a radix outside 2 to 36.
#[must_use]
pub const fn digit(octet: u8, radix: u32) -> Option<u32> {
    if radix >= 2 && radix <= 36 { (octet as char).to_digit(radix) } else { None }
}
