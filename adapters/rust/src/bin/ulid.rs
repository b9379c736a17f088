//! The adapter of the crate `ulid`.

use std::io;
use std::time::{Duration, SystemTime};

use idspec_adapters::generate::{Clock, Drawn, random, steps};
use idspec_adapters::{Answer, Failure, Input, no, rejected, serve, to_hex};
use serde_json::json;
use ulid::{DecodeError, Generator, Ulid};
use uuid::Uuid;

fn main() -> io::Result<()> {
    let implementation = json!({
        "name": "ulid", "version": "3.0.0", "license": "MIT", "source": "https://github.com/dylanhart/ulid-rs"
    });
    // "maybe time went backward, or it is the same ms": its generator then counts on, and says so where it cannot.
    let policy = json!({
        "case": "insensitive", "alias": "reject", "overflow": "reject", "rollback": "hold", "random_overflow": "error"
    });
    let ops = json!(["parse", "format", "bytes", "fields", "compose", "order", "generate"]);
    let ulid = json!({ "ops": ops, "inject": ["clock", "random"], "policy": policy, "codes": true });
    serve("rust-ulid", implementation, json!({ "ulid": ulid }), run)
}

fn run(_: &str, op: &str, input: Input<'_>) -> Answer {
    match op {
        "parse" => Ok(both(read(&input.text()?)?)),
        "format" => format(Ulid::from_bytes(input.id("bytes")?), input.str("form")?),
        "bytes" => bytes(input),
        "fields" => {
            let id = Ulid::from_bytes(input.id("bytes")?);
            let random = format!("{:020x}", id.random());
            Ok(json!({ "fields": { "unix_ms": id.timestamp_ms().to_string(), "random": random } }))
        }
        "compose" => compose(input.object("fields")),
        "order" => match input.str("ordering")? {
            "value-unsigned" => input.sorted(Ulid::from_bytes, |id| to_hex(&id.to_bytes())),
            other => Err(no("order", other)),
        },
        "generate" => generate(input),
        other => Err(no("operation", other)),
    }
}

fn both(id: Ulid) -> serde_json::Value {
    json!({ "bytes": to_hex(&id.to_bytes()), "text": id.to_string() })
}

fn read(text: &str) -> Result<Ulid, Failure> {
    Ulid::from_string(text).map_err(|error| match error {
        DecodeError::InvalidLength => rejected("length"),
        DecodeError::InvalidChar => rejected("character"),
    })
}

fn format(id: Ulid, form: &str) -> Answer {
    match form {
        "canonical" => Ok(json!({ "text": id.to_string() })),
        // The conversion of the crate's feature `uuid`.
        "uuid" => Ok(json!({ "text": Uuid::from(id).to_string() })),
        other => Err(no("form", other)),
    }
}

fn bytes(input: Input<'_>) -> Answer {
    match input.str("layout")? {
        "be" | "guid-net" => {}
        other => return Err(no("octet order", other)),
    }
    match input.get("text") {
        Some(text) => Ok(json!({ "octets": to_hex(&read(text)?.to_bytes()) })),
        None => {
            // Only an array of 16 octets can be given to the crate.
            let octets: Result<[u8; 16], _> = input.octets("octets")?.try_into();
            Ok(both(Ulid::from_bytes(octets.map_err(|_| rejected("length"))?)))
        }
    }
}

fn compose(fields: Input<'_>) -> Answer {
    let unix_ms = fields.field("unix_ms", 0)?;
    let digits = fields.str("random")?;
    match u128::from_str_radix(digits, 16) {
        // The crate takes a number, which has no count of digits; one that is too large is the crate's to refuse.
        Ok(random) if digits.len() == 20 || random >> 80 != 0 => Ok(both(Ulid::from_parts(unix_ms, random))),
        _ => Err(no("random part of digits", digits)),
    }
}

fn generate(input: Input<'_>) -> Answer {
    if input.has("state") {
        return Err(no("generator that goes on from", "an id"));
    }
    let (clock, mut generator) = (Clock::default(), Generator::new());
    steps(input, &clock, i64::MIN, |step| {
        let ms = clock.ms();
        let since = Duration::from_millis(ms.unsigned_abs());
        let time = if ms < 0 { SystemTime::UNIX_EPOCH - since } else { SystemTime::UNIX_EPOCH + since };
        let mut source = Drawn(random(step)?);
        match generator.generate_from_datetime_with_source(time, &mut source) {
            Ok(id) => Ok(to_hex(&id.to_bytes())),
            Err(_) => Err(rejected("random_exhausted")),
        }
    })
}
