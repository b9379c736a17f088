//! Hexadecimal digits.

use super::{Text, digit, first_non_ascii, first_non_digit};
use crate::error::ParseError;
use crate::scheme::Scheme;

/// Reads exactly `N` octets from exactly `2 * N` digits in either case, or gives nothing.
#[must_use]
pub const fn read<const N: usize>(text: &[u8]) -> Option<[u8; N]> {
    let (mut octets, mut rest): ([u8; N], &[u8]) = ([0; N], text);
    let mut slots: &mut [u8] = &mut octets;
    while let [slot, slots_left @ ..] = slots {
        let [high, low, tail @ ..] = rest else { return None };
        let (Some(high), Some(low)) = (digit(*high, 16), digit(*low, 16)) else { return None };
        *slot = ((high << 4 | low) & 0xff) as u8;
        (slots, rest) = (slots_left, tail);
    }
    if rest.is_empty() { Some(octets) } else { None }
}

/// The first fault of a text that should have been exactly `count` hexadecimal digits.
#[cold]
#[must_use]
pub const fn diagnose(scheme: &'static Scheme, text: &[u8], count: usize) -> ParseError {
    if let Some((offset, octet)) = first_non_ascii(text) {
        return ParseError::character(scheme, octet, offset);
    }
    match character_fault(scheme, text, 16) {
        Some(error) if text.len() == count => error,
        _ => ParseError::length(scheme, text.len()),
    }
}

/// The error for the first octet that is not ASCII, or else for the first that is no digit of `radix` (at most 36).
#[must_use]
pub const fn character_fault(scheme: &'static Scheme, text: &[u8], radix: u32) -> Option<ParseError> {
    let found = match first_non_ascii(text) {
        Some(found) => Some(found),
        None => first_non_digit(text, radix),
    };
    match found {
        Some((offset, octet)) => Some(ParseError::character(scheme, octet, offset)),
        None => None,
    }
}

const LOWER: &[u8; 16] = b"0123456789abcdef";
const UPPER: &[u8; 16] = b"0123456789ABCDEF";

/// The two digits of an octet.
const fn pair(digits: &[u8; 16], octet: u8) -> [u8; 2] {
    [digits[(octet >> 4) as usize], digits[(octet & 15) as usize]]
}

/// The lower-case digits of octets.
pub(crate) fn lower(octets: &[u8]) -> impl Iterator<Item = u8> {
    octets.iter().flat_map(|octet| pair(LOWER, *octet))
}

/// Writes octets in upper-case digits. More octets than fit into a [`Text`] do not compile.
#[must_use]
pub fn write_upper<const N: usize>(octets: &[u8; N]) -> Text {
    const { assert!(2 * N <= Text::CAPACITY, "the text is longer than any form") };
    Text::from_octets(octets.iter().flat_map(|octet| pair(UPPER, *octet)))
}

/// Writes the low `bits` bits of a number in lower-case digits, most significant first.
pub(crate) fn write_number(number: u128, bits: u32) -> Text {
    let skipped = 16usize.saturating_sub((bits / 8) as usize);
    Text::from_octets(lower(&number.to_be_bytes()).skip(2 * skipped))
}
