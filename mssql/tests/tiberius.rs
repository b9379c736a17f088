//! Ids through tiberius: the octets that are sent, and rows that are read.

use std::error::Error;

use idspec::column::Nullable;
use idspec::seq_guid::{AsBinary, AtEnd};
use idspec::{AsBytes, AsI64Bits, AsI64Ordered, AsText, DiscordSnowflake, Ulid, typed_id};
use idspec_mssql::samples::{
    AS_BINARY_DN, AT_END_DN, ULID_DN, ULID_TEXT, as_binary, at_end, discord, script, ulid, utf16,
};
use idspec_mssql::{Kind, Parameter, Peer, in_time, tds};
use tiberius::{FromSql, ToSql};

type Result<T = ()> = std::result::Result<T, Box<dyn Error>>;

typed_id! {
    /// Stored with its prefix.
    struct OrderId(Ulid) prefix "ord_" stored as AsText;
}

/// What is declared and sent for one value.
fn sent(value: &dyn ToSql) -> Result<(String, Parameter)> {
    let peer = Peer::start(script()?)?;
    in_time(async {
        tds(&peer).await?.execute("INSERT INTO t VALUES (@P1)", &[value]).await?;
        Ok(())
    })?;
    let [request] = <[_; 1]>::try_from(peer.requests("INSERT INTO t")?).map_err(|_| "sent more than once")?;
    let [parameter] = <[_; 1]>::try_from(request.bound).map_err(|_| "not one parameter")?;
    Ok((request.declared, parameter))
}

#[track_caller]
fn is_sent(value: &dyn ToSql, declared: &str, kind: Kind, octets: &str) {
    let expected = Parameter::of(kind, octets).expect("hexadecimal");
    assert_eq!(sent(value).expect("an answer"), (format!("@P1 {declared}"), expected));
}

/// The first column of every row, or the first error.
fn read<T: for<'a> FromSql<'a>>(table: &str) -> Result<Vec<Option<T>>> {
    let peer = Peer::start(script()?)?;
    in_time(async {
        let mut client = tds(&peer).await?;
        let rows = client.query(format!("SELECT id FROM {table}"), &[]).await?.into_first_result().await?;
        rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
    })
}

#[track_caller]
fn fails<T: for<'a> FromSql<'a> + std::fmt::Debug>(table: &str, text: &str) {
    let error = read::<T>(table).expect_err("no id");
    assert_eq!(error.to_string(), format!("Conversion error: {text}"));
}

#[test]
fn a_uniqueidentifier_is_sent_in_dn_order() -> Result {
    is_sent(&ulid()?, "uniqueidentifier", Kind::Guid, ULID_DN);
    is_sent(&at_end()?, "uniqueidentifier", Kind::Guid, AT_END_DN);
    Ok(())
}

#[test]
fn a_bigint_is_sent_least_significant_octet_first() -> Result {
    is_sent(&discord(0x0102_0304_0506_0708)?, "bigint", Kind::Int(8), "0807060504030201");
    is_sent(&AsI64Bits(discord(u64::MAX)?), "bigint", Kind::Int(8), "ffffffffffffffff");
    is_sent(&AsI64Bits(discord(1 << 63)?), "bigint", Kind::Int(8), "0000000000000080");
    is_sent(&AsI64Ordered(discord(0)?), "bigint", Kind::Int(8), "0000000000000080");
    is_sent(&AsI64Ordered(discord(u64::MAX)?), "bigint", Kind::Int(8), "ffffffffffffff7f");
    Ok(())
}

#[test]
fn what_no_bigint_holds_is_sent_as_its_exact_number() -> Result {
    let (nineteen, twenty) = (Kind::Numeric { precision: 19, scale: 0 }, Kind::Numeric { precision: 20, scale: 0 });
    // A sign, and the number least significant octet first.
    is_sent(&discord(1 << 63)?, "numeric(19,0)", nineteen, "01 0000000000000080");
    is_sent(&discord(u64::MAX)?, "numeric(20,0)", twenty, "01 ffffffffffffffff00000000");
    Ok(())
}

#[test]
fn octets_and_texts() -> Result {
    is_sent(&as_binary()?, "varbinary(8000)", Kind::VarBinary(8000), AS_BINARY_DN);
    is_sent(&AsBytes(ulid()?), "varbinary(8000)", Kind::VarBinary(8000), "00112233445566778899aabbccddeeff");
    is_sent(&AsBytes(discord(0x0102_0304_0506_0708)?), "varbinary(8000)", Kind::VarBinary(8000), "0102030405060708");
    is_sent(&AsText(ulid()?), "nvarchar(4000)", Kind::NVarChar(8000), &utf16(ULID_TEXT));
    let order = utf16("ord_0024H36H2NCSVRH6DAQF6DVVQZ");
    is_sent(&OrderId::new(ulid()?), "nvarchar(4000)", Kind::NVarChar(8000), &order);
    Ok(())
}

#[test]
fn null_is_sent_as_null_of_the_form() -> Result {
    let null = |kind| Parameter { kind, value: None };
    assert_eq!(sent(&Nullable(None::<AtEnd>))?, ("@P1 uniqueidentifier".to_owned(), null(Kind::Guid)));
    assert_eq!(sent(&Nullable(None::<DiscordSnowflake>))?, ("@P1 bigint".to_owned(), null(Kind::Int(8))));
    Ok(())
}

#[test]
fn rows_are_read() -> Result {
    let numbers = [0x0102_0304_0506_0708, 0, i64::MAX.cast_unsigned()];
    let numbers = numbers.map(discord).into_iter().map(|id| Ok(Some(id?))).collect::<Result<Vec<_>>>()?;
    assert_eq!(read("bigints")?, numbers);
    assert_eq!(read("sorted")?, numbers);
    assert_eq!(read("negatives")?, [Some(AsI64Bits(discord(u64::MAX)?)), Some(AsI64Bits(discord(1 << 63)?))]);
    assert_eq!(
        read("negatives")?,
        [Some(AsI64Ordered(discord(i64::MAX.cast_unsigned())?)), Some(AsI64Ordered(discord(0)?))]
    );
    assert_eq!(read::<Ulid>("guids")?.first(), Some(&Some(ulid()?)));
    assert_eq!(read::<AsBytes<Ulid>>("binaries")?.last(), Some(&Some(AsBytes(ulid()?))));
    assert_eq!(read("chars")?, [Some(AsText(ulid()?))]);
    Ok(())
}

#[test]
fn guids_of_a_kind_are_read_where_they_are() -> Result {
    let peer = Peer::start(script()?)?;
    let (guid, octets, text) = in_time(async {
        let mut client = tds(&peer).await?;
        let rows = client.query("SELECT id FROM guids", &[]).await?.into_first_result().await?;
        let guid = rows[1].try_get::<AtEnd, _>("id")?;
        let rows = client.query("SELECT id FROM binaries", &[]).await?.into_first_result().await?;
        let octets = rows[0].try_get::<AsBinary, _>("id")?;
        let rows = client.query("SELECT id FROM varchars", &[]).await?.into_first_result().await?;
        Ok((guid, octets, rows[1].try_get::<AsText<DiscordSnowflake>, _>("id")?))
    })?;
    assert_eq!((guid, octets, text), (Some(at_end()?), Some(as_binary()?), Some(AsText(discord(u64::MAX)?))));
    Ok(())
}

#[test]
fn null_is_none() -> Result {
    assert_eq!(read::<DiscordSnowflake>("null_bigints")?, [None]);
    assert_eq!(read::<AsI64Ordered<DiscordSnowflake>>("null_bigints")?, [None]);
    assert_eq!(read::<AtEnd>("null_guids")?, [None]);
    assert_eq!(read::<AsBinary>("null_binaries")?, [None]);
    assert_eq!(read::<OrderId>("null_varchars")?, [None]);
    Ok(())
}

#[test]
fn errors_name_type_form_and_way_out() {
    fails::<DiscordSnowflake>(
        "negatives",
        "column form AsI64: invalid Discord snowflake: a negative number, ids are unsigned; was it written as AsI64Bits, or as AsI64Ordered? Each makes another id of it",
    );
    fails::<DiscordSnowflake>(
        "ints",
        "column form AsI64 of Discord snowflake: expected a signed 64-bit integer (BIGINT), found INT; BIGINT is read as AsI64, AsI64Bits or AsI64Ordered, BIGINT UNSIGNED as AsU64, text as AsText, octets as AsBytes",
    );
    fails::<AtEnd>(
        "varchars",
        "column form AsUuid of sequential GUID (AtEnd): expected a uuid or its 16 octets, found text; uuid is read as AsUuid, text as AsText, octets as AsBytes or AsUuid",
    );
    fails::<OrderId>("varchars", "column form AsText: invalid OrderId: wrong prefix, expected `ord_` and 26 letters");
}
