//! Where generators draw from.

use core::cell::RefCell;
use core::fmt;

use chacha20::ChaCha12Rng;
use chacha20::rand_core::{Rng as _, SeedableRng as _};

use super::fork;
use crate::field::ones;

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

/// The octets made at once.
const MADE: usize = 1024;
/// Those of them that are given; the others are the key of the next ones.
const GIVEN: usize = MADE - KEY;
const KEY: usize = 32;
/// How often octets are made before the system is asked for another key: every 64 KiB.
const MAKES: u32 = 64;

/// Cryptographic random numbers from keys of the system.
///
/// Each thread makes its octets in store by the cipher `ChaCha12`, of which the first key comes from the system, the next from the octets themselves, and every 64th from the system again: a call of
/// the system for each id would cost some ten times what the rest of the id does. Octets are used once and erased, and a key is gone once it was used, so what is in memory tells nothing of
/// ids that were given. What a forked child inherits is thrown away.
#[derive(Clone)]
pub struct OsEntropy {
    /// Whether forks are counted; without that nothing is kept in store.
    counted: bool,
}

struct Store {
    /// Octets to give, and the next key behind them.
    octets: [u8; MADE],
    used: usize,
    /// How often the key may still be the last octets.
    makes: u32,
    forks: u64,
}

std::thread_local! {
    static STORE: RefCell<Store> =
        const { RefCell::new(Store { octets: [0; MADE], used: GIVEN, makes: 0, forks: 0 }) };
}

impl OsEntropy {
    /// A source of the calling thread's octets, whichever thread calls.
    #[must_use]
    pub fn new() -> Self {
        Self { counted: fork::watch() }
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
    #[inline]
    fn draw(&self, bits: u32) -> Result<u128, EntropyError> {
        let bits = bits.min(128);
        let stored = self.counted.then(|| STORE.try_with(|store| Some(store.try_borrow_mut().ok()?.draw(bits))));
        match stored {
            Some(Ok(Some(drawn))) => drawn,
            // Forks are not counted, or the thread is ending.
            _ => direct(bits),
        }
    }
}

/// Random bits of the system, with none in store.
#[cold]
fn direct(bits: u32) -> Result<u128, EntropyError> {
    let mut octets = [0; 16];
    getrandom::fill(&mut octets).map_err(|_| EntropyError)?;
    Ok(u128::from_le_bytes(octets) & ones(bits))
}

impl Store {
    #[inline]
    #[allow(clippy::arithmetic_side_effects, reason = "places in a store of 1 KiB, and less than 2^30 octets")]
    fn draw(&mut self, bits: u32) -> Result<u128, EntropyError> {
        let count = bits.div_ceil(8);
        let forks = fork::count();
        if self.forks != forks || self.used + count as usize > GIVEN {
            self.make(forks)?;
        }
        // A window of 16 octets, of which `count` are drawn; the others stay for the next draws.
        let window =
            self.octets.get_mut(self.used..).and_then(|rest| rest.first_chunk_mut::<16>()).ok_or(EntropyError)?;
        let number = u128::from_le_bytes(*window);
        // What is given is not in memory any more. Only that is written: the next draw would have to wait for octets that were just written back.
        window.iter_mut().take(count as usize).for_each(|octet| *octet = 0);
        self.used += count as usize;
        Ok(number & ones(bits))
    }

    /// Makes new octets. Where the system gives no key, the old ones stay used up.
    #[cold]
    #[inline(never)]
    fn make(&mut self, forks: u64) -> Result<(), EntropyError> {
        let mut key = [0; KEY];
        if self.forks != forks || self.makes == 0 {
            getrandom::fill(&mut key).map_err(|_| EntropyError)?;
            self.makes = MAKES;
        } else if let Some(last) = self.octets.last_chunk::<KEY>() {
            key = *last;
        }
        ChaCha12Rng::from_seed(key).fill_bytes(&mut self.octets);
        (self.forks, self.used) = (forks, 0);
        self.makes = self.makes.saturating_sub(1);
        Ok(())
    }
}

impl<E: Entropy + ?Sized> Entropy for std::boxed::Box<E> {
    fn draw(&self, bits: u32) -> Result<u128, EntropyError> {
        (**self).draw(bits)
    }

    fn draw_up_to(&self, largest: u64) -> Result<u64, EntropyError> {
        (**self).draw_up_to(largest)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn octets_are_given_once_and_erased() {
        let forks = fork::count();
        let mut store = Store { octets: [0; MADE], used: GIVEN, makes: 0, forks };
        store.make(forks).unwrap();
        let made = store.octets;
        let mut given = std::vec::Vec::new();
        for bits in [80, 64, 1, 7, 8, 9, 128, 80] {
            let count = usize::try_from(bits).unwrap().div_ceil(8);
            let from = store.used;
            let number = store.draw(u32::try_from(bits).unwrap()).unwrap();
            assert_eq!(store.used, from + count);
            let mut wide = [0; 16];
            wide[..count].copy_from_slice(&made[from..from + count]);
            assert_eq!(number, u128::from_le_bytes(wide) & ones(u32::try_from(bits).unwrap()), "{bits} bits");
            given.extend_from_slice(&made[from..from + count]);
        }
        assert_eq!(given, made[..store.used]);
        assert!(store.octets[..store.used].iter().all(|octet| *octet == 0), "what was given is gone");
        assert_eq!(store.octets[store.used..], made[store.used..], "the rest is as it was made");
    }

    #[test]
    fn keys_are_used_once_and_come_from_the_system_at_last() {
        let forks = fork::count();
        let mut store = Store { octets: [0; MADE], used: GIVEN, makes: 0, forks };
        let mut keys = std::collections::BTreeSet::new();
        for make in 0..2 * MAKES {
            assert_eq!(store.makes, (MAKES - make % MAKES) % MAKES);
            store.make(forks).unwrap();
            assert!(keys.insert(*store.octets.last_chunk::<KEY>().unwrap()));
        }
        // The octets follow from the key before, but for those of the system.
        let key = *store.octets.last_chunk::<KEY>().unwrap();
        store.makes = 1;
        store.make(forks).unwrap();
        let mut expected = [0; MADE];
        ChaCha12Rng::from_seed(key).fill_bytes(&mut expected);
        assert_eq!(store.octets, expected);
        let key = *store.octets.last_chunk::<KEY>().unwrap();
        ChaCha12Rng::from_seed(key).fill_bytes(&mut expected);
        store.make(forks).unwrap();
        assert_ne!(store.octets, expected);
        // A child draws anew.
        let key = *store.octets.last_chunk::<KEY>().unwrap();
        ChaCha12Rng::from_seed(key).fill_bytes(&mut expected);
        store.draw(80).unwrap();
        store.forks = forks.wrapping_add(1);
        store.draw(80).unwrap();
        assert_eq!((store.used, store.forks, store.makes), (10, forks, MAKES - 1));
        assert_ne!(store.octets[10..], expected[10..]);
    }
}
