//! Which machines have a generator in this process.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

/// A scheme's name and kind, its epoch, and the bits of the configured fields.
type Key = (&'static str, Option<&'static str>, i64, u128);

static CLAIMED: Mutex<BTreeSet<Key>> = Mutex::new(BTreeSet::new());

/// The claim of one generator, given up when it is dropped.
#[derive(Debug)]
pub(crate) struct Claim(Key);

impl Claim {
    /// The claim, or nothing where another generator of this process has it.
    pub(crate) fn of(key: Key) -> Option<Self> {
        let mut claimed = CLAIMED.lock().unwrap_or_else(PoisonError::into_inner);
        claimed.insert(key).then(|| Self(key))
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        CLAIMED.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.0);
    }
}
