//! The orders of the service in a database.
//!
//! An application that knows its database needs none of the choosing here: a pool, and `sqlx::query_as("…").bind(id)`. The typed ids are the same for all.

use std::time::Duration;

use idspec::IdRange;
use sqlx::pool::PoolOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::{AssertSqlSafe, Database, MySqlPool, PgPool, SqlitePool};

use super::{Order, OrderId};

/// How long a request waits for a connection and its statement. Above all it is bounded: a client hears 503 before it gives up by itself.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long a writer of SQLite waits for another; below the patience, so that the reason is known.
const BUSY: Duration = Duration::from_secs(1);

/// What became of an order that was to be written.
#[derive(Debug)]
pub(super) enum Written {
    /// It was written.
    Now,
    /// There was one of this id, which was left as it is.
    Before(Order),
}

/// A pool of connections.
#[derive(Clone, Debug)]
pub(crate) enum Store {
    /// SQLite.
    Sqlite(SqlitePool),
    /// Postgres.
    Postgres(PgPool),
    /// MySQL or MariaDB.
    MySql(MySqlPool),
}

/// The same expression for whichever pool there is, and an error where it takes too long: a database may also not answer at all.
macro_rules! on {
    ($store:expr, |$pool:ident| $expression:expr) => {{
        let answer = async {
            match $store {
                Store::Sqlite($pool) => $expression,
                Store::Postgres($pool) => $expression,
                Store::MySql($pool) => $expression,
            }
        };
        let late = |_| Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into()));
        tokio::time::timeout(PATIENCE, answer).await.unwrap_or_else(late)
    }};
}

/// A pool that waits with patience, and that looks whether a connection is alive before a request gets it: one that the server closed is replaced then.
fn pool<DB: Database>() -> PoolOptions<DB> {
    PoolOptions::new().max_connections(8).acquire_timeout(PATIENCE).test_before_acquire(true)
}

impl Store {
    /// Opens a database and makes the table where it is missing.
    pub(crate) async fn open(url: &str) -> Result<Self, sqlx::Error> {
        let store = match url.split(':').next() {
            Some("postgres" | "postgresql") => Self::Postgres(pool().connect(url).await?),
            Some("mysql" | "mariadb") => Self::MySql(pool().connect(url).await?),
            // A database in memory is that of one connection.
            Some("sqlite") if url.contains(":memory:") => {
                let options = pool().max_connections(1).idle_timeout(None).max_lifetime(None);
                Self::Sqlite(options.connect(url).await?)
            }
            // Readers and a writer do not wait for each other; writers do.
            Some("sqlite") => {
                let options: SqliteConnectOptions = url.parse()?;
                let options = options.journal_mode(SqliteJournalMode::Wal).busy_timeout(BUSY);
                Self::Sqlite(pool().max_connections(4).connect_with(options).await?)
            }
            _ => return Err(sqlx::Error::Configuration("a URL of sqlite:, postgres: or mysql:".into())),
        };
        store.prepare().await?;
        Ok(store)
    }

    /// The table, with the column types of the guide.
    pub(crate) async fn prepare(&self) -> Result<(), sqlx::Error> {
        let columns = match self {
            Self::Sqlite(_) => "(id BLOB PRIMARY KEY, customer INTEGER NOT NULL, cents INTEGER NOT NULL) STRICT",
            Self::Postgres(_) => "(id UUID PRIMARY KEY, customer BIGINT NOT NULL, cents BIGINT NOT NULL)",
            Self::MySql(_) => "(id BINARY(16) PRIMARY KEY, customer BIGINT NOT NULL, cents BIGINT NOT NULL)",
        };
        let create = AssertSqlSafe(format!("CREATE TABLE IF NOT EXISTS orders {columns}"));
        on!(self, |pool| sqlx::raw_sql(create).execute(pool).await.map(|_| ()))
    }

    /// Closes the connections.
    pub(crate) async fn close(&self) {
        match self {
            Self::Sqlite(pool) => pool.close().await,
            Self::Postgres(pool) => pool.close().await,
            Self::MySql(pool) => pool.close().await,
        }
    }

    /// MySQL writes parameters as `?`, the others as `$1`; the statements here use each once, in their order.
    fn sql(&self, text: &str) -> AssertSqlSafe<String> {
        let mysql = matches!(self, Self::MySql(_));
        let mut parts = text.split('$');
        let front = parts.next().unwrap_or_default().to_owned();
        AssertSqlSafe(parts.fold(front, |front, part| {
            front
                + &if mysql {
                    format!("?{}", part.trim_start_matches(|c: char| c.is_ascii_digit()))
                } else {
                    format!("${part}")
                }
        }))
    }

    /// Writes an order, once: the primary key tells whether it was written before.
    ///
    /// There is no look before: what is not there then may be there a moment later, and only the key decides.
    pub(super) async fn insert(&self, order: &Order) -> Result<Written, sqlx::Error> {
        let insert = self.sql("INSERT INTO orders (id, customer, cents) VALUES ($1, $2, $3)");
        let inserted = on!(self, |pool| {
            let query = sqlx::query(insert).bind(order.id).bind(order.customer).bind(order.cents);
            query.execute(pool).await.map(|_| ())
        });
        match inserted {
            Ok(()) => Ok(Written::Now),
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => {
                self.find(order.id).await?.map(Written::Before).ok_or(sqlx::Error::Database(error))
            }
            Err(other) => Err(other),
        }
    }

    pub(super) async fn find(&self, id: OrderId) -> Result<Option<Order>, sqlx::Error> {
        let find = self.sql("SELECT id, customer, cents FROM orders WHERE id = $1");
        on!(self, |pool| sqlx::query_as(find).bind(id).fetch_optional(pool).await)
    }

    /// The orders of a range of ids in their order, after one of them.
    pub(super) async fn list(
        &self,
        ids: IdRange<OrderId>,
        after: Option<OrderId>,
        limit: i64,
    ) -> Result<Vec<Order>, sqlx::Error> {
        // A range that reaches past the last id has no end; nothing lies after the largest id then.
        let end = ids.end.map_or("id <= $2", |_| "id < $2");
        let last = ids.end.unwrap_or(OrderId::new(idspec::Ulid::MAX));
        // A page begins after the last id of the page before, and not at a count of rows: rows that come in between move nothing.
        let (start, from) = match after.filter(|after| *after >= ids.start) {
            Some(after) => ("id > $1", after),
            None => ("id >= $1", ids.start),
        };
        let text = format!("SELECT id, customer, cents FROM orders WHERE {start} AND {end} ORDER BY id LIMIT $3");
        let select = self.sql(&text);
        on!(self, |pool| sqlx::query_as(select).bind(from).bind(last).bind(limit).fetch_all(pool).await)
    }
}
