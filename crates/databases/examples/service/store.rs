//! The orders of the service in a database.
//!
//! An application that knows its database needs none of the choosing here: a pool, and `sqlx::query_as("…").bind(id)`. The typed ids are the same for all.

use idspec::IdRange;
use sqlx::{AssertSqlSafe, MySqlPool, PgPool, SqlitePool};

use super::{Order, OrderId};

/// A pool of connections.
#[derive(Debug)]
pub(crate) enum Store {
    /// SQLite.
    Sqlite(SqlitePool),
    /// Postgres.
    Postgres(PgPool),
    /// MySQL or MariaDB.
    MySql(MySqlPool),
}

/// The same expression for whichever pool there is.
macro_rules! on {
    ($store:expr, |$pool:ident| $expression:expr) => {
        match $store {
            Store::Sqlite($pool) => $expression,
            Store::Postgres($pool) => $expression,
            Store::MySql($pool) => $expression,
        }
    };
}

impl Store {
    /// Opens a database and makes the table where it is missing.
    pub(crate) async fn open(url: &str) -> Result<Self, sqlx::Error> {
        let store = match url.split(':').next() {
            Some("postgres" | "postgresql") => Self::Postgres(PgPool::connect(url).await?),
            Some("mysql" | "mariadb") => Self::MySql(MySqlPool::connect(url).await?),
            // A database in memory is that of one connection.
            Some("sqlite") if url.contains(":memory:") => {
                let options = sqlx::pool::PoolOptions::new().max_connections(1).idle_timeout(None).max_lifetime(None);
                Self::Sqlite(options.connect(url).await?)
            }
            Some("sqlite") => Self::Sqlite(SqlitePool::connect(url).await?),
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

    pub(super) async fn insert(&self, order: &Order) -> Result<(), sqlx::Error> {
        let insert = self.sql("INSERT INTO orders (id, customer, cents) VALUES ($1, $2, $3)");
        on!(self, |pool| {
            let query = sqlx::query(insert).bind(order.id).bind(order.customer).bind(order.cents);
            query.execute(pool).await.map(|_| ())
        })
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
