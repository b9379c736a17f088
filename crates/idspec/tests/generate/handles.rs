//! Building, sharing, leasing and ending generators.

use idspec::generate::{
    BuildError, Exhaustion, GenerateErrorKind, Generates, Generator, Numbers, ProcessWide, Rollback, Start,
};
use idspec::{DiscordSnowflake, Layout, NalixTyped, Timestamp, TwitterSnowflake, Ulid, typed_id};
use std::time::Duration;

use crate::clocks::Hand;

const T: i64 = 1_700_000_000_000;

fn ms(ms: i64) -> Timestamp {
    Timestamp::from_unix_ms(ms).unwrap()
}

fn refusal(machine: u64) -> String {
    Generator::<TwitterSnowflake>::builder().machine(machine).build().map(drop).unwrap_err().to_string()
}

#[test]
fn machines_outside_their_fields_are_refused_and_never_masked() {
    assert_eq!(refusal(1024), "Twitter snowflake: machine 1024 is outside 0 to 1023");
    let build = |name: &str, value: i64| Generator::<TwitterSnowflake>::builder().machine(0).field(name, value).build();
    assert_eq!(build("worker", 1).unwrap_err().to_string(), "invalid Twitter snowflake: field worker was given twice");
    let octets = Generator::<TwitterSnowflake>::builder().field("datacenter", 255).field("worker", 100).build();
    assert_eq!(octets.unwrap_err().to_string(), "invalid Twitter snowflake: datacenter 255 is outside 0 to 31");
    let negative = Generator::<TwitterSnowflake>::builder().field("datacenter", 0).field("worker", -1).build();
    assert_eq!(negative.unwrap_err().to_string(), "invalid Twitter snowflake: worker -1 is outside 0 to 31");
    let missing = Generator::<TwitterSnowflake>::builder().field("worker", 1).build();
    assert_eq!(missing.unwrap_err().to_string(), "invalid Twitter snowflake: field datacenter is missing");
    let sequence = Generator::<TwitterSnowflake>::builder().machine(0).field("sequence", 1).build();
    assert_eq!(
        sequence.unwrap_err().to_string(),
        "Twitter snowflake: no such field, a generator is configured with datacenter, worker"
    );
    let machine = Generator::<Ulid>::builder().machine(0).build();
    assert_eq!(machine.unwrap_err().to_string(), "ULID: these ids have no machine");
    let none = Generator::<Ulid>::builder().field("worker", 0).build();
    assert_eq!(none.unwrap_err().to_string(), "ULID: no such field, a generator is configured with none");
    let zero = Generator::<NalixTyped>::builder().machine(0).build();
    assert_eq!(zero.unwrap_err().to_string(), "invalid Nalix id: machine 0 is outside 1 to 1023");
    let wide = Generator::<NalixTyped>::builder().machine(1024).build();
    assert_eq!(wide.unwrap_err().to_string(), "Nalix id: machine 1024 is outside 1 to 1023");
}

#[test]
fn a_machine_has_one_generator_in_a_process() {
    let first = Generator::<DiscordSnowflake>::builder().machine(77).build().unwrap();
    let handle = first.clone();
    let second = || Generator::<DiscordSnowflake>::builder().field("worker", 2).field("process", 13).build();
    assert_eq!(
        second().unwrap_err().to_string(),
        "Discord snowflake: machine 77 has a generator in this process; clone that one, since a second would repeat its ids"
    );
    drop(first);
    assert!(matches!(second(), Err(BuildError::InUse { machine: 77, .. })));
    drop(handle);
    // A sealed one gives no ids, so its handles may stay.
    let sealed = second().unwrap();
    let _ = sealed.control().seal();
    let third = second().unwrap();
    drop(sealed);
    assert!(matches!(second(), Err(BuildError::InUse { machine: 77, .. })));
    drop(third);
    // Another type of Nalix ids is the same machine, another epoch is not.
    let nalix = Generator::<NalixTyped>::builder().machine(9).field("type", 1).build().unwrap();
    assert!(matches!(
        Generator::<NalixTyped>::builder().machine(9).field("type", 2).build(),
        Err(BuildError::InUse { machine: 9, .. })
    ));
    drop(nalix);
    let epoch = Layout::at_epoch(&idspec::twitter_snowflake::SCHEME, 0).unwrap();
    let other = Numbers::builder(epoch).machine(900).build().unwrap();
    let own = Generator::<TwitterSnowflake>::builder().machine(900).build().unwrap();
    drop((other, own));
}

#[test]
fn policies_that_a_scheme_does_not_have_are_refused() {
    let ulid = Generator::<Ulid>::builder;
    let says = |built: Result<Generator<Ulid>, BuildError>| built.unwrap_err().to_string();
    assert_eq!(says(ulid().start(Start::Running).build()), "ULID: ids are not generated under this `start`");
    assert_eq!(
        says(ulid().rollback(Rollback::Borrow(Duration::from_secs(1))).build()),
        "ULID: ids are not generated under this `rollback`"
    );
    assert_eq!(
        says(ulid().exhaustion(Exhaustion::Borrow(1)).build()),
        "ULID: ids are not generated under this `exhaustion`"
    );
    let spread = Generator::<TwitterSnowflake>::builder().machine(1).start(Start::Spread(4096)).build();
    assert_eq!(spread.unwrap_err().to_string(), "Twitter snowflake: ids are not generated under this `start`");
    let old = Generator::<idspec::seq_guid::ticks64::AsString>::builder().build().unwrap_err();
    assert_eq!(old.code().unwrap().as_str(), "unknown_kind");
    assert_eq!(
        says(ulid().leased(ms(T), ms(T + 1)).build()),
        "ULID: no unit of time lies in this lease, or there is no machine to lease"
    );
}

#[test]
fn a_lease_bounds_what_is_given() {
    let clock = Hand::at_ms(T - 5);
    let build =
        |lo, hi| Generator::<TwitterSnowflake>::builder().machine(800).leased(lo, hi).clock(clock.clone()).build();
    assert!(matches!(build(ms(T), ms(T)), Err(BuildError::Lease(_))));
    let ids = build(ms(T), ms(T + 2)).unwrap();
    assert!(matches!(ids.try_next().unwrap_err().kind(), GenerateErrorKind::ClockBehind { .. }));
    clock.set_ms(T);
    assert_eq!(ids.try_next().unwrap().sequence(), 0);
    clock.set_ms(T + 1);
    ids.try_next().unwrap();
    clock.set_ms(T + 2);
    assert_eq!(ids.try_next().unwrap_err().kind(), GenerateErrorKind::LeaseWindow);
    let control = ids.control();
    control.extend_to(ms(T + 1));
    assert_eq!(ids.try_next().unwrap_err().kind(), GenerateErrorKind::LeaseWindow);
    control.extend_to(ms(T + 3));
    ids.try_next().unwrap();
    // A late answer does not shorten a lease.
    control.extend_to(ms(T + 1));
    ids.try_next().unwrap();
    control.revoke();
    assert_eq!(ids.try_next().unwrap_err().kind(), GenerateErrorKind::LeaseWindow);
    control.extend_to(ms(T + 3));
    assert_eq!(ids.try_next().unwrap().sequence(), 2);
    assert_eq!((control.seal(), control.is_sealed()), (ms(T + 3), true));
    assert_eq!(control.seal(), ms(T + 3));
    assert_eq!(ids.try_next().unwrap_err().kind(), GenerateErrorKind::Sealed);
}

#[test]
fn a_lease_in_a_scheme_of_seconds_takes_whole_ones() {
    let clock = Hand::at_ms(T + 999);
    let ids = Generator::<NalixTyped>::builder()
        .machine(800)
        .leased(ms(T), ms(T + 1001))
        .clock(clock.clone())
        .build()
        .unwrap();
    ids.try_next().unwrap();
    clock.set_ms(T + 1999);
    ids.try_next().unwrap();
    clock.set_ms(T + 2000);
    assert_eq!(ids.try_next().unwrap_err().kind(), GenerateErrorKind::LeaseWindow);
    assert_eq!(ids.control().seal(), ms(T + 2000));
}

typed_id! {
    /// An order.
    pub struct OrderId(TwitterSnowflake) prefix "ord_";
}

#[test]
fn typed_ids_are_generated() {
    static IDS: ProcessWide<TwitterSnowflake> = ProcessWide::new();
    let error = OrderId::generate(&IDS).unwrap_err();
    assert_eq!(error.to_string(), "no new Twitter snowflake: no generator was installed for the process");
    let generator = Generator::builder().machine(700).clock(Hand::at_ms(T)).build().unwrap();
    IDS.install(generator.clone()).unwrap();
    let again = IDS.install(generator.clone()).unwrap_err();
    assert_eq!(again.to_string(), "Twitter snowflake: the process has a generator installed already");
    let id = OrderId::generate(&IDS).unwrap();
    assert_eq!(id.to_string(), "ord_1724551110459113472");
    assert_eq!(id.inner().to_u64() + 1, generator.try_next().unwrap().to_u64());
    let dynamic: &dyn Generates<TwitterSnowflake> = &generator;
    OrderId::generate(&dynamic).unwrap();
}

#[test]
fn a_generator_without_a_machine_has_reins_too() {
    let clock = Hand::at_ms(T);
    let ids = Generator::<Ulid>::builder().clock(clock.clone()).build().unwrap();
    let control = ids.control();
    let first = ids.try_next().unwrap();
    control.revoke();
    assert_eq!(ids.try_next().unwrap_err().kind(), GenerateErrorKind::LeaseWindow);
    control.extend_to(ms(T));
    assert_eq!(ids.try_next().unwrap_err().kind(), GenerateErrorKind::LeaseWindow);
    control.extend_to(ms(T + 1));
    assert_eq!(ids.try_next().unwrap().to_u128(), first.to_u128() + 1);
    clock.set_ms(T + 1);
    assert_eq!(ids.try_next().unwrap_err().kind(), GenerateErrorKind::LeaseWindow);
    assert_eq!((control.seal(), control.is_sealed()), (ms(T + 1), true));
    assert_eq!(control.seal(), ms(T + 1));
    let error = ids.try_next().unwrap_err();
    assert_eq!(error.to_string(), "no new ULID: the generator was sealed, make another one");
    // One that gave nothing.
    let unused = Generator::<Ulid>::builder().build().unwrap();
    assert_eq!(unused.control().seal(), Timestamp::UNIX_EPOCH);
}
