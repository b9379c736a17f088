//! Instants: exact texts, calendars and conversions.

#![allow(clippy::unwrap_used, reason = "helpers of tests panic too")]

use std::time::{Duration, SystemTime};

use idspec_core::Timestamp;
use proptest::prelude::*;

fn at(ms: i64) -> Timestamp {
    Timestamp::from_unix_ms(ms).unwrap()
}

#[test]
fn texts_are_the_shortest_exact_ones() {
    for (time, text) in [
        (at(0), "1970-01-01T00:00:00Z"),
        (at(-1), "1969-12-31T23:59:59.999Z"),
        (at(1_656_432_460_105), "2022-06-28T16:07:40.105Z"),
        (Timestamp::from_hundred_ns(1), "1970-01-01T00:00:00.0000001Z"),
        (Timestamp::from_ticks(637_947_921_111_435_503).unwrap(), "2022-07-30T15:35:11.1435503Z"),
        (Timestamp::from_ticks(0).unwrap(), "0001-01-01T00:00:00Z"),
        (Timestamp::from_ticks(3_155_378_975_999_999_999).unwrap(), "9999-12-31T23:59:59.9999999Z"),
        (at(253_402_300_800_000), "+10000-01-01T00:00:00Z"),
        (at(281_474_976_710_655), "+10889-08-02T05:31:50.655Z"),
        (at(-62_167_219_200_000), "0000-01-01T00:00:00Z"),
        (at(-62_167_219_200_001), "-0001-12-31T23:59:59.999Z"),
        (at(951_782_400_000), "2000-02-29T00:00:00Z"),
        (at(4_107_542_400_000), "2100-03-01T00:00:00Z"),
    ] {
        assert_eq!(time.to_string(), text);
    }
}

#[test]
fn a_precision_sets_the_digits() {
    let time = Timestamp::from_hundred_ns(12_345_678);
    let texts =
        [format!("{time:.0}"), format!("{time:.1}"), format!("{time:.3}"), format!("{time:.7}"), format!("{time:.9}")];
    let expected = ["01Z", "01.2Z", "01.234Z", "01.2345678Z", "01.2345678Z"];
    assert_eq!(texts, expected.map(|end| format!("1970-01-01T00:00:{end}")));
}

#[test]
fn width_and_fill_are_honoured() {
    assert_eq!(format!("{:>22}|{:*<22}|", at(0), at(0)), "  1970-01-01T00:00:00Z|1970-01-01T00:00:00Z**|");
    assert_eq!(format!("{:-^26.1}", at(0)), "--1970-01-01T00:00:00.0Z--");
    assert_eq!(
        format!("{:22}|{:+}|{:022}|", at(0), at(0), at(0)),
        "1970-01-01T00:00:00Z  |1970-01-01T00:00:00Z|1970-01-01T00:00:00Z  |"
    );
    assert_eq!(Timestamp::MAX.to_string(), "+31197-09-14T02:48:05.4775807Z");
    assert_eq!(Timestamp::MIN.to_string(), "-27258-04-19T21:11:54.5224192Z");
}

#[test]
fn civil_dates_are_checked() {
    let ms = |y, m, d| Timestamp::from_utc(y, m, d, 0, 0, 0).map(Timestamp::unix_ms);
    assert_eq!(ms(2016, 11, 1), Some(1_477_958_400_000));
    assert_eq!(ms(2015, 1, 1), Some(1_420_070_400_000));
    assert_eq!(ms(1, 1, 1), Some(-62_135_596_800_000));
    for (year, month, day) in
        [(2023, 2, 29), (2100, 2, 29), (2023, 4, 31), (2023, 0, 1), (2023, 13, 1), (2023, 1, 0), (10_000, 1, 1)]
    {
        assert_eq!(ms(year, month, day), None, "{year}-{month}-{day}");
    }
    assert_eq!(Timestamp::from_utc(2023, 1, 1, 24, 0, 0), None);
    assert_eq!(Timestamp::from_utc(2023, 1, 1, 0, 60, 0), None);
    assert_eq!(Timestamp::from_utc(2023, 1, 1, 0, 0, 60), None);
}

#[test]
fn what_does_not_fit_is_nothing_or_the_nearest() {
    assert_eq!(Timestamp::from_unix_ms(i64::MAX), None);
    assert_eq!(Timestamp::from_unix_seconds(i64::MIN), None);
    assert_eq!(Timestamp::from_ticks(i64::MIN), None);
    assert_eq!(Timestamp::MAX.ticks(), None);
    assert_eq!(Timestamp::MAX.checked_add_ms(1), None);
    assert_eq!(Timestamp::from_unix_ms_saturating(i128::MAX), Timestamp::MAX);
    assert_eq!(Timestamp::from_ticks_saturating(i128::MIN), Timestamp::MIN);
}

#[test]
fn system_time_is_rounded_towards_the_past() {
    let epoch = SystemTime::UNIX_EPOCH;
    let time = |time: SystemTime| Timestamp::try_from(time).unwrap().hundred_ns();
    assert_eq!(time(epoch + Duration::from_nanos(199)), 1);
    assert_eq!(time(epoch - Duration::from_nanos(1)), -1);
    assert_eq!(time(epoch - Duration::from_nanos(101)), -2);
}

proptest! {
    #[test]
    fn system_time_and_back(count: i64) {
        let time = Timestamp::from_hundred_ns(count);
        prop_assert_eq!(Timestamp::try_from(SystemTime::try_from(time).unwrap()), Ok(time));
    }

    #[test]
    fn texts_of_a_year_read_back_as_the_date(seconds in -62_135_596_800_i64..253_402_300_800) {
        let time = Timestamp::from_unix_seconds(seconds).unwrap();
        let text = time.to_string();
        let part = |range: std::ops::Range<usize>| text[range].parse::<u32>().unwrap();
        let year = text[0..4].parse().unwrap();
        let read = Timestamp::from_utc(year, part(5..7), part(8..10), part(11..13), part(14..16), part(17..19));
        prop_assert_eq!(read, Some(time));
    }

    #[test]
    fn units_round_down(count: i64) {
        let time = Timestamp::from_hundred_ns(count);
        prop_assert_eq!(time.unix_ms(), count.div_euclid(10_000));
        prop_assert_eq!(time.unix_seconds(), count.div_euclid(10_000_000));
        prop_assert_eq!(Timestamp::from_hundred_ns(count) < Timestamp::from_hundred_ns(count.saturating_add(1)), count < i64::MAX);
    }
}
