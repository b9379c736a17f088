//! How leases end: given back, or with their runtime.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests, with helpers outside of them")]

#[allow(dead_code, reason = "other tests set more")]
#[path = "runtime/memory.rs"]
mod memory;

use std::time::Duration;

use idspec_core::generate::GenerateErrorKind;
use idspec_lease::{Lease, LeaseBuilder, LeaseError, Namespace, Status, Store};
use idspec_twitter_snowflake::TwitterSnowflake;
use memory::{Memory, Mood};
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

#[test]
fn a_lease_ends_with_its_runtime() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let memory = Memory::new(0, 1);
    let lease = runtime.block_on(builder(&memory).start()).unwrap();
    let handle = lease.generator();
    handle.try_next().unwrap();
    assert!(matches!(lease.status(), Status::Held { worker: 0, .. }), "{:?}", lease.status());
    drop(runtime);
    assert_eq!(handle.try_next().unwrap_err().kind(), GenerateErrorKind::Sealed);
    assert_eq!(lease.status(), Status::Closed);
    assert!(memory.slot(0).holder.is_some(), "the slot expires by itself");
}

#[tokio::test(start_paused = true)]
async fn a_lease_ends_with_its_task() {
    let memory = Memory::new(10, 1);
    let lease = builder(&memory).start().await.unwrap();
    memory.set(Mood::Panics);
    sleep(16 * SECOND).await;
    assert_eq!(lease.try_next().unwrap_err().kind(), GenerateErrorKind::Sealed);
    assert_eq!(lease.status(), Status::Closed);
    let error = lease.shutdown().await.unwrap_err();
    assert!(matches!(error, LeaseError::Task { .. }), "{error}");
}

#[tokio::test(start_paused = true)]
async fn a_renewal_that_is_under_way_ends_before_the_slot_is_given_back() {
    let memory = Memory::new(20, 1);
    let lease = builder(&memory).start().await.unwrap();
    let handle = lease.generator();
    memory.set(Mood::AnswersAfter(2 * SECOND));
    // The row is renewed, and the lease does not know it yet.
    while memory.slot(0).rev == 1 {
        sleep(SECOND / 100).await;
    }
    memory.set(Mood::Answers);
    let meanwhile = async { handle.try_next().unwrap_err().kind() };
    let (given_back, refused) = tokio::join!(biased; lease.shutdown(), meanwhile);
    assert_eq!((given_back.unwrap(), refused), (true, GenerateErrorKind::Sealed));
    assert_eq!(memory.slot(0).holder, None);
    // It keeps the generator, and one machine has one generator in a process.
    drop(handle);
    let lease = builder(&memory).start().await.unwrap();
    assert_eq!(worker(lease.try_next().unwrap()), 20);
}

#[tokio::test(start_paused = true)]
async fn shutting_down_says_whether_the_slot_was_given_back() {
    let memory = Memory::new(30, 1);
    let lease = builder(&memory).start().await.unwrap();
    assert!(lease.shutdown().await.unwrap());
    let lease = builder(&memory).start().await.unwrap();
    // The renewal is carried out and its answer lost, so the lease does not know the mark.
    memory.set(Mood::LosesOneAnswer);
    while memory.slot(0).rev == 3 {
        sleep(SECOND / 100).await;
    }
    assert!(!lease.shutdown().await.unwrap());
    assert!(memory.slot(0).holder.is_some());
}
