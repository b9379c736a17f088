//! 128 bits in 26 letters of Crockford's Base 32: five bits each, 130 for 128, so that the first letter is at most 7.
//!
//! Source of the alphabet and its aliases: Crockford's Base 32.

use super::{Text, ascii, halves};
use crate::error::ParseError;
use crate::scheme::Scheme;

/// The letters in the order of their values.
pub(super) const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The count of letters.
pub const LETTERS: usize = 26;

/// Which octets are letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letters {
    /// The alphabet in either case.
    Strict,
    /// The alphabet in either case, and Crockford's aliases: I and L for 1, O for 0.
    Lenient,
}

impl Letters {
    /// The value of an octet, if it is a letter.
    #[inline]
    const fn value(self, octet: u8) -> Option<u32> {
        let [.., lane] = &self.table().0;
        match lane[octet as usize] {
            FOREIGN => None,
            value => Some(value),
        }
    }

    #[inline]
    const fn table(self) -> &'static Table {
        match self {
            Self::Strict => &STRICT,
            Self::Lenient => &LENIENT,
        }
    }

    const fn aliases(self) -> &'static [(u8, u32)] {
        match self {
            Self::Strict => &[],
            Self::Lenient => &[(b'I', 1), (b'L', 1), (b'O', 0)],
        }
    }
}

/// What a table holds for an octet that is no letter; no value has this bit.
const FOREIGN: u32 = 1 << 31;

/// The value of each octet as the first to fourth of four letters, so that four are put together by three ors.
struct Table([[u32; 256]; 4]);

static STRICT: Table = Table::new(Letters::Strict);
static LENIENT: Table = Table::new(Letters::Lenient);

impl Table {
    const fn new(letters: Letters) -> Self {
        let mut table = [[FOREIGN; 256]; 4];
        let (mut rest, mut value): (&[u8], _) = (ALPHABET, 0);
        while let [letter, tail @ ..] = rest {
            Self::set(&mut table, *letter, value);
            (rest, value) = (tail, value + 1);
        }
        let mut rest = letters.aliases();
        while let [(letter, value), tail @ ..] = rest {
            Self::set(&mut table, *letter, *value);
            rest = tail;
        }
        Self(table)
    }

    const fn set(table: &mut [[u32; 256]; 4], letter: u8, value: u32) {
        let (upper, lower) = (letter as usize, letter.to_ascii_lowercase() as usize);
        let mut lane = 0;
        while lane < 4 {
            let placed = value << (15 - 5 * lane);
            (table[lane][upper], table[lane][lower]) = (placed, placed);
            lane += 1;
        }
    }
}

/// Reads 26 letters.
///
/// # Errors
/// `character`, `length` or `overflow`.
#[inline]
pub const fn parse(scheme: &'static Scheme, text: &[u8], letters: Letters) -> Result<u128, ParseError> {
    let read = match text.first_chunk() {
        Some(whole) if text.len() == LETTERS => read(whole, letters),
        _ => None,
    };
    match read {
        Some(number) => Ok(number),
        None => Err(diagnose(scheme, text, letters)),
    }
}

/// Reads 26 letters as [`parse`] does, with vector instructions where the machine has them, so not in constants.
///
/// # Errors
/// As [`parse`].
#[inline]
pub fn parse_fast(scheme: &'static Scheme, text: &[u8], letters: Letters) -> Result<u128, ParseError> {
    if let Ok(text) = text.try_into()
        && let Some(number) = read_fast(text, letters)
    {
        return Ok(number);
    }
    Err(diagnose(scheme, text, letters))
}

/// Reads 26 letters, or gives nothing where anything is wrong.
#[inline]
const fn read(text: &[u8; LETTERS], letters: Letters) -> Option<u128> {
    let [first, second, rest @ ..] = text;
    let [.., third, fourth] = &letters.table().0;
    let top = third[*first as usize] | fourth[*second as usize];
    let (groups, _) = rest.as_chunks::<4>();
    let [a, b, c, d, e, f] = groups else { return None };
    let (a, b, c) = (four(a, letters), four(b, letters), four(c, letters));
    let (d, e, f) = (four(d, letters), four(e, letters), four(f, letters));
    if (top | a | b | c | d | e | f) & FOREIGN != 0 || top > 0xff {
        return None;
    }
    let high = (top as u64) << 56 | (a as u64) << 36 | (b as u64) << 16 | (c as u64) >> 4;
    let low = (c as u64) << 60 | (d as u64) << 40 | (e as u64) << 20 | f as u64;
    Some((high as u128) << 64 | low as u128)
}

/// Four letters as 20 bits.
#[inline]
const fn four(text: &[u8; 4], letters: Letters) -> u32 {
    let ([a, b, c, d], [first, second, third, fourth]) = (text, &letters.table().0);
    first[*a as usize] | second[*b as usize] | third[*c as usize] | fourth[*d as usize]
}

/// As `read`, by the fastest way that the machine has.
#[inline]
fn read_fast(text: &[u8; LETTERS], letters: Letters) -> Option<u128> {
    #[cfg(all(feature = "fast", target_arch = "x86_64", target_feature = "sse2"))]
    if let Some(read) = super::fast::letters::read(text, letters) {
        return read;
    }
    read(text, letters)
}

/// Finds the first fault of a text that was refused.
#[cold]
const fn diagnose(scheme: &'static Scheme, text: &[u8], letters: Letters) -> ParseError {
    let (mut rest, mut offset, mut foreign) = (text, 0, None);
    while let [octet, tail @ ..] = rest {
        if !octet.is_ascii() {
            return ParseError::character(scheme, *octet, offset);
        }
        if foreign.is_none() && letters.value(*octet).is_none() {
            foreign = Some((offset, *octet));
        }
        (rest, offset) = (tail, offset + 1);
    }
    match foreign {
        _ if text.len() != LETTERS => ParseError::length(scheme, text.len()),
        Some((offset, octet)) => ParseError::character(scheme, octet, offset),
        None => ParseError::overflow(scheme),
    }
}

/// The two letters of ten bits.
static PAIRS: [[u8; 2]; 1024] = {
    let (mut pairs, mut bits) = ([[0; 2]; 1024], 0);
    while bits < 1024 {
        pairs[bits] = [ALPHABET[bits >> 5], ALPHABET[bits & 31]];
        bits += 1;
    }
    pairs
};

/// The letters of a number.
#[inline]
fn letters(number: u128) -> [u8; LETTERS] {
    let [high, low] = halves(number);
    let bits = [
        high >> 56,
        high >> 46,
        high >> 36,
        high >> 26,
        high >> 16,
        high >> 6,
        high << 4 | low >> 60,
        low >> 50,
        low >> 40,
        low >> 30,
        low >> 20,
        low >> 10,
        low,
    ];
    let mut letters = [0; LETTERS];
    for (slot, bits) in letters.as_chunks_mut::<2>().0.iter_mut().zip(bits) {
        *slot = PAIRS[(bits & 1023) as usize];
    }
    letters
}

/// As `letters`, by the fastest way that the machine has.
#[inline]
fn letters_fast(number: u128) -> [u8; LETTERS] {
    #[cfg(all(feature = "fast", target_arch = "x86_64", target_feature = "sse2"))]
    if let Some(letters) = super::fast::letters::write(number) {
        return letters;
    }
    letters(number)
}

/// Writes a number.
#[inline]
#[must_use]
pub fn write(number: u128) -> Text {
    Text::of_ascii(letters_fast(number))
}

/// Writes a number into `buffer`.
#[inline]
pub fn encode(number: u128, buffer: &mut [u8; LETTERS]) -> &str {
    *buffer = letters_fast(number);
    ascii(buffer)
}
