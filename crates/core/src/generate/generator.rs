//! Generators of typed ids.

use core::fmt;
use core::marker::PhantomData;
use core::time::Duration;
use std::sync::OnceLock;

use super::batch::{self, Reserved, id_of};
use super::builder::Builder;
use super::control::Control;
use super::error::{BuildError, GenerateError, GenerateErrorKind};
use super::frame::Shape;
use super::numbers::Numbers;
use crate::error::FieldError;
use crate::id::Id;

/// A generator of new ids.
///
/// It is a handle: clones give ids of one and the same sequence, and are what other threads and tasks take. A second generator of one machine in a process is refused when
/// it is built, until the last clone of the first is dropped or it is sealed.
///
/// | scheme | told apart by | without a policy |
/// |---|---|---|
/// | Twitter, Discord, Instagram, Nalix | a sequence, and machines that the application gives once each | errors on a clock that went back |
/// | ULID | a random number that counts up within a millisecond | holds the last millisecond for up to 10 s |
/// | sequential GUID | random bits, and a tick of its own for each id | takes up to 1 ms of ticks ahead of the clock |
///
/// In a forked child the generators with a machine refuse to work; those with random bits draw them anew.
pub struct Generator<T> {
    numbers: Numbers,
    id: PhantomData<fn() -> T>,
}

impl<T> Clone for Generator<T> {
    fn clone(&self) -> Self {
        Self { numbers: self.numbers.clone(), id: PhantomData }
    }
}

impl<T> fmt::Debug for Generator<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Generator").field(&self.numbers.layout().scheme().title()).finish()
    }
}

impl<T: Id> Generator<T> {
    /// Begins to configure a generator.
    pub fn builder() -> Builder<Self> {
        Builder::new(T::LAYOUT)
    }

    pub(super) fn of(numbers: Numbers) -> Self {
        Self { numbers, id: PhantomData }
    }

    /// A new id, at once: this neither waits nor holds a lock while anything else does.
    ///
    /// # Errors
    /// See [`GenerateErrorKind`]; nothing has changed then.
    #[inline]
    pub fn try_next(&self) -> Result<T, GenerateError> {
        id_of(self.numbers.next_of(const { Shape::of(&T::LAYOUT) })?)
    }

    /// A new id; waits where the policies say so, in all for no longer than `limit`. Blocks the thread.
    ///
    /// # Errors
    /// As [`Generator::try_next`], and what that last said when the time is over.
    pub fn next_blocking(&self, limit: Duration) -> Result<T, GenerateError> {
        id_of(self.numbers.next_blocking(limit)?)
    }

    /// A new id; waits where the policies say so, in all for no longer than `limit`. Dropping the future cancels it, and nothing is lost then.
    ///
    /// # Errors
    /// As [`Generator::try_next`], and what that last said when the time is over.
    #[cfg(feature = "tokio")]
    pub async fn next(&self, limit: Duration) -> Result<T, GenerateError> {
        id_of(self.numbers.next(limit).await?)
    }

    /// Up to `count` new ids at once, at least one: those that the unit of time still has, taken in one step. None of them is given to anybody else, used or not.
    ///
    /// # Errors
    /// As [`Generator::try_next`].
    pub fn reserve(&self, count: usize) -> Result<Reserved<T>, GenerateError> {
        batch::reserve(count, |count| self.numbers.take(count))
    }

    /// Puts new ids into `out` from its front, as many as can be had at once, and gives their count, at least one but for an empty `out`.
    ///
    /// # Errors
    /// As [`Generator::try_next`], where there is not even one.
    pub fn fill(&self, out: &mut [T]) -> Result<usize, GenerateError> {
        batch::fill(out, |count| self.numbers.take(count))
    }

    /// The same generator for another type of ids of a scheme that has types above the time, as Nalix: the types share one sequence.
    ///
    /// # Errors
    /// A value that does not fit, or no such field.
    pub fn with(&self, name: &str, value: impl Into<i128>) -> Result<Self, FieldError> {
        self.numbers.with(name, value).map(Self::of)
    }

    /// The reins of the generator, for leases and shutdown.
    #[must_use]
    pub fn control(&self) -> Control {
        self.numbers.control()
    }
}

/// Whatever gives new ids of one type: a [`Generator`], a [`LocalGenerator`](super::LocalGenerator), a [`ProcessWide`] one, or a leased one.
pub trait Generates<T> {
    /// A new id, at once.
    ///
    /// # Errors
    /// See [`GenerateErrorKind`]; nothing has changed then.
    fn try_next(&self) -> Result<T, GenerateError>;
}

impl<T: Id> Generates<T> for Generator<T> {
    fn try_next(&self) -> Result<T, GenerateError> {
        Self::try_next(self)
    }
}

impl<T, G: Generates<T> + ?Sized> Generates<T> for &G {
    fn try_next(&self) -> Result<T, GenerateError> {
        (**self).try_next()
    }
}

impl<T, G: Generates<T> + ?Sized> Generates<T> for std::rc::Rc<G> {
    fn try_next(&self) -> Result<T, GenerateError> {
        (**self).try_next()
    }
}

impl<T, G: Generates<T> + ?Sized> Generates<T> for std::sync::Arc<G> {
    fn try_next(&self) -> Result<T, GenerateError> {
        (**self).try_next()
    }
}

/// A place for the one generator of a process, to stand in a `static`.
#[derive(Debug)]
pub struct ProcessWide<T> {
    generator: OnceLock<Generator<T>>,
}

impl<T: Id> ProcessWide<T> {
    /// An empty place.
    #[must_use]
    pub const fn new() -> Self {
        Self { generator: OnceLock::new() }
    }

    /// Puts the generator there, once.
    ///
    /// # Errors
    /// [`BuildError::Installed`] where there is one.
    pub fn install(&self, generator: Generator<T>) -> Result<(), BuildError> {
        self.generator.set(generator).map_err(|_| BuildError::Installed(T::SCHEME.title()))
    }

    /// The generator.
    ///
    /// # Errors
    /// [`GenerateErrorKind::NotInstalled`] before there is one.
    pub fn get(&self) -> Result<&Generator<T>, GenerateError> {
        self.generator.get().ok_or_else(|| GenerateError::new(T::SCHEME, GenerateErrorKind::NotInstalled))
    }
}

impl<T: Id> Default for ProcessWide<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Id> Generates<T> for ProcessWide<T> {
    fn try_next(&self) -> Result<T, GenerateError> {
        self.get()?.try_next()
    }
}
