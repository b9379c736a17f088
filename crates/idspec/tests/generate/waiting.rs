//! Calls that wait, and how long.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use idspec::generate::{Clock, Exhaustion, GenerateErrorKind, Generator, Rollback};
use idspec::{NalixTyped, Timestamp, Timestamped, TwitterSnowflake};

use crate::clocks::{Hand, Stopped};

const T: i64 = 1_700_000_000_000;
const SECOND: Duration = Duration::from_secs(1);

#[test]
fn a_used_up_unit_is_waited_for_and_the_new_one_stamped() {
    let clock = Hand::at_ms(T);
    let ids = Generator::<TwitterSnowflake>::builder().machine(40).clock(clock.clone()).build().unwrap();
    assert_eq!(ids.reserve(4096).unwrap().len(), 4096);
    let id = ids.next_blocking(SECOND).unwrap();
    assert_eq!((id.timestamp().unix_ms(), id.sequence()), (T + 1, 0));
    assert_eq!(clock.sleeps(), 1);
}

#[test]
fn errors_are_not_waited_for_where_the_policy_does_not_say_so() {
    let clock = Hand::at_ms(T);
    let ids = Generator::<TwitterSnowflake>::builder()
        .machine(41)
        .exhaustion(Exhaustion::Error)
        .clock(clock.clone())
        .build()
        .unwrap();
    assert_eq!(ids.reserve(4096).unwrap().len(), 4096);
    assert!(matches!(ids.next_blocking(SECOND).unwrap_err().kind(), GenerateErrorKind::Exhausted { .. }));
    clock.set_ms(T - 1);
    assert!(matches!(ids.next_blocking(SECOND).unwrap_err().kind(), GenerateErrorKind::ClockBehind { .. }));
    assert_eq!(clock.sleeps(), 0);
}

#[test]
fn a_small_rollback_is_waited_for_and_a_large_one_refused() {
    let clock = Hand::at_ms(T);
    let ids = Generator::<TwitterSnowflake>::builder()
        .machine(42)
        .rollback(Rollback::Wait(Duration::from_millis(5)))
        .clock(clock.clone())
        .build()
        .unwrap();
    ids.try_next().unwrap();
    clock.set_ms(T - 5);
    assert!(matches!(ids.try_next().unwrap_err().kind(), GenerateErrorKind::ClockBehind { .. }));
    let id = ids.next_blocking(SECOND).unwrap();
    assert_eq!((id.timestamp().unix_ms(), id.sequence()), (T, 1));
    clock.set_ms(T - 6);
    let slept = clock.sleeps();
    assert!(matches!(ids.next_blocking(SECOND).unwrap_err().kind(), GenerateErrorKind::ClockBehind { .. }));
    assert_eq!(clock.sleeps(), slept);
}

#[test]
fn a_clock_that_stands_still_ends_the_wait() {
    let at = Timestamp::from_unix_ms(T).unwrap();
    let ids = Generator::<TwitterSnowflake>::builder().machine(43).clock(Stopped(at)).build().unwrap();
    assert_eq!(ids.reserve(4096).unwrap().len(), 4096);
    assert!(matches!(ids.next_blocking(SECOND).unwrap_err().kind(), GenerateErrorKind::Exhausted { .. }));
}

/// A clock that stands still, and sleeps three times as long as it is asked to.
#[derive(Clone, Default)]
struct Slow(Arc<AtomicU64>);

impl Clock for Slow {
    fn now(&self) -> Timestamp {
        Timestamp::from_unix_ms(T).unwrap()
    }

    fn sleep(&self, time: Duration) {
        self.0.fetch_add(1, Ordering::SeqCst);
        std::thread::sleep(time * 3);
    }
}

#[test]
fn sleeps_are_counted_as_long_as_they_took() {
    let clock = Slow::default();
    let ids = Generator::<TwitterSnowflake>::builder().machine(46).clock(clock.clone()).build().unwrap();
    assert_eq!(ids.reserve(4096).unwrap().len(), 4096);
    assert!(ids.next_blocking(Duration::from_millis(40)).is_err());
    // 40 pauses of 1 ms were asked for, and at most 14 of 3 ms have room.
    assert!((1..=14).contains(&clock.0.load(Ordering::SeqCst)));
}

#[test]
fn a_wait_is_cut_into_pieces_and_bounded() {
    let clock = Hand::at_ms(T);
    let ids = Generator::<NalixTyped>::builder().machine(44).clock(clock.clone()).build().unwrap();
    assert_eq!(ids.reserve(20_000).unwrap().len(), 16_384);
    let error = ids.next_blocking(Duration::from_millis(120)).unwrap_err();
    assert!(matches!(error.kind(), GenerateErrorKind::Exhausted { .. }));
    assert_eq!(clock.sleeps(), 3);
    // 880 ms are left of the second, in pieces of at most 50.
    assert_eq!(ids.next_blocking(SECOND).unwrap().value(), u32::try_from(T / 1000).unwrap() + 1);
    assert_eq!(clock.sleeps(), 3 + 18);
}

#[cfg(feature = "tokio")]
#[test]
fn tasks_wait_without_a_thread() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let ids = Generator::<TwitterSnowflake>::builder().machine(45).build().unwrap();
    // Tasks move between threads.
    fn is_send<T: Send>(future: T) -> T {
        future
    }
    let given = runtime.block_on(async {
        is_send(ids.next(SECOND)).await.unwrap();
        let mut given = Vec::new();
        for _ in 0..10_000 {
            given.push(ids.next(SECOND).await.unwrap());
        }
        given
    });
    assert!(given.windows(2).all(|pair| pair[0] < pair[1]));
}
