//! What is faster than safe Rust allows: text without looking at each octet again, SSE2, and AVX2 and AVX-512 where the machine has them.
//!
//! This is the only module of the codecs with `unsafe`, and the feature `fast` turns it off. Each function has a portable twin that gives the same answers; the tests
//! compare them. The bodies are safe too: what is unsafe is to call them on a machine that lacks the instructions.
#![allow(unsafe_code, reason = "each use says why it is sound")]

/// ASCII octets as text.
///
/// Only for what a writer of `text` made, whose alphabets are ASCII.
#[inline]
pub(super) fn ascii(octets: &[u8]) -> &str {
    debug_assert!(octets.is_ascii());
    // SAFETY: the callers are the writers of `text` and `Text`, which hold ASCII only, and that is UTF-8.
    unsafe { core::str::from_utf8_unchecked(octets) }
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod avx2_guid;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod avx512;
#[cfg(all(feature = "std", target_arch = "x86_64", target_feature = "sse2"))]
mod decimals;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sse2;

/// As `feeds::portable`.
#[cfg(all(feature = "alloc", target_arch = "x86_64", target_feature = "sse2"))]
#[inline]
pub(super) fn feeds(block: &[u8; 64]) -> u64 {
    // SAFETY: this is only compiled for programs that need SSE2 anyway.
    unsafe { sse2::feeds(block) }
}

/// Sixteen hexadecimal digits, as `hex::portable` reads and writes them.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub(super) mod sixteen {
    use super::sse2;
    use crate::text::hex::Case;

    #[inline]
    pub(in crate::text) fn read(digits: [u64; 2]) -> Option<u64> {
        // SAFETY: this is only compiled for programs that need SSE2 anyway.
        unsafe { sse2::read(digits) }
    }

    #[inline]
    pub(in crate::text) fn write(number: u64, case: Case) -> [u8; 16] {
        // SAFETY: as above.
        unsafe { sse2::write(number, case) }
    }
}

/// As `decimal::read_lines`; no line where the machine lacks the instructions.
#[cfg(all(feature = "std", target_arch = "x86_64", target_feature = "sse2"))]
#[inline]
pub(super) fn read_decimals(text: &[u8], take: impl FnMut(u64) -> bool) -> usize {
    use std::arch::is_x86_feature_detected as has;
    if has!("avx2") && has!("bmi1") && has!("bmi2") && has!("popcnt") {
        // SAFETY: the machine has the instructions.
        unsafe { decimals::read_lines(text, take) }
    } else {
        0
    }
}

/// The 36 characters of a GUID.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub(super) mod guid {
    use super::{avx2_guid, letters};

    /// Whether these are 32 digits and four hyphens in their places, and their number; nothing where the machine lacks the instructions.
    #[inline]
    pub(in crate::text) fn read(text: &[u8; 36], number: &mut u128) -> Option<bool> {
        // SAFETY: the machine has AVX2.
        letters::has_avx2().then(|| unsafe { avx2_guid::read(text, number) })
    }
}

/// 26 letters, as the functions of the same names in `crockford` read and write them.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub(super) mod letters {
    use super::{avx2, avx512};
    use crate::text::crockford::{LETTERS, Letters};

    /// Whether the machine has AVX2. Without the standard library only what the whole program is built for is known.
    #[inline]
    pub(super) fn has_avx2() -> bool {
        #[cfg(feature = "std")]
        return std::arch::is_x86_feature_detected!("avx2");
        #[cfg(not(feature = "std"))]
        return cfg!(target_feature = "avx2");
    }

    /// Whether the letters are right, and their number; nothing where the machine lacks the instructions.
    #[inline]
    pub(in crate::text) fn read(text: &[u8; LETTERS], letters: Letters, number: &mut u128) -> Option<bool> {
        // SAFETY: the machine has AVX2.
        has_avx2().then(|| unsafe { avx2::read(text, letters, number) })
    }

    /// Gives whether the machine has the instructions and the letters are written.
    #[inline]
    pub(in crate::text) fn write(number: u128, letters: &mut [u8; LETTERS]) -> bool {
        if !has_avx2() {
            return false;
        }
        // SAFETY: the machine has AVX2.
        unsafe { avx2::write(number, letters) };
        true
    }

    /// As `write`, with line feeds after the letters.
    #[inline]
    pub(in crate::text) fn write_padded(number: u128, padded: &mut [u8; 32]) -> bool {
        if !has_avx2() {
            return false;
        }
        // SAFETY: the machine has AVX2.
        unsafe { avx2::write_padded(number, padded) };
        true
    }

    /// Whether the machine has what `avx512` needs.
    #[inline]
    fn has_avx512() -> bool {
        #[cfg(feature = "std")]
        {
            use std::arch::is_x86_feature_detected as has;
            has!("avx512f") && has!("avx512bw") && has!("avx512vbmi")
        }
        #[cfg(not(feature = "std"))]
        cfg!(all(target_feature = "avx512f", target_feature = "avx512bw", target_feature = "avx512vbmi"))
    }

    /// As `crockford::read_lines`; no line where the machine lacks the instructions.
    #[inline]
    #[allow(clippy::arithmetic_side_effects, reason = "no more than there are lines")]
    pub(in crate::text) fn read_lines(
        lines: &[[u8; LETTERS + 1]],
        letters: Letters,
        mut take: impl FnMut(&[u128]),
    ) -> usize {
        if !has_avx2() {
            return 0;
        }
        let mut count = 0;
        if has_avx512() {
            // SAFETY: the machine has the instructions.
            count += unsafe { avx512::read_lines(lines.as_flattened(), letters, &mut take) };
        }
        let rest = lines.get(count..).unwrap_or_default();
        // SAFETY: the machine has AVX2.
        count + unsafe { avx2::read_lines(rest, letters, take) }
    }

    /// The numbers of two lines at the front of 64 octets, if they are right; nothing where the machine lacks the instructions.
    #[inline]
    pub(in crate::text) fn read_two(text: &[u8; 64], letters: Letters) -> Option<Option<[u128; 2]>> {
        // SAFETY: the machine has the instructions.
        has_avx512().then(|| unsafe { avx512::two(text, letters) })
    }

    /// As `crockford::write_lines`. Gives whether the machine has the instructions.
    #[inline]
    pub(in crate::text) fn write_lines(numbers: impl Iterator<Item = u128>, give: impl FnMut(&str)) -> bool {
        if !has_avx2() {
            return false;
        }
        // SAFETY: the machine has AVX2.
        unsafe { avx2::write_lines(numbers, give) };
        true
    }
}
