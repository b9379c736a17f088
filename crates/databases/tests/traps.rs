//! The traps of the guide, as they are with sqlx 0.9 and these servers. A test that fails here may be good news: then the guide changes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests, with helpers outside of them")]

use idspec::order::mariadb_uuid_refuses;
use idspec::seq_guid::{AsBinary, AsString, AtEnd};
use idspec::{
    AsBytes, AsI64Bits, AsI64Ordered, AsText, AsU64, ColumnError, DiscordSnowflake, Id as _, NalixTyped, Ulid,
};
use idspec_databases::shop::CustomerId;
use sqlx::Row as _;

const ULID: &str = "01HTQW311N1KR5G0Y75M3EF00H";
const UUID: &str = "018eafc1-8435-0cf0-5803-c72d06e78011";

fn ulid() -> Ulid {
    Ulid::parse(ULID).unwrap()
}

/// Trap 1: Postgres compares `CHAR(n)` with a text parameter as text, and so does not use the column's index.
#[tokio::test]
async fn postgres_char_ignores_its_index() {
    idspec_databases::postgres(async |pool| {
        let mut connection = pool.acquire().await.unwrap();
        let create = "CREATE TABLE c (padded CHAR(26) PRIMARY KEY, plain TEXT COLLATE \"C\" UNIQUE, id UUID UNIQUE);
            PREPARE by_padded (text) AS SELECT * FROM c WHERE padded = $1;
            PREPARE by_plain (text) AS SELECT * FROM c WHERE plain = $1;
            PREPARE by_id (uuid) AS SELECT * FROM c WHERE id = $1;
            SET enable_seqscan = off";
        sqlx::raw_sql(create).execute(&mut *connection).await.unwrap();
        // An index is taken wherever it can be, since reading the whole table is made as dear as can be.
        for (name, value, index) in [("by_padded", ULID, false), ("by_plain", ULID, true), ("by_id", UUID, true)] {
            let explain = idspec_databases::sql(format!("EXPLAIN EXECUTE {name} ('{value}')"));
            let rows = sqlx::raw_sql(explain).fetch_all(&mut *connection).await.unwrap();
            let plan: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
            assert_eq!(plan.join("\n").contains("Index Cond"), index, "{name}: {plan:?}");
        }
    })
    .await;
}

/// Trap 1, too: a collation of a language may not sort ids as their octets do.
#[tokio::test]
async fn czech_sorts_ch_after_h() {
    idspec_databases::postgres(async |pool| {
        // In octets the first is smaller.
        let ids = ["01CH0000000000000000000000", "01H00000000000000000000000"].map(|text| Ulid::parse(text).unwrap());
        let query = "SELECT $1 < $2 COLLATE \"C\", $1 < $2 COLLATE \"cs-x-icu\"";
        let row = sqlx::query(query).bind(AsText(ids[0])).bind(AsText(ids[1])).fetch_one(&pool).await.unwrap();
        assert_eq!((row.get::<bool, _>(0), row.get::<bool, _>(1)), (true, false));
    })
    .await;
}

/// Trap 2: sqlx keeps a prepared statement by its text, with the types of its first parameters. The same text with another wrapper of the same width
/// stores the octets of one form as the other.
#[tokio::test]
async fn one_statement_one_wrapper() {
    idspec_databases::postgres(async |pool| {
        let mut connection = pool.acquire().await.unwrap();
        sqlx::raw_sql("CREATE TABLE s (v UUID)").execute(&mut *connection).await.unwrap();
        const INSERT: &str = "INSERT INTO s (v) VALUES ($1)";
        sqlx::query(INSERT).bind(ulid()).execute(&mut *connection).await.unwrap();
        // 16 characters of text, sent as the 16 octets of the UUID that the statement was prepared for.
        let text = AsText(NalixTyped::parse("6601004433221177").unwrap());
        sqlx::query(INSERT).bind(text).execute(&mut *connection).await.unwrap();
        let stored: Vec<String> =
            sqlx::query_scalar("SELECT v::text FROM s").fetch_all(&mut *connection).await.unwrap();
        assert_eq!(stored, [UUID, "36363031-3030-3434-3333-323231313737"]);
        // Any other text of the statement is prepared anew, and then Postgres refuses.
        let error = sqlx::query("INSERT INTO s (v) VALUES ($1) ").bind(text).execute(&mut *connection).await;
        let error = error.unwrap_err().into_database_error().unwrap();
        assert_eq!(error.code().as_deref(), Some("42804"), "{error}");
    })
    .await;
}

/// The error of reading a column that was written in another form.
fn mismatch(error: sqlx::Error) -> String {
    let sqlx::Error::ColumnDecode { source, .. } = error else { panic!("{error}") };
    source.downcast::<ColumnError>().unwrap().to_string()
}

/// Trap 3: a bare ULID in a Postgres column of text becomes the 36 characters of a UUID, which our types then refuse to read.
#[tokio::test]
async fn postgres_text_takes_a_uuid() {
    idspec_databases::postgres(async |pool| {
        sqlx::raw_sql("CREATE TABLE t (v TEXT)").execute(&pool).await.unwrap();
        sqlx::query("INSERT INTO t (v) VALUES ($1)").bind(ulid()).execute(&pool).await.unwrap();
        let row = sqlx::query("SELECT v FROM t").fetch_one(&pool).await.unwrap();
        assert_eq!(row.get::<String, _>(0), UUID);
        assert_eq!(
            mismatch(row.try_get::<CustomerId, _>(0).unwrap_err()),
            "column form AsUuid of CustomerId: expected a uuid or its 16 octets, found TEXT; uuid is read as AsUuid, text as AsText, octets as AsBytes or AsUuid"
        );
        assert_eq!(
            mismatch(row.try_get::<AsText<CustomerId>, _>(0).unwrap_err()),
            "column form AsText: invalid CustomerId: length 36, expected 26 letters"
        );
    })
    .await;
}

/// Trap 3: in a MySQL or MariaDB column of one-octet characters it becomes 16 characters of any kind.
#[tokio::test]
async fn mysql_text_takes_octets() {
    idspec_databases::mysql(async |pool| {
        sqlx::raw_sql("CREATE TABLE t (v CHAR(26) CHARACTER SET latin1)").execute(&pool).await.unwrap();
        sqlx::query("INSERT INTO t (v) VALUES (?)").bind(ulid()).execute(&pool).await.unwrap();
        let row = sqlx::query("SELECT v, hex(v) FROM t").fetch_one(&pool).await.unwrap();
        assert_eq!(row.get::<String, _>(1), "018EAFC184350CF05803C72D06E78011");
        let text = mismatch(row.try_get::<CustomerId, _>(0).unwrap_err());
        assert_eq!(
            text,
            "column form AsUuid of CustomerId: expected a uuid or its 16 octets, found CHAR; uuid is read as AsUuid, text as AsText, octets as AsBytes or AsUuid"
        );
    })
    .await;
}

/// Trap 3: SQLite stores octets in a column of text unless the table is STRICT, and takes a type name that it does not know for a number.
#[tokio::test]
async fn sqlite_needs_strict_tables() {
    idspec_databases::sqlite(async |pool| {
        sqlx::raw_sql("CREATE TABLE loose (v TEXT, u UUID); CREATE TABLE firm (v TEXT) STRICT")
            .execute(&pool)
            .await
            .unwrap();
        // Digits only, so that it looks like a number; and 20 digits do not fit one.
        let digits = Ulid::parse("01234567890123456789012345").unwrap();
        let insert = "INSERT INTO loose (v, u) VALUES ($1, $2)";
        sqlx::query(insert).bind(ulid()).bind(AsText(digits)).execute(&pool).await.unwrap();
        let row = sqlx::query("SELECT typeof(v), typeof(u), u FROM loose").fetch_one(&pool).await.unwrap();
        assert_eq!((row.get::<String, _>(0), row.get::<String, _>(1)), ("blob".to_owned(), "real".to_owned()));
        let text = mismatch(row.try_get::<AsText<Ulid>, _>(2).unwrap_err());
        assert_eq!(
            text,
            "column form AsText of ULID: expected text, or its octets, found REAL; uuid is read as AsUuid, text as AsText, octets as AsBytes or AsUuid"
        );
        let refused = sqlx::query("INSERT INTO firm (v) VALUES ($1)").bind(ulid()).execute(&pool).await.unwrap_err();
        assert_eq!(refused.into_database_error().unwrap().message(), "cannot store BLOB value in TEXT column firm.v");
    })
    .await;
}

/// Trap 4: MariaDB's `UUID` refuses a quarter of all ULIDs, and some GUIDs of the kinds that do not sort there.
#[tokio::test]
async fn mariadb_uuid_refuses_ulids() {
    idspec_databases::mysql(async |pool| {
        let version: String = sqlx::query_scalar("SELECT version()").fetch_one(&pool).await.unwrap();
        if !version.contains("MariaDB") {
            return;
        }
        sqlx::raw_sql("CREATE TABLE u (v UUID)").execute(&pool).await.unwrap();
        let mut refused = 0;
        for id in idspec::seeded::<Ulid>(7).take(400) {
            let done = sqlx::query("INSERT INTO u (v) VALUES (?)").bind(&*id.to_uuid_text()).execute(&pool).await;
            assert_eq!(done.is_err(), mariadb_uuid_refuses(&id.to_be_bytes()), "{id}");
            refused += usize::from(done.is_err());
        }
        assert_eq!(
            refused,
            idspec::seeded::<Ulid>(7).take(400).filter(|id| mariadb_uuid_refuses(&id.to_be_bytes())).count()
        );
        assert!((60..140).contains(&refused), "{refused}");
        // Layout `rfc` has a version that is never refused, but it does not sort there.
        for id in idspec::seeded::<AsString>(7).take(100) {
            sqlx::query("INSERT INTO u (v) VALUES (?) ").bind(AsText(id)).execute(&pool).await.unwrap();
        }
    })
    .await;
}

/// Trap 4, worse: octets are never refused by MariaDB's `UUID`, and some become another value. So a bare ULID, or a GUID bound bare, does not belong there.
#[tokio::test]
async fn mariadb_uuid_changes_octets() {
    idspec_databases::mysql(async |pool| {
        let version: String = sqlx::query_scalar("SELECT version()").fetch_one(&pool).await.unwrap();
        if !version.contains("MariaDB") {
            return;
        }
        sqlx::raw_sql("CREATE TABLE u (v UUID)").execute(&pool).await.unwrap();
        let stored = async |id: Ulid| {
            sqlx::query("INSERT INTO u (v) VALUES (?)").bind(id).execute(&pool).await.unwrap();
            let text: String = sqlx::query_scalar("SELECT v FROM u").fetch_one(&pool).await.unwrap();
            sqlx::raw_sql("DELETE FROM u").execute(&pool).await.unwrap();
            text
        };
        let id = Ulid::from_u128(0x77cb_c4a1_33c2_d0f6_53fc_d651_3d02_befe);
        assert_eq!(id.to_uuid_text(), "77cbc4a1-33c2-d0f6-53fc-d6513d02befe");
        assert_eq!(stored(id).await, "3d02befe-d651-53fc-d0f6-77cbc4a133c2");
        let mut changed = 0;
        for id in idspec::seeded::<Ulid>(7).take(400) {
            changed += usize::from(stored(id).await != id.to_uuid_text().as_str());
        }
        assert!((60..140).contains(&changed), "{changed}");
        // The 26 letters are no UUID, and its column is read as text.
        sqlx::query("INSERT INTO u (v) VALUES (?) ").bind(AsText(id)).execute(&pool).await.unwrap_err();
        let at_end = idspec::seeded::<AtEnd>(7).next().unwrap();
        sqlx::query("INSERT INTO u (v) VALUES (?)  ").bind(AsText(at_end)).execute(&pool).await.unwrap();
        let row = sqlx::query("SELECT v FROM u").fetch_one(&pool).await.unwrap();
        assert_eq!(row.get::<AsText<AtEnd>, _>(0).0, at_end);
        assert_eq!(
            mismatch(row.try_get::<AtEnd, _>(0).unwrap_err()),
            "column form AsUuid of sequential GUID (AtEnd): expected a uuid or its 16 octets, found text (BINARY); uuid is read as AsUuid, text as AsText, octets as AsBytes or AsUuid"
        );
        // Some GUIDs of kind `AsBinary` are refused as text.
        let refused = idspec::seeded::<AsBinary>(7).take(400).filter(|id| mariadb_uuid_refuses(&id.to_net_bytes()));
        let refused: Vec<AsBinary> = refused.collect();
        assert!(!refused.is_empty());
        for id in refused {
            sqlx::query("INSERT INTO u (v) VALUES (?)   ").bind(AsText(id)).execute(&pool).await.unwrap_err();
        }
    })
    .await;
}

/// Trap 5: without strict mode MySQL and MariaDB store the largest number that fits; in strict mode they refuse (1264).
#[tokio::test]
async fn mysql_clamps_without_strict_mode() {
    idspec_databases::mysql(async |pool| {
        let mut connection = pool.acquire().await.unwrap();
        sqlx::raw_sql("CREATE TABLE m (v BIGINT)").execute(&mut *connection).await.unwrap();
        let large = AsU64(DiscordSnowflake::from_u64(u64::MAX));
        let refused = sqlx::query("INSERT INTO m (v) VALUES (?)").bind(large).execute(&mut *connection).await;
        let refused = refused.unwrap_err().into_database_error().unwrap();
        assert_eq!(refused.downcast_ref::<sqlx::mysql::MySqlDatabaseError>().number(), 1264);
        sqlx::raw_sql("SET sql_mode = ''").execute(&mut *connection).await.unwrap();
        sqlx::query("INSERT INTO m (v) VALUES (?)").bind(large).execute(&mut *connection).await.unwrap();
        let stored: i64 = sqlx::query_scalar("SELECT v FROM m").fetch_one(&mut *connection).await.unwrap();
        assert_eq!(stored, i64::MAX);
        // What is stored so reads as an id, and as another one.
        sqlx::raw_sql("CREATE TABLE n (i INT, u BIGINT UNSIGNED, b BIGINT, o BINARY(8))")
            .execute(&mut *connection)
            .await
            .unwrap();
        let known = DiscordSnowflake::from_u64(1_541_815_603_606_036_480);
        let insert = "INSERT INTO n (i, u, b, o) VALUES (?, ?, ?, ?)";
        let query = sqlx::query(insert).bind(known).bind(AsI64Bits(large.0)).bind(AsText(ulid())).bind(ulid());
        query.execute(&mut *connection).await.unwrap();
        let row = sqlx::query("SELECT i, u, b, o FROM n").fetch_one(&mut *connection).await.unwrap();
        assert_eq!(row.get::<DiscordSnowflake, _>(0).to_u64(), 2_147_483_647);
        assert_eq!(row.get::<AsU64<DiscordSnowflake>, _>(1).0.to_u64(), 0);
        assert_eq!(row.get::<DiscordSnowflake, _>(2).to_u64(), 1);
        assert_eq!(row.get::<AsBytes<DiscordSnowflake>, _>(3).0.to_u64(), 0x018e_afc1_8435_0cf0);
    })
    .await;
}

/// Trap 3, for 64-bit ids: a column of text takes the number as decimal text, and one of floating-point numbers loses digits, `STRICT` or not.
#[tokio::test]
async fn other_columns_take_numbers() {
    idspec_databases::sqlite(async |pool| {
        sqlx::raw_sql("CREATE TABLE o (t TEXT, r REAL) STRICT").execute(&pool).await.unwrap();
        let id = DiscordSnowflake::from_u64(1_541_815_603_606_036_481);
        sqlx::query("INSERT INTO o VALUES ($1, $2)").bind(id).bind(id).execute(&pool).await.unwrap();
        let row = sqlx::query("SELECT t, r, CAST(r AS INTEGER) FROM o").fetch_one(&pool).await.unwrap();
        assert_eq!(
            (row.get::<String, _>(0).as_str(), row.get::<i64, _>(2)),
            ("1541815603606036481", 1_541_815_603_606_036_480)
        );
        assert!(mismatch(row.try_get::<DiscordSnowflake, _>(0).unwrap_err()).contains("found TEXT"));
        assert!(mismatch(row.try_get::<DiscordSnowflake, _>(1).unwrap_err()).contains("found REAL"));
    })
    .await;
    idspec_databases::postgres(async |pool| {
        sqlx::raw_sql("CREATE TABLE o (t TEXT, r DOUBLE PRECISION)").execute(&pool).await.unwrap();
        let id = DiscordSnowflake::from_u64(1_541_815_603_606_036_481);
        sqlx::query("INSERT INTO o VALUES ($1, $2)").bind(id).bind(id).execute(&pool).await.unwrap();
        let row = sqlx::query("SELECT t, r, r::bigint FROM o").fetch_one(&pool).await.unwrap();
        assert_eq!(
            (row.get::<String, _>(0).as_str(), row.get::<i64, _>(2)),
            ("1541815603606036481", 1_541_815_603_606_036_480)
        );
        assert!(mismatch(row.try_get::<DiscordSnowflake, _>(1).unwrap_err()).contains("found FLOAT8"));
    })
    .await;
    idspec_databases::mysql(async |pool| {
        sqlx::raw_sql("CREATE TABLE o (t VARCHAR(64), b BINARY(16))").execute(&pool).await.unwrap();
        let id = DiscordSnowflake::from_u64(1_541_815_603_606_036_481);
        sqlx::query("INSERT INTO o VALUES (?, ?)").bind(id).bind(AsBytes(id)).execute(&pool).await.unwrap();
        let row = sqlx::query("SELECT t, b FROM o").fetch_one(&pool).await.unwrap();
        assert_eq!(row.get::<String, _>(0), "1541815603606036481");
        // Filled up with zeros, 8 octets are those of a ULID.
        assert_eq!(row.get::<Ulid, _>(1).to_u128(), 1_541_815_603_606_036_481 << 64);
        assert!(row.try_get::<AsBytes<DiscordSnowflake>, _>(1).is_err());
    })
    .await;
}

/// Trap 8: a column has one form. Read in another one of the same type, each value is another id, and no error.
#[tokio::test]
async fn one_column_one_form() {
    idspec_databases::sqlite(async |pool| {
        sqlx::raw_sql("CREATE TABLE f (v INTEGER) STRICT").execute(&pool).await.unwrap();
        sqlx::query("INSERT INTO f VALUES ($1)").bind(DiscordSnowflake::from_u64(7)).execute(&pool).await.unwrap();
        let row = sqlx::query("SELECT v FROM f").fetch_one(&pool).await.unwrap();
        assert_eq!(row.get::<AsI64Bits<DiscordSnowflake>, _>(0).0.to_u64(), 7);
        assert_eq!(row.get::<AsI64Ordered<DiscordSnowflake>, _>(0).0.to_u64(), (1 << 63) + 7);
    })
    .await;
}

/// Trap 9: text in another spelling is read, and not found.
#[tokio::test]
async fn another_spelling_is_not_found() {
    idspec_databases::sqlite(async |pool| {
        sqlx::raw_sql("CREATE TABLE s (v TEXT UNIQUE) STRICT").execute(&pool).await.unwrap();
        sqlx::query("INSERT INTO s VALUES (lower($1))").bind(ULID).execute(&pool).await.unwrap();
        let found = async |sql: &'static str| {
            sqlx::query_scalar::<_, AsText<Ulid>>(sql).bind(AsText(ulid())).fetch_optional(&pool).await.unwrap()
        };
        assert_eq!(found("SELECT v FROM s WHERE v = $1").await, None);
        assert_eq!(found("SELECT v FROM s WHERE upper(v) = $1").await, Some(AsText(ulid())));
        // Both spellings of one id, although the column is UNIQUE.
        sqlx::query("INSERT INTO s VALUES ($1)").bind(AsText(ulid())).execute(&pool).await.unwrap();
    })
    .await;
}

/// What a driver cannot read is named all the same.
#[tokio::test]
async fn errors_of_drivers_name_the_id() {
    idspec_databases::sqlite(async |pool| {
        let row = sqlx::query("SELECT CAST(x'ff' AS TEXT)").fetch_one(&pool).await.unwrap();
        let error = row.try_get::<AsText<CustomerId>, _>(0).unwrap_err();
        let sqlx::Error::ColumnDecode { source, .. } = error else { panic!("{error}") };
        assert_eq!(
            source.to_string(),
            "column form AsText of CustomerId: invalid utf-8 sequence of 1 bytes from index 0"
        );
        assert!(source.source().is_some());
    })
    .await;
}

/// Trap 7: 16 octets say nothing of themselves, so the beginning of a longer text is a ULID like any other.
#[tokio::test]
async fn a_cut_text_is_a_ulid() {
    idspec_databases::sqlite(async |pool| {
        let read: Ulid =
            sqlx::query_scalar("SELECT CAST(substr($1, 1, 16) AS BLOB)").bind(ULID).fetch_one(&pool).await.unwrap();
        assert_eq!(read.to_be_bytes(), *b"01HTQW311N1KR5G0");
    })
    .await;
}

/// A signed column is no `AsU64`, and an unsigned one is not bare.
#[tokio::test]
async fn mysql_signs_are_told_apart() {
    idspec_databases::mysql(async |pool| {
        sqlx::raw_sql("CREATE TABLE g (s BIGINT, u BIGINT UNSIGNED)").execute(&pool).await.unwrap();
        sqlx::raw_sql("INSERT INTO g VALUES (7, 7)").execute(&pool).await.unwrap();
        let row = sqlx::query("SELECT s, u FROM g").fetch_one(&pool).await.unwrap();
        assert_eq!(row.get::<DiscordSnowflake, _>(0).to_repr(), 7);
        assert_eq!(row.get::<AsU64<DiscordSnowflake>, _>(1).0.to_repr(), 7);
        let others = "BIGINT is read as AsI64, AsI64Bits or AsI64Ordered, BIGINT UNSIGNED as AsU64, text as AsText, octets as AsBytes";
        assert_eq!(
            mismatch(row.try_get::<AsU64<DiscordSnowflake>, _>(0).unwrap_err()),
            format!("column form AsU64 of Discord snowflake: expected an unsigned 64-bit integer (BIGINT UNSIGNED), found BIGINT; {others}")
        );
        assert_eq!(
            mismatch(row.try_get::<DiscordSnowflake, _>(1).unwrap_err()),
            format!("column form AsI64 of Discord snowflake: expected a signed 64-bit integer (BIGINT), found BIGINT UNSIGNED; {others}")
        );
    })
    .await;
}
