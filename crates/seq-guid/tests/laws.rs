//! Laws of every kind and layout.

#![allow(clippy::panic, reason = "helpers of tests panic too")]

use idspec_conformance::laws;
use idspec_core::order::ColumnOrder;
use idspec_core::{Form, Scheme};
use idspec_seq_guid::{
    AsBinary, AsString, AtEnd, GuidLayout, Id, RandomOctets as _, SeqGuid, Timestamp, Timestamped, ms48, ticks64,
    ticks64_plan1,
};
use proptest::prelude::*;

const LAST_TICK: i64 = 3_155_378_975_999_999_999;

/// An id of any kind and layout from ticks and a random number; `ms48` takes whole milliseconds of its own range.
fn id<T: GuidLayout>(ticks: i64, random: u128) -> SeqGuid<T> {
    let whole = T::SCHEME.layout() == Some("ms48");
    let ticks = if whole { ticks % 2_814_749_767_106_560_000 / 10_000 * 10_000 } else { ticks };
    SeqGuid::with_random(ticks, T::Random::from_number(random)).unwrap_or_else(|error| panic!("{error}"))
}

/// What holds for one kind and layout, with the columns in which it sorts.
fn check<T: GuidLayout>(columns: &[ColumnOrder], a: (i64, u128), b: (i64, u128), text: &[u8]) {
    let (a, b) = (id::<T>(a.0, a.1), id::<T>(b.0, b.1));
    laws::comes_back(a);
    laws::sorts_by_time(a, b);
    laws::ranges_hold(a, b.timestamp(), a.timestamp());
    laws::ranges_hold(a, a.timestamp(), Timestamp::MAX);
    laws::reads_anything::<SeqGuid<T>>(text);
    for column in columns {
        laws::sorts_in(*column, a, b);
    }
    assert_eq!(SeqGuid::<T>::from_parts(a.ticks(), a.random()), Ok(a));
    assert_eq!(SeqGuid::from_guid_bytes(a.to_guid_bytes()), Ok(a));
    assert_eq!(SeqGuid::from_net_bytes(a.to_net_bytes()), Ok(a));
    let uuid = uuid::Uuid::from_u128(a.to_u128());
    assert_eq!(a.to_string(), uuid.hyphenated().to_string());
    assert_eq!(a.to_guid_bytes(), uuid.to_bytes_le());
    assert_eq!(hex::encode(a.to_net_bytes()), uuid.simple().to_string());
    for (form, oracle) in [
        (Form::UuidSimple, uuid.simple().to_string()),
        (Form::UuidBraced, uuid.braced().to_string()),
        (Form::UuidUrn, uuid.urn().to_string()),
    ] {
        assert_eq!(a.to_form(form).map(String::from), Some(oracle.clone()));
        assert_eq!(SeqGuid::parse(&oracle.to_uppercase()), Ok(a));
    }
}

#[test]
fn every_table_is_listed_once() {
    let name = |scheme: &&Scheme| (scheme.kind(), scheme.layout());
    let mut names: Vec<_> = idspec_seq_guid::SCHEMES.iter().map(name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 10);
}

#[test]
fn drawn_octets_that_a_layout_does_not_use_are_an_error_unless_asked_for() {
    let drawn = [0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88];
    let error = AtEnd::from_parts(0, drawn).unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid sequential GUID (AtEnd): random 0x1122334455667788 has bits outside 0xffffffffffff000f"
    );
    assert_eq!(AtEnd::with_random(0, drawn).unwrap().random(), [0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0, 8]);
}

proptest! {
    #[test]
    fn every_kind_and_layout(
        a in 0..=LAST_TICK, b in 0..=LAST_TICK, near in -20_000..20_000_i64, close: bool, x: u128, y: u128,
        text in prop::collection::vec(any::<u8>(), 0..50), guid in "[{]?[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?8[0-9a-f]{3}-?[0-9A-F]{12}[}]?",
    ) {
        let b = if close { (a + near).clamp(0, LAST_TICK) } else { b };
        let (a, b) = ((a, x), (b, y));
        let (net, dn) = ([ColumnOrder::GuidNet, ColumnOrder::Text], [ColumnOrder::GuidDn]);
        let (mssql, maria) = (ColumnOrder::MssqlUniqueidentifier, ColumnOrder::MariadbUuid);
        for text in [&text[..], guid.as_bytes()] {
            check::<(idspec_seq_guid::kinds::AsString, idspec_seq_guid::layouts::Rfc)>(&net, a, b, text);
            check::<(idspec_seq_guid::kinds::AsString, idspec_seq_guid::layouts::Ticks64)>(&net, a, b, text);
            check::<(idspec_seq_guid::kinds::AsString, idspec_seq_guid::layouts::Ms48)>(&net, a, b, text);
            check::<(idspec_seq_guid::kinds::AsBinary, idspec_seq_guid::layouts::Rfc)>(&dn, a, b, text);
            check::<(idspec_seq_guid::kinds::AsBinary, idspec_seq_guid::layouts::Ticks64)>(&dn, a, b, text);
            check::<(idspec_seq_guid::kinds::AsBinary, idspec_seq_guid::layouts::Ms48)>(&dn, a, b, text);
            check::<(idspec_seq_guid::kinds::AtEnd, idspec_seq_guid::layouts::Rfc)>(&[mssql], a, b, text);
            check::<(idspec_seq_guid::kinds::AtEnd, idspec_seq_guid::layouts::Ticks64)>(&[mssql], a, b, text);
            check::<(idspec_seq_guid::kinds::AtEnd, idspec_seq_guid::layouts::Ms48)>(&[mssql], a, b, text);
            check::<(idspec_seq_guid::kinds::AtEnd, idspec_seq_guid::layouts::Ticks64Plan1)>(&[], a, b, text);
        }
        // In MariaDB's UUID the time decides; the random octets may stand elsewhere than in SQL Server.
        let (a, b): (AtEnd, AtEnd) = (id(a.0, a.1), id(b.0, b.1));
        if a.ticks() != b.ticks() {
            laws::sorts_in(maria, a, b);
        }
    }

    #[test]
    fn kinds_do_not_read_each_other_without_a_check(number: u128) {
        let version_of = |number: u128, octet: usize| number.to_be_bytes()[octet] >> 4;
        prop_assert!(AsString::from_u128(number).is_err() || version_of(number, 6) == 4);
        prop_assert!(AsBinary::from_u128(number).is_err() || version_of(number, 7) == 4);
        let at_end = AtEnd::from_u128(number).is_ok();
        prop_assert!(!at_end || number.to_be_bytes()[6] == 0x40);
        let _: [Option<ticks64::AsString>; 1] = [ticks64::AsString::from_u128(number).ok()];
        prop_assert_eq!(ms48::AtEnd::from_u128(number).map(Id::to_repr), Ok(number));
        let ticks = number & u128::from(u64::MAX);
        let past = ticks > u128::from(LAST_TICK.cast_unsigned());
        prop_assert_eq!(ticks64_plan1::AtEnd::from_u128(number).is_err(), past);
    }
}
