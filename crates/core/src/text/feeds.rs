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
pub(super) fn portable(block: &[u8; 64]) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    const FEEDS: u64 = 0x0a0a_0a0a_0a0a_0a0a;
    // The eight low bits of eight octets, put together in the highest octet by one product.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    block.as_chunks().0.iter().rev().fold(0, |mask, octets| {
        let other = u64::from_le_bytes(*octets) ^ FEEDS;
        // The sign bit of each octet that is zero now, and of no other: the sums do not carry.
        let zero = !((other & LOW) + LOW | other | LOW);
        mask << 8 | (zero >> 7).wrapping_mul(GATHER) >> 56
    })
}
