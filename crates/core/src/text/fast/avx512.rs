//! Lines of 26 letters, two in one vector of AVX-512.

use core::arch::x86_64::{
    __m512i, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm512_castsi512_si256, _mm512_cmpgt_epu8_mask,
    _mm512_madd_epi16, _mm512_maddubs_epi16, _mm512_maskz_permutexvar_epi8, _mm512_permutex2var_epi8,
    _mm512_permutexvar_epi8, _mm512_set_epi64, _mm512_set1_epi8, _mm512_set1_epi16, _mm512_set1_epi32,
    _mm512_set1_epi64, _mm512_sllv_epi32, _mm512_srli_epi64, _mm512_ternarylogic_epi64, _mm512_xor_si512,
};

use super::sse2::store;
use crate::text::crockford::{LETTERS, Letters};

/// Letters and a line feed.
const LINE: usize = LETTERS + 1;
/// How many numbers are given at once.
const RUN: usize = 32;
/// What a line feed becomes, which no letter does.
const FEED: u8 = 0x40;
/// What any other octet becomes.
const NONE: u8 = 0x80;

/// Reads lines as long as they are right and 64 octets of text follow, and gives how many there were. Their numbers are given in runs: one by one, each would wait for the
/// count of the vector that took the last.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
#[allow(clippy::arithmetic_side_effects, reason = "no more than there are lines, and RUN at once")]
pub(super) fn read_lines(text: &[u8], letters: Letters, mut take: impl FnMut(&[u128])) -> usize {
    let (mut count, mut rest) = (0, text);
    loop {
        let (mut numbers, mut filled) = ([0; RUN], 0);
        for slots in numbers.as_chunks_mut::<2>().0 {
            let Some(read) = rest.first_chunk().and_then(|block| two(block, letters)) else { break };
            *slots = read;
            filled += 2;
            (_, rest) = rest.split_at(2 * LINE);
        }
        take(numbers.get(..filled).unwrap_or_default());
        count += filled;
        if filled < RUN {
            return count;
        }
    }
}

/// The numbers of two lines at the front of 64 octets, if they are right.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn two(text: &[u8; 64], letters: Letters) -> Option<[u128; 2]> {
    let text = load(text);
    let [low, high] = match letters {
        Letters::Strict => &STRICT,
        Letters::Lenient => &LENIENT,
    };
    // The value of each octet, by its low seven bits.
    let values = _mm512_permutex2var_epi8(load(low), text, load(high));
    let values = _mm512_xor_si512(values, load(&FEEDS));
    // 0xf8: the first, or both others. An octet that is not ASCII keeps its sign bit.
    let seen = _mm512_ternarylogic_epi64::<0xf8>(values, text, _mm512_set1_epi8(NONE.cast_signed()));
    if _mm512_cmpgt_epu8_mask(seen, load(&LIMITS)) != 0 {
        return None;
    }
    // 40 bits out of eight letters: the last four are in the low half, so that a shift of the halves and one of the whole put them together.
    let eights = _mm512_maskz_permutexvar_epi8(EIGHTS.1, load(&EIGHTS.0), values);
    let tens = _mm512_maddubs_epi16(eights, _mm512_set1_epi16(1 << 8 | 32));
    let twenties = _mm512_madd_epi16(tens, _mm512_set1_epi32(1 << 16 | 1024));
    let forties = _mm512_srli_epi64::<12>(_mm512_sllv_epi32(twenties, _mm512_set1_epi64(12)));
    let octets = _mm512_castsi512_si256(_mm512_permutexvar_epi8(load(&FIVES), forties));
    let halves = [_mm256_castsi256_si128(octets), _mm256_extracti128_si256::<1>(octets)];
    Some(halves.map(|half| u128::from_le_bytes(store(half))))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(octets: &[u8; 64]) -> __m512i {
    let (words, _) = octets.as_chunks();
    let [a, b, c, d, e, f, g, h] = *words else { return _mm512_set1_epi64(0) };
    let [a, b, c, d, e, f, g, h] = [a, b, c, d, e, f, g, h].map(i64::from_le_bytes);
    _mm512_set_epi64(h, g, f, e, d, c, b, a)
}

/// What each ASCII octet becomes.
static STRICT: [[u8; 64]; 2] = values(Letters::Strict);
static LENIENT: [[u8; 64]; 2] = values(Letters::Lenient);

#[allow(
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    clippy::indexing_slicing,
    reason = "for constants: values have five bits, and octets below 128 stand in twice 64 places"
)]
const fn values(letters: Letters) -> [[u8; 64]; 2] {
    let (mut values, mut octet) = ([[NONE; 64]; 2], 0u8);
    while octet.is_ascii() {
        if let Some(value) = letters.value(octet) {
            values[octet as usize / 64][octet as usize % 64] = value as u8;
        }
        octet += 1;
    }
    values[0][b'\n' as usize] = FEED;
    values
}

/// What makes the value of a line feed zero where it has to be.
#[allow(clippy::indexing_slicing, reason = "a constant")]
static FEEDS: [u8; 64] = {
    let mut feeds = [0; 64];
    (feeds[LETTERS], feeds[LINE + LETTERS]) = (FEED, FEED);
    feeds
};

/// The largest value at each place: 7 for a first letter, and anything after the lines.
#[allow(clippy::indexing_slicing, reason = "a constant")]
static LIMITS: [u8; 64] = {
    let (mut limits, mut place) = ([0xff; 64], 0);
    while place < 2 * LINE {
        limits[place] = match place % LINE {
            0 => 7,
            LETTERS => 0,
            _ => 31,
        };
        place += 1;
    }
    limits
};

/// The places of the letters: 18 to 25, 10 to 17, 2 to 9, and 0 and 1 of each line, of each eight the last four first. And which of them are there at all.
#[allow(clippy::indexing_slicing, reason = "a constant")]
static EIGHTS: ([u8; 64], u64) = {
    let (mut places, mut there, mut slot) = ([0; 64], 0, 0);
    while slot < 64 {
        let (line, lane, octet) = (slot / 32, slot % 32 / 8, slot % 8);
        // Counted from six letters before the first, which are not there.
        let letter = 24 - 8 * lane + (octet + 4) % 8;
        if letter >= 6 {
            places[slot] = PLACES[line * LINE + letter - 6];
            there |= 1 << slot;
        }
        slot += 1;
    }
    (places, there)
};

/// Where the octets of the two numbers come from: five out of eight, but one of the last eight.
#[allow(clippy::indexing_slicing, reason = "a constant")]
static FIVES: [u8; 64] = {
    let (mut places, mut slot) = ([0; 64], 0);
    while slot < 32 {
        places[slot] = PLACES[slot / 16 * 32 + slot % 16 / 5 * 8 + slot % 16 % 5];
        slot += 1;
    }
    places
};

/// Each place of a vector.
#[allow(clippy::indexing_slicing, reason = "a constant")]
const PLACES: [u8; 64] = {
    let (mut places, mut place) = ([0; 64], 0u8);
    while place < 64 {
        places[place as usize] = place;
        place += 1;
    }
    places
};
