//! Shortest decimal text of unsigned 64-bit numbers, strictly: no sign, no leading zero, ASCII digits only.
//!
//! Eight digits are read and written at once in a 64-bit word. Vectors are used for many lines only, see `fast::decimals`.

use super::{Text, ascii, first_non_ascii, first_non_digit};
use crate::error::ParseError;
use crate::scheme::Scheme;

/// The digits of 18446744073709551615.
pub const MAX_DIGITS: usize = 20;

/// Reads the decimal text of a number of the scheme.
///
/// # Errors
/// `character`, `length` for the empty text, `overflow` above the scheme's largest number, `noncanonical` for a leading zero.
#[inline]
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
#[inline]
#[must_use]
pub fn write(number: u64) -> Text {
    let (digits, first) = digits(number);
    Text::of_ascii(digits).without_first(first)
}

/// Writes a number to the end of `buffer`, and gives that end.
#[inline]
pub fn encode(number: u64, buffer: &mut [u8; MAX_DIGITS]) -> &str {
    let (digits, first) = digits(number);
    *buffer = digits;
    ascii(buffer.get(first..).unwrap_or_default())
}

const ZEROS: u64 = 0x3030_3030_3030_3030;

/// Reads the digits, or gives nothing where anything is wrong.
#[inline]
#[must_use]
pub const fn read(text: &[u8]) -> Option<u64> {
    let [first, ..] = text else { return None };
    if *first == b'0' && text.len() > 1 {
        return None;
    }
    match text.len() {
        // The lengths of ids that are made these days.
        17..=MAX_DIGITS => read_long(text),
        9..=16 => read_middle(text),
        1..=8 => read_short(text),
        _ => None,
    }
}

/// 17 to 20 digits: one to four, and 16 more.
#[inline]
#[allow(clippy::arithmetic_side_effects, reason = "one to four octets, and digits of numbers below 10^8")]
const fn read_long(text: &[u8]) -> Option<u64> {
    let Some((front, [a, b, c, d, e, f, g, h, last @ ..])) = text.split_last_chunk::<16>() else { return None };
    let Some(head) = text.first_chunk::<4>() else { return None };
    // One to four octets of the four that are there whatever the length, behind zeros.
    let bits = 8 * front.len();
    let head = (u32::from_le_bytes(*head) as u64) << (64 - bits) | ZEROS >> bits;
    let (middle, last) = (u64::from_le_bytes([*a, *b, *c, *d, *e, *f, *g, *h]), u64::from_le_bytes(*last));
    if !(are_digits(head) & are_digits(middle) & are_digits(last)) {
        return None;
    }
    let low = eight(middle) * 100_000_000 + eight(last);
    match eight(head).checked_mul(10_000_000_000_000_000) {
        Some(high) => high.checked_add(low),
        None => None,
    }
}

/// 9 to 16 digits: one to eight, and eight more.
#[inline]
#[allow(clippy::arithmetic_side_effects, reason = "one to eight octets, and digits of numbers below 10^8")]
const fn read_middle(text: &[u8]) -> Option<u64> {
    let (Some(head), Some((front, last))) = (text.first_chunk::<8>(), text.split_last_chunk::<8>()) else {
        return None;
    };
    let spare = 64 - 8 * front.len();
    let head = u64::from_le_bytes(*head) << spare | ZEROS & ((1 << spare) - 1);
    let last = u64::from_le_bytes(*last);
    if are_digits(head) & are_digits(last) { Some(eight(head) * 100_000_000 + eight(last)) } else { None }
}

/// Up to eight digits.
#[inline]
const fn read_short(text: &[u8]) -> Option<u64> {
    let (mut word, mut rest) = (ZEROS, text);
    while let [octet, tail @ ..] = rest {
        (word, rest) = (word >> 8 | (*octet as u64) << 56, tail);
    }
    if are_digits(word) { Some(eight(word)) } else { None }
}

/// Reads lines of digits and a line feed as long as they are long and right and `take` takes their numbers, and gives how many octets that were. What follows may be right too.
#[inline]
pub fn read_lines(text: &[u8], take: impl FnMut(u64) -> bool) -> usize {
    #[cfg(all(feature = "fast", feature = "std", target_arch = "x86_64", target_feature = "sse2"))]
    return super::fast::read_decimals(text, take);
    #[cfg(not(all(feature = "fast", feature = "std", target_arch = "x86_64", target_feature = "sse2")))]
    {
        let _ = (text, take);
        0
    }
}

/// Whether all eight octets are digits: their high halves are 3, and stay so when 6 is added.
#[inline]
const fn are_digits(word: u64) -> bool {
    const HIGH: u64 = 0xf0f0_f0f0_f0f0_f0f0;
    word & HIGH | (word.wrapping_add(0x0606_0606_0606_0606) & HIGH) >> 4 == 0x3333_3333_3333_3333
}

/// The number of eight digits, the first of them in the lowest octet: pairs, then fours, then all.
#[inline]
const fn eight(word: u64) -> u64 {
    const PAIRS: u64 = 0x0000_00ff_0000_00ff;
    let values = word.wrapping_sub(ZEROS);
    let pairs = values.wrapping_mul(10).wrapping_add(values >> 8);
    let upper = (pairs & PAIRS).wrapping_mul(100 + (1_000_000 << 32));
    let lower = (pairs >> 16 & PAIRS).wrapping_mul(1 + (10_000 << 32));
    upper.wrapping_add(lower) >> 32
}

/// All 20 digits, and where the first begins that is not a leading zero.
#[inline]
#[allow(
    clippy::arithmetic_side_effects,
    reason = "less than 8 zeros in a word that is not zero, and 4 or more in the highest one"
)]
fn digits(number: u64) -> ([u8; MAX_DIGITS], usize) {
    const HALF: u64 = 100_000_000;
    let mut digits = [b'0'; MAX_DIGITS];
    let (high, low) = (number / (HALF * HALF), number % (HALF * HALF));
    let words = (spread(high), spread(low / HALF), spread(low % HALF));
    let (head, tail) = digits.split_at_mut(4);
    let (middle, last) = tail.split_at_mut(8);
    // Of the highest word only the last four digits are ever more than zeros.
    let [_, _, _, _, front @ ..] = (words.0 | ZEROS).to_le_bytes();
    head.copy_from_slice(&front);
    middle.copy_from_slice(&(words.1 | ZEROS).to_le_bytes());
    last.copy_from_slice(&(words.2 | ZEROS).to_le_bytes());
    let zeros = |word: u64| word.trailing_zeros() as usize / 8;
    let first = match words {
        (0, 0, 0) => MAX_DIGITS - 1,
        (0, 0, word) => 12 + zeros(word),
        (0, word, _) => 4 + zeros(word),
        (word, ..) => zeros(word) - 4,
    };
    (digits, first)
}

/// The eight digits of a number below 10^8 as values, the first in the lowest octet.
#[inline]
#[allow(
    clippy::arithmetic_side_effects,
    reason = "lanes of less than 10^4, 10^2 and 10 times such a factor; what is taken off is no more than what is there"
)]
const fn spread(number: u64) -> u64 {
    // Each division is a multiplication that is exact for as many digits as the lane has.
    let fours = (number / 10_000) | (number % 10_000) << 32;
    let hundreds = ((fours * 10_486) >> 20) & 0x0000_007f_0000_007f;
    let pairs = hundreds | (fours - 100 * hundreds) << 16;
    let tens = ((pairs * 103) >> 10) & 0x000f_000f_000f_000f;
    tens | (pairs - 10 * tens) << 8
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
