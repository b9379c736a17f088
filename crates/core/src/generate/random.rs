//! Random ids: the time and new random bits, and no memory of the ids before.

use core::fmt;
use core::marker::PhantomData;

use super::batch::id_of;
use super::builder::Plan;
use super::clock::{Clock, SystemClock};
use super::entropy::{Entropy, OsEntropy};
use super::error::{BuildError, GenerateError, GenerateErrorKind};
use super::frame::Shape;
use super::generator::Generates;
use crate::field::{Field, ones};
use crate::generation::Generation;
use crate::id::Id;
use crate::time::Timestamp;

/// A maker of random ULIDs: 48 bits of time and 80 bits drawn for each id.
///
/// It promises less than a [`Generator`](super::Generator): ids of one millisecond are in no order, those after a clock that went back sort before the earlier ones, and that no two are
/// alike rests on chance alone: of 2^30 ids in one millisecond, two share their 80 bits with a probability of 2^-21. In return there is no state: threads share it by reference and are never
/// in each other's way, an id tells nothing of the one before, and a forked child needs no care.
///
/// ```
/// use idspec_core::generate::Generator;
/// use idspec_ulid::Ulid;
///
/// let ids = Generator::<Ulid>::builder().build_random()?;
/// let (a, b) = (ids.try_next()?, ids.try_next()?);
/// assert_ne!(a.random(), b.random());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct RandomGenerator<T, C = SystemClock, E = OsEntropy> {
    clock: C,
    entropy: E,
    shape: Shape,
    random_bits: u32,
    /// The bits of all fixed fields.
    base: u128,
    id: PhantomData<fn() -> T>,
}

impl<T: Id, C, E> fmt::Debug for RandomGenerator<T, C, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RandomGenerator").field(&T::SCHEME.title()).finish()
    }
}

impl<T: Id, C: Clock, E: Entropy> RandomGenerator<T, C, E> {
    pub(super) fn from_plan(plan: Plan<C, E>) -> Result<Self, BuildError> {
        let scheme = plan.layout.scheme();
        let not_generated = BuildError::NotGenerated(scheme.title());
        if scheme.generation() != Some(Generation::Monotonic) {
            return Err(not_generated);
        }
        let (base, _) = plan.configured()?;
        plan.without_policies()?;
        let (shape, random) = (Shape::of(&plan.layout), plan.random_below_time());
        let (shape, random) = shape.zip(random).ok_or(not_generated)?;
        let (clock, entropy) = (plan.clock, plan.entropy);
        Ok(Self { clock, entropy, shape, random_bits: random.width(), base, id: PhantomData })
    }

    /// A new id.
    ///
    /// # Errors
    /// `OutsideEpoch` where the clock is outside the scheme's time, and `Entropy`.
    #[inline]
    pub fn try_next(&self) -> Result<T, GenerateError> {
        self.draw(self.time()?)
    }

    /// Puts new ids of one reading of the clock into `out`.
    ///
    /// # Errors
    /// As [`RandomGenerator::try_next`]; some of the ids may be there then.
    pub fn fill(&self, out: &mut [T]) -> Result<(), GenerateError> {
        if out.is_empty() {
            return Ok(());
        }
        let time = self.time()?;
        out.iter_mut().try_for_each(|slot| {
            *slot = self.draw(time)?;
            Ok(())
        })
    }

    /// The bits of the clock's time.
    #[inline]
    fn time(&self) -> Result<u128, GenerateError> {
        let units = const { Shape::of(&T::LAYOUT) }.unwrap_or(self.shape).units;
        let read = units.read(&self.clock);
        match units.holding_read(read) {
            Some(unit) if unit <= units.last => Ok(self.base | u128::from(unit) << self.random_bits),
            _ => Err(self.outside(units.instant_read(read))),
        }
    }

    #[inline]
    fn draw(&self, time: u128) -> Result<T, GenerateError> {
        let known = const { Shape::of(&T::LAYOUT) };
        let bits = known.and_then(|shape| shape.random).map_or(self.random_bits, Field::width);
        match self.entropy.draw(bits) {
            // A source that gives more bits than it was asked for does not reach the time.
            Ok(random) => id_of(time | random & ones(bits)),
            Err(_) => Err(GenerateError::new(T::SCHEME, GenerateErrorKind::Entropy)),
        }
    }

    #[cold]
    fn outside(&self, now: Timestamp) -> GenerateError {
        GenerateError::new(T::SCHEME, self.shape.units.outside(now))
    }
}

impl<T: Id, C: Clock, E: Entropy> Generates<T> for RandomGenerator<T, C, E> {
    fn try_next(&self) -> Result<T, GenerateError> {
        Self::try_next(self)
    }
}
