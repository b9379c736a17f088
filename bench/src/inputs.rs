//! Inputs: the same on every machine, and too many for a branch predictor to learn.

use std::sync::atomic::{AtomicUsize, Ordering};

/// How many inputs one pass goes through.
pub const INPUTS: usize = 16_384;

static WANTED: AtomicUsize = AtomicUsize::new(INPUTS);

/// Makes only so many inputs from now on: instructions are counted slowly, and no predictor changes their number.
pub fn only(count: usize) {
    WANTED.store(count, Ordering::Relaxed);
}

/// A generator of numbers (splitmix64).
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn random(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }
}

fn inputs<N>(seed: u64, mut make: impl FnMut(&mut Numbers) -> N) -> &'static [N] {
    let mut numbers = Numbers::new(seed);
    // They live as long as the process, which ends after its comparisons.
    Vec::leak((0..WANTED.load(Ordering::Relaxed)).map(|_| make(&mut numbers)).collect())
}

/// ULIDs of the years 2010 to 2040.
pub fn ulids() -> &'static [u128] {
    inputs(1, |numbers| {
        let ms = 1_262_304_000_000 + numbers.below(946_684_800_000);
        u128::from(ms) << 80 | numbers.random() >> 48
    })
}

/// Snowflakes of 17, 18 and 19 digits, a third each, in no order; all are below 2^63.
pub fn snowflakes() -> &'static [u64] {
    inputs(2, |numbers| {
        let (low, high) = match numbers.below(3) {
            0 => (10_u64.pow(16), 10_u64.pow(17)),
            1 => (10_u64.pow(17), 10_u64.pow(18)),
            _ => (10_u64.pow(18), 1 << 63),
        };
        low + numbers.below(high - low)
    })
}

/// Any 64 bits.
pub fn words() -> &'static [u64] {
    inputs(3, Numbers::next)
}

/// GUIDs with the time first (layout `rfc`: version 8 of RFC 9562) of the years 2010 to 2040.
pub fn guids() -> &'static [u128] {
    inputs(4, |numbers| {
        let ticks = 633_979_008_000_000_000 + numbers.below(9_466_848_000_000_000);
        let id = idspec::seq_guid::AsString::with_random(ticks.cast_signed(), numbers.next().to_be_bytes());
        id.map_or(0, idspec::seq_guid::AsString::to_u128)
    })
}

/// Texts of numbers, one behind the other as in a file that was read.
pub fn texts<N: Copy>(numbers: &[N], text: impl Fn(N) -> String) -> &'static [&'static str] {
    let mut all = String::new();
    let mut ends = vec![0];
    for number in numbers {
        all.push_str(&text(*number));
        ends.push(all.len());
        all.push('\n');
    }
    let all: &'static str = String::leak(all);
    let mut start = 0;
    let mut texts = Vec::new();
    for end in ends.into_iter().skip(1) {
        texts.extend(all.get(start..end));
        start = end + 1;
    }
    Vec::leak(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_as_promised() {
        let lengths = texts(snowflakes(), |number| number.to_string());
        for length in 17..=19 {
            let count = lengths.iter().filter(|text| text.len() == length).count();
            assert!((INPUTS / 4..INPUTS / 2).contains(&count), "{count} of {length} digits");
        }
        assert!(guids().iter().all(|guid| *guid != 0));
        assert_eq!(ulids()[0] >> 127, 0);
        assert_eq!(ulids().len(), INPUTS);
    }
}
