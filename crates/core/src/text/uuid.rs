//! The text forms of a GUID (RFC 9562): written in lower case, read in either.

use super::{Text, digit, first_non_ascii, hex};
use crate::error::ParseError;
use crate::scheme::Scheme;

const PREFIX: &[u8] = b"urn:uuid:";
const SIMPLE: usize = 32;
const HYPHENATED: usize = 36;
const BRACED: usize = 38;

/// The digits of NET octets in groups of 8, 4, 4, 4 and 12.
fn grouped(net: &[u8; 16]) -> impl Iterator<Item = u8> {
    hex::lower(net).enumerate().flat_map(|(index, digit)| {
        let hyphen = matches!(index, 8 | 12 | 16 | 20).then_some(b'-');
        hyphen.into_iter().chain([digit])
    })
}

/// Writes 36 characters: `08da7241-170b-4c8e-8f11-223344556677`.
#[must_use]
pub fn hyphenated(net: &[u8; 16]) -> Text {
    Text::from_octets(grouped(net))
}

/// Writes 32 digits.
#[must_use]
pub fn simple(net: &[u8; 16]) -> Text {
    Text::from_octets(hex::lower(net))
}

/// Writes 38 characters, the hyphenated form between braces.
#[must_use]
pub fn braced(net: &[u8; 16]) -> Text {
    Text::from_octets([b'{'].into_iter().chain(grouped(net)).chain([b'}']))
}

/// Writes 45 characters, the hyphenated form after `urn:uuid:`.
#[must_use]
pub fn urn(net: &[u8; 16]) -> Text {
    Text::from_octets(PREFIX.iter().copied().chain(grouped(net)))
}

/// Reads the hyphenated, simple, braced or URN form into the number of the NET octets. Nothing of the GUID itself is checked.
///
/// # Errors
/// `character`, `wrong_prefix`, `length` or `format`.
pub const fn parse(scheme: &'static Scheme, text: &[u8]) -> Result<u128, ParseError> {
    match read(text) {
        Some(number) => Ok(number),
        None => Err(diagnose(scheme, text)),
    }
}

/// Reads any form, or gives nothing where anything is wrong.
const fn read(text: &[u8]) -> Option<u128> {
    match text.len() {
        HYPHENATED => read_hyphenated(text),
        SIMPLE => read_simple(text),
        BRACED => match text {
            [b'{', inner @ .., b'}'] => read_hyphenated(inner),
            _ => None,
        },
        _ => match after_prefix(text) {
            Some(rest) => read_hyphenated(rest),
            None => None,
        },
    }
}

const fn read_simple(text: &[u8]) -> Option<u128> {
    match hex::read::<16>(text) {
        Some(net) => Some(u128::from_be_bytes(net)),
        None => None,
    }
}

const fn read_hyphenated(text: &[u8]) -> Option<u128> {
    if text.len() != HYPHENATED {
        return None;
    }
    let (mut number, mut rest, mut index) = (0u128, text, 0);
    while let [octet, tail @ ..] = rest {
        if is_hyphen_place(index) {
            if *octet != b'-' {
                return None;
            }
        } else {
            let Some(value) = digit(*octet, 16) else { return None };
            number = number << 4 | value as u128;
        }
        (rest, index) = (tail, index + 1);
    }
    Some(number)
}

const fn is_hyphen_place(index: usize) -> bool {
    matches!(index, 8 | 13 | 18 | 23)
}

/// What follows `urn:uuid:` in either case.
const fn after_prefix(text: &[u8]) -> Option<&[u8]> {
    if starts_with(text, PREFIX) { Some(text.split_at(PREFIX.len()).1) } else { None }
}

/// Whether the text begins with these lower-case octets, in either case.
const fn starts_with(text: &[u8], prefix: &[u8]) -> bool {
    let (mut text, mut prefix) = (text, prefix);
    while let [expected, prefix_rest @ ..] = prefix {
        let [octet, text_rest @ ..] = text else { return false };
        if octet.to_ascii_lowercase() != *expected {
            return false;
        }
        (text, prefix) = (text_rest, prefix_rest);
    }
    true
}

/// Finds the first fault of a text that was refused.
#[cold]
const fn diagnose(scheme: &'static Scheme, text: &[u8]) -> ParseError {
    if let Some((offset, octet)) = first_non_ascii(text) {
        return ParseError::character(scheme, octet, offset);
    }
    let (body, skipped) = if starts_with(text, b"urn:") {
        match after_prefix(text) {
            Some(body) => (body, PREFIX.len()),
            None => return ParseError::wrong_prefix(scheme),
        }
    } else {
        (text, 0)
    };
    let known =
        if skipped == 0 { matches!(text.len(), SIMPLE | HYPHENATED | BRACED) } else { body.len() == HYPHENATED };
    if !known {
        return ParseError::length(scheme, text.len());
    }
    if let Some((offset, octet)) = first_foreign(body) {
        return ParseError::character(scheme, octet, offset + skipped);
    }
    ParseError::format(scheme, first_misplaced(body) + skipped)
}

/// The first octet that no form of a GUID has.
const fn first_foreign(body: &[u8]) -> Option<(usize, u8)> {
    let (mut rest, mut offset) = (body, 0);
    while let [octet, tail @ ..] = rest {
        if digit(*octet, 16).is_none() && !matches!(*octet, b'-' | b'{' | b'}') {
            return Some((offset, *octet));
        }
        (rest, offset) = (tail, offset + 1);
    }
    None
}

/// The first octet that is not what the form of this length has there.
const fn first_misplaced(body: &[u8]) -> usize {
    let (mut rest, mut offset) = (body, 0);
    while let [octet, tail @ ..] = rest {
        let right = match body.len() {
            SIMPLE => digit(*octet, 16).is_some(),
            BRACED if offset == 0 => *octet == b'{',
            BRACED if offset == BRACED - 1 => *octet == b'}',
            BRACED => fits(*octet, offset - 1),
            _ => fits(*octet, offset),
        };
        if !right {
            return offset;
        }
        (rest, offset) = (tail, offset + 1);
    }
    body.len()
}

const fn fits(octet: u8, index: usize) -> bool {
    if is_hyphen_place(index) { octet == b'-' } else { digit(octet, 16).is_some() }
}
