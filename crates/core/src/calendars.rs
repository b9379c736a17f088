//! Conversions between [`Timestamp`] and the time types of other libraries.
//!
//! Every way in rounds towards the past to 100 ns; every way out is exact or an error.

#[cfg(any(feature = "std", feature = "jiff", feature = "chrono", feature = "time"))]
use crate::time::{Timestamp, TimestampError};

#[cfg(feature = "std")]
mod system {
    use std::time::{Duration, SystemTime};

    use super::{Timestamp, TimestampError};

    /// Rounds towards the past to 100 ns.
    impl TryFrom<SystemTime> for Timestamp {
        type Error = TimestampError;

        fn try_from(time: SystemTime) -> Result<Self, TimestampError> {
            let (nanos, sign) = match time.duration_since(SystemTime::UNIX_EPOCH) {
                Ok(after) => (after.as_nanos(), 1),
                Err(before) => (before.duration().as_nanos(), -1),
            };
            let nanos = i128::try_from(nanos).map_err(|_| TimestampError(()))?;
            super::from_nanos(nanos.saturating_mul(sign))
        }
    }

    impl TryFrom<Timestamp> for SystemTime {
        type Error = TimestampError;

        fn try_from(time: Timestamp) -> Result<Self, TimestampError> {
            let magnitude = time.hundred_ns().unsigned_abs();
            let part = u32::try_from(magnitude % 10_000_000).map_err(|_| TimestampError(()))?;
            let distance = Duration::new(magnitude / 10_000_000, part.saturating_mul(100));
            let moved = if time < Timestamp::UNIX_EPOCH {
                SystemTime::UNIX_EPOCH.checked_sub(distance)
            } else {
                SystemTime::UNIX_EPOCH.checked_add(distance)
            };
            moved.ok_or(TimestampError(()))
        }
    }
}

#[cfg(feature = "jiff")]
mod jiff {
    use super::{Timestamp, TimestampError};

    /// Rounds towards the past to 100 ns. Of a `Zoned`, convert `zoned.timestamp()`.
    impl From<::jiff::Timestamp> for Timestamp {
        fn from(time: ::jiff::Timestamp) -> Self {
            // Years -9999 to 9999 are all there are, so nothing saturates.
            Self::saturating(time.as_nanosecond().div_euclid(100))
        }
    }

    /// An error outside the years -9999 to 9999, which jiff ends at.
    impl TryFrom<Timestamp> for ::jiff::Timestamp {
        type Error = TimestampError;

        fn try_from(time: Timestamp) -> Result<Self, TimestampError> {
            Self::from_nanosecond(super::nanos(time)).map_err(|_| TimestampError(()))
        }
    }
}

#[cfg(feature = "chrono")]
mod chrono {
    use ::chrono::{DateTime, TimeZone, Utc};

    use super::{Timestamp, TimestampError};

    /// Rounds towards the past to 100 ns; chrono's leap second counts as the first second after it. An error outside the range of [`Timestamp`].
    impl<Z: TimeZone> TryFrom<DateTime<Z>> for Timestamp {
        type Error = TimestampError;

        fn try_from(time: DateTime<Z>) -> Result<Self, TimestampError> {
            let seconds = i128::from(time.timestamp()).saturating_mul(1_000_000_000);
            super::from_nanos(seconds.saturating_add(i128::from(time.timestamp_subsec_nanos())))
        }
    }

    /// An error outside the range of chrono, which no [`Timestamp`] is.
    impl TryFrom<Timestamp> for DateTime<Utc> {
        type Error = TimestampError;

        fn try_from(time: Timestamp) -> Result<Self, TimestampError> {
            let part = u32::try_from(time.hundred_ns().rem_euclid(10_000_000)).map_err(|_| TimestampError(()))?;
            Self::from_timestamp(time.unix_seconds(), part.saturating_mul(100)).ok_or(TimestampError(()))
        }
    }
}

#[cfg(feature = "time")]
mod time {
    use ::time::OffsetDateTime;

    use super::{Timestamp, TimestampError};

    /// Rounds towards the past to 100 ns. An error outside the range of [`Timestamp`], which only dates of the feature `large-dates` are.
    impl TryFrom<OffsetDateTime> for Timestamp {
        type Error = TimestampError;

        fn try_from(time: OffsetDateTime) -> Result<Self, TimestampError> {
            super::from_nanos(time.unix_timestamp_nanos())
        }
    }

    /// An error outside the years -9999 to 9999, unless its feature `large-dates` is on.
    impl TryFrom<Timestamp> for OffsetDateTime {
        type Error = TimestampError;

        fn try_from(time: Timestamp) -> Result<Self, TimestampError> {
            Self::from_unix_timestamp_nanos(super::nanos(time)).map_err(|_| TimestampError(()))
        }
    }
}

#[cfg(any(feature = "std", feature = "chrono", feature = "time"))]
fn from_nanos(nanos: i128) -> Result<Timestamp, TimestampError> {
    let count = i64::try_from(nanos.div_euclid(100)).map_err(|_| TimestampError(()))?;
    Ok(Timestamp::from_hundred_ns(count))
}

#[cfg(any(feature = "jiff", feature = "time"))]
fn nanos(time: Timestamp) -> i128 {
    i128::from(time.hundred_ns()).saturating_mul(100)
}
