//! `ORDER BY` of 10,000 ids in every column form: where ids sort by time, and where they do not.
//!
//! The ids are some ms to 2 s apart and inserted in another order. Each cell states the column order of the specification that the database is expected to
//! have, and whether ids made one after the other come out so.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests, with helpers outside of them")]

use std::io::Write as _;

use idspec::order::{ColumnOrder, mariadb_uuid_refuses};
use idspec::seq_guid::{AsBinary, AsString, AtEnd};
use idspec::{
    AsBytes, AsI64, AsI64Bits, AsI64Ordered, AsText, AsU64, AsUuid, DiscordSnowflake, Id, InstagramSharded, NalixTyped,
    TwitterSnowflake, Ulid,
};
use idspec_databases::codec::Holds;
use idspec_databases::sql;
use sqlx::{Database, Decode, Encode, Executor, IntoArguments, MySql, Pool, QueryBuilder, Row as _, Type};

const COUNT: usize = 10_000;

/// 2024-01-01T00:00:00Z in ms since 1970, and in ticks.
const START: i64 = 1_704_067_200_000;
const START_TICKS: i64 = 638_396_640_000_000_000;

/// Random numbers that are the same in every run (`SplitMix64`).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, end: u32) -> u32 {
        u32::try_from(self.next() % u64::from(end)).unwrap()
    }
}

/// Ids made one after the other, from `start` on, by steps of 1 ms to 2 s (`unit` of them are a ms).
fn stream<T>(start: i64, unit: u32, mut make: impl FnMut(i64, &mut Random) -> T) -> Vec<T> {
    let mut random = Random(42);
    let mut now = start;
    let mut next = |_| {
        now += i64::from(unit + random.below(2_000 * unit));
        make(now, &mut random)
    };
    (0..COUNT).map(&mut next).collect()
}

/// The ms before which a stream begins, so that it passes `number` in its middle.
fn around<T: Id<Repr = u64>>(number: u64) -> i64 {
    let time = T::LAYOUT.timestamp(number.into()).unwrap();
    time.unix_ms() - i64::try_from(COUNT).unwrap() / 2 * 1_000
}

fn twitter(start: i64) -> Vec<TwitterSnowflake> {
    stream(start, 1, |now, random| {
        TwitterSnowflake::from_parts(now, random.below(32), random.below(32), random.below(4096)).unwrap()
    })
}

fn discord(start: i64) -> Vec<DiscordSnowflake> {
    stream(start, 1, |now, random| {
        DiscordSnowflake::from_parts(now, random.below(32), random.below(32), random.below(4096)).unwrap()
    })
}

fn instagram(start: i64) -> Vec<InstagramSharded> {
    stream(start, 1, |now, random| InstagramSharded::from_parts(now, random.below(8192), random.below(1024)).unwrap())
}

fn nalix(id_type: u8) -> Vec<NalixTyped> {
    // Several ids share a second, so the sequence goes on in it.
    let (mut second, mut sequence) = (0, 0);
    stream(START, 1, |now, random| {
        sequence = if now / 1000 == second { sequence + 1 } else { 0 };
        second = now / 1000;
        NalixTyped::from_parts(id_type.into(), u32::try_from(second).unwrap(), sequence, random.below(1024)).unwrap()
    })
}

fn ulids() -> Vec<Ulid> {
    stream(START, 1, |now, random| Ulid::from_parts(now, u128::from(random.next()) << 16).unwrap())
}

fn guids<T>(make: impl Fn(i64, [u8; 8]) -> T) -> Vec<T> {
    stream(START_TICKS, 10_000, |now, random| make(now, random.next().to_be_bytes()))
}

/// Stores `ids` in a column, and compares their order there with the one expected and with that of time.
async fn cell<DB, T, C>(pool: &Pool<DB>, column: &str, ids: &[T], order: &str, by_time: bool)
where
    DB: Database,
    T: Id,
    C: Holds<T> + Type<DB> + Send + 'static + for<'q> Encode<'q, DB> + for<'r> Decode<'r, DB>,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    usize: sqlx::ColumnIndex<DB::Row>,
{
    let what = format!("{} in {column} ({}) of {}", std::any::type_name::<C>(), T::SCHEME, DB::NAME);
    let values = ids.iter().map(|id| C::from(*id)).collect();
    let found: Vec<C> = sorted(pool, column, values, &what).await;
    let found: Vec<u128> = found.into_iter().map(|held| held.id().to_repr().into()).collect();
    let made: Vec<u128> = ids.iter().map(|id| (*id).to_repr().into()).collect();
    check::<T>(&found, &made, order, by_time, &what);
}

fn check<T: Id>(found: &[u128], made: &[u128], order: &str, by_time: bool, what: &str) {
    let order = ColumnOrder::named(order).expect("an order of the specification");
    let mut expected = made.to_vec();
    expected.sort_by(|a, b| order.compare(T::SCHEME, *a, *b));
    assert!(found == expected, "{what}: not in the order {order:?}");
    // A "no" has to show as at least one step back in time.
    let position: std::collections::HashMap<u128, usize> = made.iter().copied().zip(0..).collect();
    let backward = found.windows(2).filter(|pair| position[&pair[0]] > position[&pair[1]]).count();
    assert_eq!(backward == 0, by_time, "{what}: {backward} steps back in time");
}

/// Inserts values in a mixed-up order, and reads them back in the order of the column.
async fn sorted<DB, C>(pool: &Pool<DB>, column: &str, values: Vec<C>, what: &str) -> Vec<C>
where
    DB: Database,
    C: Type<DB> + Send + 'static + for<'q> Encode<'q, DB> + for<'r> Decode<'r, DB>,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    usize: sqlx::ColumnIndex<DB::Row>,
{
    // A table for each cell: the text of a statement belongs to one column form.
    let name: String = what.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
    let name = format!("t{}", name.chars().rev().take(50).collect::<String>());
    let mut connection = pool.acquire().await.expect("a connection");
    let create = format!("CREATE TABLE {name} (v {column} NOT NULL)");
    connection.execute(sqlx::raw_sql(sql(create))).await.unwrap_or_else(|error| panic!("{what}: {error}"));
    // A prime that is larger than the count shares no factor with it, so every value is taken once.
    let mut values: Vec<Option<C>> = values.into_iter().map(Some).collect();
    let count = values.len();
    let mut mixed: Vec<C> = (0..count).filter_map(|place| values[place * 10_007 % count].take()).collect();
    assert!(mixed.len() == count && count > COUNT / 2, "{what}: {count} values");
    while !mixed.is_empty() {
        let rest = mixed.split_off(mixed.len().min(1_000));
        let mut query = QueryBuilder::<DB>::new(format!("INSERT INTO {name} (v) "));
        query.push_values(mixed, |mut row, value| {
            row.push_bind(value);
        });
        connection.execute(query.build()).await.unwrap_or_else(|error| panic!("{what}: {error}"));
        mixed = rest;
    }
    let select = format!("SELECT v FROM {name} ORDER BY v");
    let rows = connection.fetch_all(sqlx::query(sql(select))).await.expect("rows");
    connection.execute(sqlx::raw_sql(sql(format!("DROP TABLE {name}")))).await.expect("dropped");
    rows.iter().map(|row| row.try_get(0).unwrap_or_else(|error| panic!("{what}: {error}"))).collect()
}

/// The cells that every database has, by the names of its column types.
async fn common<DB>(pool: &Pool<DB>, int: &str, text: &str, octets8: &str, octets16: &str, uuid: &str)
where
    DB: Database,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    usize: sqlx::ColumnIndex<DB::Row>,
    str: Type<DB>,
    [u8]: Type<DB>,
    i64: Type<DB> + for<'q> Encode<'q, DB> + for<'r> Decode<'r, DB>,
    uuid::Uuid: Type<DB> + for<'q> Encode<'q, DB> + for<'r> Decode<'r, DB>,
    String: for<'r> Decode<'r, DB>,
    Vec<u8>: Type<DB> + for<'q> Encode<'q, DB> + for<'r> Decode<'r, DB>,
    for<'q> &'q str: Encode<'q, DB>,
    for<'q> &'q [u8]: Encode<'q, DB>,
{
    // Bare 64-bit ids sort as numbers, as long as they fit.
    cell::<DB, _, TwitterSnowflake>(pool, int, &twitter(START), "value-unsigned", true).await;
    cell::<DB, _, DiscordSnowflake>(pool, int, &discord(START), "value-unsigned", true).await;
    cell::<DB, _, InstagramSharded>(pool, int, &instagram(START), "value-unsigned", true).await;
    cell::<DB, _, NalixTyped>(pool, int, &nalix(20), "value-unsigned", true).await;
    cell::<DB, _, AsI64<DiscordSnowflake>>(pool, int, &discord(START), "value-unsigned", true).await;

    // Past 2^63 two's complement begins anew, and the ordered form does not.
    let (high_discord, high_instagram) =
        (discord(around::<DiscordSnowflake>(1 << 63)), instagram(around::<InstagramSharded>(1 << 63)));
    cell::<DB, _, AsI64Bits<DiscordSnowflake>>(pool, int, &high_discord, "value-signed64", false).await;
    cell::<DB, _, AsI64Ordered<DiscordSnowflake>>(pool, int, &high_discord, "value-unsigned", true).await;
    cell::<DB, _, AsI64Bits<InstagramSharded>>(pool, int, &high_instagram, "value-signed64", false).await;
    cell::<DB, _, AsI64Ordered<InstagramSharded>>(pool, int, &high_instagram, "value-unsigned", true).await;
    cell::<DB, _, AsI64Bits<NalixTyped>>(pool, int, &nalix(200), "value-signed64", true).await;
    cell::<DB, _, AsI64Ordered<NalixTyped>>(pool, int, &nalix(200), "value-unsigned", true).await;
    cell::<DB, _, AsI64Bits<TwitterSnowflake>>(pool, int, &twitter(START), "value-signed64", true).await;
    cell::<DB, _, AsI64Ordered<TwitterSnowflake>>(pool, int, &twitter(START), "value-unsigned", true).await;

    // Decimal text sorts as numbers only while all have as many digits; octets always do.
    let longer = 1_000_000_000_000_000_000;
    cell::<DB, _, AsText<TwitterSnowflake>>(pool, text, &twitter(around::<TwitterSnowflake>(longer)), "text", false)
        .await;
    cell::<DB, _, AsText<DiscordSnowflake>>(pool, text, &discord(around::<DiscordSnowflake>(longer)), "text", false)
        .await;
    cell::<DB, _, AsText<InstagramSharded>>(pool, text, &instagram(around::<InstagramSharded>(longer)), "text", false)
        .await;
    cell::<DB, _, AsText<DiscordSnowflake>>(pool, text, &discord(START), "text", true).await;
    cell::<DB, _, AsText<NalixTyped>>(pool, text, &nalix(20), "text", false).await;
    cell::<DB, _, AsBytes<TwitterSnowflake>>(pool, octets8, &twitter(START), "value-unsigned", true).await;
    cell::<DB, _, AsBytes<DiscordSnowflake>>(pool, octets8, &high_discord, "value-unsigned", true).await;
    cell::<DB, _, AsBytes<InstagramSharded>>(pool, octets8, &high_instagram, "value-unsigned", true).await;
    cell::<DB, _, AsBytes<NalixTyped>>(pool, octets8, &nalix(200), "value-unsigned", true).await;

    let ulids = ulids();
    cell::<DB, _, Ulid>(pool, uuid, &ulids, "value-unsigned", true).await;
    cell::<DB, _, AsText<Ulid>>(pool, text, &ulids, "text", true).await;
    cell::<DB, _, AsBytes<Ulid>>(pool, octets16, &ulids, "value-unsigned", true).await;
    dn(pool, octets16, &ulids, Ulid::to_guid_bytes, Ulid::from_guid_bytes, false).await;

    let as_string = guids(|now, random| AsString::with_random(now, random).unwrap());
    cell::<DB, _, AsString>(pool, uuid, &as_string, "guid-net", true).await;
    cell::<DB, _, AsText<AsString>>(pool, text, &as_string, "text", true).await;
    cell::<DB, _, AsBytes<AsString>>(pool, octets16, &as_string, "guid-net", true).await;
    let read = |octets| AsString::from_guid_bytes(octets).unwrap();
    dn(pool, octets16, &as_string, AsString::to_guid_bytes, read, false).await;

    let as_binary = guids(|now, random| AsBinary::with_random(now, random).unwrap());
    cell::<DB, _, AsBinary>(pool, octets16, &as_binary, "guid-dn", true).await;
    cell::<DB, _, AsText<AsBinary>>(pool, text, &as_binary, "text", false).await;
    cell::<DB, _, AsUuid<AsBinary>>(pool, uuid, &as_binary, "guid-net", false).await;

    let at_end = guids(|now, random| AtEnd::with_random(now, random).unwrap());
    cell::<DB, _, AtEnd>(pool, uuid, &at_end, "guid-net", false).await;
    cell::<DB, _, AsText<AtEnd>>(pool, text, &at_end, "text", false).await;
    cell::<DB, _, AsBytes<AtEnd>>(pool, octets16, &at_end, "guid-net", false).await;
    let read = |octets| AtEnd::from_guid_bytes(octets).unwrap();
    dn(pool, octets16, &at_end, AtEnd::to_guid_bytes, read, false).await;
}

/// The cells of DN octets, which only kind `AsBinary` has a form for.
async fn dn<DB, T: Id>(
    pool: &Pool<DB>,
    column: &str,
    ids: &[T],
    write: impl Fn(T) -> [u8; 16],
    read: impl Fn([u8; 16]) -> T,
    by_time: bool,
) where
    DB: Database,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    DB::Arguments: IntoArguments<DB>,
    usize: sqlx::ColumnIndex<DB::Row>,
    Vec<u8>: Type<DB> + for<'q> Encode<'q, DB> + for<'r> Decode<'r, DB>,
{
    let what = format!("DN octets of {} in {column} of {}", T::SCHEME, DB::NAME);
    let values = ids.iter().map(|id| write(*id).to_vec()).collect();
    let found: Vec<Vec<u8>> = sorted(pool, column, values, &what).await;
    let number = |octets: &Vec<u8>| read(octets.as_slice().try_into().unwrap()).to_repr().into();
    let made: Vec<u128> = ids.iter().map(|id| (*id).to_repr().into()).collect();
    check::<T>(&found.iter().map(number).collect::<Vec<_>>(), &made, "guid-dn", by_time, &what);
}

fn say(version: &str) {
    let _ = writeln!(std::io::stderr(), "ORDER BY of {COUNT} ids a column checked on {version}");
}

#[tokio::test]
async fn on_postgres() {
    idspec_databases::postgres(async |pool| {
        common(&pool, "BIGINT", "TEXT COLLATE \"C\"", "BYTEA", "BYTEA", "UUID").await;
        let version: String = sqlx::query_scalar("SHOW server_version").fetch_one(&pool).await.unwrap();
        say(&format!("Postgres {version}"));
    })
    .await;
}

#[tokio::test]
async fn on_mysql() {
    idspec_databases::mysql(async |pool| {
        let text = "VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin";
        common(&pool, "BIGINT", text, "BINARY(8)", "BINARY(16)", "BINARY(16)").await;
        let high = discord(around::<DiscordSnowflake>(1 << 63));
        cell::<_, _, AsU64<DiscordSnowflake>>(&pool, "BIGINT UNSIGNED", &high, "value-unsigned", true).await;
        let high = instagram(around::<InstagramSharded>(1 << 63));
        cell::<_, _, AsU64<InstagramSharded>>(&pool, "BIGINT UNSIGNED", &high, "value-unsigned", true).await;
        cell::<_, _, AsU64<NalixTyped>>(&pool, "BIGINT UNSIGNED", &nalix(200), "value-unsigned", true).await;
        cell::<_, _, AsU64<TwitterSnowflake>>(&pool, "BIGINT UNSIGNED", &twitter(START), "value-unsigned", true).await;
        let version: String = sqlx::query_scalar("SELECT version()").fetch_one(&pool).await.unwrap();
        if version.contains("MariaDB") {
            let at_end = guids(|now, random| AtEnd::with_random(now, random).unwrap());
            cell::<_, _, AsText<AtEnd>>(&pool, "UUID", &at_end, "mariadb-uuid", true).await;
            let as_string = guids(|now, random| AsString::with_random(now, random).unwrap());
            cell::<_, _, AsText<AsString>>(&pool, "UUID", &as_string, "mariadb-uuid", false).await;
            // What the type refuses is left out.
            let mut as_binary = guids(|now, random| AsBinary::with_random(now, random).unwrap());
            as_binary.retain(|id| !mariadb_uuid_refuses(&id.to_net_bytes()));
            cell::<_, _, AsText<AsBinary>>(&pool, "UUID", &as_binary, "mariadb-uuid", false).await;
            let mut ulids = ulids();
            ulids.retain(|id| !mariadb_uuid_refuses(&id.to_be_bytes()));
            let texts = ulids.iter().map(|id| id.to_uuid_text().to_string()).collect();
            let found = sorted::<MySql, String>(&pool, "UUID", texts, "ULIDs as texts of UUIDs in UUID").await;
            let number = |text: &String| u128::from_str_radix(&text.replace('-', ""), 16).unwrap();
            let made: Vec<u128> = ulids.iter().map(|id| id.to_u128()).collect();
            let found: Vec<u128> = found.iter().map(number).collect();
            check::<Ulid>(&found, &made, "mariadb-uuid", false, "ULIDs as texts of UUIDs in UUID");
        }
        say(&version);
    })
    .await;
}

#[tokio::test]
async fn on_sqlite() {
    idspec_databases::sqlite(async |pool| {
        common(&pool, "INTEGER", "TEXT", "BLOB", "BLOB", "BLOB").await;
        let version: String = sqlx::query_scalar("SELECT sqlite_version()").fetch_one(&pool).await.unwrap();
        say(&format!("SQLite {version}"));
    })
    .await;
}
