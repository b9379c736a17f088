//! Nalix ids: 8 octets as 16 hexadecimal digits, the least significant octet first.

use idspec::{Id, NalixTyped};

use super::{Reading, Writing};
use crate::inputs;
use crate::measure::{Bench, Subject};

fn text(number: u64) -> String {
    format!("{:016X}", number.swap_bytes())
}

/// From several sources: a reader cannot foretell the case.
fn mixed(number: u64) -> String {
    let upper = text(number);
    if number.is_multiple_of(4) { upper.to_lowercase() } else { upper }
}

const BAD: &[(&str, &str)] = &[
    ("+000000000000005", "+"),
    ("0x00000000000005", "0x"),
    ("000000000000000G", "G"),
    ("00000000000000é", "non-ASCII"),
    ("000000000000000", "length"),
    ("00000000000000000", "length"),
    ("", "length"),
];

pub fn run(bench: &mut Bench) {
    let numbers = inputs::words;
    bench.compare("hex-parse", "A Nalix id from 16 hexadecimal digits", || {
        readers(inputs::texts(numbers(), text), numbers())
    });
    bench.compare("hex-parse-mixed", "A Nalix id from text, a quarter in lower case", || {
        readers(inputs::texts(numbers(), mixed), numbers())
    });
    bench.compare("hex-buffer", "A Nalix id to a buffer", || {
        let numbers = inputs::words();
        let writing = Writing { numbers, texts: inputs::texts(numbers, text) };
        let lower = Writing { numbers, texts: inputs::texts(numbers, |number| text(number).to_lowercase()) };
        vec![
            writing
                .to_buffer("idspec encode", NalixTyped::from_u64, [0; 16], |id, buffer| id.encode(buffer).as_bytes()),
            writing.to_buffer("idspec to_text_bytes", NalixTyped::from_u64, [0; 16], |id, buffer| {
                *buffer = id.to_text_bytes();
                buffer
            }),
            writing.to_owned("idspec to_text", NalixTyped::from_u64, |id| id.to_text()),
            writing.to_buffer("faster-hex hex_encode_upper", u64::to_le_bytes, [0; 16], |octets, buffer| {
                let _ = faster_hex::hex_encode_upper(octets, buffer);
                buffer
            }),
            writing.to_buffer("const-hex encode_to_slice_upper", u64::to_le_bytes, [0; 16], |octets, buffer| {
                let _ = const_hex::encode_to_slice_upper(octets, buffer);
                buffer
            }),
            writing.to_buffer("const-hex Buffer", u64::to_le_bytes, const_hex::Buffer::<8>::new(), |octets, buffer| {
                buffer.format_upper(octets).as_bytes()
            }),
            lower.to_buffer("hex encode_to_slice, lower case", u64::to_le_bytes, [0; 16], |octets, buffer| {
                let _ = hex::encode_to_slice(octets, buffer);
                buffer
            }),
        ]
    });
}

fn readers(texts: &'static [&'static str], numbers: &'static [u64]) -> Vec<Subject<'static>> {
    let reading = Reading { texts, numbers, bad: BAD };
    vec![
        reading.by("idspec parse", str::parse::<NalixTyped>, |id| Some(id.ok()?.to_u64())),
        reading.by("idspec const parse", NalixTyped::parse, |id| Some(id.ok()?.to_u64())),
        reading.by(
            "faster-hex hex_decode_array",
            |text| faster_hex::hex_decode_array::<8>(text.as_bytes()).map(u64::from_le_bytes),
            Result::ok,
        ),
        reading.by(
            "faster-hex hex_decode",
            |text| {
                let mut octets = [0; 8];
                // Fewer digits fill a part of the octets.
                match faster_hex::hex_decode(text.as_bytes(), &mut octets) {
                    Ok(read) if read.len() == 8 => Some(u64::from_le_bytes(octets)),
                    _ => None,
                }
            },
            |number| number,
        ),
        reading.by(
            "const-hex decode_to_array",
            |text| const_hex::decode_to_array::<_, 8>(text).map(u64::from_le_bytes),
            Result::ok,
        ),
        reading.by(
            "hex decode_to_slice",
            |text| {
                let mut octets = [0; 8];
                hex::decode_to_slice(text, &mut octets).map(|()| u64::from_le_bytes(octets))
            },
            Result::ok,
        ),
        reading.by("std from_str_radix", |text| u64::from_str_radix(text, 16).map(u64::swap_bytes), Result::ok),
    ]
}
