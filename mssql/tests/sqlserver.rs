//! Ids through sqlx-sqlserver 0.0.3: the octets that are sent, and rows that are read.

use std::error::Error;

use idspec::seq_guid::{AsBinary, AtEnd};
use idspec::{AsBytes, AsI64, AsI64Bits, AsI64Ordered, AsText, DiscordSnowflake, Ulid, typed_id};
use idspec_mssql::samples::{
    AS_BINARY_DN, AT_END_DN, ULID_DN, ULID_TEXT, as_binary, at_end, discord, script, ulid, utf16,
};
use idspec_mssql::{Kind, Parameter, Peer, in_time, sqlserver};
use sqlx::{AssertSqlSafe, Decode, Encode, Row as _, Type};
use sqlx_sqlserver::Mssql;

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

typed_id! {
    /// Stored with its prefix.
    struct OrderId(Ulid) prefix "ord_" stored as AsText;
}

/// What is declared and sent for one value.
fn sent<T: for<'q> Encode<'q, Mssql> + Type<Mssql>>(value: T) -> Result<(String, Parameter)> {
    let peer = Peer::start(script()?)?;
    in_time(async {
        sqlx::query("INSERT INTO t VALUES (@p1)").bind(value).execute(&mut sqlserver(&peer).await?).await?;
        Ok(())
    })?;
    let [request] = <[_; 1]>::try_from(peer.requests("INSERT INTO t")?).map_err(|_| "sent more than once")?;
    let [parameter] = <[_; 1]>::try_from(request.bound).map_err(|_| "not one parameter")?;
    Ok((request.declared, parameter))
}

#[track_caller]
fn is_sent<T: for<'q> Encode<'q, Mssql> + Type<Mssql>>(value: T, declared: &str, kind: Kind, octets: &str) {
    let expected = Parameter::of(kind, octets).expect("hexadecimal");
    assert_eq!(sent(value).expect("an answer"), (format!("@p1 {declared}"), expected));
}

/// The first column of every row, or the first error.
fn read<T: for<'r> Decode<'r, Mssql> + Type<Mssql>>(table: &str) -> Result<Vec<T>> {
    let peer = Peer::start(script()?)?;
    in_time(async {
        let query = AssertSqlSafe(format!("SELECT id FROM {table}"));
        let rows = sqlx::query(query).fetch_all(&mut sqlserver(&peer).await?).await?;
        rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
    })
}

#[track_caller]
fn fails<T: for<'r> Decode<'r, Mssql> + Type<Mssql> + std::fmt::Debug>(table: &str, text: &str) {
    let error = read::<T>(table).expect_err("no id");
    assert_eq!(error.to_string(), format!("error occurred while decoding column 0: {text}"));
}

#[test]
fn a_uniqueidentifier_is_sent_in_dn_order() -> Result {
    is_sent(ulid()?, "uniqueidentifier", Kind::Guid, ULID_DN);
    is_sent(at_end()?, "uniqueidentifier", Kind::Guid, AT_END_DN);
    Ok(())
}

#[test]
fn a_bigint_is_sent_least_significant_octet_first() -> Result {
    is_sent(discord(0x0102_0304_0506_0708)?, "bigint", Kind::Int(8), "0807060504030201");
    is_sent(AsI64Bits(discord(u64::MAX)?), "bigint", Kind::Int(8), "ffffffffffffffff");
    is_sent(AsI64Bits(discord(1 << 63)?), "bigint", Kind::Int(8), "0000000000000080");
    is_sent(AsI64Ordered(discord(0)?), "bigint", Kind::Int(8), "0000000000000080");
    is_sent(AsI64Ordered(discord(u64::MAX)?), "bigint", Kind::Int(8), "ffffffffffffff7f");
    Ok(())
}

#[test]
fn octets_and_texts() -> Result {
    is_sent(as_binary()?, "varbinary(16)", Kind::VarBinary(16), AS_BINARY_DN);
    is_sent(AsBytes(ulid()?), "varbinary(16)", Kind::VarBinary(16), "00112233445566778899aabbccddeeff");
    is_sent(AsText(ulid()?), "nvarchar(26)", Kind::NVarChar(52), &utf16(ULID_TEXT));
    let order = utf16("ord_0024H36H2NCSVRH6DAQF6DVVQZ");
    is_sent(OrderId::new(ulid()?), "nvarchar(30)", Kind::NVarChar(60), &order);
    Ok(())
}

#[test]
fn what_no_bigint_holds_is_not_sent() -> Result {
    let text = "error occurred while encoding a value: Encoding argument $1 failed: column form AsI64 of Discord snowflake: 9223372036854775808 is above 9223372036854775807, the largest \
                signed integer; a new column may be AsI64Ordered (BIGINT), AsU64 (BIGINT UNSIGNED), AsText or AsBytes";
    assert_eq!(sent(discord(1 << 63)?).expect_err("too large").to_string(), text);
    assert_eq!(sent(AsI64(discord(1 << 63)?)).expect_err("too large").to_string(), text);
    Ok(())
}

#[test]
fn null_is_sent_as_null_of_the_form() -> Result {
    let null = |kind| Parameter { kind, value: None };
    assert_eq!(sent(None::<AtEnd>)?, ("@p1 uniqueidentifier".to_owned(), null(Kind::Guid)));
    assert_eq!(sent(None::<DiscordSnowflake>)?, ("@p1 bigint".to_owned(), null(Kind::Int(8))));
    Ok(())
}

#[test]
fn rows_are_read() -> Result {
    assert_eq!(
        read::<DiscordSnowflake>("bigints")?,
        [discord(0x0102_0304_0506_0708)?, discord(0)?, discord(i64::MAX.cast_unsigned())?]
    );
    assert_eq!(
        read::<AsI64Bits<DiscordSnowflake>>("negatives")?,
        [AsI64Bits(discord(u64::MAX)?), AsI64Bits(discord(1 << 63)?)]
    );
    assert_eq!(
        read::<AsI64Ordered<DiscordSnowflake>>("negatives")?,
        [AsI64Ordered(discord(i64::MAX.cast_unsigned())?), AsI64Ordered(discord(0)?)]
    );
    assert_eq!(read::<Ulid>("guids")?.first(), Some(&ulid()?));
    assert_eq!(read::<AsBytes<Ulid>>("binaries")?.last(), Some(&AsBytes(ulid()?)));
    assert_eq!(read::<AsText<Ulid>>("chars")?, [AsText(ulid()?)]);
    Ok(())
}

#[test]
fn guids_of_a_kind_are_read_where_they_are() -> Result {
    let peer = Peer::start(script()?)?;
    let (guid, octets, text) = in_time(async {
        let mut client = sqlserver(&peer).await?;
        let guid = sqlx::query("SELECT id FROM guids").fetch_all(&mut client).await?[1].try_get("id")?;
        let octets = sqlx::query("SELECT id FROM binaries").fetch_all(&mut client).await?[0].try_get("id")?;
        let text = sqlx::query("SELECT id FROM varchars").fetch_all(&mut client).await?[1].try_get("id")?;
        Ok::<(AtEnd, AsBinary, AsText<DiscordSnowflake>), _>((guid, octets, text))
    })?;
    assert_eq!((guid, octets, text), (at_end()?, as_binary()?, AsText(discord(u64::MAX)?)));
    Ok(())
}

#[test]
fn null_is_an_error_for_an_id_and_none_for_an_option() -> Result {
    let null = "NULL, which is no id; read an `Option`, or declare the column NOT NULL";
    fails::<DiscordSnowflake>("null_bigints", &format!("column form AsI64 of Discord snowflake: {null}"));
    fails::<AsI64Bits<DiscordSnowflake>>(
        "null_bigints",
        &format!("column form AsI64Bits of Discord snowflake: {null}"),
    );
    fails::<AtEnd>("null_guids", &format!("column form AsUuid of sequential GUID (AtEnd): {null}"));
    fails::<AsBinary>("null_binaries", &format!("column form AsBytes of sequential GUID (AsBinary): {null}"));
    fails::<OrderId>("null_varchars", &format!("column form AsText of OrderId: {null}"));
    assert_eq!(read::<Option<DiscordSnowflake>>("null_bigints")?, [None]);
    assert_eq!(read::<Option<AtEnd>>("null_guids")?, [None]);
    assert_eq!(read::<Option<AsBinary>>("null_binaries")?, [None]);
    assert_eq!(read::<Option<OrderId>>("null_varchars")?, [None]);
    Ok(())
}

#[test]
fn errors_name_type_form_and_way_out() {
    fails::<DiscordSnowflake>(
        "negatives",
        "column form AsI64: invalid Discord snowflake: a negative number, ids are unsigned; was it written as AsI64Bits, or as AsI64Ordered? Each makes another id of it",
    );
    fails::<AtEnd>(
        "varchars",
        "column form AsUuid of sequential GUID (AtEnd): expected a uuid or its 16 octets, found VARCHAR; uuid is read as AsUuid, text as AsText, octets as AsBytes or AsUuid",
    );
    fails::<OrderId>("varchars", "column form AsText: invalid OrderId: wrong prefix, expected `ord_` and 26 letters");
}

/// Release 0.0.3 does not know the part of an answer that ORDER BY adds. When this test fails, the README can say so no more.
#[test]
fn release_0_0_3_reads_no_sorted_answer() {
    let error = read::<DiscordSnowflake>("sorted").expect_err("the release that is documented");
    assert_eq!(
        error.to_string(),
        "encountered unexpected or invalid data: failed to parse SQL Server SQL batch response: encountered unexpected or invalid data: \
         unsupported SQL Server query token 0xa9"
    );
}
