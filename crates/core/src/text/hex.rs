//! Hexadecimal digits.
//!
//! Eight digits are read and written at once in a 64-bit word; where the machine has SSE2 and the feature `fast` is on, sixteen in a vector.

use super::{Text, ascii, first_non_ascii, first_non_digit, halves};
use crate::error::ParseError;
use crate::scheme::Scheme;

#[cfg(all(feature = "fast", target_arch = "x86_64", target_feature = "sse2"))]
use super::fast::sixteen;
#[cfg(not(all(feature = "fast", target_arch = "x86_64", target_feature = "sse2")))]
use portable as sixteen;

/// The case in which digits above 9 are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Case {
    Lower,
    Upper,
}

impl Case {
    /// What is added to a value above 9, beside the digit zero.
    pub(super) const fn step(self) -> u8 {
        match self {
            Self::Lower => b'a' - b'9' - 1,
            Self::Upper => b'A' - b'9' - 1,
        }
    }
}

/// Reads exactly 8 octets from exactly 16 digits in either case, or gives nothing; most significant octet of the number first.
#[inline]
#[must_use]
pub const fn read_u64(text: &[u8]) -> Option<u64> {
    match text.first_chunk() {
        Some(digits) if text.len() == 16 => portable::read(words(digits)),
        _ => None,
    }
}

/// As [`read_u64`], with vector instructions where there are any, so not in constants.
#[inline]
#[must_use]
pub fn read_u64_fast(text: &[u8]) -> Option<u64> {
    sixteen::read(words(text.try_into().ok()?))
}

/// Sixteen octets in two words, the first of each in its lowest octet.
#[inline]
pub(super) const fn words(octets: &[u8; 16]) -> [u64; 2] {
    let [a, b, c, d, e, f, g, h, last @ ..] = *octets;
    [u64::from_le_bytes([a, b, c, d, e, f, g, h]), u64::from_le_bytes(last)]
}

/// Sixteen digits in two words to a number.
#[inline]
pub(super) fn read_sixteen(digits: [u64; 2]) -> Option<u64> {
    sixteen::read(digits)
}

/// The sixteen digits of a number, most significant first.
#[inline]
pub(super) fn write_sixteen(number: u64, case: Case) -> [u8; 16] {
    sixteen::write(number, case)
}

/// The portable code, for constants and for machines without vectors.
pub(super) mod portable {
    use super::Case;

    const ONES: u64 = 0x0101_0101_0101_0101;

    #[inline]
    pub(in crate::text) const fn read(digits: [u64; 2]) -> Option<u64> {
        let (number, wrong) = sixteen(digits);
        if wrong == 0 { Some(number) } else { None }
    }

    #[inline]
    pub(in crate::text) const fn read_twice(high: [u64; 2], low: [u64; 2]) -> Option<u128> {
        let ((high, high_wrong), (low, low_wrong)) = (sixteen(high), sixteen(low));
        if high_wrong | low_wrong == 0 { Some((high as u128) << 64 | low as u128) } else { None }
    }

    /// The number of sixteen digits, and no bit where they are digits.
    #[inline]
    const fn sixteen([first, last]: [u64; 2]) -> (u64, u64) {
        let ((high, high_wrong), (low, low_wrong)) = (eight(first), eight(last));
        ((high as u64) << 32 | low as u64, high_wrong | low_wrong)
    }

    #[inline]
    pub(in crate::text) fn write(number: u64, case: Case) -> [u8; 16] {
        let [a, b, c, d, e, f, g, h] = number.to_be_bytes();
        let high = letters(spread(u32::from_le_bytes([a, b, c, d])), case).to_le_bytes();
        let low = letters(spread(u32::from_le_bytes([e, f, g, h])), case).to_le_bytes();
        let mut digits = [0; 16];
        let (front, back) = digits.split_at_mut(8);
        front.copy_from_slice(&high);
        back.copy_from_slice(&low);
        digits
    }

    /// The value of eight digits, the first of them in the lowest octet, and no bit where they are digits.
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "what is above is put together in the low half")]
    #[allow(clippy::arithmetic_side_effects, reason = "sums of at most 15 and 9 in an octet")]
    const fn eight(word: u64) -> (u32, u64) {
        // Bit 6 tells letters from digits; letters count from 10 at 1.
        let is_letter = word >> 6 & ONES;
        let values = (word & (0x0f * ONES)) + (is_letter << 3 | is_letter);
        // Exact: values of four bits whose digits are the text in lower case.
        let wrong = (letters(values, Case::Lower) ^ (word | is_letter << 5)) | values & (0x10 * ONES);
        // Nibbles to octets, to pairs, to all four.
        let octets = (values << 4 | values >> 8) & 0x00ff_00ff_00ff_00ff;
        let pairs = octets | octets >> 8;
        let all = (pairs & 0xffff) | (pairs >> 16 & 0xffff_0000);
        ((all as u32).swap_bytes(), wrong)
    }

    /// Eight nibbles in an octet each, the high one of the lowest octet in the lowest.
    #[inline]
    const fn spread(octets: u32) -> u64 {
        let pairs = (octets as u64 | (octets as u64) << 16) & 0x0000_ffff_0000_ffff;
        let single = (pairs | pairs << 8) & 0x00ff_00ff_00ff_00ff;
        (single >> 4 | single << 8) & (0x0f * ONES)
    }

    /// The digits of nibbles.
    #[inline]
    #[allow(clippy::arithmetic_side_effects, reason = "sums of at most 24, 48 and 39 in an octet")]
    const fn letters(nibbles: u64, case: Case) -> u64 {
        let above_nine = (nibbles + 6 * ONES) >> 4 & ONES;
        // All bits of an octet out of its lowest one. No product, which two words at once would not have.
        let all = (above_nine << 8).wrapping_sub(above_nine);
        nibbles + b'0' as u64 * ONES + (all & (case.step() as u64 * ONES))
    }
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

/// Writes a number in 16 upper-case digits, most significant first.
#[inline]
#[must_use]
pub fn write_upper(number: u64) -> Text {
    Text::of_ascii(write_sixteen(number, Case::Upper))
}

/// Writes a number into `buffer` in 16 upper-case digits, most significant first.
#[inline]
pub fn encode_upper(number: u64, buffer: &mut [u8; 16]) -> &str {
    *buffer = write_sixteen(number, Case::Upper);
    ascii(buffer)
}

/// The 16 upper-case digits of a number as octets, most significant first.
#[inline]
#[must_use]
pub fn octets_upper(number: u64) -> [u8; 16] {
    write_sixteen(number, Case::Upper)
}

/// Writes the low `bits` bits of a number in lower-case digits, most significant first.
pub(crate) fn write_number(number: u128, bits: u32) -> Text {
    let [a, b] = halves(number);
    match bits {
        64 => Text::of_ascii(write_sixteen(b, Case::Lower)),
        _ => {
            let mut digits = [0; 32];
            let (front, back) = digits.split_at_mut(16);
            front.copy_from_slice(&write_sixteen(a, Case::Lower));
            back.copy_from_slice(&write_sixteen(b, Case::Lower));
            Text::of_ascii(digits)
        }
    }
}
