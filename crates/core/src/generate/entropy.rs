//! Where generators draw from.

use core::fmt;
use std::sync::{Mutex, PoisonError};

use super::fork;

/// The system gave no random octets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntropyError;

impl fmt::Display for EntropyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the system gave no random octets")
    }
}

impl core::error::Error for EntropyError {}

/// What a generator draws random bits from.
///
/// Guessable bits make guessable ids: everything but tests wants [`OsEntropy`] or another cryptographic source.
pub trait Entropy: Send + Sync {
    /// A number of `bits` random bits, at most 128.
    ///
    /// # Errors
    /// Where the source has nothing to give.
    fn draw(&self, bits: u32) -> Result<u128, EntropyError>;

    /// A random number up to and with `largest`, all alike but for one part in 2^64.
    ///
    /// # Errors
    /// As [`Entropy::draw`].
    fn draw_up_to(&self, largest: u64) -> Result<u64, EntropyError> {
        let wide = self.draw(64)? & u128::from(u64::MAX);
        let scaled = wide.saturating_mul(u128::from(largest) + 1) >> 64;
        Ok(u64::try_from(scaled).unwrap_or(largest).min(largest))
    }
}

/// Octets asked for at once: one call of the system for some 50 ids.
const BUFFER: usize = 512;

/// The system's cryptographic random numbers, some of them kept in store.
///
/// Octets are used once and erased; what a forked child inherits is thrown away.
pub struct OsEntropy {
    store: Mutex<Store>,
}

struct Store {
    octets: [u8; BUFFER],
    used: usize,
    forks: u64,
    /// Whether forks are counted; without that nothing is kept in store.
    counted: bool,
}

impl OsEntropy {
    /// A source with nothing in store.
    #[must_use]
    pub fn new() -> Self {
        let counted = fork::watch();
        Self { store: Mutex::new(Store { octets: [0; BUFFER], used: BUFFER, forks: fork::count(), counted }) }
    }
}

impl Default for OsEntropy {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for OsEntropy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OsEntropy")
    }
}

impl Entropy for OsEntropy {
    fn draw(&self, bits: u32) -> Result<u128, EntropyError> {
        let count = (bits.min(128) as usize).div_ceil(8);
        let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let store = &mut *store;
        let forks = fork::count();
        if !store.counted || store.forks != forks || store.used > BUFFER - count {
            getrandom::fill(&mut store.octets).map_err(|_| EntropyError)?;
            (store.forks, store.used) = (forks, 0);
        }
        let drawn = store.octets.get_mut(store.used..store.used + count).ok_or(EntropyError)?;
        let mut wide = [0; 16];
        for (octet, drawn) in wide.iter_mut().zip(drawn) {
            // Taken out, so that what was given is not in memory any more.
            *octet = core::mem::take(drawn);
        }
        let number = u128::from_le_bytes(wide);
        store.used += count;
        Ok(number & crate::field::ones(bits.min(128)))
    }
}

impl<E: Entropy + ?Sized> Entropy for std::sync::Arc<E> {
    fn draw(&self, bits: u32) -> Result<u128, EntropyError> {
        (**self).draw(bits)
    }

    fn draw_up_to(&self, largest: u64) -> Result<u64, EntropyError> {
        (**self).draw_up_to(largest)
    }
}
