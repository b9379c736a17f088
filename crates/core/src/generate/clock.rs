//! The clock of a generator.

use core::time::Duration;
use std::boxed::Box;

use crate::time::Timestamp;

/// What a generator reads the time from, and how it lets time pass.
///
/// A generator asks it once for an id, and once more where the first answer would have been refused.
pub trait Clock: Send + Sync {
    /// The time.
    fn now(&self) -> Timestamp;

    /// The whole ms from 1970 of what [`Clock::now`] would give, for schemes that count them. A clock that has them at hand saves a multiplication and a division for each id.
    fn unix_ms(&self) -> i64 {
        self.now().unix_ms()
    }

    /// Lets this much time pass, for the methods that block.
    fn sleep(&self, time: Duration) {
        std::thread::sleep(time);
    }
}

/// The clock of the system, as [`std::time::SystemTime`] gives it.
///
/// Coarser or cheaper clocks are no help: one of 4 ms steps leaves a quarter of a 12-bit sequence, one that counts cycles does not see the system clock corrected.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[inline]
    fn now(&self) -> Timestamp {
        let now = std::time::SystemTime::now();
        // The common case in 64 bits; a clock outside the range of `Timestamp` is outside the time of every scheme, on the same side.
        match now.duration_since(std::time::SystemTime::UNIX_EPOCH) {
            Ok(after) => {
                let seconds = i64::try_from(after.as_secs()).ok().and_then(|seconds| seconds.checked_mul(10_000_000));
                let count = seconds.and_then(|count| count.checked_add(i64::from(after.subsec_nanos() / 100)));
                count.map_or(Timestamp::MAX, Timestamp::from_hundred_ns)
            }
            Err(_) => Timestamp::try_from(now).unwrap_or(Timestamp::MIN),
        }
    }

    #[inline]
    fn unix_ms(&self) -> i64 {
        let now = std::time::SystemTime::now();
        match now.duration_since(std::time::SystemTime::UNIX_EPOCH) {
            #[allow(clippy::cast_possible_wrap, clippy::arithmetic_side_effects, reason = "bounded by the condition")]
            Ok(after) if after.as_secs() < SECONDS => after.as_secs() as i64 * 1000 + i64::from(after.subsec_millis()),
            Ok(_) => Timestamp::MAX.unix_ms(),
            Err(_) => Timestamp::try_from(now).unwrap_or(Timestamp::MIN).unix_ms(),
        }
    }
}

/// The seconds from 1970 that `Timestamp` has room for.
const SECONDS: u64 = (i64::MAX / 10_000_000).unsigned_abs();

/// The clock of a generator; the system's is called directly, since it is most of what an id costs.
pub(super) enum Source {
    System(SystemClock),
    Other(Box<dyn Clock>),
}

impl Source {
    pub(super) fn of<C: Clock + 'static>(clock: C) -> Self {
        match (&clock as &dyn core::any::Any).downcast_ref::<SystemClock>() {
            Some(system) => Self::System(*system),
            None => Self::Other(Box::new(clock)),
        }
    }
}

impl Clock for Source {
    #[inline]
    fn now(&self) -> Timestamp {
        match self {
            Self::System(clock) => clock.now(),
            Self::Other(clock) => clock.now(),
        }
    }

    #[inline]
    fn unix_ms(&self) -> i64 {
        match self {
            Self::System(clock) => clock.unix_ms(),
            Self::Other(clock) => clock.unix_ms(),
        }
    }

    fn sleep(&self, time: Duration) {
        match self {
            Self::System(clock) => clock.sleep(time),
            Self::Other(clock) => clock.sleep(time),
        }
    }
}

impl<C: Clock + ?Sized> Clock for std::sync::Arc<C> {
    fn now(&self) -> Timestamp {
        (**self).now()
    }

    fn unix_ms(&self) -> i64 {
        (**self).unix_ms()
    }

    fn sleep(&self, time: Duration) {
        (**self).sleep(time);
    }
}
