//! What ids are in tiberius: the values that are bound, and those that are read.

#![allow(clippy::unwrap_used, reason = "helpers of tests panic too")]

use std::borrow::Cow;

use idspec::column::Nullable;
use idspec::seq_guid::{AsBinary, AsString, AtEnd, ms48};
use idspec::{
    AsBytes, AsI64, AsI64Bits, AsI64Ordered, AsText, AsUuid, DiscordSnowflake, TwitterSnowflake, Ulid, typed_id,
};
use tiberius::error::Error;
use tiberius::numeric::Numeric;
use tiberius::{ColumnData, FromSql, FromSqlOwned, IntoSql, ToSql};
use uuid::{Uuid, uuid};

typed_id! {
    /// As its inner id is.
    struct UserId(DiscordSnowflake);
}

typed_id! {
    /// As text.
    struct OrderId(Ulid) prefix "ord_" stored as AsText;
}

typed_id! {
    /// As no column of SQL Server is: there are no implementations, and the declaration compiles all the same.
    struct CounterId(DiscordSnowflake) stored as AsU64;
}

const TICKS: i64 = 637_947_921_111_435_503;
const RANDOM: [u8; 8] = [0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88];

fn discord(number: u64) -> DiscordSnowflake {
    DiscordSnowflake::try_from(number).unwrap()
}

fn ulid() -> Ulid {
    "01HTQW311N1KR5G0Y75M3EF00H".parse().unwrap()
}

fn at_end() -> AtEnd {
    AtEnd::with_random(TICKS, RANDOM).unwrap()
}

fn text(text: &str) -> ColumnData<'static> {
    ColumnData::String(Some(Cow::Owned(text.to_owned())))
}

fn octets(hexadecimal: &str) -> ColumnData<'static> {
    ColumnData::Binary(Some(Cow::Owned(hex::decode(hexadecimal).unwrap())))
}

/// Bound by reference and by value as `data`, and read from it again in both ways.
#[track_caller]
fn is<T>(id: T, data: &ColumnData<'static>)
where
    T: ToSql + for<'a> IntoSql<'a> + for<'a> FromSql<'a> + FromSqlOwned + PartialEq + Copy + std::fmt::Debug,
{
    assert_eq!(id.to_sql(), *data);
    assert_eq!(id.into_sql(), *data);
    assert_eq!(T::from_sql(data), Ok(Some(id)));
    assert_eq!(T::from_sql_owned(data.clone()), Ok(Some(id)));
}

#[track_caller]
fn fails<T: for<'a> FromSql<'a> + FromSqlOwned + PartialEq + std::fmt::Debug>(data: &ColumnData<'static>, text: &str) {
    let expected = Err(Error::Conversion(Cow::Owned(text.to_owned())));
    assert_eq!(T::from_sql(data), expected);
    assert_eq!(T::from_sql_owned(data.clone()), expected);
}

#[test]
fn integers() {
    let id = discord(175_928_847_299_117_063);
    is(id, &ColumnData::I64(Some(175_928_847_299_117_063)));
    is(UserId::new(id), &ColumnData::I64(Some(175_928_847_299_117_063)));
    is(AsI64(id), &ColumnData::I64(Some(175_928_847_299_117_063)));
    is(AsI64Bits(discord(u64::MAX)), &ColumnData::I64(Some(-1)));
    is(AsI64Bits(discord(1 << 63)), &ColumnData::I64(Some(i64::MIN)));
    is(AsI64Ordered(discord(0)), &ColumnData::I64(Some(i64::MIN)));
    is(AsI64Ordered(discord(1 << 63)), &ColumnData::I64(Some(0)));
    is(AsI64Ordered(discord(u64::MAX)), &ColumnData::I64(Some(i64::MAX)));
    is(discord(i64::MAX.cast_unsigned()), &ColumnData::I64(Some(i64::MAX)));
}

#[test]
fn a_number_that_no_bigint_holds_is_bound_exactly() {
    for number in [1 << 63, 9_999_999_999_999_999_999, 10_000_000_000_000_000_000, u64::MAX] {
        let exact = ColumnData::Numeric(Some(Numeric::new_with_scale(number.into(), 0)));
        let id = discord(number);
        assert_eq!(id.to_sql(), exact);
        assert_eq!(id.into_sql(), exact);
        assert_eq!(AsI64(id).to_sql(), exact);
        assert_eq!(UserId::new(id).to_sql(), exact);
        assert_eq!(Nullable(Some(id)).to_sql(), exact);
    }
    // And not read from such a column, which is not the form's.
    fails::<DiscordSnowflake>(
        &ColumnData::Numeric(Some(Numeric::new_with_scale(1 << 63, 0))),
        "column form AsI64 of Discord snowflake: expected a signed 64-bit integer (BIGINT), found NUMERIC; BIGINT is read as AsI64, AsI64Bits or AsI64Ordered, BIGINT UNSIGNED as AsU64, text as AsText, octets as AsBytes",
    );
}

#[test]
fn uuids_are_in_net_order_and_tiberius_turns_them_on_the_wire() {
    is(at_end(), &ColumnData::Guid(Some(uuid!("44332211-6655-40f8-8c8e-08da7241170b"))));
    let as_string = AsString::with_random(TICKS, RANDOM).unwrap();
    is(as_string, &ColumnData::Guid(Some(uuid!("08da7241-170b-4c8e-8f11-223344556677"))));
    is(ulid(), &ColumnData::Guid(Some(Uuid::from_u128(ulid().to_u128()))));
    let any = ms48::AtEnd::from_u128(0x0011_2233_4455_6677_8899_08da_7241_170b);
    let any = any.unwrap();
    is(AsUuid(any), &ColumnData::Guid(Some(uuid!("00112233-4455-6677-8899-08da7241170b"))));
}

#[test]
fn octets_are_most_significant_first_and_dn_for_as_binary() {
    let as_binary = AsBinary::with_random(TICKS, RANDOM).unwrap();
    is(as_binary, &octets("08da7241170b4c8e8f11223344556677"));
    is(AsBytes(as_binary), &octets("08da7241170b4c8e8f11223344556677"));
    // Where a uuid is asked for, it is one all the same.
    is(AsUuid(as_binary), &ColumnData::Guid(Some(uuid!("4172da08-0b17-8e4c-8f11-223344556677"))));
    is(AsBytes(ulid()), &octets("018eafc18435 0cf0 5803 c72d 06e7 8011".replace(' ', "").as_str()));
    is(AsBytes(at_end()), &octets("44332211665540f88c8e08da7241170b"));
    is(AsBytes(discord(0x0102_0304_0506_0708)), &octets("0102030405060708"));
}

#[test]
fn texts_are_canonical_and_may_be_padded() {
    is(AsText(ulid()), &text("01HTQW311N1KR5G0Y75M3EF00H"));
    is(OrderId::new(ulid()), &text("ord_01HTQW311N1KR5G0Y75M3EF00H"));
    is(AsText(discord(u64::MAX)), &text("18446744073709551615"));
    assert_eq!(AsText::from_sql(&text("01HTQW311N1KR5G0Y75M3EF00H    ")), Ok(Some(AsText(ulid()))));
    let octets = ColumnData::Binary(Some(Cow::Borrowed(b"01HTQW311N1KR5G0Y75M3EF00H")));
    assert_eq!(AsText::from_sql(&octets), Ok(Some(AsText(ulid()))));
    fails::<AsText<Ulid>>(
        &text("01HTQW311N1KR5G0Y75M3EF00U"),
        "column form AsText: invalid ULID: unexpected character 'U' at offset 25",
    );
}

#[test]
fn null_is_none_and_never_an_id() {
    let untyped = [ColumnData::U8(None), ColumnData::I16(None), ColumnData::I32(None), ColumnData::I64(None)];
    for null in &untyped {
        assert_eq!(DiscordSnowflake::from_sql(null), Ok(None));
        assert_eq!(AsI64Ordered::<DiscordSnowflake>::from_sql(null), Ok(None));
        assert_eq!(Ulid::from_sql(null), Ok(None));
        assert_eq!(OrderId::from_sql(null), Ok(None));
        assert_eq!(AsBinary::from_sql_owned(null.clone()), Ok(None));
    }
    assert_eq!(Ulid::from_sql(&ColumnData::Guid(None)), Ok(None));
    assert_eq!(AsBytes::<Ulid>::from_sql(&ColumnData::Binary(None)), Ok(None));
    assert_eq!(OrderId::from_sql(&ColumnData::String(None)), Ok(None));
    // NULL in a column of another type is the mistake that a value in it is.
    fails::<AtEnd>(
        &ColumnData::String(None),
        "column form AsUuid of sequential GUID (AtEnd): expected a uuid or its 16 octets, found text; uuid is read as AsUuid, text as AsText, octets as AsBytes or AsUuid",
    );
}

#[test]
fn null_is_bound_with_the_type_of_the_form() {
    assert_eq!(Nullable(None::<UserId>).to_sql(), ColumnData::I64(None));
    assert_eq!(Nullable(None::<AsI64Bits<UserId>>).into_sql(), ColumnData::I64(None));
    assert_eq!(Nullable(None::<AtEnd>).to_sql(), ColumnData::Guid(None));
    assert_eq!(Nullable(None::<AsBinary>).into_sql(), ColumnData::Binary(None));
    assert_eq!(Nullable(None::<OrderId>).to_sql(), ColumnData::String(None));
    assert_eq!(Nullable::from(Some(OrderId::new(ulid()))).into_sql(), text("ord_01HTQW311N1KR5G0Y75M3EF00H"));
}

#[test]
fn other_types_are_errors_that_name_type_form_and_way_out() {
    fails::<DiscordSnowflake>(
        &ColumnData::I64(Some(-1)),
        "column form AsI64: invalid Discord snowflake: a negative number, ids are unsigned; was it \
         written as AsI64Bits, or as AsI64Ordered? Each makes another id of it",
    );
    fails::<UserId>(
        &ColumnData::I32(Some(7)),
        "column form AsI64 of UserId: expected a signed 64-bit integer (BIGINT), found INT; BIGINT is read as AsI64, AsI64Bits or AsI64Ordered, BIGINT UNSIGNED as AsU64, text as AsText, octets as AsBytes",
    );
    fails::<TwitterSnowflake>(
        &text("7"),
        "column form AsI64 of Twitter snowflake: expected a signed 64-bit integer (BIGINT), found text; BIGINT is read as AsI64, AsI64Bits or AsI64Ordered, BIGINT UNSIGNED as AsU64, text as AsText, octets as AsBytes",
    );
    fails::<OrderId>(
        &ColumnData::Guid(Some(Uuid::nil())),
        "column form AsText of OrderId: expected text, or its octets, found UNIQUEIDENTIFIER; uuid is read as AsUuid, text as AsText, octets as AsBytes or AsUuid",
    );
    fails::<AsBytes<Ulid>>(
        &text("01HTQW311N1KR5G"),
        "column form AsBytes of ULID: expected octets (BINARY, BYTEA or BLOB), found text; uuid is read as AsUuid, text as AsText, octets as AsBytes or AsUuid",
    );
    fails::<Ulid>(
        &ColumnData::DateTime(None),
        "column form AsUuid of ULID: expected a uuid or its 16 octets, found a date or a time; uuid is read as AsUuid, text as AsText, octets as AsBytes or AsUuid",
    );
    fails::<AtEnd>(
        &ColumnData::Guid(Some(Uuid::nil())),
        "column form AsUuid: invalid sequential GUID (AtEnd): version nibble 0, expected 4",
    );
    for (name, data) in [
        ("TINYINT", ColumnData::U8(Some(1))),
        ("SMALLINT", ColumnData::I16(Some(1))),
        ("REAL", ColumnData::F32(Some(1.0))),
        ("FLOAT", ColumnData::F64(None)),
        ("BIT", ColumnData::Bit(Some(true))),
        ("octets", octets("0102030405060708")),
        ("NUMERIC", ColumnData::Numeric(None)),
        ("XML", ColumnData::Xml(None)),
    ] {
        let error = DiscordSnowflake::from_sql(&data).unwrap_err().to_string();
        assert!(error.contains(&format!("found {name};")), "{error}");
    }
}

#[test]
fn a_typed_id_without_a_column_in_sql_server_is_an_id_all_the_same() {
    assert_eq!(CounterId::new(discord(7)).to_string(), "7");
    assert_eq!(AsI64Bits(CounterId::new(discord(u64::MAX))).to_sql(), ColumnData::I64(Some(-1)));
}
