//! Setting up a namespace, on SQLite.

#![cfg(feature = "sqlite")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests, with helpers outside of them")]

use idspec_lease::protocol::{Answer, Statement};
use idspec_lease::{Lease, LeaseError, Namespace, Options, Slots, Space, Status, Store, Tally};
use idspec_twitter_snowflake::{TwitterSnowflake, WithEpoch};
use sqlx::SqlitePool;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};

async fn pool() -> SqlitePool {
    // One connection, since each would have a memory of its own.
    let pool = SqlitePoolOptions::new().max_connections(1);
    pool.connect_with(SqliteConnectOptions::new().in_memory(true)).await.unwrap()
}

async fn store(namespace: &str) -> Store {
    Store::new(pool().await, Namespace::new(namespace).unwrap())
}

const SLOTS: Slots = Slots { first: 3, count: 250 };

#[tokio::test]
async fn setting_up_again_changes_nothing() {
    let (store, space) = (store("orders").await, Space::of::<TwitterSnowflake>().unwrap());
    assert!(matches!(store.check(&space).await, Err(LeaseError::Store(_))));
    store.migrate().await.unwrap();
    assert!(matches!(store.check(&space).await, Err(LeaseError::NotPrepared { .. })));
    store.prepare(&space, SLOTS).await.unwrap();
    assert_eq!(store.tally().await.unwrap(), Tally { slots: 250, free: 250, next_expiry_ms: None });
    let look = |worker| Statement::Look { worker };
    let before = store.run(&look(252)).await.unwrap();
    store.migrate().await.unwrap();
    store.prepare(&space, SLOTS).await.unwrap();
    store.prepare(&space, Slots { first: 2, count: 253 }).await.unwrap();
    assert_eq!(store.tally().await.unwrap().slots, 253);
    assert_eq!(store.run(&look(252)).await.unwrap(), before);
    // Ids before this moment may have been given under the number by other means.
    let Answer::Rows(rows) = before else { panic!("a look gives rows") };
    assert!(store.clock_ms().await.unwrap() - rows[0].mark < 60_000);
}

#[tokio::test]
async fn another_id_space_is_refused_by_what_differs() {
    type Ours = WithEpoch<1_596_211_200_000>;
    let store = store("orders").await;
    store.migrate().await.unwrap();
    store.prepare(&Space::of::<TwitterSnowflake>().unwrap(), SLOTS).await.unwrap();
    let error = Lease::<Ours>::builder(store.clone()).start().await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "epoch_ms of namespace orders is 1288834974657 in the database and 1596211200000 here: ids would collide; correct the configuration or take a \
         namespace of its own"
    );
    let named = |space: Space| {
        let store = store.clone();
        async move {
            match store.prepare(&space, SLOTS).await {
                Err(LeaseError::Settings { setting, .. }) => setting,
                other => panic!("{other:?}"),
            }
        }
    };
    let layout = Space::of::<TwitterSnowflake>().unwrap().layout().to_owned();
    assert_eq!(layout, "twitter-snowflake 62.22 21.17 16.12 11.0");
    assert_eq!(named(Space::new("another", 1_288_834_974_657, 1, 0, 10)).await, "layout");
    assert_eq!(named(Space::new(&layout, 1_288_834_974_657, 10, 0, 10)).await, "tick_ms");
    assert_eq!(named(Space::new(&layout, 1_288_834_974_657, 1, 0, 11)).await, "worker_bits");
}

#[tokio::test]
async fn worker_ids_outside_of_the_field_are_refused() {
    let (store, space) = (store("orders").await, Space::new("nalix-typed", 0, 1000, 1, 10));
    for (first, count, last) in [(0, 10, 9_i64), (1000, 25, 1024), (1, 0, 0), (u32::MAX, u32::MAX, 8_589_934_589_i64)] {
        let error = store.prepare(&space, Slots { first, count }).await.unwrap_err();
        let text =
            format!("worker ids {first} to {last} are not in the layout, which has 1 to 1023: choose fewer slots");
        assert_eq!(error.to_string(), text);
    }
}

#[test]
fn names_that_databases_compare_differently_are_refused() {
    for name in ["", " a", "a ", "é", "a\0", &"x".repeat(65)] {
        let error = Namespace::new(name).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("the namespace {name:?} is not 1 to 64 ASCII letters, digits and `._-:/@`")
        );
    }
    assert!(Options::new().name("pod-1.example").is_ok());
}

#[test]
fn options_that_contradict_each_other_are_refused() {
    use std::time::Duration;
    let (space, seconds) = (Space::of::<TwitterSnowflake>().unwrap(), Duration::from_secs);
    let check = |options: Options| options.check(&space).map_err(|error| error.to_string());
    assert_eq!(check(Options::new()), Ok(()));
    assert_eq!(check(Options::new().ttl(Duration::from_millis(100))), Ok(()));
    for (options, text) in [
        (Options::new().ttl(Duration::from_millis(99)), "ttl has to be 100 ms or longer"),
        (Options::new().margin(seconds(60)), "margin has to be shorter than ttl"),
        (Options::new().renew_every(seconds(28)), "renew_every has to fit into ttl less margin twice"),
        (Options::new().window(seconds(29)), "renew_every has to fit into window twice"),
        (Options::new().patience(seconds(61)), "patience has to be no longer than ttl"),
        (Options::new().ttl(Duration::MAX), "ttl has to be a day or shorter"),
        (Options::new().window(Duration::MAX), "window has to be a day or shorter"),
        (Options::new().margin(Duration::MAX), "margin has to be shorter than ttl"),
        (Options::new().renew_every(Duration::MAX), "renew_every has to fit into ttl less margin twice"),
        (Options::new().patience(Duration::MAX), "patience has to be no longer than ttl"),
    ] {
        assert_eq!(check(options), Err(text.to_owned()));
    }
    let nalix = Space::new("nalix-typed", 0, 1000, 1, 10);
    let short = Options::new().ttl(Duration::from_millis(1_900)).check(&nalix);
    assert_eq!(short.unwrap_err().to_string(), "window has to be at least two units of the layout's time");
}

/// Slots that were used without a label, or under this one, do not hide others that can be used at once.
#[tokio::test]
async fn marks_ahead_of_the_clock_hide_no_slot() {
    let pool = pool().await;
    let store = Store::new(pool.clone(), Namespace::new("orders").unwrap());
    store.migrate().await.unwrap();
    store.prepare(&Space::of::<TwitterSnowflake>().unwrap(), Slots { first: 700, count: 9 }).await.unwrap();
    for (label, options) in [("", Options::new()), ("web-7", Options::new().label("web-7").unwrap())] {
        let change = "UPDATE idspec_worker_lease SET label = ?, hwm_ms = hwm_ms + 3600000 WHERE worker_id < 708";
        assert_eq!(sqlx::query(change).bind(label).execute(&pool).await.unwrap().rows_affected(), 8);
        let lease = Lease::<TwitterSnowflake>::builder(store.clone()).options(options).start().await.unwrap();
        let held = lease.status();
        assert!(matches!(held, Status::Held { worker: 708, .. }), "{held:?}");
        lease.shutdown().await.unwrap();
    }
}

#[tokio::test]
async fn no_label_is_null() {
    let pool = pool().await;
    let store = Store::new(pool.clone(), Namespace::new("orders").unwrap());
    store.migrate().await.unwrap();
    store.prepare(&Space::of::<TwitterSnowflake>().unwrap(), Slots { first: 710, count: 1 }).await.unwrap();
    let label = || sqlx::query_scalar::<_, Option<String>>("SELECT label FROM idspec_worker_lease").fetch_one(&pool);
    for (options, text) in [(Options::new().label("web-7").unwrap(), Some("web-7")), (Options::new(), None)] {
        let lease = Lease::<TwitterSnowflake>::builder(store.clone()).options(options).start().await.unwrap();
        assert_eq!(label().await.unwrap().as_deref(), text);
        lease.shutdown().await.unwrap();
    }
}
