//! Generators of numbers, for a layout chosen at run time.

use core::time::Duration;
use std::sync::Arc;

use super::builder::{Builder, Plan};
use super::clock::Source;
use super::control::Control;
use super::engine::{Engine, Shared, Taken};
use super::entropy::Entropy;
use super::error::{BuildError, GenerateError};
use super::frame::Shape;
use crate::error::FieldError;
use crate::layout::Layout;

/// A generator of the numbers of ids. The typed side of the same thing is [`Generator`](super::Generator).
///
/// It is a handle: clones give ids of one and the same sequence.
#[derive(Clone)]
pub struct Numbers {
    shared: Arc<Shared>,
    /// The bits of all fixed and configured fields.
    base: u128,
}

impl core::fmt::Debug for Numbers {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Numbers").field("scheme", &self.shared.layout.scheme().title()).finish_non_exhaustive()
    }
}

impl Numbers {
    /// Begins to configure a generator for a layout.
    pub fn builder(layout: Layout) -> Builder<Self> {
        Builder::new(layout)
    }

    pub(super) fn from_plan(plan: Plan<Source, std::boxed::Box<dyn Entropy>>) -> Result<Self, BuildError> {
        let (engine, base) = Engine::build(plan)?;
        Ok(Self { shared: Arc::new(engine), base })
    }

    /// The layout of the ids.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.shared.layout
    }

    /// The number of a new id, at once: this neither waits nor holds a lock while anything else does.
    ///
    /// # Errors
    /// See [`GenerateErrorKind`](super::GenerateErrorKind); nothing has changed then.
    #[inline]
    pub fn try_next(&self) -> Result<u128, GenerateError> {
        self.next_of(None)
    }

    /// The same where the shape of the ids is a constant.
    #[inline]
    pub(super) fn next_of(&self, known: Option<Shape>) -> Result<u128, GenerateError> {
        self.shared.next(self.base, known)
    }

    /// The number of a new id; waits where the policies say so, in all for no longer than `limit`. Blocks the thread.
    ///
    /// # Errors
    /// As [`Numbers::try_next`], and what that last said when the time is over.
    pub fn next_blocking(&self, limit: Duration) -> Result<u128, GenerateError> {
        self.shared.next_blocking(self.base, limit)
    }

    /// The number of a new id; waits where the policies say so, in all for no longer than `limit`. Dropping the future cancels it, and nothing is lost then.
    ///
    /// # Errors
    /// As [`Numbers::try_next`], and what that last said when the time is over.
    #[cfg(feature = "tokio")]
    pub async fn next(&self, limit: Duration) -> Result<u128, GenerateError> {
        self.shared.next_in_task(self.base, limit).await
    }

    /// The same generator with another value for a field above the time: another type of Nalix ids.
    ///
    /// # Errors
    /// A value that does not fit, or no such field.
    pub fn with(&self, name: &str, value: impl Into<i128>) -> Result<Self, FieldError> {
        let base = self.shared.rebase(self.base, name, value.into())?;
        Ok(Self { shared: Arc::clone(&self.shared), base })
    }

    /// The reins of the generator, for leases and shutdown.
    #[must_use]
    pub fn control(&self) -> Control {
        Control::of(Arc::clone(&self.shared))
    }

    /// Up to `count` ids of one unit at once.
    pub(super) fn take(&self, count: u64) -> Result<Taken, GenerateError> {
        self.shared.take(self.base, count)
    }
}
