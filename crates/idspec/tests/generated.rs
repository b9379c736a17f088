//! Ids that `arbitrary` and `proptest` make, and the way to `uuid::Uuid`.

#![allow(clippy::unwrap_used, reason = "helpers of tests panic too")]

use std::collections::HashSet;

use arbitrary::{Arbitrary, Unstructured};
use idspec::base::Field;
use idspec::nalix_typed::Legacy56;
use idspec::seq_guid::{AsBinary, AsString, AtEnd, ms48, ticks64, ticks64_plan1};
use idspec::{DiscordSnowflake, Id, InstagramSharded, NalixTyped, TwitterSnowflake, Ulid, seeded, typed_id};
use proptest::arbitrary::{Arbitrary as Strategic, any};
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;
use rand::distr::{Distribution, StandardUniform};
use rand::{RngExt as _, SeedableRng as _};
use uuid::Uuid;

typed_id! {
    /// A typed id is made as well.
    struct OrderId(Ulid) prefix "ord_";
}

/// Every bit of the number that is not fixed is seen both set and clear, and every id reads its own text.
fn is_made<T: Id + for<'a> Arbitrary<'a> + Strategic>()
where
    StandardUniform: Distribution<T>,
{
    // Ticks end below the largest number of their field, so that its top bits are never set.
    let can_be_set =
        |field: &Field| u128::MAX.checked_shr(field.max_stored().leading_zeros()).unwrap_or(0) & field.value_mask();
    let free = T::SCHEME
        .fields()
        .iter()
        .filter(|field| !field.is_fixed())
        .fold(0, |bits, field| bits | field.place(can_be_set(field)).unwrap());
    let mut runner = TestRunner::deterministic();
    let strategy = any::<T>();
    let (mut set, mut clear) = (0, 0);
    for _ in 0..256 {
        let id = strategy.new_tree(&mut runner).unwrap().current();
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_eq!(T::SCHEME.check(id.to_repr().into()), Ok(()));
        set |= id.to_repr().into();
        clear |= !id.to_repr().into();
    }
    assert_eq!((set & free, clear & free), (free, free), "{}", T::SCHEME.title());
    let mut rng = rand::rngs::StdRng::seed_from_u64(1);
    (set, clear) = (0, 0);
    for _ in 0..256 {
        let id: T = rng.random();
        assert_eq!(T::SCHEME.check(id.to_repr().into()), Ok(()));
        set |= id.to_repr().into();
        clear |= !id.to_repr().into();
    }
    assert_eq!((set & free, clear & free), (free, free), "{}", T::SCHEME.title());

    let smallest: T = Arbitrary::arbitrary(&mut Unstructured::new(&[0; 16])).unwrap();
    assert_eq!(smallest.to_repr().into(), T::SCHEME.fixed_bits());
    let largest: T = Arbitrary::arbitrary(&mut Unstructured::new(&[0xff; 16])).unwrap();
    assert_eq!(T::SCHEME.check(largest.to_repr().into()), Ok(()));
    assert_eq!(<T as Arbitrary>::size_hint(0), (16, Some(16)));
}

#[test]
fn every_type_is_made() {
    is_made::<TwitterSnowflake>();
    is_made::<DiscordSnowflake>();
    is_made::<InstagramSharded>();
    is_made::<NalixTyped>();
    is_made::<Legacy56>();
    is_made::<Ulid>();
    is_made::<AsString>();
    is_made::<AsBinary>();
    is_made::<AtEnd>();
    is_made::<ticks64::AsString>();
    is_made::<ticks64::AsBinary>();
    is_made::<ticks64::AtEnd>();
    is_made::<ticks64_plan1::AtEnd>();
    is_made::<ms48::AsString>();
    is_made::<ms48::AsBinary>();
    is_made::<ms48::AtEnd>();
    is_made::<OrderId>();
}

#[test]
fn a_seed_gives_the_same_ids_on_every_machine() {
    // The first numbers of SplitMix64 for seed 1234567, as published on Rosetta Code ("Pseudo-random numbers/Splitmix64").
    let numbers =
        [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423, 4_593_380_528_125_082_431];
    let drawn: Vec<_> = seeded::<DiscordSnowflake>(1_234_567).take(2).map(DiscordSnowflake::to_u64).collect();
    // An id of 64 bits takes the lower half of the 128 that are drawn.
    assert_eq!(drawn, [numbers[1], numbers[3]]);
    let drawn: Vec<_> = seeded::<OrderId>(1_234_567).take(2).map(|id| id.inner().to_u128()).collect();
    assert_eq!(drawn, [[0, 1], [2, 3]].map(|[high, low]| u128::from(numbers[high]) << 64 | u128::from(numbers[low])));
    // Fixed fields are in place.
    let id = seeded::<AsBinary>(1_234_567).next().unwrap();
    assert_eq!(AsBinary::from_u128(id.to_u128()), Ok(id));
    assert_eq!(seeded::<ticks64::AtEnd>(7).take(1000).collect::<HashSet<_>>().len(), 1000);
}

#[test]
fn shrinking_ends_at_the_smallest_id() {
    let mut tree = any::<TwitterSnowflake>().new_tree(&mut TestRunner::deterministic()).unwrap();
    let steps = (0..1000).take_while(|_| tree.simplify()).count();
    assert!(steps < 1000);
    assert_eq!(tree.current().to_u64(), 0);
}

#[test]
fn a_uuid_has_the_same_text() {
    let text = "08da7241-170b-4c8e-8f11-223344556677";
    let id: AsString = text.parse().unwrap();
    let uuid = Uuid::from(id);
    assert_eq!(uuid.to_string(), text);
    assert_eq!(*uuid.as_bytes(), id.to_net_bytes());
    assert_eq!(uuid.to_bytes_le(), id.to_guid_bytes());
    assert_eq!(AsString::try_from(uuid), Ok(id));
    assert_eq!(
        AsBinary::try_from(uuid).unwrap_err().to_string(),
        "invalid sequential GUID (AsBinary): version nibble 8, expected 4"
    );

    let id: Ulid = "01HTQW311N1KR5G0Y75M3EF00H".parse().unwrap();
    let uuid = Uuid::from(id);
    assert_eq!(uuid.to_string(), id.to_uuid_text().to_string());
    assert_eq!((*uuid.as_bytes(), uuid.to_bytes_le()), (id.to_be_bytes(), id.to_guid_bytes()));
    assert_eq!(Ulid::from(uuid), id);
}
