//! Sixteen hexadecimal digits in one vector of SSE2.

use core::arch::x86_64::{
    __m128i, _mm_add_epi8, _mm_and_si128, _mm_andnot_si128, _mm_cmpeq_epi8, _mm_cmpgt_epi8, _mm_cvtsi64_si128,
    _mm_cvtsi128_si64, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128, _mm_packus_epi16, _mm_set_epi64x, _mm_set1_epi8,
    _mm_set1_epi16, _mm_slli_epi16, _mm_srli_epi16, _mm_sub_epi8, _mm_unpackhi_epi64, _mm_unpacklo_epi8,
};

use crate::text::hex::Case;

/// Sixteen octets as a vector.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn load(octets: &[u8; 16]) -> __m128i {
    let [a, b, c, d, e, f, g, h, high @ ..] = *octets;
    _mm_set_epi64x(i64::from_le_bytes(high), i64::from_le_bytes([a, b, c, d, e, f, g, h]))
}

/// A vector as sixteen octets.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn store(vector: __m128i) -> [u8; 16] {
    let low = _mm_cvtsi128_si64(vector).to_le_bytes();
    let high = _mm_cvtsi128_si64(_mm_unpackhi_epi64(vector, vector)).to_le_bytes();
    let mut octets = [0; 16];
    let (front, back) = octets.split_at_mut(8);
    front.copy_from_slice(&low);
    back.copy_from_slice(&high);
    octets
}

#[inline]
#[target_feature(enable = "sse2")]
fn all(octet: u8) -> __m128i {
    _mm_set1_epi8(octet.cast_signed())
}

/// As `hex::portable::read`.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn read(digits: &[u8; 16]) -> Option<u64> {
    let text = load(digits);
    let digit = _mm_sub_epi8(text, all(b'0'));
    let letter = _mm_sub_epi8(_mm_or_si128(text, all(0x20)), all(b'a'));
    // Unsigned comparisons: what is below the bound is its own minimum with it.
    let is_digit = _mm_cmpeq_epi8(_mm_min_epu8(digit, all(9)), digit);
    let is_letter = _mm_cmpeq_epi8(_mm_min_epu8(letter, all(5)), letter);
    if _mm_movemask_epi8(_mm_or_si128(is_digit, is_letter)) != 0xffff {
        return None;
    }
    let values =
        _mm_or_si128(_mm_and_si128(is_digit, digit), _mm_andnot_si128(is_digit, _mm_add_epi8(letter, all(10))));
    // Two nibbles of a 16-bit lane to its low octet, the first being the high one.
    let pairs = _mm_or_si128(_mm_slli_epi16::<4>(values), _mm_srli_epi16::<8>(values));
    let octets = _mm_packus_epi16(_mm_and_si128(pairs, _mm_set1_epi16(0xff)), pairs);
    Some(_mm_cvtsi128_si64(octets).cast_unsigned().swap_bytes())
}

/// As `hex::portable::write`.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn write(number: u64, case: Case) -> [u8; 16] {
    let octets = _mm_cvtsi64_si128(number.swap_bytes().cast_signed());
    let high = _mm_and_si128(_mm_srli_epi16::<4>(octets), all(15));
    let nibbles = _mm_unpacklo_epi8(high, _mm_and_si128(octets, all(15)));
    let step = _mm_and_si128(_mm_cmpgt_epi8(nibbles, all(9)), all(case.step()));
    store(_mm_add_epi8(_mm_add_epi8(nibbles, all(b'0')), step))
}
