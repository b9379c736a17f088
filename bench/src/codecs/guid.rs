//! Sequential GUIDs: 36 characters.

use idspec::Id;
use idspec::seq_guid::AsString;
use uuid::Uuid;
use uuid_simd::{AsOut as _, AsciiCase, UuidExt as _};

use super::{Reading, Writing};
use crate::inputs;
use crate::measure::{Bench, Subject};

fn text(number: u128) -> String {
    let digits = format!("{number:032x}");
    format!("{}-{}-{}-{}-{}", &digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..])
}

/// From several sources: a reader cannot foretell the case.
fn mixed(number: u128) -> String {
    let lower = text(number);
    if number.is_multiple_of(4) { lower.to_uppercase() } else { lower }
}

/// The simple, the braced and the URN form are refused or taken as a reader's documentation says; they are not faults.
const BAD: &[(&str, &str)] = &[
    ("08da7241-170b-4c8e-8f11-22334455667g", "digit"),
    ("08da7241-170b-4c8e-8f1-1223344556677", "hyphen"),
    ("08da7241-170b-4c8e-8f11-22334455-677", "hyphen"),
    ("{08da7241-170b-4c8e-8f11-223344556677", "brace"),
    ("08da7241-170b-4c8e-8f11-2233445566é", "non-ASCII"),
    ("08da7241-170b-4c8e-8f11-22334455667", "length"),
    ("", "length"),
];

pub fn run(bench: &mut Bench) {
    let numbers = inputs::guids;
    bench.compare("guid-parse", "A GUID from text", || readers(inputs::texts(numbers(), text), numbers()));
    bench.compare("guid-parse-mixed", "A GUID from text, a quarter in upper case", || {
        readers(inputs::texts(numbers(), mixed), numbers())
    });
    bench.compare("guid-buffer", "A GUID to a buffer", || {
        let numbers = inputs::guids();
        let writing = Writing { numbers, texts: inputs::texts(numbers, text) };
        let ours = |number| AsString::from_u128(number).expect("a GUID of the layout");
        vec![
            writing.to_buffer("idspec encode", ours, [0; 36], |id, buffer| id.encode(buffer).as_bytes()),
            writing.to_buffer("idspec to_text_bytes", ours, [0; 36], |id, buffer| {
                *buffer = id.to_text_bytes();
                buffer
            }),
            writing.to_owned("idspec to_text", ours, |id| id.to_text()),
            writing.to_buffer("uuid encode_lower", Uuid::from_u128, [0; 36], |id, buffer| {
                id.hyphenated().encode_lower(buffer).as_bytes()
            }),
            writing.to_buffer("uuid-simd format_hyphenated", Uuid::from_u128, [0; 36], |id, buffer| {
                uuid_simd::format_hyphenated(id.as_bytes(), buffer.as_out(), AsciiCase::Lower)
            }),
        ]
    });
}

fn readers(texts: &'static [&'static str], numbers: &'static [u128]) -> Vec<Subject<'static>> {
    let reading = Reading { texts, numbers, bad: BAD };
    vec![
        reading.by("idspec parse", str::parse::<AsString>, |id| Some(id.ok()?.to_u128())),
        reading.by("idspec const parse", AsString::parse, |id| Some(id.ok()?.to_u128())),
        reading.by("uuid try_parse", Uuid::try_parse, |id| Some(id.ok()?.as_u128())),
        reading.by("uuid Hyphenated", str::parse::<uuid::fmt::Hyphenated>, |id| Some(id.ok()?.into_uuid().as_u128())),
        reading.by("uuid-simd parse_hyphenated", Uuid::parse_hyphenated, |id| Some(id.ok()?.as_u128())),
    ]
}
