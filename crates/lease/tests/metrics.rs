//! The figures that a lease reports.

#![cfg(feature = "metrics")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests, with helpers outside of them")]

#[allow(dead_code, reason = "other tests set more")]
#[path = "runtime/memory.rs"]
mod memory;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use idspec_lease::{Lease, Namespace, Store};
use idspec_twitter_snowflake::TwitterSnowflake;
use memory::{Memory, Mood};
use metrics::{Counter, CounterFn, Gauge, GaugeFn, Histogram, Key, KeyName, Metadata, Recorder, SharedString, Unit};

type Values = Arc<Mutex<BTreeMap<String, f64>>>;

/// Keeps every figure by its name and labels.
struct Kept(Values);

struct Figure {
    name: String,
    values: Values,
}

impl Figure {
    fn change(&self, change: impl FnOnce(&mut f64)) {
        change(self.values.lock().unwrap().entry(self.name.clone()).or_default());
    }
}

#[allow(clippy::cast_precision_loss, reason = "small numbers")]
impl CounterFn for Figure {
    fn increment(&self, value: u64) {
        self.change(|it| *it += value as f64);
    }

    fn absolute(&self, value: u64) {
        self.change(|it| *it = value as f64);
    }
}

impl GaugeFn for Figure {
    fn increment(&self, value: f64) {
        self.change(|it| *it += value);
    }

    fn decrement(&self, value: f64) {
        self.change(|it| *it -= value);
    }

    fn set(&self, value: f64) {
        self.change(|it| *it = value);
    }
}

impl Kept {
    fn figure(&self, key: &Key) -> Arc<Figure> {
        let labels = key.labels().filter(|label| label.key() != "namespace").map(|label| format!(" {}", label.value()));
        Arc::new(Figure { name: key.name().to_owned() + &labels.collect::<String>(), values: Arc::clone(&self.0) })
    }
}

impl Recorder for Kept {
    fn describe_counter(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}
    fn describe_gauge(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}
    fn describe_histogram(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn register_counter(&self, key: &Key, _: &Metadata<'_>) -> Counter {
        Counter::from_arc(self.figure(key))
    }

    fn register_gauge(&self, key: &Key, _: &Metadata<'_>) -> Gauge {
        Gauge::from_arc(self.figure(key))
    }

    fn register_histogram(&self, _: &Key, _: &Metadata<'_>) -> Histogram {
        Histogram::noop()
    }
}

#[tokio::test(start_paused = true)]
async fn figures_say_what_happened() {
    let values = Values::default();
    metrics::set_global_recorder(Kept(Arc::clone(&values))).unwrap();
    let get = |name: &str| values.lock().unwrap().get(name).copied();
    let memory = Memory::new(0, 1);
    let clock = memory.clone();
    let store = Store::new(memory.clone(), Namespace::new("test").unwrap());
    let builder = || Lease::<TwitterSnowflake>::builder(store.clone()).clocks(memory.clone());
    let lease = builder().generator(move |builder| builder.clock(clock.clone())).start().await.unwrap();
    for _ in 0..5_000 {
        let _ = lease.try_next();
    }
    memory.set_back(200);
    let _ = lease.try_next();
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(get("idspec_lease_grants_total"), Some(1.0));
    assert_eq!(get("idspec_lease_worker"), Some(0.0));
    assert_eq!(get("idspec_ids_total"), Some(4096.0));
    assert_eq!(get("idspec_ids_refused_total exhausted"), Some(904.0));
    assert_eq!(get("idspec_ids_refused_total clock_behind"), Some(1.0));
    assert_eq!(get("idspec_lease_clock_skew_seconds"), Some(0.0));
    let remaining = get("idspec_lease_remaining_seconds").unwrap();
    assert!((54.0..=54.25).contains(&remaining), "{remaining}");
    // All slots are held, and then the database is away.
    builder().start().await.unwrap_err();
    assert_eq!(get("idspec_lease_refusals_total exhausted"), Some(1.0));
    tokio::time::sleep(Duration::from_secs(15)).await;
    assert_eq!(get("idspec_lease_renewals_total renewed"), Some(1.0));
    memory.set(Mood::Refuses);
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert!(get("idspec_lease_renewals_total database") > Some(5.0));
    assert_eq!(get("idspec_lease_expired_total"), Some(1.0));
    lease.try_next().unwrap_err();
    lease.shutdown().await.unwrap_err();
    assert_eq!(get("idspec_ids_refused_total lease_window"), Some(1.0));
    // Another lease of the namespace goes on where this one stopped.
    memory.set(Mood::Answers);
    memory.set_back(0);
    tokio::time::sleep(Duration::from_secs(60)).await;
    let clock = memory.clone();
    let lease = builder().generator(move |builder| builder.clock(clock.clone())).start().await.unwrap();
    for _ in 0..3 {
        lease.try_next().unwrap();
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(get("idspec_ids_total"), Some(4099.0));
    assert_eq!(get("idspec_ids_refused_total exhausted"), Some(904.0));
}
