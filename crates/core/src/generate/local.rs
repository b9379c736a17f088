//! Generators of one thread: the state is in ordinary memory, and clock and entropy are known by type.

use core::fmt;
use core::marker::PhantomData;
use core::time::Duration;

use super::batch::{self, Reserved, id_of};
use super::builder::Plan;
use super::clock::{Clock, SystemClock};
use super::engine::{Engine, Local, Taken};
use super::entropy::{Entropy, OsEntropy};
use super::error::{BuildError, GenerateError};
use super::frame::Shape;
use super::generator::Generates;
use crate::error::FieldError;
use crate::id::Id;
use crate::layout::Layout;
use crate::time::Timestamp;

/// A generator of the numbers of ids for one thread. The typed side of the same thing is [`LocalGenerator`].
pub struct LocalNumbers<C = SystemClock, E = OsEntropy> {
    engine: Local<C, E>,
    /// The bits of all fixed and configured fields.
    base: u128,
}

impl<C, E> fmt::Debug for LocalNumbers<C, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LocalNumbers").field("scheme", &self.engine.layout.scheme().title()).finish_non_exhaustive()
    }
}

impl<C: Clock, E: Entropy> LocalNumbers<C, E> {
    pub(super) fn from_plan(plan: Plan<C, E>) -> Result<Self, BuildError> {
        let (engine, base) = Engine::build(plan)?;
        Ok(Self { engine, base })
    }

    /// The layout of the ids.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.engine.layout
    }

    /// The number of a new id, at once.
    ///
    /// # Errors
    /// See [`GenerateErrorKind`](super::GenerateErrorKind); nothing has changed then.
    #[inline]
    pub fn try_next(&self) -> Result<u128, GenerateError> {
        self.engine.next(self.base, None)
    }

    /// The number of a new id; waits where the policies say so, in all for no longer than `limit`. Blocks the thread.
    ///
    /// # Errors
    /// As [`LocalNumbers::try_next`], and what that last said when the time is over.
    pub fn next_blocking(&self, limit: Duration) -> Result<u128, GenerateError> {
        self.engine.next_blocking(self.base, limit)
    }

    /// Gives the ids from here on another value of a field above the time: another type of Nalix ids.
    ///
    /// # Errors
    /// A value that does not fit, or no such field; nothing has changed then.
    pub fn set(&mut self, name: &str, value: impl Into<i128>) -> Result<(), FieldError> {
        self.base = self.engine.rebase(self.base, name, value.into())?;
        Ok(())
    }

    /// Allows ids of the units that begin before `hi`; what was allowed stays so.
    pub fn extend_to(&self, hi: Timestamp) {
        self.engine.extend_to(hi);
    }

    /// Allows no ids until the next [`LocalNumbers::extend_to`]: every call is refused with `LeaseWindow`.
    pub fn revoke(&self) {
        self.engine.revoke();
    }

    /// Ends the giving of ids for good, with `Sealed`, and gives the first instant at which no id of this generator lies, nor any later one. A new generator of the machine may be
    /// built then, and has to begin there.
    #[must_use = "a successor has to begin at this instant"]
    pub fn seal(&self) -> Timestamp {
        self.engine.seal()
    }

    /// Whether the generator was sealed.
    #[must_use]
    pub fn is_sealed(&self) -> bool {
        self.engine.is_sealed()
    }

    fn take(&self, count: u64) -> Result<Taken, GenerateError> {
        self.engine.take(self.base, count)
    }
}

/// A generator of new ids for one thread.
///
/// Policies, promises, errors and claims of machines are those of [`Generator`](super::Generator); it is made by the same builder and costs less, since no other thread can be in the way. It
/// may be moved to another thread, and is neither cloned nor shared.
///
/// ```
/// use idspec_core::generate::Generator;
/// use idspec_ulid::Ulid;
///
/// let ids = Generator::<Ulid>::builder().build_local()?;
/// let (a, b) = (ids.try_next()?, ids.try_next()?);
/// assert!(a < b);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
/// ```compile_fail,E0277
/// # use idspec_core::generate::Generator;
/// # use idspec_ulid::Ulid;
/// let ids = Generator::<Ulid>::builder().build_local().unwrap();
/// std::thread::scope(|scope| scope.spawn(|| ids.try_next()).join()).unwrap();
/// ```
pub struct LocalGenerator<T, C = SystemClock, E = OsEntropy> {
    numbers: LocalNumbers<C, E>,
    id: PhantomData<fn() -> T>,
}

impl<T, C, E> fmt::Debug for LocalGenerator<T, C, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LocalGenerator").field(&self.numbers.engine.layout.scheme().title()).finish()
    }
}

impl<T: Id, C: Clock, E: Entropy> LocalGenerator<T, C, E> {
    pub(super) fn of(numbers: LocalNumbers<C, E>) -> Self {
        Self { numbers, id: PhantomData }
    }

    /// A new id, at once.
    ///
    /// # Errors
    /// See [`GenerateErrorKind`](super::GenerateErrorKind); nothing has changed then. A source of randomness that asks the generator it draws for is refused with
    /// `Sealed`, as it would get the same number.
    #[inline]
    pub fn try_next(&self) -> Result<T, GenerateError> {
        id_of(self.numbers.engine.next(self.numbers.base, const { Shape::of(&T::LAYOUT) })?)
    }

    /// A new id; waits where the policies say so, in all for no longer than `limit`. Blocks the thread.
    ///
    /// # Errors
    /// As [`LocalGenerator::try_next`], and what that last said when the time is over.
    pub fn next_blocking(&self, limit: Duration) -> Result<T, GenerateError> {
        id_of(self.numbers.next_blocking(limit)?)
    }

    /// Up to `count` new ids at once, at least one: those that the unit of time still has, taken in one step.
    ///
    /// # Errors
    /// As [`LocalGenerator::try_next`].
    pub fn reserve(&self, count: usize) -> Result<Reserved<T>, GenerateError> {
        batch::reserve(count, |count| self.numbers.take(count))
    }

    /// Puts new ids into `out` from its front, as many as can be had at once, and gives their count, at least one but for an empty `out`.
    ///
    /// # Errors
    /// As [`LocalGenerator::try_next`], where there is not even one.
    pub fn fill(&self, out: &mut [T]) -> Result<usize, GenerateError> {
        batch::fill(out, |count| self.numbers.take(count))
    }

    /// The generator of numbers behind it: its lease, its end, and the type of Nalix ids.
    pub fn numbers(&mut self) -> &mut LocalNumbers<C, E> {
        &mut self.numbers
    }
}

impl<T: Id, C: Clock, E: Entropy> Generates<T> for LocalGenerator<T, C, E> {
    fn try_next(&self) -> Result<T, GenerateError> {
        Self::try_next(self)
    }
}
