//! The generator of a lease, whichever worker id it has at the moment.

use std::fmt;
use std::sync::Arc;

use idspec_core::Id;
use idspec_core::generate::{GenerateError, Generates, Generator};

use super::publisher::Place;
use super::telemetry::Figures;

/// Gives ids under the lease of the moment.
///
/// A clone is a handle to the same lease. When a lease is lost and another worker id is leased, the next call uses that one; a call costs one load
/// more than that of a [`Generator`].
pub struct LeasedGenerator<T: Id> {
    place: Place<T>,
    figures: Arc<Figures>,
}

impl<T: Id> Clone for LeasedGenerator<T> {
    fn clone(&self) -> Self {
        Self { place: Arc::clone(&self.place), figures: Arc::clone(&self.figures) }
    }
}

impl<T: Id> fmt::Debug for LeasedGenerator<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LeasedGenerator").field(&T::SCHEME.title()).finish()
    }
}

impl<T: Id> LeasedGenerator<T> {
    pub(crate) const fn new(place: Place<T>, figures: Arc<Figures>) -> Self {
        Self { place, figures }
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

    /// Calls a function with the generator of the moment, for batches and for waiting; nothing while there is none.
    ///
    /// The generator should not be kept: one that is kept stays at its lease, and its worker id cannot be used again in this process.
    pub fn with<R>(&self, call: impl FnOnce(&Generator<T>) -> R) -> Option<R> {
        self.place.load().as_ref().map(|generator| call(generator))
    }
}

impl<T: Id> Generates<T> for LeasedGenerator<T> {
    fn try_next(&self) -> Result<T, GenerateError> {
        Self::try_next(self)
    }
}
