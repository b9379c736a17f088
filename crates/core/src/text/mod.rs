//! The text forms that several schemes share, and the inline text that all of them write.
//!
//! Readers have two stages: the first accepts or refuses without saying why, the second finds the first fault in the order of precedence of the
//! specification. So a good text pays nothing for exact errors.

use core::fmt;
use core::ops::Deref;

pub mod decimal;
pub mod hex;
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
    octets: [u8; Self::CAPACITY],
    len: usize,
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
    pub(crate) fn from_octets(octets: impl IntoIterator<Item = u8>) -> Self {
        let mut text = Self { octets: [0; Self::CAPACITY], len: 0 };
        for (slot, octet) in text.octets.iter_mut().zip(octets) {
            *slot = if octet.is_ascii() { octet } else { b'?' };
            text.len += 1;
        }
        text
    }

    /// This text after another one.
    pub(crate) fn after(&self, prefix: &str) -> Self {
        Self::from_octets(prefix.bytes().chain(self.bytes()))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        let octets = self.octets.get(..self.len).unwrap_or_default();
        // Only ASCII is ever put in.
        core::str::from_utf8(octets).unwrap_or_default()
    }
}

impl Deref for Text {
    type Target = str;

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
        f.pad(self.as_str())
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
    let (mut rest, mut offset) = (text, 0);
    while let [octet, tail @ ..] = rest {
        if !octet.is_ascii() {
            return Some((offset, *octet));
        }
        (rest, offset) = (tail, offset + 1);
    }
    None
}

/// The offset and value of the first octet that is no digit of `radix` (at most 36, either case).
pub(crate) const fn first_non_digit(text: &[u8], radix: u32) -> Option<(usize, u8)> {
    let (mut rest, mut offset) = (text, 0);
    while let [octet, tail @ ..] = rest {
        if digit(*octet, radix).is_none() {
            return Some((offset, *octet));
        }
        (rest, offset) = (tail, offset + 1);
    }
    None
}

/// The value of a digit of `radix` in either case; nothing for a radix outside 2 to 36.
#[must_use]
pub const fn digit(octet: u8, radix: u32) -> Option<u32> {
    if radix >= 2 && radix <= 36 { (octet as char).to_digit(radix) } else { None }
}
