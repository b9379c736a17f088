//! Where lines end.

/// The line feeds among 64 octets, the first octet in the lowest bit.
#[inline]
pub(crate) fn feeds(block: &[u8; 64]) -> u64 {
    #[cfg(all(feature = "fast", target_arch = "x86_64", target_feature = "sse2"))]
    return super::fast::feeds(block);
    #[cfg(not(all(feature = "fast", target_arch = "x86_64", target_feature = "sse2")))]
    return portable(block);
}

#[inline]
#[allow(clippy::arithmetic_side_effects, reason = "the sums of octets below 128 do not carry")]
pub(super) fn portable(block: &[u8; 64]) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    const FEEDS: u64 = 0x0a0a_0a0a_0a0a_0a0a;
    // The eight low bits of eight octets, put together in the highest octet by one product.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    block.as_chunks().0.iter().rev().fold(0, |mask, octets| {
        let other = u64::from_le_bytes(*octets) ^ FEEDS;
        // The sign bit of each octet that is zero now, and of no other: the sums do not carry.
        let zero = !(((other & LOW) + LOW) | other | LOW);
        mask << 8 | (zero >> 7).wrapping_mul(GATHER) >> 56
    })
}

/// How many octets are looked through for line feeds before their lines are read.
pub(crate) const CHUNK: usize = 1024;
/// How many of them at once.
const BLOCK: u16 = 64;
/// How many places are put down at once, needed or not, since a loop of unknown length costs more.
const SPARE: usize = 4;

/// Where the lines of a chunk end.
pub(crate) struct Ends {
    places: [u16; CHUNK + SPARE],
    count: usize,
    block: u16,
}

impl Ends {
    pub(crate) const fn new() -> Self {
        Self { places: [0; CHUNK + SPARE], count: 0, block: 0 }
    }

    /// Begins with another chunk.
    #[inline]
    pub(crate) const fn clear(&mut self) {
        (self.count, self.block) = (0, 0);
    }

    /// The places in the chunk, in their order.
    #[inline]
    pub(crate) fn places(&self) -> impl Iterator<Item = usize> {
        self.places.get(..self.count).unwrap_or_default().iter().map(|place| usize::from(*place))
    }

    /// Adds the line feeds of the next block.
    #[inline]
    #[allow(clippy::arithmetic_side_effects, reason = "places in a chunk of 1024 octets and a block")]
    pub(crate) fn add(&mut self, mut feeds: u64) {
        let (first, count) = (self.count, feeds.count_ones() as usize);
        let mut put = 0;
        loop {
            let slots = self.places.get_mut(first + put..).and_then(|rest| rest.first_chunk_mut::<SPARE>());
            for slot in slots.into_iter().flatten() {
                *slot = self.block + low16(feeds.trailing_zeros());
                feeds &= feeds.wrapping_sub(1);
            }
            put += SPARE;
            if put >= count {
                break;
            }
        }
        self.count = first + count;
        self.block += BLOCK;
    }
}

#[inline]
#[allow(clippy::cast_possible_truncation, reason = "places in a chunk, which has 1024 octets")]
const fn low16(place: u32) -> u16 {
    place as u16
}
