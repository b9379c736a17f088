//! 26 letters in one vector of AVX2.

use core::arch::x86_64::{
    __m256i, _mm_or_si128, _mm_set_epi64x, _mm256_add_epi8, _mm256_adds_epu8, _mm256_and_si256, _mm256_blendv_epi8,
    _mm256_broadcastsi128_si256, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_madd_epi16,
    _mm256_maddubs_epi16, _mm256_movemask_epi8, _mm256_mul_epu32, _mm256_mulhrs_epi16, _mm256_mullo_epi16,
    _mm256_or_si256, _mm256_set_m128i, _mm256_set1_epi8, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_set1_epi64x,
    _mm256_shuffle_epi8, _mm256_slli_epi16, _mm256_srli_epi64, _mm256_sub_epi8, _mm256_xor_si256,
};

use super::ascii;
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
    read_inlined(text, letters, number)
}

/// Reads lines as long as they are right and `take` takes their numbers, and gives how many there were.
#[target_feature(enable = "avx2")]
#[allow(clippy::arithmetic_side_effects, reason = "no more than there are lines")]
pub(super) fn read_lines(lines: &[[u8; LETTERS + 1]], letters: Letters, mut take: impl FnMut(&[u128])) -> usize {
    let mut count = 0;
    for [text @ .., end] in lines {
        let mut number = 0;
        if !read_inlined(text, letters, &mut number) || *end != b'\n' {
            break;
        }
        take(&[number]);
        count += 1;
    }
    count
}

#[inline]
#[target_feature(enable = "avx2")]
fn read_inlined(text: &[u8; LETTERS], letters: Letters, number: &mut u128) -> bool {
    // Letters 10 to 25, and 0 to 15.
    let (Some(last), Some(first)) = (text.last_chunk(), text.first_chunk()) else { return false };
    let text = _mm256_set_m128i(load(first), load(last));
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
    // The sign bit of what is no letter, or of a first letter above 7; an octet that is not ASCII has it itself.
    let wrong = _mm256_or_si256(_mm256_adds_epu8(values, both(&LIMITS)), text);
    if _mm256_movemask_epi8(wrong) != 0 {
        return false;
    }
    // Five octets for each eight letters, counted from the last: 18 to 25 and 10 to 17 in the low half, 2 to 9 and then 0 and 1 in the high one.
    let eights = _mm256_shuffle_epi8(values, both(&EIGHTS));
    let tens = _mm256_maddubs_epi16(eights, _mm256_set1_epi16(1 << 8 | 32));
    let twenties = _mm256_madd_epi16(tens, _mm256_set1_epi32(1 << 16 | 1024));
    let first = _mm256_mul_epu32(twenties, _mm256_set1_epi64x(1 << 20));
    let forties = _mm256_or_si256(first, _mm256_srli_epi64::<32>(twenties));
    let octets = _mm256_shuffle_epi8(forties, both(&FIVES));
    let octets = _mm_or_si128(_mm256_castsi256_si128(octets), _mm256_extracti128_si256::<1>(octets));
    *number = u128::from_le_bytes(store(octets));
    true
}

/// What makes the sign bit of a value that is too large: of any above 31, and in the place of the first letter of one above 7.
const LIMITS: [[u8; 16]; 2] = [[0x80 - 32; 16], {
    let mut limits = [0x80 - 32; 16];
    limits[0] = 0x80 - 8;
    limits
}];

/// The places of the letters in the order of their octets; the octet of letters 0 and 1 has six letters before it that are not there.
const EIGHTS: [[u8; 16]; 2] = [
    [8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7],
    [2, 3, 4, 5, 6, 7, 8, 9, NONE, NONE, NONE, NONE, NONE, NONE, 0, 1],
];

/// Where the octets of a number come from: five out of eight, twice in each half, but one of the last eight.
const FIVES: [[u8; 16]; 2] = [
    [0, 1, 2, 3, 4, 8, 9, 10, 11, 12, NONE, NONE, NONE, NONE, NONE, NONE],
    [NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, NONE, 0, 1, 2, 3, 4, 8],
];

/// Where each pair of letters comes from: the octets that hold its ten bits, and the factors that bring five of them to the low and five to the high octet of a lane.
struct Plan {
    octets: [[u8; 16]; 2],
    /// The five bits of the first letter.
    mask: [[u8; 16]; 2],
    first: [[u8; 16]; 2],
    second: [[u8; 16]; 2],
}

impl Plan {
    /// Letters 0 to 15 in the low half, and those from pair `from` on in the high one.
    #[allow(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "for constants, where a place outside stops the compiler"
    )]
    const fn new(from: usize) -> Self {
        let mut plan = Self { octets: [[NONE; 16]; 2], mask: [[0; 16]; 2], first: [[0; 16]; 2], second: [[0; 16]; 2] };
        let mut lane = 0;
        while lane < 16 {
            let (half, place): (usize, usize) = (lane / 8, lane % 8 * 2);
            let pair = place / 2 + from * half;
            if pair < LETTERS / 2 {
                // 26 letters have two bits more than the number, so the first pair has eight. Octets are counted from the number's highest here, and from its lowest in a vector.
                let below = match (10 * pair).checked_sub(2) {
                    Some(bit) => {
                        plan.octets[half][place] = PLACES[14 - bit / 8];
                        plan.octets[half][place + 1] = PLACES[15 - bit / 8];
                        6 - bit % 8
                    }
                    None => {
                        plan.octets[half][place] = 15;
                        0
                    }
                };
                // A rounded product is one of 15 bits more.
                let mask = (31u16 << (5 + below)).to_le_bytes();
                let (first, second) = ((1u16 << (10 - below)).to_le_bytes(), (1u16 << (8 - below)).to_le_bytes());
                (plan.mask[half][place], plan.mask[half][place + 1]) = (mask[0], mask[1]);
                (plan.first[half][place], plan.first[half][place + 1]) = (first[0], first[1]);
                (plan.second[half][place], plan.second[half][place + 1]) = (second[0], second[1]);
            }
            lane += 1;
        }
        plan
    }
}

/// Each place of a vector.
const PLACES: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// The letters of values 0 to 15 and 16 to 31.
#[allow(clippy::indexing_slicing, reason = "a constant")]
const ROWS: [[u8; 16]; 2] = {
    let (mut rows, mut value) = ([[0; 16]; 2], 0);
    while value < 32 {
        rows[value / 16][value % 16] = ALPHABET[value];
        value += 1;
    }
    rows
};

/// Writes the letters in two stores, for a place that ends with them.
#[target_feature(enable = "avx2")]
pub(super) fn write(number: u128, letters: &mut [u8; LETTERS]) {
    const PLAN: Plan = Plan::new(5);
    let written = letters_of(number, &PLAN);
    if let Some(front) = letters.first_chunk_mut() {
        *front = store(_mm256_castsi256_si128(written));
    }
    if let Some(back) = letters.last_chunk_mut() {
        *back = store(_mm256_extracti128_si256::<1>(written));
    }
}

/// Writes the letters and line feeds after them in one store: two would have to end before anything that lies across them is read again.
#[target_feature(enable = "avx2")]
pub(super) fn write_padded(number: u128, padded: &mut [u8; 32]) {
    *padded = padded_letters(number);
}

/// Gives the letters of each number and a line feed.
#[target_feature(enable = "avx2")]
pub(super) fn write_lines(numbers: impl Iterator<Item = u128>, mut give: impl FnMut(&str)) {
    for number in numbers {
        give(ascii(&padded_letters(number)));
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn padded_letters(number: u128) -> [u8; 32] {
    const PLAN: Plan = Plan::new(8);
    // Places without letters have the letter `0` so far.
    const PADDING: [[u8; 16]; 2] = [[0; 16], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, PAD, PAD, PAD, PAD, PAD, PAD]];
    const PAD: u8 = b'0' ^ b'\n';
    let written = _mm256_xor_si256(letters_of(number, &PLAN), both(&PADDING));
    let halves = [store(_mm256_castsi256_si128(written)), store(_mm256_extracti128_si256::<1>(written))];
    let mut padded = [0; 32];
    padded.copy_from_slice(halves.as_flattened());
    padded
}

#[inline]
#[target_feature(enable = "avx2")]
fn letters_of(number: u128, plan: &Plan) -> __m256i {
    let [high, low] = halves(number);
    let net = _mm256_broadcastsi128_si256(_mm_set_epi64x(high.cast_signed(), low.cast_signed()));
    let pairs = _mm256_shuffle_epi8(net, both(&plan.octets));
    // Rounded products, though nothing is rounded: the compiler makes a plain one a shift, which lanes of 16 bits do not have.
    let first = _mm256_mulhrs_epi16(_mm256_and_si256(pairs, both(&plan.mask)), both(&plan.first));
    let first = _mm256_and_si256(first, _mm256_set1_epi16(0x001f));
    let second = _mm256_and_si256(_mm256_mullo_epi16(pairs, both(&plan.second)), _mm256_set1_epi16(0x1f00));
    let values = _mm256_or_si256(first, second);
    let [low, high] = ROWS;
    _mm256_blendv_epi8(
        _mm256_shuffle_epi8(twice(&low), values),
        _mm256_shuffle_epi8(twice(&high), values),
        _mm256_slli_epi16::<3>(values),
    )
}
