//! Both paths of each kernel, for the tests and fuzz targets that compare them: the portable one, and the fastest that this machine has.

use super::crockford::{self, LETTERS, Letters};
use super::hex::{self, Case, portable};
use super::uuid;
use crate::error::ParseError;
use crate::scheme::Scheme;

/// The number of 26 letters.
#[must_use]
pub fn read_letters(text: &[u8; LETTERS], letters: Letters) -> [Option<u128>; 2] {
    let mut number = 0;
    let right = crockford::read_fast(text, letters, &mut number);
    [crockford::read(text, letters), right.then_some(number)]
}

/// The numbers of two lines of 26 letters at the front of 64 octets. The second is the first where the machine lacks AVX-512.
#[must_use]
pub fn read_two(text: &[u8; 64], letters: Letters) -> [Option<[u128; 2]>; 2] {
    let line = |from: usize| {
        let (line, rest) = text.split_at(from).1.split_first_chunk()?;
        crockford::read(line, letters).filter(|_| rest.first() == Some(&b'\n'))
    };
    let portable = line(0).zip(line(LETTERS + 1)).map(<[u128; 2]>::from);
    #[cfg(all(feature = "fast", target_arch = "x86_64", target_feature = "sse2"))]
    if let Some(fast) = super::fast::letters::read_two(text, letters) {
        return [portable, fast];
    }
    [portable; 2]
}

/// The 26 letters of a number.
#[must_use]
pub fn write_letters(number: u128) -> [[u8; LETTERS]; 2] {
    let mut letters = [[0; LETTERS]; 2];
    let [portable, fast] = &mut letters;
    crockford::write_letters(number, portable);
    crockford::write_letters_fast(number, fast);
    letters
}

/// The number of 16 hexadecimal digits.
#[must_use]
pub fn read_sixteen(digits: &[u8; 16]) -> [Option<u64>; 2] {
    [portable::read(hex::words(digits)), hex::read_sixteen(hex::words(digits))]
}

/// The number of the 36 characters of a GUID.
///
/// # Errors
/// As `uuid::parse`.
pub fn read_guid(scheme: &'static Scheme, text: &[u8; 36]) -> [Result<u128, ParseError>; 2] {
    [uuid::parse(scheme, text), uuid::parse_fast(scheme, text)]
}

/// The 16 hexadecimal digits of a number, in lower and in upper case.
#[must_use]
pub fn write_sixteen(number: u64) -> [[[u8; 16]; 2]; 2] {
    [Case::Lower, Case::Upper].map(|case| [portable::write(number, case), hex::write_sixteen(number, case)])
}

/// The line feeds among 64 octets, the first octet in the lowest bit.
#[cfg(feature = "alloc")]
#[must_use]
pub fn feeds(block: &[u8; 64]) -> [u64; 2] {
    [super::feeds::portable(block), super::feeds::feeds(block)]
}
