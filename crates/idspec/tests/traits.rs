//! What every id type offers.

#![allow(clippy::panic, reason = "helpers of tests panic too")]

use std::collections::{BTreeSet, HashSet};

use idspec::column::FormType;
use idspec::nalix_typed::Legacy56;
use idspec::seq_guid::{AsBinary, AsString, AtEnd, ms48, ticks64, ticks64_plan1};
use idspec::{DiscordSnowflake, InstagramSharded, NalixTyped, Stored, TimeOrdered, Timestamp, TwitterSnowflake, Ulid};

fn is_an_id<T: Stored + Into<T::Repr> + TryFrom<T::Repr> + for<'a> TryFrom<&'a str> + Unpin>(text: &str) {
    assert_eq!(<T::Form as FormType>::FORM, T::SCHEME.column_form());
    let id: T = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let canonical = id.to_string();
    assert_eq!(size_of::<T>(), size_of::<T::Repr>());
    assert_eq!(format!("{id:>50}"), format!("{canonical:>50}"));
    assert_eq!(format!("{id:*^48}"), format!("{canonical:*^48}"));
    assert_eq!(format!("{id:<1}"), canonical);
    assert!(format!("{id:?}").ends_with(&format!("({canonical})")));
    assert!(T::try_from(text).is_ok_and(|read| read == id));
    let number: T::Repr = id.into();
    assert!(T::try_from(number).is_ok_and(|read| read == id));
    assert_eq!(HashSet::from([id, id]).len(), 1);
    assert_eq!(BTreeSet::from([id, id]).len(), 1);
}

#[test]
fn every_type_is_an_id() {
    is_an_id::<TwitterSnowflake>("1541815603606036480");
    is_an_id::<DiscordSnowflake>("175928847299117063");
    is_an_id::<InstagramSharded>("11637205501278089");
    is_an_id::<NalixTyped>("010000800092650b");
    is_an_id::<Legacy56>("96QGE3TPIKK");
    is_an_id::<Ulid>("01HTQW311N1KR5G0Y75M3EF00H");
    is_an_id::<AsString>("08da7241-170b-4c8e-8f11-223344556677");
    is_an_id::<AsBinary>("4172da08-0b17-8e4c-8f11-223344556677");
    is_an_id::<AtEnd>("44332211-6655-40f8-8c8e-08da7241170b");
    is_an_id::<ticks64::AsString>("{08da7241-170b-c8ef-a094-06224a651c6a}");
    is_an_id::<ticks64::AsBinary>("4172da080b17efc8a09406224a651c6a");
    is_an_id::<ticks64::AtEnd>("urn:uuid:983c1a57-8c2b-de7d-d77d-08da724214ae");
    is_an_id::<ticks64_plan1::AtEnd>("983C1A57-8C2B-DE7D-08DA-724214AED77D");
    is_an_id::<ms48::AsString>("3a0ee212-4000-a1a0-a2a3-a4a5a6a7a8a9");
    is_an_id::<ms48::AsBinary>("12e20e3a-0040-a1a0-a2a3-a4a5a6a7a8a9");
    is_an_id::<ms48::AtEnd>("a3a2a1a0-a5a4-a7a6-a8a9-3a0ee2124000");
}

#[test]
fn a_range_selects_from_a_set() {
    let day = |day| Timestamp::from_utc(2024, 4, day, 0, 0, 0).unwrap();
    let ids: BTreeSet<AtEnd> = (1..=9)
        .map(|number| AtEnd::with_random(day(number).ticks().unwrap(), [u8::try_from(9 - number).unwrap(); 8]).unwrap())
        .collect();
    let window = AtEnd::range(day(3)..day(6)).unwrap();
    let days: Vec<_> = ids.range(window).map(|id| id.ticks()).collect();
    assert_eq!(days, [3, 4, 5].map(|number| day(number).ticks().unwrap()));
}

#[test]
fn the_last_window_of_a_scheme_has_no_end() {
    let last = Timestamp::from_unix_ms(281_474_976_710_655).unwrap();
    let window = Ulid::range(last..Timestamp::MAX).unwrap();
    assert_eq!((window.start.to_string().as_str(), window.end), ("7ZZZZZZZZZ0000000000000000", None));
    assert!(window.contains(&Ulid::MAX));
    assert_eq!(Ulid::max_at(last), Ok(Ulid::MAX));
}

#[test]
fn names_are_unique_and_the_default_comes_first() {
    let names: Vec<_> = idspec::schemes().map(|scheme| (scheme.name(), scheme.kind(), scheme.layout())).collect();
    assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
    let nalix = names.iter().find(|(name, ..)| *name == "nalix-typed");
    assert_eq!(nalix, Some(&("nalix-typed", None, Some("current"))));
}
