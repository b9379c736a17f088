//! Sixteen hexadecimal digits in one vector of SSE2.

use core::arch::x86_64::{
    __m128i, _mm_add_epi8, _mm_adds_epu8, _mm_and_si128, _mm_cmpgt_epi8, _mm_cvtsi64_si128, _mm_cvtsi128_si64,
    _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128, _mm_packus_epi16, _mm_set_epi64x, _mm_set1_epi8, _mm_set1_epi16,
    _mm_slli_epi16, _mm_srli_epi16, _mm_sub_epi8, _mm_subs_epu8, _mm_unpackhi_epi64, _mm_unpacklo_epi8,
};

use crate::text::hex::{Case, words};

/// Sixteen octets as a vector.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn load(octets: &[u8; 16]) -> __m128i {
    vector(words(octets))
}

#[inline]
#[target_feature(enable = "sse2")]
fn vector([low, high]: [u64; 2]) -> __m128i {
    _mm_set_epi64x(high.cast_signed(), low.cast_signed())
}

#[inline]
#[target_feature(enable = "sse2")]
fn halves(vector: __m128i) -> [u64; 2] {
    [vector, _mm_unpackhi_epi64(vector, vector)].map(|half| _mm_cvtsi128_si64(half).cast_unsigned())
}

/// A vector as sixteen octets.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn store(vector: __m128i) -> [u8; 16] {
    let mut octets = [0; 16];
    for (slot, half) in octets.as_chunks_mut().0.iter_mut().zip(halves(vector)) {
        *slot = half.to_le_bytes();
    }
    octets
}

#[inline]
#[target_feature(enable = "sse2")]
fn all(octet: u8) -> __m128i {
    _mm_set1_epi8(octet.cast_signed())
}

/// The values of digits, two of them in the low octet of each 16-bit lane, and sign bits where there is no digit.
#[inline]
#[target_feature(enable = "sse2")]
fn pairs(digits: [u64; 2]) -> (__m128i, __m128i) {
    let text = vector(digits);
    // `0` to `9` are moved to the top, so that what follows them wraps, and down again to 0 to 9, so that nothing else gets there.
    let digit = _mm_sub_epi8(_mm_subs_epu8(_mm_add_epi8(text, all(0xff - b'9')), all(6)), all(0xf0));
    let letter = _mm_adds_epu8(_mm_sub_epi8(_mm_and_si128(text, all(0xdf)), all(b'A')), all(10));
    let values = _mm_min_epu8(digit, letter);
    // The first of two is the high nibble.
    let pairs = _mm_or_si128(_mm_slli_epi16::<4>(values), _mm_srli_epi16::<8>(values));
    (_mm_and_si128(pairs, _mm_set1_epi16(0xff)), _mm_adds_epu8(values, all(0x80 - 16)))
}

/// As `hex::portable::read`.
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn read(digits: [u64; 2]) -> Option<u64> {
    let (pairs, wrong) = pairs(digits);
    let octets = _mm_packus_epi16(pairs, pairs);
    (_mm_movemask_epi8(wrong) == 0).then(|| _mm_cvtsi128_si64(octets).cast_unsigned().swap_bytes())
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

/// As `feeds::portable`.
#[cfg(feature = "alloc")]
#[inline]
#[target_feature(enable = "sse2")]
pub(super) fn feeds(block: &[u8; 64]) -> u64 {
    use core::arch::x86_64::_mm_cmpeq_epi8;

    let mut mask = 0;
    for octets in block.as_chunks().0.iter().rev() {
        let found = _mm_movemask_epi8(_mm_cmpeq_epi8(load(octets), all(b'\n')));
        mask = mask << 16 | u64::from(found.cast_unsigned());
    }
    mask
}
