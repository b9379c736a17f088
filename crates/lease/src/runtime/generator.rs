//! The generator of a lease, whichever worker id it has at the moment.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use idspec_core::Id;
use idspec_core::generate::{GenerateError, Generates, Generator};
use tokio::time::Instant;

use super::clocks::Clocks;
use super::publisher::Place;
use super::telemetry::Figures;

/// The shortest wait: a clock that does not move cannot make a loop of these busy.
const SHORTEST: Duration = Duration::from_millis(1);
/// The longest wait in one go, so that another worker id, or the end of the lease, is noticed.
const LONGEST: Duration = Duration::from_millis(50);

/// Gives ids under the lease of the moment.
///
/// A clone is a handle to the same lease. When a lease is lost and another worker id is leased, the next call uses that one; a call costs one load
/// more than that of a [`Generator`].
///
/// Under one worker id the ids increase strictly, over all handles. After a change of the worker id they may be smaller than earlier ones: the worker id is
/// part of the id, and the new one may begin at an earlier instant.
pub struct LeasedGenerator<T: Id> {
    place: Place<T>,
    figures: Arc<Figures>,
    clocks: Arc<dyn Clocks>,
}

impl<T: Id> Clone for LeasedGenerator<T> {
    fn clone(&self) -> Self {
        Self { place: Arc::clone(&self.place), figures: Arc::clone(&self.figures), clocks: Arc::clone(&self.clocks) }
    }
}

impl<T: Id> fmt::Debug for LeasedGenerator<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LeasedGenerator").field(&T::SCHEME.title()).finish()
    }
}

impl<T: Id> LeasedGenerator<T> {
    pub(crate) const fn new(place: Place<T>, figures: Arc<Figures>, clocks: Arc<dyn Clocks>) -> Self {
        Self { place, figures, clocks }
    }

    /// A new id, at once.
    ///
    /// # Errors
    /// Those of [`Generator::try_next`]: `LeaseWindow` while there is no lease or its window ended, `Sealed` after it was given back.
    #[inline]
    pub fn try_next(&self) -> Result<T, GenerateError> {
        let result = match self.place.load().as_ref() {
            Some(generator) => generator.try_next(),
            None => Err(GenerateError::without_lease(T::SCHEME)),
        };
        self.figures.count(&result);
        result
    }

    /// A new id; waits without blocking the thread where time alone helps, as for a sequence that is used up or a clock that went back, and for no longer than
    /// `limit` in all. Each try uses the worker id of the moment. Dropping the future cancels it, and nothing is lost then.
    ///
    /// # Errors
    /// As [`LeasedGenerator::try_next`]: at once where time does not help ([`GenerateError::retry_at`] says nothing), and what the last try said when the time is
    /// over.
    pub async fn next(&self, limit: Duration) -> Result<T, GenerateError> {
        let begun = Instant::now();
        loop {
            let error = match self.try_next() {
                Ok(id) => return Ok(id),
                Err(error) => error,
            };
            let left = limit.saturating_sub(begun.elapsed());
            let Some(retry_at) = error.retry_at().filter(|_| !left.is_zero()) else { return Err(error) };
            let missing = retry_at.unix_ms().saturating_sub(self.clocks.wall_ms());
            let missing = Duration::from_millis(u64::try_from(missing).unwrap_or(0));
            tokio::time::sleep(missing.clamp(SHORTEST, LONGEST).min(left)).await;
        }
    }

    /// Calls a function with the generator of the moment, for batches; nothing while there is none. Ids that are taken so are not counted in the figures.
    ///
    /// `next_blocking` in it blocks the thread. In async code that belongs into `tokio::task::spawn_blocking`, and never on the thread of the runtime that keeps the
    /// lease, where it would hold up the renewals; [`LeasedGenerator::next`] waits without that.
    ///
    /// The generator should not be kept: one that is kept stays at its lease, and until that is given back its worker id cannot be used again in this process.
    pub fn with<R>(&self, call: impl FnOnce(&Generator<T>) -> R) -> Option<R> {
        self.place.load().as_ref().map(|generator| call(generator))
    }
}

impl<T: Id> Generates<T> for LeasedGenerator<T> {
    fn try_next(&self) -> Result<T, GenerateError> {
        Self::try_next(self)
    }
}
