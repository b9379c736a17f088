//! Clocks and randomness that a test decides.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use idspec::Timestamp;
use idspec::generate::{Clock, Entropy, EntropyError};

/// A clock that stands until it is set; a sleep moves it, and is counted.
#[derive(Clone, Default)]
pub(crate) struct Hand(Arc<(AtomicI64, AtomicU64)>);

impl Hand {
    pub(crate) fn at_ms(ms: i64) -> Self {
        let hand = Self::default();
        hand.set_ms(ms);
        hand
    }

    pub(crate) fn set_ms(&self, ms: i64) {
        self.set(Timestamp::from_unix_ms(ms).unwrap());
    }

    pub(crate) fn set(&self, time: Timestamp) {
        self.0.0.store(time.hundred_ns(), Ordering::SeqCst);
    }

    pub(crate) fn sleeps(&self) -> u64 {
        self.0.1.load(Ordering::SeqCst)
    }
}

impl Clock for Hand {
    fn now(&self) -> Timestamp {
        Timestamp::from_hundred_ns(self.0.0.load(Ordering::SeqCst))
    }

    fn sleep(&self, time: Duration) {
        self.0.1.fetch_add(1, Ordering::SeqCst);
        self.0.0.fetch_add(i64::try_from(time.as_nanos() / 100).unwrap(), Ordering::SeqCst);
    }
}

/// A clock that never moves, whatever is slept.
pub(crate) struct Stopped(pub(crate) Timestamp);

impl Clock for Stopped {
    fn now(&self) -> Timestamp {
        self.0
    }

    fn sleep(&self, _: Duration) {}
}

/// Random bits that are all the same number.
pub(crate) struct Always(pub(crate) u128);

impl Entropy for Always {
    fn draw(&self, bits: u32) -> Result<u128, EntropyError> {
        Ok(self.0 & (u128::MAX >> (128 - bits)))
    }

    fn draw_up_to(&self, largest: u64) -> Result<u64, EntropyError> {
        Ok(u64::try_from(self.0).unwrap().min(largest))
    }
}

/// A source that gives all bits that there are, however many it is asked for.
pub(crate) struct Wide;

impl Entropy for Wide {
    fn draw(&self, _: u32) -> Result<u128, EntropyError> {
        Ok(u128::MAX)
    }
}

/// A source that has nothing to give.
pub(crate) struct Dry;

impl Entropy for Dry {
    fn draw(&self, _: u32) -> Result<u128, EntropyError> {
        Err(EntropyError)
    }
}
