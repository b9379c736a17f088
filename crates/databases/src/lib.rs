//! Test databases: each test has one of its own.
//!
//! The servers are those of `IDSPEC_POSTGRES_URL` and `IDSPEC_MYSQL_URL`, which `cargo xtask with-db` and `cargo xtask test` start and set; SQLite is in
//! memory. Without a server a test says loudly that it was skipped, and fails where `CI` is set.

#![forbid(unsafe_code)]
#![allow(clippy::panic, clippy::expect_used, reason = "a test that cannot have its database ends")]

use std::future::Future;
use std::io::Write as _;
use std::sync::atomic::{AtomicU32, Ordering};

use sqlx::migrate::MigrateDatabase;
use sqlx::pool::PoolOptions;
use sqlx::{AssertSqlSafe, Database, MySql, MySqlPool, PgPool, Postgres, Sqlite, SqlitePool};

pub mod codec;
pub mod shop;

static COUNT: AtomicU32 = AtomicU32::new(0);

/// Runs a test in a new Postgres database, which is dropped afterwards.
pub async fn postgres<F: Future<Output = ()> + Send + 'static>(test: impl FnOnce(PgPool) -> F) {
    if let Some(url) = url("Postgres", "IDSPEC_POSTGRES_URL") {
        in_database::<Postgres, _>(&url, test).await;
    }
}

/// Runs a test in a new MySQL or MariaDB database, which is dropped afterwards.
pub async fn mysql<F: Future<Output = ()> + Send + 'static>(test: impl FnOnce(MySqlPool) -> F) {
    if let Some(url) = url("MySQL or MariaDB", "IDSPEC_MYSQL_URL") {
        in_database::<MySql, _>(&url, test).await;
    }
}

/// Runs a test in a new SQLite database in memory.
///
/// # Panics
/// Where there is no SQLite.
pub async fn sqlite<F: Future<Output = ()>>(test: impl FnOnce(SqlitePool) -> F) {
    // One connection, since each would have a memory of its own.
    let pool = PoolOptions::<Sqlite>::new().max_connections(1).connect("sqlite::memory:").await;
    test(pool.expect("SQLite in memory")).await;
}

/// The address of a server, or nothing after a loud word where there is none.
///
/// # Panics
/// Where there is none and `CI` is set.
#[must_use]
pub fn url(what: &str, variable: &str) -> Option<String> {
    match std::env::var(variable) {
        Ok(url) => Some(url),
        Err(_) if std::env::var_os("CI").is_some() => {
            panic!("{variable} is not set: `cargo xtask with-db CMD` sets it")
        }
        Err(_) => {
            let test = std::thread::current().name().unwrap_or_default().to_owned();
            let _ = writeln!(
                std::io::stderr(),
                "SKIPPED {test}: no {what}; `cargo xtask with-db CMD` starts one, or set {variable}"
            );
            None
        }
    }
}

/// The address of another database of the same server.
#[must_use]
pub fn with_database(url: &str, name: &str) -> String {
    let (front, query) = url.split_once('?').unwrap_or((url, ""));
    let base = front.rsplit_once('/').map_or(front, |(base, _)| base);
    format!("{base}/{name}?{query}")
}

async fn in_database<DB, F>(server: &str, test: impl FnOnce(sqlx::Pool<DB>) -> F)
where
    DB: Database + MigrateDatabase,
    F: Future<Output = ()> + Send + 'static,
{
    let name = format!("idspec_{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let url = with_database(server, &name);
    DB::create_database(&url).await.unwrap_or_else(|error| panic!("{name}: {error}"));
    let pool = PoolOptions::<DB>::new().max_connections(4).connect(&url).await;
    let pool = pool.unwrap_or_else(|error| panic!("{name}: {error}"));
    // In a task of its own, so that the database is dropped after a failed test too.
    let outcome = tokio::spawn(test(pool.clone())).await;
    pool.close().await;
    let dropped = DB::drop_database(&url).await;
    if let Err(failure) = outcome {
        std::panic::resume_unwind(failure.into_panic());
    }
    dropped.unwrap_or_else(|error| panic!("{name}: {error}"));
}

/// The programs of the guide are run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/storing-ids.md")]
struct Guide;

/// A statement that a test puts together from its own constants.
#[must_use]
pub fn sql(text: String) -> AssertSqlSafe<String> {
    AssertSqlSafe(text)
}
