//! The example that moves columns.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests, with helpers outside of them")]

#[allow(dead_code, reason = "its `main` is for a person")]
#[path = "../examples/backfill.rs"]
mod backfill;

use backfill::{ADD_COLUMNS, OLD_ROWS, backfill};
use sqlx::Row as _;

#[tokio::test]
async fn columns_are_moved() {
    idspec_databases::sqlite(async |pool| {
        sqlx::raw_sql(OLD_ROWS).execute(&pool).await.unwrap();
        sqlx::raw_sql("UPDATE message SET rowid = -5 WHERE rowid = 1").execute(&pool).await.unwrap();
        // More than a batch.
        let more = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
            INSERT INTO message SELECT i, i, x'4172da080b178e4c8f11223344556677', '3a04e5a4-f3b2-1122-3344-55667788990a' FROM n";
        sqlx::raw_sql(more).execute(&pool).await.unwrap();
        sqlx::raw_sql(ADD_COLUMNS).execute(&pool).await.unwrap();
        assert_eq!(backfill(&pool).await.unwrap(), 1202);
        let select = "SELECT id, partner_id, lower(hex(document)), lower(hex(session)), session_began_ms FROM message ORDER BY id DESC LIMIT 2";
        let rows = sqlx::query(select).fetch_all(&pool).await.unwrap();
        let plain = |place: usize| {
            let row = &rows[place];
            (row.get::<i64, _>(0), row.get::<String, _>(1), row.get::<String, _>(2), row.get::<String, _>(3), row.get::<i64, _>(4))
        };
        // As text the smaller number came last. DN octets 41 72 da 08 | 0b 17 | 8e 4c are 08da7241-170b-4c8e in NET. 0x3a04e5a4f3b2 ms since year 1 less
        // 62135596800000.
        assert_eq!(
            plain(0),
            (
                1_000_000_000_000_000_000,
                "175928847299117063".to_owned(),
                "08da7241170b4c8e8f11223344556677".to_owned(),
                "3a04e5a4f3b21122334455667788990a".to_owned(),
                0x3a04_e5a4_f3b2 - 62_135_596_800_000,
            )
        );
        assert_eq!(plain(1).0, 999_999_999_999_999_999);
        assert_eq!(plain(1).2, "08da7240170b4c8e8f11223344556677");
        let left: i64 = sqlx::query_scalar("SELECT count(*) FROM message WHERE id IS NULL OR document IS NULL").fetch_one(&pool).await.unwrap();
        assert_eq!(left, 0);
    })
    .await;
}

#[tokio::test]
async fn a_value_that_is_no_id_stops_it() {
    for (column, value, message) in [
        (
            "id_text",
            "'0123'",
            "message 2: error occurred while decoding column 1: column form AsText: invalid Discord snowflake: leading zero, write it without",
        ),
        (
            "legacy_number",
            "-1",
            "message 2: error occurred while decoding column 2: column form AsI64: invalid Discord snowflake: a negative number, ids are unsigned; was it written as AsI64Bits",
        ),
        (
            "document_dn",
            "x'08da7241170b4c8e8f11223344556677'",
            "message 2: invalid sequential GUID (AsString): version nibble 8, expected 4",
        ),
        ("document_dn", "x'08'", "message 2: document_dn has 1 octets"),
        (
            "session_text",
            "''",
            "message 2: error occurred while decoding column 4: column form AsText: invalid sequential GUID (AsString, ms48): length 0",
        ),
    ] {
        idspec_databases::sqlite(async |pool| {
            sqlx::raw_sql(OLD_ROWS).execute(&pool).await.unwrap();
            sqlx::raw_sql(ADD_COLUMNS).execute(&pool).await.unwrap();
            let change = format!("UPDATE message SET {column} = {value} WHERE rowid = 2");
            sqlx::raw_sql(idspec_databases::sql(change)).execute(&pool).await.unwrap();
            let error = backfill(&pool).await.unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
            let moved: i64 = sqlx::query_scalar("SELECT count(id) FROM message").fetch_one(&pool).await.unwrap();
            assert_eq!(moved, 0);
        })
        .await;
    }
}

/// Batches before a bad row are kept; after it is mended all of it is done again.
#[tokio::test]
async fn it_can_be_run_again() {
    idspec_databases::sqlite(async |pool| {
        sqlx::raw_sql(OLD_ROWS).execute(&pool).await.unwrap();
        let more = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 700)
            INSERT INTO message SELECT i, i, x'4172da080b178e4c8f11223344556677', '3a04e5a4-f3b2-1122-3344-55667788990a' FROM n;
            UPDATE message SET id_text = '+1' WHERE rowid = 600";
        sqlx::raw_sql(more).execute(&pool).await.unwrap();
        sqlx::raw_sql(ADD_COLUMNS).execute(&pool).await.unwrap();
        assert!(backfill(&pool).await.unwrap_err().to_string().starts_with("message 600: "));
        let moved = async || sqlx::query_scalar::<_, i64>("SELECT count(id) FROM message").fetch_one(&pool).await.unwrap();
        assert_eq!(moved().await, 500);
        sqlx::raw_sql("UPDATE message SET id_text = '1' WHERE rowid = 600").execute(&pool).await.unwrap();
        assert_eq!(backfill(&pool).await.unwrap(), 702);
        assert_eq!(moved().await, 702);
    })
    .await;
}
