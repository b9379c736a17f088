//! Keys in MariaDB's `InnoDB`: a table that is the B-tree of its primary key.

use std::time::{Duration, Instant};

use idspec::AsText;
use sqlx::mysql::{MySqlArguments, MySqlConnection};
use sqlx::{Arguments as _, AssertSqlSafe, Connection as _, Encode, MySql, Row as _, Type};

use crate::binds::{BATCH, Bulk, Empties, Pair, compare};
use crate::keys::{Keys, Raw, Subject, asked_ms, day, day_v7};
use crate::report::{Bind, Key, Measured, median};
use crate::{Failure, MB, Plan, machine, tuples};

/// What the server is started with, and whose CPU time is shown.
const SETTINGS: &str = "innodb_buffer_pool_size 12 MB, innodb_flush_log_at_trx_commit 0, no binary log; MB written: Innodb_data_written once every page of the \
                        table is in its file; CPU: the whole server, until the last row is in";

/// How often the day is asked for, each time after a scan of the whole table, which leaves other pages in the buffer pool.
const ASKS: usize = 5;

/// How long the server may take to write its pages.
const PATIENCE: Duration = Duration::from_secs(120);

pub(crate) trait Column: Type<MySql> + for<'q> Encode<'q, MySql> + Copy {}
impl<T: Type<MySql> + for<'q> Encode<'q, MySql> + Copy> Column for T {}

struct Store<'a> {
    connection: MySqlConnection,
    process: String,
    keys: &'a Keys,
}

/// Measures every key.
pub(crate) async fn measure(url: &str, keys: &Keys, plan: &Plan) -> Result<Measured, Failure> {
    let (date, load) = machine::now()?;
    let mut connection = MySqlConnection::connect(url).await?;
    for sql in [
        "CREATE DATABASE IF NOT EXISTS idspec_bench",
        "USE idspec_bench",
        "SET GLOBAL innodb_monitor_enable = 'index_page_splits'",
    ] {
        sqlx::raw_sql(sql).execute(&mut connection).await?;
    }
    let version: String = sqlx::query_scalar("SELECT version()").fetch_one(&mut connection).await?;
    let file: String = sqlx::query_scalar("SELECT @@pid_file").fetch_one(&mut connection).await?;
    let process = std::fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?.trim().to_owned();
    let mut store = Store { connection, process, keys };
    let mut rounds = Vec::new();
    for round in 0..plan.rounds {
        eprintln!("MariaDB, {} rows, round {} of {}", keys.times.len(), round + 1, plan.rounds);
        rounds.push(store.round().await?);
    }
    Ok(Measured {
        name: "MariaDB".to_owned(),
        // What follows is the distribution's own count.
        version: version.split('-').next().unwrap_or_default().to_owned(),
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
        let at_ends: Vec<AsText<_>> = keys.at_end.iter().copied().map(AsText).collect();
        let (from, until) = day()?;
        let text_day = Some((AsText(from), AsText(until)));
        let (from, until) = day()?;
        let at_end_day = Some((AsText(from), AsText(until)));
        let octets = "BINARY(16)";
        Ok(vec![
            self.key(&Subject { name: "snowflake", column: "BIGINT", ids: &keys.snowflake, day: Some(day()?) }).await?,
            self.key(&Subject { name: "ULID", column: octets, ids: &keys.ulid, day: Some(day()?) }).await?,
            self.key(&Subject { name: "UUIDv7", column: octets, ids: &keys.v7, day: Some(day_v7()?) }).await?,
            self.key(&Subject { name: "GUID AsString", column: octets, ids: &keys.as_string, day: Some(day()?) })
                .await?,
            self.key(&Subject { name: "GUID AsBinary", column: octets, ids: &keys.as_binary, day: Some(day()?) })
                .await?,
            self.key(&Subject { name: "GUID AtEnd", column: "UUID", ids: &at_ends, day: at_end_day }).await?,
            self.key(&Subject {
                name: "ULID as text",
                column: "CHAR(26) COLLATE ascii_bin",
                ids: &texts,
                day: text_day,
            })
            .await?,
            self.key(&Subject { name: "GUID AtEnd", column: octets, ids: &keys.at_end, day: None }).await?,
            self.key(&Subject { name: "UUIDv4", column: octets, ids: &keys.v4, day: None }).await?,
        ])
    }

    async fn key<T: Column>(&mut self, subject: &Subject<'_, T>) -> Result<Key, Failure> {
        eprintln!("  {} in {}", subject.name, subject.column);
        let column = match subject.column.strip_suffix(" COLLATE ascii_bin") {
            Some(text) => format!("{text} CHARACTER SET ascii COLLATE ascii_bin"),
            None => subject.column.to_owned(),
        };
        self.run("DROP TABLE IF EXISTS row_keys").await?;
        self.run(&format!(
            "CREATE TABLE row_keys (id {column} NOT NULL PRIMARY KEY, created_at BIGINT NOT NULL, \
             payload VARCHAR(50) NOT NULL)"
        ))
        .await?;
        self.written().await?;
        let (data, log, splits) = self.counters().await?;
        let cpu = machine::cpu_seconds(&self.process)?;
        let begun = Instant::now();
        for (ids, times) in subject.ids.chunks(BATCH).zip(self.keys.times.chunks(BATCH)) {
            let sql =
                tuples("INSERT INTO row_keys (id, created_at, payload) VALUES ", "(?,?,REPEAT('x',50))", ids.len());
            let mut query = sqlx::query(AssertSqlSafe(sql));
            for (id, at) in ids.iter().zip(times) {
                query = query.bind(*id).bind(*at);
            }
            query.execute(&mut self.connection).await?;
        }
        let insert_s = begun.elapsed().as_secs_f64();
        let cpu_s = machine::cpu_seconds(&self.process)? - cpu;
        self.written().await?;
        let (data_after, log_after, splits_after) = self.counters().await?;
        let index_mb = self.size("PRIMARY").await?;
        let (day_ms, day_pages, extra_index_mb) = self.ask(subject).await?;
        // The next table has the same name and another column.
        self.connection.clear_cached_statements().await?;
        Ok(Key {
            name: subject.name.to_owned(),
            column: subject.column.to_owned(),
            sorts_by_time: subject.day.is_some(),
            insert_s,
            cpu_s,
            index_mb,
            written_mb: (data_after - data) / MB,
            page_images_mb: None,
            log_mb: Some((log_after - log) / MB),
            page_splits: Some(splits_after - splits),
            fill_percent: None,
            day_ms,
            day_pages,
            extra_index_mb,
        })
    }

    /// Waits until the buffer pool holds nothing that is not in its file.
    async fn written(&mut self) -> Result<(), Failure> {
        // Returns when the table's pages are written; the pages of the server itself follow.
        self.run("FLUSH TABLES row_keys FOR EXPORT").await?;
        self.run("UNLOCK TABLES").await?;
        self.run("SET GLOBAL innodb_max_dirty_pages_pct_lwm = 0.001, GLOBAL innodb_max_dirty_pages_pct = 0").await?;
        let begun = Instant::now();
        while self.status("Innodb_buffer_pool_pages_dirty").await? > 0.0 {
            if begun.elapsed() > PATIENCE {
                return Err("MariaDB does not write its pages".into());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        self.run("SET GLOBAL innodb_max_dirty_pages_pct = DEFAULT, GLOBAL innodb_max_dirty_pages_pct_lwm = DEFAULT")
            .await
    }

    /// Octets written to data files and to the redo log, and page splits.
    async fn counters(&mut self) -> Result<(f64, f64, f64), Failure> {
        let (data, log) = (self.status("Innodb_data_written").await?, self.status("Innodb_os_log_written").await?);
        let splits =
            "SELECT CAST(count AS DOUBLE) FROM information_schema.innodb_metrics WHERE name = 'index_page_splits'";
        Ok((data, log, sqlx::query_scalar(splits).fetch_one(&mut self.connection).await?))
    }

    async fn status(&mut self, name: &str) -> Result<f64, Failure> {
        let sql = "SELECT CAST(variable_value AS DOUBLE) FROM information_schema.global_status WHERE variable_name = ?";
        Ok(sqlx::query_scalar(sql).bind(name).fetch_one(&mut self.connection).await?)
    }

    /// The pages of an index, in MB.
    async fn size(&mut self, index: &str) -> Result<f64, Failure> {
        self.run("ANALYZE TABLE row_keys").await?;
        let sql = "SELECT CAST(stat_value * @@innodb_page_size AS DOUBLE) FROM mysql.innodb_index_stats \
                   WHERE database_name = DATABASE() AND table_name = 'row_keys' AND index_name = ? AND stat_name = 'size'";
        let octets: f64 = sqlx::query_scalar(sql).bind(index).fetch_one(&mut self.connection).await?;
        Ok(octets / MB)
    }

    /// Reads the rows of the day: ms, pages read from files, and the size of an index that was needed.
    async fn ask<T: Column>(&mut self, subject: &Subject<'_, T>) -> Result<(f64, f64, Option<f64>), Failure> {
        let mut extra = None;
        if subject.day.is_none() {
            self.run("CREATE INDEX row_keys_created_at ON row_keys (created_at)").await?;
            extra = Some(self.size("row_keys_created_at").await?);
        }
        let column = if extra.is_some() { "created_at" } else { "id" };
        // Without the hint the planner may read the whole table instead, which is what the index is for.
        let hint = if extra.is_some() { "FORCE INDEX (row_keys_created_at)" } else { "" };
        let sql = format!("SELECT count(*), max(payload) FROM row_keys {hint} WHERE {column} >= ? AND {column} < ?");
        let (from, until) = asked_ms();
        let (mut times, mut pages) = (Vec::new(), Vec::new());
        for _ in 0..ASKS {
            let all = "SELECT max(payload) FROM row_keys FORCE INDEX (PRIMARY)";
            let _: String = sqlx::query_scalar(all).fetch_one(&mut self.connection).await?;
            let before = self.status("Innodb_pages_read").await?;
            let query = sqlx::query(AssertSqlSafe(sql.as_str()));
            let query = match subject.day {
                Some((first, end)) => query.bind(first).bind(end),
                None => query.bind(from).bind(until),
            };
            let begun = Instant::now();
            let row = query.fetch_one(&mut self.connection).await?;
            times.push(begun.elapsed().as_secs_f64() * 1e3);
            pages.push(self.status("Innodb_pages_read").await? - before);
            crate::same_count(subject.name, row.try_get(0)?, self.keys.asked())?;
        }
        Ok((median(times), median(pages), extra))
    }

    async fn binds(&mut self, plan: &Plan) -> Result<Vec<Bind>, Failure> {
        eprintln!("MariaDB, binds");
        let keys = self.keys;
        let count = plan.bind_rows.min(keys.times.len());
        let (flakes, ulids, guids) = (&keys.snowflake[..count], &keys.ulid[..count], &keys.as_binary[..count]);
        let raw = Raw::of(keys, count)?;
        let octets: Vec<&[u8]> = raw.octets.iter().map(<[u8; 16]>::as_slice).collect();
        let rounds = plan.bind_rounds;
        let pair = |ours, raw, column| Pair { ours, raw, column, rounds };
        Ok(vec![
            // How far the same thing is from itself.
            compare(self, &pair("i64", "i64", "BIGINT"), &raw.numbers, &raw.numbers).await?,
            compare(self, &pair("snowflake", "i64", "BIGINT"), flakes, &raw.numbers).await?,
            compare(self, &pair("ULID", "Uuid", "BINARY(16)"), ulids, &raw.uuids).await?,
            compare(self, &pair("GUID AsBinary", "&[u8]", "BINARY(16)"), guids, &octets).await?,
        ])
    }

    async fn run(&mut self, sql: &str) -> Result<(), Failure> {
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut self.connection).await?;
        Ok(())
    }
}

impl Empties for Store<'_> {
    async fn empty(&mut self, column: &str) -> Result<(), Failure> {
        self.run("DROP TABLE IF EXISTS bind").await?;
        self.run(&format!("CREATE TABLE bind (id {column} NOT NULL PRIMARY KEY)")).await?;
        self.connection.clear_cached_statements().await?;
        Ok(())
    }
}

impl<T: Column> Bulk<T> for Store<'_> {
    async fn insert(&mut self, ids: &[T]) -> Result<(), Failure> {
        for ids in ids.chunks(BATCH) {
            let mut query = sqlx::query(AssertSqlSafe(tuples("INSERT INTO bind (id) VALUES ", "(?)", ids.len())));
            for id in ids {
                query = query.bind(*id);
            }
            query.execute(&mut self.connection).await?;
        }
        Ok(())
    }

    fn encode(ids: &[T]) -> Result<(), Failure> {
        let mut arguments = MySqlArguments::default();
        for id in ids {
            arguments.add(*id)?;
        }
        std::hint::black_box(arguments);
        Ok(())
    }
}
