//! 26 letters in one vector of AVX2.

use core::arch::x86_64::{
    __m256i, _mm_set_epi64x, _mm256_add_epi8, _mm256_and_si256, _mm256_blendv_epi8, _mm256_broadcastsi128_si256,
    _mm256_castsi256_si128, _mm256_extract_epi64, _mm256_extracti128_si256, _mm256_madd_epi16, _mm256_maddubs_epi16,
    _mm256_movemask_epi8, _mm256_mulhi_epu16, _mm256_mullo_epi16, _mm256_or_si256, _mm256_set_m128i, _mm256_set1_epi8,
    _mm256_set1_epi16, _mm256_set1_epi32, _mm256_shuffle_epi8, _mm256_slli_epi16, _mm256_sub_epi8,
};

use super::sse2::{load, store};
use crate::text::crockford::{ALPHABET, LETTERS, Letters};
use crate::text::halves;

/// Marks what is no letter: the sign bit.
const NONE: u8 = 0x80;

/// The values of letters by the low halves of their octets, for the two rows of the alphabet that begin at `@` and at `P`.
const fn rows(letters: Letters) -> [[u8; 16]; 2] {
    let [i, l, o] = match letters {
        Letters::Strict => [NONE, NONE, NONE],
        Letters::Lenient => [1, 1, 0],
    };
    [
        [NONE, 10, 11, 12, 13, 14, 15, 16, 17, i, 18, 19, l, 20, 21, o],
        [22, 23, 24, 25, 26, NONE, 27, 28, 29, 30, 31, NONE, NONE, NONE, NONE, NONE],
    ]
}

#[inline]
#[target_feature(enable = "avx2")]
fn twice(row: &[u8; 16]) -> __m256i {
    _mm256_broadcastsi128_si256(load(row))
}

#[inline]
#[target_feature(enable = "avx2")]
fn both([low, high]: &[[u8; 16]; 2]) -> __m256i {
    _mm256_set_m128i(load(high), load(low))
}

#[inline]
#[target_feature(enable = "avx2")]
fn all(octet: u8) -> __m256i {
    _mm256_set1_epi8(octet.cast_signed())
}

/// Gives whether the letters are right, and puts their number into `number`: returned in an `Option` it would go through memory twice.
#[target_feature(enable = "avx2")]
pub(super) fn read(text: &[u8; LETTERS], letters: Letters, number: &mut u128) -> bool {
    // Letters 0 to 15, and 10 to 25.
    let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) else { return false };
    let text = _mm256_set_m128i(load(last), load(first));
    let [at, p] = rows(letters);
    // Bit 4 tells the rows apart and bit 6 letters from the rest; moved to the sign bit, `blendv` chooses by them.
    let letter = _mm256_blendv_epi8(
        _mm256_shuffle_epi8(twice(&at), text),
        _mm256_shuffle_epi8(twice(&p), text),
        _mm256_slli_epi16::<3>(text),
    );
    // What is below `0` has the sign bit from the subtraction, what is above `9` from the addition.
    let digit = _mm256_sub_epi8(text, all(b'0'));
    let above = _mm256_and_si256(_mm256_add_epi8(digit, all(0x80 - 10)), all(NONE));
    let values = _mm256_blendv_epi8(_mm256_or_si256(digit, above), letter, _mm256_slli_epi16::<1>(text));
    // An octet that is not ASCII has the sign bit itself.
    if _mm256_movemask_epi8(_mm256_or_si256(values, text)) != 0 {
        return false;
    }
    // Pairs of letters to 10 bits, pairs of those to 20, and of those to 40.
    let tens = _mm256_maddubs_epi16(values, _mm256_set1_epi16(1 << 8 | 32));
    let twenties = _mm256_madd_epi16(tens, _mm256_set1_epi32(1 << 16 | 1024));
    let forty = |pair: i64| (pair.cast_unsigned() & 0xf_ffff) << 20 | pair.cast_unsigned() >> 32;
    let a = forty(_mm256_extract_epi64::<0>(twenties));
    let b = forty(_mm256_extract_epi64::<1>(twenties));
    // Of letters 10 to 17 only the last two are new.
    let c = forty(_mm256_extract_epi64::<2>(twenties)) & 0x3ff;
    let d = forty(_mm256_extract_epi64::<3>(twenties));
    *number = u128::from(a << 26 | b >> 14) << 64 | u128::from(b << 50 | c << 40 | d);
    // 38 of the first 40 bits are there to be used.
    a >> 38 == 0
}

/// Where each pair of letters comes from: the octets that hold its ten bits, and the factors that bring five of them to the low and five to the high octet of a lane.
struct Plan {
    octets: [[u8; 16]; 2],
    first: [[u8; 16]; 2],
    second: [[u8; 16]; 2],
}

/// The plan of letters 0 to 15 and 10 to 25.
const PLAN: Plan = {
    let mut plan = Plan { octets: [[0; 16]; 2], first: [[0; 16]; 2], second: [[0; 16]; 2] };
    let mut lane = 0;
    while lane < 16 {
        let (half, place): (usize, usize) = (lane / 8, lane % 8 * 2);
        // 26 letters have two bits more than the number, so the first pair has eight.
        let pair = place / 2 + 5 * half;
        let (octet, below) = match (10 * pair).checked_sub(2) {
            Some(bit) => (Some((bit / 8) as u8), 6 - bit % 8),
            None => (None, 0),
        };
        (plan.octets[half][place], plan.octets[half][place + 1]) = match octet {
            Some(octet) => (octet + 1, octet),
            None => (0, NONE),
        };
        let (first, second) = ((1u16 << (11 - below)).to_le_bytes(), (1u16 << (8 - below)).to_le_bytes());
        (plan.first[half][place], plan.first[half][place + 1]) = (first[0], first[1]);
        (plan.second[half][place], plan.second[half][place + 1]) = (second[0], second[1]);
        lane += 1;
    }
    plan
};

/// The letters of values 0 to 15 and 16 to 31.
const ROWS: [[u8; 16]; 2] = {
    let (mut rows, mut value) = ([[0; 16]; 2], 0);
    while value < 32 {
        rows[value / 16][value % 16] = ALPHABET[value];
        value += 1;
    }
    rows
};

#[target_feature(enable = "avx2")]
pub(super) fn write(number: u128, letters: &mut [u8; LETTERS]) {
    let [high, low] = halves(number.swap_bytes());
    let net = _mm256_broadcastsi128_si256(_mm_set_epi64x(high.cast_signed(), low.cast_signed()));
    let pairs = _mm256_shuffle_epi8(net, both(&PLAN.octets));
    let first = _mm256_and_si256(_mm256_mulhi_epu16(pairs, both(&PLAN.first)), _mm256_set1_epi16(0x001f));
    let second = _mm256_and_si256(_mm256_mullo_epi16(pairs, both(&PLAN.second)), _mm256_set1_epi16(0x1f00));
    let values = _mm256_or_si256(first, second);
    let [low, high] = ROWS;
    let written = _mm256_blendv_epi8(
        _mm256_shuffle_epi8(twice(&low), values),
        _mm256_shuffle_epi8(twice(&high), values),
        _mm256_slli_epi16::<3>(values),
    );
    if let Some(front) = letters.first_chunk_mut() {
        *front = store(_mm256_castsi256_si128(written));
    }
    if let Some(back) = letters.last_chunk_mut() {
        *back = store(_mm256_extracti128_si256::<1>(written));
    }
}
