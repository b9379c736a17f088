//! The 36 characters of a GUID in one vector of AVX2.

use core::arch::x86_64::{
    _mm_or_si128, _mm256_add_epi8, _mm256_adds_epu8, _mm256_and_si256, _mm256_castsi256_si128,
    _mm256_extracti128_si256, _mm256_maddubs_epi16, _mm256_min_epu8, _mm256_movemask_epi8, _mm256_or_si256,
    _mm256_set_epi64x, _mm256_set_m128i, _mm256_set1_epi8, _mm256_set1_epi16, _mm256_shuffle_epi8, _mm256_sub_epi8,
    _mm256_subs_epu8,
};

use super::sse2::{load, store};

/// No place of a vector.
const NONE: u8 = 0x80;

/// The digits among characters 0 to 15, and among characters 20 to 35. What is missing are digits 14, 15 and 16.
const DIGITS: [[u8; 16]; 2] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, NONE, NONE],
    [NONE, 0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
];

/// Eight octets of each half, the first of the number's being the highest of all: the low octets of lanes of 16 bits.
const OCTETS: [[u8; 16]; 2] = [
    [NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, 14, 12, 10, 8, 6, 4, 2, 0],
    [14, 12, 10, 8, 6, 4, 2, 0, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE],
];

/// Gives whether the digits and hyphens are right, and puts the number into `number`.
#[target_feature(enable = "avx2")]
pub(super) fn read(text: &[u8; 36], number: &mut u128) -> bool {
    let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) else { return false };
    let [a, b, hyphen, c] = [text[16], text[17], text[18], text[19]];
    if (text[8] ^ b'-') | (text[13] ^ b'-') | (hyphen ^ b'-') | (text[23] ^ b'-') != 0 {
        return false;
    }
    let [low, high] = DIGITS;
    let text =
        _mm256_shuffle_epi8(_mm256_set_m128i(load(last), load(first)), _mm256_set_m128i(load(&high), load(&low)));
    let missing = i64::from_le_bytes([0, 0, 0, 0, 0, 0, a, b]);
    let text = _mm256_or_si256(text, _mm256_set_epi64x(0, i64::from(c), missing, 0));

    // As in `sse2::pairs`.
    let all = |octet: u8| _mm256_set1_epi8(octet.cast_signed());
    let digit = _mm256_subs_epu8(_mm256_add_epi8(text, all(0xff - b'9')), all(6));
    let digit = _mm256_sub_epi8(digit, all(0xf0));
    let letter = _mm256_sub_epi8(_mm256_and_si256(text, all(0xdf)), all(b'A'));
    let values = _mm256_min_epu8(digit, _mm256_adds_epu8(letter, all(10)));
    if _mm256_movemask_epi8(_mm256_adds_epu8(values, all(0x80 - 16))) != 0 {
        return false;
    }
    let octets = _mm256_maddubs_epi16(values, _mm256_set1_epi16(1 << 8 | 16));
    let [low, high] = OCTETS;
    let octets = _mm256_shuffle_epi8(octets, _mm256_set_m128i(load(&high), load(&low)));
    let octets = _mm_or_si128(_mm256_castsi256_si128(octets), _mm256_extracti128_si256::<1>(octets));
    *number = u128::from_le_bytes(store(octets));
    true
}
