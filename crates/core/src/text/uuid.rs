//! The text forms of a GUID (RFC 9562): written in lower case, read in either. GUIDs are the numbers of their NET octets here.

use super::hex::{Case, write_sixteen};
use super::{Text, ascii, digit, first_non_ascii, halves, hex};
use crate::error::ParseError;
use crate::scheme::Scheme;

const PREFIX: &[u8] = b"urn:uuid:";
const SIMPLE: usize = 32;
/// The length of the hyphenated form.
pub const HYPHENATED: usize = 36;
const BRACED: usize = 38;

/// The hyphenated form of the number of NET octets, as octets.
#[inline]
#[must_use]
pub fn octets(net: u128) -> [u8; HYPHENATED] {
    let [high, low] = halves(net);
    let (high, low) = (write_sixteen(high, Case::Lower), write_sixteen(low, Case::Lower));
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = high;
    let [q, r, s, t, rest @ ..] = low;
    let mut text = [b'-'; HYPHENATED];
    let (front, back) = text.split_at_mut(24);
    front.copy_from_slice(&[a, b, c, d, e, f, g, h, b'-', i, j, k, l, b'-', m, n, o, p, b'-', q, r, s, t, b'-']);
    back.copy_from_slice(&rest);
    text
}

/// Writes the number of NET octets as 36 characters: `08da7241-170b-4c8e-8f11-223344556677`.
#[inline]
#[must_use]
pub fn hyphenated(net: u128) -> Text {
    Text::of_ascii(octets(net))
}

/// Writes the number of NET octets into `buffer` as 36 characters.
#[inline]
pub fn encode(net: u128, buffer: &mut [u8; HYPHENATED]) -> &str {
    *buffer = octets(net);
    ascii(buffer)
}

/// Writes 32 digits.
#[must_use]
pub fn simple(net: u128) -> Text {
    hex::write_number(net, 128)
}

/// Writes 38 characters, the hyphenated form between braces.
#[must_use]
pub fn braced(net: u128) -> Text {
    Text::from_octets([b'{'].into_iter().chain(octets(net)).chain([b'}']))
}

/// Writes 45 characters, the hyphenated form after `urn:uuid:`.
#[must_use]
pub fn urn(net: u128) -> Text {
    Text::from_octets(PREFIX.iter().copied().chain(octets(net)))
}

/// Reads the hyphenated, simple, braced or URN form into the number of the NET octets. Nothing of the GUID itself is checked.
///
/// # Errors
/// `character`, `wrong_prefix`, `length` or `format`.
// Always: a 128-bit result that is returned through memory is written in halves, and waits where it is moved as a whole.
#[inline(always)]
pub const fn parse(scheme: &'static Scheme, text: &[u8]) -> Result<u128, ParseError> {
    // The form that is written goes straight through; the others take a way of their own, since where ways meet the digits would be put into memory.
    if let Some(whole) = text.first_chunk()
        && text.len() == HYPHENATED
        && let Some((high, low)) = without_hyphens(whole)
        && let Some(number) = hex::portable::read_twice(high, low)
    {
        return Ok(number);
    }
    parse_others(scheme, text)
}

/// Reads as [`parse`] does, with vector instructions where there are any, so not in constants.
///
/// # Errors
/// As [`parse`].
// Always: a 128-bit result that is returned through memory is written in halves, and waits where it is moved as a whole.
#[inline(always)]
pub fn parse_fast(scheme: &'static Scheme, text: &[u8]) -> Result<u128, ParseError> {
    #[cfg(all(feature = "fast", target_arch = "x86_64", target_feature = "sse2"))]
    if let Ok(whole) = text.try_into() {
        let mut number = 0;
        match super::fast::guid::read(whole, &mut number) {
            Some(true) => return Ok(number),
            Some(false) => return parse_others(scheme, text),
            None => {}
        }
    }
    parse(scheme, text)
}

/// The forms that are rarely met, and faults.
#[inline(never)]
const fn parse_others(scheme: &'static Scheme, text: &[u8]) -> Result<u128, ParseError> {
    if let Some((high, low)) = digits(text)
        && let Some(number) = hex::portable::read_twice(high, low)
    {
        return Ok(number);
    }
    Err(diagnose(scheme, text))
}

/// Sixteen digits in two words, the first of each in its lowest octet.
type Sixteen = [u64; 2];

/// The digits of a form whose other places are right.
const fn digits(text: &[u8]) -> Option<(Sixteen, Sixteen)> {
    let inner = match text.len() {
        SIMPLE => {
            return match (text.first_chunk(), text.last_chunk()) {
                (Some(high), Some(low)) => Some((hex::words(high), hex::words(low))),
                _ => None,
            };
        }
        BRACED => match text {
            [b'{', inner @ .., b'}'] => inner,
            _ => return None,
        },
        _ => match after_prefix(text) {
            Some(rest) => rest,
            None => return None,
        },
    };
    match inner.first_chunk() {
        Some(whole) if inner.len() == HYPHENATED => without_hyphens(whole),
        _ => None,
    }
}

/// The digits, where the hyphens are in their places.
#[inline]
const fn without_hyphens(text: &[u8; HYPHENATED]) -> Option<(Sixteen, Sixteen)> {
    if (text[8] ^ b'-') | (text[13] ^ b'-') | (text[18] ^ b'-') | (text[23] ^ b'-') != 0 {
        return None;
    }
    let high = [eight(text, 0), four(text, 9) | four(text, 14) << 32];
    Some((high, [four(text, 19) | four(text, 24) << 32, eight(text, 28)]))
}

/// Eight octets from a place that has as many after it.
#[inline]
const fn eight(text: &[u8; HYPHENATED], from: usize) -> u64 {
    match text.split_at(from).1.first_chunk() {
        Some(octets) => u64::from_le_bytes(*octets),
        None => 0,
    }
}

/// Four octets from a place that has as many after it.
#[inline]
const fn four(text: &[u8; HYPHENATED], from: usize) -> u64 {
    match text.split_at(from).1.first_chunk() {
        Some(octets) => u32::from_le_bytes(*octets) as u64,
        None => 0,
    }
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
        return ParseError::character(scheme, octet, offset.saturating_add(skipped));
    }
    ParseError::format(scheme, first_misplaced(body).saturating_add(skipped))
}

/// The first octet that no form of a GUID has.
const fn first_foreign(body: &[u8]) -> Option<(usize, u8)> {
    let (mut rest, mut offset) = (body, 0_usize);
    while let [octet, tail @ ..] = rest {
        if digit(*octet, 16).is_none() && !matches!(*octet, b'-' | b'{' | b'}') {
            return Some((offset, *octet));
        }
        (rest, offset) = (tail, offset.saturating_add(1));
    }
    None
}

/// The first octet that is not what the form of this length has there.
const fn first_misplaced(body: &[u8]) -> usize {
    let (mut rest, mut offset) = (body, 0_usize);
    while let [octet, tail @ ..] = rest {
        let right = match body.len() {
            SIMPLE => digit(*octet, 16).is_some(),
            BRACED if offset == 0 => *octet == b'{',
            BRACED if offset == BRACED - 1 => *octet == b'}',
            BRACED => fits(*octet, offset.saturating_sub(1)),
            _ => fits(*octet, offset),
        };
        if !right {
            return offset;
        }
        (rest, offset) = (tail, offset.saturating_add(1));
    }
    body.len()
}

const fn fits(octet: u8, index: usize) -> bool {
    if is_hyphen_place(index) { octet == b'-' } else { digit(octet, 16).is_some() }
}
