//! ULIDs: 26 letters.

use ferroid::base32::Base32UlidExt;
use ferroid::id::ULID;
use idspec::{Id, Ulid};

use super::{Reading, Writing};
use crate::inputs;
use crate::measure::Bench;

const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// A letter of 5 bits at a time: slow, and nobody's code that is measured.
pub fn text(number: u128) -> String {
    (0..26).rev().map(|at| char::from(ALPHABET[(number >> (5 * at) & 31) as usize])).collect()
}

const BAD: &[(&str, &str)] = &[
    ("80000000000000000000000000", "overflow"),
    ("8ZZZZZZZZZZZZZZZZZZZZZZZZZ", "overflow"),
    ("ZZZZZZZZZZZZZZZZZZZZZZZZZZ", "overflow"),
    ("01HTQW311N1KR5G0Y75M3EF00I", "I as 1"),
    ("01HTQW311N1KR5G0Y75M3EF00U", "U"),
    ("01HTQW311N1KR5G0Y75M3EF00-", "hyphen"),
    ("01HTQW311N1KR5G0Y75M3EF0é", "non-ASCII"),
    ("01HTQW311N1KR5G0Y75M3EF00", "length"),
    ("01HTQW311N1KR5G0Y75M3EF00H0", "length"),
    ("", "length"),
];

pub fn run(bench: &mut Bench) {
    bench.compare("ulid-parse", "A ULID from text", || {
        let numbers = inputs::ulids();
        let reading = Reading { texts: inputs::texts(numbers, text), numbers, bad: BAD };
        vec![
            reading.by("idspec parse", str::parse::<Ulid>, |id| Some(id.ok()?.to_u128())),
            reading.by("idspec const parse", Ulid::parse, |id| Some(id.ok()?.to_u128())),
            reading.by("idspec parse_lenient", Ulid::parse_lenient, |id| Some(id.ok()?.to_u128())),
            reading.by("ferroid decode", ULID::decode, |id| Some(id.ok()?.to_raw())),
            reading.by("mr-ulid from_str", str::parse::<mr_ulid::Ulid>, |id| Some(id.ok()?.to_u128())),
            reading.by("ulid from_string", ulid::Ulid::from_string, |id| Some(id.ok()?.0)),
            reading.by("rusty_ulid from_str", str::parse::<rusty_ulid::Ulid>, |id| Some(id.ok()?.into())),
            reading.by("fast32 decode_u128", |text| fast32::base32::CROCKFORD.decode_u128(text.as_bytes()), Result::ok),
        ]
    });
    bench.compare("ulid-buffer", "A ULID to a buffer", || {
        let numbers = inputs::ulids();
        let texts = inputs::texts(numbers, text);
        let writing = Writing { numbers, texts };
        let (without, bare) = without_leading_zeros(texts);
        let bare = Writing { numbers, texts: bare };
        assert!(without > 0, "times of our days begin with a zero");
        vec![
            writing.to_buffer("idspec encode", Ulid::from_u128, [0; 26], |id, buffer| id.encode(buffer).as_bytes()),
            writing.to_buffer("idspec to_text_bytes", Ulid::from_u128, [0; 26], |id, buffer| {
                *buffer = id.to_text_bytes();
                buffer
            }),
            writing.to_owned("idspec to_text", Ulid::from_u128, |id| id.to_text()),
            writing
                .to_buffer("ulid array_to_str", ulid::Ulid, [0; 26], |id, buffer| id.array_to_str(buffer).as_bytes()),
            writing.to_buffer("ferroid encode_to_buf", ULID::from_raw, ULID::base32_array(), |id, buffer| {
                let _ = id.encode_to_buf(buffer);
                buffer
            }),
            bare.to_buffer(
                "fast32 encode_u128_into, without leading zeros",
                |number| number,
                Vec::with_capacity(26),
                |id, buffer| {
                    buffer.clear();
                    fast32::base32::CROCKFORD.encode_u128_into(*id, buffer);
                    buffer
                },
            ),
        ]
    });
    bench.compare("ulid-string", "A ULID to a String", || {
        let numbers = inputs::ulids();
        let writing = Writing { numbers, texts: inputs::texts(numbers, text) };
        vec![
            writing.to_owned("idspec String::from", Ulid::from_u128, |id| String::from(*id)),
            writing.to_owned("idspec to_string", Ulid::from_u128, ToString::to_string),
            writing.to_owned("ulid to_string", ulid::Ulid, ulid::Ulid::to_string),
            writing.to_owned("ferroid as_string", ULID::from_raw, |id| id.encode().as_string()),
            writing.to_owned("rusty_ulid to_string", rusty_ulid::Ulid::from, rusty_ulid::Ulid::to_string),
            writing.to_owned(
                "mr-ulid try_to_string",
                |number| mr_ulid::Ulid::from_u128(number).expect("not zero"),
                |id| id.try_to_string().unwrap_or_default(),
            ),
        ]
    });
}

/// How many texts begin with zeros, and all of them without those.
fn without_leading_zeros(texts: &[&'static str]) -> (usize, &'static [&'static str]) {
    let bare: Vec<&str> = texts.iter().map(|text| text.trim_start_matches('0')).collect();
    (bare.iter().filter(|text| text.len() < 26).count(), Vec::leak(bare))
}
