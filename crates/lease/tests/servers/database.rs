//! A database for a test, and a store in it.

use std::io::Write as _;
use std::path::PathBuf;
use std::str::FromStr as _;
use std::time::{Duration, Instant};

use idspec_lease::{Namespace, Store};
use sqlx::migrate::MigrateDatabase as _;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions};
use sqlx::{MySql, Postgres};

/// A database that is dropped at the end.
pub(crate) struct TestDatabase {
    pub(crate) name: &'static str,
    pub(crate) url: String,
    /// The file that asks for a restart of the server.
    restart: Option<PathBuf>,
    folder: Option<tempfile::TempDir>,
}

impl TestDatabase {
    pub(crate) fn postgres() -> Option<Self> {
        Self::on("Postgres", "IDSPEC_POSTGRES")
    }

    pub(crate) fn mysql() -> Option<Self> {
        Self::on("MariaDB", "IDSPEC_MYSQL")
    }

    pub(crate) fn sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}?mode=rwc", folder.path().join("leases.db").display());
        Self { name: "SQLite", url, restart: None, folder: Some(folder) }
    }

    fn on(name: &'static str, variable: &str) -> Option<Self> {
        let Ok(server) = std::env::var(format!("{variable}_URL")) else {
            assert!(std::env::var_os("CI").is_none(), "{variable}_URL is not set: `cargo xtask with-db CMD` sets it");
            let _ = writeln!(std::io::stderr(), "SKIPPED: no {name}; `cargo xtask with-db CMD` starts one");
            return None;
        };
        let (front, query) = server.split_once('?').unwrap_or((&server, ""));
        let base = front.rsplit_once('/').map_or(front, |(base, _)| base);
        let url = format!("{base}/idspec_lease_{}?{query}", std::process::id());
        wait(async {
            let made = if name == "Postgres" {
                Postgres::create_database(&url).await
            } else {
                MySql::create_database(&url).await
            };
            made.unwrap();
        });
        let restart = std::env::var_os(format!("{variable}_RESTART")).map(PathBuf::from);
        Some(Self { name, url, restart, folder: None })
    }

    /// Restarts the server where that is possible; gives whether it was.
    pub(crate) fn restart(&self) -> bool {
        let Some(request) = &self.restart else {
            if self.folder.is_none() {
                let _ = writeln!(std::io::stderr(), "SKIPPED: the restart of {}, whose server is not ours", self.name);
            }
            return false;
        };
        std::fs::write(request, "").unwrap();
        let asked = Instant::now();
        while request.exists() {
            assert!(asked.elapsed() < Duration::from_secs(30), "{} was not restarted", self.name);
            std::thread::sleep(Duration::from_millis(10));
        }
        true
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        if self.folder.is_none() {
            let url = self.url.clone();
            let postgres = self.name == "Postgres";
            let dropped = wait(async move {
                if postgres { Postgres::force_drop_database(&url).await } else { MySql::drop_database(&url).await }
            });
            if let Err(error) = dropped {
                let _ = writeln!(std::io::stderr(), "{}: {error}", self.url);
            }
        }
    }
}

/// A store behind a URL.
pub(crate) async fn store(url: &str, namespace: &str) -> Result<Store, sqlx::Error> {
    let namespace = Namespace::new(namespace).unwrap();
    if url.starts_with("postgres") {
        let pool = sqlx::postgres::PgPoolOptions::new().max_connections(2).connect(url).await?;
        Ok(Store::new(pool, namespace))
    } else if url.starts_with("mysql") {
        let pool = sqlx::mysql::MySqlPoolOptions::new().max_connections(2).connect(url).await?;
        Ok(Store::new(pool, namespace))
    } else {
        let options = SqliteConnectOptions::from_str(url)?.journal_mode(SqliteJournalMode::Wal);
        let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await?;
        Ok(Store::new(pool, namespace))
    }
}

pub(crate) fn wait<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}
