//! Laws of every kind and layout, with the crate `uuid` as oracle; those of every id type are in the tests of the crate `idspec`.

#![allow(clippy::panic, reason = "helpers of tests panic too")]

use idspec_core::{Form, Scheme};
use idspec_seq_guid::{
    AsBinary, AsString, AtEnd, GuidLayout, Id, RandomOctets as _, SeqGuid, kinds, layouts, ms48, ticks64, ticks64_plan1,
};
use proptest::prelude::*;

const LAST_TICK: i64 = 3_155_378_975_999_999_999;

/// An id of any kind and layout from ticks and a random number; `ms48` takes whole milliseconds of its own range.
fn id<T: GuidLayout>(ticks: i64, random: u128) -> SeqGuid<T> {
    let whole = T::SCHEME.layout() == Some("ms48");
    let ticks = if whole { ticks % 2_814_749_767_106_560_000 / 10_000 * 10_000 } else { ticks };
    SeqGuid::with_random(ticks, T::Random::from_number(random)).unwrap_or_else(|error| panic!("{error}"))
}

/// What holds for one kind and layout.
fn check<T: GuidLayout>(ticks: i64, random: u128) {
    let a = id::<T>(ticks, random);
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
    fn every_kind_and_layout(ticks in 0..=LAST_TICK, random: u128) {
        check::<(kinds::AsString, layouts::Rfc)>(ticks, random);
        check::<(kinds::AsString, layouts::Ticks64)>(ticks, random);
        check::<(kinds::AsString, layouts::Ms48)>(ticks, random);
        check::<(kinds::AsBinary, layouts::Rfc)>(ticks, random);
        check::<(kinds::AsBinary, layouts::Ticks64)>(ticks, random);
        check::<(kinds::AsBinary, layouts::Ms48)>(ticks, random);
        check::<(kinds::AtEnd, layouts::Rfc)>(ticks, random);
        check::<(kinds::AtEnd, layouts::Ticks64)>(ticks, random);
        check::<(kinds::AtEnd, layouts::Ms48)>(ticks, random);
        check::<(kinds::AtEnd, layouts::Ticks64Plan1)>(ticks, random);
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
