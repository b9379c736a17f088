//! Pools of sqlx as backends.

use std::sync::Arc;

use sqlx::pool::PoolConnection;
use sqlx::{AssertSqlSafe, Database, Row as _};

use super::backend::{Backend, Reply};
use crate::protocol::Value;
use crate::sql::{Cell, Dialect, Kind, Sql};

/// A connection that is closed unless its statement came to an end: what was given up may be answered later.
struct Guarded<DB: Database> {
    connection: PoolConnection<DB>,
    done: bool,
}

impl<DB: Database> Drop for Guarded<DB> {
    fn drop(&mut self) {
        if !self.done {
            self.connection.close_on_drop();
        }
    }
}

macro_rules! backend {
    ($feature:literal, $database:ident, $dialect:ident) => {
        #[cfg(feature = $feature)]
        impl Backend for sqlx::Pool<sqlx::$database> {
            fn dialect(&self) -> Dialect {
                Dialect::$dialect
            }

            fn script<'a>(&'a self, text: &'static str) -> Reply<'a, ()> {
                Box::pin(async move {
                    let mut guarded = Guarded { connection: self.acquire().await?, done: false };
                    sqlx::raw_sql(text).execute(&mut *guarded.connection).await?;
                    guarded.done = true;
                    Ok(())
                })
            }

            fn execute<'a>(&'a self, sql: &'a Sql) -> Reply<'a, u64> {
                Box::pin(async move {
                    let mut guarded = Guarded { connection: self.acquire().await?, done: false };
                    let mut query = sqlx::query::<sqlx::$database>(AssertSqlSafe(sql.text.clone()));
                    for param in &sql.params {
                        query = match &param.value {
                            Value::Int(value) => query.bind(*value),
                            Value::Text(value) => query.bind(value.to_string()),
                        };
                    }
                    let done = query.execute(&mut *guarded.connection).await?;
                    guarded.done = true;
                    Ok(done.rows_affected())
                })
            }

            fn query<'a>(&'a self, sql: &'a Sql) -> Reply<'a, Vec<Vec<Cell>>> {
                Box::pin(async move {
                    let mut guarded = Guarded { connection: self.acquire().await?, done: false };
                    let mut query = sqlx::query::<sqlx::$database>(AssertSqlSafe(sql.text.clone()));
                    for param in &sql.params {
                        query = match &param.value {
                            Value::Int(value) => query.bind(*value),
                            Value::Text(value) => query.bind(value.to_string()),
                        };
                    }
                    let rows = query.fetch_all(&mut *guarded.connection).await?;
                    guarded.done = true;
                    let cell = |row: &<sqlx::$database as Database>::Row, (index, kind): (usize, &Kind)| {
                        Ok::<Cell, sqlx::Error>(match kind {
                            Kind::Int => row.try_get::<Option<i64>, _>(index)?.map(Value::Int),
                            Kind::Text => {
                                row.try_get::<Option<String>, _>(index)?.map(|text| Value::Text(Arc::from(text)))
                            }
                        })
                    };
                    let cells = |row| sql.columns.iter().enumerate().map(|it| cell(row, it)).collect();
                    let read: Result<Vec<Vec<Cell>>, sqlx::Error> = rows.iter().map(cells).collect();
                    Ok(read?)
                })
            }
        }
    };
}

backend!("postgres", Postgres, Postgres);
backend!("mysql", MySql, MySql);
backend!("sqlite", Sqlite, Sqlite);
