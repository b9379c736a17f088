//! The adapter of the crate `rusty_ulid`.

use std::io;

use idspec_adapters::generate::{Clock, Drawn, random, steps};
use idspec_adapters::{Answer, Failure, Input, no, rejected, serve, to_hex};
use rusty_ulid::{DecodingError, Ulid};
use serde_json::{Value, json};

fn main() -> io::Result<()> {
    let implementation = json!({
        "name": "rusty_ulid", "version": "2.0.1", "license": "MIT OR Apache-2.0",
        "source": "https://github.com/huxi/rusty_ulid",
    });
    // "upper and lower case letters are accepted, `i` and `l` will be treated as `1` and `o` will be treated as `0`"
    // The strictly monotonic functions give nothing where the next id would not be greater than the one before.
    let policy = json!({
        "case": "insensitive", "alias": "crockford", "overflow": "reject", "rollback": "error", "random_overflow": "error"
    });
    let ops = json!(["parse", "format", "bytes", "fields", "order", "generate"]);
    let ulid = json!({ "ops": ops, "inject": ["clock", "random"], "policy": policy, "codes": true });
    serve("rust-rusty-ulid", implementation, json!({ "ulid": ulid }), run)
}

fn run(_: &str, op: &str, input: Input<'_>) -> Answer {
    match op {
        "parse" => Ok(both(read(&input.text()?)?)),
        "format" => match input.str("form")? {
            "canonical" => Ok(json!({ "text": Ulid::from(input.id::<16>("bytes")?).to_string() })),
            other => Err(no("form", other)),
        },
        "bytes" => bytes(input),
        "fields" => {
            let id = Ulid::from(input.id::<16>("bytes")?);
            // Nothing reads the random part alone: it is the low 80 bits of the number.
            let random = u128::from(id) & ((1 << 80) - 1);
            let random = format!("{random:020x}");
            Ok(json!({ "fields": { "unix_ms": id.timestamp().to_string(), "random": random } }))
        }
        "order" => match input.str("ordering")? {
            "value-unsigned" => input.sorted(Ulid::from, octets),
            other => Err(no("order", other)),
        },
        "generate" => generate(input),
        other => Err(no("operation", other)),
    }
}

fn octets(id: &Ulid) -> String {
    to_hex(&<[u8; 16]>::from(*id))
}

fn both(id: Ulid) -> Value {
    json!({ "bytes": octets(&id), "text": id.to_string() })
}

fn refusal(error: DecodingError) -> Failure {
    rejected(match error {
        DecodingError::InvalidLength => "length",
        DecodingError::InvalidChar(_) => "character",
        DecodingError::DataTypeOverflow => "overflow",
    })
}

fn read(text: &str) -> Result<Ulid, Failure> {
    text.parse().map_err(refusal)
}

fn bytes(input: Input<'_>) -> Answer {
    match input.str("layout")? {
        "be" | "guid-net" => {}
        other => return Err(no("octet order", other)),
    }
    match input.get("text") {
        Some(text) => Ok(json!({ "octets": octets(&read(text)?) })),
        None => Ok(both(Ulid::try_from(input.octets("octets")?.as_slice()).map_err(refusal)?)),
    }
}

/// The crate has no generator but functions of the id before, which the caller keeps; so going on from one is natural.
fn generate(input: Input<'_>) -> Answer {
    let clock = Clock::default();
    let mut previous = match input.has("state") {
        true => Some(Ulid::from(input.object("state").id::<16>("last")?)),
        false => None,
    };
    steps(input, &clock, 0, |step| {
        let now = clock.ms().unsigned_abs();
        let mut rng = Drawn(random(step)?);
        let next =
            Ulid::next_strictly_monotonic_from_timestamp_with_rng_and_postprocessor(previous, now, &mut rng, None);
        match next {
            Some(id) => {
                previous = Some(id);
                Ok(octets(&id))
            }
            // It does not say which of the two it was; the caller has both times.
            None if previous.is_some_and(|previous| previous.timestamp() > now) => Err(rejected("clock_rollback")),
            None => Err(rejected("random_exhausted")),
        }
    })
}
