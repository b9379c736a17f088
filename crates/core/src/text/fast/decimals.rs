//! Lines of decimals: where they end by comparing 32 octets at once, and sixteen of their digits in one vector.

use core::arch::x86_64::{
    _mm_adds_epu8, _mm_cvtsi128_si64, _mm_madd_epi16, _mm_maddubs_epi16, _mm_movemask_epi8, _mm_packus_epi32,
    _mm_set1_epi8, _mm_set1_epi16, _mm_set1_epi32, _mm_sub_epi8, _mm256_cmpeq_epi8, _mm256_movemask_epi8,
    _mm256_set_m128i, _mm256_set1_epi8,
};

use super::sse2::load;
use crate::text::feeds::{CHUNK, Ends};

/// As `decimal::read_lines`.
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
#[allow(clippy::arithmetic_side_effects, reason = "places in a text, which ends before `isize::MAX`")]
pub(super) fn read_lines(text: &[u8], mut take: impl FnMut(u64) -> bool) -> usize {
    let mut ends = Ends::new();
    let mut start = 0;
    // Blocks that are there as a whole; what is left after the last of them is for the caller.
    let (blocks, _) = text.as_chunks::<64>();
    for (index, chunk) in blocks.chunks(CHUNK / 64).enumerate() {
        ends.clear();
        for block in chunk {
            ends.add(feeds(block));
        }
        for place in ends.places() {
            let end = index * CHUNK + place;
            match read(text, start, end) {
                Some(number) if take(number) => start = end + 1,
                _ => return start,
            }
        }
    }
    start
}

#[inline]
#[target_feature(enable = "avx2")]
fn feeds(block: &[u8; 64]) -> u64 {
    let mut mask = 0;
    for [low, high] in block.as_chunks().0.as_chunks::<2>().0.iter().rev() {
        let found = _mm256_cmpeq_epi8(_mm256_set_m128i(load(high), load(low)), _mm256_set1_epi8(b'\n'.cast_signed()));
        mask = mask << 32 | u64::from(_mm256_movemask_epi8(found).cast_unsigned());
    }
    mask
}

/// The number from `start` to `end`, if that is one of 17 to 20 digits and below 1844 * 10^16.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2")]
#[allow(clippy::arithmetic_side_effects, reason = "17 to 20 octets, 32 bits times 10^8, and at most 1843 times 10^16")]
fn read(text: &[u8], start: usize, end: usize) -> Option<u64> {
    let line = text.get(start..end)?;
    if !matches!(line.len(), 17..=20) {
        return None;
    }
    let (head, last) = (line.first_chunk()?, line.last_chunk()?);
    let digits = _mm_sub_epi8(load(last), _mm_set1_epi8(b'0'.cast_signed()));
    // Sign bits of what is no digit: from the sum, which does not wrap, what is above 9.
    let wrong = _mm_movemask_epi8(_mm_adds_epu8(digits, _mm_set1_epi8(0x7f - 9)));
    // Digits to pairs, to fours, to eights.
    let pairs = _mm_maddubs_epi16(digits, _mm_set1_epi16(1 << 8 | 10));
    let fours = _mm_madd_epi16(pairs, _mm_set1_epi32(1 << 16 | 100));
    let eights = _mm_madd_epi16(_mm_packus_epi32(fours, fours), _mm_set1_epi32(1 << 16 | 10_000));
    let eights = _mm_cvtsi128_si64(eights).cast_unsigned();
    let low = (eights & 0xffff_ffff) * 100_000_000 + (eights >> 32);

    // One to four octets of the four that are there whatever the length, behind zeros.
    let bits = 8 * (line.len() - 16);
    let word = u64::from(u32::from_le_bytes(*head));
    let digits = (word << (32 - bits) & 0xffff_ffff | 0x3030_3030 >> bits).wrapping_sub(0x3030_3030);
    let head_wrong = (digits | digits.wrapping_add(0x7676_7676)) & 0x8080_8080;
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8) & 0x00ff_00ff;
    let high = pairs.wrapping_mul(1 | 100 << 16) >> 16 & 0xffff;
    if head_wrong != 0 || wrong != 0 || high > 1843 || word & 0xff == u64::from(b'0') {
        return None;
    }
    Some(high * 10_000_000_000_000_000 + low)
}
