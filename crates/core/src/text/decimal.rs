//! Shortest decimal text of unsigned 64-bit numbers, strictly: no sign, no leading zero, ASCII digits only.

use super::{Text, digit, first_non_ascii, first_non_digit};
use crate::error::ParseError;
use crate::scheme::Scheme;

/// The digits of 18446744073709551615.
const MAX_DIGITS: usize = 20;

/// Reads the decimal text of a number of the scheme.
///
/// # Errors
/// `character`, `length` for the empty text, `overflow` above the scheme's largest number, `noncanonical` for a leading zero.
pub const fn parse(scheme: &'static Scheme, text: &[u8]) -> Result<u64, ParseError> {
    match read(text) {
        Some(number) if number as u128 <= scheme.largest() => Ok(number),
        _ => Err(diagnose(scheme, text)),
    }
}

pub(super) fn parse_number(scheme: &'static Scheme, text: &[u8]) -> Result<u128, ParseError> {
    parse(scheme, text).map(u128::from)
}

/// Only called with numbers of 64 bits, see `Scheme::write`.
pub(super) fn write_number(number: u128) -> Text {
    write(u64::try_from(number).unwrap_or(u64::MAX))
}

/// Writes a number.
#[must_use]
pub fn write(number: u64) -> Text {
    let mut digits = [0u8; MAX_DIGITS];
    let (mut rest, mut count) = (number, 0);
    for slot in digits.iter_mut().rev() {
        *slot = b'0' + u8::try_from(rest % 10).unwrap_or_default();
        rest /= 10;
        count += 1;
        if rest == 0 {
            break;
        }
    }
    Text::from_octets(digits.into_iter().skip(MAX_DIGITS - count))
}

/// Reads the digits, or gives nothing where anything is wrong.
const fn read(text: &[u8]) -> Option<u64> {
    match text {
        [] | [b'0', _, ..] => return None,
        _ if text.len() > MAX_DIGITS => return None,
        _ => {}
    }
    let (mut number, mut rest) = (0u64, text);
    while let [octet, tail @ ..] = rest {
        let Some(value) = digit(*octet, 10) else { return None };
        let Some(tens) = number.checked_mul(10) else { return None };
        let Some(next) = tens.checked_add(value as u64) else { return None };
        (number, rest) = (next, tail);
    }
    Some(number)
}

/// Finds the first fault of a text that was refused.
#[cold]
const fn diagnose(scheme: &'static Scheme, text: &[u8]) -> ParseError {
    if let Some((offset, octet)) = first_non_ascii(text) {
        return ParseError::character(scheme, octet, offset);
    }
    if text.is_empty() {
        return ParseError::length(scheme, 0);
    }
    if let Some((offset, octet)) = first_non_digit(text, 10) {
        return ParseError::character(scheme, octet, offset);
    }
    // Digits only: too many, too large, or with a leading zero; a number with one is read without it.
    let mut significant = text;
    while let [b'0', tail @ ..] = significant {
        significant = tail;
    }
    let fits = match significant {
        [] => true,
        _ => matches!(read(significant), Some(number) if number as u128 <= scheme.largest()),
    };
    if text.len() <= MAX_DIGITS && fits { ParseError::leading_zero(scheme) } else { ParseError::overflow(scheme) }
}
