//! From the protocol to the generators that follow it.

use core::ops::Range;
use std::sync::Arc;

use arc_swap::ArcSwapOption;
use idspec_core::generate::{BuildError, Builder, Clock, Entropy, Generator};
use idspec_core::{Id, Timestamp};

use crate::protocol::{Grant, Issuer};

/// Where everybody finds the generator of the current lease.
pub(crate) type Place<T> = Arc<ArcSwapOption<Generator<T>>>;

/// Makes the generator of a worker id and its window, with what a user adds to it.
pub(crate) type Build<T> = Arc<dyn Fn(u64, Range<Timestamp>) -> Result<Generator<T>, BuildError> + Send + Sync>;

/// The generators that a user configures.
pub(crate) fn built<T: Id, C: Clock + 'static, E: Entropy + 'static>(
    configure: impl Fn(Builder<Generator<T>>) -> Builder<Generator<T>, C, E> + Send + Sync + 'static,
) -> Build<T> {
    Arc::new(move |worker, window| {
        configure(Generator::builder()).machine(worker).leased(window.start, window.end).build()
    })
}

/// Makes generators of leases and puts them where everybody finds them.
pub(crate) struct Publisher<T: Id> {
    place: Place<T>,
    build: Build<T>,
    /// The lease that has no generator yet.
    granted: Option<Grant>,
}

impl<T: Id> Publisher<T> {
    pub(crate) fn new(build: Build<T>) -> Self {
        Self { place: Arc::new(ArcSwapOption::empty()), build, granted: None }
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
        let worker = u64::try_from(grant.worker).unwrap_or(u64::MAX);
        let generator = (self.build)(worker, instant(grant.lo)..instant(grant.hi))?;
        self.place.store(Some(Arc::new(generator)));
        self.granted = None;
        Ok(())
    }

    /// Stops the generator that is in place. A lease that has no generator yet stays: what ended is the one before.
    pub(crate) fn stop(&self) {
        if let Some(generator) = self.place.load().as_ref() {
            generator.control().revoke();
        }
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
        self.granted = None;
        self.stop();
    }

    fn seal(&mut self) -> i64 {
        if self.granted.take().is_some() {
            // The lease has no generator yet, and what there is belongs to the lease before; the protocol raises this to the start of the window.
            self.stop();
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use idspec_core::generate::GenerateErrorKind;
    use idspec_twitter_snowflake::TwitterSnowflake;

    use super::*;

    const LO: i64 = 1_700_000_000_000;

    fn refused(publisher: &Publisher<TwitterSnowflake>) -> GenerateErrorKind {
        publisher.place.load().as_ref().unwrap().try_next().unwrap_err().kind()
    }

    /// A publisher with the generator of one lease in place, and another lease that has none yet.
    fn between(worker: i64) -> Publisher<TwitterSnowflake> {
        let mut publisher = Publisher::new(built(|builder| builder));
        publisher.grant(&Grant { worker, fence: 1, lo: LO, hi: i64::MAX });
        publisher.publish().unwrap();
        publisher.grant(&Grant { worker: worker + 1, fence: 1, lo: LO, hi: i64::MAX });
        publisher
    }

    #[test]
    fn a_lease_that_never_had_a_generator_does_not_keep_the_one_before_from_being_sealed() {
        let mut publisher = between(900);
        assert_eq!(publisher.seal(), i64::MIN);
        assert_eq!(refused(&publisher), GenerateErrorKind::LeaseWindow);
        assert_eq!(publisher.seal(), LO);
        assert_eq!(refused(&publisher), GenerateErrorKind::Sealed);
        let mut publisher = between(910);
        publisher.revoke();
        assert_eq!(publisher.seal(), LO);
        assert_eq!(refused(&publisher), GenerateErrorKind::Sealed);
    }

    #[test]
    fn the_end_of_the_lease_before_leaves_the_next_one_its_generator() {
        let mut publisher = between(920);
        publisher.stop();
        publisher.publish().unwrap();
        publisher.place.load().as_ref().unwrap().try_next().unwrap();
    }
}
