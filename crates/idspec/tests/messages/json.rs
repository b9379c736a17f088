//! What serde says of a value of another type, with what was expected.

use std::fmt::Write as _;

use idspec::{DiscordSnowflake, InstagramSharded, Ulid, forms, typed_id};
use serde::de::value::{BoolDeserializer, Error};
use serde::de::{DeserializeOwned, IntoDeserializer as _};

typed_id! {
    /// An order.
    struct OrderId(DiscordSnowflake) prefix "ord_";
}

fn text<T: DeserializeOwned>() -> String {
    serde_json::from_str::<T>("true").map(|_| String::new()).unwrap_or_else(|error| error.to_string())
}

#[test]
fn another_type_than_expected() {
    let value = || -> BoolDeserializer<Error> { true.into_deserializer() };
    let lines = [
        text::<DiscordSnowflake>(),
        text::<InstagramSharded>(),
        text::<OrderId>(),
        text::<Ulid>(),
        forms::as_number::deserialize::<OrderId, _>(value()).unwrap_err().to_string(),
        forms::as_bytes::deserialize::<OrderId, _>(value()).unwrap_err().to_string(),
        forms::as_bytes::deserialize::<Ulid, _>(value()).unwrap_err().to_string(),
    ];
    let mut out = String::new();
    lines.iter().for_each(|line| writeln!(out, "{line}").unwrap());
    insta::assert_snapshot!(out);
}
