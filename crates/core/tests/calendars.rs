//! Conversions of `Timestamp` from and to other time types, with instants worked out by hand.

use idspec_core::Timestamp;
use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

const SOME: i64 = 16_564_324_601_050_001;
/// 2022-06-28T16:07:40.1050001Z.
const SOME_NANOS: i128 = 1_656_432_460_105_000_100;

#[test]
fn jiff() {
    let time: jiff::Timestamp = "2022-06-28T16:07:40.1050001Z".parse().unwrap();
    assert_eq!(Timestamp::from(time), Timestamp::from_hundred_ns(SOME));
    assert_eq!(jiff::Timestamp::try_from(Timestamp::from_hundred_ns(SOME)), Ok(time));
    // One nanosecond before 1970 is in the last 100 ns before it.
    let before = jiff::Timestamp::from_nanosecond(-1).unwrap();
    assert_eq!(Timestamp::from(before), Timestamp::from_hundred_ns(-1));
    // The bounds are those of jiff's documentation.
    let (first, last) = (Timestamp::from(jiff::Timestamp::MIN), Timestamp::from(jiff::Timestamp::MAX));
    assert_eq!(first.to_string(), "-9999-01-02T01:59:59Z");
    assert_eq!(last.to_string(), "9999-12-30T22:00:00.9999999Z");
    assert_eq!(jiff::Timestamp::try_from(first), Ok(jiff::Timestamp::MIN));
    assert!(jiff::Timestamp::try_from(Timestamp::from_hundred_ns(first.hundred_ns() - 1)).is_err());
    assert!(jiff::Timestamp::try_from(Timestamp::from_hundred_ns(last.hundred_ns() + 1)).is_err());
    assert!(jiff::Timestamp::try_from(Timestamp::MIN).is_err());
    assert!(jiff::Timestamp::try_from(Timestamp::MAX).is_err());
}

#[test]
fn chrono() {
    use chrono::{DateTime, FixedOffset, Utc};
    let time = DateTime::<Utc>::from_timestamp(1_656_432_460, 105_000_100).unwrap();
    assert_eq!(Timestamp::try_from(time), Ok(Timestamp::from_hundred_ns(SOME)));
    assert_eq!(DateTime::<Utc>::try_from(Timestamp::from_hundred_ns(SOME)), Ok(time));
    // The same instant on another clock.
    let elsewhere = time.with_timezone(&FixedOffset::east_opt(5 * 3600).unwrap());
    assert_eq!(Timestamp::try_from(elsewhere), Ok(Timestamp::from_hundred_ns(SOME)));
    let before = DateTime::<Utc>::from_timestamp(-1, 999_999_999).unwrap();
    assert_eq!(Timestamp::try_from(before), Ok(Timestamp::from_hundred_ns(-1)));
    // A leap second is the second after it.
    let leap = DateTime::<Utc>::from_timestamp(1_483_228_799, 1_500_000_000).unwrap();
    assert_eq!(Timestamp::try_from(leap).unwrap().to_string(), "2017-01-01T00:00:00.500Z");
    assert!(Timestamp::try_from(DateTime::<Utc>::MAX_UTC).is_err());
    assert!(Timestamp::try_from(DateTime::<Utc>::MIN_UTC).is_err());
    assert!(DateTime::<Utc>::try_from(Timestamp::MIN).is_ok());
    assert!(DateTime::<Utc>::try_from(Timestamp::MAX).is_ok());
}

#[test]
fn time() {
    use time::{OffsetDateTime, UtcOffset};
    let time = OffsetDateTime::from_unix_timestamp_nanos(SOME_NANOS).unwrap();
    assert_eq!(Timestamp::try_from(time), Ok(Timestamp::from_hundred_ns(SOME)));
    assert_eq!(OffsetDateTime::try_from(Timestamp::from_hundred_ns(SOME)), Ok(time));
    let elsewhere = time.to_offset(UtcOffset::from_hms(-3, 30, 0).unwrap_or(UtcOffset::UTC));
    assert_eq!(Timestamp::try_from(elsewhere), Ok(Timestamp::from_hundred_ns(SOME)));
    let before = OffsetDateTime::from_unix_timestamp_nanos(-1).unwrap();
    assert_eq!(Timestamp::try_from(before), Ok(Timestamp::from_hundred_ns(-1)));
    // The largest ULID's time is in the year 10889, where this type ends at 9999.
    let far = Timestamp::from_unix_ms(281_474_976_710_655).unwrap();
    let error = OffsetDateTime::try_from(far).unwrap_err();
    assert_eq!(error.to_string(), "the instant is outside the range of the other time type");
}

proptest! {
    #[test]
    fn every_instant_survives_or_is_refused(count in any::<i64>()) {
        let instant = Timestamp::from_hundred_ns(count);
        let there = chrono::DateTime::<chrono::Utc>::try_from(instant).unwrap();
        prop_assert_eq!(Timestamp::try_from(there), Ok(instant));
        let years = (-377_705_023_201_i64..=253_402_207_200).contains(&instant.unix_seconds());
        match jiff::Timestamp::try_from(instant) {
            Ok(there) => prop_assert_eq!(Timestamp::from(there), instant),
            Err(_) => prop_assert!(!years),
        }
        match time::OffsetDateTime::try_from(instant) {
            Ok(there) => prop_assert_eq!(Timestamp::try_from(there), Ok(instant)),
            Err(_) => prop_assert!(!years),
        }
    }
}
