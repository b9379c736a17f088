//! Every error message, and every drawing of a layout.

#![allow(clippy::panic, clippy::unwrap_used, reason = "helpers of tests panic too")]

mod columns;
mod diagrams;
#[cfg(feature = "serde")]
mod json;
mod kinds;
mod layouts;
mod schemes;

use std::fmt::Write as _;

use idspec::base::{ByteOrder, Layout, Role, select};
use idspec::{Config, ErrorCode, Id, Timestamp};

fn layout(name: &str, kind: Option<&str>, layout: Option<&str>) -> Layout {
    let schemes: Vec<_> = idspec::schemes().collect();
    select(&schemes, name, &Config { kind, layout, epoch_ms: None }).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn texts() {
    let guid = "08da7241-170b-4c8e-8f11-223344556677";
    let mut out = String::new();
    for (layout, texts) in [
        (
            layout("twitter-snowflake", None, None),
            vec!["", "+5", "1 ", "\u{661}", "05", "9223372036854775808", "999999999999999999999"],
        ),
        (layout("discord", None, None), vec!["-1", "18446744073709551616", "1e3"]),
        (layout("instagram-sharded", None, None), vec!["-9223372036854775808", "0x1"]),
        (layout("nalix-typed", None, None), vec!["010000800092650", "010000800092650G", "0x10000800092650"]),
        (
            layout("nalix-typed", None, Some("legacy56")),
            vec!["", "012", "ZZZZZZZZZZZ", "4433221166557G", "44332211665577F"],
        ),
        (
            layout("ulid", None, None),
            vec![
                "01HTQW3",
                "01HTQW311N1KR5G0Y75M3EF0-H",
                "01ARZ3NUEKTSV4RRFFQ69G5FAV",
                "80000000000000000000000000",
                "01ARZ3NDEKT\u{17f}V4RRFFQ69G5FA",
            ],
        ),
        (
            layout("seq-guid", Some("as-string"), None),
            vec![
                guid,
                "urn:guid:1",
                "08da7241",
                "08da7241-170b-4c8e-8f11-22334455667g",
                "08da72411-70b-4c8e-8f11-223344556677",
                "08da7241-170b-5c8e-8f11-223344556677",
                "08da7241-170b-4c8e-9f11-223344556677",
                "ffffffff-ffff-4fff-8fff-ffffffffffff",
            ],
        ),
        (layout("seq-guid", Some("as-binary"), None), vec![guid]),
        (layout("seq-guid", Some("at-end"), None), vec!["44332211-6655-41f8-8c8e-08da7241170b"]),
        (layout("seq-guid", Some("as-string"), Some("ticks64")), vec!["ffffffff-ffff-ffff-ffff-ffffffffffff"]),
    ] {
        for text in texts {
            let result = layout.parse(text.as_bytes()).map(|number| layout.text(number).unwrap().to_string());
            let line = result.unwrap_or_else(|error| format!("{error} [{}]", error.code()));
            writeln!(out, "{:10} {text:?}\n           {line}", layout.scheme().name()).unwrap();
        }
    }
    insta::assert_snapshot!(out);
}

#[test]
fn octets() {
    let read =
        |layout: Layout, octets: &[u8], order| layout.read_octets(octets, order).unwrap().unwrap_err().to_string();
    let ulid = layout("ulid", None, None);
    assert_eq!(read(ulid, &[0; 15], ByteOrder::Be), "invalid ULID: 15 octets, expected 16");
    let twitter = layout("twitter-snowflake", None, None);
    assert_eq!(
        read(twitter, &[0x80, 0, 0, 0, 0, 0, 0, 0], ByteOrder::Be),
        "invalid Twitter snowflake: above the largest, 9223372036854775807"
    );
    assert_eq!(twitter.read_octets(&[0; 8], ByteOrder::GuidDn), None);
}

#[test]
fn fields() {
    let mut out = String::new();
    for scheme in idspec::schemes().filter(|scheme| !scheme.is_read_only()) {
        for field in scheme.fields().iter().filter(|field| !field.is_fixed()) {
            let octets = matches!(field.role(), Role::Hex);
            for value in [-1, i128::MAX] {
                let composer = Layout::of(scheme).compose();
                let given = if octets {
                    composer.hex(field.name(), value.cast_unsigned())
                } else {
                    composer.int(field.name(), value)
                };
                let error = given.finish().unwrap_err();
                writeln!(out, "{error} [{}]", error.code().map_or("-", ErrorCode::as_str)).unwrap();
            }
        }
    }
    let error = idspec::seq_guid::ms48::AsString::from_parts(10_001, [0; 10]).unwrap_err();
    writeln!(out, "{error} [{}]", error.code().map_or("-", ErrorCode::as_str)).unwrap();
    let early = Timestamp::from_utc(1900, 1, 1, 0, 0, 0).unwrap();
    let error = idspec::NalixTyped::min_at(idspec::nalix_typed::IdType::LOG, early).unwrap_err();
    writeln!(out, "{error} [{}]", error.code().map_or("-", ErrorCode::as_str)).unwrap();
    insta::assert_snapshot!(out);
}

#[test]
fn debug_shows_the_type_and_the_text() {
    let ulid = idspec::Ulid::from_u128(1);
    assert_eq!(format!("{ulid:?}"), "Ulid(00000000000000000000000001)");
    assert_eq!(format!("{:?}", idspec::TwitterSnowflake::from_u64(5).unwrap()), "Snowflake(5)");
    let error = idspec::Ulid::parse("").unwrap_err();
    assert_eq!(format!("{error:?}"), "ParseError(invalid ULID: length 0, expected 26 letters)");
    assert_eq!(error.scheme().name(), idspec::Ulid::SCHEME.name());
}
