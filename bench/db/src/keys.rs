//! The ids that are stored: from our own generators under a clock that is set, and from the crate `uuid`.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use idspec::generate::{Clock, Generator};
use idspec::seq_guid::{AsBinary, AsString, AtEnd};
use idspec::{Bigint as _, Id, TimeOrdered, Timestamp, TwitterSnowflake, Ulid};
use uuid::{ContextV7, Uuid};

use crate::Failure;

/// The first row is made at 2026-01-01T00:00:00Z, the last one this many days later.
pub(crate) const DAYS: i64 = 30;

/// The day that is asked for: neither the rows that a cache holds because they came last, nor the first ones.
const ASKED: i64 = 15;

/// Rows that are made within one millisecond, so that sequences count.
const BURST: usize = 4;

const DAY_MS: i64 = 86_400_000;
const START_MS: i64 = 1_767_225_600_000;

/// A clock that stands where it was set, in 100 ns.
struct Script(AtomicI64);

impl Clock for Script {
    fn now(&self) -> Timestamp {
        Timestamp::from_hundred_ns(self.0.load(Ordering::Relaxed))
    }
}

/// The same rows under every kind of key: row `n` of each was made at `times[n]`.
pub(crate) struct Keys {
    /// When each row was made, in ms since 1970.
    pub(crate) times: Vec<i64>,
    pub(crate) snowflake: Vec<TwitterSnowflake>,
    pub(crate) ulid: Vec<Ulid>,
    pub(crate) as_string: Vec<AsString>,
    pub(crate) as_binary: Vec<AsBinary>,
    pub(crate) at_end: Vec<AtEnd>,
    pub(crate) v4: Vec<Uuid>,
    pub(crate) v7: Vec<Uuid>,
}

impl Keys {
    /// Makes `rows` ids of each kind.
    pub(crate) fn make(rows: usize) -> Result<Self, Failure> {
        let bursts = i64::try_from(rows.div_ceil(BURST))?;
        // In 100 ns; rows of one burst are 0.1 ms apart.
        let instants = (0..bursts).flat_map(|burst| {
            let first = START_MS * 10_000 + burst * (DAYS * DAY_MS * 10_000 / bursts) / 10_000 * 10_000;
            (0..).take(BURST).map(move |row: i64| first + row * 1_000)
        });
        let instants: Vec<i64> = instants.take(rows).collect();
        let context = ContextV7::new();
        let v7 = instants.iter().map(|at| {
            let (seconds, rest) = (at / 10_000_000, at % 10_000_000 * 100);
            Ok(Uuid::new_v7(uuid::Timestamp::from_unix(&context, u64::try_from(seconds)?, u32::try_from(rest)?)))
        });
        Ok(Self {
            times: instants.iter().map(|at| at / 10_000).collect(),
            snowflake: generate(&instants, Some(7))?,
            ulid: generate(&instants, None)?,
            as_string: generate(&instants, None)?,
            as_binary: generate(&instants, None)?,
            at_end: generate(&instants, None)?,
            v4: instants.iter().map(|_| Uuid::new_v4()).collect(),
            v7: v7.collect::<Result<_, Failure>>()?,
        })
    }

    /// How many rows were made on the day that is asked for.
    pub(crate) fn asked(&self) -> i64 {
        let (from, until) = asked_ms();
        let count = self.times.iter().filter(|at| (from..until).contains(*at)).count();
        i64::try_from(count).unwrap_or(i64::MAX)
    }
}

/// The raw values of ids, as somebody without our types would bind them.
pub(crate) struct Raw {
    pub(crate) numbers: Vec<i64>,
    pub(crate) uuids: Vec<Uuid>,
    pub(crate) octets: Vec<[u8; 16]>,
}

impl Raw {
    /// Those of the first snowflakes, ULIDs and GUIDs of kind `AsBinary`.
    pub(crate) fn of(keys: &Keys, count: usize) -> Result<Self, Failure> {
        Ok(Self {
            numbers: keys.snowflake.iter().take(count).map(|id| id.to_i64()).collect::<Result<_, _>>()?,
            uuids: keys.ulid.iter().take(count).map(|id| Uuid::from(*id)).collect(),
            octets: keys.as_binary.iter().take(count).map(|id| id.to_guid_bytes()).collect(),
        })
    }
}

/// Ids by a generator whose clock stands at one instant after the other.
fn generate<T: Id>(instants: &[i64], machine: Option<u64>) -> Result<Vec<T>, Failure> {
    let clock = Arc::new(Script(AtomicI64::new(0)));
    let mut builder = Generator::<T>::builder().clock(clock.clone());
    if let Some(machine) = machine {
        builder = builder.machine(machine);
    }
    let generator = builder.build()?;
    let next = |at: &i64| {
        clock.0.store(*at, Ordering::Relaxed);
        Ok(generator.try_next()?)
    };
    instants.iter().map(next).collect()
}

/// The day that is asked for, in ms since 1970, half-open.
pub(crate) fn asked_ms() -> (i64, i64) {
    (START_MS + ASKED * DAY_MS, START_MS + (ASKED + 1) * DAY_MS)
}

/// The first id of the day and the first one after it.
pub(crate) fn day<T: TimeOrdered>() -> Result<(T, T), Failure> {
    let (from, until) = asked_ms();
    let instant = |ms| Timestamp::from_unix_ms(ms).ok_or("a day outside of time");
    let range = T::range(instant(from)?..instant(until)?)?;
    Ok((range.start, range.end.ok_or("a day at the end of time")?))
}

/// The same for `UUIDv7`, by hand: 48 bits of ms stand first.
pub(crate) fn day_v7() -> Result<(Uuid, Uuid), Failure> {
    let (from, until) = asked_ms();
    let first = |ms: i64| Ok::<_, Failure>(Uuid::from_u128(u128::try_from(ms)? << 80));
    Ok((first(from)?, first(until)?))
}

/// One kind of key in one column of one database.
pub(crate) struct Subject<'a, T> {
    pub(crate) name: &'static str,
    /// The type of the column.
    pub(crate) column: &'static str,
    pub(crate) ids: &'a [T],
    /// The ids of the day, where the column sorts by time.
    pub(crate) day: Option<(T, T)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_a_day_lies_between_the_ids_of_that_day() -> Result<(), Failure> {
        let keys = Keys::make(3_000)?;
        let (from, until) = asked_ms();
        let (ulids, v7) = (day::<Ulid>()?, day_v7()?);
        for (row, at) in keys.times.iter().enumerate() {
            let asked = (from..until).contains(at);
            assert_eq!(asked, ulids.0 <= keys.ulid[row] && keys.ulid[row] < ulids.1);
            assert_eq!(asked, v7.0 <= keys.v7[row] && keys.v7[row] < v7.1);
        }
        assert_eq!(keys.asked(), 100);
        assert!(keys.snowflake.is_sorted() && keys.ulid.is_sorted() && keys.at_end.is_sorted() && keys.v7.is_sorted());
        Ok(())
    }
}
