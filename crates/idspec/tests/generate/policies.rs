//! What a call gives under each policy; the vectors of op `generate` have the rest.

use std::time::Duration;

use idspec::generate::{Exhaustion, GenerateErrorKind, Generator, Rollback, Start};
use idspec::seq_guid::AsString;
use idspec::{DiscordSnowflake, InstagramSharded, NalixTyped, Timestamp, Timestamped, TwitterSnowflake, Ulid};

use crate::clocks::{Always, Dry, Hand, Wide};

const T: i64 = 1_700_000_000_000;

fn twitter(machine: u64, clock: &Hand) -> Generator<TwitterSnowflake> {
    Generator::<TwitterSnowflake>::builder().machine(machine).clock(clock.clone()).build().unwrap()
}

/// The published generator set its sequence back before it looked at the clock.
#[test]
fn a_refused_rollback_changes_nothing() {
    let clock = Hand::at_ms(T);
    let ids = twitter(378, &clock);
    assert_eq!(ids.try_next().unwrap().to_u64(), 1_724_551_110_457_794_560);
    assert_eq!(ids.try_next().unwrap().to_u64(), 1_724_551_110_457_794_561);
    clock.set_ms(T - 1);
    let error = ids.try_next().unwrap_err();
    let retry_at = Timestamp::from_unix_ms(T).unwrap();
    assert_eq!(error.kind(), GenerateErrorKind::ClockBehind { by: Duration::from_millis(1), retry_at });
    assert_eq!(
        error.to_string(),
        "no new Twitter snowflake: the clock is 1ms behind the last id, it has to reach 2023-11-14T22:13:20Z"
    );
    clock.set_ms(T);
    assert_eq!(ids.try_next().unwrap().to_u64(), 1_724_551_110_457_794_562);
}

#[test]
fn a_source_that_gives_too_many_bits_reaches_no_other_field() {
    let ulid = || Generator::<Ulid>::builder().clock(Hand::at_ms(T)).entropy(Wide);
    let shown = |id: Ulid| (id.timestamp().unix_ms(), id.random());
    assert_eq!(shown(ulid().build().unwrap().try_next().unwrap()), (T, (1 << 80) - 1));
    assert_eq!(shown(ulid().build_local().unwrap().try_next().unwrap()), (T, (1 << 80) - 1));
    assert_eq!(shown(ulid().build_random().unwrap().try_next().unwrap()), (T, (1 << 80) - 1));
    let guids = Generator::<AsString>::builder().clock(Hand::at_ms(T)).entropy(Wide).build().unwrap();
    let guid = guids.try_next().unwrap();
    assert_eq!(guid.timestamp().unix_ms(), T);
    let spread = Generator::<TwitterSnowflake>::builder().machine(372).clock(Hand::at_ms(T)).entropy(Wide);
    assert_eq!(spread.start(Start::Spread(100)).build().unwrap().try_next().unwrap().sequence(), 100);
}

#[test]
fn a_unit_has_4096_ids_of_one_worker() {
    let clock = Hand::at_ms(T);
    let ids = twitter(377, &clock);
    let given: Vec<_> = (0..4096).map(|_| ids.try_next().unwrap()).collect();
    assert!(given.windows(2).all(|pair| pair[0].to_u64() + 1 == pair[1].to_u64()));
    let last = given[4095];
    assert_eq!((last.datacenter(), last.worker(), last.sequence()), (11, 25, 4095));
    let retry_at = Timestamp::from_unix_ms(T + 1).unwrap();
    assert_eq!(ids.try_next().unwrap_err().kind(), GenerateErrorKind::Exhausted { retry_at });
    assert_eq!(ids.try_next().unwrap_err().retry_at(), Some(retry_at));
    clock.set_ms(T + 1);
    let next = ids.try_next().unwrap();
    assert_eq!((next.datacenter(), next.worker(), next.sequence()), (11, 25, 0));
}

#[test]
fn the_running_start_goes_on_through_units_and_ends_them_at_the_largest() {
    let clock = Hand::at_ms(T);
    let ids = Generator::<DiscordSnowflake>::builder()
        .field("worker", 1)
        .field("process", 2)
        .start(Start::Running)
        .clock(clock.clone())
        .build()
        .unwrap();
    for (step, expected) in (0u32..4095).enumerate() {
        clock.set_ms(T + i64::try_from(step).unwrap());
        assert_eq!(ids.try_next().unwrap().increment(), expected);
    }
    assert_eq!(ids.try_next().unwrap().increment(), 4095);
    assert!(matches!(ids.try_next().unwrap_err().kind(), GenerateErrorKind::Exhausted { .. }));
    clock.set_ms(T + 4095);
    assert_eq!(ids.try_next().unwrap().increment(), 0);
}

#[test]
fn a_spread_start_still_reaches_the_largest() {
    let clock = Hand::at_ms(T);
    let ids = Generator::<InstagramSharded>::builder()
        .field("shard", 5)
        .start(Start::Spread(1000))
        .entropy(Always(1000))
        .clock(clock.clone())
        .build()
        .unwrap();
    let given: Vec<u32> = (0..24).map(|_| ids.try_next().unwrap().sequence()).collect();
    assert_eq!(given, (1000..1024).collect::<Vec<_>>());
    assert!(matches!(ids.try_next().unwrap_err().kind(), GenerateErrorKind::Exhausted { .. }));
}

#[test]
fn borrowing_ends_at_its_bound() {
    let clock = Hand::at_ms(T);
    let ids = Generator::<TwitterSnowflake>::builder()
        .machine(376)
        .exhaustion(Exhaustion::Borrow(2))
        .clock(clock.clone())
        .build()
        .unwrap();
    let mut given = Vec::new();
    while let Ok(id) = ids.try_next() {
        given.push(id);
        assert!(given.len() <= 3 * 4096);
    }
    assert_eq!(given.len(), 3 * 4096);
    assert!(given.is_sorted() && given.windows(2).all(|pair| pair[0] != pair[1]));
    clock.set_ms(T - 1);
    assert!(matches!(ids.try_next().unwrap_err().kind(), GenerateErrorKind::ClockBehind { .. }));
    clock.set_ms(T + 1);
    assert_eq!(ids.try_next().unwrap().sequence(), 0);
}

#[test]
fn all_types_of_a_nalix_machine_share_one_sequence() {
    let clock = Hand::at_ms(T);
    let sessions =
        Generator::<NalixTyped>::builder().field("machine", 1).field("type", 11).clock(clock.clone()).build().unwrap();
    let orders = sessions.with("type", 30).unwrap();
    assert_eq!(sessions.try_next().unwrap().to_u64(), 821_154_801_617_207_297);
    let order = orders.try_next().unwrap();
    assert_eq!((order.id_type().0, order.sequence(), order.machine()), (30, 1, 1));
    for _ in 2..16_383 {
        orders.try_next().unwrap();
    }
    assert_eq!(sessions.try_next().unwrap().to_u64(), 821_154_801_633_983_489);
    assert!(matches!(orders.try_next().unwrap_err().kind(), GenerateErrorKind::Exhausted { .. }));
    let error = sessions.with("machine", 3).unwrap_err();
    assert_eq!(error.to_string(), "invalid Nalix id: no field of that name and kind");
}

#[test]
fn a_ulid_counts_up_in_its_millisecond_and_holds_it() {
    let clock = Hand::at_ms(1_469_918_176_385);
    let ids = Generator::<Ulid>::builder().entropy(Always(0x1f)).clock(clock.clone()).build().unwrap();
    assert_eq!(ids.try_next().unwrap().to_string(), "01ARYZ6S41000000000000000Z");
    clock.set_ms(1_469_918_176_384);
    assert_eq!(ids.try_next().unwrap().to_string(), "01ARYZ6S410000000000000010");
    clock.set_ms(1_469_918_176_385 - 10_001);
    assert!(matches!(ids.try_next().unwrap_err().kind(), GenerateErrorKind::ClockBehind { .. }));
    clock.set_ms(1_469_918_176_386);
    assert_eq!(ids.try_next().unwrap().to_string(), "01ARYZ6S42000000000000000Z");
}

#[test]
fn a_ulid_never_carries_into_its_time() {
    let clock = Hand::at_ms(T);
    let ids = Generator::<Ulid>::builder().entropy(Always(u128::MAX)).clock(clock.clone()).build().unwrap();
    let last = ids.try_next().unwrap();
    assert_eq!(last.random(), (1 << 80) - 1);
    let retry_at = Timestamp::from_unix_ms(T + 1).unwrap();
    assert_eq!(ids.try_next().unwrap_err().kind(), GenerateErrorKind::RandomExhausted { retry_at });
    clock.set_ms(T + 1);
    assert!(ids.try_next().unwrap() > last);
}

#[test]
fn a_guid_has_a_tick_of_its_own() {
    let tick = 637_947_921_111_435_503;
    let clock = Hand::default();
    clock.set(Timestamp::from_ticks(tick).unwrap());
    let ids = Generator::<AsString>::builder().clock(clock.clone()).build().unwrap();
    let given: Vec<AsString> = (0..3).map(|_| ids.try_next().unwrap()).collect();
    let ticks: Vec<i64> = given.iter().map(|id| id.ticks()).collect();
    assert_eq!(ticks, [tick, tick + 1, tick + 2]);
    assert_ne!(given[0].random(), given[1].random());
    let strict = Generator::<AsString>::builder().exhaustion(Exhaustion::Error).clock(clock).build().unwrap();
    strict.try_next().unwrap();
    assert!(matches!(strict.try_next().unwrap_err().kind(), GenerateErrorKind::Exhausted { .. }));
}

#[test]
fn without_randomness_nothing_is_given_and_nothing_lost() {
    let clock = Hand::at_ms(T);
    let ids = Generator::<Ulid>::builder().entropy(Dry).clock(clock.clone()).build().unwrap();
    let error = ids.try_next().unwrap_err();
    assert_eq!(error.to_string(), "no new ULID: the system gave no random octets");
    let ids = Generator::<TwitterSnowflake>::builder()
        .machine(375)
        .start(Start::Spread(9))
        .entropy(Dry)
        .clock(clock)
        .build()
        .unwrap();
    assert_eq!(ids.try_next().unwrap_err().kind(), GenerateErrorKind::Entropy);
}

#[test]
fn a_restart_goes_on_from_an_id() {
    let clock = Hand::at_ms(T);
    let last = {
        let ids = twitter(374, &clock);
        ids.try_next().unwrap();
        ids.try_next().unwrap()
    };
    clock.set_ms(T - 500);
    let restarted = Generator::<TwitterSnowflake>::builder()
        .machine(374)
        .after(last)
        .rollback(Rollback::Hold(Duration::from_secs(1)))
        .clock(clock.clone())
        .build()
        .unwrap();
    assert_eq!(restarted.try_next().unwrap().to_u64(), last.to_u64() + 1);
}

#[test]
fn clocks_outside_the_scheme_are_refused() {
    let clock = Hand::at_ms(1_288_834_974_656);
    let ids = twitter(373, &clock);
    let error = ids.try_next().unwrap_err();
    assert_eq!(error.code().unwrap().as_str(), "clock_before_epoch");
    assert_eq!(
        error.to_string(),
        "no new Twitter snowflake: 2010-11-04T01:42:54.656Z is outside the scheme's time, 2010-11-04T01:42:54.657Z to 2080-07-10T17:30:30.208Z, \
         or the last unit is used up"
    );
    clock.set_ms(1_288_834_974_657 + (1 << 41) - 1);
    for _ in 0..4096 {
        ids.try_next().unwrap();
    }
    assert_eq!(ids.try_next().unwrap_err().code().unwrap().as_str(), "timestamp_exhausted");
    clock.set_ms(1_288_834_974_657 + (1 << 41));
    assert_eq!(ids.try_next().unwrap_err().code().unwrap().as_str(), "timestamp_exhausted");
}
