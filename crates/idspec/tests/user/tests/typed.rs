//! What typed ids do in a user's crate.

use std::collections::BTreeMap;

use ids::{Id, ParseError, TimeOrdered, Timestamp, Timestamped};
use user::{job, CustomerId, Order, OrderId, RowId};

#[test]
fn they_are_ids() {
    let id: CustomerId = "01htqw311n1kr5g0y75m3ef00h".parse().unwrap();
    assert_eq!(id.to_string(), "01HTQW311N1KR5G0Y75M3EF00H");
    assert_eq!(format!("{id:?}"), "CustomerId(01HTQW311N1KR5G0Y75M3EF00H)");
    assert_eq!(id.timestamp().to_string(), "2024-04-05T19:34:38.901Z");
    assert_eq!(id.nickname(), "01H");
    assert_eq!(CustomerId::new(id.inner()), id);
    assert_eq!(ids::Ulid::from(id), id.inner());
    assert_eq!(CustomerId::from_repr(id.to_repr()), Ok(id));
    let day = Timestamp::from_utc(2024, 4, 5, 0, 0, 0).unwrap()..Timestamp::from_utc(2024, 4, 6, 0, 0, 0).unwrap();
    assert!(CustomerId::range(day).unwrap().contains(&id));
    assert_eq!(BTreeMap::from([(id, 1)])[&id], 1);
    assert_eq!(size_of::<CustomerId>(), 16);
    assert_eq!(!OrderId::new(ids::DiscordSnowflake::from_u64(0)), u64::MAX);
}

#[test]
fn prefixes_are_part_of_the_text() {
    let id: OrderId = "ord_175928847299117063".parse().unwrap();
    assert_eq!((id.to_string().as_str(), id.inner().increment()), ("ord_175928847299117063", 7));
    assert_eq!(format!("{id:>24}|"), "  ord_175928847299117063|");
    let error = |text: &str| text.parse::<OrderId>().unwrap_err().to_string();
    assert_eq!(error("175928847299117063"), "invalid OrderId: wrong prefix, expected `ord_` and 1 to 20 decimal digits");
    assert_eq!(error("ORD_1"), "invalid OrderId: wrong prefix, expected `ord_` and 1 to 20 decimal digits");
    assert_eq!(error("ord_"), "invalid OrderId: length 4, expected `ord_` and 1 to 20 decimal digits");
    assert_eq!(error("ord_1x"), "invalid OrderId: unexpected character 'x' at offset 5");
    assert_eq!(error("ord_18446744073709551616"), "invalid OrderId: above the largest, ord_18446744073709551615");
    assert_eq!(error("\u{f6}rd_1"), "invalid OrderId: non-ASCII octet 0xC3 at offset 0");
    let code = |text: &str| text.parse::<OrderId>().map_err(|error: ParseError| error.code().as_str());
    assert_eq!(code("cus_1"), Err("wrong_prefix"));
    assert_eq!(code(""), Err("wrong_prefix"));
    let row: RowId = "row_44332211-6655-40f8-8c8e-08da7241170b".parse().unwrap();
    assert_eq!(row.to_string(), "row_44332211-6655-40f8-8c8e-08da7241170b");
    let error = "row_44332211-6655-50f8-8c8e-08da7241170b".parse::<RowId>().unwrap_err();
    assert_eq!(error.to_string(), "invalid RowId: version nibble 5, expected 4");
}

#[test]
fn ids_without_ranges_can_be_wrapped() {
    assert_eq!(job("6601004433221177"), Ok("JobId(6601004433221177) 358".to_owned()));
    assert_eq!(job("1").unwrap_err().to_string(), "invalid JobId: length 1, expected 16 hexadecimal digits");
}

#[test]
fn they_travel_as_json_without_a_feature_of_this_crate() {
    let json = r#"{"id":"ord_5","customer":"01HTQW311N1KR5G0Y75M3EF00H"}"#;
    let order: Order = serde_json::from_str(json).unwrap();
    assert_eq!(serde_json::to_string(&order).unwrap(), json);
    assert!(serde_json::from_str::<Order>(r#"{"id":5,"customer":null}"#).is_err());
}

#[test]
fn they_are_columns_without_a_feature_of_this_crate() {
    use sqlx::postgres::PgHasArrayType;
    use sqlx::{Decode, Encode, MySql, Postgres, Type, TypeInfo};
    fn column<DB: sqlx::Database, T>() -> String
    where
        T: Type<DB> + for<'q> Encode<'q, DB> + for<'r> Decode<'r, DB>,
    {
        T::type_info().name().to_owned()
    }
    fn array<T: PgHasArrayType>() -> String {
        T::array_type_info().name().to_owned()
    }
    assert_eq!(column::<Postgres, CustomerId>(), "UUID");
    assert_eq!(column::<Postgres, OrderId>(), "INT8");
    assert_eq!(column::<Postgres, user::InvoiceId>(), "TEXT");
    assert_eq!(column::<MySql, user::MessageId>(), "BIGINT UNSIGNED");
    assert_eq!(column::<MySql, Option<user::InvoiceId>>(), "VARCHAR");
    assert_eq!(column::<Postgres, ids::AsBytes<OrderId>>(), "BYTEA");
    assert_eq!((array::<CustomerId>(), array::<OrderId>(), array::<user::InvoiceId>()), ("UUID[]".into(), "INT8[]".into(), "TEXT[]".into()));
}

/// `arbitrary_precision`, switched on anywhere in a build, changes what readers of numbers see.
#[test]
fn numbers_are_exact_with_arbitrary_precision() {
    let read = |json: &str| serde_json::from_str::<ids::DiscordSnowflake>(json).map(|id| id.to_u64()).ok();
    assert_eq!(read("175928847299117063"), Some(175_928_847_299_117_063));
    assert_eq!(read("18446744073709551615"), Some(u64::MAX));
    assert_eq!(read("18446744073709551616"), None);
    assert_eq!(read("1e3"), None);
    let value: serde_json::Value = serde_json::from_str("175928847299117063").unwrap();
    assert_eq!(serde_json::from_value::<ids::DiscordSnowflake>(value).map(|id| id.to_u64()).ok(), Some(175_928_847_299_117_063));
    assert!(serde_json::from_str::<CustomerId>("175928847299117063").is_err());
}

#[test]
fn ids_are_generated() {
    let ids = ids::generate::Generator::<ids::Ulid>::builder().build().unwrap();
    let (a, b) = (CustomerId::generate(&ids).unwrap(), CustomerId::generate(&ids).unwrap());
    assert!(a < b && b.inner() < ids.try_next().unwrap());
}
