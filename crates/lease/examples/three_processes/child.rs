//! One of the processes.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::str::FromStr as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use idspec_core::Timestamp;
use idspec_core::generate::{Clock, SystemClock};
use idspec_lease::{Lease, Namespace, Options, Slots, Space, Status, Store};
use idspec_twitter_snowflake::{Id as _, Timestamped as _, TwitterSnowflake};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};

/// A clock that can be set back.
struct Shifted(Arc<AtomicI64>);

impl Clock for Shifted {
    fn now(&self) -> Timestamp {
        let back = self.0.load(Ordering::Relaxed);
        SystemClock.now().checked_add_ms(-back).unwrap_or(Timestamp::MIN)
    }
}

async fn store(url: &str) -> Store {
    let namespace = Namespace::new("three_processes").unwrap();
    #[cfg(feature = "postgres")]
    if url.starts_with("postgres") {
        return Store::new(sqlx::PgPool::connect(url).await.unwrap(), namespace);
    }
    #[cfg(feature = "mysql")]
    if url.starts_with("mysql") {
        return Store::new(sqlx::MySqlPool::connect(url).await.unwrap(), namespace);
    }
    let options = SqliteConnectOptions::from_str(url).expect("a URL of a database whose feature is on");
    Store::new(SqlitePoolOptions::new().max_connections(1).connect_with(options).await.unwrap(), namespace)
}

fn wait<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap().block_on(future)
}

/// Makes the tables, and three slots.
pub(crate) fn set_up(url: &str) {
    wait(async {
        let store = store(url).await;
        store.migrate().await.unwrap();
        let space = Space::of::<TwitterSnowflake>().unwrap();
        store.prepare(&space, Slots { first: 0, count: 3 }).await.unwrap();
    });
}

/// Leases a worker id and gives ids until it is told to stop.
pub(crate) fn main(name: &str, url: &str, folder: &Path) {
    wait(live(name, url, folder));
}

async fn live(name: &str, url: &str, folder: &Path) {
    let born = Instant::now();
    let told = |what: &str| folder.join(format!("{what}-{name}")).exists();
    // Nobody tells a process to stop whose parent is gone.
    let over = || told("stop") || born.elapsed() > Duration::from_secs(30);
    let back = Arc::new(AtomicI64::new(0));
    let mut ids = File::create(folder.join(format!("ids-{name}"))).unwrap();
    let mut log = File::create(folder.join(format!("log-{name}"))).unwrap();
    let lease = loop {
        let shift = Arc::clone(&back);
        let options = Options::new().ttl(super::TTL).label(name).unwrap();
        let builder = Lease::<TwitterSnowflake>::builder(store(url).await).options(options);
        match builder.generator(move |builder| builder.clock(Shifted(Arc::clone(&shift)))).start().await {
            Ok(lease) => break lease,
            // All three are held: this one waits for the first that expires.
            Err(error) if error.is_transient() && !over() => tokio::time::sleep(Duration::from_millis(20)).await,
            Err(error) => panic!("{name}: {error}"),
        }
    };
    let mut last = None;
    while !over() {
        back.store(if told("back") && !told("forth") { 1_200 } else { 0 }, Ordering::Relaxed);
        if let Status::Held { worker, fence, lo_ms, hi_ms } = lease.status() {
            writeln!(log, "{worker} {fence} {lo_ms} {hi_ms}").unwrap();
        }
        if let Ok(id) = lease.try_next() {
            ids.write_all(&id.to_repr().to_le_bytes()).unwrap();
            last = Some(id);
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    if let (Status::Held { worker, fence, lo_ms, .. }, Some(last)) = (lease.status(), last) {
        writeln!(log, "{worker} {fence} {lo_ms} {} end", last.timestamp().unix_ms() + 1).unwrap();
    }
    lease.shutdown().await.unwrap();
}
