//! Generators of one thread, where they differ from those that threads share; `laws` has what they have in common.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use idspec::generate::{
    BuildError, Clock, Entropy, EntropyError, Exhaustion, GenerateErrorKind, Generates, Generator, LocalGenerator,
    Rollback, Start,
};
use idspec::seq_guid::AsBinary;
use idspec::{NalixTyped, Timestamp, Timestamped as _, TwitterSnowflake, Ulid, typed_id};

use crate::clocks::{Always, Dry, Hand};

const T: i64 = 1_700_000_000_000;

fn ms(ms: i64) -> Timestamp {
    Timestamp::from_unix_ms(ms).unwrap()
}

typed_id! {
    /// An order.
    pub struct OrderId(TwitterSnowflake) prefix "ord_";
}

#[test]
fn a_local_generator_moves_to_another_thread() {
    fn is_send<T: Send>(value: T) -> T {
        value
    }
    let ids = is_send(Generator::<Ulid>::builder().clock(Hand::at_ms(T)).build_local().unwrap());
    let first = ids.try_next().unwrap();
    let second = std::thread::spawn(move || ids.try_next().unwrap()).join().unwrap();
    assert_eq!(second.to_u128(), first.to_u128() + 1);
}

#[test]
fn local_and_shared_generators_claim_one_machine() {
    let build = || Generator::<TwitterSnowflake>::builder().machine(600);
    let local = build().build_local().unwrap();
    assert!(matches!(build().build(), Err(BuildError::InUse { machine: 600, .. })));
    assert!(matches!(build().build_local(), Err(BuildError::InUse { machine: 600, .. })));
    drop(local);
    let shared = build().build().unwrap();
    assert!(matches!(build().build_local(), Err(BuildError::InUse { machine: 600, .. })));
    drop(shared);
    // A sealed one gives no ids, so it may stay.
    let mut sealed = build().build_local().unwrap();
    let _ = sealed.numbers().seal();
    build().build_local().unwrap();
}

#[test]
fn a_lease_bounds_a_local_generator_too() {
    let clock = Hand::at_ms(T);
    let builder = Generator::<TwitterSnowflake>::builder().machine(601).leased(ms(T), ms(T + 1)).clock(clock.clone());
    let mut ids = builder.build_local().unwrap();
    assert_eq!(ids.try_next().unwrap().sequence(), 0);
    clock.set_ms(T + 1);
    assert_eq!(ids.try_next().unwrap_err().kind(), GenerateErrorKind::LeaseWindow);
    ids.numbers().extend_to(ms(T + 2));
    assert_eq!(ids.try_next().unwrap().sequence(), 0);
    ids.numbers().revoke();
    assert_eq!(ids.try_next().unwrap_err().kind(), GenerateErrorKind::LeaseWindow);
    ids.numbers().extend_to(ms(T + 2));
    assert_eq!(ids.try_next().unwrap().sequence(), 1);
    assert!(!ids.numbers().is_sealed());
    assert_eq!((ids.numbers().seal(), ids.numbers().is_sealed()), (ms(T + 2), true));
    assert_eq!(ids.try_next().unwrap_err().kind(), GenerateErrorKind::Sealed);
}

/// What one thread's generator keeps of its unit holds no longer than the unit, the lease or the generator.
#[test]
fn a_local_unit_ends_where_it_should() {
    let clock = Hand::at_ms(T);
    let builder = Generator::<TwitterSnowflake>::builder().machine(620).clock(clock.clone());
    let mut ids = builder.leased(ms(T), ms(T + 2)).build_local().unwrap();
    let first = TwitterSnowflake::from_parts(T, 19, 12, 0).unwrap().to_u64();
    for number in 0..4096 {
        assert_eq!(ids.try_next().unwrap().to_u64(), first + number);
    }
    let retry_at = ms(T + 1);
    assert_eq!(ids.try_next().unwrap_err().kind(), GenerateErrorKind::Exhausted { retry_at });
    clock.set_ms(T + 1);
    assert_eq!(ids.try_next().unwrap().to_u64(), first + (1 << 22));
    assert_eq!(ids.try_next().unwrap().to_u64(), first + (1 << 22) + 1);
    // Back in the unit before, with numbers left in the later one.
    clock.set_ms(T);
    let (by, retry_at) = (Duration::from_millis(1), ms(T + 1));
    assert_eq!(ids.try_next().unwrap_err().kind(), GenerateErrorKind::ClockBehind { by, retry_at });
    clock.set_ms(T + 1);
    assert_eq!(ids.try_next().unwrap().to_u64(), first + (1 << 22) + 2);
    ids.numbers().revoke();
    assert_eq!(ids.try_next().unwrap_err().kind(), GenerateErrorKind::LeaseWindow);
    ids.numbers().extend_to(ms(T + 3));
    assert_eq!(ids.try_next().unwrap().to_u64(), first + (1 << 22) + 3);
    assert_eq!(ids.reserve(4).unwrap().last().unwrap().to_u64(), first + (1 << 22) + 7);
    assert_eq!(ids.try_next().unwrap().to_u64(), first + (1 << 22) + 8);
    // The clock stands in the last unit there is a lease for.
    clock.set_ms(T + 2);
    assert_eq!(ids.try_next().unwrap().to_u64(), first + (2 << 22));
    clock.set_ms(T + 3);
    assert_eq!(ids.try_next().unwrap_err().kind(), GenerateErrorKind::LeaseWindow);
    clock.set_ms(T + 2);
    assert_eq!(ids.try_next().unwrap().to_u64(), first + (2 << 22) + 1);
    assert_eq!(ids.numbers().seal(), ms(T + 3));
    assert_eq!(ids.try_next().unwrap_err().kind(), GenerateErrorKind::Sealed);
}

/// The random part of a ULID is wider than the half that is counted in.
#[test]
fn a_random_part_is_counted_over_its_halves() {
    let clock = Hand::at_ms(T);
    let start = (7 << 64) - 3;
    let local = Generator::<Ulid>::builder().entropy(Always(start)).clock(clock.clone()).build_local().unwrap();
    let shared = Generator::<Ulid>::builder().entropy(Always(start)).clock(clock.clone()).build().unwrap();
    let first = u128::from(T.unsigned_abs()) << 80 | start;
    for number in 0..6 {
        assert_eq!(local.try_next().unwrap().to_u128(), first + number);
        assert_eq!(shared.try_next().unwrap().to_u128(), first + number);
    }
    // A clock behind is held for, and goes on with the same number.
    clock.set_ms(T - 1);
    assert_eq!(local.try_next().unwrap().to_u128(), first + 6);
    clock.set_ms(T + 1);
    assert_eq!(local.try_next().unwrap().to_u128(), first + (1 << 80));
    assert_eq!(shared.try_next().unwrap().to_u128(), first + (1 << 80));
}

#[test]
fn a_sealed_generator_says_so_whatever_the_clock_shows() {
    let clock = Hand::at_ms(T);
    let mut local = Generator::<Ulid>::builder().clock(clock.clone()).build_local().unwrap();
    let shared = Generator::<Ulid>::builder().clock(clock.clone()).build().unwrap();
    let _ = (local.numbers().seal(), shared.control().seal());
    for at in [T, -1, 1 << 48] {
        clock.set_ms(at);
        assert_eq!(local.try_next().unwrap_err().kind(), GenerateErrorKind::Sealed, "{at}");
        assert_eq!(shared.try_next().unwrap_err().kind(), GenerateErrorKind::Sealed, "{at}");
    }
}

#[test]
fn an_ended_monotonic_generator_gives_nothing_in_its_millisecond() {
    let mut ids = Generator::<Ulid>::builder().clock(Hand::at_ms(T)).build_local().unwrap();
    let first = ids.try_next().unwrap();
    ids.numbers().revoke();
    assert_eq!(ids.try_next().unwrap_err().kind(), GenerateErrorKind::LeaseWindow);
    ids.numbers().extend_to(ms(T + 1));
    assert_eq!(ids.try_next().unwrap().to_u128(), first.to_u128() + 1);
    assert_eq!(ids.numbers().seal(), ms(T + 1));
    assert_eq!(ids.try_next().unwrap_err().kind(), GenerateErrorKind::Sealed);
}

#[test]
fn a_random_part_ends_after_its_largest_value() {
    let clock = Hand::at_ms(T);
    let ids = Generator::<Ulid>::builder().entropy(Always((1 << 80) - 3)).clock(clock.clone()).build_local().unwrap();
    let given: Vec<u128> = (0..3).map(|_| ids.try_next().unwrap().random()).collect();
    assert_eq!(given, [(1 << 80) - 3, (1 << 80) - 2, (1 << 80) - 1]);
    let retry_at = ms(T + 1);
    assert_eq!(ids.try_next().unwrap_err().kind(), GenerateErrorKind::RandomExhausted { retry_at });
    clock.set_ms(T + 1);
    assert_eq!(ids.try_next().unwrap().random(), (1 << 80) - 3);
    let ids = Generator::<Ulid>::builder().entropy(Dry).clock(clock).build_local().unwrap();
    assert_eq!(ids.try_next().unwrap_err().kind(), GenerateErrorKind::Entropy);
}

#[test]
fn batches_are_those_of_a_shared_generator() {
    let clock = Hand::at_ms(T);
    let ids = Generator::<TwitterSnowflake>::builder().machine(602).clock(clock.clone()).build_local().unwrap();
    assert_eq!(ids.reserve(4000).unwrap().last().unwrap().sequence(), 3999);
    assert_eq!(ids.reserve(4000).unwrap().len(), 96);
    clock.set_ms(T + 1);
    let mut out = [TwitterSnowflake::from_parts(T, 0, 0, 0).unwrap(); 5000];
    assert_eq!((ids.fill(&mut []), ids.fill(&mut out)), (Ok(0), Ok(4096)));
    assert!(out[..4096].windows(2).all(|pair| pair[0].to_u64() + 1 == pair[1].to_u64()));
    let guids = Generator::<AsBinary>::builder().exhaustion(Exhaustion::Borrow(9)).clock(clock).build_local().unwrap();
    let mut out = [guids.try_next().unwrap(); 20];
    assert_eq!(guids.fill(&mut out), Ok(9));
}

#[test]
fn a_local_generator_waits() {
    let clock = Hand::at_ms(T);
    let builder = Generator::<TwitterSnowflake>::builder().machine(603).clock(clock.clone());
    let ids = builder.rollback(Rollback::Wait(Duration::from_millis(5))).build_local().unwrap();
    assert_eq!(ids.reserve(4096).unwrap().len(), 4096);
    assert_eq!(ids.next_blocking(Duration::from_secs(1)).unwrap().sequence(), 0);
    assert_eq!(clock.sleeps(), 1);
    clock.set_ms(T);
    assert_eq!(ids.next_blocking(Duration::from_secs(1)).unwrap().sequence(), 1);
    assert_eq!(clock.sleeps(), 2);
}

#[test]
fn the_type_of_nalix_ids_is_set() {
    let builder = Generator::<NalixTyped>::builder().field("machine", 1).field("type", 11).clock(Hand::at_ms(T));
    let mut ids = builder.build_local().unwrap();
    assert_eq!(ids.try_next().unwrap().id_type().0, 11);
    ids.numbers().set("type", 30).unwrap();
    let order = ids.try_next().unwrap();
    assert_eq!((order.id_type().0, order.sequence(), order.machine()), (30, 1, 1));
    assert_eq!(
        ids.numbers().set("machine", 3).unwrap_err().to_string(),
        "invalid Nalix id: no field of that name and kind"
    );
    assert_eq!(ids.try_next().unwrap().id_type().0, 30);
}

#[test]
fn typed_ids_come_from_a_local_generator() {
    let ids = Generator::<TwitterSnowflake>::builder().machine(604).clock(Hand::at_ms(T)).build_local().unwrap();
    let (a, b) = (OrderId::generate(&ids).unwrap(), OrderId::generate(&Rc::new(ids)).unwrap());
    assert_eq!(b.inner().to_u64(), a.inner().to_u64() + 1);
    let random = Generator::<Ulid>::builder().build_random().unwrap();
    let dynamic: &dyn Generates<Ulid> = &random;
    assert_ne!(dynamic.try_next(), dynamic.try_next());
}

thread_local! {
    static ULIDS: RefCell<Option<Rc<LocalGenerator<Ulid, Asking, Asking>>>> = const { RefCell::new(None) };
    static SLOTS: RefCell<Option<Rc<LocalGenerator<TwitterSnowflake, Asking, Asking>>>> = const { RefCell::new(None) };
    static ANSWERS: RefCell<Vec<Result<u128, GenerateErrorKind>>> = const { RefCell::new(Vec::new()) };
}

/// A clock and a source that ask the generator that asks them, once.
struct Asking;

impl Asking {
    fn ask() {
        let answer = if let Some(ids) = ULIDS.take() {
            ids.try_next().map(Ulid::to_u128)
        } else if let Some(ids) = SLOTS.take() {
            ids.try_next().map(|id| u128::from(id.to_u64()))
        } else {
            return;
        };
        ANSWERS.with_borrow_mut(|answers| answers.push(answer.map_err(|error| error.kind())));
    }
}

impl Clock for Asking {
    fn now(&self) -> Timestamp {
        Self::ask();
        ms(T)
    }
}

impl Entropy for Asking {
    fn draw(&self, _: u32) -> Result<u128, EntropyError> {
        Self::ask();
        Ok(7)
    }
}

/// Rust lets a clock or a source reach the generator it works for by way of the thread; no id may be given twice then.
#[test]
fn a_clock_or_a_source_that_asks_its_generator_gets_no_id_twice() {
    let ids = Rc::new(Generator::<Ulid>::builder().clock(Asking).entropy(Asking).build_local().unwrap());
    let first = ids.try_next().unwrap().to_u128();
    ULIDS.set(Some(Rc::clone(&ids)));
    assert_eq!(ids.try_next().unwrap().to_u128(), first + 2);
    assert_eq!(ANSWERS.take(), [Ok(first + 1)]);

    // Here the source is the one that asks.
    let source = Generator::<Ulid>::builder().clock(Hand::at_ms(T)).entropy(Placing).build_local().unwrap();
    PLACED.set(Some(Rc::new(source)));
    let outer = PLACED.with_borrow(Clone::clone).unwrap();
    assert_eq!(outer.try_next().unwrap().random(), 7);
    assert_eq!(ANSWERS.take(), [Err(GenerateErrorKind::Sealed)]);
    assert_eq!(outer.try_next().unwrap().random(), 8);

    let builder = Generator::<TwitterSnowflake>::builder().machine(605).clock(Asking).entropy(Asking);
    let ids = Rc::new(builder.start(Start::Spread(100)).build_local().unwrap());
    SLOTS.set(Some(Rc::clone(&ids)));
    let outer = ids.try_next().unwrap().to_u64();
    assert_eq!(ANSWERS.take(), [Ok(u128::from(outer - 1))]);
}

thread_local! {
    static PLACED: RefCell<Option<Rc<LocalGenerator<Ulid, Hand, Placing>>>> = const { RefCell::new(None) };
}

/// A source that asks the generator it draws for.
struct Placing;

impl Entropy for Placing {
    fn draw(&self, _: u32) -> Result<u128, EntropyError> {
        if let Some(ids) = PLACED.take() {
            let answer = ids.try_next().map(Ulid::to_u128).map_err(|error| error.kind());
            ANSWERS.with_borrow_mut(|answers| answers.push(answer));
        }
        Ok(7)
    }
}

#[test]
fn random_ids_have_the_time_and_new_bits_each() {
    let clock = Hand::at_ms(T + 1);
    let ids = Generator::<Ulid>::builder().clock(clock.clone()).build_random().unwrap();
    let mut given: Vec<Ulid> = (0..10_000).map(|_| ids.try_next().unwrap()).collect();
    assert!(given.iter().all(|id| id.timestamp().unix_ms() == T + 1));
    // 10^4 draws of 80 bits: two alike once in 2^54 runs.
    given.sort_unstable();
    assert!(given.windows(2).all(|pair| pair[0] != pair[1]));
    // All 80 bits are drawn: none is the same in all ids.
    let (ones, zeros) = given.iter().fold((0, 0), |(ones, zeros), id| (ones | id.random(), zeros | !id.random()));
    assert_eq!((ones, zeros & ((1 << 80) - 1)), ((1 << 80) - 1, (1 << 80) - 1));
    // The clock may go back: there is nothing to compare with.
    clock.set_ms(T);
    assert_eq!(ids.try_next().unwrap().timestamp().unix_ms(), T);
    let mut out = [Ulid::from_u128(0); 100];
    ids.fill(&mut out).unwrap();
    assert!(out.iter().all(|id| id.timestamp().unix_ms() == T && id.random() != 0));
    let fixed = Generator::<Ulid>::builder().clock(clock.clone()).entropy(Always(0x1f)).build_random().unwrap();
    assert_eq!((fixed.try_next().unwrap().random(), fixed.try_next().unwrap().random()), (0x1f, 0x1f));
}

#[test]
fn random_ids_are_refused_where_they_cannot_be() {
    let ulid = || Generator::<Ulid>::builder().clock(Hand::at_ms(T));
    let dry = ulid().entropy(Dry).build_random().unwrap();
    assert_eq!(dry.try_next().unwrap_err().kind(), GenerateErrorKind::Entropy);
    assert_eq!(dry.fill(&mut []), Ok(()));
    let early = Generator::<Ulid>::builder().clock(Hand::at_ms(-1)).build_random().unwrap();
    assert_eq!(early.try_next().unwrap_err().code().unwrap().as_str(), "clock_before_epoch");
    let last = (1 << 48) - 1;
    let late = Generator::<Ulid>::builder().clock(Hand::at_ms(last)).build_random().unwrap();
    assert_eq!(late.try_next().unwrap().timestamp().unix_ms(), last);
    let late = Generator::<Ulid>::builder().clock(Hand::at_ms(last + 1)).build_random().unwrap();
    assert_eq!(late.try_next().unwrap_err().code().unwrap().as_str(), "timestamp_exhausted");

    let twitter = Generator::<TwitterSnowflake>::builder().machine(606).build_random();
    assert!(matches!(twitter, Err(BuildError::NotGenerated("Twitter snowflake"))));
    let says = |built: Result<_, BuildError>| {
        built.map(|_: idspec::generate::RandomGenerator<Ulid, Hand>| ()).unwrap_err().to_string()
    };
    assert_eq!(
        says(ulid().rollback(Rollback::Error).build_random()),
        "ULID: ids are not generated under this `rollback`"
    );
    assert_eq!(
        says(ulid().exhaustion(Exhaustion::Error).build_random()),
        "ULID: ids are not generated under this `exhaustion`"
    );
    assert_eq!(says(ulid().start(Start::Running).build_random()), "ULID: ids are not generated under this `start`");
    assert_eq!(says(ulid().after(Ulid::from_u128(1)).build_random()), "ULID: ids are not generated under this `after`");
    assert!(matches!(ulid().leased(ms(T), ms(T + 1)).build_random(), Err(BuildError::Lease("ULID"))));
}
