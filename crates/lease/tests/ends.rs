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
