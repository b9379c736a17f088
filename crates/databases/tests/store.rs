//! The vectors of op `store` on real databases: written and read by our types, and read and written by plain SQL.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests, with helpers outside of them")]

use std::collections::BTreeMap;
use std::io::Write as _;

use idspec::ColumnError;
use idspec_conformance::Suite;
use idspec_conformance::model::{Case, Column, Op};
use idspec_conformance::outcome::{Expectation, Outcome, Rejection};
use idspec_databases::codec::Codecs;
use idspec_databases::sql;
use sqlx::error::BoxDynError;
use sqlx::{Executor, IntoArguments, MySql, Pool, Postgres, Row as _, Sqlite};

/// How a database says things in plain SQL.
trait Dialect: Codecs {
    /// The names of the database in the vectors.
    const NAMES: &'static [&'static str];
    /// After the columns of a table.
    const TABLE: &'static str = "";

    /// A parameter.
    const PARAMETER: &'static str = "?";

    /// The text of a column of this kind.
    fn show(kind: &str) -> &'static str;

    /// A literal.
    fn literal(value: &Column) -> String;
}

/// A text, or a number, or octets between quotes; the vectors hold no backslash.
fn quoted(front: &str, value: &Column) -> String {
    format!("{front}'{}'", value.v.as_deref().unwrap_or_default().replace('\'', "''"))
}

impl Dialect for Postgres {
    const NAMES: &'static [&'static str] = &["postgres"];
    const PARAMETER: &'static str = "$1";

    fn show(kind: &str) -> &'static str {
        if kind == "blob" { "encode(v, 'hex')" } else { "v::text" }
    }

    fn literal(value: &Column) -> String {
        match value.kind.as_str() {
            "null" => "NULL".to_owned(),
            "blob" => quoted("", &Column::new("blob", format!("\\x{}", value.v.as_deref().unwrap_or_default()))),
            _ => quoted("", value),
        }
    }
}

impl Dialect for MySql {
    const NAMES: &'static [&'static str] = &["mysql", "mariadb"];

    fn show(kind: &str) -> &'static str {
        if kind == "blob" { "lower(hex(v))" } else { "cast(v AS char)" }
    }

    fn literal(value: &Column) -> String {
        match value.kind.as_str() {
            "null" => "NULL".to_owned(),
            "blob" => quoted("x", value),
            _ => quoted("", value),
        }
    }
}

impl Dialect for Sqlite {
    const NAMES: &'static [&'static str] = &["sqlite"];
    const TABLE: &'static str = "STRICT";

    fn show(kind: &str) -> &'static str {
        // What SQLite stored, not what it can make of it.
        match kind {
            "blob" => "iif(typeof(v) = 'blob', lower(hex(v)), typeof(v))",
            "text" => "iif(typeof(v) = 'text', v, typeof(v))",
            _ => "iif(typeof(v) = 'integer', cast(v AS text), typeof(v))",
        }
    }

    fn literal(value: &Column) -> String {
        match value.kind.as_str() {
            "null" => "NULL".to_owned(),
            "blob" => quoted("x", value),
            "int64" => value.v.clone().unwrap_or_default(),
            _ => quoted("", value),
        }
    }
}

/// What our types made of a case.
#[derive(Debug, PartialEq)]
enum Made {
    /// The column's value as plain SQL shows it, and the number that our types read again.
    Stored(Option<String>, String),
    /// The number that our types read.
    Read(String),
    Refused(Rejection),
}

fn refused(error: &BoxDynError) -> Made {
    let error = error.downcast_ref::<ColumnError>().unwrap_or_else(|| panic!("no error of a column: {error}"));
    Made::Refused(Rejection::new(error.code().expect("a code"), error.field()))
}

/// Runs every case of a database and gives their count.
async fn run<DB: Dialect>(pool: Pool<DB>) -> usize
where
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    String: sqlx::Type<DB> + for<'r> sqlx::Decode<'r, DB>,
    usize: sqlx::ColumnIndex<DB::Row>,
{
    let suite = Suite::builtin();
    let mine = |case: &&Case| {
        case.op == Op::Store && case.text.input.database.as_deref().is_some_and(|name| DB::NAMES.contains(&name))
    };
    let mut connection = pool.acquire().await.expect("a connection");
    let mut tables = BTreeMap::new();
    let mut count = 0;
    for case in suite.cases.iter().filter(mine) {
        let (id, input) = (&case.text.id, &case.text.input);
        let column = input.column.as_deref().expect("checked");
        let next = format!("t{}", tables.len());
        if !tables.contains_key(column) {
            let create = format!("CREATE TABLE {next} (n integer PRIMARY KEY, v {column}) {}", DB::TABLE);
            connection.execute(sqlx::raw_sql(sql(create))).await.unwrap_or_else(|error| panic!("{column}: {error}"));
        }
        let table = tables.entry(column).or_insert(next);
        let codec = DB::codec(&case.scheme, input.config.as_ref(), input.form.as_deref().expect("checked"));
        let codec = codec.unwrap_or_else(|| panic!("{id}: no such type and form"));
        // The statement holds the number of the case, so that no two forms share a prepared statement.
        let select = format!("SELECT v FROM {table} WHERE n = {count}");
        let read = async |connection: &mut DB::Connection| {
            let row = connection.fetch_one(sqlx::query(sql(select))).await.expect("the row");
            match (codec.get)(&row) {
                Ok(number) => Ok(bytes(case, number)),
                Err(sqlx::Error::ColumnDecode { source, .. }) => Err(refused(&source)),
                Err(other) => panic!("{id}: {other}"),
            }
        };
        let made = if let Some(bytes) = &input.bytes {
            let number = u128::from_str_radix(bytes, 16).expect("checked");
            let mut arguments = DB::Arguments::default();
            match (codec.add)(&mut arguments, number) {
                Err(error) => refused(&error),
                Ok(()) => {
                    let insert = format!("INSERT INTO {table} (n, v) VALUES ({count}, {})", DB::PARAMETER);
                    connection.execute(sqlx::query_with(sql(insert), arguments)).await.expect("stored");
                    let kind = match &case.expectation {
                        Expectation::Always(Outcome::Ok(values)) => values.value.as_ref().map(|value| &*value.kind),
                        _ => None,
                    };
                    let show = format!("SELECT {} FROM {table} WHERE n = {count}", DB::show(kind.unwrap_or_default()));
                    let row = connection.fetch_one(sqlx::query(sql(show))).await.expect("the row");
                    match read(&mut connection).await {
                        Ok(again) => Made::Stored(row.try_get(0).expect("text"), again),
                        Err(refused) => refused,
                    }
                }
            }
        } else {
            let value = input.value.as_ref().expect("checked");
            let insert = format!("INSERT INTO {table} (n, v) VALUES ({count}, {})", DB::literal(value));
            let done = connection.execute(sqlx::raw_sql(sql(insert))).await;
            done.unwrap_or_else(|error| panic!("{id}: {error}"));
            read(&mut connection).await.map_or_else(|refused| refused, Made::Read)
        };
        let expected = match &case.expectation {
            Expectation::Always(Outcome::Error(rejection)) => Made::Refused(rejection.clone()),
            Expectation::Always(Outcome::Ok(values)) => match (&values.value, &values.bytes) {
                (Some(value), _) => Made::Stored(value.v.clone(), input.bytes.clone().expect("checked")),
                (_, Some(bytes)) => Made::Read(bytes.clone()),
                _ => panic!("{id}: neither value nor bytes"),
            },
            Expectation::When(_) => panic!("{id}: depends on a policy"),
        };
        assert_eq!(made, expected, "{id}");
        count += 1;
    }
    count
}

/// A number as `bytes` of the vectors.
fn bytes(case: &Case, number: u128) -> String {
    let digits = if matches!(case.scheme.as_str(), "ulid" | "seq-guid") { 32 } else { 16 };
    format!("{number:0digits$x}")
}

/// Says how many cases ran where, also when tests pass.
fn say(version: &str, count: usize) {
    let _ = writeln!(std::io::stderr(), "{count} cases of op store passed on {version}");
    assert!(count > 300, "{count}");
}

#[tokio::test]
async fn on_postgres() {
    idspec_databases::postgres(async |pool| {
        let version: String = sqlx::query_scalar("SHOW server_version").fetch_one(&pool).await.unwrap();
        say(&format!("Postgres {version}"), run(pool).await);
    })
    .await;
}

#[tokio::test]
async fn on_mysql() {
    idspec_databases::mysql(async |pool| {
        let version: String = sqlx::query_scalar("SELECT version()").fetch_one(&pool).await.unwrap();
        say(&version, run(pool).await);
    })
    .await;
}

#[tokio::test]
async fn on_sqlite() {
    idspec_databases::sqlite(async |pool| {
        let version: String = sqlx::query_scalar("SELECT sqlite_version()").fetch_one(&pool).await.unwrap();
        say(&format!("SQLite {version}"), run(pool).await);
    })
    .await;
}
