//! Keys in SQLite: the rowid for a number, a table `WITHOUT ROWID` for the others, so that each table is one B-tree.

use std::path::{Path, PathBuf};
use std::time::Instant;

use idspec::AsText;
use sqlx::sqlite::{SqliteArguments, SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{Arguments as _, AssertSqlSafe, ConnectOptions as _, Connection as _, Encode, Row as _, Sqlite, Type};

use crate::binds::{BATCH, Bulk, Empties, Pair, compare};
use crate::keys::{Keys, Raw, Subject, asked_ms, day, day_v7};
use crate::report::{Bind, Key, Measured, median};
use crate::{Failure, MB, Plan, machine, tuples};

/// What differs from the defaults, and whose CPU time is shown.
const SETTINGS: &str = "journal_mode WAL, synchronous OFF, the default cache of 2 MB, WITHOUT ROWID where the key is no number; MB written: what the program \
                        asked the system to write, WAL and checkpoints; CPU: the whole program";

/// How often the day is asked for, each time by a connection with an empty cache.
const ASKS: usize = 5;

pub(crate) trait Column: Type<Sqlite> + for<'q> Encode<'q, Sqlite> + Copy {}
impl<T: Type<Sqlite> + for<'q> Encode<'q, Sqlite> + Copy> Column for T {}

/// A folder that is removed in the end.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

struct Store<'a> {
    folder: Folder,
    connection: SqliteConnection,
    keys: &'a Keys,
}

async fn connect(folder: &Path) -> Result<SqliteConnection, Failure> {
    let options = SqliteConnectOptions::new().filename(folder.join("keys.sqlite")).create_if_missing(true);
    let options = options.journal_mode(SqliteJournalMode::Wal).synchronous(SqliteSynchronous::Off);
    Ok(options.pragma("cache_size", "-2000").connect().await?)
}

/// Measures every key.
pub(crate) async fn measure(keys: &Keys, plan: &Plan) -> Result<Measured, Failure> {
    let (date, load) = machine::now()?;
    let folder = Folder(std::env::temp_dir().join(format!("idspec-bench-{}", std::process::id())));
    std::fs::create_dir(&folder.0).map_err(|error| format!("{}: {error}", folder.0.display()))?;
    let mut connection = connect(&folder.0).await?;
    let version: String = sqlx::query_scalar("SELECT sqlite_version()").fetch_one(&mut connection).await?;
    let mut store = Store { folder, connection, keys };
    let mut rounds = Vec::new();
    for round in 0..plan.rounds {
        eprintln!("SQLite, {} rows, round {} of {}", keys.times.len(), round + 1, plan.rounds);
        rounds.push(store.round().await?);
    }
    let binds = store.binds(plan).await?;
    store.connection.close().await?;
    Ok(Measured {
        name: "SQLite".to_owned(),
        version,
        settings: SETTINGS.to_owned(),
        date,
        load,
        rounds: plan.rounds,
        rows: keys.times.len(),
        rows_of_the_day: keys.asked(),
        keys: crate::medians(&rounds),
        binds,
    })
}

impl Store<'_> {
    async fn round(&mut self) -> Result<Vec<Key>, Failure> {
        let keys = self.keys;
        let texts: Vec<AsText<_>> = keys.ulid.iter().copied().map(AsText).collect();
        let (from, until) = day()?;
        let text_day = Some((AsText(from), AsText(until)));
        Ok(vec![
            self.key(&Subject { name: "snowflake", column: "INTEGER", ids: &keys.snowflake, day: Some(day()?) })
                .await?,
            self.key(&Subject { name: "ULID", column: "BLOB", ids: &keys.ulid, day: Some(day()?) }).await?,
            self.key(&Subject { name: "UUIDv7", column: "BLOB", ids: &keys.v7, day: Some(day_v7()?) }).await?,
            self.key(&Subject { name: "GUID AsString", column: "BLOB", ids: &keys.as_string, day: Some(day()?) })
                .await?,
            self.key(&Subject { name: "GUID AsBinary", column: "BLOB", ids: &keys.as_binary, day: Some(day()?) })
                .await?,
            self.key(&Subject { name: "ULID as text", column: "TEXT", ids: &texts, day: text_day }).await?,
            self.key(&Subject { name: "GUID AtEnd", column: "BLOB", ids: &keys.at_end, day: None }).await?,
            self.key(&Subject { name: "UUIDv4", column: "BLOB", ids: &keys.v4, day: None }).await?,
        ])
    }

    async fn key<T: Column>(&mut self, subject: &Subject<'_, T>) -> Result<Key, Failure> {
        eprintln!("  {} in {}", subject.name, subject.column);
        self.anew().await?;
        self.run(&format!(
            "CREATE TABLE row_keys (id {} NOT NULL PRIMARY KEY, created_at INTEGER NOT NULL, payload TEXT NOT NULL) {}",
            subject.column,
            options(subject.column)
        ))
        .await?;
        let (cpu, (_, wrote)) = (machine::cpu_seconds("self")?, machine::octets()?);
        let payload = "x".repeat(50);
        let begun = Instant::now();
        for (ids, times) in subject.ids.chunks(BATCH).zip(self.keys.times.chunks(BATCH)) {
            let sql = tuples("INSERT INTO row_keys (id, created_at, payload) VALUES ", "(?,?,?)", ids.len());
            let mut query = sqlx::query(AssertSqlSafe(sql));
            for (id, at) in ids.iter().zip(times) {
                query = query.bind(*id).bind(*at).bind(payload.as_str());
            }
            query.execute(&mut self.connection).await?;
        }
        let insert_s = begun.elapsed().as_secs_f64();
        self.run("PRAGMA wal_checkpoint(TRUNCATE)").await?;
        let (cpu_s, (_, wrote_after)) = (machine::cpu_seconds("self")? - cpu, machine::octets()?);
        let (size, unused) = self.pages("row_keys").await?;
        let (day_ms, day_pages, extra_index_mb) = self.ask(subject).await?;
        Ok(Key {
            name: subject.name.to_owned(),
            column: subject.column.to_owned(),
            sorts_by_time: subject.day.is_some(),
            insert_s,
            cpu_s,
            index_mb: size / MB,
            written_mb: (wrote_after - wrote) / MB,
            page_images_mb: None,
            log_mb: None,
            page_splits: None,
            fill_percent: Some((1.0 - unused / size) * 100.0),
            day_ms,
            day_pages,
            extra_index_mb,
        })
    }

    /// Begins with an empty file.
    async fn anew(&mut self) -> Result<(), Failure> {
        // Dropping a table would leave its pages to the next one.
        let other = SqliteConnection::connect("sqlite::memory:").await?;
        std::mem::replace(&mut self.connection, other).close().await?;
        for end in ["", "-wal", "-shm"] {
            let file = self.folder.0.join(format!("keys.sqlite{end}"));
            if file.exists() {
                std::fs::remove_file(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            }
        }
        self.connection = connect(&self.folder.0).await?;
        Ok(())
    }

    /// Octets of pages, and those of them that hold nothing.
    async fn pages(&mut self, name: &str) -> Result<(f64, f64), Failure> {
        let sql = "SELECT CAST(sum(pgsize) AS REAL), CAST(sum(unused) AS REAL) FROM dbstat WHERE name = ?";
        let row = sqlx::query(sql).bind(name).fetch_one(&mut self.connection).await?;
        Ok((row.try_get(0)?, row.try_get(1)?))
    }

    /// Reads the rows of the day: ms, pages, and the size of an index that was needed.
    async fn ask<T: Column>(&mut self, subject: &Subject<'_, T>) -> Result<(f64, f64, Option<f64>), Failure> {
        let mut extra = None;
        if subject.day.is_none() {
            self.run("CREATE INDEX row_keys_created_at ON row_keys (created_at)").await?;
            extra = Some(self.pages("row_keys_created_at").await?.0 / MB);
        }
        self.run("ANALYZE").await?;
        self.run("PRAGMA wal_checkpoint(TRUNCATE)").await?;
        let column = if extra.is_some() { "created_at" } else { "id" };
        let sql = format!("SELECT count(*), max(payload) FROM row_keys WHERE {column} >= ? AND {column} < ?");
        let (from, until) = asked_ms();
        let (mut times, mut pages) = (Vec::new(), Vec::new());
        for _ in 0..ASKS {
            let mut connection = connect(&self.folder.0).await?;
            // Reads the schema.
            sqlx::query("SELECT 1 FROM row_keys LIMIT 0").execute(&mut connection).await?;
            let query = sqlx::query(AssertSqlSafe(sql.as_str()));
            let query = match subject.day {
                Some((first, end)) => query.bind(first).bind(end),
                None => query.bind(from).bind(until),
            };
            let (before, _) = machine::octets()?;
            let begun = Instant::now();
            let row = query.fetch_one(&mut connection).await?;
            times.push(begun.elapsed().as_secs_f64() * 1e3);
            pages.push(((machine::octets()?.0 - before) / 4096.0).floor());
            crate::same_count(subject.name, row.try_get(0)?, self.keys.asked())?;
            connection.close().await?;
        }
        Ok((median(times), median(pages), extra))
    }

    async fn binds(&mut self, plan: &Plan) -> Result<Vec<Bind>, Failure> {
        eprintln!("SQLite, binds");
        let keys = self.keys;
        let count = plan.bind_rows.min(keys.times.len());
        let (flakes, ulids, guids) = (&keys.snowflake[..count], &keys.ulid[..count], &keys.as_binary[..count]);
        let raw = Raw::of(keys, count)?;
        let octets: Vec<&[u8]> = raw.octets.iter().map(<[u8; 16]>::as_slice).collect();
        let rounds = plan.bind_rounds;
        let pair = |ours, raw, column| Pair { ours, raw, column, rounds };
        Ok(vec![
            // How far the same thing is from itself.
            compare(self, &pair("i64", "i64", "INTEGER"), &raw.numbers, &raw.numbers).await?,
            compare(self, &pair("snowflake", "i64", "INTEGER"), flakes, &raw.numbers).await?,
            compare(self, &pair("ULID", "Uuid", "BLOB"), ulids, &raw.uuids).await?,
            compare(self, &pair("GUID AsBinary", "&[u8]", "BLOB"), guids, &octets).await?,
        ])
    }

    async fn run(&mut self, sql: &str) -> Result<(), Failure> {
        sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut self.connection).await?;
        Ok(())
    }
}

/// A number is the rowid itself; every other key would be an index beside the rowid.
fn options(column: &str) -> &'static str {
    if column == "INTEGER" { "STRICT" } else { "STRICT, WITHOUT ROWID" }
}

impl Empties for Store<'_> {
    async fn empty(&mut self, column: &str) -> Result<(), Failure> {
        self.run("DROP TABLE IF EXISTS bind").await?;
        self.run(&format!("CREATE TABLE bind (id {column} NOT NULL PRIMARY KEY) {}", options(column))).await
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
        let mut arguments = SqliteArguments::default();
        for id in ids {
            arguments.add(*id)?;
        }
        std::hint::black_box(arguments);
        Ok(())
    }
}
