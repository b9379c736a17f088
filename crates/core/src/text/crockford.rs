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
    #[allow(clippy::indexing_slicing, reason = "an octet in a table of 256 places")]
    pub(super) const fn value(self, octet: u8) -> Option<u32> {
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
            (rest, value) = (tail, value.saturating_add(1));
        }
        let mut rest = letters.aliases();
        while let [(letter, value), tail @ ..] = rest {
            Self::set(&mut table, *letter, *value);
            rest = tail;
        }
        Self(table)
    }

    #[allow(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "lanes 0 to 3 and octets in a table of 4 times 256 places"
    )]
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
// Always: a 128-bit result that is returned through memory is written in halves, and waits where it is moved as a whole.
#[inline(always)]
pub const fn parse(scheme: &'static Scheme, text: &[u8], letters: Letters) -> Result<u128, ParseError> {
    if let Some(whole) = text.first_chunk()
        && text.len() == LETTERS
        && let Some(number) = read(whole, letters)
    {
        return Ok(number);
    }
    Err(diagnose(scheme, text, letters))
}

/// Reads 26 letters as [`parse`] does, with vector instructions where the machine has them, so not in constants.
///
/// # Errors
/// As [`parse`].
// Always: a 128-bit result that is returned through memory is written in halves, and waits where it is moved as a whole.
#[inline(always)]
pub fn parse_fast(scheme: &'static Scheme, text: &[u8], letters: Letters) -> Result<u128, ParseError> {
    let mut number = 0;
    if let Ok(whole) = text.try_into()
        && read_fast(whole, letters, &mut number)
    {
        return Ok(number);
    }
    Err(diagnose(scheme, text, letters))
}

/// Reads 26 letters, or gives nothing where anything is wrong.
// Always, for the reason of `parse`.
#[inline(always)]
#[allow(clippy::indexing_slicing, reason = "octets in tables of 256 places")]
pub(super) const fn read(text: &[u8; LETTERS], letters: Letters) -> Option<u128> {
    // Octets are taken out of words, since a machine has fewer loads at once than shifts.
    let ([a, b, c], [first, second]) = words(text);
    let [.., third, fourth] = &letters.table().0;
    let top = third[first as usize] | fourth[second as usize];
    let (a, b) = ([four(a, letters), four(a >> 32, letters)], [four(b, letters), four(b >> 32, letters)]);
    let c = [four(c, letters), four(c >> 32, letters)];
    let seen = a[0] | a[1] | b[0] | b[1] | c[0] | c[1];
    if (top | seen) & FOREIGN != 0 || top > 0xff {
        return None;
    }
    let (middle, last) = (b[0] as u64, (c[0] as u64) << 20 | c[1] as u64);
    let high = (top as u64) << 56 | (a[0] as u64) << 36 | (a[1] as u64) << 16 | middle >> 4;
    let low = middle << 60 | (b[1] as u64) << 40 | last;
    Some((high as u128) << 64 | low as u128)
}

/// The last 24 letters in words, the first of each in the lowest octet, and the two before them.
#[inline]
const fn words(text: &[u8; LETTERS]) -> ([u64; 3], [u8; 2]) {
    let [first, second, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x] = *text;
    let words = [[a, b, c, d, e, f, g, h], [i, j, k, l, m, n, o, p], [q, r, s, t, u, v, w, x]];
    ([u64::from_le_bytes(words[0]), u64::from_le_bytes(words[1]), u64::from_le_bytes(words[2])], [first, second])
}

/// The four letters of the low half of a word as 20 bits.
#[inline]
#[allow(clippy::indexing_slicing, reason = "octets in tables of 256 places")]
const fn four(word: u64, letters: Letters) -> u32 {
    let [first, second, third, fourth] = &letters.table().0;
    let [a, b, c, d, ..] = word.to_le_bytes();
    first[a as usize] | second[b as usize] | third[c as usize] | fourth[d as usize]
}

/// As `read`, by the fastest way that the machine has: gives whether the letters are right, and puts their number into `number`.
#[inline]
pub(super) fn read_fast(text: &[u8; LETTERS], letters: Letters, number: &mut u128) -> bool {
    #[cfg(all(feature = "fast", target_arch = "x86_64", target_feature = "sse2"))]
    if let Some(right) = super::fast::letters::read(text, letters, number) {
        return right;
    }
    read(text, letters).map(|read| *number = read).is_some()
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
        (rest, offset) = (tail, offset.saturating_add(1));
    }
    match foreign {
        _ if text.len() != LETTERS => ParseError::length(scheme, text.len()),
        Some((offset, octet)) => ParseError::character(scheme, octet, offset),
        None => ParseError::overflow(scheme),
    }
}

/// The two letters of ten bits.
#[allow(clippy::indexing_slicing, reason = "ten bits in a table of 1024 places, and five in one of 32; a constant")]
static PAIRS: [[u8; 2]; 1024] = {
    let (mut pairs, mut bits) = ([[0; 2]; 1024], 0);
    while bits < 1024 {
        pairs[bits] = [ALPHABET[bits >> 5], ALPHABET[bits & 31]];
        bits += 1;
    }
    pairs
};

/// Writes the letters of a number.
#[inline]
#[allow(clippy::indexing_slicing, reason = "ten bits in a table of 1024 places")]
pub(super) fn write_letters(number: u128, letters: &mut [u8; LETTERS]) {
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
    for (slot, bits) in letters.as_chunks_mut::<2>().0.iter_mut().zip(bits) {
        *slot = PAIRS[(bits & 1023) as usize];
    }
}

/// As `write_letters`, by the fastest way that the machine has. Into its place: what is returned would be copied.
#[inline]
pub(super) fn write_letters_fast(number: u128, letters: &mut [u8; LETTERS]) {
    #[cfg(all(feature = "fast", target_arch = "x86_64", target_feature = "sse2"))]
    if super::fast::letters::write(number, letters) {
        return;
    }
    write_letters(number, letters);
}

/// Writes a number.
#[inline]
#[must_use]
pub fn write(number: u128) -> Text {
    let mut text = Text::of_len(LETTERS);
    write_padded(number, text.buffer());
    text
}

/// Writes a number to the front of `buffer`, and something after it up to 32 octets: in one store, where [`encode`] needs two.
#[inline]
pub fn encode_padded(number: u128, buffer: &mut [u8; Text::CAPACITY]) -> &str {
    let (front, _) = buffer.split_at_mut(32);
    // Without vectors only the letters are written, and what was there before need not be ASCII.
    front.split_at_mut(LETTERS).1.fill(b'\n');
    write_padded(number, front);
    ascii(front)
}

#[inline]
fn write_padded(number: u128, front: &mut [u8]) {
    #[cfg(all(feature = "fast", target_arch = "x86_64", target_feature = "sse2"))]
    if let Some(padded) = front.first_chunk_mut()
        && super::fast::letters::write_padded(number, padded)
    {
        return;
    }
    write_front(number, front);
}

/// The same where there are no vectors. Not inlined: the buffer would be taken apart into pieces, which are slow to read as a whole.
#[inline(never)]
fn write_front(number: u128, buffer: &mut [u8]) {
    if let Some(letters) = buffer.first_chunk_mut() {
        write_letters(number, letters);
    }
}

/// Writes a number into `buffer`.
#[inline]
pub fn encode(number: u128, buffer: &mut [u8; LETTERS]) -> &str {
    write_letters_fast(number, buffer);
    ascii(buffer)
}

/// The letters of a number, as octets.
#[inline]
#[must_use]
pub fn octets(number: u128) -> [u8; LETTERS] {
    let mut letters = [0; LETTERS];
    write_letters_fast(number, &mut letters);
    letters
}

/// Reads lines of 26 letters and a line feed as long as they are right, gives their numbers in runs, and how many octets that were. What follows may be right in another way.
#[inline]
#[allow(clippy::arithmetic_side_effects, reason = "octets of a text, which ends before `isize::MAX`")]
pub fn read_lines(text: &[u8], letters: Letters, mut take: impl FnMut(&[u128])) -> usize {
    let (lines, _) = text.as_chunks::<{ LETTERS + 1 }>();
    #[cfg(all(feature = "fast", target_arch = "x86_64", target_feature = "sse2"))]
    let count = super::fast::letters::read_lines(lines, letters, &mut take);
    #[cfg(not(all(feature = "fast", target_arch = "x86_64", target_feature = "sse2")))]
    let count = 0;
    let mut octets = count * (LETTERS + 1);
    for [line @ .., end] in lines.get(count..).unwrap_or_default() {
        match read(line, letters) {
            Some(number) if *end == b'\n' => take(&[number]),
            _ => break,
        }
        octets += LETTERS + 1;
    }
    octets
}

/// Gives the letters of each number and a line feed, at the front of 32 octets.
#[inline]
pub fn write_lines(numbers: impl Iterator<Item = u128> + Clone, mut give: impl FnMut(&str)) {
    #[cfg(all(feature = "fast", target_arch = "x86_64", target_feature = "sse2"))]
    if super::fast::letters::write_lines(numbers.clone(), &mut give) {
        return;
    }
    for number in numbers {
        let mut line = [b'\n'; 32];
        if let Some(letters) = line.first_chunk_mut() {
            write_letters(number, letters);
        }
        give(ascii(&line));
    }
}
