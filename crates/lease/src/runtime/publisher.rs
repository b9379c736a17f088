//! From the protocol to the generators that follow it.

use std::sync::Arc;

use arc_swap::ArcSwapOption;
use idspec_core::generate::{BuildError, Builder, Generator};
use idspec_core::{Id, Timestamp};

use crate::protocol::{Grant, Issuer};

/// Where everybody finds the generator of the current lease.
pub(crate) type Place<T> = Arc<ArcSwapOption<Generator<T>>>;

/// What a user adds to a generator.
pub(crate) type Configure<T> = Arc<dyn Fn(Builder<Generator<T>>) -> Builder<Generator<T>> + Send + Sync>;

/// Makes generators of leases and puts them where everybody finds them.
pub(crate) struct Publisher<T: Id> {
    place: Place<T>,
    configure: Configure<T>,
    /// The lease that has no generator yet.
    granted: Option<Grant>,
}

impl<T: Id> Publisher<T> {
    pub(crate) fn new(configure: Configure<T>) -> Self {
        Self { place: Arc::new(ArcSwapOption::empty()), configure, granted: None }
    }

    pub(crate) const fn place(&self) -> &Place<T> {
        &self.place
    }

    /// Makes the generator of the lease that was granted last, in place of the one before.
    ///
    /// [`BuildError::InUse`] may pass: a call that is under way keeps the generator before for a moment.
    pub(crate) fn publish(&mut self) -> Result<(), BuildError> {
        let Some(grant) = self.granted else { return Ok(()) };
        // One machine has one generator in a process, so the old one goes first.
        if let Some(old) = self.place.swap(None) {
            old.control().revoke();
        }
        let builder = (self.configure)(Generator::builder()).machine(u64::try_from(grant.worker).unwrap_or(u64::MAX));
        let generator = builder.leased(instant(grant.lo), instant(grant.hi)).build()?;
        self.place.store(Some(Arc::new(generator)));
        self.granted = None;
        Ok(())
    }
}

impl<T: Id> Issuer for Publisher<T> {
    fn grant(&mut self, window: &Grant) {
        self.granted = Some(*window);
    }

    fn extend(&mut self, hi_ms: i64) {
        if let Some(generator) = self.place.load().as_ref() {
            generator.control().extend_to(instant(hi_ms));
        }
    }

    fn revoke(&mut self) {
        if let Some(generator) = self.place.load().as_ref() {
            generator.control().revoke();
        }
    }

    fn seal(&mut self) -> i64 {
        if self.granted.is_some() {
            // The lease has no generator yet, and what there is belongs to the lease before; the protocol raises this to the start of the window.
            self.revoke();
            return i64::MIN;
        }
        let sealed = self.place.load().as_ref().map(|generator| generator.control().seal());
        sealed.map_or(i64::MIN, ceil_ms)
    }

    fn first_free(&self) -> i64 {
        // A generator that goes on cannot say it, and no rule that holds asks for it.
        i64::MIN
    }
}

/// The first ms that begins at an instant or after it.
fn ceil_ms(instant: Timestamp) -> i64 {
    let whole = instant.unix_ms();
    if Timestamp::from_unix_ms_saturating(i128::from(whole)) < instant { whole.saturating_add(1) } else { whole }
}

fn instant(ms: i64) -> Timestamp {
    Timestamp::from_unix_ms_saturating(i128::from(ms))
}
