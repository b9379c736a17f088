//! Snowflakes: 17 to 19 decimal digits.

use idspec::{DiscordSnowflake, Id};

use super::{Reading, Writing};
use crate::inputs;
use crate::measure::Bench;

const BAD: &[(&str, &str)] = &[
    ("+5", "+5"),
    ("05", "05"),
    ("00000000000000000000005", "05"),
    ("-5", "-5"),
    (" 5", "blank"),
    ("5 ", "what follows"),
    ("1_000", "what follows"),
    ("0x10", "what follows"),
    ("175928847299117063x", "what follows"),
    ("17592884729911706é", "what follows"),
    ("18446744073709551616", "overflow"),
    ("99999999999999999999", "overflow"),
    ("", "nothing"),
];

pub fn run(bench: &mut Bench) {
    bench.compare("decimal-parse", "A snowflake from 17 to 19 decimal digits", || {
        let numbers = inputs::snowflakes();
        let reading = Reading { texts: inputs::texts(numbers, |number| number.to_string()), numbers, bad: BAD };
        vec![
            reading.by("idspec parse", str::parse::<DiscordSnowflake>, |id| Some(id.ok()?.to_u64())),
            reading.by("idspec const parse", DiscordSnowflake::parse, |id| Some(id.ok()?.to_u64())),
            reading.by("lexical-core parse", |text| lexical_core::parse::<u64>(text.as_bytes()), Result::ok),
            reading.by("atoi_simd parse_pos", |text| atoi_simd::parse_pos::<u64, false>(text.as_bytes()), Result::ok),
            reading.by("atoi atoi", |text| atoi::atoi::<u64>(text.as_bytes()), |number| number),
            reading.by("std parse", str::parse::<u64>, Result::ok),
        ]
    });
    bench.compare("decimal-buffer", "A snowflake to a buffer", || {
        let numbers = inputs::snowflakes();
        let writing = Writing { numbers, texts: inputs::texts(numbers, |number| number.to_string()) };
        vec![
            writing.to_buffer("idspec encode", DiscordSnowflake::from_u64, [0; 20], |id, buffer| {
                id.encode(buffer).as_bytes()
            }),
            writing.to_owned("idspec to_text", DiscordSnowflake::from_u64, |id| id.to_text()),
            writing.to_buffer(
                "itoa format",
                |number| number,
                itoa::Buffer::new(),
                |number, buffer| buffer.format(*number).as_bytes(),
            ),
            writing.to_buffer(
                "lexical-core write",
                |number| number,
                [0; 20],
                |number, buffer| lexical_core::write(*number, buffer),
            ),
            writing.to_buffer(
                "std write",
                |number| number,
                Vec::new(),
                |number, buffer| {
                    use std::io::Write as _;
                    buffer.clear();
                    // Writing into a vector does not fail.
                    let _ = write!(buffer, "{number}");
                    buffer
                },
            ),
        ]
    });
}
