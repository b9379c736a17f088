//! The example service under load, while its database is taken away from it again and again.
//!
//! Some seconds on each database here, and a minute by `cargo xtask load`. No row may be lost or be there twice, no answer may be 5xx but 503 during a fault that was put
//! in, every malformed id is refused with what is wrong with it, and the memory stays as it is. `IDSPEC_LOAD_SECONDS` and `IDSPEC_LOAD_SEED` set what their names say.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests, with helpers outside of them")]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "small numbers, and random ones, of which any bits do"
)]

mod faults;
mod ledger;
mod malformed;
mod memory;
mod process;
mod proxy;
mod random;
mod traffic;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use faults::Database;
use ledger::Row;
use memory::{Sampler, Thirds};
use process::Service;
use proxy::{Proxy, Server};
use random::Random;
use traffic::Traffic;

const CLIENTS: usize = 16;
/// From how many seconds on growth can be told from warming up.
const MEMORY_NEEDS: u64 = 30;

fn seconds() -> u64 {
    std::env::var("IDSPEC_LOAD_SECONDS").map_or(4, |seconds| seconds.parse().expect("IDSPEC_LOAD_SECONDS: a number"))
}

fn seed() -> u64 {
    let drawn = || getrandom::u64().expect("randomness of the system");
    std::env::var("IDSPEC_LOAD_SEED").map_or_else(|_| drawn(), |seed| seed.parse().expect("IDSPEC_LOAD_SEED: a number"))
}

/// The whole of it on one database, which the service reaches by `url` and the test by itself.
async fn under_load(name: &str, url: &str, database: Database) {
    let (seconds, seed) = (seconds(), seed());
    let mut random = Random::new(seed);
    let log = std::env::temp_dir().join(format!("idspec-load-{name}-{}.log", std::process::id()));
    // Off the runtime: the proxy has to work while the service comes up.
    let (of_service, written) = (url.to_owned(), log.clone());
    let started = tokio::task::spawn_blocking(move || Service::start(&of_service, written));
    let service = started.await.unwrap();
    let traffic = Arc::new(Traffic::new(service.base.clone()));
    let windows = Arc::new(Mutex::new(Vec::new()));
    let begun = Instant::now();
    let memory = Sampler::start(service.id());
    let clients: Vec<_> = (0..CLIENTS)
        .map(|_| {
            let (traffic, random) = (Arc::clone(&traffic), Random::new(random.next()));
            tokio::spawn(async move { traffic.client(random).await })
        })
        .collect();
    // The last fifth is without faults, and so without 503.
    let until = begun + Duration::from_millis(seconds * 800);
    let injecting = {
        let (database, random, windows) = (database.clone(), Random::new(random.next()), Arc::clone(&windows));
        tokio::spawn(async move { faults::inject(&database, until, random, &windows).await })
    };
    injecting.await.unwrap();
    tokio::time::sleep((begun + Duration::from_secs(seconds)).saturating_duration_since(Instant::now())).await;
    let samples = memory.finish();
    let took = begun.elapsed().as_secs_f64();
    let requests: usize = traffic.counts.lock().unwrap().values().sum();

    // It ends in the midst of the load, and answers what it has taken.
    traffic.ending.store(true, Ordering::SeqCst);
    service.ask_to_end();
    let waiting = tokio::task::spawn_blocking(move || {
        let mut service = service;
        let ended = service.ended(Duration::from_secs(10));
        (service, ended)
    });
    let (service, ended) = waiting.await.unwrap();
    for client in clients {
        client.await.unwrap();
    }
    let mut failures = std::mem::take(&mut *traffic.failures.lock().unwrap());
    match ended {
        Some(status) if status.success() => {}
        other => failures.push(format!("asked to end, it ended with {other:?}")),
    }

    let rows = rows(&database).await;
    let mut differences = traffic.ledger.differences(&rows);
    let count = differences.len();
    differences.truncate(20);
    failures.extend(differences);
    if count > 20 {
        failures.push(format!("{count} differences of rows"));
    }

    let windows = windows.lock().unwrap().clone();
    let away = traffic.away.lock().unwrap().clone();
    let unexcused = away.iter().filter(|away| !faults::excused(&windows, away));
    failures.extend(unexcused.take(20).map(|away| {
        let at = |instant: Instant| instant.saturating_duration_since(begun).as_secs_f64();
        format!("503 without a fault, from {:.3} to {:.3} s", at(away.sent), at(away.answered))
    }));
    // A load whose faults do not arrive shows nothing.
    if away.is_empty() || windows.iter().all(|window| window.connections == 0) {
        failures.push(format!("{} faults, and {} answers of 503: nothing was put in", windows.len(), away.len()));
    }
    let thirds = Thirds::of(&samples);
    if seconds >= MEMORY_NEEDS && !thirds.is_some_and(Thirds::flat) {
        failures.push(format!("the memory grows: {thirds:?} KiB"));
    }

    let mut report = format!("{name}: seed {seed}, {took:.1} s, {requests} requests");
    let _ = write!(report, "\n  answers: {:?}", traffic.counts.lock().unwrap());
    let (hung_up, again) = (*traffic.hung_up.lock().unwrap(), *traffic.again.lock().unwrap());
    let malformed = *traffic.malformed.lock().unwrap();
    let _ = write!(report, "\n  {malformed} malformed, {hung_up} clients hung up, {again} orders sent again after 503");
    let of_faults: f64 = windows.iter().map(|window| (window.end - window.begin).as_secs_f64()).sum();
    let _ = write!(report, "\n  {} faults, {:.0} % of the time:", windows.len(), 100.0 * of_faults / took);
    let mut kinds = std::collections::BTreeMap::<&str, (usize, usize)>::new();
    for window in &windows {
        let (count, connections) = kinds.entry(window.what).or_default();
        (*count, *connections) = (*count + 1, *connections + window.connections);
    }
    for (what, (count, connections)) in kinds {
        let _ = write!(report, " {what} {count} times ({connections});");
    }
    let _ = write!(report, "\n  {} rows; memory {thirds:?} KiB, {} samples", rows.len(), samples.len());
    let said = service.said();
    let _ = writeln!(std::io::stderr(), "{report}");
    assert!(failures.is_empty(), "{report}\n{}\nthe service said:\n{said}", failures.join("\n"));
    let _ = std::fs::remove_file(log);
}

/// All rows, by plain SQL.
async fn rows(database: &Database) -> Vec<Row> {
    let hex = "SELECT lower(hex(id)), customer, cents FROM orders";
    let rows: Vec<(String, i64, i64)> = match database {
        Database::Postgres(pool, _) => {
            let text = "SELECT replace(id::text, '-', ''), customer, cents FROM orders";
            sqlx::query_as(text).fetch_all(pool).await.unwrap()
        }
        Database::MySql(pool, _) => sqlx::query_as(hex).fetch_all(pool).await.unwrap(),
        Database::Sqlite(pool) => sqlx::query_as(hex).fetch_all(pool).await.unwrap(),
    };
    let id = |hex: &str| format!("ord_{}", idspec::Ulid::from_u128(u128::from_str_radix(hex, 16).expect("16 octets")));
    rows.into_iter().map(|(hex, customer, cents)| Row { id: id(&hex), customer, cents }).collect()
}

/// One connection in place of a pool of more: all others on the server are those of the service.
async fn one<DB: sqlx::Database>(pool: sqlx::Pool<DB>) -> sqlx::Pool<DB> {
    let options = (*pool.connect_options()).clone();
    pool.close().await;
    sqlx::pool::PoolOptions::new().max_connections(1).connect_with(options).await.unwrap()
}

/// Who the server's URL says to be.
fn user(variable: &str) -> String {
    let url = std::env::var(variable).unwrap();
    let (_, rest) = url.split_once("://").unwrap();
    rest.split_once('@').map(|(user, _)| user.to_owned()).expect("a URL with a user")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_postgres() {
    idspec_databases::postgres(async |pool| {
        let options = pool.connect_options();
        let port = options.get_port();
        let server = match options.get_socket() {
            Some(folder) => Server::Unix(folder.join(format!(".s.PGSQL.{port}"))),
            None => Server::Tcp(options.get_host().to_owned(), port),
        };
        let proxy = Proxy::start(server).await;
        let (user, name) = (user("IDSPEC_POSTGRES_URL"), options.get_database().unwrap());
        let url = format!("postgres://{user}@127.0.0.1:{}/{name}?sslmode=disable", proxy.port);
        let own = one(pool).await;
        under_load("Postgres", &url, Database::Postgres(own, proxy)).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_mysql() {
    idspec_databases::mysql(async |pool| {
        let options = pool.connect_options();
        let server = match options.get_socket() {
            Some(path) => Server::Unix(path.clone()),
            None => Server::Tcp(options.get_host().to_owned(), options.get_port()),
        };
        let proxy = Proxy::start(server).await;
        let (user, name) = (user("IDSPEC_MYSQL_URL"), options.get_database().unwrap());
        let url = format!("mysql://{user}@127.0.0.1:{}/{name}?ssl-mode=disabled", proxy.port);
        let own = one(pool).await;
        under_load("MySQL or MariaDB", &url, Database::MySql(own, proxy)).await;
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_sqlite() {
    let folder: PathBuf = std::env::temp_dir().join(format!("idspec-load-{}", std::process::id()));
    std::fs::create_dir(&folder).unwrap();
    let url = format!("sqlite://{}?mode=rwc", folder.join("orders.db").display());
    let pool = sqlx::SqlitePool::connect(&url).await.unwrap();
    let outcome = tokio::spawn(async move { under_load("SQLite", &url, Database::Sqlite(pool)).await }).await;
    std::fs::remove_dir_all(&folder).unwrap();
    if let Err(failure) = outcome {
        std::panic::resume_unwind(failure.into_panic());
    }
}
