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

/// The hyphenated form of the number of NET octets.
#[inline]
fn grouped(net: u128) -> [u8; HYPHENATED] {
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
    Text::of_ascii(grouped(net))
}

/// Writes the number of NET octets into `buffer` as 36 characters.
#[inline]
pub fn encode(net: u128, buffer: &mut [u8; HYPHENATED]) -> &str {
    *buffer = grouped(net);
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
    Text::from_octets([b'{'].into_iter().chain(grouped(net)).chain([b'}']))
}

/// Writes 45 characters, the hyphenated form after `urn:uuid:`.
#[must_use]
pub fn urn(net: u128) -> Text {
    Text::from_octets(PREFIX.iter().copied().chain(grouped(net)))
}

/// Reads the hyphenated, simple, braced or URN form into the number of the NET octets. Nothing of the GUID itself is checked.
///
/// # Errors
/// `character`, `wrong_prefix`, `length` or `format`.
#[inline]
pub const fn parse(scheme: &'static Scheme, text: &[u8]) -> Result<u128, ParseError> {
    let number = match digits(text) {
        Some([high, low]) => number(hex::portable::read(&high), hex::portable::read(&low)),
        None => None,
    };
    match number {
        Some(number) => Ok(number),
        None => Err(diagnose(scheme, text)),
    }
}

/// Reads as [`parse`] does, with vector instructions where there are any, so not in constants.
///
/// # Errors
/// As [`parse`].
#[inline]
pub fn parse_fast(scheme: &'static Scheme, text: &[u8]) -> Result<u128, ParseError> {
    digits(text)
        .and_then(|[high, low]| number(hex::read_sixteen_fast(&high), hex::read_sixteen_fast(&low)))
        .ok_or_else(|| diagnose(scheme, text))
}

#[inline]
const fn number(high: Option<u64>, low: Option<u64>) -> Option<u128> {
    match (high, low) {
        (Some(high), Some(low)) => Some((high as u128) << 64 | low as u128),
        _ => None,
    }
}

/// The octets at the places of the 32 digits, of any form whose other places are right.
#[inline]
const fn digits(text: &[u8]) -> Option<[[u8; 16]; 2]> {
    match text.len() {
        HYPHENATED => without_hyphens(text),
        SIMPLE => match text.split_first_chunk() {
            Some((high, [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p])) => {
                Some([*high, [*a, *b, *c, *d, *e, *f, *g, *h, *i, *j, *k, *l, *m, *n, *o, *p]])
            }
            _ => None,
        },
        BRACED => match text {
            [b'{', inner @ .., b'}'] => without_hyphens(inner),
            _ => None,
        },
        _ => match after_prefix(text) {
            Some(rest) => without_hyphens(rest),
            None => None,
        },
    }
}

#[inline]
const fn without_hyphens(text: &[u8]) -> Option<[[u8; 16]; 2]> {
    let Some((front, [b'-', a, b, c, d, b'-', back @ ..])) = text.split_first_chunk::<18>() else { return None };
    let ([e, f, g, h, i, j, k, l, b'-', m, n, o, p, b'-', q, r, s, t], Some(last)) = (front, back.first_chunk::<12>())
    else {
        return None;
    };
    if back.len() != 12 {
        return None;
    }
    let [u, v, w, x, y, z, a1, b1, c1, d1, e1, f1] = last;
    Some([
        [*e, *f, *g, *h, *i, *j, *k, *l, *m, *n, *o, *p, *q, *r, *s, *t],
        [*a, *b, *c, *d, *u, *v, *w, *x, *y, *z, *a1, *b1, *c1, *d1, *e1, *f1],
    ])
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
