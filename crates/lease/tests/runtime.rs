//! Leases in time that a test lets pass, over a database that does what a test wants.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests, with helpers outside of them")]

#[allow(dead_code, reason = "other tests set more")]
#[path = "runtime/memory.rs"]
mod memory;

use std::sync::Arc;
use std::time::Duration;

use idspec_core::generate::{GenerateErrorKind, Generator};
use idspec_lease::{Lease, LeaseBuilder, LeaseError, Namespace, Options, Status, Store};
use idspec_twitter_snowflake::{Timestamped as _, TwitterSnowflake};
use memory::{BEGIN, Memory, Mood};
use tokio::time::sleep;

const SECOND: Duration = Duration::from_secs(1);

/// Each test has worker ids of its own, since one process has one generator of each.
fn builder(memory: &Memory) -> LeaseBuilder<TwitterSnowflake> {
    let clock = memory.clone();
    let store = Store::new(memory.clone(), Namespace::new("test").unwrap());
    Lease::builder(store).clocks(memory.clone()).generator(move |builder| builder.clock(clock.clone()))
}

fn worker(id: TwitterSnowflake) -> u32 {
    id.datacenter() * 32 + id.worker()
}

fn refusal(lease: &Lease<TwitterSnowflake>) -> GenerateErrorKind {
    lease.try_next().unwrap_err().kind()
}

/// How long ids go on, looked at every 100 ms.
async fn ids_for(lease: &Lease<TwitterSnowflake>, memory: &Memory) -> Duration {
    let begun = memory.elapsed();
    while lease.try_next().is_ok() {
        sleep(SECOND / 10).await;
    }
    memory.elapsed() - begun
}

async fn outage(first: i64, mood: Mood) {
    let memory = Memory::new(first, 2);
    let lease = builder(&memory).start().await.unwrap();
    let before = worker(lease.try_next().unwrap());
    memory.set(mood);
    let went_on = ids_for(&lease, &memory).await;
    // The lease is for 60 s, less 5.
    assert!(went_on >= 54 * SECOND && went_on <= 55 * SECOND + SECOND / 2, "{went_on:?}");
    assert_eq!(refusal(&lease), GenerateErrorKind::LeaseWindow);
    assert_eq!(lease.status(), Status::Expired { worker: before });
    sleep(3600 * SECOND).await;
    assert_eq!(refusal(&lease), GenerateErrorKind::LeaseWindow);
    memory.set(Mood::Answers);
    // A try that hangs is given up after 5 s, and the next one follows within 15.
    sleep(if mood == Mood::Hangs { 21 } else { 16 } * SECOND).await;
    assert_eq!(worker(lease.try_next().unwrap()), before);
    // Nobody else had it: the fence is the first one.
    assert!(matches!(lease.status(), Status::Held { fence: 1, .. }), "{:?}", lease.status());
    lease.shutdown().await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_database_that_refuses_for_an_hour_stops_ids_and_no_more() {
    outage(0, Mood::Refuses).await;
}

#[tokio::test(start_paused = true)]
async fn a_database_that_hangs_for_an_hour_stops_ids_and_no_more() {
    outage(10, Mood::Hangs).await;
}

/// An outage of so many tenths of a second, whenever it begins between two renewals.
async fn unseen(first: i64, mood: Mood, tenths: u32) {
    let memory = Memory::new(first, 1);
    let lease = builder(&memory).start().await.unwrap();
    for begin in [1, 7, 14] {
        sleep(SECOND * begin).await;
        memory.set(mood);
        for _ in 0..tenths {
            lease.try_next().unwrap();
            sleep(SECOND / 10).await;
        }
        memory.set(Mood::Answers);
        for _ in 0..200 {
            lease.try_next().unwrap();
            sleep(SECOND / 10).await;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn an_outage_of_38_seconds_is_not_seen() {
    unseen(20, Mood::Refuses, 380).await;
}

#[tokio::test(start_paused = true)]
async fn an_outage_of_33_seconds_is_not_seen_where_connections_hang() {
    unseen(25, Mood::Hangs, 330).await;
}

#[tokio::test(start_paused = true)]
async fn a_lost_slot_is_followed_by_another() {
    let memory = Memory::new(30, 2);
    let lease = builder(&memory).start().await.unwrap();
    let handle = lease.generator();
    assert_eq!(worker(handle.try_next().unwrap()), 30);
    memory.change(|state| {
        state.slots[0].holder = Some(Arc::from("another"));
        state.slots[0].fence += 1;
        state.slots[0].rev += 1;
        state.slots[0].expires_at += 3_600_000;
    });
    sleep(16 * SECOND).await;
    assert_eq!(worker(handle.try_next().unwrap()), 31);
    assert!(matches!(lease.status(), Status::Held { worker: 31, .. }), "{:?}", lease.status());
}

#[tokio::test(start_paused = true)]
async fn a_lost_answer_costs_a_slot_and_no_id() {
    let memory = Memory::new(40, 2);
    let lease = builder(&memory).start().await.unwrap();
    memory.set(Mood::LosesOneAnswer);
    let mut workers = Vec::new();
    for _ in 0..900 {
        workers.push(worker(lease.try_next().unwrap()));
        sleep(SECOND / 10).await;
    }
    workers.dedup();
    assert_eq!(workers, [40, 41]);
}

#[tokio::test(start_paused = true)]
async fn exhausted_slots_are_handed_out_again_when_they_expire() {
    let memory = Memory::new(50, 1);
    memory.change(|state| {
        state.slots[0].holder = Some(Arc::from("another"));
        state.slots[0].expires_at = BEGIN + 10_000;
    });
    let error = builder(&memory).start().await.unwrap_err();
    let LeaseError::Exhausted { slots: 1, next_expiry: Some(after) } = error else { panic!("{error}") };
    assert_eq!(after, 10 * SECOND);
    assert_eq!(
        error.to_string(),
        "the only worker id is held; it expires in 10s unless it is renewed: prepare more slots, or stop a process"
    );
    sleep(10 * SECOND).await;
    let lease = builder(&memory).start().await.unwrap();
    assert_eq!(worker(lease.try_next().unwrap()), 50);
}

#[tokio::test(start_paused = true)]
async fn clocks_that_differ_are_refused() {
    let memory = Memory::new(60, 1);
    for ahead in [1_001, -1_001] {
        memory.change(|state| state.ahead = ahead);
        let error = builder(&memory).start().await.unwrap_err();
        assert!(
            matches!(error, LeaseError::ClockSkew { database_ahead_ms, .. } if database_ahead_ms == ahead),
            "{error}"
        );
    }
    let text = "the database's clock is 1001 ms behind this machine's, more than 1s: synchronise the clocks";
    assert_eq!(builder(&memory).start().await.unwrap_err().to_string(), text);
    assert_eq!(memory.slot(0).fence, 0, "nothing was taken");
    memory.change(|state| state.ahead = 1_000);
    builder(&memory).start().await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn the_start_of_a_window_is_waited_for_a_little() {
    let memory = Memory::new(70, 1);
    memory.change(|state| state.slots[0].mark = BEGIN + 3_000);
    let error = builder(&memory).start().await.unwrap_err();
    assert!(matches!(error, LeaseError::ClockBehind { by, .. } if by == 3 * SECOND), "{error}");
    memory.change(|state| state.slots[0].mark = BEGIN + 1_500);
    let lease = builder(&memory).start().await.unwrap();
    assert_eq!(memory.elapsed().as_millis(), 1_500);
    assert_eq!(lease.try_next().unwrap().timestamp().unix_ms(), BEGIN + 1_500);
}

#[tokio::test(start_paused = true)]
async fn a_name_gets_its_slot_back_when_the_lease_has_expired() {
    let memory = Memory::new(80, 3);
    memory.change(|state| {
        state.slots[2].holder = Some(Arc::from("pod-1"));
        state.slots[2].fence = 7;
        state.slots[2].mark = BEGIN + 20_000;
        state.slots[2].expires_at = BEGIN + 20_000;
    });
    let lease = builder(&memory).options(Options::new().name("pod-1").unwrap()).start().await.unwrap();
    assert_eq!(memory.elapsed().as_secs(), 20);
    assert_eq!(worker(lease.try_next().unwrap()), 82);
    lease.shutdown().await.unwrap();
    // After a release at once.
    let before = memory.elapsed();
    let lease = builder(&memory).options(Options::new().name("pod-1").unwrap()).start().await.unwrap();
    assert!(memory.elapsed() - before < SECOND / 10, "{:?}", memory.elapsed() - before);
    assert!(matches!(lease.status(), Status::Held { worker: 82, fence: 9, .. }), "{:?}", lease.status());
}

#[tokio::test(start_paused = true)]
async fn a_second_holder_of_a_name_is_refused() {
    let memory = Memory::new(90, 3);
    let first = builder(&memory).options(Options::new().name("pod-1").unwrap()).start().await.unwrap();
    let begun = memory.elapsed();
    let second = builder(&memory).options(Options::new().name("pod-1").unwrap()).start().await;
    let error = second.unwrap_err();
    assert!(matches!(&error, LeaseError::NameInUse { worker: 90, .. }), "{error}");
    assert_eq!(error.to_string(), "another process runs as pod-1 and renews worker 90: give each process its own name");
    assert!(memory.elapsed() - begun <= 16 * SECOND, "known by the first renewal");
    first.try_next().unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_slot_is_given_back_exactly_as_far_as_it_was_used() {
    let memory = Memory::new(100, 1);
    let lease = builder(&memory).start().await.unwrap();
    let handle = lease.generator();
    sleep(SECOND).await;
    let ids: Vec<TwitterSnowflake> = (0..5_000).filter_map(|_| lease.try_next().ok()).collect();
    let last = ids[ids.len() - 1];
    assert_eq!((last.timestamp().unix_ms(), last.sequence()), (BEGIN + 1_000, 4095));
    lease.shutdown().await.unwrap();
    assert_eq!(handle.try_next().unwrap_err().kind(), GenerateErrorKind::Sealed);
    let slot = memory.slot(0);
    assert_eq!((slot.holder, slot.mark), (None, BEGIN + 1_001));
}

#[tokio::test(start_paused = true)]
async fn dropping_a_lease_seals_it_and_gives_the_slot_back() {
    let memory = Memory::new(110, 1);
    let lease = builder(&memory).start().await.unwrap();
    let handle = lease.generator();
    drop(lease);
    assert_eq!(handle.try_next().unwrap_err().kind(), GenerateErrorKind::Sealed);
    sleep(SECOND).await;
    assert_eq!((memory.slot(0).holder, memory.slot(0).mark), (None, BEGIN));
}

#[tokio::test(start_paused = true)]
async fn a_worker_id_that_this_process_uses_already_is_passed_over() {
    let memory = Memory::new(120, 2);
    let other = Generator::<TwitterSnowflake>::builder().machine(120).build().unwrap();
    let lease = builder(&memory).start().await.unwrap();
    assert_eq!(worker(lease.try_next().unwrap()), 121);
    assert_eq!(memory.slot(0).holder, None);
    drop(other);
}

#[tokio::test(start_paused = true)]
async fn a_clock_that_goes_back_repeats_nothing() {
    let memory = Memory::new(130, 1);
    let lease = builder(&memory).start().await.unwrap();
    sleep(SECOND).await;
    let last = lease.try_next().unwrap();
    memory.set_back(500);
    assert!(matches!(refusal(&lease), GenerateErrorKind::ClockBehind { .. }));
    lease.shutdown().await.unwrap();
    // The successor of the slot has the same clock, and waits for the start of its window.
    let lease = builder(&memory).start().await.unwrap();
    let next = lease.try_next().unwrap();
    assert_eq!(next.timestamp().unix_ms(), last.timestamp().unix_ms() + 1);
}

#[tokio::test(start_paused = true)]
async fn units_of_a_second_fit_into_windows() {
    use idspec_nalix_typed::NalixTyped;

    let memory = Memory::new(150, 1);
    let pair = [memory.clone(), memory.clone()];
    let lease = |memory: &Memory| {
        let clock = memory.clone();
        let store = Store::new(memory.clone(), Namespace::new("nalix").unwrap());
        let lease = Lease::<NalixTyped>::builder(store).clocks(memory.clone());
        lease.generator(move |builder| builder.clock(clock.clone()).field("type", 7))
    };
    let first = lease(&pair[0]).start().await.unwrap();
    sleep(SECOND * 3 / 2).await;
    let id = first.try_next().unwrap();
    first.shutdown().await.unwrap();
    // Seconds begin at whole seconds of 1970, and the next holder starts with the first that is free.
    assert_eq!(memory.slot(0).mark, (id.timestamp().unix_seconds() + 1) * 1000);
    let second = lease(&pair[1]).start().await.unwrap();
    let next = second.try_next().unwrap();
    assert_eq!(next.timestamp().unix_seconds(), id.timestamp().unix_seconds() + 1);
}

#[tokio::test(start_paused = true)]
async fn starting_has_a_bound_and_can_be_cancelled() {
    let memory = Memory::new(140, 1);
    memory.set(Mood::Hangs);
    let error = builder(&memory).start().await.unwrap_err();
    assert_eq!(error.code(), "timeout");
    let before = memory.elapsed();
    assert!(tokio::time::timeout(SECOND, builder(&memory).start()).await.is_err());
    assert_eq!(memory.elapsed() - before, SECOND);
    memory.set(Mood::Answers);
    let lease = builder(&memory).start().await.unwrap();
    memory.set(Mood::Hangs);
    let before = memory.elapsed();
    let error = lease.shutdown().await.unwrap_err();
    assert_eq!(error.to_string(), "`release` had no answer within 5s: is the database reachable?");
    assert_eq!((memory.elapsed() - before).as_secs(), 5);
}

#[tokio::test(start_paused = true)]
async fn the_longest_lengths_do_no_harm() {
    let memory = Memory::new(160, 1);
    let options = Options::new().skew(Duration::MAX).within(Duration::MAX).name("pod-1").unwrap();
    let clock = memory.clone();
    let store = Store::new(memory.clone(), Namespace::new("test").unwrap()).with_patience(Duration::MAX);
    let builder = Lease::<TwitterSnowflake>::builder(store).clocks(memory.clone()).options(options);
    let lease = builder.generator(move |builder| builder.clock(clock.clone())).start().await.unwrap();
    // The first renewal never has an answer, and is given up for the next one.
    memory.set(Mood::Hangs);
    sleep(16 * SECOND).await;
    memory.set(Mood::Answers);
    for _ in 0..1_200 {
        lease.try_next().unwrap();
        sleep(SECOND / 10).await;
    }
    lease.shutdown().await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_start_that_takes_too_long_says_what_went_wrong_last() {
    let memory = Memory::new(170, 1);
    memory.set(Mood::AwayForSlots);
    let error = builder(&memory).options(Options::new().within(SECOND)).start().await.unwrap_err();
    assert_eq!(error.to_string(), "no lease within 1s: `candidates` failed: the database is away");
    memory.set(Mood::Answers);
    memory.change(|state| {
        state.slots[0].holder = Some(Arc::from("pod-1"));
        state.slots[0].expires_at = BEGIN + 60_000;
    });
    let options = Options::new().within(SECOND).name("pod-1").unwrap();
    let error = builder(&memory).options(options).start().await.unwrap_err();
    let LeaseError::Deadline { last: Some(last), .. } = error else { panic!("{error}") };
    assert!(matches!(*last, LeaseError::NameInUse { worker: 170, .. }), "{last}");
}

#[tokio::test(start_paused = true)]
async fn a_window_that_is_longer_than_its_lease_is_not_taken_before_its_end_is_near() {
    let memory = Memory::new(180, 1);
    memory.change(|state| {
        state.slots[0].holder = Some(Arc::from("pod-1"));
        state.slots[0].fence = 7;
        state.slots[0].mark = BEGIN + 120_000;
    });
    let error = builder(&memory).options(Options::new().name("pod-1").unwrap()).start().await.unwrap_err();
    assert!(matches!(error, LeaseError::ClockBehind { by, .. } if by == 120 * SECOND), "{error}");
    assert_eq!((memory.slot(0).fence, memory.slot(0).mark), (7, BEGIN + 120_000));
    sleep(118 * SECOND).await;
    let lease = builder(&memory).options(Options::new().name("pod-1").unwrap()).start().await.unwrap();
    assert!(matches!(lease.status(), Status::Held { worker: 180, fence: 8, .. }), "{:?}", lease.status());
}

#[tokio::test(start_paused = true)]
async fn waiting_takes_what_is_missing_and_no_longer_than_it_may() {
    let memory = Memory::new(190, 2);
    let lease = builder(&memory).start().await.unwrap();
    let handle = lease.generator();
    let mut ids = vec![handle.next(Duration::ZERO).await.unwrap()];
    for _ in 1..=4096 {
        ids.push(handle.next(SECOND).await.unwrap());
    }
    assert!(ids.is_sorted_by(|a, b| a < b));
    assert_eq!((ids[4095].timestamp().unix_ms(), ids[4096].timestamp().unix_ms()), (BEGIN, BEGIN + 1));
    assert_eq!(memory.elapsed().as_millis(), 1);
    // The clock goes back, and the last id is 501 ms ahead of it.
    sleep(SECOND).await;
    let last = handle.try_next().unwrap();
    memory.set_back(500);
    let before = memory.elapsed();
    let error = handle.next(SECOND / 10).await.unwrap_err();
    assert!(matches!(error.kind(), GenerateErrorKind::ClockBehind { .. }), "{error}");
    assert_eq!((memory.elapsed() - before).as_millis(), 100);
    let next = handle.next(Duration::MAX).await.unwrap();
    assert!(next > last && next.timestamp() == last.timestamp());
    assert_eq!((memory.elapsed() - before).as_millis(), 500);
    // Time does not help.
    lease.shutdown().await.unwrap();
    let before = memory.elapsed();
    assert_eq!(handle.next(SECOND).await.unwrap_err().kind(), GenerateErrorKind::Sealed);
    assert_eq!(memory.elapsed(), before);
}

#[tokio::test(start_paused = true)]
async fn waiting_goes_on_under_another_worker_id() {
    let memory = Memory::new(200, 2);
    let lease = builder(&memory).start().await.unwrap();
    sleep(12 * SECOND).await;
    assert_eq!(worker(lease.try_next().unwrap()), 200);
    // The clocks go back by 11 s, and the slot is lost: the other one was never used.
    memory.set_back(11_000);
    memory.change(|state| {
        state.slots[0].holder = Some(Arc::from("another"));
        state.slots[0].fence += 1;
        state.slots[0].rev += 1;
        state.slots[0].expires_at += 3_600_000;
        state.ahead = -11_000;
    });
    let before = memory.elapsed();
    let waits = lease.generator();
    assert_eq!(worker(waits.next(20 * SECOND).await.unwrap()), 201);
    // Found out by the next renewal, and not when the clock is where it was.
    let waited = memory.elapsed() - before;
    assert!(waited < 4 * SECOND, "{waited:?}");
}
