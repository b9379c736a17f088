//! Moves existing columns into the form that sorts, in batches and checked.
//!
//! ```sh
//! cargo run -p idspec-databases --example backfill
//! ```
//!
//! | what was | what it becomes | how |
//! |---|---|---|
//! | decimal ids in a column of text, which sort by their digits | `INTEGER` (`BIGINT`) | read as `AsText<T>`, written bare |
//! | `BIGINT` for a partner that reads text | text | read bare, written as `AsText<T>` |
//! | octets of .NET's `Guid.ToByteArray()` (DN) of kind `AsString`, which sort nowhere | NET octets, which sort | `from_guid_bytes`, written bare |
//! | GUIDs of the older layout `ms48` as text | 16 octets, and the time that they hold | read as `AsText<ms48::AsString>`, written bare |
//!
//! A value that is no id of the type stops it with an error that says which row and what is wrong; nothing is guessed. The batch of that row is undone as a whole, the ones before are
//! kept, and when the row is mended it can be run again: it begins anew and gives every row the same.

use idspec::seq_guid::{AsString, ms48};
use idspec::{AsText, DiscordSnowflake, Timestamped as _};
use sqlx::{Row as _, Sqlite, SqlitePool, Transaction};

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// How many rows a statement reads.
const BATCH: i64 = 500;

/// The new columns. The old ones stay until nobody reads them any more.
pub(crate) const ADD_COLUMNS: &str = "
    ALTER TABLE message ADD COLUMN id INTEGER;
    ALTER TABLE message ADD COLUMN partner_id TEXT;
    ALTER TABLE message ADD COLUMN document BLOB;
    ALTER TABLE message ADD COLUMN session BLOB;
    ALTER TABLE message ADD COLUMN session_began_ms INTEGER;";

/// Fills the new columns of all rows and gives the count of rows.
pub(crate) async fn backfill(pool: &SqlitePool) -> Result<u64, Failure> {
    let (mut done, mut after) = (0, None);
    loop {
        let mut transaction = pool.begin().await?;
        let Some((last, count)) = batch(&mut transaction, after).await? else { return Ok(done) };
        transaction.commit().await?;
        (after, done) = (Some(last), done + count);
    }
}

/// Moves the rows after one, or the first ones, and gives the last of them and their count, or nothing where there are none.
async fn batch(transaction: &mut Transaction<'_, Sqlite>, after: Option<i64>) -> Result<Option<(i64, u64)>, Failure> {
    let select = "SELECT rowid, id_text, legacy_number, document_dn, session_text FROM message WHERE $1 IS NULL OR rowid > $1 ORDER BY rowid LIMIT $2";
    let rows = sqlx::query(select).bind(after).bind(BATCH).fetch_all(&mut **transaction).await?;
    let Some(last) = rows.last() else { return Ok(None) };
    for row in &rows {
        let rowid: i64 = row.try_get(0)?;
        let named = |error: Failure| format!("message {rowid}: {error}");
        let AsText(id) = row.try_get::<AsText<DiscordSnowflake>, _>(1).map_err(|error| named(error.into()))?;
        let legacy: DiscordSnowflake = row.try_get(2).map_err(|error| named(error.into()))?;
        let dn: Vec<u8> = row.try_get(3)?;
        let dn = dn.try_into().map_err(|dn: Vec<u8>| named(format!("document_dn has {} octets", dn.len()).into()))?;
        let document = AsString::from_guid_bytes(dn).map_err(|error| named(error.into()))?;
        let AsText(session) = row.try_get::<AsText<ms48::AsString>, _>(4).map_err(|error| named(error.into()))?;
        let update = "UPDATE message SET id = $1, partner_id = $2, document = $3, session = $4, session_began_ms = $5 WHERE rowid = $6";
        sqlx::query(update)
            .bind(id)
            .bind(AsText(legacy))
            .bind(document)
            .bind(session)
            .bind(session.timestamp().unix_ms())
            .bind(rowid)
            .execute(&mut **transaction)
            .await?;
    }
    Ok(Some((last.try_get(0)?, u64::try_from(rows.len())?)))
}

/// Some rows as an older application left them.
pub(crate) const OLD_ROWS: &str = "
    CREATE TABLE message (id_text TEXT NOT NULL, legacy_number INTEGER NOT NULL, document_dn BLOB NOT NULL, session_text TEXT NOT NULL) STRICT;
    INSERT INTO message VALUES
        ('1000000000000000000', 175928847299117063, x'4172da080b178e4c8f11223344556677', '3a04e5a4-f3b2-1122-3344-55667788990a'),
        ('999999999999999999', 266241948824764416, x'4072da080b178e4c8f11223344556677', '3a04e5a4-f3b3-1122-3344-55667788990a');";

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let pool = sqlx::pool::PoolOptions::<Sqlite>::new().max_connections(1).connect("sqlite::memory:").await?;
    sqlx::raw_sql(OLD_ROWS).execute(&pool).await?;
    sqlx::raw_sql(ADD_COLUMNS).execute(&pool).await?;
    println!("{} rows moved", backfill(&pool).await?);
    for row in sqlx::query("SELECT id, partner_id, document, session, session_began_ms FROM message ORDER BY id")
        .fetch_all(&pool)
        .await?
    {
        let (id, partner): (DiscordSnowflake, AsText<DiscordSnowflake>) = (row.try_get(0)?, row.try_get(1)?);
        let (document, session): (AsString, ms48::AsString) = (row.try_get(2)?, row.try_get(3)?);
        println!("{id} {} {document} {session} began {}", partner.0, session.timestamp());
    }
    Ok(())
}
