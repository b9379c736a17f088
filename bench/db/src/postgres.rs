//! Keys in Postgres: a heap, and a B-tree that is the primary key.

use std::time::Instant;

use idspec::AsText;
use sqlx::postgres::{PgArguments, PgConnection, PgHasArrayType};
use sqlx::{Arguments as _, AssertSqlSafe, Connection as _, Encode, Row as _, Type};

use crate::binds::{BATCH, Bulk, Empties, Pair, compare};
use crate::keys::{Keys, Raw, Subject, asked_ms, day, day_v7};
use crate::report::{Bind, Key, Measured, median};
use crate::{Failure, MB, Plan, machine};

/// What the server is started with, and whose CPU time is shown.
const SETTINGS: &str = "shared_buffers 32 MB, fsync off, autovacuum off, a checkpoint after each tenth of the rows and no other; CPU: the server process \
                        of the connection";

/// How often the day is asked for.
const ASKS: usize = 7;

pub(crate) trait Column:
    PgHasArrayType + Type<sqlx::Postgres> + for<'q> Encode<'q, sqlx::Postgres> + Copy
{
}
impl<T: PgHasArrayType + Type<sqlx::Postgres> + for<'q> Encode<'q, sqlx::Postgres> + Copy> Column for T {}

struct Store<'a> {
    connection: PgConnection,
    /// The server's process for this connection.
    process: String,
    keys: &'a Keys,
}

/// Measures every key.
pub(crate) async fn measure(url: &str, keys: &Keys, plan: &Plan) -> Result<Measured, Failure> {
    let (date, load) = machine::now()?;
    let mut connection = PgConnection::connect(url).await?;
    for sql in [
        "CREATE EXTENSION IF NOT EXISTS pg_walinspect",
        "CREATE EXTENSION IF NOT EXISTS pgstattuple",
        // The day is read by one process, without compiling.
        "SET max_parallel_workers_per_gather = 0",
        "SET jit = off",
    ] {
        sqlx::raw_sql(sql).execute(&mut connection).await?;
    }
    let version: String = sqlx::query_scalar("SHOW server_version").fetch_one(&mut connection).await?;
    let process: i32 = sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(&mut connection).await?;
    let mut store = Store { connection, process: process.to_string(), keys };
    let mut rounds = Vec::new();
    for round in 0..plan.rounds {
        eprintln!("Postgres, {} rows, round {} of {}", keys.times.len(), round + 1, plan.rounds);
        rounds.push(store.round().await?);
    }
    Ok(Measured {
        name: "Postgres".to_owned(),
        // What follows is the distribution's own count.
        version: version.split(' ').next().unwrap_or_default().to_owned(),
        settings: SETTINGS.to_owned(),
        date,
        load,
        rounds: plan.rounds,
        rows: keys.times.len(),
        rows_of_the_day: keys.asked(),
        keys: crate::medians(&rounds),
        binds: store.binds(plan).await?,
    })
}

impl Store<'_> {
    async fn round(&mut self) -> Result<Vec<Key>, Failure> {
        let keys = self.keys;
        let texts: Vec<AsText<_>> = keys.ulid.iter().copied().map(AsText).collect();
        let (from, until) = day()?;
        let text_day = Some((AsText(from), AsText(until)));
        Ok(vec![
            self.key(&Subject { name: "snowflake", column: "BIGINT", ids: &keys.snowflake, day: Some(day()?) }).await?,
            self.key(&Subject { name: "ULID", column: "uuid", ids: &keys.ulid, day: Some(day()?) }).await?,
            self.key(&Subject { name: "UUIDv7", column: "uuid", ids: &keys.v7, day: Some(day_v7()?) }).await?,
            self.key(&Subject { name: "GUID AsString", column: "uuid", ids: &keys.as_string, day: Some(day()?) })
                .await?,
            self.key(&Subject { name: "GUID AsBinary", column: "BYTEA", ids: &keys.as_binary, day: Some(day()?) })
                .await?,
            self.key(&Subject { name: "ULID as text", column: "TEXT COLLATE \"C\"", ids: &texts, day: text_day })
                .await?,
            self.key(&Subject { name: "GUID AtEnd", column: "uuid", ids: &keys.at_end, day: None }).await?,
            self.key(&Subject { name: "UUIDv4", column: "uuid", ids: &keys.v4, day: None }).await?,
        ])
    }

    async fn key<T: Column>(&mut self, subject: &Subject<'_, T>) -> Result<Key, Failure> {
        eprintln!("  {} in {}", subject.name, subject.column);
        self.run("DROP TABLE IF EXISTS keys").await?;
        self.run(&format!(
            "CREATE TABLE keys (id {} PRIMARY KEY, created_at BIGINT NOT NULL, payload TEXT NOT NULL)",
            subject.column
        ))
        .await?;
        self.run("CHECKPOINT").await?;
        let start: String = self.text("SELECT pg_current_wal_lsn()::text").await?;
        let cpu = machine::cpu_seconds(&self.process)?;
        let insert_s = self.fill(subject.ids).await?;
        let cpu_s = machine::cpu_seconds(&self.process)? - cpu;
        let end: String = self.text("SELECT pg_current_wal_flush_lsn()::text").await?;
        let wal = sqlx::query(
            "SELECT pg_wal_lsn_diff($2::pg_lsn, $1::pg_lsn)::float8, sum(fpi_size)::float8, \
             coalesce(sum(count) FILTER (WHERE \"resource_manager/record_type\" LIKE 'Btree/SPLIT%'), 0)::float8 \
             FROM pg_get_wal_stats($1::pg_lsn, $2::pg_lsn, true)",
        )
        .bind(start)
        .bind(end)
        .fetch_one(&mut self.connection)
        .await?;
        let index = sqlx::query(
            "SELECT pg_relation_size('keys_pkey')::float8, avg_leaf_density::float8 FROM pgstatindex('keys_pkey')",
        );
        let index = index.fetch_one(&mut self.connection).await?;
        let (day_ms, day_pages, extra_index_mb) = self.ask(subject).await?;
        Ok(Key {
            name: subject.name.to_owned(),
            column: subject.column.to_owned(),
            sorts_by_time: subject.day.is_some(),
            insert_s,
            cpu_s,
            index_mb: index.try_get::<f64, _>(0)? / MB,
            written_mb: wal.try_get::<f64, _>(0)? / MB,
            page_images_mb: Some(wal.try_get::<f64, _>(1)? / MB),
            log_mb: None,
            page_splits: Some(wal.try_get(2)?),
            fill_percent: Some(index.try_get(1)?),
            day_ms,
            day_pages,
            extra_index_mb,
        })
    }

    /// Inserts all rows and gives the seconds of the statements, those of checkpoints not counted.
    async fn fill<T: Column>(&mut self, ids: &[T]) -> Result<f64, Failure> {
        let payload = "x".repeat(50);
        let batches = ids.len().div_ceil(BATCH);
        let mut seconds = 0.0;
        for (batch, (ids, times)) in ids.chunks(BATCH).zip(self.keys.times.chunks(BATCH)).enumerate() {
            let begun = Instant::now();
            sqlx::query("INSERT INTO keys SELECT id, created_at, $3 FROM UNNEST($1, $2) AS row (id, created_at)")
                // Another column type is another statement.
                .persistent(false)
                .bind(ids)
                .bind(times)
                .bind(&payload)
                .execute(&mut self.connection)
                .await?;
            seconds += begun.elapsed().as_secs_f64();
            if (batch + 1) * 10 / batches > batch * 10 / batches && batch + 1 < batches {
                self.run("CHECKPOINT").await?;
            }
        }
        Ok(seconds)
    }

    /// Reads the rows of the day: ms, pages, and the size of an index that was needed.
    async fn ask<T: Column>(&mut self, subject: &Subject<'_, T>) -> Result<(f64, f64, Option<f64>), Failure> {
        let mut extra = None;
        if subject.day.is_none() {
            self.run("CREATE INDEX keys_created_at ON keys (created_at)").await?;
            let size = sqlx::query_scalar::<_, f64>("SELECT pg_relation_size('keys_created_at')::float8");
            extra = Some(size.fetch_one(&mut self.connection).await? / MB);
        }
        self.run("VACUUM (ANALYZE) keys").await?;
        let column = if extra.is_some() { "created_at" } else { "id" };
        let sql = format!("SELECT count(*), max(payload) FROM keys WHERE {column} >= $1 AND {column} < $2");
        let explain = format!("EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {sql}");
        let (from, until) = asked_ms();
        let mut times = Vec::new();
        for _ in 0..ASKS {
            let query = sqlx::query(AssertSqlSafe(sql.as_str())).persistent(false);
            let query = match subject.day {
                Some((first, end)) => query.bind(first).bind(end),
                None => query.bind(from).bind(until),
            };
            let begun = Instant::now();
            let row = query.fetch_one(&mut self.connection).await?;
            times.push(begun.elapsed().as_secs_f64() * 1e3);
            crate::same_count(subject.name, row.try_get(0)?, self.keys.asked())?;
        }
        let query = sqlx::query_scalar::<_, serde_json::Value>(AssertSqlSafe(explain.as_str())).persistent(false);
        let query = match subject.day {
            Some((first, end)) => query.bind(first).bind(end),
            None => query.bind(from).bind(until),
        };
        let plan = query.fetch_one(&mut self.connection).await?;
        let blocks = |name: &str| plan[0]["Plan"][name].as_f64().ok_or("a plan without buffers");
        let pages = blocks("Shared Hit Blocks")? + blocks("Shared Read Blocks")?;
        Ok((median(times), pages, extra))
    }

    async fn binds(&mut self, plan: &Plan) -> Result<Vec<Bind>, Failure> {
        eprintln!("Postgres, binds");
        let keys = self.keys;
        let count = plan.bind_rows.min(keys.times.len());
        let (flakes, ulids, guids) = (&keys.snowflake[..count], &keys.ulid[..count], &keys.as_binary[..count]);
        let raw = Raw::of(keys, count)?;
        let rounds = plan.bind_rounds;
        let pair = |ours, raw, column| Pair { ours, raw, column, rounds };
        Ok(vec![
            // How far the same thing is from itself.
            compare(self, &pair("i64", "i64", "BIGINT"), &raw.numbers, &raw.numbers).await?,
            compare(self, &pair("snowflake", "i64", "BIGINT"), flakes, &raw.numbers).await?,
            compare(self, &pair("ULID", "Uuid", "uuid"), ulids, &raw.uuids).await?,
            compare(self, &pair("GUID AsBinary", "[u8; 16]", "BYTEA"), guids, &raw.octets).await?,
        ])
    }

    async fn run(&mut self, sql: &str) -> Result<(), Failure> {
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut self.connection).await?;
        Ok(())
    }

    async fn text(&mut self, sql: &'static str) -> Result<String, Failure> {
        Ok(sqlx::query_scalar(sql).fetch_one(&mut self.connection).await?)
    }
}

impl Empties for Store<'_> {
    async fn empty(&mut self, column: &str) -> Result<(), Failure> {
        self.run("DROP TABLE IF EXISTS bind").await?;
        self.run(&format!("CREATE TABLE bind (id {column} PRIMARY KEY)")).await
    }
}

impl<T: Column> Bulk<T> for Store<'_> {
    async fn insert(&mut self, ids: &[T]) -> Result<(), Failure> {
        for ids in ids.chunks(BATCH) {
            let query = sqlx::query("INSERT INTO bind SELECT * FROM UNNEST($1)").persistent(false).bind(ids);
            query.execute(&mut self.connection).await?;
        }
        Ok(())
    }

    fn encode(ids: &[T]) -> Result<(), Failure> {
        let mut arguments = PgArguments::default();
        arguments.add(ids)?;
        std::hint::black_box(arguments);
        Ok(())
    }
}
