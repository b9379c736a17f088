//! Typed ids as columns: what users do with them, and what they get for bad input.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests, with helpers outside of them")]

use idspec::{AsBytes, AsI64Bits, AsI64Ordered, AsText, AsUuid, ColumnError, DiscordSnowflake, NalixTyped, Ulid};
use idspec_databases::shop::{CustomerId, DeviceId, FileId, InvoiceId, OrderId, ReplicaId};
use sqlx::types::Json;
use sqlx::{FromRow, Row as _};

const ULID: &str = "01HTQW311N1KR5G0Y75M3EF00H";

fn customer() -> CustomerId {
    ULID.parse().unwrap()
}

fn order() -> OrderId {
    "175928847299117063".parse().unwrap()
}

fn invoice() -> InvoiceId {
    format!("inv_{ULID}").parse().unwrap()
}

/// A row that sqlx makes.
#[derive(Debug, PartialEq, FromRow)]
struct Sale {
    customer: CustomerId,
    order_id: Option<OrderId>,
    invoice: InvoiceId,
}

/// A transparent type of the user's over one of ours.
#[derive(Clone, Copy, Debug, PartialEq, sqlx::Type)]
#[sqlx(transparent)]
struct Buyer(CustomerId);

/// What a column of JSON holds.
#[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
struct Note {
    order: OrderId,
    invoice: InvoiceId,
}

/// The message of an error of sqlx, and whether it is our own.
fn message(error: &sqlx::Error) -> String {
    let sqlx::Error::ColumnDecode { source, .. } = error else { panic!("{error}") };
    assert!(source.is::<ColumnError>(), "{source}");
    source.to_string()
}

/// The same test on each database: the pool, the types of columns, and a parameter's name.
macro_rules! on_each_database {
    ($(#[$about:meta])* $name:ident, |$pool:ident, $sql:ident| $body:block) => {
        $(#[$about])*
        mod $name {
            use super::*;

            #[tokio::test]
            async fn postgres() {
                let $sql = |text: &str| idspec_databases::sql(
                    text.replace("{int}", "BIGINT").replace("{uuid}", "UUID").replace("{octets}", "BYTEA").replace("{text}", "TEXT").replace("{json}", "JSONB").replace("{double}", "DOUBLE PRECISION").replace("{strict}", ""),
                );
                idspec_databases::postgres(async move |$pool| $body).await;
            }

            #[tokio::test]
            async fn mysql() {
                let $sql = |text: &str| idspec_databases::sql(
                    text.replace("{int}", "BIGINT").replace("{uuid}", "BINARY(16)").replace("{octets}", "VARBINARY(64)").replace("{text}", "VARCHAR(64)").replace("{json}", "JSON").replace("{double}", "DOUBLE").replace("{strict}", "")
                        .replace("$1", "?").replace("$2", "?").replace("$3", "?"),
                );
                idspec_databases::mysql(async move |$pool| $body).await;
            }

            #[tokio::test]
            async fn sqlite() {
                let $sql = |text: &str| idspec_databases::sql(
                    text.replace("{int}", "INTEGER").replace("{uuid}", "BLOB").replace("{octets}", "BLOB").replace("{text}", "TEXT").replace("{json}", "TEXT").replace("{double}", "REAL").replace("{strict}", "STRICT"),
                );
                idspec_databases::sqlite(async move |$pool| $body).await;
            }
        }
    };
}

on_each_database! {
    /// Rows of structs, options, and lookups by id.
    rows, |pool, sql| {
        let create = "CREATE TABLE sale (customer {uuid} NOT NULL, order_id {int}, invoice {text} NOT NULL) {strict}";
        sqlx::raw_sql(sql(create)).execute(&pool).await.unwrap();
        for order_id in [Some(order()), None] {
            let query = sqlx::query(sql("INSERT INTO sale (customer, order_id, invoice) VALUES ($1, $2, $3)")).bind(customer()).bind(order_id).bind(invoice());
            query.execute(&pool).await.unwrap();
        }
        let find = sql("SELECT customer, order_id, invoice FROM sale WHERE customer = $1 AND order_id = $2");
        let found: Sale = sqlx::query_as(find).bind(customer()).bind(order()).fetch_one(&pool).await.unwrap();
        assert_eq!(found, Sale { customer: customer(), order_id: Some(order()), invoice: invoice() });
        let find = sql("SELECT customer, order_id, invoice FROM sale WHERE order_id IS NULL AND invoice = $1");
        let found: Sale = sqlx::query_as(find).bind(invoice()).fetch_one(&pool).await.unwrap();
        assert_eq!(found, Sale { customer: customer(), order_id: None, invoice: invoice() });
        // A typed id with a prefix is stored with it.
        let text: Vec<String> = sqlx::query_scalar("SELECT invoice FROM sale").fetch_all(&pool).await.unwrap();
        assert_eq!(text, [format!("inv_{ULID}"), format!("inv_{ULID}")]);
        let buyer: Buyer = sqlx::query_scalar("SELECT customer FROM sale LIMIT 1").fetch_one(&pool).await.unwrap();
        assert_eq!(buyer, Buyer(customer()));
        let count: i64 = sqlx::query_scalar(sql("SELECT count(*) FROM sale WHERE customer = $1 ")).bind(buyer).fetch_one(&pool).await.unwrap();
        assert_eq!(count, 2);
    }
}

on_each_database! {
    /// Each declared form lands in its column and is read again.
    declared_forms, |pool, sql| {
        let device: DeviceId = "0100008000926580".parse().unwrap();
        let file: FileId = "4172da08-0b17-8e4c-8f11-223344556677".parse().unwrap();
        let replica: ReplicaId = "44332211-6655-40f8-8c8e-08da7241170b".parse().unwrap();
        sqlx::raw_sql(sql("CREATE TABLE f (device {int}, file {octets}, replica {octets}) {strict}")).execute(&pool).await.unwrap();
        let insert = sql("INSERT INTO f (device, file, replica) VALUES ($1, $2, $3)");
        sqlx::query(insert).bind(device).bind(file).bind(replica).execute(&pool).await.unwrap();
        let row = sqlx::query("SELECT device, file, replica FROM f").fetch_one(&pool).await.unwrap();
        assert_eq!((row.get::<DeviceId, _>(0), row.get::<FileId, _>(1), row.get::<ReplicaId, _>(2)), (device, file, replica));
        // 9251961540347691009 - 2^63; DN octets; NET octets.
        assert_eq!(row.get::<i64, _>(0), 28_589_503_492_915_201);
        assert_eq!(row.get::<Vec<u8>, _>(1), hex("08da7241170b4c8e8f11223344556677"));
        assert_eq!(row.get::<Vec<u8>, _>(2), hex("44332211665540f88c8e08da7241170b"));
    }
}

on_each_database! {
    /// NULL is never an id.
    null, |pool, sql| {
        sqlx::raw_sql(sql("CREATE TABLE n (i {int}, u {uuid}, t {text}) {strict}")).execute(&pool).await.unwrap();
        sqlx::raw_sql("INSERT INTO n VALUES (NULL, NULL, NULL)").execute(&pool).await.unwrap();
        let row = sqlx::query("SELECT i, u, t FROM n").fetch_one(&pool).await.unwrap();
        assert_eq!(row.get::<Option<OrderId>, _>(0), None);
        assert_eq!(row.get::<Option<CustomerId>, _>(1), None);
        assert_eq!(row.get::<Option<InvoiceId>, _>(2), None);
        let expected = "NULL, which is no id; read an `Option`, or declare the column NOT NULL";
        assert_eq!(message(&row.try_get::<OrderId, _>(0).unwrap_err()), format!("column form AsI64 of OrderId: {expected}"));
        assert_eq!(message(&row.try_get::<CustomerId, _>(1).unwrap_err()), format!("column form AsUuid of CustomerId: {expected}"));
        assert_eq!(message(&row.try_get::<InvoiceId, _>(2).unwrap_err()), format!("column form AsText of InvoiceId: {expected}"));
        assert_eq!(message(&row.try_get_unchecked::<OrderId, _>(0).unwrap_err()), format!("column form AsI64 of OrderId: {expected}"));
        assert_eq!(
            message(&row.try_get::<AsI64Bits<OrderId>, _>(0).unwrap_err()),
            format!("column form AsI64Bits of OrderId: {expected}")
        );
    }
}

on_each_database! {
    /// What is no id is an error that names the type, the form and what would work.
    bad_input, |pool, sql| {
        let create = "CREATE TABLE b (negative {int}, number {int}, short {octets}, word {text}, real_number {double}) {strict}";
        sqlx::raw_sql(sql(create)).execute(&pool).await.unwrap();
        let insert = sql("INSERT INTO b VALUES (-1, 7, $1, 'inv_01HTQW', 18446744073709551616e0)");
        sqlx::query(insert).bind(b"01HTQW311N".as_slice()).execute(&pool).await.unwrap();
        let row = sqlx::query("SELECT negative, number, short, word, real_number FROM b").fetch_one(&pool).await.unwrap();
        assert_eq!(
            message(&row.try_get::<OrderId, _>(0).unwrap_err()),
            "column form AsI64: invalid OrderId: a negative number, ids are unsigned; was it written as AsI64Bits, or as AsI64Ordered? Each makes another id of it"
        );
        // A number where a ULID is expected, 2^64 as a float where an integer is.
        let text = message(&row.try_get::<CustomerId, _>(1).unwrap_err());
        assert!(text.starts_with("column form AsUuid of CustomerId: expected a uuid or its 16 octets, found "), "{text}");
        assert!(text.ends_with("; uuid is read as AsUuid, text as AsText, octets as AsBytes or AsUuid"), "{text}");
        let text = message(&row.try_get::<OrderId, _>(4).unwrap_err());
        assert!(text.starts_with("column form AsI64 of OrderId: expected a signed 64-bit integer (BIGINT), found "), "{text}");
        let text = message(&row.try_get::<InvoiceId, _>(1).unwrap_err());
        assert!(text.starts_with("column form AsText of InvoiceId: expected text, or its octets, found "), "{text}");
        // A text that was cut off in a column of octets.
        assert_eq!(
            message(&row.try_get::<CustomerId, _>(2).unwrap_err()),
            "column form AsUuid: invalid CustomerId: 10 octets, expected 16"
        );
        assert_eq!(
            message(&row.try_get::<AsText<CustomerId>, _>(2).unwrap_err()),
            "column form AsText: invalid CustomerId: length 10, expected 26 letters"
        );
        // A cut text, a missing prefix, text where octets are expected.
        assert_eq!(
            message(&row.try_get::<InvoiceId, _>(3).unwrap_err()),
            "column form AsText: invalid InvoiceId: length 10, expected `inv_` and 26 letters"
        );
        assert_eq!(
            message(&row.try_get::<AsText<InvoiceId>, _>(2).unwrap_err()),
            "column form AsText: invalid InvoiceId: wrong prefix, expected `inv_` and 26 letters"
        );
        let text = message(&row.try_get::<CustomerId, _>(3).unwrap_err());
        assert!(text.starts_with("column form AsUuid of CustomerId: expected a uuid or its 16 octets, found "), "{text}");
    }
}

on_each_database! {
    /// An id that does not fit its column is refused before anything is sent.
    too_large, |pool, sql| {
        sqlx::raw_sql(sql("CREATE TABLE l (v {int}) {strict}")).execute(&pool).await.unwrap();
        let large: OrderId = "9223372036854775808".parse().unwrap();
        let error = sqlx::query(sql("INSERT INTO l (v) VALUES ($1)")).bind(large).execute(&pool).await.unwrap_err();
        assert_eq!(
            error.to_string(),
            "error occurred while encoding a value: Encoding argument $1 failed: column form AsI64 of OrderId: 9223372036854775808 is above 9223372036854775807, the largest signed integer; a new column may be AsI64Ordered (BIGINT), AsU64 (BIGINT UNSIGNED), AsText or AsBytes"
        );
        let error = sqlx::query(sql("INSERT INTO l (v) VALUES ($1)")).bind(Some(large)).execute(&pool).await.unwrap_err();
        assert!(error.to_string().contains("column form AsI64 of OrderId: 9223372036854775808 is above"), "{error}");
        let count: i64 = sqlx::query_scalar("SELECT count(*) FROM l").fetch_one(&pool).await.unwrap();
        assert_eq!(count, 0);
        sqlx::query(sql("INSERT INTO l (v) VALUES ($1) ")).bind(AsI64Ordered(large)).execute(&pool).await.unwrap();
        let read: AsI64Ordered<OrderId> = sqlx::query_scalar("SELECT v FROM l").fetch_one(&pool).await.unwrap();
        assert_eq!(read.0, large);
    }
}

on_each_database! {
    /// JSON columns hold ids as text, with all digits.
    json, |pool, sql| {
        sqlx::raw_sql(sql("CREATE TABLE j (v {json}) {strict}")).execute(&pool).await.unwrap();
        let note = Json(Note { order: order(), invoice: invoice() });
        sqlx::query(sql("INSERT INTO j (v) VALUES ($1)")).bind(&note).execute(&pool).await.unwrap();
        let read: Json<Note> = sqlx::query_scalar("SELECT v FROM j").fetch_one(&pool).await.unwrap();
        assert_eq!(read, note);
    }
}

on_each_database! {
    /// Wrappers around typed ids, and a form that was not declared.
    wrappers, |pool, sql| {
        sqlx::raw_sql(sql("CREATE TABLE w (t {text}, o {octets}, p {octets}) {strict}")).execute(&pool).await.unwrap();
        let insert = sql("INSERT INTO w (t, o, p) VALUES ($1, $2, $3)");
        let device: DeviceId = "0100008000926580".parse().unwrap();
        let query = sqlx::query(insert).bind(AsText(order())).bind(AsBytes(device)).bind(AsBytes(customer()));
        query.execute(&pool).await.unwrap();
        let row = sqlx::query("SELECT t, o, p FROM w").fetch_one(&pool).await.unwrap();
        assert_eq!(row.get::<String, _>(0), "175928847299117063");
        assert_eq!(row.get::<Vec<u8>, _>(1), hex("8065920080000001"));
        assert_eq!(row.get::<Vec<u8>, _>(2), hex("018eafc184350cf05803c72d06e78011"));
        assert_eq!(row.get::<AsText<OrderId>, _>(0).0, order());
        assert_eq!(row.get::<AsBytes<DeviceId>, _>(1), AsBytes(device));
        assert_eq!(row.get::<AsUuid<Ulid>, _>(2).0, customer().inner());
        assert_eq!(row.get::<AsBytes<Ulid>, _>(2).0, customer().inner());
    }
}

/// `Any` knows neither unsigned numbers nor UUIDs: ids of 64 bits are bare there, others are text or octets.
#[tokio::test]
async fn any_driver() {
    sqlx::any::install_default_drivers();
    let urls = [("Postgres", "IDSPEC_POSTGRES_URL"), ("MySQL or MariaDB", "IDSPEC_MYSQL_URL")];
    let urls = urls.into_iter().filter_map(|(what, variable)| idspec_databases::url(what, variable));
    for url in urls.chain(["sqlite::memory:".to_owned()]) {
        let options = sqlx::pool::PoolOptions::<sqlx::Any>::new().max_connections(1);
        let pool = options.connect(&url).await.unwrap();
        let (octets, marks) = match url.split(':').next() {
            Some("postgres") => ("BYTEA", "$1, $2, $3"),
            Some("mysql") => ("VARBINARY(64)", "?, ?, ?"),
            _ => ("BLOB", "$1, $2, $3"),
        };
        // A temporary table is this connection's own.
        let create = format!("CREATE TEMPORARY TABLE any_ids (i BIGINT, t VARCHAR(64), o {octets})");
        sqlx::raw_sql(idspec_databases::sql(create)).execute(&pool).await.unwrap();
        let insert = idspec_databases::sql(format!("INSERT INTO any_ids (i, t, o) VALUES ({marks})"));
        let query = sqlx::query(insert).bind(order()).bind(invoice()).bind(AsBytes(customer()));
        query.execute(&pool).await.unwrap();
        let row = sqlx::query("SELECT i, t, o FROM any_ids").fetch_one(&pool).await.unwrap();
        assert_eq!(row.get::<OrderId, _>(0), order(), "{url}");
        assert_eq!(row.get::<InvoiceId, _>(1), invoice());
        assert_eq!(row.get::<AsBytes<CustomerId>, _>(2).0, customer());
    }
}

fn hex(digits: &str) -> Vec<u8> {
    let pair = |at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap();
    (0..digits.len()).step_by(2).map(pair).collect()
}

/// A wrapper costs nothing.
#[test]
fn sizes() {
    assert_eq!(size_of::<AsText<NalixTyped>>(), 8);
    assert_eq!(size_of::<Option<AsUuid<CustomerId>>>(), size_of::<Option<CustomerId>>());
    assert_eq!(size_of::<AsI64Bits<DiscordSnowflake>>(), 8);
}
