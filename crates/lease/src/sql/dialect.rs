//! Where databases differ.

/// A database's SQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// Postgres.
    Postgres,
    /// MySQL and MariaDB.
    MySql,
    /// SQLite.
    Sqlite,
    /// SQL Server. There is no driver for it here: see [`Backend`](crate::Backend).
    SqlServer,
}

impl Dialect {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Postgres, Self::MySql, Self::Sqlite, Self::SqlServer];

    /// Its name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Postgres => "Postgres",
            Self::MySql => "MySQL or MariaDB",
            Self::Sqlite => "SQLite",
            Self::SqlServer => "SQL Server",
        }
    }

    /// The SQL that makes the tables where they are not there yet; it may be run again at any time.
    #[must_use]
    pub const fn migration(self) -> &'static str {
        match self {
            Self::Postgres => include_str!("../../migrations/postgres/0001_worker_lease.sql"),
            Self::MySql => include_str!("../../migrations/mysql/0001_worker_lease.sql"),
            Self::Sqlite => include_str!("../../migrations/sqlite/0001_worker_lease.sql"),
            Self::SqlServer => include_str!("../../migrations/sqlserver/0001_worker_lease.sql"),
        }
    }

    /// The database's clock, in ms since 1970 in UTC.
    #[must_use]
    pub const fn now(self) -> &'static str {
        match self {
            // Not `now()`, which stands still in a transaction.
            Self::Postgres => "CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS BIGINT)",
            // Not `UNIX_TIMESTAMP(NOW())`, which the time zone of the session spoils.
            Self::MySql => "(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6)) DIV 1000)",
            Self::Sqlite => "CAST(round(unixepoch('now', 'subsec') * 1000) AS INTEGER)",
            Self::SqlServer => "DATEDIFF_BIG(MILLISECOND, '1970-01-01', SYSUTCDATETIME())",
        }
    }

    /// The placeholder of the n-th value, from 1.
    #[must_use]
    pub fn placeholder(self, number: usize) -> String {
        match self {
            Self::Postgres => format!("${number}"),
            Self::MySql | Self::Sqlite => "?".to_owned(),
            Self::SqlServer => format!("@p{number}"),
        }
    }
}
