//! The 26 letters: five bits each, 130 bits for 128.

use idspec_core::ParseError;
use idspec_core::text::Text;

use crate::SCHEME;

/// Source: Crockford's Base 32.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// What the tables hold for an octet that is no letter: the only value with this bit.
const FOREIGN: u8 = 0x80;
pub(crate) const LETTERS: usize = 26;

/// The value of each octet.
pub(crate) struct Table([u8; 256]);

/// The alphabet in either case.
pub(crate) static STRICT: Table = Table::new(&[]);
/// The alphabet in either case, and Crockford's aliases: I and L for 1, O for 0.
pub(crate) static LENIENT: Table = Table::new(&[(b'I', 1), (b'L', 1), (b'O', 0)]);

impl Table {
    const fn new(aliases: &[(u8, u8)]) -> Self {
        let (mut table, mut rest, mut value): (_, &[u8], _) = ([FOREIGN; 256], ALPHABET, 0);
        while let [letter, tail @ ..] = rest {
            table[*letter as usize] = value;
            table[letter.to_ascii_lowercase() as usize] = value;
            (rest, value) = (tail, value + 1);
        }
        let mut rest = aliases;
        while let [(letter, value), tail @ ..] = rest {
            table[*letter as usize] = *value;
            table[letter.to_ascii_lowercase() as usize] = *value;
            rest = tail;
        }
        Self(table)
    }

    const fn value(&self, octet: u8) -> u8 {
        self.0[octet as usize]
    }
}

/// Reads 26 letters.
pub(crate) const fn parse(text: &[u8], table: &Table) -> Result<u128, ParseError> {
    match read(text, table) {
        Some(number) => Ok(number),
        None => Err(diagnose(text, table)),
    }
}

/// Reads 26 letters, or gives nothing where anything is wrong.
const fn read(text: &[u8], table: &Table) -> Option<u128> {
    let [first, ..] = text else { return None };
    if text.len() != LETTERS || table.value(*first) > 7 {
        return None;
    }
    let (mut number, mut seen, mut rest) = (0u128, 0, text);
    while let [octet, tail @ ..] = rest {
        let value = table.value(*octet);
        seen |= value;
        (number, rest) = (number << 5 | value as u128, tail);
    }
    if seen & FOREIGN == 0 { Some(number) } else { None }
}

/// Finds the first fault of a text that was refused.
#[cold]
const fn diagnose(text: &[u8], table: &Table) -> ParseError {
    let (mut rest, mut offset, mut foreign) = (text, 0, None);
    while let [octet, tail @ ..] = rest {
        if !octet.is_ascii() {
            return ParseError::character(&SCHEME, *octet, offset);
        }
        if foreign.is_none() && table.value(*octet) == FOREIGN {
            foreign = Some((offset, *octet));
        }
        (rest, offset) = (tail, offset + 1);
    }
    match foreign {
        _ if text.len() != LETTERS => ParseError::length(&SCHEME, text.len()),
        Some((offset, octet)) => ParseError::character(&SCHEME, octet, offset),
        None => ParseError::overflow(&SCHEME),
    }
}

/// The letter of the low five bits.
const fn letter(bits: u128) -> u8 {
    ALPHABET[(bits & 31) as usize]
}

/// Writes a number.
pub(crate) fn write(number: u128) -> Text {
    let mut letters = [0; LETTERS];
    let mut rest = number;
    for slot in letters.iter_mut().rev() {
        *slot = letter(rest);
        rest >>= 5;
    }
    Text::from_array(letters)
}
