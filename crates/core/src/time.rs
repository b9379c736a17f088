//! Instants.

use core::fmt::{self, Write as _};

use crate::civil;

/// 100 ns units in a millisecond.
pub(crate) const TICKS_PER_MS: i64 = 10_000;
/// 100 ns units in a second.
const TICKS_PER_SECOND: i64 = 1000 * TICKS_PER_MS;
/// The tick of .NET's `DateTime` at 1970-01-01T00:00:00Z.
pub(crate) const UNIX_EPOCH_TICKS: i64 = 621_355_968_000_000_000;
/// The last tick of .NET's `DateTime`: 9999-12-31T23:59:59.9999999Z.
pub(crate) const LAST_TICK: i64 = 3_155_378_975_999_999_999;

/// An instant with a resolution of 100 ns, counted from 1970-01-01T00:00:00Z without leap seconds.
///
/// Years from about -27000 to 31000 fit, so every instant of every scheme does. `Display` writes RFC 3339 in UTC with no, 3 or 7
/// digits of a second, whichever is the shortest exact; a precision (`{:.6}`) sets their count, cutting off the rest; width and fill are honoured. Years
/// outside 0 to 9999, which RFC 3339 does not have, are written with a sign as in ISO 8601: `+10889-08-02T05:31:50.655Z`.
///
/// ```
/// # use idspec_core::Timestamp;
/// let t = Timestamp::from_unix_ms(1_656_432_460_105).unwrap();
/// assert_eq!(t.to_string(), "2022-06-28T16:07:40.105Z");
/// assert_eq!(t, Timestamp::from_utc(2022, 6, 28, 16, 7, 40).unwrap().checked_add_ms(105).unwrap());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(i64);

impl Timestamp {
    /// 1970-01-01T00:00:00Z.
    pub const UNIX_EPOCH: Self = Self(0);
    /// The earliest instant.
    pub const MIN: Self = Self(i64::MIN);
    /// The latest instant.
    pub const MAX: Self = Self(i64::MAX);

    /// The instant `count` times 100 ns after 1970.
    #[must_use]
    pub const fn from_hundred_ns(count: i64) -> Self {
        Self(count)
    }

    /// The count of 100 ns since 1970.
    #[must_use]
    pub const fn hundred_ns(self) -> i64 {
        self.0
    }

    /// The instant `hundred_ns` times 100 ns after 1970, or the nearest one in the range of this type.
    #[must_use]
    pub const fn saturating(hundred_ns: i128) -> Self {
        if hundred_ns > i64::MAX as i128 {
            Self::MAX
        } else if hundred_ns < i64::MIN as i128 {
            Self::MIN
        } else {
            #[allow(clippy::cast_possible_truncation, reason = "checked the lines above")]
            Self(hundred_ns as i64)
        }
    }

    /// The instant of a Unix time in milliseconds, or nothing outside the range of this type.
    #[must_use]
    pub const fn from_unix_ms(ms: i64) -> Option<Self> {
        match ms.checked_mul(TICKS_PER_MS) {
            Some(count) => Some(Self(count)),
            None => None,
        }
    }

    /// The instant of a Unix time in seconds, or nothing outside the range of this type.
    #[must_use]
    pub const fn from_unix_seconds(seconds: i64) -> Option<Self> {
        match seconds.checked_mul(TICKS_PER_SECOND) {
            Some(count) => Some(Self(count)),
            None => None,
        }
    }

    /// The instant of a count of 100 ns since year 1 (.NET `DateTime.Ticks`), or nothing outside the range of this type.
    #[must_use]
    pub const fn from_ticks(ticks: i64) -> Option<Self> {
        match ticks.checked_sub(UNIX_EPOCH_TICKS) {
            Some(count) => Some(Self(count)),
            None => None,
        }
    }

    /// The instant of a date and time of day in UTC (proleptic Gregorian calendar), or nothing if there is no such date or time.
    ///
    /// The year is -9999 to 9999. There are no leap seconds.
    #[must_use]
    pub const fn from_utc(year: i32, month: u32, day: u32, hour: u32, minute: u32, second: u32) -> Option<Self> {
        let Some(days) = civil::days_from_date(year, month, day) else { return None };
        if hour > 23 || minute > 59 || second > 59 {
            return None;
        }
        #[allow(clippy::arithmetic_side_effects, reason = "a date of a year of four digits and a time of day")]
        let seconds = days * 86_400 + (hour * 3600 + minute * 60 + second) as i64;
        Self::from_unix_seconds(seconds)
    }

    /// The Unix time in milliseconds, rounded down.
    #[must_use]
    pub const fn unix_ms(self) -> i64 {
        self.0.div_euclid(TICKS_PER_MS)
    }

    /// The Unix time in seconds, rounded down.
    #[must_use]
    pub const fn unix_seconds(self) -> i64 {
        self.0.div_euclid(TICKS_PER_SECOND)
    }

    /// The count of 100 ns since year 1, or nothing where it does not fit into 64 bits (far past the year 9999).
    #[must_use]
    pub const fn ticks(self) -> Option<i64> {
        self.0.checked_add(UNIX_EPOCH_TICKS)
    }

    /// The instant of a count of 100 ns since year 1, or the nearest one in the range of this type.
    #[must_use]
    pub const fn from_ticks_saturating(ticks: i128) -> Self {
        Self::saturating(ticks.saturating_sub(UNIX_EPOCH_TICKS as i128))
    }

    /// The instant of a Unix time in milliseconds, or the nearest one in the range of this type.
    #[must_use]
    pub const fn from_unix_ms_saturating(ms: i128) -> Self {
        Self::saturating(ms.saturating_mul(TICKS_PER_MS as i128))
    }

    /// The instant `ms` milliseconds later, or nothing outside the range of this type.
    #[must_use]
    pub const fn checked_add_ms(self, ms: i64) -> Option<Self> {
        match Self::from_unix_ms(ms) {
            Some(delta) => match self.0.checked_add(delta.0) {
                Some(count) => Some(Self(count)),
                None => None,
            },
            None => None,
        }
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Buffer { octets: [0; Buffer::CAPACITY], len: 0 };
        self.write(&mut text, f.precision())?;
        let text = core::str::from_utf8(text.octets.get(..text.len).unwrap_or_default()).unwrap_or_default();
        // `pad` takes the precision for a count of characters, so the width is honoured by hand.
        let missing = f.width().unwrap_or(0).saturating_sub(text.len());
        let before = match f.align() {
            Some(fmt::Alignment::Right) => missing,
            Some(fmt::Alignment::Center) => missing / 2,
            Some(fmt::Alignment::Left) | None => 0,
        };
        let fill = f.fill();
        (0..before).try_for_each(|_| f.write_char(fill))?;
        f.write_str(text)?;
        (before..missing).try_for_each(|_| f.write_char(fill))
    }
}

impl Timestamp {
    fn write(self, out: &mut impl fmt::Write, precision: Option<usize>) -> fmt::Result {
        let seconds = self.unix_seconds();
        let (year, month, day) = civil::date_from_days(seconds.div_euclid(86_400));
        let of_day = seconds.rem_euclid(86_400);
        let (hour, minute, second) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
        match year {
            0..=9999 => write!(out, "{year:04}")?,
            _ => write!(out, "{year:+05}")?,
        }
        write!(out, "-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")?;
        let fraction = self.0.rem_euclid(TICKS_PER_SECOND);
        let digits = match precision {
            Some(digits) => digits.min(7),
            None if fraction == 0 => 0,
            None if fraction % TICKS_PER_MS == 0 => 3,
            None => 7,
        };
        if digits > 0 {
            let cut = (digits..7).fold(fraction, |rest, _| rest / 10);
            write!(out, ".{cut:0digits$}")?;
        }
        out.write_str("Z")
    }
}

/// Room for the longest instant, so that width and fill can be honoured without allocating.
struct Buffer {
    octets: [u8; Self::CAPACITY],
    len: usize,
}

impl Buffer {
    /// `+31196-09-14T02:48:05.4775807Z` has 30 characters.
    const CAPACITY: usize = 32;
}

impl fmt::Write for Buffer {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.len.saturating_add(text.len());
        self.octets.get_mut(self.len..end).ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.len = end;
        Ok(())
    }
}

/// An instant outside the range of the type that it was to be converted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimestampError(pub(crate) ());

impl fmt::Display for TimestampError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the instant is outside the range of the other time type")
    }
}

impl core::error::Error for TimestampError {}
